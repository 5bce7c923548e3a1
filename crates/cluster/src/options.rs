//! One template with options, or two templates?
//!
//! A product page with and without "others also bought" is one template; a product page and a list
//! of products are two. Similarity alone cannot tell: a large option weighs more than all that sets
//! two related templates apart. What tells is how the pages of *one* side differ among each other.
//! Options occur in all combinations, so that pages on either side of any one option differ by
//! several others, and the step across is not much larger than the steps within. Templates differ
//! in everything at once, and each has something in place of what the other has.

use crate::Site;
use crate::parameters::Parameters;
use crate::split_features::SplitFeatures;
use sitewrap_model::SimilarityMatrix;

/// Tells templates with options from several templates among the pages of a site.
pub(crate) struct Judge<'s, S> {
    pub(crate) site: &'s S,
    /// Similarities of all pages in which what all have in common counts little.
    pub(crate) whole: &'s SimilarityMatrix,
    /// The site's number of each page.
    pub(crate) order: &'s [usize],
    pub(crate) parameters: &'s Parameters,
}

impl<S: Site> Judge<'_, S> {
    /// Whether two groups, whose join is in question, are of one template: if neither the split
    /// between them nor the one along which all their pages vary most is that of two templates.
    pub(crate) fn is_one_template(&self, left: &[usize], right: &[usize]) -> bool {
        if self.gap(left, right) > self.parameters.separation
            || self.separation(left, right) > self.parameters.most_separate
        {
            return false;
        }
        let pages: Vec<usize> = left.iter().chain(right).copied().collect();
        let Some(split) = main_split(&self.site.part(&self.numbers(&pages))) else { return true };
        let (left, right) = split.of(&pages);
        split.sharpness <= self.parameters.most_sharp
            && self.gap(&left, &right) <= self.parameters.separation
    }

    fn gap(&self, left: &[usize], right: &[usize]) -> f64 {
        let features = self.site.features(&self.numbers(left), &self.numbers(right));
        SplitFeatures::of(&features, left.len(), right.len()).gap(self.parameters)
    }

    fn numbers(&self, pages: &[usize]) -> Vec<usize> {
        pages.iter().map(|&page| self.order[page]).collect()
    }

    /// How many times farther apart pages of different groups are than pages of one group.
    fn separation(&self, left: &[usize], right: &[usize]) -> f64 {
        let sum = |from: &[usize], to: &[usize]| {
            let row = |&page: &usize| {
                let row = self.whole.row(page);
                to.iter().map(|&other| f64::from(row[other])).sum::<f64>()
            };
            from.iter().map(row).sum::<f64>()
        };
        let (n, m) = (left.len() as f64, right.len() as f64);
        let across = sum(left, right) / (n * m);
        let within = (sum(left, left) / n + sum(right, right) / m) / (n + m);
        (1.0 - across) / (1.0 - within + self.parameters.least_difference)
    }
}

struct Split {
    is_left: Vec<bool>,
    /// Share of the variance along the axis that lies between the sides: about 0.64 for a bell
    /// curve, 0.75 for an even spread, 1 for two points.
    sharpness: f64,
}

impl Split {
    /// The two sides of the pages that were split, in their order.
    fn of(&self, pages: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (&page, &is_left) in pages.iter().zip(&self.is_left) {
            if is_left { left.push(page) } else { right.push(page) }
        }
        (left, right)
    }
}

/// The split along the axis on which the pages vary most, where it explains most of the variance;
/// `None` if the pages do not vary.
fn main_split(matrix: &SimilarityMatrix) -> Option<Split> {
    let axis = main_axis(matrix)?;
    let mut sorted = axis.clone();
    sorted.sort_unstable_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let total: f64 = sorted.iter().sum();
    let variance: f64 = sorted.iter().map(|x| (x - total / n).powi(2)).sum();
    let (mut below, mut best) = (0.0, (0.0, 0.0));
    for (count, pair) in sorted.windows(2).enumerate() {
        let count = count as f64 + 1.0;
        below += pair[0];
        if pair[1] - pair[0] < TIE {
            continue;
        }
        let step = below / count - (total - below) / (n - count);
        let between = count * (n - count) / n * step * step;
        if between > best.0 {
            best = (between, f64::midpoint(pair[0], pair[1]));
        }
    }
    if best.0 == 0.0 {
        return None;
    }
    let is_left = axis.iter().map(|&x| x <= best.1).collect();
    Some(Split { is_left, sharpness: best.0 / variance })
}

/// Places on the axis that are closer count as one.
const TIE: f64 = 1e-9;

/// The leading eigenvector of the doubly centred matrix (the first principal coordinate), by power
/// iteration from the page that lies farthest out.
fn main_axis(matrix: &SimilarityMatrix) -> Option<Vec<f64>> {
    let n = matrix.len();
    let means: Vec<f64> = (0..n)
        .map(|i| matrix.row(i).iter().map(|&value| f64::from(value)).sum::<f64>() / n as f64)
        .collect();
    let mean = means.iter().sum::<f64>() / n as f64;
    let centred = |i: usize, j: usize| f64::from(matrix.get(i, j)) - means[i] - means[j] + mean;
    let mut start = 0;
    for i in 1..n {
        if centred(i, i) > centred(start, start) {
            start = i;
        }
    }
    let mut axis: Vec<f64> = (0..n).map(|i| centred(i, start)).collect();
    for _ in 0..ITERATIONS {
        let sum: f64 = axis.iter().sum();
        let along: f64 = axis.iter().zip(&means).map(|(x, m)| x * m).sum();
        let mut next = Vec::with_capacity(n);
        for (i, own) in means.iter().enumerate() {
            let product: f64 =
                matrix.row(i).iter().zip(&axis).map(|(&value, x)| f64::from(value) * x).sum();
            next.push(product - own * sum - along + mean * sum);
        }
        let length = next.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length < TIE {
            return None;
        }
        axis = next.iter().map(|x| x / length).collect();
    }
    Some(axis)
}

/// Enough for a split: sides are told by sign and gap, not by digits.
const ITERATIONS: usize = 60;
