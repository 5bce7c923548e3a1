//! Headers of table columns, as labels of the values below them.
//!
//! A list made of the rows of a table has no label beside its values; the first row has one above
//! each column. Which column a field's values stand in is told by the values: on each page, they are
//! looked up among the cells of its tables.

use rustc_hash::FxHashMap;
use sitewrap_template::{Columns, Corpus, Parameters};
use sitewrap_tree::{NodeId, html};
use sitewrap_wrapper::{View, line};
use std::collections::BTreeMap;

/// The header above each field's values, by the number of the field.
pub(crate) fn headers(corpus: &Corpus<'_>, columns: &Columns) -> FxHashMap<usize, String> {
    let step = corpus.len().div_ceil(corpus.parameters().sampled).max(1);
    let mut votes: BTreeMap<usize, (usize, BTreeMap<String, usize>)> = BTreeMap::new();
    for page in (0..corpus.len()).step_by(step) {
        let cells = cells(corpus.view(page), corpus.parameters());
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
        let is_usual = count >= corpus.parameters().few && corpus.share(count, all).is_nearly_all();
        is_usual.then_some((field, header))
    };
    votes.into_iter().filter_map(best).collect()
}

/// The texts of the cells of a page's tables, whole and of the elements in them, with the headers
/// above them.
fn cells(view: &View<'_>, parameters: &Parameters) -> FxHashMap<String, Vec<String>> {
    let tree = view.tree;
    let mut cells: FxHashMap<String, Vec<String>> = FxHashMap::default();
    let is_cell = |node: &NodeId| html::is_cell(tree.tag(*node).as_str());
    let headed = tree.nodes().filter(is_cell).filter_map(|cell| Some((cell, view.header(cell)?)));
    for (cell, header) in headed.take(parameters.distinct) {
        let inside = tree.subtree(cell).filter(|node| !tree.is_text(*node));
        let mut texts: Vec<String> =
            inside.take(parameters.sampled).map(|node| line(tree, node)).collect();
        // Fixed words around a value are no part of it.
        let words: Vec<&str> = texts.first().map_or("", String::as_str).split(' ').collect();
        if (2..=parameters.label_words).contains(&words.len()) {
            let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            texts.extend(words);
        }
        texts.sort_unstable();
        texts.dedup();
        for text in
            texts.into_iter().filter(|text| (1..=parameters.value_bytes).contains(&text.len()))
        {
            let known = cells.entry(text).or_default();
            if !known.iter().any(|known| known == header) {
                known.push(header.to_owned());
            }
        }
    }
    cells
}
