//! Items without an element of their own, in one stream: a link, a paragraph and two lines for each result of a
//! search, a picture, a title and labelled lines for each file to fetch.
//!
//! Paragraphs of such items are no running text, and labels that come in each of them make no map.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::multi_node::{MultiNode, leader_first};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether the instances of a node hold items in one stream.
pub(crate) fn hold_led_items(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let groups = instances.iter().map(|&node| corpus.content_children(node)).collect();
    let children = Children::new(corpus, groups);
    led_items(corpus, &children, &FxHashSet::default()).is_some()
}

/// Finds kinds that come in turn, two of them and more as often in (almost) each turn: items in one stream. Kinds in
/// `done` belong to something else.
pub(crate) fn led_items(
    corpus: &Corpus<'_>,
    children: &Children,
    done: &FxHashSet<usize>,
) -> Option<MultiNode> {
    let is_head = |kind: &usize| {
        let counts = children.counts(*kind);
        let several = counts.iter().filter(|count| **count > 1).count();
        let having = counts.iter().filter(|count| **count > 0).count();
        !done.contains(kind) && corpus.share(several, having).is_half() && having > 0
    };
    let turns = (0..children.count)
        .filter(is_head)
        .filter_map(|head| Turns::of(corpus, children, head, done));
    let best = turns.max_by_key(|turns| (turns.steady.len(), std::cmp::Reverse(turns.head)))?;
    let mut steady = best.steady;
    steady.push(best.head);
    let leader = leader_first(children, steady)[0];
    let turns = Turns::of(corpus, children, leader, done)?;
    let mut kinds = turns.own(corpus, children)?;
    kinds.retain(|kind| *kind != leader);
    kinds.insert(0, leader);
    Some(MultiNode { kinds })
}

/// What stands between the members of one kind.
struct Turns {
    head: usize,
    /// Kinds that (almost) all turns have as often.
    steady: Vec<usize>,
    /// All kinds that stand in whole turns, by rising number.
    kinds: Vec<usize>,
}

impl Turns {
    /// The turns that a kind heads, if there are many, and two kinds and more are steady in them.
    fn of(
        corpus: &Corpus<'_>,
        children: &Children,
        head: usize,
        done: &FxHashSet<usize>,
    ) -> Option<Self> {
        let mut counts: FxHashMap<usize, FxHashMap<usize, usize>> = FxHashMap::default();
        let mut whole = 0;
        for kinds in &children.kinds {
            let starts: Vec<usize> = (0..kinds.len()).filter(|&at| kinds[at] == head).collect();
            for two in starts.windows(2) {
                whole += 1;
                let mut of_turn: FxHashMap<usize, usize> = FxHashMap::default();
                kinds[two[0] + 1..two[1]]
                    .iter()
                    .for_each(|kind| *of_turn.entry(*kind).or_default() += 1);
                for (kind, count) in of_turn {
                    *counts.entry(kind).or_default().entry(count).or_default() += 1;
                }
            }
        }
        if whole < corpus.parameters().many {
            return None;
        }
        let is_steady = |(kind, counts): (&usize, &FxHashMap<usize, usize>)| {
            let most = counts.values().copied().max().unwrap_or(0);
            (!done.contains(kind) && corpus.share(most, whole).is_nearly_all()).then_some(*kind)
        };
        let mut steady: Vec<usize> = counts.iter().filter_map(is_steady).collect();
        steady.sort_unstable();
        let mut kinds: Vec<usize> = counts.into_keys().collect();
        kinds.sort_unstable();
        (steady.len() > 1).then_some(Self { head, steady, kinds })
    }

    /// The kinds (almost) all of whose members stand in turns, if those that are steady do.
    fn own(&self, corpus: &Corpus<'_>, children: &Children) -> Option<Vec<usize>> {
        let is_own = |kind: usize| {
            let (mut within, mut all) = (0, 0);
            for kinds in &children.kinds {
                let first = kinds.iter().position(|of| *of == self.head).unwrap_or(kinds.len());
                all += kinds.iter().filter(|of| **of == kind).count();
                within += kinds[first..].iter().filter(|of| **of == kind).count();
            }
            corpus.share(within, all).is_nearly_all()
        };
        let kinds: Vec<usize> = self.kinds.iter().copied().filter(|kind| is_own(*kind)).collect();
        self.steady.iter().all(|kind| kinds.contains(kind)).then_some(kinds)
    }
}
