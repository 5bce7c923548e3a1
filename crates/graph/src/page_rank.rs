//! PageRank.

use crate::adjacency::Adjacency;
use crate::power::{Rank, RankParams, stationary};
use rayon::prelude::*;

/// PageRank: how often a walk along links comes to each node.
///
/// A walk on a node without links starts anew, as networkx has it: both where `preference` says.
///
/// # Arguments
/// - `preference`: one weight a node, none below 0, for where walks start; `None` for all alike.
///
/// # Complexity
/// O(iterations · (n + m)); 32 bytes a node beside the links.
///
/// # Example
/// ```
/// use sitewrap_graph::{Adjacency, RankParams, page_rank};
/// let links = Adjacency::new(3, [(0, 2), (1, 2), (2, 0)].into_iter());
/// let rank = page_rank(&links, &RankParams::default(), None).values;
/// assert!(rank[2] > rank[0] && rank[0] > rank[1]);
/// ```
///
/// # Source
/// L. Page, S. Brin, R. Motwani, T. Winograd, *The PageRank citation ranking: bringing order to the
/// web*, 1998.
///
/// # Panics
/// If `preference` is not as long as there are nodes.
pub fn page_rank(links: &Adjacency, params: &RankParams, preference: Option<&[f64]>) -> Rank {
    let mut shares = vec![0.0; links.len()];
    stationary(links.len(), params, preference, |values, next| {
        shares.par_iter_mut().enumerate().with_min_len(1024).for_each(|(node, share)| {
            *share = match links.outgoing().row(node).len() {
                0 => 0.0,
                links => values[node] / links as f64,
            };
        });
        links.incoming().gather(&shares, next);
    })
}
