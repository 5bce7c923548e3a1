//! Matching of feature trees by the longest common subsequence [SON11]: what a page has and a sibling
//! page, another of the same template, has not is its content.
//!
//! Both pages are laid out in level order; [`alignment`] finds the elements without a counterpart,
//! [`groups`] those of them that are content.

mod alignment;
mod feature_tree;
mod groups;

pub use feature_tree::FeatureTree;

use crate::block::Blocks;
use sitewrap_layout::Layout;
use sitewrap_tree::TagTree;

/// Which lines of a page are content, given a sibling.
///
/// # Complexity
/// The product of the numbers of elements of both pages, 6,000 each at most.
pub(crate) fn content(
    tree: &TagTree,
    blocks: &Blocks,
    layout: Option<&Layout>,
    sibling: &FeatureTree,
) -> Vec<bool> {
    let features = FeatureTree::of(tree, layout);
    let unmatched = alignment::unmatched(&features, sibling);
    let mut kept = vec![false; blocks.len()];
    for part in groups::content_parts(tree, blocks, layout, &features, &unmatched) {
        kept[blocks.below(tree, part)].fill(true);
    }
    kept
}
