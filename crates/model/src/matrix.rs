//! The symmetric matrix of page similarities.

/// Similarities of all pairs of `n` pages: symmetric, each in 0..=1, 1 on the diagonal.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarityMatrix {
    n: usize,
    values: Vec<f32>,
}

impl SimilarityMatrix {
    /// A matrix of `n` pages, each like itself (1) and unlike all others (0).
    pub fn identity(n: usize) -> Self {
        let mut values = vec![0.0; n * n];
        for i in 0..n {
            values[i * n + i] = 1.0;
        }
        Self { n, values }
    }

    /// A matrix from its rows, one after another.
    ///
    /// # Panics
    /// If `values` does not hold `n * n` numbers.
    pub fn from_rows(n: usize, values: Vec<f32>) -> Self {
        assert_eq!(values.len(), n * n, "a similarity matrix is square");
        Self { n, values }
    }

    /// Number of pages.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there are no pages.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// Similarity of pages `i` and `j`.
    pub fn get(&self, i: usize, j: usize) -> f32 {
        self.values[i * self.n + j]
    }

    /// Sets the similarity of pages `i` and `j`, both ways.
    pub fn set(&mut self, i: usize, j: usize, value: f32) {
        self.values[i * self.n + j] = value;
        self.values[j * self.n + i] = value;
    }

    /// Row `i`: the similarities of page `i` to each page. By symmetry also column `i`.
    pub fn row(&self, i: usize) -> &[f32] {
        &self.values[i * self.n..(i + 1) * self.n]
    }
}
