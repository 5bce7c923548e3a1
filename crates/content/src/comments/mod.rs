//! What readers have written below a page's content.
//!
//! Comments are no part of the content: they come apart, each with who wrote it and when. They are found
//! by what they are called ([`names`]): by schema.org, by class words and ids, by the heading above them,
//! and by being alike. A page whose content *is* what people write, a thread or a list of questions and
//! answers, keeps it ([`place`]).

mod alike;
mod comment;
mod item;
mod named;
mod names;
mod parts;
mod place;
mod places;
mod signed;

pub use comment::Comment;
pub use places::CommentPlaces;

use crate::block::Blocks;
use item::Item;
use sitewrap_tree::{Document, TagTree};

/// Comments of a page that are given at most; the blocks of others are left out of the content as well.
const MAX_COMMENTS: usize = 2_000;

/// The comments of a page, and its blocks that are of them.
#[derive(Clone, Debug)]
pub(crate) struct Apart {
    /// Whether a block is a comment, its heading or its form.
    pub(crate) blocks: Vec<bool>,
    pub(crate) comments: Vec<Comment>,
}

/// The comments below the content of a page, where `kept` are the blocks that were taken for content
/// and `known` the places where its wrapper has some; `None` if it has none, or if they are what it is for.
///
/// # Complexity
/// Linear in the size of the tree, and once more for each comment in the number of elements around it.
pub(crate) fn apart(
    document: &Document,
    url: &str,
    blocks: &Blocks,
    kept: &[bool],
    known: Option<&CommentPlaces>,
) -> Option<Apart> {
    let tree = &document.tree;
    let looks = names::looks(tree, blocks);
    let apart = |items: Vec<Item>| {
        let area = place::area(tree, blocks, &looks, &items, kept);
        if place::are_posts(tree, &looks, &items)
            || !place::is_below(document, url, blocks, kept, &area)
        {
            return None;
        }
        let nested = |at: usize| Item::nested(&items, at);
        let all = items.iter().enumerate().take(MAX_COMMENTS);
        let comments = all.filter_map(|(at, item)| parts::comment(tree, blocks, item, nested(at)));
        let comments: Vec<Comment> = comments.collect();
        (!comments.is_empty()).then_some(Apart { blocks: area, comments })
    };
    let at_places = known.and_then(|known| items_at(tree, blocks, known)).and_then(apart);
    at_places.or_else(|| {
        let called = named::items(tree, blocks, &looks);
        called.or_else(|| alike::items(tree, blocks, &looks)).and_then(apart)
    })
}

/// The comments at known places; `None` if there are none.
fn items_at(tree: &TagTree, blocks: &Blocks, known: &CommentPlaces) -> Option<Vec<Item>> {
    let items = known.0.iter().map(|&(first, last)| Item::run(tree, blocks, first, last));
    let mut items: Vec<Item> = items.filter(|item| !item.blocks.is_empty()).collect();
    items.sort_by_key(|item| (item.nodes.start, std::cmp::Reverse(item.nodes.end)));
    (!items.is_empty()).then_some(items)
}

#[cfg(test)]
mod tests;
