//! Like siblings that lay a page out: rows of a grid that hold a heading, a table and a pager.
//!
//! A framework gives all rows of a page one class word, so that they look like the items of a list.
//! What tells them apart is what they hold, below blocks that only wrap it.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::slots::Member;
use rustc_hash::{FxHashMap, FxHashSet};

/// The part of each member, if two of them and more are landmarks: alone of their kind, on (almost)
/// all instances, in one order. The others are told apart by the landmarks that they stand between,
/// and there by what they hold; what never comes together there is one part.
pub(crate) fn layout(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    // Entries of lists are what they seem, and rows of tables have rules of their own.
    let is_block = !matches!(corpus.tag(members.first()?.1), "li" | "tr" | "td" | "th" | "p");
    let instances: FxHashSet<usize> = members.iter().map(|(at, _)| *at).collect();
    if !is_block || instances.len() < corpus.parameters().few {
        return None;
    }
    let cores = members.iter().map(|(_, member)| core(corpus, *member)).collect();
    let cores = Children::with_threshold(corpus, vec![cores], corpus.parameters().same_kind);
    let kinds = &cores.kinds[0];
    if cores.count > corpus.parameters().slots || kinds.len() != members.len() {
        return None;
    }
    let landmarks = landmarks(corpus, members, kinds, cores.count, instances.len());
    if landmarks.len() < 2 || !in_one_order(corpus, members, kinds, &landmarks) {
        return None;
    }
    let parts = parts(members, kinds, &landmarks);
    let count = parts.iter().max().map_or(0, |last| last + 1);
    (count <= corpus.parameters().slots).then_some(parts)
}

/// What a block holds: the first node below it that is not the only child of its parent.
fn core(corpus: &Corpus<'_>, (page, node): Instance) -> Instance {
    let mut at = (page, node);
    loop {
        match corpus.content_children(at).as_slice() {
            [only] if corpus.tag(*only) != "#text" => at = *only,
            _ => return at,
        }
    }
}

/// The kinds that (almost) all instances have just once.
fn landmarks(
    corpus: &Corpus<'_>,
    members: &[Member],
    kinds: &[usize],
    count: usize,
    instances: usize,
) -> FxHashSet<usize> {
    let mut having: Vec<FxHashMap<usize, usize>> = vec![FxHashMap::default(); count];
    for ((at, _), &kind) in members.iter().zip(kinds) {
        *having[kind].entry(*at).or_default() += 1;
    }
    let is_landmark = |kind: &usize| {
        let several = having[*kind].values().filter(|&&times| times > 1).count();
        corpus.share(having[*kind].len(), instances).is_nearly_all()
            && corpus.share(several, instances).is_chance()
    };
    (0..count).filter(is_landmark).collect()
}

/// Whether (almost) all instances have the landmarks in one order.
fn in_one_order(
    corpus: &Corpus<'_>,
    members: &[Member],
    kinds: &[usize],
    landmarks: &FxHashSet<usize>,
) -> bool {
    let mut orders: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for ((at, _), kind) in members.iter().zip(kinds).filter(|(_, kind)| landmarks.contains(kind)) {
        orders.entry(*at).or_default().push(*kind);
    }
    let mut counts: FxHashMap<&[usize], usize> = FxHashMap::default();
    let whole = orders.values().filter(|order| order.len() == landmarks.len());
    whole.for_each(|order| *counts.entry(order).or_default() += 1);
    let all: usize = counts.values().sum();
    let most = counts.values().copied().max().unwrap_or_default();
    most > 0 && corpus.share(most, all).is_nearly_all()
}

/// The part of each member: a landmark, or the kinds between two landmarks that never meet.
fn parts(members: &[Member], kinds: &[usize], landmarks: &FxHashSet<usize>) -> Vec<usize> {
    let mut side = 0;
    let mut before = None;
    let mut places = Vec::with_capacity(members.len());
    for ((at, _), kind) in members.iter().zip(kinds) {
        if before.replace(at) != Some(at) {
            side = 0;
        }
        side += usize::from(landmarks.contains(kind));
        places.push(if landmarks.contains(kind) { (0, *kind) } else { (side + 1, *kind) });
    }
    let mut instances: Vec<((usize, usize), FxHashSet<usize>)> = Vec::new();
    for (place, (at, _)) in places.iter().zip(members) {
        match instances.iter_mut().find(|(known, _)| known == place) {
            Some((_, having)) => drop(having.insert(*at)),
            None => instances.push((*place, FxHashSet::from_iter([*at]))),
        }
    }
    // The most usual kinds of a side come first, so that rare forms join them.
    instances.sort_by_key(|(place, having)| (std::cmp::Reverse(having.len()), *place));
    let mut found: Vec<(usize, FxHashSet<usize>)> = Vec::new();
    let mut part_of: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for (place, having) in instances {
        let alone = |(side, known): &(usize, FxHashSet<usize>)| {
            place.0 > 0 && *side == place.0 && known.is_disjoint(&having)
        };
        let part = found.iter().position(alone).unwrap_or_else(|| {
            found.push((place.0, FxHashSet::default()));
            found.len() - 1
        });
        found[part].1.extend(having);
        part_of.insert(place, part);
    }
    places.iter().map(|place| part_of[place]).collect()
}
