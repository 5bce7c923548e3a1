//! Comments by being alike: what is repeated in an element that is called comments, or below a heading
//! that says so.

use super::item::Item;
use super::named::{holds_field, may_be_one};
use super::names::{Look, is_heading, naming_words};
use super::signed::{are_dated, are_signed};
use crate::block::{Block, Blocks, breaks_line};
use sitewrap_terms::words::split;
use sitewrap_tree::{NodeId, TagTree};
use std::collections::BTreeMap;

/// Elements called comments, and headings of comments, that are looked at.
const MAX_AREAS: usize = 16;

/// Levels that are gone down from an element, and up from a heading, to what is repeated.
const MAX_LEVELS: usize = 12;

/// What is repeated in the first element called comments, else below the first heading of comments, in
/// which comments are found.
pub(super) fn items(tree: &TagTree, blocks: &Blocks, looks: &[Look]) -> Option<Vec<Item>> {
    let areas = tree.nodes().filter(|node| looks[node.index()].is_several).take(MAX_AREAS);
    let in_areas = areas.into_iter().find_map(|area| {
        let named =
            by_name(tree, blocks, looks, area).filter(|items| are_signed(tree, blocks, items, 2));
        named.or_else(|| {
            repeated(tree, blocks, area).filter(|items| are_signed(tree, blocks, items, 2))
        })
    });
    in_areas.or_else(|| {
        let headings = blocks.iter().filter(|block| {
            tree.tag(block.holder).as_str().starts_with('h') && is_heading(blocks.text(block))
        });
        headings.take(MAX_AREAS).find_map(|heading| {
            let (parent, first) = below_heading(tree, blocks, heading.holder)?;
            let children: Vec<NodeId> =
                tree.children(parent).filter(|child| *child >= first).collect();
            let found = repeated_of(tree, blocks, &children, 0);
            found.filter(|items| items.len() > 1 && are_dated(tree, blocks, items))
        })
    })
}

/// The elements below `area` whose names have a word for comments, by the name that most of the text
/// stands in, and of such the one that most have.
fn by_name(tree: &TagTree, blocks: &Blocks, looks: &[Look], area: NodeId) -> Option<Vec<Item>> {
    let mut named: BTreeMap<String, Vec<NodeId>> = BTreeMap::new();
    for node in tree.subtree(area).skip(1) {
        let look = looks[node.index()];
        if look.is_named && !look.is_several && breaks_line(tree.tag(node).as_str()) {
            let nodes = named.entry(name_of(tree, node)).or_default();
            if nodes.last().is_none_or(|&last| !tree.contains(last, node)) {
                nodes.push(node);
            }
        }
    }
    let is_named = |node: NodeId| looks[node.index()].is_named;
    let runs = named.into_values().map(|nodes| runs(tree, blocks, &nodes, is_named));
    let all: Vec<Vec<Item>> = runs.filter(|items| may_be_some(tree, blocks, items)).collect();
    let columns = |items: &[Item]| items.iter().map(|item| columns(blocks, item)).sum::<u32>();
    let most = all.iter().map(|items| columns(items)).max()?;
    let mut best =
        all.into_iter().filter(|items| columns(items) * 10 >= most * 7).collect::<Vec<_>>();
    best.sort_by_key(|items| {
        (std::cmp::Reverse(items.len()), items.first().map(|item| item.nodes.start))
    });
    best.into_iter().next()
}

/// Whether elements can be comments: no forms, and none of one line that is all link.
fn may_be_some(tree: &TagTree, blocks: &Blocks, items: &[Item]) -> bool {
    items.iter().all(|item| {
        let is_one = item.blocks.len() > 1 || may_be_one(tree, blocks, NodeId(item.nodes.start));
        is_one && !holds_field(tree, item.nodes.clone().map(NodeId))
    })
}

fn columns(blocks: &Blocks, item: &Item) -> u32 {
    blocks.all()[item.blocks.clone()].iter().map(Block::columns).sum()
}

/// Comments that begin at each of some nodes. Between two with one parent stands all of the first; behind
/// the last as many elements as between others, or those that go on.
fn runs(
    tree: &TagTree,
    blocks: &Blocks,
    starts: &[NodeId],
    goes_on: impl Fn(NodeId) -> bool,
) -> Vec<Item> {
    let mut items = Vec::with_capacity(starts.len());
    let mut longest = 0;
    for (at, &start) in starts.iter().enumerate() {
        let Some(parent) = tree.parent(start) else { continue };
        let next = starts.get(at + 1).filter(|&&next| tree.parent(next) == Some(parent));
        let end = tree.subtree_len(parent) as u32 + parent.0;
        let behind = NodeId(start.0 + tree.subtree_len(start) as u32);
        let mut siblings = std::iter::successors((behind.0 < end).then_some(behind), |&node| {
            let behind = node.0 + tree.subtree_len(node) as u32;
            (behind < end).then_some(NodeId(behind))
        });
        let last = match next {
            Some(&next) => {
                let between = siblings.take_while(|&sibling| sibling < next);
                let (count, last) = between.fold((0, start), |(count, _), node| (count + 1, node));
                longest = longest.max(count);
                last
            }
            None if at > 0 => siblings.by_ref().take(longest).last().unwrap_or(start),
            None => siblings
                .take_while(|&node| {
                    tree.is_text(node) && tree.text(node).trim().is_empty() || goes_on(node)
                })
                .last()
                .unwrap_or(start),
        };
        items.push(Item::run(tree, blocks, start, last));
    }
    items.retain(|item| !item.blocks.is_empty());
    items
}

/// Tag and the class word or id of an element that has a word for comments.
fn name_of(tree: &TagTree, node: NodeId) -> String {
    format!("{} {}", tree.tag(node), naming_words(tree, node).join(" "))
}

/// Tag and names of an element without digits: what those that are alike have in common.
fn look_alike(tree: &TagTree, node: NodeId) -> String {
    let words: Vec<String> = tree.classes(node).take(MAX_LEVELS).flat_map(split).collect();
    format!("{} {}", tree.tag(node), words.join(" "))
}

/// Elements that are alike below an element, as far down as most of its text stands.
fn repeated(tree: &TagTree, blocks: &Blocks, area: NodeId) -> Option<Vec<Item>> {
    repeated_of(tree, blocks, &tree.children(area).collect::<Vec<_>>(), 0)
}

fn repeated_of(
    tree: &TagTree,
    blocks: &Blocks,
    nodes: &[NodeId],
    level: usize,
) -> Option<Vec<Item>> {
    let mut alike: BTreeMap<String, Vec<NodeId>> = BTreeMap::new();
    let text = |node: NodeId| {
        blocks.all()[blocks.below(tree, node)].iter().map(Block::columns).sum::<u32>()
    };
    let elements = nodes.iter().copied().filter(|&node| !tree.is_text(node) && text(node) > 0);
    for node in elements.filter(|&node| breaks_line(tree.tag(node).as_str())) {
        alike.entry(look_alike(tree, node)).or_default().push(node);
    }
    let all: u32 = nodes.iter().map(|&node| text(node)).sum();
    let most = alike.values().map(Vec::len).max()?;
    let mut starts = alike.values().filter(|own| own.len() > 1 && own.len() * 2 >= most);
    let first = starts.by_ref().min_by_key(|own| own[0]);
    if let Some(first) = first {
        let items = runs(tree, blocks, first, |_| false);
        let found = items.iter().map(|item| columns(blocks, item)).sum::<u32>();
        if found * 2 >= all && may_be_some(tree, blocks, &items) {
            return Some(items);
        }
    }
    let heaviest =
        nodes.iter().copied().max_by_key(|&node| (text(node), std::cmp::Reverse(node)))?;
    if level == MAX_LEVELS || text(heaviest) * 10 < all * 6 {
        return None;
    }
    repeated_of(tree, blocks, &tree.children(heaviest).collect::<Vec<_>>(), level + 1)
}

/// The element that holds what stands below a heading, and the first of it.
fn below_heading(tree: &TagTree, blocks: &Blocks, heading: NodeId) -> Option<(NodeId, NodeId)> {
    let mut at = heading;
    for _ in 0..MAX_LEVELS / 3 {
        let parent = tree.parent(at)?;
        let end = at.0 + tree.subtree_len(at) as u32;
        if blocks.below(tree, parent).end > blocks.below(tree, at).end {
            return Some((parent, NodeId(end)));
        }
        at = parent;
    }
    None
}
