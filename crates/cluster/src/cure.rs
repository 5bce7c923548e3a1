//! Closeness of clusters by CURE's representatives, on the columns of a matrix.

use crate::agglomerate::{Linkage, Refused};
use crate::column::{distance, to_fixed};
use crate::triangle::Triangle;
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
    settings: Settings,
    columns: Vec<Vec<u16>>,
    members: Vec<Vec<usize>>,
    /// Sums of the columns of the members, for the centre; none for a single page, whose column
    /// they would be.
    sums: Vec<Vec<u64>>,
    /// None for a single page, whose column is its representative.
    representatives: Vec<Vec<Vec<u16>>>,
    /// Distance of the closest representatives of two clusters.
    apart: Triangle<u64>,
    /// The least similarity of two pages across two clusters.
    loosest: Triangle<f32>,
    /// Sum of similarities across two clusters.
    across: Triangle<f64>,
    /// Sum of similarities inside a cluster, over ordered pairs.
    inside: Vec<f64>,
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
        let row = |i: usize| similarity.row(i).iter().copied();
        Self {
            settings,
            members: (0..n).map(|i| vec![i]).collect(),
            sums: vec![Vec::new(); n],
            representatives: vec![Vec::new(); n],
            apart: Triangle::compute(n, |i, j| distance(&columns[i], &columns[j])),
            loosest: Triangle::from_rows(n, row),
            across: Triangle::from_rows(n, |i| row(i).map(f64::from)),
            inside: (0..n).map(|i| f64::from(similarity.get(i, i))).collect(),
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
        let (of_i, of_j) = (self.representatives(i), self.representatives(j));
        let across = |a: &Vec<u16>| of_j.iter().map(|b| distance(a, b)).min().unwrap_or(u64::MAX);
        of_i.iter().map(across).min().unwrap_or(u64::MAX)
    }

    fn representatives(&self, i: usize) -> &[Vec<u16>] {
        match self.representatives[i].as_slice() {
            [] => std::slice::from_ref(&self.columns[i]),
            scattered => scattered,
        }
    }

    /// Adds the columns of the pages of slot `j` to the sums of slot `i`.
    fn add_columns(&mut self, i: usize, j: usize) {
        let of = |slot: usize, sums: Vec<u64>| match sums.is_empty() {
            true => self.columns[slot].iter().map(|&x| u64::from(x)).collect(),
            false => sums,
        };
        let mut sums = of(i, std::mem::take(&mut self.sums[i]));
        for (sum, more) in sums.iter_mut().zip(of(j, std::mem::take(&mut self.sums[j]))) {
            *sum += more;
        }
        self.sums[i] = sums;
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
        self.columns.len()
    }

    fn closeness(&self, i: usize, j: usize) -> Option<f64> {
        let scale = self.len() as f64 * f64::from(u16::MAX);
        let is_alike = self.loosest.get(i, j) >= self.settings.pair;
        is_alike.then(|| 1.0 - self.apart.get(i, j) as f64 / scale)
    }

    fn union(&self, i: usize, j: usize, _: f64) -> Result<f64, Refused> {
        let size = self.members[i].len() + self.members[j].len();
        let sum = self.inside[i] + self.inside[j] + 2.0 * self.across.get(i, j);
        let mean = sum / (size as f64).powi(2);
        if mean >= f64::from(self.settings.whole) { Ok(mean) } else { Err(Refused) }
    }

    fn relax(&mut self) -> bool {
        false
    }

    fn join(&mut self, i: usize, j: usize, others: &[usize]) {
        self.inside[i] += self.inside[j] + 2.0 * self.across.get(i, j);
        self.add_columns(i, j);
        let gone = std::mem::take(&mut self.members[j]);
        self.members[i].extend(gone);
        self.representatives[j] = Vec::new();
        self.representatives[i] = self.scatter(&self.members[i], &self.sums[i]);
        for &k in others {
            self.loosest.set(i, k, self.loosest.get(i, k).min(self.loosest.get(j, k)));
            self.across.set(i, k, self.across.get(i, k) + self.across.get(j, k));
        }
        let alike = |&&k: &&usize| self.loosest.get(i, k) >= self.settings.pair;
        let apart: Vec<(usize, u64)> = others
            .par_iter()
            .filter(alike)
            .map(|&k| (k, self.closest_representatives(i, k)))
            .collect();
        for (k, distance) in apart {
            self.apart.set(i, k, distance);
        }
    }
}
