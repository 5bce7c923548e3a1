//! What the addresses of a site's pages say, and the marks of the pages.

use crate::parameters::Parameters;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// What the pages of a site say besides how similar they are; all lists are parallel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    /// A number for the pattern of each page's URL, with the names that recur on the site.
    pub named: Vec<u32>,
    /// The same with the names of directories left open; pages with one named pattern have one of these.
    pub open: Vec<u32>,
    /// A number for the kind of pages that its directories say in words that are known for kinds.
    pub kinds: Vec<Option<u32>>,
    /// Of each page its marks, rising: `2p` if it has the path `p`, and `2p + 1` if several times.
    pub marks: Vec<Vec<u32>>,
    /// The path that each path stands below; `None` for that of the root.
    pub above: Vec<Option<u32>>,
}

impl Addresses {
    /// Whether the addresses of two groups of pages have the same patterns. One that more than half of the site's
    /// pages have tells nothing, as where all stand in one directory.
    pub(crate) fn have_same_patterns(
        &self,
        left: &[usize],
        right: &[usize],
        parameters: &Parameters,
    ) -> bool {
        let all: Vec<usize> = (0..self.named.len()).collect();
        let usual = shares(&all, &self.named);
        let patterns = |pages: &[usize]| {
            let mut shares = shares(pages, &self.named);
            shares.retain(|pattern, _| usual[pattern] <= 0.5);
            shares
        };
        are_same(&patterns(left), &patterns(right), parameters.same_patterns)
    }
}

/// Whether directories say that pages are of two kinds.
pub(crate) fn are_other_kinds(one: Option<u32>, other: Option<u32>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

/// The shares of a cluster's pages that have each pattern.
pub(crate) struct Patterns {
    pub(crate) named: FxHashMap<u32, f64>,
    pub(crate) open: FxHashMap<u32, f64>,
    /// The kind that their directories say, where that of more than half of them is one.
    pub(crate) kind: Option<u32>,
}

impl Patterns {
    /// Those of these pages.
    pub(crate) fn of(pages: &[usize], addresses: &Addresses) -> Self {
        let kinds = shares(pages, &addresses.kinds);
        let usual = kinds.into_iter().find(|(_, share)| *share > 0.5);
        Self {
            named: shares(pages, &addresses.named),
            open: shares(pages, &addresses.open),
            kind: usual.and_then(|(kind, _)| kind),
        }
    }
}

/// The shares of some pages that have each pattern; `patterns` gives that of each page.
fn shares<T: Copy + Eq + Hash>(pages: &[usize], patterns: &[T]) -> FxHashMap<T, f64> {
    let mut shares: FxHashMap<T, f64> = FxHashMap::default();
    for &page in pages {
        *shares.entry(patterns[page]).or_default() += 1.0;
    }
    shares.values_mut().for_each(|share| *share /= pages.len() as f64);
    shares
}

/// Whether the shares that two clusters have in common reach `least`.
pub(crate) fn are_same(
    left: &FxHashMap<u32, f64>,
    right: &FxHashMap<u32, f64>,
    least: f64,
) -> bool {
    let mut common: Vec<(u32, f64)> = left
        .iter()
        .filter_map(|(pattern, share)| Some((*pattern, share.min(*right.get(pattern)?))))
        .collect();
    common.sort_unstable_by_key(|(pattern, _)| *pattern);
    common.iter().map(|(_, share)| share).sum::<f64>() >= least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_that_most_pages_have_tells_nothing() {
        let have_same = |patterns: &[u32]| {
            let addresses = Addresses { named: patterns.to_vec(), ..Addresses::default() };
            addresses.have_same_patterns(&[0, 1, 2], &[3, 4], &Parameters::default())
        };
        assert!(have_same(&[1, 1, 1, 1, 1, 2, 2, 2, 2, 2]));
        assert!(have_same(&[1, 1, 2, 1, 1, 2, 3, 3, 3, 3]));
        assert!(!have_same(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 2]), "most pages of the site have it");
        assert!(!have_same(&[1, 1, 1, 2, 2, 3, 3, 3, 3, 3]));
    }
}
