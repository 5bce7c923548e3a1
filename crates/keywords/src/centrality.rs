//! How central is a node of a weighted network?
//!
//! An edge of weight `w` is `1 / w` long: words that often stand together are near. One walk of shortest
//! paths from each node (Dijkstra) gives closeness and, by the sums of Brandes (2001), betweenness.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Lengths of paths that differ by less are equal: sums of the same parts in another order.
const EQUAL: f64 = 1e-9;

/// An undirected network: for each node its neighbours with the weights of the edges, each edge at both
/// of its ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Network {
    pub(crate) edges: Vec<Vec<(u32, f64)>>,
}

/// What is known of the nodes, each by its number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Centralities {
    /// The sum of the inverse distances to all other nodes (harmonic closeness, which parts of a network
    /// without a path between them do not spoil).
    pub(crate) closeness: Vec<f64>,
    /// On what share of the shortest paths between two others it lies, summed over these pairs.
    pub(crate) betweenness: Vec<f64>,
}

/// A node that waits with its distance.
struct Waiting(f64, u32);

/// The walk from a node: shortest distances, numbers of shortest paths, nodes before each on these.
struct Walk {
    distance: Vec<f64>,
    paths: Vec<f64>,
    before: Vec<Vec<u32>>,
    /// Nodes in the order of their distances.
    order: Vec<u32>,
}

impl Network {
    /// A network of so many nodes without edges.
    pub(crate) fn new(nodes: usize) -> Self {
        Self { edges: vec![Vec::new(); nodes] }
    }

    pub(crate) fn degree(&self, node: usize) -> f64 {
        self.edges[node].len() as f64
    }

    pub(crate) fn strength(&self, node: usize) -> f64 {
        self.edges[node].iter().map(|(_, weight)| weight).sum()
    }

    /// Closeness and betweenness of all nodes. Takes nodes times edges times the logarithm of the nodes.
    pub(crate) fn centralities(&self) -> Centralities {
        let nodes = self.edges.len();
        let mut all = Centralities { closeness: vec![0.0; nodes], betweenness: vec![0.0; nodes] };
        for from in 0..nodes {
            let walk = self.walk(from);
            let reached = walk.order.iter().filter(|node| **node as usize != from);
            all.closeness[from] = reached.map(|node| 1.0 / walk.distance[*node as usize]).sum();
            let mut share = vec![0.0; nodes];
            for &node in walk.order.iter().rev() {
                let node = node as usize;
                for &before in &walk.before[node] {
                    let before = before as usize;
                    share[before] += walk.paths[before] / walk.paths[node] * (1.0 + share[node]);
                }
                if node != from {
                    // Each pair is walked from both of its ends.
                    all.betweenness[node] += share[node] / 2.0;
                }
            }
        }
        all
    }

    fn walk(&self, from: usize) -> Walk {
        let nodes = self.edges.len();
        let mut walk = Walk {
            distance: vec![f64::INFINITY; nodes],
            paths: vec![0.0; nodes],
            before: vec![Vec::new(); nodes],
            order: Vec::new(),
        };
        let mut is_done = vec![false; nodes];
        let mut queue = BinaryHeap::from([Waiting(0.0, from as u32)]);
        (walk.distance[from], walk.paths[from]) = (0.0, 1.0);
        while let Some(Waiting(distance, node)) = queue.pop() {
            if std::mem::replace(&mut is_done[node as usize], true) {
                continue;
            }
            walk.order.push(node);
            for &(next, weight) in &self.edges[node as usize] {
                let (to, there) = (next as usize, distance + 1.0 / weight);
                if is_done[to] {
                    continue;
                }
                if there < walk.distance[to] - EQUAL {
                    walk.distance[to] = there;
                    walk.paths[to] = walk.paths[node as usize];
                    walk.before[to] = vec![node];
                    queue.push(Waiting(there, next));
                } else if there < walk.distance[to] + EQUAL {
                    walk.paths[to] += walk.paths[node as usize];
                    walk.before[to].push(node);
                }
            }
        }
        walk
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        // The heap gives the greatest: the nearest has to be it.
        other.0.total_cmp(&self.0).then_with(|| other.1.cmp(&self.1))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definitions as they stand: distances by relaxing all edges, paths by counting them.
    fn plainly(network: &Network) -> Centralities {
        let nodes = network.edges.len();
        let mut distance = vec![vec![f64::INFINITY; nodes]; nodes];
        for (node, edges) in network.edges.iter().enumerate() {
            distance[node][node] = 0.0;
            edges.iter().for_each(|(to, weight)| distance[node][*to as usize] = 1.0 / weight);
        }
        for by in 0..nodes {
            for from in 0..nodes {
                for to in 0..nodes {
                    distance[from][to] =
                        distance[from][to].min(distance[from][by] + distance[by][to]);
                }
            }
        }
        let paths = |from: usize, to: usize| count(network, &distance, from, to);
        let mut all = Centralities { closeness: vec![0.0; nodes], betweenness: vec![0.0; nodes] };
        for from in 0..nodes {
            for to in (0..nodes).filter(|to| *to != from) {
                all.closeness[from] += 1.0 / distance[from][to];
                for by in (0..nodes).filter(|by| *by != from && *by != to && from < to) {
                    let around = distance[from][by] + distance[by][to];
                    if (around - distance[from][to]).abs() < EQUAL {
                        let through = paths(from, by) * paths(by, to);
                        all.betweenness[by] += through / paths(from, to);
                    }
                }
            }
        }
        all
    }

    fn count(network: &Network, distance: &[Vec<f64>], from: usize, to: usize) -> f64 {
        if from == to {
            return 1.0;
        }
        let is_step = |(next, weight): &&(u32, f64)| {
            let rest = distance[*next as usize][to];
            (1.0 / weight + rest - distance[from][to]).abs() < EQUAL && rest < f64::INFINITY
        };
        let steps = network.edges[from].iter().filter(is_step);
        steps.map(|(next, _)| count(network, distance, *next as usize, to)).sum()
    }

    fn networks() -> impl Strategy<Value = Network> {
        let edges = prop::collection::btree_map((0_u32..7, 0_u32..7), 1_u8..4, 0..14);
        edges.prop_map(|edges| {
            let mut network = Network::new(7);
            for ((a, b), weight) in edges.into_iter().filter(|((a, b), _)| a < b) {
                network.edges[a as usize].push((b, f64::from(weight)));
                network.edges[b as usize].push((a, f64::from(weight)));
            }
            network
        })
    }

    proptest! {
        #[test]
        fn sums_over_walks_equal_the_definitions(network in networks()) {
            let (fast, plain) = (network.centralities(), plainly(&network));
            for node in 0..network.edges.len() {
                prop_assert!((fast.closeness[node] - plain.closeness[node]).abs() < 1e-6);
                prop_assert!((fast.betweenness[node] - plain.betweenness[node]).abs() < 1e-6);
            }
        }
    }
}
