//! Which node leads to which, in both directions; petgraph's algorithms walk it as it is.

use crate::rows::{NodeId, Rows};
use fixedbitset::FixedBitSet;
use petgraph::Direction;
use petgraph::visit::{
    GraphBase, GraphRef, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, Visitable,
};
use std::iter::Copied;
use std::ops::Range;
use std::slice::Iter;

/// The links between nodes, each pair once and none from a node to itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjacency {
    out: Rows,
    into: Rows,
}

impl Adjacency {
    /// The links of `nodes` nodes. Pairs (from, to) may come more than once, and from a node to
    /// itself; the iterator is gone through twice.
    ///
    /// # Example
    /// ```
    /// use sitewrap_graph::Adjacency;
    /// let links = Adjacency::new(3, [(0, 1), (0, 1), (1, 1), (1, 2)].into_iter());
    /// assert_eq!(links.outgoing().row(0), [1]);
    /// assert_eq!(links.incoming().row(2), [1]);
    /// assert_eq!(links.count(), 2);
    /// ```
    ///
    /// # Panics
    /// If a node is not below `nodes`.
    pub fn new(nodes: usize, pairs: impl Iterator<Item = (NodeId, NodeId)> + Clone) -> Self {
        let out = Rows::new(nodes, pairs.filter(|(from, to)| from != to));
        let into = out.transposed(nodes);
        Self { out, into }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of links.
    pub fn count(&self) -> usize {
        self.out.count()
    }

    /// By node, those that it leads to.
    pub fn outgoing(&self) -> &Rows {
        &self.out
    }

    /// By node, those that lead to it.
    pub fn incoming(&self) -> &Rows {
        &self.into
    }
}

impl GraphBase for Adjacency {
    type EdgeId = usize;
    type NodeId = NodeId;
}

impl<'a> IntoNeighbors for &'a Adjacency {
    type Neighbors = Copied<Iter<'a, NodeId>>;

    fn neighbors(self, node: NodeId) -> Self::Neighbors {
        self.out.row(node as usize).iter().copied()
    }
}

impl<'a> IntoNeighborsDirected for &'a Adjacency {
    type NeighborsDirected = Copied<Iter<'a, NodeId>>;

    fn neighbors_directed(self, node: NodeId, direction: Direction) -> Self::NeighborsDirected {
        let rows = match direction {
            Direction::Outgoing => &self.out,
            Direction::Incoming => &self.into,
        };
        rows.row(node as usize).iter().copied()
    }
}

impl IntoNodeIdentifiers for &Adjacency {
    type NodeIdentifiers = Range<NodeId>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        0..self.len() as NodeId
    }
}

impl Visitable for Adjacency {
    type Map = FixedBitSet;

    fn visit_map(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.len())
    }

    fn reset_map(&self, map: &mut FixedBitSet) {
        map.clear();
        map.grow(self.len());
    }
}

/// What petgraph's algorithms ask of the reference that they are given.
const _: fn(&Adjacency) = |links| {
    fn is_graph_ref(_: impl GraphRef) {}
    is_graph_ref(links);
};
