//! Similarities of all pairs of pages.

use crate::bound::{Outline, Outliner, most_gain};
use crate::gain::{Evaluator, Gains};
use crate::pair::{from_gain, page_gain};
use crate::{Forest, Params};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sitewrap_model::SimilarityMatrix;
use std::sync::{Mutex, PoisonError};

/// The similarities (2) of all pairs of pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Similarities {
    /// The matrix, pages in the order of the forest.
    pub matrix: SimilarityMatrix,
    /// The pairs `(i, j)`, `i < j`, in rising order, whose exact similarity would have cost more
    /// than the budget; their similarities are upper bounds.
    pub estimated: Vec<(usize, usize)>,
}

/// The similarities es (2) of all pairs of pages of a forest, on the threads of the current rayon
/// pool.
///
/// # Arguments
/// With q ≠ r similarities are directed; `matrix.get(i, j)` for `i < j` is then that of the trees
/// in the order `(i, j)`, and the matrix mirrors it.
///
/// # Complexity
/// Grows as the square of the number of distinct pages; equal pages are compared once. Total work
/// is bounded by the [`Budget`](crate::Budget): every pair is first given
/// [`Budget::small`](crate::Budget::small); the pairs for which that is too little share
/// [`Budget::matrix`](crate::Budget::matrix) equally, none getting more than
/// [`Budget::pair`](crate::Budget::pair); those that need still more are bounded in linear time
/// and listed. Each thread uses about 1.5 MB beyond the matrix.
///
/// The result is the same for any number of threads, and for any order of pages up to that order.
pub fn matrix(forest: &Forest, params: &Params) -> Similarities {
    let distinct = Distinct::new(forest);
    let gains = Gains::new(params.form, params.weights);
    let workers: Vec<_> = (0..rayon::current_num_threads().max(1))
        .map(|_| Mutex::new(Evaluator::new(forest, gains)))
        .collect();
    let on_worker = |i: usize, j: usize, allowance: u64| {
        let worker = &workers[rayon::current_thread_index().unwrap_or(0) % workers.len()];
        let mut evaluator = worker.lock().unwrap_or_else(PoisonError::into_inner);
        page_gain(&mut evaluator, i, j, allowance).ok().map(|(gain, _)| u64::from(gain))
    };
    let pages = &distinct.first;
    let mut found: Vec<Vec<Option<u64>>> = (0..pages.len())
        .into_par_iter()
        .rev()
        .map(|i| (0..i).map(|j| on_worker(pages[j], pages[i], params.budget.small)).collect())
        .collect();
    found.reverse();

    let open: Vec<(usize, usize)> = unknown(&found);
    let share = params.budget.matrix.checked_div(open.len() as u64).unwrap_or(0);
    let allowance = share.min(params.budget.pair);
    let again: Vec<Option<u64>> =
        open.par_iter().map(|&(j, i)| on_worker(pages[j], pages[i], allowance)).collect();
    for (&(j, i), gain) in open.iter().zip(again) {
        found[i][j] = gain;
    }

    let estimated = unknown(&found);
    bound(forest, params, pages, &estimated, &mut found);
    distinct.spread(forest, params, &found, &estimated)
}

/// The pairs without a gain.
fn unknown(found: &[Vec<Option<u64>>]) -> Vec<(usize, usize)> {
    let row = |(i, row): (usize, &Vec<Option<u64>>)| {
        let open: Vec<_> = (0..row.len()).filter(|&j| row[j].is_none()).map(|j| (j, i)).collect();
        open
    };
    found.iter().enumerate().flat_map(row).collect()
}

/// Enters upper bounds of the gains of `pairs`.
fn bound(
    forest: &Forest,
    params: &Params,
    pages: &[usize],
    pairs: &[(usize, usize)],
    found: &mut [Vec<Option<u64>>],
) {
    let gains = Gains::new(params.form, params.weights);
    let mut outliner = Outliner::new(forest, params.form);
    let mut outlines: FxHashMap<usize, Outline> = FxHashMap::default();
    for &(j, i) in pairs {
        for page in [j, i] {
            outlines.entry(page).or_insert_with(|| outliner.outline(forest.root(pages[page])));
        }
    }
    let bounds: Vec<u64> =
        pairs.par_iter().map(|(j, i)| most_gain(gains, &outlines[j], &outlines[i])).collect();
    for (&(j, i), bound) in pairs.iter().zip(bounds) {
        found[i][j] = Some(bound);
    }
}

/// Pages without those that equal an earlier one.
struct Distinct {
    /// The first page with each tree.
    first: Vec<usize>,
    /// For each page the place in `first` of the page that it equals.
    of_page: Vec<usize>,
}

impl Distinct {
    fn new(forest: &Forest) -> Self {
        let mut places = FxHashMap::default();
        let mut first = Vec::new();
        let of_page = (0..forest.len())
            .map(|page| {
                *places.entry(forest.root(page)).or_insert_with(|| {
                    first.push(page);
                    first.len() - 1
                })
            })
            .collect();
        Self { first, of_page }
    }

    fn spread(
        &self,
        forest: &Forest,
        params: &Params,
        found: &[Vec<Option<u64>>],
        estimated: &[(usize, usize)],
    ) -> Similarities {
        let estimated: std::collections::BTreeSet<_> = estimated.iter().copied().collect();
        let mut pairs = Vec::new();
        let mut matrix = SimilarityMatrix::identity(forest.len());
        for i in 0..forest.len() {
            for j in i + 1..forest.len() {
                let (x, y) = (self.of_page[i], self.of_page[j]);
                let (low, high) = (x.min(y), x.max(y));
                let similarity = if x == y {
                    1.0
                } else {
                    let gain = found[high][low].unwrap_or(0);
                    from_gain(forest, i, j, params, gain, true).similarity()
                };
                matrix.set(i, j, similarity as f32);
                if estimated.contains(&(low, high)) {
                    pairs.push((i, j));
                }
            }
        }
        Similarities { matrix, estimated: pairs }
    }
}
