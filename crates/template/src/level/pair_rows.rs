//! Rows of a table that each name a fact in a header cell and tell it in the next: one kind, whatever ids and class
//! words the cells of each have.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;

/// Makes one kind of the kinds of rows with a header cell before each other cell, so that they may be a map.
pub(crate) fn join_pair_rows(corpus: &Corpus<'_>, children: &mut Children) {
    let is_row = |&kind: &usize| {
        let mut members = children.members(kind).peekable();
        members.peek().is_some() && members.all(|(_, row)| is_pair_row(corpus, row))
    };
    let rows: Vec<usize> = (0..children.count).filter(is_row).collect();
    children.join(&rows);
}

/// Whether the cells of a row are a header and another one, once or several times. Headers that lead to pages are the
/// titles of records.
fn is_pair_row(corpus: &Corpus<'_>, row: Instance) -> bool {
    let cells = corpus.children(row);
    let tree = corpus.tree(row.0);
    let is_link = |below| tree.tag(below).as_str() == "a";
    let is_name = |cell| tree.tag(cell).as_str() == "th" && !tree.subtree(cell).any(is_link);
    let is_value = |cell| tree.tag(cell).as_str() == "td";
    corpus.tag(row) == "tr"
        && !cells.is_empty()
        && cells.len().is_multiple_of(2)
        && cells.chunks(2).all(|pair| is_name(pair[0]) && is_value(pair[1]))
}
