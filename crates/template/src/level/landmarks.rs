//! Siblings that each instance has once, by what stands deep inside them.
//!
//! The blocks of a page and the rows of a table that only sets them look alike from outside. What
//! nearly all instances have in just one of the siblings (the heading, the byline, the words `Read also`)
//! tells which of them are the same from page to page. The items of a list share what they hold, and
//! have nothing that comes once.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::{Member, usual_count};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// What stands in a sibling.
#[derive(Default)]
struct Inside {
    /// The labels on the way to each node below.
    paths: FxHashSet<u64>,
    /// Short texts, with the way to them.
    texts: FxHashSet<u64>,
}

/// The landmark that each member is, from 0: one that (almost) all instances have once, and that is
/// unlike its siblings.
pub(crate) fn deep_landmarks(
    corpus: &Corpus<'_>,
    members: &[Member],
    instances: usize,
) -> Vec<Option<usize>> {
    let mut of_member = vec![None; members.len()];
    // More siblings than a page has parts are a list.
    if members.len() > instances * corpus.parameters().slots || !come_as_often(corpus, members) {
        return of_member;
    }
    let insides: Vec<Inside> = members.iter().map(|(_, member)| inside(corpus, *member)).collect();
    let mut landmarks: Vec<FxHashMap<usize, usize>> = Vec::new();
    for holders in holders_of_once(corpus, members, &insides, instances) {
        let is_known = |known: &FxHashMap<usize, usize>| {
            let same = holders.iter().filter(|(at, member)| known.get(at) == Some(member)).count();
            !corpus.share(same, instances).is_rare()
        };
        if !landmarks.iter().any(is_known)
            && landmarks.len() < corpus.parameters().slots
            && is_unlike(corpus, members, &insides, &holders)
        {
            landmarks.push(holders);
        }
    }
    for (landmark, holders) in landmarks.iter().enumerate() {
        holders.values().for_each(|&member| of_member[member] = Some(landmark));
    }
    of_member
}

/// Whether (almost) all instances have equally many members. Extraction knows siblings by what stands near
/// their tops, so that it tells those that are alike there apart by their order alone.
fn come_as_often(corpus: &Corpus<'_>, members: &[Member]) -> bool {
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    members.iter().for_each(|(at, _)| *counts.entry(*at).or_default() += 1);
    let instances = counts.len();
    usual_count(counts.into_values().collect())
        .is_some_and(|(_, as_often)| corpus.share(as_often, instances).is_nearly_all())
}

/// For each thing that (almost) all instances have in one member and no more, the member by its instance;
/// what most instances have comes first.
fn holders_of_once(
    corpus: &Corpus<'_>,
    members: &[Member],
    insides: &[Inside],
    instances: usize,
) -> Vec<FxHashMap<usize, usize>> {
    let mut once: FxHashMap<u64, FxHashMap<usize, Option<usize>>> = FxHashMap::default();
    for (member, ((at, _), inside)) in members.iter().zip(insides).enumerate() {
        for &thing in inside.paths.iter().chain(&inside.texts) {
            let of_thing = once.entry(thing).or_default();
            of_thing.entry(*at).and_modify(|holder| *holder = None).or_insert(Some(member));
        }
    }
    let mut found: Vec<(u64, FxHashMap<usize, usize>)> = once
        .into_iter()
        .map(|(thing, holders)| {
            let single = |(at, holder): (usize, Option<usize>)| Some((at, holder?));
            (thing, holders.into_iter().filter_map(single).collect::<FxHashMap<_, _>>())
        })
        .filter(|(_, holders)| corpus.share(holders.len(), instances).is_nearly_all())
        .collect();
    found.sort_by_key(|(thing, holders)| (std::cmp::Reverse(holders.len()), *thing));
    found.into_iter().map(|(_, holders)| holders).collect()
}

/// Whether the members that are to be a landmark hold little of what their siblings do.
fn is_unlike(
    corpus: &Corpus<'_>,
    members: &[Member],
    insides: &[Inside],
    holders: &FxHashMap<usize, usize>,
) -> bool {
    // A lone text or a linked word is a cell, whatever its neighbours are.
    let is_block = |at: usize| insides[at].paths.len() >= corpus.parameters().boilerplate_nodes;
    let is_like = |at: usize, other: usize| {
        let (a, b) = (&insides[at].paths, &insides[other].paths);
        let shared = a.intersection(b).count() as f32;
        2.0 * shared >= corpus.parameters().same_kind * (a.len() + b.len()) as f32
    };
    let unlike = holders.iter().filter(|&(of, &holder)| {
        // Those of an instance stand together.
        let first = members.partition_point(|(at, _)| at < of);
        let siblings = (first..members.len()).take_while(|&other| members[other].0 == *of);
        is_block(holder) && siblings.into_iter().all(|at| at == holder || !is_like(holder, at))
    });
    corpus.share(unlike.count(), holders.len()).is_nearly_all()
}

/// What stands in a node.
fn inside(corpus: &Corpus<'_>, (page, node): Instance) -> Inside {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let mut paths: FxHashMap<usize, u64> = FxHashMap::from_iter([(node.index(), 0)]);
    let mut inside = Inside::default();
    for below in tree.subtree(node).skip(1) {
        let above = tree.parent(below).and_then(|parent| paths.get(&parent.index()));
        let path = hash((above, view.label_hash(below)));
        paths.insert(below.index(), path);
        inside.paths.insert(path);
        let text = tree.text(below).trim();
        if !text.is_empty() && text.len() <= corpus.parameters().label_chars {
            inside.texts.insert(hash((path, text)));
        }
    }
    inside
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}
