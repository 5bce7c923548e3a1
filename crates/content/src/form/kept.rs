//! The part of a page that is kept, as a tree of its own.

use crate::block::Blocks;
use sitewrap_tree::{NodeId, TagTree, TagTreeBuilder};

/// Images that are told of at most.
const MAX_IMAGES: usize = 100;

/// Marks the nodes of the kept blocks, what is around them, and the pictures and line breaks
/// between two of them.
pub(super) fn marked(tree: &TagTree, blocks: &Blocks, kept: &[bool]) -> Vec<bool> {
    let mut marks = vec![false; tree.len()];
    for (block, _) in blocks.iter().zip(kept).filter(|(_, is_kept)| **is_kept) {
        for node in block.nodes.clone().map(NodeId).filter(|&node| tree.is_text(node)) {
            mark(tree, node, &mut marks);
        }
    }
    for node in tree.nodes().filter(|&node| matches!(tree.tag(node).as_str(), "img" | "br")) {
        if is_between(tree, blocks, kept, node) {
            mark(tree, node, &mut marks);
        }
    }
    marks
}

/// Marks a node and all around it.
fn mark(tree: &TagTree, node: NodeId, marks: &mut [bool]) {
    let mut at = Some(node);
    while let Some(node) = at.filter(|node| !marks[node.index()]) {
        marks[node.index()] = true;
        at = tree.parent(node);
    }
}

/// Whether the blocks before and behind a node are kept; a figure's picture needs one of them.
fn is_between(tree: &TagTree, blocks: &Blocks, kept: &[bool], node: NodeId) -> bool {
    let next = blocks.below(tree, node).start;
    let is_kept = |at: Option<usize>| at.and_then(|at| kept.get(at)).copied().unwrap_or(false);
    let (before, behind) = (is_kept(next.checked_sub(1)), is_kept(Some(next)));
    let mut above = std::iter::successors(tree.parent(node), |&node| tree.parent(node)).take(4);
    let mut is_figure = || above.any(|node| tree.tag(node).as_str() == "figure");
    before && behind || (before || behind) && tree.tag(node).as_str() == "img" && is_figure()
}

/// The marked nodes as a tree. Forms and buttons, which clean HTML has no room for, become boxes.
pub(super) fn kept_tree(tree: &TagTree, marks: &[bool]) -> TagTree {
    let mut builder = TagTreeBuilder::new("body");
    let mut open: Vec<NodeId> = Vec::new();
    for node in tree.nodes().skip(1).filter(|node| marks[node.index()]) {
        while open.last().is_some_and(|&last| !tree.contains(last, node)) {
            open.pop();
            builder.close();
        }
        if tree.is_text(node) {
            builder.text(tree.text(node));
            continue;
        }
        let tag = match tree.tag(node).as_str() {
            "form" | "dialog" => "div",
            "button" => "span",
            tag => tag,
        };
        builder.open(tag, tree.attrs(node).map(|attr| (attr.name, attr.value)));
        open.push(node);
    }
    builder.finish()
}

/// Addresses of the pictures in the content, in the order of the page, each once.
pub(crate) fn images(tree: &TagTree, blocks: &Blocks, kept: &[bool]) -> Vec<String> {
    let marks = marked(tree, blocks, kept);
    let mut images: Vec<String> = Vec::new();
    let pictures = tree.nodes().filter(|node| marks[node.index()]);
    for node in pictures.filter(|&node| tree.tag(node).as_str() == "img") {
        let source = ["data-src", "src"].into_iter().filter_map(|name| tree.attr(node, name));
        let mut shown =
            source.filter(|url| url.starts_with("http://") || url.starts_with("https://"));
        if let Some(url) = shown.next().filter(|url| !images.iter().any(|had| had == url))
            && images.len() < MAX_IMAGES
        {
            images.push(url.to_owned());
        }
    }
    images
}
