//! Where do comments stand, and are they below a content or the content itself?

use super::item::Item;
use super::names::{Look, is_heading};
use crate::block::Blocks;
use sitewrap_structured::{Stated, Thing, statements};
use sitewrap_terms::words::lexicon::{Role, is};
use sitewrap_terms::words::plural::singular;
use sitewrap_terms::words::split;
use sitewrap_tree::{Document, NodeId, TagTree};
use url::Url;

/// Types of pages whose posts are what they are for.
const TALK: [&str; 2] = ["DiscussionForumPosting", "QAPage"];

/// Things that are looked at for these types.
const MAX_THINGS: usize = 2_000;

/// Columns of content before comments at least: a sentence.
const LEAST_BEFORE: u32 = 60;

/// Columns of content in an element that it may hold beside comments and still be theirs.
const MOST_BESIDE: u64 = 200;

/// Elements around a comment whose class words are looked at.
const AROUND: usize = 4;

/// Lines between a heading of comments and the first at most.
const REACH: usize = 3;

/// The blocks of comments, with their heading and what else is in the element that is called by them.
pub(super) fn area(
    tree: &TagTree,
    blocks: &Blocks,
    looks: &[Look],
    items: &[Item],
    kept: &[bool],
) -> Vec<bool> {
    let mut area = vec![false; blocks.len()];
    items.iter().for_each(|item| area[item.blocks.clone()].fill(true));
    // Columns of content up to each block that is of no comment.
    let mut beside = Vec::with_capacity(blocks.len() + 1);
    beside.push(0_u64);
    for (at, block) in blocks.iter().enumerate() {
        let own = if kept[at] && !area[at] { u64::from(block.columns()) } else { 0 };
        beside.push(beside[at] + own);
    }
    // Where the last element that was taken ends.
    let mut end = 0;
    for first in items {
        if first.blocks.end <= end {
            continue;
        }
        let above = std::iter::successors(tree.parent(NodeId(first.nodes.start)), |&node| {
            tree.parent(node)
        });
        let beside = |node: NodeId| {
            let range = blocks.below(tree, node);
            beside[range.end] - beside[range.start]
        };
        let named = above.filter(|node| looks[node.index()].is_named);
        if let Some(outermost) = named.take_while(|&node| beside(node) <= MOST_BESIDE).last() {
            let range = blocks.below(tree, outermost);
            end = range.end;
            area[range].fill(true);
        }
        if !area[..first.blocks.start].last().copied().unwrap_or(true) {
            let from = first.blocks.start.saturating_sub(REACH);
            let heading =
                (from..first.blocks.start).find(|&at| is_heading(blocks.text(&blocks.all()[at])));
            heading.into_iter().for_each(|at| area[at..first.blocks.start].fill(true));
        }
    }
    area
}

/// Whether comments are below the content: enough of it stands before them, less behind them, and the
/// page says nowhere that it is a talk.
pub(super) fn is_below(
    document: &Document,
    url: &str,
    blocks: &Blocks,
    kept: &[bool],
    area: &[bool],
) -> bool {
    let Some(first) = area.iter().position(|&is_one| is_one) else { return false };
    let last = area.iter().rposition(|&is_one| is_one).unwrap_or(first);
    let columns = |range: std::ops::Range<usize>| -> u32 {
        range.filter(|&at| kept[at] && !area[at]).map(|at| blocks.all()[at].columns()).sum()
    };
    let (before, behind) = (columns(0..first), columns(last + 1..blocks.len()));
    let inside = (first..=last).filter(|&at| kept[at] && area[at]);
    let inside: u32 = inside.map(|at| blocks.all()[at].columns()).sum();
    (before >= LEAST_BEFORE || inside <= before)
        && behind <= before
        && !is_talk_by_address(url)
        && !states_talk(document)
}

/// Whether comments are posts of a forum by the class words around them, where only their type says that
/// they are comments.
pub(super) fn are_posts(tree: &TagTree, looks: &[Look], items: &[Item]) -> bool {
    let talks = |node: NodeId| {
        let mut words = tree.classes(node).flat_map(split);
        words.any(|word| is(Role::Talk, &word))
    };
    items.first().is_some_and(|first| {
        let node = NodeId(first.nodes.start);
        let mut around = std::iter::successors(Some(node), |&node| tree.parent(node)).take(AROUND);
        !looks[node.index()].is_called && around.any(talks)
    })
}

/// Whether the address names a place where people talk, or their comments: `forum.shop.example`,
/// `/threads/17`, `/comments/17`.
fn is_talk_by_address(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    let host = url.host_str().unwrap_or_default().split('.').rev().skip(1);
    let parts = host.chain(url.path().split('/'));
    let mut words = parts.flat_map(|part| split(part).first().map(|word| singular(word)));
    words.any(|word| is(Role::Talk, &word) || is(Role::Comments, &word))
}

/// Whether the page states that it is a talk.
fn states_talk(document: &Document) -> bool {
    let mut open: Vec<Thing> = statements(document);
    let mut left = MAX_THINGS;
    while let Some(thing) = open.pop().filter(|_| left > 0) {
        left -= 1;
        if thing.types.iter().any(|own| TALK.contains(&own.as_str())) {
            return true;
        }
        let values = thing.properties.into_iter().flat_map(|property| property.values);
        open.extend(values.filter_map(|value| match value {
            Stated::Thing(inner) => Some(inner),
            Stated::Text(_) => None,
        }));
    }
    false
}
