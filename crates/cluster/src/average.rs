//! Closeness of clusters by the mean similarity across them.

use crate::agglomerate::{Linkage, Refused};
use crate::triangle::Triangle;
use sitewrap_model::SimilarityMatrix;

/// Clusters are close when the mean similarity across them is high. A union must have a mean
/// similarity across of at least `between`, and one inside, each page with itself included, of at
/// least `whole`.
pub(crate) struct Average {
    whole: f64,
    between: f64,
    /// Sum of similarities across two clusters.
    cross: Triangle<f64>,
    size: Vec<f64>,
    /// Sum of similarities inside a cluster, over ordered pairs.
    inside: Vec<f64>,
}

impl Average {
    pub(crate) fn new(matrix: &SimilarityMatrix, whole: f32, between: f32) -> Self {
        let n = matrix.len();
        let row = |i: usize| matrix.row(i).iter().map(|&value| f64::from(value));
        Self {
            whole: f64::from(whole),
            between: f64::from(between),
            cross: Triangle::from_rows(n, row),
            size: vec![1.0; n],
            inside: vec![1.0; n],
        }
    }
}

impl Linkage for Average {
    fn len(&self) -> usize {
        self.size.len()
    }

    fn closeness(&self, i: usize, j: usize) -> Option<f64> {
        let mean = self.cross.get(i, j) / (self.size[i] * self.size[j]);
        (mean >= self.between).then_some(mean)
    }

    fn union(&self, i: usize, j: usize, _: f64) -> Result<f64, Refused> {
        let sum = self.inside[i] + self.inside[j] + 2.0 * self.cross.get(i, j);
        let mean = sum / (self.size[i] + self.size[j]).powi(2);
        if mean >= self.whole { Ok(mean) } else { Err(Refused) }
    }

    fn relax(&mut self) -> bool {
        (self.whole, self.between) = (0.0, 0.0);
        true
    }

    fn join(&mut self, i: usize, j: usize, others: &[usize]) {
        self.inside[i] += self.inside[j] + 2.0 * self.cross.get(i, j);
        self.size[i] += self.size[j];
        for &k in others {
            self.cross.set(i, k, self.cross.get(i, k) + self.cross.get(j, k));
        }
    }
}
