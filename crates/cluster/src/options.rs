//! One template with options, or two templates?
//!
//! A product page with and without "others also bought" is one template; a product page and a list
//! of products are two. Similarity alone cannot tell: a large option weighs more than all that sets
//! two related templates apart. What tells is how the pages of *one* side differ among each other.
//! Options occur in all combinations, so that pages on either side of any one option differ by
//! several others, and the step across is not much larger than the steps within. Templates differ
//! in everything at once.

use sitewrap_model::SimilarityMatrix;

/// Limits beyond which a group of pages has more than one template.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Largest difference across a split, in differences within its sides.
    pub(crate) separation: f64,
    /// Least similarity across a split.
    pub(crate) across: f64,
    /// Largest share of the variance along its axis that a split may explain.
    pub(crate) sharpness: f64,
}

/// Whether no split of the pages is that of two templates: not the one along which they vary most,
/// nor that between the first `left` pages and the rest, by whose join the group came about.
///
/// `part` compares the pages as a site of their own, `whole` within the site.
pub(crate) fn is_one_template(
    part: &SimilarityMatrix,
    whole: &SimilarityMatrix,
    left: usize,
    limits: &Limits,
) -> bool {
    let is_left: Vec<bool> = (0..whole.len()).map(|page| page < left).collect();
    if Contrast::of(whole, &is_left).separation() > limits.separation {
        return false;
    }
    let Some(split) = main_split(part) else { return true };
    let contrast = Contrast::of(part, &split.is_left);
    split.sharpness <= limits.sharpness
        && contrast.across >= limits.across
        && contrast.separation() <= limits.separation
}

/// Mean similarities across a split and on its sides.
#[derive(Clone, Copy, Debug)]
struct Contrast {
    across: f64,
    within: f64,
}

/// Added to the differences within, so that sides of identical pages do not make every
/// difference look large.
const LEAST_DIFFERENCE: f64 = 0.01;

impl Contrast {
    fn of(matrix: &SimilarityMatrix, is_left: &[bool]) -> Self {
        let n = matrix.len();
        let (mut across, mut within, mut sizes) = (0.0, [0.0; 2], [0.0; 2]);
        for (i, &side) in is_left.iter().enumerate() {
            sizes[usize::from(side)] += 1.0;
            for (&value, &other) in matrix.row(i).iter().zip(is_left) {
                if side == other {
                    within[usize::from(side)] += f64::from(value);
                } else {
                    across += f64::from(value);
                }
            }
        }
        Self {
            across: across / (2.0 * sizes[0] * sizes[1]),
            within: (within[0] / sizes[0] + within[1] / sizes[1]) / n as f64,
        }
    }

    fn separation(self) -> f64 {
        (1.0 - self.across) / (1.0 - self.within + LEAST_DIFFERENCE)
    }
}

struct Split {
    is_left: Vec<bool>,
    /// Share of the variance along the axis that lies between the sides: about 0.64 for a bell
    /// curve, 0.75 for an even spread, 1 for two points.
    sharpness: f64,
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
