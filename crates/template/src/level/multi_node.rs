//! Lists whose items span several siblings: `dt` and `dd`, a title row and a row of details.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;

/// Kinds that come in turn; the first begins an item.
pub(crate) struct MultiNode {
    /// The kinds, the first of an item first.
    pub(crate) kinds: Vec<usize>,
}

/// Finds the multi-node records among kinds that instances have several of.
pub(crate) fn multi_node_records(
    corpus: &Corpus<'_>,
    children: &Children,
    many: &[usize],
) -> Vec<MultiNode> {
    let n = many.len();
    let place = |kind: usize| many.iter().position(|of| *of == kind);
    let mut follows = vec![vec![0usize; n]; n];
    let mut count = vec![0usize; n];
    for kinds in &children.kinds {
        for (at, of) in kinds.iter().enumerate() {
            let Some(a) = place(*of) else { continue };
            count[a] += 1;
            if let Some(b) = kinds.get(at + 1).and_then(|next| place(*next)) {
                follows[a][b] += 1;
            }
        }
    }
    let is_list = |a: usize| 2 * follows[a][a] > count[a];
    let mut group: Vec<usize> = (0..n).collect();
    for a in 0..n {
        for b in 0..n {
            let follow = |of: usize| corpus.share(follows[a][b], count[of]).is_most();
            let joined = a != b && !is_list(a) && !is_list(b) && (follow(a) || follow(b));
            if joined {
                let (from, to) = (group[a].max(group[b]), group[a].min(group[b]));
                group.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
            }
        }
    }
    let mut found = Vec::new();
    for root in 0..n {
        let kinds: Vec<usize> = (0..n).filter(|&a| group[a] == root).map(|a| many[a]).collect();
        if kinds.len() > 1 {
            found.push(MultiNode { kinds: leader_first(children, kinds) });
        }
    }
    found
}

/// The kind that comes first in most instances leads.
pub(crate) fn leader_first(children: &Children, mut kinds: Vec<usize>) -> Vec<usize> {
    let firsts = |kind: usize| {
        let first = |of: &Vec<usize>| of.iter().find(|k| kinds.contains(k)).copied();
        children.kinds.iter().filter(|of| first(of) == Some(kind)).count()
    };
    let leader = kinds.iter().copied().max_by_key(|&kind| (firsts(kind), std::cmp::Reverse(kind)));
    kinds.sort_by_key(|&kind| (Some(kind) != leader, kind));
    kinds
}

/// The items of a multi-node record, each with the index of the instance that it belongs to.
pub(crate) fn units(children: &Children, kinds: &[usize]) -> (Vec<usize>, Vec<Vec<Instance>>) {
    let mut owners = Vec::new();
    let mut units: Vec<Vec<Instance>> = Vec::new();
    for (at, (group, of)) in children.groups.iter().zip(&children.kinds).enumerate() {
        let mut open = false;
        for (child, kind) in group.iter().zip(of).filter(|(_, kind)| kinds.contains(kind)) {
            if *kind == kinds[0] || !open {
                owners.push(at);
                units.push(Vec::new());
                open = true;
            }
            if let Some(unit) = units.last_mut() {
                unit.push(*child);
            }
        }
    }
    (owners, units)
}
