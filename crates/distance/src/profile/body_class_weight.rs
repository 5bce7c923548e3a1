//! Which words on `html` and `body` name the kind of a page?
//!
//! The software of most sites writes there what kind a page is of (`single-product`), which is worth
//! more than any other word. But what language a page is in, what colours it wears and which item it
//! shows stand there as well. A word that names a kind is borne out by the page: those that have it
//! are more alike than any two pages of the site, or those that lack it are.

use super::path::Path;

/// How much less two pages with the same say about a word differ than any two pages do: 0..=1, for
/// each path that is a word on `html` or `body`, as `(path, share)`. A word that comes with a more
/// general one (`tag-rust` with `tag`) has to be borne out among the pages of that one too.
///
/// # Arguments
/// `pages` are the paths of each page, `weights` those of the paths without regard to this.
pub(super) fn body_class_weights(
    paths: &[Path],
    pages: &[&[u32]],
    weights: &[u32],
) -> Vec<(u32, f64)> {
    let measure = Measure { paths, weights };
    let all = count(paths.len(), pages);
    let (n, whole) = (pages.len() as u32, measure.differences(&all, pages.len() as u32));
    let words = (0..paths.len() as u32).filter(|&path| paths[path as usize].on_body);
    let words: Vec<Word> = words.map(|path| Word::of(path, pages)).collect();
    let bearing = |word: &Word| {
        let rows: Vec<&[u32]> = word.bearers().map(|page| pages[page]).collect();
        count(paths.len(), &rows)
    };
    let share = |word: &Word| {
        let counts = bearing(word);
        let with = measure.differences(&counts, word.size);
        let without = measure.differences(&minus(&all, &counts), n - word.size);
        let least = [with, without].into_iter().flatten().fold(f64::INFINITY, f64::min);
        let share = whole.filter(|&whole| whole > 0.0).map_or(0.0, |whole| 1.0 - least / whole);
        let general = words.iter().filter(|other| word.is_within(other));
        let general = general.min_by_key(|other| (other.size, paths[other.path as usize].hash));
        let within = |general: &Word| {
            measure.within((&counts, word.size), (&bearing(general), general.size))
        };
        general.map_or(share, |general| share.min(within(general))).max(0.0)
    };
    words.iter().map(|word| (word.path, share(word))).collect()
}

/// A word on `html` or `body`.
struct Word {
    path: u32,
    /// How many pages bear it, and which: one bit for each page.
    size: u32,
    bearers: Vec<u64>,
}

impl Word {
    fn of(path: u32, pages: &[&[u32]]) -> Self {
        let mut bearers = vec![0; pages.len().div_ceil(64)];
        for (page, paths) in pages.iter().enumerate() {
            bearers[page / 64] |= u64::from(paths.binary_search(&path).is_ok()) << (page % 64);
        }
        Self { path, size: bearers.iter().map(|word: &u64| word.count_ones()).sum(), bearers }
    }

    fn bearers(&self) -> impl Iterator<Item = usize> {
        (0..self.bearers.len() * 64).filter(|page| self.bearers[page / 64] >> (page % 64) & 1 == 1)
    }

    /// Whether all pages with this word have the other, and several others besides.
    fn is_within(&self, other: &Self) -> bool {
        other.size >= self.size + 2
            && self.bearers.iter().zip(&other.bearers).all(|(own, other)| own & !other == 0)
    }
}

/// Weighs how much pages differ, words on `html` and `body` apart.
struct Measure<'p> {
    paths: &'p [Path],
    weights: &'p [u32],
}

impl Measure<'_> {
    /// How much less pages with a word, or those without, differ than two of different sides do,
    /// among the pages with a more general word. A pair of either side is taken to differ as those
    /// do, so that two pages which happen to be alike bear nothing out.
    ///
    /// Both words come as how many of their pages have each path, and how many pages that is.
    fn within(&self, (with, m): (&[u32], u32), (general, n): (&[u32], u32)) -> f64 {
        let without = minus(general, with);
        let across = self.across(with, m, &without, n - m);
        let side = |counts: &[u32], m: u32| {
            let pairs = f64::from(m) * f64::from(m.saturating_sub(1)) / 2.0;
            (self.differences(counts, m).unwrap_or(0.0) * pairs + across) / (pairs + 1.0)
        };
        let least = side(with, m).min(side(&without, n - m));
        if across > 0.0 { 1.0 - least / across } else { 0.0 }
    }

    /// The mean weight that two of `n` pages differ by, given how many have each path; `None` if
    /// there are no two.
    fn differences(&self, counts: &[u32], n: u32) -> Option<f64> {
        let sum = self.sum(|path| u64::from(counts[path]) * u64::from(n - counts[path]));
        (n >= 2).then(|| 2.0 * sum as f64 / (f64::from(n) * f64::from(n - 1)))
    }

    /// The mean weight that a page of one group and one of another differ by.
    fn across(&self, counts: &[u32], n: u32, others: &[u32], m: u32) -> f64 {
        let pairs = |path: usize| {
            u64::from(counts[path]) * u64::from(m - others[path])
                + u64::from(n - counts[path]) * u64::from(others[path])
        };
        self.sum(pairs) as f64 / (f64::from(n) * f64::from(m))
    }

    fn sum(&self, pairs: impl Fn(usize) -> u64) -> u128 {
        let rated = (0..self.paths.len()).filter(|&path| !self.paths[path].on_body);
        rated.map(|path| u128::from(self.weights[path]) * u128::from(pairs(path))).sum()
    }
}

fn minus(counts: &[u32], others: &[u32]) -> Vec<u32> {
    counts.iter().zip(others).map(|(count, other)| count - other).collect()
}

fn count(paths: usize, pages: &[&[u32]]) -> Vec<u32> {
    let mut counts = vec![0; paths];
    for &path in pages.iter().copied().flatten() {
        counts[path as usize] += 1;
    }
    counts
}
