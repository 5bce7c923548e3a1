//! Agglomeration by the mean similarity across clusters.

use crate::merges::Merge;
use sitewrap_model::SimilarityMatrix;

/// Merges the two clusters with the highest mean cross similarity, again and again, while that is
/// at least `between` and the mean similarity inside the union, each page with itself included,
/// at least `whole`. A union that is refused is asked for again once one of the two has grown.
///
/// # Complexity
/// O(n²) expected (O(n³) at worst) time and O(n²) memory.
pub(crate) fn agglomerate(matrix: &SimilarityMatrix, whole: f64, between: f64) -> Vec<Merge> {
    let mut state = Agglomeration::new(matrix);
    let mut merges = Vec::new();
    while let Some((i, j, mean)) = state.closest().filter(|&(_, _, mean)| mean >= between) {
        let inside = state.inside_union(i, j);
        if inside < whole {
            state.refuse(i, j);
            continue;
        }
        merges.push(Merge {
            left: state.name[i],
            right: state.name[j],
            similarity: mean as f32,
            self_similarity: inside as f32,
        });
        state.merge(i, j, matrix.len() + merges.len() - 1);
    }
    merges
}

struct Agglomeration {
    n: usize,
    /// Sum of similarities across two clusters, both ways round.
    cross: Vec<f64>,
    refused: Vec<bool>,
    size: Vec<f64>,
    /// Sum of similarities inside a cluster, over ordered pairs.
    inside: Vec<f64>,
    /// The node of the dendrogram that a slot holds.
    name: Vec<usize>,
    alive: Vec<usize>,
    /// For each slot the closest slot after it, with their mean similarity.
    best: Vec<Option<(usize, f64)>>,
}

impl Agglomeration {
    fn new(matrix: &SimilarityMatrix) -> Self {
        let n = matrix.len();
        let mut cross = Vec::with_capacity(n * n);
        for i in 0..n {
            cross.extend(matrix.row(i).iter().map(|&value| f64::from(value)));
        }
        let mut state = Self {
            n,
            cross,
            refused: vec![false; n * n],
            size: vec![1.0; n],
            inside: vec![1.0; n],
            name: (0..n).collect(),
            alive: (0..n).collect(),
            best: vec![None; n],
        };
        for i in 0..n {
            state.best[i] = state.find_best(i);
        }
        state
    }

    fn mean(&self, i: usize, j: usize) -> f64 {
        self.cross[i * self.n + j] / (self.size[i] * self.size[j])
    }

    fn find_best(&self, i: usize) -> Option<(usize, f64)> {
        let mut best: Option<(usize, f64)> = None;
        let from = self.alive.partition_point(|&slot| slot <= i);
        for &j in &self.alive[from..] {
            if self.refused[i * self.n + j] {
                continue;
            }
            let mean = self.mean(i, j);
            if best.is_none_or(|(_, known)| mean > known) {
                best = Some((j, mean));
            }
        }
        best
    }

    /// The closest pair; of equally close ones the first.
    fn closest(&self) -> Option<(usize, usize, f64)> {
        let mut closest: Option<(usize, usize, f64)> = None;
        for &i in &self.alive {
            if let Some((j, mean)) = self.best[i]
                && closest.is_none_or(|(_, _, known)| mean > known)
            {
                closest = Some((i, j, mean));
            }
        }
        closest
    }

    fn inside_union(&self, i: usize, j: usize) -> f64 {
        let sum = self.inside[i] + self.inside[j] + 2.0 * self.cross[i * self.n + j];
        sum / (self.size[i] + self.size[j]).powi(2)
    }

    fn refuse(&mut self, i: usize, j: usize) {
        self.refused[i * self.n + j] = true;
        self.refused[j * self.n + i] = true;
        self.best[i] = self.find_best(i);
    }

    /// Puts the cluster of slot `j` into slot `i`, which comes before it.
    fn merge(&mut self, i: usize, j: usize, name: usize) {
        let n = self.n;
        self.inside[i] += self.inside[j] + 2.0 * self.cross[i * n + j];
        self.size[i] += self.size[j];
        self.name[i] = name;
        self.alive.retain(|&slot| slot != j);
        for &k in &self.alive {
            let sum = self.cross[i * n + k] + self.cross[j * n + k];
            self.cross[i * n + k] = sum;
            self.cross[k * n + i] = sum;
            self.refused[i * n + k] = false;
            self.refused[k * n + i] = false;
        }
        self.best[j] = None;
        self.best[i] = self.find_best(i);
        for index in 0..self.alive.len() {
            let k = self.alive[index];
            if k >= j {
                break;
            }
            match self.best[k] {
                Some((to, _)) if to == i || to == j => self.best[k] = self.find_best(k),
                _ if k < i => {
                    let mean = self.mean(k, i);
                    let is_better = self.best[k]
                        .is_none_or(|(to, known)| mean > known || (mean == known && i < to));
                    if is_better {
                        self.best[k] = Some((i, mean));
                    }
                }
                _ => {}
            }
        }
    }
}
