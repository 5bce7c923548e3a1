//! Like siblings told apart by where they stand: the ends of a range, and what stands before and
//! behind something else.

use crate::corpus::Corpus;
use crate::grammar::is_amount;
use crate::kinds::Children;
use crate::slots::{MAX_SLOTS, Member, TOLERANCE};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Share of the instances that must have a landmark just once.
const USUAL: f64 = 0.95;

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

/// The side of each member of a kind, if what (almost) all instances have just once stands between
/// members and parts them into slots: the line above the main table and the line below it.
pub(crate) fn sides(children: &Children, kind: usize) -> Option<Vec<usize>> {
    let having: Vec<&Vec<usize>> =
        children.kinds.iter().filter(|kinds| kinds.contains(&kind)).collect();
    let is_landmark = |other: &usize| {
        let once = |kinds: &&&Vec<usize>| kinds.iter().filter(|of| *of == other).count() == 1;
        *other != kind && having.iter().filter(once).count() as f64 >= USUAL * having.len() as f64
    };
    let landmarks: FxHashSet<usize> = (0..children.count).filter(is_landmark).collect();
    let mut found = Vec::new();
    let mut slots: BTreeMap<usize, usize> = BTreeMap::new();
    let mut twice = 0;
    for kinds in &children.kinds {
        let (mut side, mut last) = (0, None);
        for of in kinds {
            side += usize::from(landmarks.contains(of));
            if *of == kind {
                twice += usize::from(last == Some(side));
                last = Some(side);
                found.push(side);
                slots.insert(side, 0);
            }
        }
    }
    let once = f64::from(twice as u32) <= TOLERANCE * found.len() as f64;
    if !once || !(2..=MAX_SLOTS).contains(&slots.len()) {
        return None;
    }
    slots.values_mut().enumerate().for_each(|(index, slot)| *slot = index);
    Some(found.into_iter().map(|side| slots[&side]).collect())
}
