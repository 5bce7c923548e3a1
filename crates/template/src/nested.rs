//! Items that stand in items of their own list, as replies do in comments: how a cluster shows them.
//!
//! One page may show a reply and the next none, and replies have replies. So the whole cluster is asked which
//! items do so, by their label (`li.comment`); from then on all of them are items of one list.

use crate::parameters::Parameters;
use crate::share::Share;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::NodeId;
use sitewrap_wrapper::{NestedItem, View, label, nested_items};
use std::cmp::Reverse;

/// The labels of items that stand in items of their own list, the largest first. What stands in one of these,
/// such as the text of a comment behind that of the one that it answers, goes with it.
///
/// Such items hold the like: what nearly all of those have in which none stands, the others have as well beside
/// the block with the items, and that block says little else. So it is with the replies to a comment, and not
/// with a panel of panels, nor with a row of a layout in a cell of a row.
pub(crate) fn nested_labels(views: &[View<'_>], parameters: &Parameters) -> Vec<String> {
    let mut looks: FxHashMap<u64, Look> = FxHashMap::default();
    for (page, view) in views.iter().enumerate() {
        let mut of_page: FxHashMap<u64, Vec<NodeId>> = FxHashMap::default();
        for node in view.tree.nodes().filter(|&node| is_labelled(view, node)) {
            of_page.entry(view.label_hash(node)).or_default().push(node);
        }
        for (hash, items) in of_page {
            let nested = nested_items(view.tree, &items);
            let look = looks.entry(hash).or_default();
            look.nested.extend(nested.into_iter().map(|nested| (page, nested)));
            look.items.extend(items.into_iter().map(|item| (page, item)));
        }
    }
    let is_found =
        |look: &Look| look.nested.len() >= parameters.few && look.is_of_items(views, parameters);
    let found = looks.into_values().filter(is_found).map(|look| {
        let (page, item) = look.items[0];
        (Reverse(look.nested_nodes(views)), label(views[page].tree, item), look.nested)
    });
    let mut found: Vec<_> = found.collect();
    found.sort_unstable_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let mut moved: FxHashSet<(usize, NodeId)> = FxHashSet::default();
    found.retain(|(.., nested)| {
        let is_in_moved = nested.iter().any(|&(page, NestedItem { item, .. })| {
            let mut up = std::iter::successors(Some(item), |&at| views[page].tree.parent(at));
            up.any(|at| moved.contains(&(page, at)))
        });
        if !is_in_moved {
            moved.extend(nested.iter().map(|(page, nested)| (*page, nested.item)));
        }
        !is_in_moved
    });
    found.into_iter().map(|(_, label, _)| label).collect()
}

/// Whether the label of an element is more than its tag.
fn is_labelled(view: &View<'_>, node: NodeId) -> bool {
    let has = |name: &str| view.tree.attr(node, name).is_some();
    !view.tree.is_text(node) && (has("class") || has("id"))
}

/// The elements of one label.
#[derive(Default)]
struct Look {
    items: Vec<(usize, NodeId)>,
    nested: Vec<(usize, NestedItem)>,
}

impl Look {
    /// Nodes of the nested items.
    fn nested_nodes(&self, views: &[View<'_>]) -> usize {
        self.nested.iter().map(|(page, nested)| views[*page].tree.subtree_len(nested.item)).sum()
    }

    fn is_of_items(&self, views: &[View<'_>], parameters: &Parameters) -> bool {
        let share = |hits: usize, of: usize| Share::new(hits, of, parameters);
        let holders: FxHashMap<(usize, NodeId), NodeId> = self
            .nested
            .iter()
            .map(|(page, nested)| ((*page, nested.holder), nested.branch))
            .collect();
        let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
        let leaves: Vec<_> = self.items.iter().filter(|item| !holders.contains_key(item)).collect();
        if leaves.len() < parameters.few {
            return false;
        }
        let branches: FxHashSet<u64> =
            holders.iter().map(|((page, _), branch)| views[*page].label_hash(*branch)).collect();
        for &&(page, leaf) in &leaves {
            // A comment may have an empty block for replies.
            let view = &views[page];
            let is_left_empty =
                |child| view.text_len(child) == 0 && branches.contains(&view.label_hash(child));
            labels(view, leaf, is_left_empty, parameters)
                .into_iter()
                .for_each(|label| *counts.entry(label).or_default() += 1);
        }
        let usual: Vec<u64> = counts
            .into_iter()
            .filter(|(_, count)| share(*count, leaves.len()).is_nearly_all())
            .map(|(label, _)| label)
            .collect();
        let has = |(&(page, holder), &branch): (&(usize, NodeId), &NodeId)| {
            let labels = labels(&views[page], holder, |child| child == branch, parameters);
            usual.iter().filter(|label| labels.contains(label)).count()
        };
        usual.len() > 1
            && share(holders.iter().map(has).sum(), usual.len() * holders.len()).is_nearly_all()
            && self.are_in_branches_of_items(views, parameters)
    }

    /// Whether nearly all of the outermost branches say little beside items.
    fn are_in_branches_of_items(&self, views: &[View<'_>], parameters: &Parameters) -> bool {
        let mut branches: Vec<Branch> = Vec::new();
        let (mut page_before, mut covered) = (None, 0);
        for &(page, NestedItem { item, branch, .. }) in &self.nested {
            let view = &views[page];
            let end = |node: NodeId| node.0 + view.tree.subtree_len(node) as u32;
            let is_in_item = page_before == Some(page) && item.0 < covered;
            if is_in_item {
                continue;
            }
            match branches.last_mut() {
                Some(last) if page_before == Some(page) && item.0 < last.end => {
                    last.of_items += view.text_len(item);
                }
                _ => branches.push(Branch {
                    end: end(branch),
                    text: view.text_len(branch),
                    of_items: view.text_len(item),
                }),
            }
            (page_before, covered) = (Some(page), end(item));
        }
        let share = |hits: usize, of: usize| Share::new(hits, of, parameters);
        let of_items = branches.iter().filter(|of| share(of.of_items, of.text).is_most());
        share(of_items.count(), branches.len()).is_nearly_all()
    }
}

/// A block of items in or behind another item.
struct Branch {
    /// The node behind it.
    end: u32,
    /// Bytes of its text, and of that of the items.
    text: usize,
    of_items: usize,
}

/// The labels of what stands in an item, but for some of its children. Items of many labels may stand in each
/// other, so that the nodes that are looked at are bounded as the values of a field are.
fn labels(
    view: &View<'_>,
    item: NodeId,
    without: impl Fn(NodeId) -> bool,
    parameters: &Parameters,
) -> FxHashSet<u64> {
    let tree = view.tree;
    let children = tree.children(item).filter(|&child| !without(child));
    let nodes = children.flat_map(|child| tree.subtree(child)).take(parameters.distinct);
    nodes.filter(|&node| !tree.is_text(node)).map(|node| view.label_hash(node)).collect()
}
