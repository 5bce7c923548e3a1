//! Compressed sparse rows: for each node the nodes that it leads to, one behind another.
//!
//! Ranks are many passes over all links. Rows that lie side by side in memory make a pass of 20
//! million links a matter of a tenth of a second; a general graph structure takes hundreds of times
//! as long.

use rayon::prelude::*;

/// A node, by its number from 0.
pub type NodeId = u32;

/// A sparse matrix of zeros and ones: a row a node, with the columns that are 1 in rising order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Where each row begins; one longer than there are rows.
    starts: Vec<usize>,
    columns: Vec<NodeId>,
}

impl Rows {
    /// The matrix with `rows` rows that is 1 at `pairs` (row, column). A pair may come more than
    /// once. The iterator is gone through twice, so that no list of pairs need be kept.
    ///
    /// # Complexity
    /// O(n + m log d) for m pairs, d of them in the longest row.
    ///
    /// # Panics
    /// If a row is not below `rows`.
    pub fn new(rows: usize, pairs: impl Iterator<Item = (NodeId, NodeId)> + Clone) -> Self {
        let mut starts = vec![0; rows + 1];
        for (row, _) in pairs.clone() {
            starts[row as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut columns = vec![0; starts[rows]];
        let mut next = starts.clone();
        for (row, column) in pairs {
            let at = &mut next[row as usize];
            columns[*at] = column;
            *at += 1;
        }
        let mut matrix = Self { starts, columns };
        matrix.sort();
        matrix
    }

    /// Puts the columns of each row in order, each once.
    fn sort(&mut self) {
        let mut kept = 0;
        let mut start = 0;
        for row in 1..self.starts.len() {
            let end = self.starts[row];
            self.columns[start..end].sort_unstable();
            let first = kept;
            for at in start..end {
                let column = self.columns[at];
                if kept == first || self.columns[kept - 1] != column {
                    self.columns[kept] = column;
                    kept += 1;
                }
            }
            start = end;
            self.starts[row] = kept;
        }
        self.columns.truncate(kept);
        self.columns.shrink_to_fit();
    }

    /// The matrix with rows and columns exchanged; it has `columns` rows.
    ///
    /// # Panics
    /// If a column is not below `columns`.
    #[must_use]
    pub fn transposed(&self, columns: usize) -> Self {
        let mut starts = vec![0; columns + 1];
        for &column in &self.columns {
            starts[column as usize + 1] += 1;
        }
        for column in 0..columns {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let mut rows = vec![0; self.columns.len()];
        for row in 0..self.len() {
            for &column in self.row(row) {
                let at = &mut next[column as usize];
                rows[*at] = row as NodeId;
                *at += 1;
            }
        }
        Self { starts, columns: rows }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of ones.
    pub fn count(&self) -> usize {
        self.columns.len()
    }

    /// The columns that are 1 in a row, rising.
    pub fn row(&self, row: usize) -> &[NodeId] {
        &self.columns[self.starts[row]..self.starts[row + 1]]
    }

    /// All rows, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[NodeId]> {
        (0..self.len()).map(|row| self.row(row))
    }

    /// The matrix times a vector: for each row the sum of `values` at its columns, taken from left
    /// to right, so that no number of threads changes it.
    pub(crate) fn gather(&self, values: &[f64], into: &mut [f64]) {
        into.par_iter_mut().enumerate().with_min_len(1024).for_each(|(row, sum)| {
            *sum = self.row(row).iter().map(|&column| values[column as usize]).sum();
        });
    }
}
