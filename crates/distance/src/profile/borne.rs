//! Which words on `html` and `body` name the kind of a page?
//!
//! The software of most sites writes there what kind a page is of (`single-product`), which is worth
//! more than any other word. But what language a page is in, what colours it wears and which item it
//! shows stand there as well. A word that names a kind is borne out by the page: those that have it
//! are more alike than any two pages of the site, or those that lack it are.

use super::vocabulary::Path;

/// How much less two pages with the same say about a word differ than any two pages do: 0..=1, for
/// each path that is a word on `html` or `body`, as `(path, share)`.
///
/// # Arguments
/// `pages` are the paths of each page, `weights` those of the paths without regard to this.
pub(super) fn borne_out(paths: &[Path], pages: &[&[u32]], weights: &[u32]) -> Vec<(u32, f64)> {
    let words = (0..paths.len() as u32).filter(|&path| paths[path as usize].on_body);
    let all = count(paths.len(), pages);
    let (n, whole) = (pages.len() as u32, differences(paths, &all, pages.len() as u32, weights));
    let share = |word: u32| {
        let bearers: Vec<&[u32]> =
            pages.iter().copied().filter(|page| page.binary_search(&word).is_ok()).collect();
        let (m, with) = (bearers.len() as u32, count(paths.len(), &bearers));
        let without: Vec<u32> = all.iter().zip(&with).map(|(all, with)| all - with).collect();
        let with = differences(paths, &with, m, weights);
        let without = differences(paths, &without, n - m, weights);
        let least = [with, without].into_iter().flatten().fold(f64::INFINITY, f64::min);
        whole.filter(|&whole| whole > 0.0).map_or(0.0, |whole| (1.0 - least / whole).max(0.0))
    };
    words.map(|word| (word, share(word))).collect()
}

/// The mean weight that two of `n` pages differ by, words on `html` and `body` apart, given how many
/// have each path; `None` if there are no two.
fn differences(paths: &[Path], counts: &[u32], n: u32, weights: &[u32]) -> Option<f64> {
    let differ = |((path, &count), &weight): ((&Path, &u32), &u32)| {
        let pairs = u64::from(count) * u64::from(n - count);
        if path.on_body { 0 } else { u128::from(weight) * u128::from(pairs) }
    };
    let sum: u128 = paths.iter().zip(counts).zip(weights).map(differ).sum();
    (n >= 2).then(|| 2.0 * sum as f64 / (f64::from(n) * f64::from(n - 1)))
}

fn count(paths: usize, pages: &[&[u32]]) -> Vec<u32> {
    let mut counts = vec![0; paths];
    for &path in pages.iter().copied().flatten() {
        counts[path as usize] += 1;
    }
    counts
}
