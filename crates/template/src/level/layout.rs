//! Like siblings that lay a page out: rows of a grid that hold a heading, a table and a pager.
//!
//! A framework gives all rows of a page one class word, and a page of tables none, so that they look
//! like the items of a list. What tells them apart is what they hold, below blocks that only wrap it.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::kinds::Member;
use crate::level::landmarks::deep_landmarks;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The part of each member, if two of them and more are landmarks: alone of their kind, on (almost)
/// all instances, in one order. What stands between two landmarks is one part.
pub(crate) fn layout(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    // Entries of lists and paragraphs are what they seem.
    let is_block = !matches!(corpus.tag(members.first()?.1), "li" | "p");
    let instances: FxHashSet<usize> = members.iter().map(|(at, _)| *at).collect();
    if !is_block || instances.len() < corpus.parameters().few {
        return None;
    }
    let of_member = landmarks(corpus, members, instances.len())?;
    let all: FxHashSet<usize> = of_member.iter().copied().flatten().collect();
    if all.len() < 2 || !in_one_order(corpus, members, &of_member, all.len()) {
        return None;
    }
    let parts = parts(members, &of_member);
    let count = parts.iter().max().map_or(0, |last| last + 1);
    (count <= corpus.parameters().slots).then_some(parts)
}

/// The landmark that each member is: by what it holds, else by what stands deep inside it. `None` where
/// members are of too many kinds.
fn landmarks(
    corpus: &Corpus<'_>,
    members: &[Member],
    instances: usize,
) -> Option<Vec<Option<usize>>> {
    let cores = members.iter().map(|(_, member)| core(corpus, *member)).collect();
    let cores = Children::with_threshold(corpus, vec![cores], corpus.parameters().same_kind);
    let (kinds, count) = (&cores.kinds[0], cores.count);
    if count > corpus.parameters().slots || kinds.len() != members.len() {
        return None;
    }
    let usual = usual_kinds(corpus, members, kinds, count, instances);
    let deep = deep_landmarks(corpus, members, instances);
    let of_kinds = kinds.iter().zip(deep);
    let landmark = |(kind, deep): (&usize, Option<usize>)| match usual.contains(kind) {
        true => Some(*kind),
        false => deep.map(|deep| count + deep),
    };
    Some(of_kinds.map(landmark).collect())
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
fn usual_kinds(
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
    let is_usual = |kind: &usize| {
        let several = having[*kind].values().filter(|&&times| times > 1).count();
        corpus.share(having[*kind].len(), instances).is_nearly_all()
            && corpus.share(several, instances).is_chance()
    };
    (0..count).filter(is_usual).collect()
}

/// Whether (almost) all instances have all landmarks, in one order.
fn in_one_order(
    corpus: &Corpus<'_>,
    members: &[Member],
    of_member: &[Option<usize>],
    landmarks: usize,
) -> bool {
    let mut orders: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for ((at, _), landmark) in members.iter().zip(of_member) {
        orders.entry(*at).or_default().extend(landmark);
    }
    let mut counts: FxHashMap<&[usize], usize> = FxHashMap::default();
    let whole = orders.values().filter(|order| order.len() == landmarks);
    whole.for_each(|order| *counts.entry(order).or_default() += 1);
    let all: usize = counts.values().sum();
    let most = counts.values().copied().max().unwrap_or_default();
    most > 0 && corpus.share(most, all).is_nearly_all()
}

/// The part of each member: a landmark, or what stands between two of them, from 0.
fn parts(members: &[Member], of_member: &[Option<usize>]) -> Vec<usize> {
    let (mut side, mut before) = (0, None);
    let mut places = Vec::with_capacity(members.len());
    for ((at, _), landmark) in members.iter().zip(of_member) {
        if before.replace(at) != Some(at) {
            side = 0;
        }
        side += usize::from(landmark.is_some());
        places.push((*landmark, if landmark.is_some() { 0 } else { side }));
    }
    let mut parts: BTreeMap<(Option<usize>, usize), usize> =
        places.iter().map(|place| (*place, 0)).collect();
    parts.values_mut().enumerate().for_each(|(part, number)| *number = part);
    places.iter().map(|place| parts[place]).collect()
}
