//! How nodes hang together: depth, strongly connected components, chains.

use crate::adjacency::Adjacency;
use crate::rows::NodeId;
use petgraph::algo::kosaraju_scc;
use std::collections::VecDeque;

/// Clicks from the nearest of some nodes to each; `None` for those that no link leads to.
///
/// # Complexity
/// O(n + m).
///
/// # Panics
/// If a start is no node.
pub fn depths(links: &Adjacency, starts: &[NodeId]) -> Vec<Option<u32>> {
    let mut depths = vec![None; links.len()];
    let mut open = VecDeque::new();
    for &start in starts {
        if depths[start as usize].replace(0).is_none() {
            open.push_back((start, 0));
        }
    }
    while let Some((node, depth)) = open.pop_front() {
        for &next in links.outgoing().row(node as usize) {
            let known = &mut depths[next as usize];
            if known.is_none() {
                *known = Some(depth + 1);
                open.push_back((next, depth + 1));
            }
        }
    }
    depths
}

/// The strongly connected components: sets of nodes each of which leads to each other. The largest
/// comes first, of equal ones that with the first node; nodes rise.
///
/// Kosaraju's algorithm rather than Tarjan's, which recurses as deep as the longest path.
///
/// # Complexity
/// O(n + m).
pub fn components(links: &Adjacency) -> Vec<Vec<NodeId>> {
    let mut found = kosaraju_scc(links);
    found.iter_mut().for_each(|nodes| nodes.sort_unstable());
    found.sort_unstable_by_key(|nodes| (std::cmp::Reverse(nodes.len()), nodes[0]));
    found
}

/// Redirects that are followed in one chain; browsers give up after twenty.
const LONGEST_CHAIN: usize = 50;

/// Chains along `next` (by node, where it redirects to): each begins at a node that nothing
/// redirects to and ends at one that redirects no further, after fifty steps at the latest. A ring,
/// which nothing leads into, begins at its first node; the last node of a chain that ends in a ring
/// is one that it has come by before.
pub fn chains(next: &[Option<NodeId>]) -> Vec<Vec<NodeId>> {
    let mut is_target = vec![false; next.len()];
    for &to in next.iter().flatten() {
        is_target[to as usize] = true;
    }
    let mut seen = vec![false; next.len()];
    let mut found = Vec::new();
    // What is left when all that begin somewhere are gone through are rings.
    for inner in [false, true] {
        for start in 0..next.len() {
            if is_target[start] == inner && !seen[start] && next[start].is_some() {
                found.push(chain(next, start, &mut seen));
            }
        }
    }
    found
}

fn chain(next: &[Option<NodeId>], start: usize, seen: &mut [bool]) -> Vec<NodeId> {
    let mut chain = vec![start as NodeId];
    let mut at = start;
    seen[start] = true;
    while let Some(to) = next[at].filter(|_| chain.len() <= LONGEST_CHAIN) {
        let again = chain.contains(&to);
        chain.push(to);
        if again {
            break;
        }
        at = to as usize;
        seen[at] = true;
    }
    chain
}
