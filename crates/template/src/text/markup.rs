//! What nodes are to running text: part of a line, a heading, or only a place for things.

use crate::corpus::{Corpus, Instance};
use sitewrap_tree::{NodeId, html};

/// Whether an element stands in a line of text, or breaks it.
pub(crate) fn is_inline(tag: &str) -> bool {
    html::is_phrasing(tag) || matches!(tag, "br" | "wbr")
}

/// Text nodes and what breaks lines.
pub(crate) fn is_part_of_line(tag: &str) -> bool {
    matches!(tag, "#text" | "br" | "wbr")
}

/// Whether a table only says where things stand: it has tables in it, or sets boxes side by side in
/// one row, in which several nodes or lines are.
pub(crate) fn is_layout_table(corpus: &Corpus<'_>, (page, table): Instance) -> bool {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    if tree.tag(table).as_str() != "table" {
        return false;
    }
    let below = |tag: &'static str| {
        tree.subtree(table).skip(1).filter(move |&node| tree.tag(node).as_str() == tag)
    };
    if below("table").next().is_some() {
        return true;
    }
    let mut rows = below("tr").filter(|&row| view.text_len(row) > 0);
    let (Some(row), None) = (rows.next(), rows.next()) else { return false };
    let is_box = |cell: &NodeId| {
        let filled = |&child: &NodeId| view.text_len(child) > 0;
        tree.children(*cell).filter(filled).count() > 1
    };
    view.content_children(row).count() > 1 && tree.children(row).any(|cell| is_box(&cell))
}

/// Whether a node is a heading and nothing else.
pub(crate) fn is_heading(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let is = |tag: &str| html::is_heading(tag);
    let mut below = tree.subtree(node).filter(|&below| is(tree.tag(below).as_str()));
    below.next().is_some_and(|heading| view.text_len(heading) == view.text_len(node))
}
