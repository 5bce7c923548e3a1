//! The main heading of a page: what the page is called.

use sitewrap_structured::title_has;
use sitewrap_tree::{Document, NodeId};
use sitewrap_wrapper::line;

/// The main heading of a page: the only one, or of several that which the document's title has.
pub(crate) fn main_heading(document: &Document) -> Option<NodeId> {
    let tree = &document.tree;
    let headings = || tree.nodes().filter(|&node| tree.tag(node).as_str() == "h1");
    let title = document.title.as_deref().unwrap_or_default();
    let is_title = |node: &NodeId| title_has(title, &line(tree, *node));
    let only = headings().next().filter(|_| headings().nth(1).is_none());
    only.or_else(|| headings().find(is_title))
}
