//! Items that stand in items of their own list: the replies to comments, the entries below entries.
//!
//! A reply stands within the comment that it answers, or in a block behind it. Each is a comment with an
//! author, a day and a text of its own: where a template says so, a view shows all of them side by side,
//! in the order of the page, as children of the element that holds the outermost ones.

use crate::parameters::book;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::{NodeId, TagTree};

/// An item that stands in another one, or in a block behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NestedItem {
    /// The item.
    pub item: NodeId,
    /// The item that it stands in or behind.
    pub holder: NodeId,
    /// The outermost element that leads from there to the item: a child of the holder, or the block behind
    /// it.
    pub branch: NodeId,
    /// The element that holds the outermost items.
    pub home: NodeId,
}

/// The items of one look that stand in others; `items` are those of the look, in document order.
pub fn nested_items(tree: &TagTree, items: &[NodeId]) -> Vec<NestedItem> {
    let mut homes: FxHashMap<NodeId, Home> = FxHashMap::default();
    let mut found = Vec::new();
    for &item in items {
        let Some(parent) = tree.parent(item) else { continue };
        let above = match homes.get(&parent) {
            Some(home) => home.above,
            None => Above::of(tree, parent, item, &homes),
        };
        let home = homes.entry(parent).or_insert_with(|| Home { above, last: item });
        home.last = item;
        if let Some(Above { holder, branch, home }) = above {
            // The branch of an item that stands in another one right away is the item.
            let branch = branch.unwrap_or(item);
            found.push(NestedItem { item, holder, branch, home });
        }
    }
    found
}

/// An element that holds items.
struct Home {
    above: Option<Above>,
    /// The last of the items so far.
    last: NodeId,
}

/// What stands above an element with nested items.
#[derive(Clone, Copy)]
struct Above {
    holder: NodeId,
    /// `None` where the element is an item itself.
    branch: Option<NodeId>,
    home: NodeId,
}

impl Above {
    /// The item that stands around or before an element, if there is one a few levels up.
    fn of(
        tree: &TagTree,
        parent: NodeId,
        item: NodeId,
        homes: &FxHashMap<NodeId, Home>,
    ) -> Option<Self> {
        let (mut at, mut below) = (parent, item);
        for _ in 0..book().holder_levels {
            if is_part_of_page(tree, at) {
                return None;
            }
            let above = tree.parent(at)?;
            if let Some(outer) = homes.get(&above) {
                let is_in_holder = outer.last == at;
                let branch = if is_in_holder { below } else { at };
                return Some(Self {
                    holder: outer.last,
                    branch: Some(branch).filter(|branch| *branch != item),
                    home: outer.above.map_or(above, |outer| outer.home),
                });
            }
            (at, below) = (above, at);
        }
        None
    }
}

/// Whether an element has an id of its own, as what comes once a page does: the replies to each of several items have
/// the number of theirs in it.
fn is_part_of_page(tree: &TagTree, node: NodeId) -> bool {
    tree.attr(node, "id").is_some_and(|id| !id.bytes().any(|byte| byte.is_ascii_digit()))
}

/// The items of a page that a view shows elsewhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nested {
    /// Those that were moved, in document order, with the element that they are shown in.
    moved: Vec<(NodeId, NodeId)>,
    /// The same by the element that they are shown in, in document order.
    of_home: FxHashMap<NodeId, Vec<NodeId>>,
    /// The blocks of items that say nothing else: nothing is left in them.
    emptied: FxHashSet<NodeId>,
}

impl Nested {
    /// The items with one of these labels, by their hashes, that stand in others with it; `text_len` tells the
    /// bytes of text in a node.
    pub(crate) fn of(
        tree: &TagTree,
        labels: &[u64],
        marks: &[u64],
        text_len: impl Fn(NodeId) -> usize,
    ) -> Self {
        let (mut nested, mut branches) = (Self::default(), Vec::new());
        let mut homes: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        for mark in marks {
            let items: Vec<NodeId> =
                tree.nodes().filter(|node| labels[node.index()] == *mark).collect();
            for NestedItem { item, branch, home, .. } in nested_items(tree, &items) {
                homes.entry(item).or_insert(home);
                branches.push(branch);
            }
        }
        nested.moved = homes.into_iter().collect();
        nested.moved.sort_unstable();
        for &(item, home) in &nested.moved {
            nested.of_home.entry(home).or_default().push(item);
        }
        branches.dedup();
        let is_emptied = |branch: &NodeId| {
            let leaving = nested.leaving(tree, *branch);
            leaving.into_iter().map(&text_len).sum::<usize>() == text_len(*branch)
        };
        nested.emptied = branches.into_iter().filter(is_emptied).collect();
        nested
    }

    /// Whether the page has none.
    pub(crate) fn is_empty(&self) -> bool {
        self.moved.is_empty()
    }

    /// Whether a node is shown elsewhere, or nothing is left in it.
    pub(crate) fn is_gone(&self, node: NodeId) -> bool {
        let is_moved = || self.moved.binary_search_by_key(&node, |(item, _)| *item).is_ok();
        !self.moved.is_empty() && (is_moved() || self.emptied.contains(&node))
    }

    /// The items that are shown as children of a node.
    pub(crate) fn shown_in(&self, node: NodeId) -> &[NodeId] {
        self.of_home.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The items below a node that are shown outside it, but for those in others of them.
    pub(crate) fn leaving(&self, tree: &TagTree, node: NodeId) -> Vec<NodeId> {
        let end = node.0 + tree.subtree_len(node) as u32;
        let from = self.moved.partition_point(|(item, _)| item.0 <= node.0);
        let inside = self.moved[from..].iter().take_while(|(item, _)| item.0 < end);
        let mut leaving: Vec<NodeId> =
            inside.filter(|(_, home)| home.0 < node.0).map(|(item, _)| *item).collect();
        let mut covered = 0;
        leaving.retain(|item| {
            let is_outermost = item.0 >= covered;
            covered = covered.max(item.0 + tree.subtree_len(*item) as u32);
            is_outermost
        });
        leaving
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::label::label;
    use crate::page::view::View;
    use sitewrap_tree::Document;

    fn shown(html: &str, mark: &str) -> String {
        let page = Document::parse(html.as_bytes(), None, None);
        let view = View::new(&page.tree).with_nested(&[mark.to_owned()]);
        let name = |node: NodeId| {
            let first = page.tree.subtree(node).map(|below| page.tree.text(below));
            first.filter(|text| !text.is_empty()).take(1).collect::<String>()
        };
        let homes = page.tree.nodes().filter_map(|node| {
            let items: Vec<NodeId> = view
                .content_children(node)
                .filter(|&child| label(&page.tree, child) == mark)
                .collect();
            (!items.is_empty()).then(|| items.into_iter().map(name).collect::<String>())
        });
        homes.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn replies_stand_beside_what_they_answer() {
        let within = "<ol><li class=c>a<ul><li class=c>b<ul><li class=c>c</ul><li class=c>d</ul>\
                      <li class=c>e</ol>";
        assert_eq!(shown(within, "li.c"), "abcde");
        let behind = "<section><div class=c>a</div><div class=in><div class=c>b</div>\
                      <div class=in><div class=c>c</div></div></div><div class=c>d</div></section>";
        assert_eq!(shown(behind, "div.c"), "abcd");
        let right_in = "<div><p><div class=c>a<div class=c>b</div></div><div class=c>c</div></div>";
        assert_eq!(shown(right_in, "div.c"), "abc");
    }

    #[test]
    fn lists_apart_stay_apart() {
        let apart = "<ul><li class=c>a<li class=c>b</ul><div><ul><li class=c>c</ul></div>";
        assert_eq!(shown(apart, "li.c"), "ab c");
        let deep = "<ul><li class=c>a<p><b><i><u><q><s class=x><li class=c>b</ul>";
        assert_eq!(shown(deep, "li.c").replace(' ', ""), "ab");
        let parts = "<main><div class=c>a</div><div id=facts><div class=c>b</div></div>\
                     <div id=comments><div class=c>c</div><div class=c>d</div></div></main>";
        assert_eq!(shown(parts, "div.c"), "a b cd");
        let replies =
            "<main><div class=c>a</div><div id=replies-1><div class=c>b</div></div></main>";
        assert_eq!(shown(replies, "div.c"), "ab");
    }
}
