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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Own {
    paths: usize,
    /// Paths that do not stand below others of these.
    blocks: usize,
    /// How many paths a page of the group has, on average and beyond chance, that one of the other has not.
    surplus: f64,
}

/// What sets two groups of pages apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Differences {
    left: Own,
    right: Own,
    /// Paths that half of the pages of each group have, or more.
    common: usize,
}

impl Differences {
    /// What differs between two groups; `above` gives the path that each path stands below.
    pub(crate) fn of(
        left: &Marks,
        right: &Marks,
        above: &[Option<u32>],
        parameters: &Parameters,
    ) -> Self {
        let mut is_left: FxHashMap<u32, bool> = FxHashMap::default();
        let mut found = Self::default();
        let pages = [left.pages as f64, right.pages as f64];
        let (mut l, mut r) = (left.counts.iter().peekable(), right.counts.iter().peekable());
        while let Some(mark) = [l.peek(), r.peek()].into_iter().flatten().map(|(m, _)| *m).min() {
            let count = |side: &mut std::iter::Peekable<std::slice::Iter<'_, (u32, u32)>>| {
                side.next_if(|(next, _)| *next == mark).map_or(0, |(_, count)| *count)
            };
            let (in_left, in_right) = (left.share(count(&mut l)), right.share(count(&mut r)));
            let gap = in_left - in_right;
            if mark % 2 == 0 {
                found.common += usize::from(in_left.min(in_right) >= 0.5);
                let chance = parameters.chance * deviation([in_left, in_right], pages);
                let own = if gap > 0.0 { &mut found.left } else { &mut found.right };
                own.surplus += (gap.abs() - chance).max(0.0);
            }
            if gap.abs() >= parameters.marks_apart {
                // A path that is not there is not there several times either.
                is_left.entry(mark / 2).or_insert(gap > 0.0);
            }
        }
        for (&path, side) in &is_left {
            let own = if *side { &mut found.left } else { &mut found.right };
            own.paths += 1;
            let is_below =
                above[path as usize].is_some_and(|above| is_left.get(&above) == Some(side));
            own.blocks += usize::from(!is_below);
        }
        found
    }

    /// Whether at least so many paths set the groups apart, and each group has some of them, or a page of
    /// either has so many on average that one of the other has not: pages that somebody builds of blocks
    /// have no path in common that others lack, and yet much in the place of what those have.
    /// A group that only lacks what the other has lacks an option.
    pub(crate) fn are_an_exchange(self, least: usize) -> bool {
        self.left.paths.min(self.right.paths) > 0 && self.are_many(least)
            || self.left.surplus.min(self.right.surplus) >= least as f64
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

/// The standard deviation of the difference of two shares of so many pages, if both are shares of one.
fn deviation(shares: [f64; 2], pages: [f64; 2]) -> f64 {
    let all = pages[0] + pages[1];
    let share = (shares[0] * pages[0] + shares[1] * pages[1]) / all;
    (share * (1.0 - share) * all / (pages[0] * pages[1])).sqrt()
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

    fn of(left: &Marks, right: &Marks, above: &[Option<u32>]) -> Differences {
        Differences::of(left, right, above, &Parameters::default())
    }

    #[test]
    fn paths_and_their_multiples_are_counted_once() {
        let found = of(&group(10, &[0, 2, 3]), &group(10, &[0, 1, 4, 5]), &[None; 3]);
        // Path 0 comes several times on the right; path 1 is on the left alone, 2 on the right.
        assert_eq!((found.left.paths, found.left.blocks), (1, 1));
        assert_eq!((found.right.paths, found.right.blocks), (2, 2));
    }

    #[test]
    fn what_stands_below_other_differences_is_of_their_block() {
        // Paths 1 and 2 stand below 0, and 3 below 1.
        let above = [None, Some(0), Some(0), Some(1), None, None, None];
        let shared = [8, 10, 12];
        let all = |marks: &[u32]| group(10, &[marks, &shared].concat());
        let of = |marks: &[u32]| of(&all(&[0, 2, 4, 6]), &all(marks), &above);
        assert_eq!((of(&[]).left.paths, of(&[]).left.blocks), (4, 1));
        assert_eq!((of(&[0]).left.paths, of(&[0]).left.blocks), (3, 2));
        assert!(of(&[0]).are_options(2) && !of(&[0]).are_options(1));
        assert!(!of(&[]).are_options(2), "more than what they have in common");
    }

    #[test]
    fn few_pages_set_nothing_apart() {
        let of =
            |left: usize, right: usize| of(&group(left, &[0]), &group(right, &[2]), &[None; 2]);
        assert!(of(3, 3).are_none());
        assert!(of(1, 100).are_none());
        assert!(!of(4, 4).are_none());
    }

    #[test]
    fn pages_of_ever_other_blocks_exchange_them_for_those_of_a_template() {
        // Profiles have ten paths; each of the others has one of two sets of twenty.
        let profiles = group(20, &(0..10).map(|path| 2 * path).collect::<Vec<u32>>());
        let built = |page: u32| (0..20).map(|path| 2 * (10 + 20 * (page % 2) + path)).collect();
        let built: Vec<Vec<u32>> = (0..20).map(built).collect();
        let pages: Vec<usize> = (0..20).collect();
        let (some, all) = (Marks::of(&pages[..10], &built), Marks::of(&pages, &built));
        assert!(!of(&some, &all, &[None; 50]).are_an_exchange(1));
        let found = of(&profiles, &all, &[None; 50]);
        assert_eq!(found.right.paths, 0);
        assert!(found.are_an_exchange(5) && !found.are_an_exchange(11), "{found:?}");
    }

    #[test]
    fn a_page_that_lacks_nearly_all_is_strange() {
        let (full, empty): (Vec<u32>, &[u32]) = ((0..10).map(|path| 2 * path).collect(), &[0, 2]);
        assert!(is_strange(&group(1, empty), &group(10, &full), &Parameters::default()));
        assert!(!is_strange(&group(1, &full[1..]), &group(10, &full), &Parameters::default()));
        assert!(!is_strange(&group(5, empty), &group(10, &full), &Parameters::default()));
    }
}
