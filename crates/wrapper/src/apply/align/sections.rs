//! What stands right behind a heading belongs to it.

use super::{Children, Scores, Slot};
use crate::parameters::book;
use sitewrap_tree::html;

/// Gives children right behind a heading that have the slot of a section whose heading the page lacks the slot of
/// their own section that is most like them, if one is free: the texts of sections look alike, and the order of
/// their slots does not tell which of them is missing.
pub(super) fn keep_sections(
    slots: &[Slot],
    children: &Children<'_>,
    scores: &Scores,
    places: &mut [Option<usize>],
) {
    let head_of = heads(slots);
    for child in 1..places.len() {
        let (Some(before), Some(own)) = (places[child - 1], places[child]) else { continue };
        let is_astray = head_of[before] == Some(before)
            && head_of[own].is_some_and(|head| head != before && !places.contains(&Some(head)));
        if !is_astray {
            continue;
        }
        let is_free = |slot: usize| slots[slot].many || !places.contains(&Some(slot));
        let rows = scores.slots.iter().zip(&scores.similarities);
        let of_section = rows
            .filter(|(slot, _)| {
                **slot != before && head_of[**slot] == Some(before) && is_free(**slot)
            })
            .map(|(slot, row)| (row[children.group[child] as usize], *slot))
            .filter(|(similarity, _)| *similarity >= book().least_similar);
        if let Some((_, slot)) = of_section.max_by(|a, b| a.0.total_cmp(&b.0)) {
            places[child] = Some(slot);
        }
    }
}

/// The slot of the heading that each slot stands below, a heading itself; `None` before the first one. Headings that
/// their words tell apart count.
fn heads(slots: &[Slot]) -> Vec<Option<usize>> {
    let is_head = |slot: &Slot| match &slot.kinds[..] {
        [only] if !slot.many => {
            only.asks_label() && only.reads_texts() && html::is_heading(only.tag().as_str())
        }
        _ => false,
    };
    let mut head = None;
    let heads = slots.iter().enumerate().map(|(at, slot)| {
        head = if is_head(slot) { Some(at) } else { head };
        head
    });
    heads.collect()
}
