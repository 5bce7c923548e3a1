//! Hubs and authorities.

use crate::adjacency::Adjacency;
use crate::power::{Convergence, RankParams, difference, sum};
use rayon::prelude::*;

/// What HITS gives. The values of each kind are none below 0 and sum to 1; where there are no links
/// they are all 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// High for nodes that lead to authorities.
    pub hubs: Vec<f64>,
    /// High for nodes that hubs lead to.
    pub authorities: Vec<f64>,
    /// How the values were come to; the change is that of the hubs.
    pub convergence: Convergence,
}

/// HITS over all nodes: the leading singular vectors of the link matrix, by power iteration from
/// all hubs alike. Of `params` the damping is not used.
///
/// Where two parts of the site that no link joins are equally strong, the iteration keeps their
/// shares of the start; where they are nearly so, it may end before it converges, and says so.
///
/// # Complexity
/// O(iterations · (n + m)).
///
/// # Source
/// J. Kleinberg, *Authoritative sources in a hyperlinked environment*, J. ACM 46(5), 1999. As in
/// networkx, values are given with a sum of 1 rather than a length of 1.
pub fn hits(links: &Adjacency, params: &RankParams) -> Hits {
    let nodes = links.len();
    if links.count() == 0 {
        let convergence = Convergence { converged: true, ..Convergence::default() };
        return Hits { hubs: vec![0.0; nodes], authorities: vec![0.0; nodes], convergence };
    }
    let mut hubs = vec![1.0 / nodes as f64; nodes];
    let (mut next, mut authorities) = (vec![0.0; nodes], vec![0.0; nodes]);
    let mut convergence = Convergence::default();
    while !convergence.converged && convergence.iterations < params.max_iterations {
        links.incoming().gather(&hubs, &mut authorities);
        normalize(&mut authorities);
        links.outgoing().gather(&authorities, &mut next);
        normalize(&mut next);
        let residual = difference(&hubs, &next);
        std::mem::swap(&mut hubs, &mut next);
        let iterations = convergence.iterations + 1;
        let converged = residual <= params.tolerance;
        convergence = Convergence { iterations, residual, converged };
    }
    // Those that belong to the hubs that were found.
    links.incoming().gather(&hubs, &mut authorities);
    normalize(&mut authorities);
    Hits { hubs, authorities, convergence }
}

/// Makes the sum of the values 1.
fn normalize(values: &mut [f64]) {
    let whole = sum(values);
    if whole > 0.0 {
        values.par_iter_mut().with_min_len(4096).for_each(|value| *value /= whole);
    }
}
