//! The power iteration that all ranks of this crate but HITS share, and sums that no number of
//! threads changes.

use rayon::prelude::*;
use serde::Serialize;

/// Values that are summed one after another; their sums are added in order.
const RUN: usize = 4096;

/// How a rank is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankParams {
    /// Share of the rank that follows links, 0..1; the rest starts anew. 0.85 as published.
    pub damping: f64,
    /// The iteration ends when all values together change by no more than this.
    pub tolerance: f64,
    /// It ends after so many rounds in any case.
    pub max_iterations: usize,
}

impl Default for RankParams {
    fn default() -> Self {
        Self { damping: 0.85, tolerance: 1e-10, max_iterations: 200 }
    }
}

/// How a rank came to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Convergence {
    /// Rounds of the iteration.
    pub iterations: usize,
    /// The sum of all changes in the last round.
    pub residual: f64,
    /// Whether that is within the tolerance.
    pub converged: bool,
}

/// A rank: one value a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rank {
    /// The values, none below 0; their sum is 1 where there are nodes.
    pub values: Vec<f64>,
    /// How they were come to.
    pub convergence: Convergence,
}

/// A sum in a fixed order.
pub(crate) fn sum(values: &[f64]) -> f64 {
    values.par_chunks(RUN).map(|run| run.iter().sum()).collect::<Vec<f64>>().iter().sum()
}

/// The sum of the differences of two vectors, in a fixed order.
pub(crate) fn difference(one: &[f64], other: &[f64]) -> f64 {
    let runs = one.par_chunks(RUN).zip(other.par_chunks(RUN));
    let sums = runs.map(|(one, other)| one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum());
    sums.collect::<Vec<f64>>().iter().sum()
}

/// The stationary distribution of a walk that with probability `damping` takes a step, and else
/// starts anew where `preference` says; so does a walk whose step leads nowhere.
///
/// `step` multiplies a distribution by the transitions; what they lose (dangling nodes) is told by
/// the sum of the product. `preference` is one weight a node, none below 0; `None`, or nothing but
/// zeros, is all alike.
pub(crate) fn stationary(
    nodes: usize,
    params: &RankParams,
    preference: Option<&[f64]>,
    mut step: impl FnMut(&[f64], &mut [f64]),
) -> Rank {
    let uniform = 1.0 / nodes.max(1) as f64;
    let weight = preference.map_or(0.0, sum);
    let preferred = |node: usize| match preference {
        Some(preference) if weight > 0.0 => preference[node] / weight,
        _ => uniform,
    };
    let mut values = vec![uniform; nodes];
    let mut next = vec![0.0; nodes];
    let mut convergence = Convergence { converged: nodes == 0, ..Convergence::default() };
    while !convergence.converged && convergence.iterations < params.max_iterations {
        step(&values, &mut next);
        let anew = 1.0 - params.damping * sum(&next);
        next.par_iter_mut()
            .enumerate()
            .with_min_len(RUN)
            .for_each(|(node, value)| *value = params.damping * *value + anew * preferred(node));
        let residual = difference(&values, &next);
        std::mem::swap(&mut values, &mut next);
        let iterations = convergence.iterations + 1;
        let converged = residual <= params.tolerance;
        convergence = Convergence { iterations, residual, converged };
    }
    Rank { values, convergence }
}
