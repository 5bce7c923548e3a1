//! Comments by their own names: each is called one.

use super::item::Item;
use super::names::Look;
use super::signed::are_signed;
use crate::block::{Block, Blocks, breaks_line};
use sitewrap_tree::{NodeId, TagTree};

/// One comment in so many tells at least who wrote it or when, where none has a number.
const SIGNED: usize = 4;

/// The elements that are called a comment, in document order; `None` if there are none. Of elements that
/// begin with the same line the outermost is the comment.
pub(super) fn items(tree: &TagTree, blocks: &Blocks, looks: &[Look]) -> Option<Vec<Item>> {
    let mut items: Vec<Item> = Vec::new();
    // The comments that are open, as places in `items`.
    let mut open: Vec<usize> = Vec::new();
    for node in tree.nodes().filter(|node| looks[node.index()].is_one) {
        while open.pop_if(|at| items[*at].nodes.end <= node.0).is_some() {}
        if !may_be_one(tree, blocks, node) {
            continue;
        }
        let item = Item::of(tree, blocks, node);
        if open.last().is_some_and(|&at| items[at].blocks.start == item.blocks.start) {
            continue;
        }
        open.push(items.len());
        items.push(item);
    }
    let is_signed = |items: &Vec<Item>| {
        items.iter().any(|item| looks[item.nodes.start as usize].is_numbered)
            || are_signed(tree, blocks, items, SIGNED)
    };
    Some(items).filter(|items| !items.is_empty()).filter(is_signed)
}

/// Whether an element can be a comment: neither part of a line nor a field to write in, and not all link.
pub(super) fn may_be_one(tree: &TagTree, blocks: &Blocks, node: NodeId) -> bool {
    let tag = tree.tag(node).as_str();
    let own = &blocks.all()[blocks.below(tree, node)];
    let columns: u32 = own.iter().map(Block::columns).sum();
    let linked: u32 = own.iter().map(|block| block.linked).sum();
    (breaks_line(tag) || tag.contains('-'))
        && columns > 0
        && linked * 5 < columns * 4
        && !(own.len() <= 2 && holds_field(tree, tree.subtree(node)))
}

/// Whether some nodes are fields to write a text in.
pub(super) fn holds_field(tree: &TagTree, mut nodes: impl Iterator<Item = NodeId>) -> bool {
    nodes.any(|node| tree.tag(node).as_str() == "textarea")
}
