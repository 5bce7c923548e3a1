//! Structure within a value that should be one text.

use crate::page::view::View;
use crate::parameters::book;
use rustc_hash::FxHashMap;
use sitewrap_tree::NodeId;

/// Bytes of text below a node that stand in tables, or in blocks with class words of which several
/// alike stand side by side: items and rows, not running text.
pub(super) fn swallowed(view: &View<'_>, top: NodeId) -> usize {
    let tree = view.tree;
    let (mut bytes, mut next) = (0, top.0);
    for node in tree.subtree(top) {
        if node.0 < next {
            continue;
        }
        let tag = tree.tag(node).as_str();
        if tag == "table" || tag == "pre" || (node != top && is_repeated(view, node)) {
            bytes += if tag == "pre" { 0 } else { view.text_len(node) };
            next = node.0 + tree.subtree_len(node) as u32;
        }
    }
    bytes
}

/// Whether the children of a node are mostly blocks with the same class words.
fn is_repeated(view: &View<'_>, node: NodeId) -> bool {
    let tree = view.tree;
    let mut alike: FxHashMap<u64, usize> = FxHashMap::default();
    for child in tree.children(node) {
        let is_block =
            matches!(tree.tag(child).as_str(), "div" | "li" | "article" | "section" | "dl");
        if is_block && tree.classes(child).next().is_some() {
            *alike.entry(view.label_hash(child)).or_default() += 1;
        }
    }
    alike.values().any(|&count| count >= book().swallowed)
}
