//! Pages of one kind in their own terms: is a further page one of them?
//!
//! Weights that tell the kinds of a site apart say little about what is new: a path that none of
//! the pages has tells them not apart. Beside the pages of one kind alone, what all of them have
//! and the further page has not, and what it has and none of them, counts in full.

use super::{Parameters, Placed, Profiles, Weighting};

/// A group of pages, compared as a site of their own.
#[derive(Clone, Debug)]
pub struct Cohesion<'p> {
    /// Paths of pages of the group.
    rows: Vec<&'p [u32]>,
    /// The weight of each path among them.
    weights: Vec<u32>,
    weighting: Weighting,
    parameters: &'p Parameters,
}

impl Profiles {
    /// Some of the pages as a group of their own, at least one.
    pub fn cohesion(&self, pages: &[usize], weighting: &Weighting) -> Cohesion<'_> {
        let paths = self.vocabulary.paths();
        let mut counts = vec![0; paths.len()];
        for &page in pages {
            for &path in self.paths(page) {
                counts[path as usize] += 1;
            }
        }
        let mut weights = weighting.weights(paths, &counts, pages.len(), &self.parameters);
        for ((weight, path), &count) in weights.iter_mut().zip(paths).zip(&counts) {
            if count == 0 {
                *weight = weighting.of_unknown(path.depth, &self.parameters);
            }
        }
        let count = pages.len().min(self.parameters.rows);
        let drawn = (0..count).map(|at| self.paths(pages[at * pages.len() / count])).collect();
        Cohesion { rows: drawn, weights, weighting: *weighting, parameters: &self.parameters }
    }
}

impl Cohesion<'_> {
    /// Mean similarity of a page to the pages of the group, 0..=1.
    pub fn similarity(&self, page: &Placed) -> f64 {
        let unknown: u64 = page
            .unknown
            .iter()
            .map(|&depth| u64::from(self.weighting.of_unknown(depth, self.parameters)))
            .sum();
        let sum: f64 = self.rows.iter().map(|row| self.dice(&page.paths, unknown, row)).sum();
        sum / self.rows.len().max(1) as f64
    }

    /// Mean similarity of the pages of the group among each other, 0..=1; 1 for a single page.
    pub fn within(&self) -> f64 {
        let n = self.rows.len();
        if n < 2 {
            return 1.0;
        }
        let mut sum = 0.0;
        for (i, one) in self.rows.iter().enumerate() {
            sum += self.rows[..i].iter().map(|other| self.dice(one, 0, other)).sum::<f64>();
        }
        sum / (n * (n - 1) / 2) as f64
    }

    /// Weighted Dice coefficient of two rising lists of paths, the first with a further weight of
    /// its own.
    fn dice(&self, one: &[u32], further: u64, other: &[u32]) -> f64 {
        let weight = |path: &u32| u64::from(self.weights[*path as usize]);
        let mut rest = other.iter().peekable();
        let (mut common, mut whole) = (0, further + other.iter().map(weight).sum::<u64>());
        for path in one {
            whole += weight(path);
            while rest.next_if(|next| *next < path).is_some() {}
            if rest.next_if_eq(&path).is_some() {
                common += weight(path);
            }
        }
        if whole == 0 { 1.0 } else { 2.0 * common as f64 / whole as f64 }
    }
}
