//! Elements that only lay a page out: sections, rows and blocks into which a builder of pages puts what a page says, in
//! ever other orders. Where a template says so, a view looks through them: what they hold stands among their siblings.

use rustc_hash::FxHashMap;
use sitewrap_tree::{NodeId, TagTree};

/// The children of the elements of a page that hold looked-through ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opened(FxHashMap<NodeId, Vec<NodeId>>);

impl Opened {
    /// Looks through the elements with one of these labels, by their hashes; `children` gives those that a node has
    /// otherwise. The outermost element of a page is always seen.
    pub(crate) fn of<C: Iterator<Item = NodeId>>(
        tree: &TagTree,
        labels: &[u64],
        marks: &[u64],
        children: impl Fn(NodeId) -> C,
    ) -> Self {
        let opened = opened(tree, |node| marks.contains(&labels[node.index()]));
        let is_opened = |node: NodeId| opened[node.index()];
        let mut found: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        let mut holders: Vec<NodeId> = tree
            .nodes()
            .filter(|&node| is_opened(node))
            .filter_map(|node| tree.parent(node))
            .collect();
        holders.sort_unstable();
        holders.dedup();
        // What is in an element stands behind it, so that the last holders come first.
        for holder in holders.into_iter().rev() {
            let mut all = Vec::new();
            for child in children(holder) {
                // What is looked through is asked for nothing, so that no list is kept twice.
                if !is_opened(child) {
                    all.push(child);
                    continue;
                }
                match found.remove(&child) {
                    Some(inside) if all.is_empty() => all = inside,
                    Some(inside) => all.extend(inside),
                    None => all.extend(children(child)),
                }
            }
            found.insert(holder, all);
        }
        Self(found)
    }

    /// The children of a node, if some of its own are looked through.
    pub(crate) fn get(&self, node: NodeId) -> Option<&[NodeId]> {
        self.0.get(&node).map(Vec::as_slice)
    }
}

/// The elements that are looked through: those that are called so, and a box without class words, id or text of its own
/// around one of them alone.
fn opened(tree: &TagTree, is_called: impl Fn(NodeId) -> bool) -> Vec<bool> {
    let mut opened = vec![false; tree.len()];
    let nodes: Vec<NodeId> = tree.nodes().collect();
    for &node in nodes.iter().rev() {
        let is_bare = || {
            let mut children = tree.children(node);
            let only = children.next().filter(|_| children.next().is_none());
            tree.tag(node).as_str() == "div"
                && tree.classes(node).next().is_none()
                && tree.attr(node, "id").is_none()
                && only.is_some_and(|only| opened[only.index()])
        };
        opened[node.index()] = is_called(node) || is_bare();
    }
    opened
}

#[cfg(test)]
mod tests {
    use crate::page::view::View;
    use sitewrap_tree::{Document, NodeId};

    /// The texts that stand below what is seen as the children of a page's `main`.
    fn seen(html: &str, labels: &[&str]) -> Vec<String> {
        let page = Document::parse(format!("<main>{html}</main>").as_bytes(), None, None);
        let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
        let view = View::new(&page.tree).with_opened(&labels);
        let main = page.tree.nodes().find(|&node| page.tree.tag(node).as_str() == "main");
        let text = |node: NodeId| page.tree.inner_line(node);
        view.content_children(main.expect("a main")).map(text).collect()
    }

    #[test]
    fn what_is_looked_through_leaves_its_content_in_its_place() {
        let html =
            "<p>a</p><div class=row><div class=cell><p>b</p><p>c</p></div><p>d</p></div><p>e</p>";
        assert_eq!(seen(html, &["div.row", "div.cell"]), ["a", "b", "c", "d", "e"]);
        assert_eq!(seen(html, &["div.row"]), ["a", "b c", "d", "e"]);
        assert_eq!(seen(html, &["div.cell"]), ["a", "b c d", "e"], "a row is seen");
        assert_eq!(seen(html, &[]), ["a", "b c d", "e"]);
    }

    #[test]
    fn a_bare_box_around_one_alone_is_looked_through() {
        let alone = "<div><div class=row><p>a</p><p>b</p></div></div><p>c</p>";
        assert_eq!(seen(alone, &["div.row"]), ["a", "b", "c"]);
        let beside = "<div><div class=row><p>a</p><p>b</p></div><p>c</p></div>";
        assert_eq!(seen(beside, &["div.row"]), ["a b c"]);
        let called = "<div id=x><div class=row><p>a</p><p>b</p></div></div>";
        assert_eq!(seen(called, &["div.row"]), ["a b"]);
    }
}
