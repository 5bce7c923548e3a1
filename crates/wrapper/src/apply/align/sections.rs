//! What stands right behind a heading belongs to it.

use crate::parameters::book;

/// Gives children right behind a heading that have the slot of a section whose heading the page lacks the slot of
/// their own section that is most like them, if one is free: the texts of sections look alike, and the order of
/// their slots does not tell which of them is missing.
///
/// `head_of` has for each slot that of the heading above it, which is its own; `takes_more` tells whether a slot may
/// have any number of children, and `likeness` how like a slot a child is.
pub(super) fn keep_sections(
    head_of: &[Option<usize>],
    takes_more: &dyn Fn(usize) -> bool,
    likeness: &dyn Fn(usize, usize) -> f32,
    places: &mut [Option<usize>],
) {
    for child in 1..places.len() {
        let (Some(before), Some(own)) = (places[child - 1], places[child]) else { continue };
        let is_astray = head_of[before] == Some(before)
            && head_of[own].is_some_and(|head| head != before && !places.contains(&Some(head)));
        if !is_astray {
            continue;
        }
        let is_free = |slot: &usize| takes_more(*slot) || !places.contains(&Some(*slot));
        let of_section =
            (before + 1..head_of.len()).take_while(|slot| head_of[*slot] == Some(before));
        let best = of_section
            .filter(is_free)
            .map(|slot| (likeness(slot, child), slot))
            .filter(|(similarity, _)| *similarity >= book().least_similar)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, slot)) = best {
            places[child] = Some(slot);
        }
    }
}
