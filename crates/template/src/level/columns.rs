//! Rows of a table without headers: their cells are told apart by where they stand.
//!
//! What the cells of a column look like may be another thing on each row (a picture here, nothing
//! there), and cells of several columns may look alike; only the place of a cell tells its column.
//! Tables that lack a column have shorter rows: the columns of these are those of the others that
//! they are most like, in their order. Cells that all hold the like are no columns but the items of a
//! list that a table lays out.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::kinds::Member;
use crate::level::positions::{Profile, holds_things, profile};
use crate::level::reading::Described;
use sitewrap_tree::html;
use std::collections::BTreeMap;

/// Makes each column of rows without headers a kind, or all cells one kind where they hold the like
/// whatever their class words (`col-1`, `col-last`), and tells whether it is one of the two. The few rows
/// of an unusual length are left out of columns.
pub(crate) fn split_columns(corpus: &Corpus<'_>, children: &mut Children) -> bool {
    let Some(lengths) = lengths(corpus, &children.groups) else { return false };
    let Some(&count) = lengths.last() else { return false };
    if is_grid(corpus, &children.groups, count) {
        children.kinds.iter_mut().for_each(|kinds| kinds.fill(0));
        children.count = 1;
        return true;
    }
    let full = columns(corpus, &children.groups, count);
    let column_of: BTreeMap<usize, Vec<usize>> = lengths
        .iter()
        .map(|&length| (length, fit(&columns(corpus, &children.groups, length), &full)))
        .collect();
    for (group, kinds) in children.groups.iter_mut().zip(&mut children.kinds) {
        match column_of.get(&group.len()) {
            Some(columns) => kinds.clone_from(columns),
            None => {
                group.clear();
                kinds.clear();
            }
        }
    }
    children.count = count;
    true
}

/// The usual numbers of cells, by rising number, if the groups are rows of cells with columns that no
/// header names.
fn lengths(corpus: &Corpus<'_>, groups: &[Vec<Instance>]) -> Option<Vec<usize>> {
    let is_bare_cell = |&(page, node): &Instance| {
        let view = corpus.view(page);
        html::is_cell(corpus.tag((page, node))) && view.header(node).is_none()
    };
    if !groups.iter().flatten().all(is_bare_cell) {
        return None;
    }
    let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
    groups.iter().for_each(|group| *rows.entry(group.len()).or_default() += 1);
    rows.remove(&0);
    let all: usize = rows.values().sum();
    rows.retain(|_, count| corpus.share(*count, all).recurs());
    let (&least, &most) = (rows.keys().next()?, rows.keys().next_back()?);
    if !corpus.share(rows.values().sum(), all).is_nearly_all()
        || rows.len() > corpus.parameters().few
        || least < corpus.parameters().few
        || most > corpus.parameters().row_cells
    {
        return None;
    }
    Some(rows.into_keys().collect())
}

/// Whether the cells of rows hold things rather than words, and knowing the column of a cell saves no more than a bit.
fn is_grid(corpus: &Corpus<'_>, groups: &[Vec<Instance>], length: usize) -> bool {
    let members = members(groups, length);
    if !holds_things(corpus, &members) {
        return false;
    }
    let place: Vec<usize> = (0..members.len()).map(|at| at % length).collect();
    !Described::inside(corpus, &members).saves_a_bit_each(&place)
}

/// The cells of the rows of a length.
fn members(groups: &[Vec<Instance>], length: usize) -> Vec<Member> {
    let rows = groups.iter().enumerate().filter(|(_, group)| group.len() == length);
    rows.flat_map(|(at, group)| group.iter().map(move |&cell| (at, cell))).collect()
}

/// What the columns of the rows of a length hold.
fn columns(corpus: &Corpus<'_>, groups: &[Vec<Instance>], length: usize) -> Vec<Profile> {
    let rows: Vec<&Vec<Instance>> = groups.iter().filter(|group| group.len() == length).collect();
    let column = |at: usize| rows.iter().map(|row| row[at]).collect::<Vec<Instance>>();
    (0..length).map(|at| profile(corpus, &column(at))).collect()
}

/// For each column of short rows the column of the full ones that it is: in their order, so that
/// what they hold differs least.
fn fit(short: &[Profile], full: &[Profile]) -> Vec<usize> {
    let differ =
        |a: &Profile, b: &Profile| -> f64 { a.iter().zip(b).map(|(x, y)| (x - y).abs()).sum() };
    // The least difference of the first columns of both, and whether the last of them are one.
    let mut table = vec![vec![(f64::INFINITY, false); full.len() + 1]; short.len() + 1];
    table[0].fill((0.0, false));
    for (i, of_short) in short.iter().enumerate() {
        for (j, of_full) in full.iter().enumerate() {
            let as_one = table[i][j].0 + differ(of_short, of_full);
            let skipped = table[i + 1][j].0;
            table[i + 1][j + 1] = if as_one < skipped { (as_one, true) } else { (skipped, false) };
        }
    }
    let mut columns = Vec::with_capacity(short.len());
    let mut j = full.len();
    while columns.len() < short.len() && j > 0 {
        if table[short.len() - columns.len()][j].1 {
            columns.push(j - 1);
        }
        j -= 1;
    }
    columns.reverse();
    columns
}
