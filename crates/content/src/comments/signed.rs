//! Do comments tell who wrote them, and when?

use super::comment::Comment;
use super::item::Item;
use super::parts;
use crate::block::Blocks;
use sitewrap_tree::TagTree;

/// Comments that are asked, before all are taken for some.
const ASKED: usize = 12;

/// Whether one in `of` of the first comments tells who wrote it or when.
pub(super) fn are_signed(tree: &TagTree, blocks: &Blocks, items: &[Item], of: usize) -> bool {
    let (asked, signed) =
        count(tree, blocks, items, |comment| comment.author.is_some() || comment.date.is_some());
    asked > 0 && signed * of >= asked
}

/// Whether most of the first comments tell when they were written.
pub(super) fn are_dated(tree: &TagTree, blocks: &Blocks, items: &[Item]) -> bool {
    let (asked, dated) = count(tree, blocks, items, |comment| comment.date.is_some());
    dated * 2 > asked
}

/// How many comments are asked, and of how many it `holds`.
fn count(
    tree: &TagTree,
    blocks: &Blocks,
    items: &[Item],
    holds: impl Fn(&Comment) -> bool,
) -> (usize, usize) {
    let asked = items.len().min(ASKED);
    let comment = |at: usize| parts::comment(tree, blocks, &items[at], Item::nested(items, at));
    (asked, (0..asked).filter(|&at| comment(at).as_ref().is_some_and(&holds)).count())
}
