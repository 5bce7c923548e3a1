//! Similarities of all pairs of pages.

use crate::bound::{Counter, Histogram, most_gain};
use crate::pair::{from_gain, page_gain};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sitewrap_mapping::{Evaluator, Forest, Gains, Params};
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

/// By how much more a pair is allowed after a round in which its allowance was not enough.
const GROWTH: u64 = 8;

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
/// [`Budget::small`](crate::Budget::small); the pairs for which that is too little are given more
/// and more, up to [`Budget::pair`](crate::Budget::pair) each and as long as an equal share of
/// [`Budget::matrix`](crate::Budget::matrix) allows it; those that need still more are bounded in
/// linear time and listed. Each thread uses about 2.5 MB beyond the matrix.
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
        page_gain(&mut evaluator, i, j, allowance).ok()
    };
    let pages = &distinct.pages;
    let tile = |&(rows, columns): &(usize, usize)| {
        let gain = |(j, i)| Some(u64::from(on_worker(pages[j], pages[i], params.budget.small)?.0));
        tile_pairs(rows, columns, pages.len()).map(gain).collect::<Vec<_>>()
    };
    let tiles: Vec<_> = tiles(pages.len()).collect();
    let tiled: Vec<_> = tiles.par_iter().map(tile).collect();
    let mut found: Vec<Vec<Option<u64>>> = (0..pages.len()).map(|i| vec![None; i]).collect();
    for (&(rows, columns), gains) in tiles.iter().zip(tiled) {
        for ((j, i), gain) in tile_pairs(rows, columns, pages.len()).zip(gains) {
            found[i][j] = gain;
        }
    }

    let mut left = params.budget.matrix;
    let mut allowance = params.budget.small;
    loop {
        let open = unknown(&found);
        let share = left.checked_div(open.len() as u64).unwrap_or(0);
        let next = allowance.saturating_mul(GROWTH).min(share).min(params.budget.pair);
        if next <= allowance {
            break;
        }
        allowance = next;
        let again: Vec<_> =
            open.par_iter().map(|&(j, i)| on_worker(pages[j], pages[i], allowance)).collect();
        for (&(j, i), result) in open.iter().zip(again) {
            left = left.saturating_sub(result.map_or(allowance, |(_, work)| work));
            found[i][j] = result.map(|(gain, _)| u64::from(gain));
        }
    }

    let estimated = unknown(&found);
    bound(forest, params, pages, &estimated, &mut found);
    distinct.spread(forest, params, &found, &estimated)
}

/// Pages along one side of a tile: the pairs of a tile are compared one after another, since what
/// is remembered of one serves the next.
const TILE: usize = 32;

/// The tiles that cover all pairs of `pages` pages.
fn tiles(pages: usize) -> impl Iterator<Item = (usize, usize)> {
    let side = pages.div_ceil(TILE);
    (0..side).rev().flat_map(|rows| (0..=rows).map(move |columns| (rows, columns)))
}

/// The pairs `(j, i)`, `j < i`, of a tile.
fn tile_pairs(rows: usize, columns: usize, pages: usize) -> impl Iterator<Item = (usize, usize)> {
    let rows = rows * TILE..pages.min((rows + 1) * TILE);
    let first = columns * TILE;
    rows.flat_map(move |i| (first..i.min(first + TILE)).map(move |j| (j, i)))
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
    let mut counter = Counter::new(forest, params.form);
    let mut histograms: FxHashMap<usize, Histogram> = FxHashMap::default();
    for &(j, i) in pairs {
        for page in [j, i] {
            histograms.entry(page).or_insert_with(|| counter.histogram(forest.root(pages[page])));
        }
    }
    let bounds: Vec<u64> =
        pairs.par_iter().map(|(j, i)| most_gain(gains, &histograms[j], &histograms[i])).collect();
    for (&(j, i), bound) in pairs.iter().zip(bounds) {
        found[i][j] = Some(bound);
    }
}

/// Pages without those that equal another one, pages of like size beside each other: they often
/// have a template, and so pairs of subtrees, in common.
struct Distinct {
    /// A page with each tree.
    pages: Vec<usize>,
    /// For each page of the forest the place in `pages` of the one that it equals.
    of_page: Vec<usize>,
}

impl Distinct {
    fn new(forest: &Forest) -> Self {
        let mut pages: Vec<usize> = (0..forest.len()).collect();
        pages.sort_by_key(|&page| (forest.page_size(page), forest.root(page)));
        pages.dedup_by_key(|page| forest.root(*page));
        let place = |(place, &page): (usize, &usize)| (forest.root(page), place);
        let places: FxHashMap<_, _> = pages.iter().enumerate().map(place).collect();
        let of_page = (0..forest.len()).map(|page| places[&forest.root(page)]).collect();
        Self { pages, of_page }
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
