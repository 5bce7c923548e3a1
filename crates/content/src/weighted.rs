//! Weighted block features [WU11].
//!
//! A block is what the nearest `table`, `p`, `tr` or `div` around a text holds of its own. Each of
//! five features of it supports, by the range that its value is in, that the block is content; the
//! score is the mean of the supports by weights, and content is what scores above a threshold.

use crate::block::{Block, Blocks};
use rustc_hash::FxHashMap;
use sitewrap_tree::{NodeId, TagTree};

/// Features of a block.
pub(crate) const COUNT: usize = 5;

/// Ranges of each feature.
pub(crate) const RANGES: [usize; COUNT] = [3, 2, 2, 2, 2];

/// The range of each feature that a block is in.
pub(crate) type Ranges = [usize; COUNT];

/// Supports, weights and threshold; a file has them in TOML.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Support of each feature by its range: characters of text in [0, 10), [10, 14), [14, ∞); signs
    /// of punctuation, no-break spaces, `b` and `br` elements none or some, with the last range
    /// repeated. Each is a probability.
    pub supports: [[f64; 3]; COUNT],
    /// How much each feature counts, 0 to 3.
    pub weights: [f64; COUNT],
    /// The score above which a block is content.
    pub threshold: f64,
}

impl Weights {
    /// As published.
    pub const PUBLISHED: Self = Self {
        supports: [
            [0.060, 0.546, 0.795],
            [0.274, 0.944, 0.944],
            [0.375, 0.827, 0.827],
            [0.295, 0.948, 0.948],
            [0.434, 0.875, 0.875],
        ],
        weights: [1.4571, 2.6976, 1.9782, 2.6838, 0.8203],
        threshold: 0.2922,
    };

    /// Whether a block in these ranges is content.
    pub(crate) fn is_content(&self, ranges: &Ranges) -> bool {
        let support =
            |feature: usize| self.weights[feature] * self.supports[feature][ranges[feature]];
        let all: f64 = self.weights.iter().sum();
        (0..COUNT).map(support).sum::<f64>() > self.threshold * all
    }
}

/// What a block has of each feature.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    characters: usize,
    punctuation: usize,
    no_break: usize,
    bold: usize,
    breaks: usize,
}

impl Counts {
    fn ranges(self) -> Ranges {
        let some = |count: usize| usize::from(count > 0);
        let text = usize::from(self.characters >= 10) + usize::from(self.characters >= 14);
        [text, some(self.punctuation), some(self.no_break), some(self.bold), some(self.breaks)]
    }
}

/// Which lines of a page lie in blocks that are content.
///
/// # Complexity
/// Linear in the size of the tree.
pub(crate) fn content(tree: &TagTree, blocks: &Blocks, weights: &Weights) -> Vec<bool> {
    let ranges = ranges_of_lines(tree, blocks);
    ranges.iter().map(|ranges| weights.is_content(ranges)).collect()
}

/// For each line, the ranges that the block around it is in.
///
/// # Complexity
/// Linear in the size of the tree.
pub(crate) fn ranges_of_lines(tree: &TagTree, blocks: &Blocks) -> Vec<Ranges> {
    // The block of each node: that of its parent, or itself.
    let mut held: Vec<u32> = Vec::with_capacity(tree.len());
    let mut counts: FxHashMap<u32, Counts> = FxHashMap::default();
    for node in tree.nodes() {
        let tag = tree.tag(node).as_str();
        let above = tree.parent(node).map_or(0, |parent| held[parent.index()]);
        held.push(if matches!(tag, "table" | "p" | "tr" | "div") { node.0 } else { above });
        let own = counts.entry(held[node.index()]).or_default();
        match tag {
            "b" | "strong" => own.bold += 1,
            "br" => own.breaks += 1,
            _ => {}
        }
    }
    for block in blocks.iter() {
        let own = counts.entry(held[block.nodes.start as usize]).or_default();
        own.characters += blocks.text(block).chars().filter(|c| !c.is_whitespace()).count();
        own.punctuation += (block.signs.stops + block.signs.commas) as usize;
        let texts = block.nodes.clone().map(|node| tree.text(NodeId(node)));
        own.no_break += texts.map(|text| text.matches('\u{a0}').count()).sum::<usize>();
    }
    let of_line = |block: &Block| {
        let own = counts.get(&held[block.nodes.start as usize]).copied().unwrap_or_default();
        own.ranges()
    };
    blocks.iter().map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::{Counts, Weights};

    #[test]
    fn published_weights_ask_for_one_sign_of_content() {
        let content = |counts: Counts| Weights::PUBLISHED.is_content(&counts.ranges());
        assert!(!content(Counts { characters: 9, ..Counts::default() }));
        assert!(content(Counts { characters: 10, ..Counts::default() }));
        assert!(content(Counts { characters: 9, punctuation: 1, ..Counts::default() }));
        assert!(content(Counts { breaks: 2, ..Counts::default() }));
    }
}
