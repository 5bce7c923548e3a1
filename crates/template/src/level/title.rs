//! Main headings: the first that a page has is its title, whatever comes further down.

use crate::corpus::Corpus;
use crate::level::kinds::Member;
use rustc_hash::FxHashSet;

/// The first main heading of each instance and the others, if most instances have no other. An `h1` stands for
/// the page as a whole \[HTML, 4.3.6\], and the second of some pages comes from a text that was pasted.
pub(crate) fn first_of_headings(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    let mut instances = FxHashSet::default();
    let is_other: Vec<usize> =
        members.iter().map(|(at, _)| usize::from(!instances.insert(*at))).collect();
    let others: FxHashSet<usize> = members
        .iter()
        .zip(&is_other)
        .filter(|(_, other)| **other == 1)
        .map(|(of, _)| of.0)
        .collect();
    let alone = corpus.share(instances.len() - others.len(), instances.len());
    let are_main = members.iter().all(|(_, member)| corpus.tag(*member) == "h1");
    (are_main && alone.is_most()).then_some(is_other)
}
