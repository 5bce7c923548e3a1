//! Ranks that follow the blocks of pages rather than pages as a whole.

use crate::power::{Rank, RankParams, stationary};
use crate::rows::{NodeId, Rows};
use rayon::prelude::*;

/// The blocks of all pages with what they lead to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockLinks {
    /// By block, its page.
    pages: Vec<NodeId>,
    /// X by block: the share of its page that it is.
    shares: Vec<f64>,
    /// Z: by block, the nodes that it leads to.
    out: Rows,
    /// Z transposed: by node, the blocks that lead to it.
    into: Rows,
    nodes: usize,
}

/// What block rank gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockRank {
    /// By node: the stationary distribution over X·Z, from page to page through a block.
    pub pages: Rank,
    /// By block: that over Z·X, from block to block through a page.
    pub blocks: Rank,
}

impl BlockLinks {
    /// The blocks of `nodes` nodes.
    ///
    /// # Arguments
    /// - `blocks`: each block's page and weight, above 0. What a block counts on its page is its
    ///   weight beside those of the page's other blocks.
    /// - `pairs`: (block, node) for each link; those to the block's own page are left out, and a
    ///   block leads to a node once. The iterator is gone through twice.
    ///
    /// # Panics
    /// If a page or a node is not below `nodes`, or a block not in `blocks`.
    pub fn new(
        nodes: usize,
        blocks: &[(NodeId, f64)],
        pairs: impl Iterator<Item = (NodeId, NodeId)> + Clone,
    ) -> Self {
        let pages: Vec<NodeId> = blocks.iter().map(|&(page, _)| page).collect();
        let out = Rows::new(blocks.len(), pairs.filter(|&(at, to)| pages[at as usize] != to));
        let into = out.transposed(nodes);
        let mut whole = vec![0.0; nodes];
        for (&(page, weight), out) in blocks.iter().zip(out.iter()) {
            // A block that leads nowhere else is no way to leave the page.
            whole[page as usize] += if out.is_empty() { 0.0 } else { weight };
        }
        let share = |(&(page, weight), out): (&(NodeId, f64), &[NodeId])| {
            if out.is_empty() { 0.0 } else { weight / whole[page as usize] }
        };
        let shares = blocks.iter().zip(out.iter()).map(share).collect();
        Self { pages, shares, out, into, nodes }
    }

    /// X: what comes to a page, spread over its blocks.
    fn to_blocks(&self, pages: &[f64], blocks: &mut [f64]) {
        blocks.par_iter_mut().enumerate().with_min_len(1024).for_each(|(block, value)| {
            *value = pages[self.pages[block] as usize] * self.shares[block];
        });
    }

    /// Z: what comes to a block, spread over the nodes that it leads to; `blocks` is overwritten.
    fn to_pages(&self, blocks: &mut [f64], pages: &mut [f64]) {
        blocks.par_iter_mut().enumerate().with_min_len(1024).for_each(|(block, value)| {
            *value /= self.out.row(block).len().max(1) as f64;
        });
        self.into.gather(blocks, pages);
    }
}

/// Ranks of pages and of blocks.
///
/// The products of the matrices are never made: a step takes one after the other.
///
/// # Complexity
/// O(iterations · (n + b + m)) for b blocks.
///
/// # Source
/// D. Cai, X. He, J.-R. Wen, W.-Y. Ma, *Block-level link analysis*, SIGIR 2004: X is from pages to
/// blocks, Z from blocks to pages; as in PageRank, a walk now and then starts anew.
pub fn block_rank(links: &BlockLinks, params: &RankParams) -> BlockRank {
    let mut blocks = vec![0.0; links.pages.len()];
    let pages = stationary(links.nodes, params, None, |values, next| {
        links.to_blocks(values, &mut blocks);
        links.to_pages(&mut blocks, next);
    });
    let mut nodes = vec![0.0; links.nodes];
    let blocks = stationary(links.pages.len(), params, None, |values, next| {
        next.copy_from_slice(values);
        links.to_pages(next, &mut nodes);
        links.to_blocks(&nodes, next);
    });
    BlockRank { pages, blocks }
}
