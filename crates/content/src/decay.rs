//! Information decay [DEC12]: the primary content subtree is the one above the step down at which
//! the information quantity falls most.
//!
//! The quantity of a subtree is that of its text outside links. On the way down from the body to
//! the child with the greatest quantity, the quantity falls a little where boilerplate is left behind,
//! and falls apart where the content divides into its paragraphs.

use crate::block::{Block, Blocks};
use sitewrap_tree::{NodeId, TagTree};

/// The root of the primary content subtree.
///
/// # Complexity
/// Linear in the size of the tree.
pub(crate) fn primary(tree: &TagTree, blocks: &Blocks) -> NodeId {
    let own = |block: &Block| u64::from(block.columns() - block.linked.min(block.columns()));
    let mut total = 0;
    let after = blocks.iter().map(|block| {
        total += own(block);
        total
    });
    let sums: Vec<u64> = std::iter::once(0).chain(after.collect::<Vec<_>>()).collect();
    let quantity = |node: NodeId| {
        let range = blocks.below(tree, node);
        sums[range.end] - sums[range.start]
    };
    let (mut at, mut primary, mut largest) = (tree.root(), tree.root(), 0);
    loop {
        let below = tree.children(at).filter(|&child| !tree.is_text(child));
        let greatest = below.map(|child| (quantity(child), std::cmp::Reverse(child))).max();
        let (rest, next) = greatest.map_or((0, None), |(rest, child)| (rest, Some(child.0)));
        let fall = quantity(at) - rest;
        if fall > largest {
            (largest, primary) = (fall, at);
        }
        match next.filter(|_| rest > 0) {
            Some(next) => at = next,
            None => return primary,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::primary;
    use crate::block::Blocks;
    use sitewrap_tree::Document;

    #[test]
    fn stops_where_the_content_falls_apart() {
        let paragraph = "<p>The storks have come back to the meadows by the river.</p>";
        let body = format!(
            "<div><div id=menu><a href=/>Home</a></div><div id=body>{}</div><div>© 2024</div></div>",
            paragraph.repeat(5)
        );
        let document = Document::parse(body.as_bytes(), None, None);
        let found = primary(&document.tree, &Blocks::of(&document.tree));
        assert_eq!(document.tree.attr(found, "id"), Some("body"));
    }
}
