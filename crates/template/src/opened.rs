//! Elements that only lay a page out: a builder of pages puts what its users write into sections, rows and blocks, each
//! page into others.
//!
//! Made alike and several on a page, they would be the items of a list, and the page's title a field of one of them. An
//! item of a list never holds what the page is called. So where a list has the main heading of most pages in one of
//! its items, and (almost) all items have not two places for texts in common, they are looked through.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::{NodeId, TagTree};
use sitewrap_wrapper::{View, label};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Keeps the labels of elements that only lay the pages out.
#[derive(Default)]
pub(crate) struct Layout(Mutex<BTreeSet<String>>);

impl Layout {
    /// Keeps the labels of a kind of children that would be a list, if they only lay the pages out, and of what is made
    /// alike in them around the main headings.
    pub(crate) fn look_at(&self, corpus: &Corpus<'_>, children: &Children, kind: usize) {
        let labels = labels(corpus, children, kind);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(labels);
    }

    /// What was kept.
    pub(crate) fn into_labels(self) -> BTreeSet<String> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The labels that [`Layout::look_at`] keeps.
fn labels(corpus: &Corpus<'_>, children: &Children, kind: usize) -> BTreeSet<String> {
    let mut of_page: FxHashMap<usize, Vec<NodeId>> = FxHashMap::default();
    for (_, (page, node)) in children.members(kind) {
        of_page.entry(page).or_default().push(node);
    }
    let held = of_page.iter().filter_map(|(&page, members)| {
        let heading = corpus.main_heading(page)?;
        let tree = corpus.tree(page);
        let holds = |node: &&NodeId| {
            (node.0 + 1..node.0 + tree.subtree_len(**node) as u32).contains(&heading.0)
        };
        Some((page, heading, *members.iter().find(holds)?))
    });
    let held: Vec<(usize, NodeId, NodeId)> = held.collect();
    let instances = children.counts(kind).iter().filter(|count| **count > 0).count();
    let are_layout = instances == of_page.len()
        && corpus.share(held.len(), of_page.len()).is_most()
        && !share_texts(corpus, children.members(kind).map(|(_, member)| member));
    if !are_layout {
        return BTreeSet::new();
    }
    let mut all: FxHashMap<String, usize> = FxHashMap::default();
    for &(page, heading, holder) in &held {
        for label in around(corpus.view(page), heading, holder, &of_page[&page]) {
            *all.entry(label).or_default() += 1;
        }
    }
    all.retain(|_, count| corpus.share(*count, held.len()).recurs());
    all.into_keys().collect()
}

/// The labels of the elements around a heading, out to one of some members, that several of these have.
fn around(
    view: &View<'_>,
    heading: NodeId,
    holder: NodeId,
    members: &[NodeId],
) -> BTreeSet<String> {
    let tree = view.tree;
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    for &member in members {
        let blocks = tree.subtree(member).filter(|&node| is_block(tree, node));
        let labels: FxHashSet<u64> = blocks.map(|node| view.label_hash(node)).collect();
        labels.into_iter().for_each(|label| *counts.entry(label).or_default() += 1);
    }
    let up = std::iter::successors(tree.parent(heading), |&at| tree.parent(at));
    up.take_while(|node| *node >= holder)
        .filter(|&node| counts.get(&view.label_hash(node)).is_some_and(|count| *count > 1))
        .map(|node| label(tree, node))
        // One that is but a tag would take in all elements that nothing calls.
        .filter(|label| label.contains(['.', '#']))
        .collect()
}

/// Whether an element is a block that its class words or its id tell from others.
fn is_block(tree: &TagTree, node: NodeId) -> bool {
    matches!(tree.tag(node).as_str(), "div" | "section" | "article" | "main" | "header")
        && is_called(tree, node)
}

/// Whether an element has a class word or an id.
fn is_called(tree: &TagTree, node: NodeId) -> bool {
    tree.classes(node).next().is_some() || tree.attr(node, "id").is_some()
}

/// Whether (almost) all of the members that say something have two places for texts with class words in common, as the
/// items of a list do.
fn share_texts(corpus: &Corpus<'_>, members: impl Iterator<Item = Instance>) -> bool {
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    let mut all = 0;
    for (page, member) in members {
        let view = corpus.view(page);
        if view.text_len(member) == 0 {
            continue;
        }
        all += 1;
        let texts = view.tree.subtree(member).filter(|&node| view.tree.is_text(node));
        let places = texts.filter_map(|text| view.tree.parent(text));
        let places = places.filter(|&place| is_called(view.tree, place));
        let places: FxHashSet<u64> = places.map(|place| view.label_hash(place)).collect();
        places.into_iter().for_each(|place| *counts.entry(place).or_default() += 1);
    }
    counts.values().filter(|count| corpus.share(**count, all).is_nearly_all()).count() > 1
}
