//! Content as text.

use super::lines::{Gap, VERBATIM, around, gap, kept_blocks, verbatim};
use crate::block::Blocks;
use sitewrap_tree::TagTree;

/// The kept blocks as text: a blank line between paragraphs, a line for each list item and table
/// row, a tab between cells; white space is collapsed but in `pre`.
pub(crate) fn text(tree: &TagTree, blocks: &Blocks, kept: &[bool]) -> String {
    let mut text = String::new();
    let mut before = None;
    for block in kept_blocks(blocks, kept) {
        if let Some(before) = before {
            text.push_str(match gap(tree, before, block) {
                Gap::Cell => "\t",
                Gap::Line => "\n",
                Gap::Paragraph => "\n\n",
            });
        }
        if around(tree, block, &VERBATIM).is_some() {
            text.push_str(verbatim(tree, block).trim_matches('\n').trim_end());
        } else {
            text.push_str(blocks.text(block));
        }
        before = Some(block);
    }
    text
}
