//! Which tables have columns that are others on each page.

use crate::corpus::{Corpus, Instance};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::{NodeId, TagTree};
use std::collections::BTreeSet;

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
