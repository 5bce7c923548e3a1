//! Blocks as lines of a text: where they stand, and how those that follow each other belong together.

use crate::block::{Block, Blocks};
use sitewrap_tree::{NodeId, TagTree};

/// The innermost element around a block, or its holder, that has one of these tags.
pub(super) fn around(tree: &TagTree, block: &Block, tags: &[&str]) -> Option<NodeId> {
    let above = std::iter::successors(Some(block.holder), |&node| tree.parent(node));
    above.into_iter().find(|&node| tags.contains(&tree.tag(node).as_str()))
}

/// Elements whose white space counts.
pub(super) const VERBATIM: [&str; 4] = ["pre", "xmp", "listing", "plaintext"];

/// The text of a block in `pre` as it stands.
pub(super) fn verbatim(tree: &TagTree, block: &Block) -> String {
    block.nodes.clone().map(|node| tree.text(NodeId(node))).collect()
}

/// The blocks that are kept, in document order.
pub(super) fn kept_blocks<'b>(
    blocks: &'b Blocks,
    kept: &'b [bool],
) -> impl Iterator<Item = &'b Block> {
    blocks.iter().zip(kept).filter(|(_, is_kept)| **is_kept).map(|(block, _)| block)
}

/// How two lines that follow each other belong together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// Cells of one row.
    Cell,
    /// Lines of one paragraph, table, list or listing.
    Line,
    /// Paragraphs.
    Paragraph,
}

/// Whether the list of one of two blocks holds the other as well; lists nest.
fn in_one_list(tree: &TagTree, before: &Block, after: &Block) -> bool {
    let list = |block: &Block| around(tree, block, &["ul", "ol", "dl", "menu"]);
    list(before).is_some_and(|list| tree.contains(list, after.holder))
        || list(after).is_some_and(|list| tree.contains(list, before.holder))
}

pub(super) fn gap(tree: &TagTree, before: &Block, after: &Block) -> Gap {
    let same = |tags: &[&str]| {
        let one = around(tree, before, tags);
        one.is_some() && one == around(tree, after, tags)
    };
    if same(&["tr"]) && around(tree, before, &["td", "th"]) != around(tree, after, &["td", "th"]) {
        return Gap::Cell;
    }
    let parts_of_one = before.holder == after.holder
        || same(&VERBATIM)
        || in_one_list(tree, before, after)
        || around(tree, after, &["tr"]).is_some() && same(&["table"]);
    if parts_of_one { Gap::Line } else { Gap::Paragraph }
}
