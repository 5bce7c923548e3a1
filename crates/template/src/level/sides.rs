//! Like siblings told apart by where they stand: the ends of a range, and what stands before and
//! behind something else.

use crate::corpus::Corpus;
use crate::level::kinds::Children;
use crate::level::kinds::Member;
use rustc_hash::FxHashMap;
use sitewrap_terms::grammar::{is_amount, is_number};
use std::collections::BTreeMap;

/// The place of each member in its instance, if all are amounts of money, one or two an instance:
/// a price, and here and there the other end of a range.
pub(crate) fn ends_of_range(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    if !members.iter().all(|(_, member)| is_amount(&corpus.line(*member))) {
        return None;
    }
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    let mut place = |at: usize| {
        let count = counts.entry(at).or_default();
        *count += 1;
        *count - 1
    };
    let places: Vec<usize> = members.iter().map(|(at, _)| place(*at)).collect();
    places.iter().all(|&place| place < 2).then_some(places)
}

/// The place of each member of a kind in its instance, if all are numbers with words between them: `61 to 80`.
pub(crate) fn between_words(
    corpus: &Corpus<'_>,
    children: &Children,
    kind: usize,
) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    for (group, kinds) in children.groups.iter().zip(&children.kinds) {
        let (mut count, mut has_words) = (0, true);
        for (&child, &of) in group.iter().zip(kinds) {
            if of == kind {
                if !has_words || !is_number(&corpus.line(child)) {
                    return None;
                }
                places.push(count);
                (count, has_words) = (count + 1, false);
            } else if corpus.tag(child) == "#text" {
                has_words |= corpus.line(child).contains(char::is_alphabetic);
            }
        }
    }
    let slots = places.iter().max().map_or(0, |last| last + 1);
    (slots <= corpus.parameters().row_cells).then_some(places)
}

/// The side of each member of a kind, if what (almost) all instances have just once stands between
/// members and parts them into slots: the line above the main table and the line below it.
pub(crate) fn sides(corpus: &Corpus<'_>, children: &Children, kind: usize) -> Option<Vec<usize>> {
    let is_landmark = landmarks(corpus, children, kind);
    let mut found = Vec::new();
    let mut slots: BTreeMap<usize, usize> = BTreeMap::new();
    let mut twice = 0;
    for kinds in &children.kinds {
        let (mut side, mut last) = (0, None);
        for of in kinds {
            side += usize::from(is_landmark[*of]);
            if *of == kind {
                twice += usize::from(last == Some(side));
                last = Some(side);
                found.push(side);
                slots.insert(side, 0);
            }
        }
    }
    if !corpus.share(twice, found.len()).is_chance()
        || !(2..=corpus.parameters().slots).contains(&slots.len())
    {
        return None;
    }
    slots.values_mut().enumerate().for_each(|(index, slot)| *slot = index);
    Some(found.into_iter().map(|side| slots[&side]).collect())
}

/// For each kind whether (almost) all instances that have children of `kind` have it just once.
fn landmarks(corpus: &Corpus<'_>, children: &Children, kind: usize) -> Vec<bool> {
    let mut having = 0usize;
    // How many instances have a kind once, and how often the one at hand has it.
    let (mut once, mut here) = (vec![0usize; children.count], vec![0u32; children.count]);
    for kinds in children.kinds.iter().filter(|kinds| kinds.contains(&kind)) {
        having += 1;
        for &of in kinds {
            here[of] += 1;
            match here[of] {
                1 => once[of] += 1,
                2 => once[of] -= 1,
                _ => {}
            }
        }
        kinds.iter().for_each(|&of| here[of] = 0);
    }
    let is_usual = |count: usize| corpus.share(count, having).is_nearly_all();
    (0..children.count).map(|of| of != kind && is_usual(once[of])).collect()
}
