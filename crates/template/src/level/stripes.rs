//! Rows of a table in turn of two looks: `row-a` and `row-b`.
//!
//! What colours every other row makes two kinds of what is one, most easily where rows hold little
//! else to be known by. Two kinds that always come in turn could also be the two parts of an item
//! (a question and its answer), so the look alone does not join them.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use sitewrap_wrapper::dice;
use std::collections::BTreeMap;

/// Joins kinds that are rows of one list in turn of two looks.
pub(crate) fn join_stripes(corpus: &Corpus<'_>, children: &mut Children) {
    for (a, b) in in_turn(corpus, children) {
        if are_stripes(corpus, children, a, b) {
            children.join(&[a, b]);
        }
    }
}

/// Pairs of kinds of which (almost) always one follows the other.
fn in_turn(corpus: &Corpus<'_>, children: &Children) -> Vec<(usize, usize)> {
    let mut follows: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for two in children.kinds.iter().flat_map(|kinds| kinds.windows(2)) {
        *follows.entry((two[0], two[1])).or_default() += 1;
    }
    let count = |a: usize, b: usize| follows.get(&(a, b)).copied().unwrap_or_default();
    let alternate = |&(a, b): &(usize, usize)| {
        let different = count(a, b) + count(b, a);
        let alike = count(a, a) + count(b, b);
        a != b && different > 1 && corpus.share(different, different + alike).is_nearly_all()
    };
    let mut found: Vec<(usize, usize)> =
        follows.keys().map(|&(a, b)| (a.min(b), a.max(b))).filter(alternate).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn are_stripes(corpus: &Corpus<'_>, children: &Children, a: usize, b: usize) -> bool {
    let first = |kind| children.members(kind).next().map(|(_, instance)| instance);
    let (Some(of_a), Some(of_b)) = (first(a), first(b)) else { return false };
    corpus.tag(of_a) == corpus.tag(of_b)
        && corpus.tag(of_a) != "#text"
        && hold_the_like(corpus, of_a, of_b)
        && has_cells(corpus, of_a)
        && are_incomplete(corpus, children, a, b)
}

fn are_incomplete(corpus: &Corpus<'_>, children: &Children, a: usize, b: usize) -> bool {
    let counts: Vec<(usize, usize)> = children
        .counts(a)
        .into_iter()
        .zip(children.counts(b))
        .filter(|&(of_a, of_b)| of_a + of_b > 1)
        .collect();
    let uneven = counts.iter().filter(|(of_a, of_b)| of_a.abs_diff(*of_b) == 1).count();
    !counts.is_empty() && corpus.share(uneven, counts.len()).recurs()
}

fn has_cells(corpus: &Corpus<'_>, row: Instance) -> bool {
    corpus.tag(row) == "tr" && corpus.children(row).len() > 1
}

/// Whether two rows are alike apart from their class words.
pub(crate) fn hold_the_like(corpus: &Corpus<'_>, a: Instance, b: Instance) -> bool {
    let inside = |row: Instance| -> Vec<(u64, f32)> {
        let features = corpus.features(row);
        let below = |hash: u64| corpus.name(hash).starts_with(['>', '^', '|']);
        features.features().iter().copied().filter(|(hash, _)| below(*hash)).collect()
    };
    let (a, b) = (inside(a), inside(b));
    let total = |features: &[(u64, f32)]| features.iter().map(|(_, weight)| weight).sum::<f32>();
    !a.is_empty() && dice(&a, total(&a), &b, total(&b)) >= corpus.parameters().same_structure
}
