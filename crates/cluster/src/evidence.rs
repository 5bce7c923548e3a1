//! What sets two groups of pages apart, mark by mark.

use crate::parameters::Parameters;
use rustc_hash::FxHashMap;

/// How many pages of a group have each mark.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Marks {
    pages: usize,
    /// Marks with the number of pages that have them, rising.
    counts: Vec<(u32, u32)>,
}

impl Marks {
    /// The marks of some pages; `marks` holds those of each page, rising.
    pub(crate) fn of(pages: &[usize], marks: &[Vec<u32>]) -> Self {
        let mut all: Vec<u32> = pages.iter().flat_map(|&page| &marks[page]).copied().collect();
        all.sort_unstable();
        let counts = all.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect();
        Self { pages: pages.len(), counts }
    }

    /// The share of pages that have a mark which `count` of them have, as expected of further pages:
    /// of three pages in three, seven in eight, and of none in three, one in eight (the mean of the
    /// posterior with Jeffreys' prior).
    fn share(&self, count: u32) -> f64 {
        (f64::from(count) + 0.5) / (self.pages as f64 + 1.0)
    }

    /// Whether too few pages have been seen for marks to set them apart from others, and yet they lack
    /// many marks that nearly all pages of the other group have.
    fn are_strange_to(&self, others: &Self, parameters: &Parameters) -> bool {
        let has = |mark: u32| self.counts.binary_search_by_key(&mark, |(own, _)| *own).is_ok();
        let lacks = |(mark, count): &&(u32, u32)| {
            others.share(*count) >= parameters.marks_apart && !has(*mark)
        };
        self.pages < parameters.few_pages
            && others.counts.iter().filter(lacks).count() >= parameters.many_marks
    }
}

/// What one group of pages has and another lacks, or has but once where the first has several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Own {
    paths: usize,
    /// Paths that do not stand below others of these.
    blocks: usize,
}

/// What sets two groups of pages apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Differences {
    left: Own,
    right: Own,
    /// Paths that half of the pages of each group have, or more.
    common: usize,
}

impl Differences {
    /// What differs between two groups by a share of `apart`; `above` gives the path that each path
    /// stands below.
    pub(crate) fn of(left: &Marks, right: &Marks, above: &[Option<u32>], apart: f64) -> Self {
        let mut is_left: FxHashMap<u32, bool> = FxHashMap::default();
        let mut common = 0;
        let (mut l, mut r) = (left.counts.iter().peekable(), right.counts.iter().peekable());
        while let Some(mark) = [l.peek(), r.peek()].into_iter().flatten().map(|(m, _)| *m).min() {
            let count = |side: &mut std::iter::Peekable<std::slice::Iter<'_, (u32, u32)>>| {
                side.next_if(|(next, _)| *next == mark).map_or(0, |(_, count)| *count)
            };
            let (in_left, in_right) = (left.share(count(&mut l)), right.share(count(&mut r)));
            common += usize::from(mark % 2 == 0 && in_left.min(in_right) >= 0.5);
            let gap = in_left - in_right;
            if gap.abs() >= apart {
                // A path that is not there is not there several times either.
                is_left.entry(mark / 2).or_insert(gap > 0.0);
            }
        }
        let mut found = Self { common, ..Self::default() };
        for (&path, side) in &is_left {
            let own = if *side { &mut found.left } else { &mut found.right };
            own.paths += 1;
            let is_below =
                above[path as usize].is_some_and(|above| is_left.get(&above) == Some(side));
            own.blocks += usize::from(!is_below);
        }
        found
    }

    /// Whether at least so many paths set the groups apart, and each group has some of them.
    /// A group that only lacks what the other has lacks an option.
    pub(crate) fn are_an_exchange(self, least: usize) -> bool {
        self.left.paths.min(self.right.paths) > 0 && self.are_many(least)
    }

    /// Whether one group only lacks what the other has, and that stands in at most so many blocks and is
    /// less than what both have. Where the root of a page tells its kind by a class word, all below
    /// it is one block.
    pub(crate) fn are_options(self, most: usize) -> bool {
        self.left.paths.min(self.right.paths) == 0
            && self.left.blocks + self.right.blocks <= most
            && !self.are_most()
    }

    /// Whether more sets the groups apart than they have in common.
    pub(crate) fn are_most(self) -> bool {
        self.left.paths + self.right.paths > self.common
    }

    /// Whether the groups have nothing in common but that both are pages.
    pub(crate) fn share_nothing(self) -> bool {
        self.common <= 1
    }

    pub(crate) fn are_none(self) -> bool {
        self.left.paths + self.right.paths == 0
    }

    pub(crate) fn are_many(self, many: usize) -> bool {
        self.left.paths + self.right.paths >= many
    }
}

/// Whether either of two groups has few pages, and these are strange to the other.
pub(crate) fn is_strange(left: &Marks, right: &Marks, parameters: &Parameters) -> bool {
    left.are_strange_to(right, parameters) || right.are_strange_to(left, parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(pages: usize, marks: &[u32]) -> Marks {
        let all: Vec<usize> = (0..pages).collect();
        Marks::of(&all, &vec![marks.to_vec(); pages])
    }

    #[test]
    fn paths_and_their_multiples_are_counted_once() {
        let found =
            Differences::of(&group(10, &[0, 2, 3]), &group(10, &[0, 1, 4, 5]), &[None; 3], 0.8);
        // Path 0 comes several times on the right; path 1 is on the left alone, 2 on the right.
        assert_eq!(found.left, Own { paths: 1, blocks: 1 });
        assert_eq!(found.right, Own { paths: 2, blocks: 2 });
    }

    #[test]
    fn what_stands_below_other_differences_is_of_their_block() {
        // Paths 1 and 2 stand below 0, and 3 below 1.
        let above = [None, Some(0), Some(0), Some(1), None, None, None];
        let shared = [8, 10, 12];
        let all = |marks: &[u32]| group(10, &[marks, &shared].concat());
        let of = |marks: &[u32]| Differences::of(&all(&[0, 2, 4, 6]), &all(marks), &above, 0.8);
        assert_eq!(of(&[]).left, Own { paths: 4, blocks: 1 });
        assert_eq!(of(&[0]).left, Own { paths: 3, blocks: 2 });
        assert!(of(&[0]).are_options(2) && !of(&[0]).are_options(1));
        assert!(!of(&[]).are_options(2), "more than what they have in common");
    }

    #[test]
    fn few_pages_set_nothing_apart() {
        let of = |left: usize, right: usize| {
            Differences::of(&group(left, &[0]), &group(right, &[2]), &[None; 2], 0.8)
        };
        assert!(of(3, 3).are_none());
        assert!(of(1, 100).are_none());
        assert!(!of(4, 4).are_none());
    }

    #[test]
    fn a_page_that_lacks_nearly_all_is_strange() {
        let (full, empty): (Vec<u32>, &[u32]) = ((0..10).map(|path| 2 * path).collect(), &[0, 2]);
        assert!(is_strange(&group(1, empty), &group(10, &full), &Parameters::default()));
        assert!(!is_strange(&group(1, &full[1..]), &group(10, &full), &Parameters::default()));
        assert!(!is_strange(&group(5, empty), &group(10, &full), &Parameters::default()));
    }
}
