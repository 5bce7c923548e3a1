//! Entries of a list that stand in any order.
//!
//! What has a role of its own in a block stands in one order on all pages: the title before the price. Entries (`li`)
//! that their authors gave the same class words and id, and that come now in this order, now in that, are items of one
//! list, whatever they hold: links to pages that are there, and links marked `new` to pages that are not. Of the parts
//! of an item that spans several siblings, one always begins.

use crate::corpus::Corpus;
use crate::level::alternatives::{own_words, stand_alike};
use crate::level::kinds::Children;
use rustc_hash::FxHashSet;

/// Joins kinds of entries with the same class words and id that stand in any order. Kinds in `done` stay as they are.
pub(crate) fn join_mixed(corpus: &Corpus<'_>, children: &mut Children, done: &FxHashSet<usize>) {
    if children.count > corpus.parameters().slots {
        return;
    }
    let mut kinds: Vec<usize> = (0..children.count)
        .filter(|kind| !done.contains(kind) && children.members(*kind).next().is_some())
        .collect();
    let mut at = 0;
    while at < kinds.len() {
        let kind = kinds[at];
        let other = kinds[at + 1..].iter().position(|&other| {
            are_entries_alike(corpus, children, kind, other)
                && are_mixed(corpus, children, kind, other)
                && stand_alike(children, kind, other)
        });
        match other {
            Some(other) => {
                let other = kinds.remove(at + 1 + other);
                children.join(&[kind, other]);
            }
            None => at += 1,
        }
    }
}

/// Whether two kinds are entries of a list with the same class words and id.
fn are_entries_alike(corpus: &Corpus<'_>, children: &Children, a: usize, b: usize) -> bool {
    let first = |kind| children.members(kind).next().map(|(_, instance)| instance);
    let (Some(a), Some(b)) = (first(a), first(b)) else { return false };
    [a, b].iter().all(|&entry| corpus.tag(entry) == "li")
        && own_words(corpus, a) == own_words(corpus, b)
}

/// Whether each of two kinds comes first in some of the instances that have both, and each comes last in some.
fn are_mixed(corpus: &Corpus<'_>, children: &Children, a: usize, b: usize) -> bool {
    if !children.is_many(a) && !children.is_many(b) {
        return false;
    }
    let (mut both, mut first, mut last) = (0, 0, 0);
    for kinds in &children.kinds {
        let of_two: Vec<usize> = kinds.iter().copied().filter(|of| *of == a || *of == b).collect();
        if !of_two.contains(&a) || !of_two.contains(&b) {
            continue;
        }
        both += 1;
        first += usize::from(of_two.first() == Some(&a));
        last += usize::from(of_two.last() == Some(&a));
    }
    let is_open = |hits: usize| {
        !corpus.share(hits, both).is_rare() && !corpus.share(both - hits, both).is_rare()
    };
    both >= corpus.parameters().few && is_open(first) && is_open(last)
}
