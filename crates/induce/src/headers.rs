//! Headers of table columns, as labels of the values below them.
//!
//! A list made of the rows of a table has no label beside its values; the first row has one above
//! each column. Which column a field's values stand in is told by the values: on each page, they are
//! looked up among the cells of its tables.

use crate::corpus::Corpus;
use crate::data::Columns;
use rustc_hash::FxHashMap;
use sitewrap_extract::line;
use sitewrap_tree::{NodeId, TagTree};
use std::collections::BTreeMap;

/// Share of a field's values that must stand below a header for it to name the field.
const MOST: f64 = 0.8;

/// Fewer values stand below a header by chance.
const MIN_VALUES: usize = 3;

/// Pages of a type whose tables are looked at.
const PAGES: usize = 24;

/// Rows and columns of a table that are looked at.
const MAX_ROWS: usize = 64;
const MAX_COLUMNS: usize = 32;

/// Longest header and longest cell (bytes) that are looked at.
const MAX_HEADER: usize = 60;
const MAX_CELL: usize = 400;

/// Most words of a cell that are looked at one by one.
const MAX_WORDS: usize = 6;

/// Elements of a cell that are looked at.
const MAX_IN_CELL: usize = 16;

/// The header above each field's values, by the number of the field.
pub(crate) fn headers(corpus: &Corpus<'_>, columns: &Columns) -> FxHashMap<usize, String> {
    let step = corpus.len().div_ceil(PAGES).max(1);
    let mut votes: BTreeMap<usize, (usize, BTreeMap<String, usize>)> = BTreeMap::new();
    for page in (0..corpus.len()).step_by(step) {
        let cells = cells(corpus.tree(page));
        if cells.is_empty() {
            continue;
        }
        for (field, values) in columns.on_page(page) {
            let (all, of) = votes.entry(field).or_default();
            for value in values {
                *all += 1;
                for header in cells.get(value.as_str()).into_iter().flatten() {
                    *of.entry(header.clone()).or_default() += 1;
                }
            }
        }
    }
    let best = |(field, (all, of)): (usize, (usize, BTreeMap<String, usize>))| {
        let (header, count) = of.into_iter().max_by_key(|(_, count)| *count)?;
        (count >= MIN_VALUES && count as f64 >= MOST * all as f64).then_some((field, header))
    };
    votes.into_iter().filter_map(best).collect()
}

/// The texts of the cells of a page's tables, whole and of the elements in them, with the headers
/// above them.
fn cells(tree: &TagTree) -> FxHashMap<String, Vec<String>> {
    let mut cells: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for table in tree.nodes().filter(|node| tree.tag(*node).as_str() == "table") {
        let rows = rows(tree, table);
        let Some(headers) = rows.first().and_then(|row| header_row(tree, *row)) else { continue };
        for row in rows.iter().skip(1).take(MAX_ROWS) {
            for (at, cell) in cells_of(tree, *row) {
                let Some(header) = headers.get(&at) else { continue };
                let inside = tree.subtree(cell).filter(|node| !tree.is_text(*node));
                let mut texts: Vec<String> =
                    inside.take(MAX_IN_CELL).map(|node| line(tree, node)).collect();
                // Fixed words around a value are no part of it.
                let words: Vec<&str> =
                    texts.first().map_or("", String::as_str).split(' ').collect();
                if (2..=MAX_WORDS).contains(&words.len()) {
                    let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
                    texts.extend(words);
                }
                texts.sort_unstable();
                texts.dedup();
                for text in texts.into_iter().filter(|text| (1..=MAX_CELL).contains(&text.len())) {
                    let known = cells.entry(text).or_default();
                    if !known.contains(header) {
                        known.push(header.clone());
                    }
                }
            }
        }
    }
    cells
}

/// The rows of a table, without those of tables in it.
fn rows(tree: &TagTree, table: NodeId) -> Vec<NodeId> {
    let is = |node: &NodeId, tag: &str| tree.tag(*node).as_str() == tag;
    tree.children(table)
        .flat_map(|part| match tree.tag(part).as_str() {
            "thead" | "tbody" | "tfoot" => tree.children(part).collect(),
            _ => vec![part],
        })
        .filter(|node| is(node, "tr"))
        .collect()
}

/// The headers of the columns, if a row has headers only and at least two.
fn header_row(tree: &TagTree, row: NodeId) -> Option<FxHashMap<usize, String>> {
    let cells: Vec<(usize, NodeId)> = cells_of(tree, row).collect();
    let is_header = |cell: NodeId| tree.tag(cell).as_str() == "th" || line(tree, cell).is_empty();
    let headers: FxHashMap<usize, String> = cells
        .iter()
        .map(|(at, cell)| (*at, line(tree, *cell)))
        .filter(|(_, text)| (1..=MAX_HEADER).contains(&text.len()))
        .collect();
    (headers.len() >= 2 && cells.iter().all(|(_, cell)| is_header(*cell))).then_some(headers)
}

/// The cells of a row with the columns that they begin in.
fn cells_of(tree: &TagTree, row: NodeId) -> impl Iterator<Item = (usize, NodeId)> + '_ {
    let mut next = 0usize;
    tree.children(row)
        .filter(|cell| matches!(tree.tag(*cell).as_str(), "td" | "th"))
        .map(move |cell| {
            let at = next;
            let span = tree.attr(cell, "colspan").and_then(|span| span.trim().parse().ok());
            next += span.unwrap_or(1).clamp(1, MAX_COLUMNS);
            (at, cell)
        })
        .take_while(|(at, _)| *at < MAX_COLUMNS)
}
