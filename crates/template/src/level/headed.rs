//! Tables whose columns are others on each page, as those of lists in an encyclopedia are.
//!
//! There is no role that a column plays on all pages, but each says by its header what it holds. A row is a
//! map then, of headers to cells, and the row of headers says no more than the names of these.

use super::Level;
use crate::corpus::{Corpus, Instance};
use crate::level::pairs::Keys;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::{NodeId, TagTree, html};
use sitewrap_wrapper::{Pairs, column_name};
use std::collections::{BTreeMap, BTreeSet};

impl Level<'_, '_> {
    /// Makes all cells of rows one map, if these are rows of such tables.
    pub(super) fn row_maps(&mut self) -> bool {
        let corpus = self.corpus;
        let cells = self.children.groups.iter().flatten();
        let is_cell = |cell: &Instance| html::is_cell(corpus.tag(*cell));
        if self.children.count == 0
            || !cells.clone().all(is_cell)
            || !columns_vary(corpus, cells.copied())
        {
            return false;
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for group in &self.children.groups {
            for (place, &(page, cell)) in group.iter().enumerate() {
                *counts.entry(column_name(corpus.view(page), cell, place)).or_default() += 1;
            }
        }
        let mut keys: Vec<(usize, String)> =
            counts.into_iter().map(|(key, count)| (count, key)).collect();
        keys.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let keys =
            Keys { keys: keys.into_iter().map(|(_, key)| key).collect(), names: BTreeMap::new() };
        let mut of_tag: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for kind in 0..self.children.count {
            if let Some((_, first)) = self.children.members(kind).next() {
                of_tag.entry(corpus.tag(first)).or_default().push(kind);
            }
        }
        let cells = of_tag.into_values().map(|kinds| self.outline(&kinds)).collect();
        let kinds: Vec<usize> = (0..self.children.count).collect();
        self.map(&kinds, Pairs::Cells(cells), keys);
        true
    }
}

/// Whether the tables that nodes stand in have headers most of which are those of few of the tables, and rows
/// that are told apart by nothing but these: what compares things has rows with names that recur.
pub(crate) fn columns_vary(corpus: &Corpus<'_>, nodes: impl Iterator<Item = Instance>) -> bool {
    let tables: BTreeSet<Instance> = nodes.filter_map(|node| table_of(corpus, node)).collect();
    if tables.len() < corpus.parameters().few {
        return false;
    }
    let mut headers: FxHashMap<&str, (usize, FxHashSet<Instance>)> = FxHashMap::default();
    let mut names: FxHashMap<String, (usize, FxHashSet<Instance>)> = FxHashMap::default();
    let mut headed: FxHashSet<Instance> = FxHashSet::default();
    for &table in &tables {
        for row in rows(corpus.tree(table.0), table.1) {
            let view = corpus.view(table.0);
            if view.is_header_row(row) {
                // A first row that only looks like one may say what the table is of.
                let is_marked = |cell: NodeId| view.tree.tag(cell).as_str() == "th";
                if view.content_children(row).all(is_marked) {
                    headed.insert(table);
                }
                continue;
            }
            let mut cells = view.content_children(row).peekable();
            if let Some(&first) = cells.peek() {
                let (count, of) = names.entry(corpus.line((table.0, first))).or_default();
                *count += 1;
                of.insert(table);
            }
            for header in cells.filter_map(|cell| view.header(cell)) {
                let (count, of) = headers.entry(header).or_default();
                *count += 1;
                of.insert(table);
            }
        }
    }
    let sum = |counts: &mut dyn Iterator<Item = usize>| counts.sum::<usize>();
    let is_usual = |of: &FxHashSet<Instance>| corpus.share(of.len(), tables.len()).is_half();
    let usual = sum(&mut headers.values().filter(|(_, of)| is_usual(of)).map(|(count, _)| *count));
    let cells = sum(&mut headers.values().map(|(count, _)| *count));
    let named = sum(&mut names.values().filter(|(_, of)| of.len() > 1).map(|(count, _)| *count));
    let rows = sum(&mut names.values().map(|(count, _)| *count));
    corpus.share(headed.len(), tables.len()).is_nearly_all()
        && !corpus.share(usual, cells).is_half()
        && !corpus.share(named, rows).is_half()
}

/// The table that a node stands in.
fn table_of(corpus: &Corpus<'_>, (page, node): Instance) -> Option<Instance> {
    let tree = corpus.tree(page);
    let mut above = std::iter::successors(Some(node), |&at| tree.parent(at));
    above.find(|&at| tree.tag(at).as_str() == "table").map(|table| (page, table))
}

/// The rows of a table, those of tables in it left out.
fn rows(tree: &TagTree, table: NodeId) -> Vec<NodeId> {
    let is = |node: NodeId, tag: &str| tree.tag(node).as_str() == tag;
    let parts = tree.children(table).flat_map(|part| {
        let inside = (!is(part, "tr")).then(|| tree.children(part));
        std::iter::once(part).chain(inside.into_iter().flatten())
    });
    parts.filter(|&row| is(row, "tr")).collect()
}
