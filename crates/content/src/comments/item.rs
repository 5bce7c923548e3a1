//! One comment as a part of the page.

use crate::block::Blocks;
use sitewrap_tree::{NodeId, TagTree};
use std::ops::Range;

/// A comment: nodes that follow each other, most often one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// From its element to the node behind its last.
    pub(super) nodes: Range<u32>,
    /// Its blocks, those of answers within it included.
    pub(super) blocks: Range<usize>,
}

impl Item {
    /// An element as a comment.
    pub(super) fn of(tree: &TagTree, blocks: &Blocks, node: NodeId) -> Self {
        Self::run(tree, blocks, node, node)
    }

    /// The elements from `first` to `last`, which have one parent, as a comment.
    pub(super) fn run(tree: &TagTree, blocks: &Blocks, first: NodeId, last: NodeId) -> Self {
        let end = last.0 + tree.subtree_len(last) as u32;
        let range = blocks.below(tree, first).start..blocks.below(tree, last).end;
        Self { nodes: first.0..end, blocks: range }
    }

    /// The comments within the one at a place; `items` are in document order.
    pub(super) fn nested(items: &[Self], at: usize) -> &[Self] {
        let end = items[at].nodes.end;
        let rest = &items[at + 1..];
        &rest[..rest.iter().take_while(|next| next.nodes.start < end).count()]
    }

    /// The blocks of the comment that are of none within it.
    pub(super) fn own_blocks<'i>(
        &self,
        nested: &'i [Self],
    ) -> impl Iterator<Item = usize> + use<'i> {
        outside(self.blocks.clone(), nested.iter().map(|inner| inner.blocks.clone()))
    }

    /// The nodes of the comment that are of none within it.
    pub(super) fn own_nodes<'i>(
        &self,
        nested: &'i [Self],
    ) -> impl Iterator<Item = NodeId> + use<'i> {
        let nodes = self.nodes.start as usize..self.nodes.end as usize;
        let inner = nested.iter().map(|inner| inner.nodes.start as usize..inner.nodes.end as usize);
        outside(nodes, inner).map(|node| NodeId(node as u32))
    }
}

/// The numbers of a range that are in none of some others, which are in order.
fn outside<I: Iterator<Item = Range<usize>>>(
    all: Range<usize>,
    others: I,
) -> impl Iterator<Item = usize> + use<I> {
    let mut others = others.peekable();
    let mut at = all.start;
    std::iter::from_fn(move || {
        while let Some(other) = others.next_if(|other| other.start <= at) {
            at = at.max(other.end);
        }
        let given = at;
        at += 1;
        (given < all.end).then_some(given)
    })
}
