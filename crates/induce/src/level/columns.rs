//! Rows of a table without headers: their cells are told apart by where they stand.
//!
//! What the cells of a column look like may be another thing on each row (a picture here, nothing
//! there), and cells of several columns may look alike; only the place of a cell tells its column.
//! Cells that all hold the like are no columns but the items of a list that a table lays out.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::positions::{MAX_POSITIONS, holds_things, positions_differ};
use crate::level::slots::Member;
use std::collections::BTreeMap;

/// Share of the rows that must have as many cells as the others.
const SAME_LENGTH: f64 = 0.95;

/// Rows of fewer cells may be names and values.
const MIN_COLUMNS: usize = 3;

/// Makes each column of rows without headers a kind, and tells whether there are such columns. Rows
/// with another number of cells, of which there are few, are left out.
pub(crate) fn split_columns(corpus: &Corpus<'_>, children: &mut Children) -> bool {
    let Some(count) = columns(corpus, &children.groups) else { return false };
    let rows = children.groups.iter_mut().zip(&mut children.kinds);
    for (group, kinds) in rows {
        if group.len() != count {
            group.clear();
        }
        *kinds = (0..group.len()).collect();
    }
    children.count = count;
    true
}

/// The number of columns, if the groups are rows of cells with columns that no header names.
fn columns(corpus: &Corpus<'_>, groups: &[Vec<Instance>]) -> Option<usize> {
    let is_bare_cell = |&(page, node): &Instance| {
        let view = corpus.view(page);
        matches!(corpus.tag((page, node)), "td" | "th") && view.header(node).is_none()
    };
    if !groups.iter().flatten().all(is_bare_cell) {
        return None;
    }
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    groups.iter().for_each(|group| *lengths.entry(group.len()).or_default() += 1);
    lengths.remove(&0);
    let rows: usize = lengths.values().sum();
    let (&count, &usual) = lengths.iter().max_by_key(|(_, rows)| **rows)?;
    if usual as f64 <= SAME_LENGTH * rows as f64 || !(MIN_COLUMNS..=MAX_POSITIONS).contains(&count)
    {
        return None;
    }
    let whole = groups.iter().enumerate().filter(|(_, group)| group.len() == count);
    let members: Vec<Member> =
        whole.flat_map(|(at, group)| group.iter().map(move |&cell| (at, cell))).collect();
    let place: Vec<usize> = (0..members.len()).map(|at| at % count).collect();
    let is_grid =
        !positions_differ(corpus, &members, &place, count, false) && holds_things(corpus, &members);
    (!is_grid).then_some(count)
}
