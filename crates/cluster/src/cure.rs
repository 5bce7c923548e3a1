//! Closeness of clusters by CURE's representatives, on the columns of a matrix.

use crate::agglomerate::{Linkage, Refused};
use crate::column::{distance, to_fixed};
use rayon::prelude::*;
use sitewrap_model::SimilarityMatrix;

/// CURE as the paper uses it. A page is a point: its column in the matrix. A cluster is known by
/// up to c points scattered over it, each drawn to the centre by α; two clusters are as far
/// apart as their closest representatives. A union must be alike as a whole, and each pair in it.
///
/// # Source
/// Guha, Rastogi, Shim, "CURE: an efficient clustering algorithm for large databases", SIGMOD
/// 1998, with the two thresholds in place of a number of clusters.
pub(crate) struct Cure {
    n: usize,
    settings: Settings,
    columns: Vec<Vec<u16>>,
    members: Vec<Vec<usize>>,
    /// Sums of the columns of the members, for the centre.
    sums: Vec<Vec<u64>>,
    representatives: Vec<Vec<Vec<u16>>>,
    /// Distance of the closest representatives of two clusters.
    apart: Vec<u64>,
    /// The least similarity of two pages across two clusters.
    loosest: Vec<f32>,
    /// Sum of similarities across two clusters; on the diagonal inside one, over ordered pairs.
    sum: Vec<f64>,
}

/// The thresholds, and CURE's constants.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) whole: f32,
    pub(crate) pair: f32,
    pub(crate) representatives: usize,
    pub(crate) shrink: f32,
}

impl Cure {
    /// The columns of `matrix` are the points; thresholds are asked of `similarity`.
    pub(crate) fn new(
        matrix: &SimilarityMatrix,
        similarity: &SimilarityMatrix,
        settings: Settings,
    ) -> Self {
        let n = matrix.len();
        let column = |i: usize| matrix.row(i).iter().map(|&value| to_fixed(value)).collect();
        let columns: Vec<Vec<u16>> = (0..n).map(column).collect();
        let rows = || (0..n).flat_map(|i| similarity.row(i).iter().copied());
        let mut apart = vec![0; n * n];
        apart.par_chunks_mut(n.max(1)).zip(&columns).for_each(|(out, column)| {
            for (apart, other) in out.iter_mut().zip(&columns) {
                *apart = distance(column, other);
            }
        });
        Self {
            n,
            settings,
            members: (0..n).map(|i| vec![i]).collect(),
            sums: columns.iter().map(|c| c.iter().map(|&x| u64::from(x)).collect()).collect(),
            representatives: columns.iter().map(|column| vec![column.clone()]).collect(),
            apart,
            loosest: rows().collect(),
            sum: rows().map(f64::from).collect(),
            columns,
        }
    }

    /// Up to c points of a cluster, each the farthest from those before it (the first from the
    /// centre), drawn to the centre. Points that are there already are not taken twice.
    fn scatter(&self, members: &[usize], sums: &[u64]) -> Vec<Vec<u16>> {
        let count = members.len() as u64;
        let centre: Vec<u16> = sums.iter().map(|&x| ((x + count / 2) / count) as u16).collect();
        let mut nearest: Vec<u64> =
            members.iter().map(|&page| distance(&self.columns[page], &centre)).collect();
        let mut chosen: Vec<Vec<u16>> = Vec::new();
        while chosen.len() < self.settings.representatives.max(1) {
            let far = farthest(&nearest);
            if nearest[far] == 0 && !chosen.is_empty() {
                break;
            }
            let point = &self.columns[members[far]];
            for (known, &page) in nearest.iter_mut().zip(members) {
                let to_point = distance(&self.columns[page], point);
                *known = if chosen.is_empty() { to_point } else { to_point.min(*known) };
            }
            chosen.push(self.shrunk(point, &centre));
        }
        chosen
    }

    fn shrunk(&self, point: &[u16], centre: &[u16]) -> Vec<u16> {
        let shrink = self.settings.shrink.clamp(0.0, 1.0);
        let drawn = |(&p, &c): (&u16, &u16)| {
            (f32::from(p) + shrink * (f32::from(c) - f32::from(p))).round() as u16
        };
        point.iter().zip(centre).map(drawn).collect()
    }

    fn closest_representatives(&self, i: usize, j: usize) -> u64 {
        let across = |a: &Vec<u16>| {
            self.representatives[j].iter().map(|b| distance(a, b)).min().unwrap_or(u64::MAX)
        };
        self.representatives[i].iter().map(across).min().unwrap_or(u64::MAX)
    }
}

/// The place of the largest number; of equal ones the first.
fn farthest(distances: &[u64]) -> usize {
    let mut far = 0;
    for (place, &distance) in distances.iter().enumerate() {
        if distance > distances[far] {
            far = place;
        }
    }
    far
}

impl Linkage for Cure {
    fn len(&self) -> usize {
        self.n
    }

    fn closeness(&self, i: usize, j: usize) -> Option<f64> {
        let scale = self.n as f64 * f64::from(u16::MAX);
        let is_alike = self.loosest[i * self.n + j] >= self.settings.pair;
        is_alike.then(|| 1.0 - self.apart[i * self.n + j] as f64 / scale)
    }

    fn union(&self, i: usize, j: usize, _: f64) -> Result<f64, Refused> {
        let (n, size) = (self.n, self.members[i].len() + self.members[j].len());
        let sum = self.sum[i * n + i] + self.sum[j * n + j] + 2.0 * self.sum[i * n + j];
        let mean = sum / (size as f64).powi(2);
        if mean >= f64::from(self.settings.whole) { Ok(mean) } else { Err(Refused) }
    }

    fn relax(&mut self) -> bool {
        false
    }

    fn join(&mut self, i: usize, j: usize, others: &[usize]) {
        let n = self.n;
        self.sum[i * n + i] += self.sum[j * n + j] + 2.0 * self.sum[i * n + j];
        let gone = std::mem::take(&mut self.members[j]);
        self.members[i].extend(gone);
        let sums = std::mem::take(&mut self.sums[j]);
        for (sum, more) in self.sums[i].iter_mut().zip(sums) {
            *sum += more;
        }
        self.representatives[j] = Vec::new();
        self.representatives[i] = self.scatter(&self.members[i], &self.sums[i]);
        for &k in others {
            let loosest = self.loosest[i * n + k].min(self.loosest[j * n + k]);
            let sum = self.sum[i * n + k] + self.sum[j * n + k];
            for place in [i * n + k, k * n + i] {
                self.loosest[place] = loosest;
                self.sum[place] = sum;
            }
        }
        let alike = |&&k: &&usize| self.loosest[i * n + k] >= self.settings.pair;
        let apart: Vec<(usize, u64)> = others
            .par_iter()
            .filter(alike)
            .map(|&k| (k, self.closest_representatives(i, k)))
            .collect();
        for (k, distance) in apart {
            self.apart[i * n + k] = distance;
            self.apart[k * n + i] = distance;
        }
    }
}
