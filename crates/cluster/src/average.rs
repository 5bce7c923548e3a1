//! Closeness of clusters by the mean similarity across them.

use crate::agglomerate::{Linkage, Refused};
use sitewrap_model::SimilarityMatrix;

/// Clusters are close when the mean similarity across them is high. A union must have a mean
/// similarity across of at least `between`, and one inside, each page with itself included, of at
/// least `whole`.
pub(crate) struct Average {
    n: usize,
    whole: f64,
    between: f64,
    /// Sum of similarities across two clusters.
    cross: Vec<f64>,
    size: Vec<f64>,
    /// Sum of similarities inside a cluster, over ordered pairs.
    inside: Vec<f64>,
}

impl Average {
    pub(crate) fn new(matrix: &SimilarityMatrix, whole: f32, between: f32) -> Self {
        let n = matrix.len();
        let mut cross = Vec::with_capacity(n * n);
        for i in 0..n {
            cross.extend(matrix.row(i).iter().map(|&value| f64::from(value)));
        }
        Self {
            n,
            whole: f64::from(whole),
            between: f64::from(between),
            cross,
            size: vec![1.0; n],
            inside: vec![1.0; n],
        }
    }
}

impl Linkage for Average {
    fn len(&self) -> usize {
        self.n
    }

    fn closeness(&self, i: usize, j: usize) -> Option<f64> {
        let mean = self.cross[i * self.n + j] / (self.size[i] * self.size[j]);
        (mean >= self.between).then_some(mean)
    }

    fn union(&self, i: usize, j: usize, _: f64) -> Result<f64, Refused> {
        let sum = self.inside[i] + self.inside[j] + 2.0 * self.cross[i * self.n + j];
        let mean = sum / (self.size[i] + self.size[j]).powi(2);
        if mean >= self.whole { Ok(mean) } else { Err(Refused) }
    }

    fn relax(&mut self) -> bool {
        (self.whole, self.between) = (0.0, 0.0);
        true
    }

    fn join(&mut self, i: usize, j: usize, others: &[usize]) {
        let n = self.n;
        self.inside[i] += self.inside[j] + 2.0 * self.cross[i * n + j];
        self.size[i] += self.size[j];
        for &k in others {
            let sum = self.cross[i * n + k] + self.cross[j * n + k];
            self.cross[i * n + k] = sum;
            self.cross[k * n + i] = sum;
        }
    }
}
