//! The weight that each pair of pages has in common.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Sums of weights over the paths that pages have in common.
pub(super) struct Gram {
    n: usize,
    common: Vec<u64>,
}

impl Gram {
    /// The common weight of all pairs of rows, each a rising list of paths.
    ///
    /// A path that most rows have is counted by the rows that lack it, from
    /// [both have] = 1 − [one lacks] − [other lacks] + [both lack]; paths on the very same rows
    /// are counted once with the sum of their weights.
    ///
    /// # Complexity
    /// O(Σ min(f, n − f)²) over distinct sets of rows, f the size of each; O(n²) memory.
    pub(super) fn new(rows: &[&[u32]], weights: &[u32]) -> Self {
        let n = rows.len();
        let (present, lacking) = columns(rows, weights);
        let total: u64 = lacking.iter().map(|column| column.weight).sum();
        let lacked = per_row(n, &lacking);
        let mut lack_weight = vec![0u64; n];
        for column in &lacking {
            for &row in &column.rows {
                lack_weight[row as usize] += column.weight;
            }
        }
        let had = per_row(n, &present);
        let mut common = vec![0u64; n * n];
        common.par_chunks_mut(n.max(1)).enumerate().for_each(|(i, out)| {
            for (j, sum) in out.iter_mut().enumerate() {
                // Below zero for a while where both lack the same path; wraps back when that
                // path's weight is added.
                *sum = total.wrapping_sub(lack_weight[i]).wrapping_sub(lack_weight[j]);
            }
            let columns = had[i].iter().map(|&c| &present[c as usize]);
            for column in columns.chain(lacked[i].iter().map(|&c| &lacking[c as usize])) {
                for &row in &column.rows {
                    out[row as usize] = out[row as usize].wrapping_add(column.weight);
                }
            }
        });
        Self { n, common }
    }

    /// The common weight of rows `i` and `j`; a row's own weight where they are the same.
    pub(super) fn get(&self, i: usize, j: usize) -> u64 {
        self.common[i * self.n + j]
    }
}

/// Paths on one set of rows (or lacking from one).
struct Column {
    rows: Vec<u32>,
    weight: u64,
}

/// Columns of paths that at most half of the rows have, and of those that more have by the rows
/// that lack them.
fn columns(rows: &[&[u32]], weights: &[u32]) -> (Vec<Column>, Vec<Column>) {
    let mut postings = vec![Vec::new(); weights.len()];
    for (row, paths) in rows.iter().enumerate() {
        for &path in *paths {
            postings[path as usize].push(row as u32);
        }
    }
    let mut merged: FxHashMap<Vec<u32>, u64> = FxHashMap::default();
    for (posting, &weight) in postings.into_iter().zip(weights) {
        if weight > 0 && !posting.is_empty() {
            *merged.entry(posting).or_default() += u64::from(weight);
        }
    }
    let (mut present, mut lacking) = (Vec::new(), Vec::new());
    for (posting, weight) in merged {
        if posting.len() * 2 <= rows.len() {
            present.push(Column { rows: posting, weight });
        } else {
            lacking.push(Column { rows: complement(&posting, rows.len()), weight });
        }
    }
    (present, lacking)
}

fn complement(posting: &[u32], n: usize) -> Vec<u32> {
    let mut next = posting.iter().copied().peekable();
    (0..n as u32).filter(|&row| next.next_if_eq(&row).is_none()).collect()
}

fn per_row(n: usize, columns: &[Column]) -> Vec<Vec<u32>> {
    let mut out = vec![Vec::new(); n];
    for (index, column) in columns.iter().enumerate() {
        for &row in &column.rows {
            out[row as usize].push(index as u32);
        }
    }
    out
}
