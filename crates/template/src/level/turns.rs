//! Cells that stand side by side without rows: `first`, `second`, `last`, and `first` again.
//!
//! Tables that are laid out by style sheets (CSS grids) have no element for a row. Their cells look
//! alike for the most part and would be one kind; that each bears, in turn, a class word of its
//! column tells them apart, and a turn is a row.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::stripes::hold_the_like;
use rustc_hash::FxHashMap;
use sitewrap_wrapper::is_stripe;

/// Splits kinds whose members bear in turn a class word of their column, into a kind a column.
pub(crate) fn split_turns(corpus: &Corpus<'_>, children: &mut Children) {
    for kind in 0..children.count {
        if !children.is_many(kind) {
            continue;
        }
        let runs = runs(children, kind);
        let Some(columns) = columns(corpus, &runs) else { continue };
        let parts: Vec<usize> =
            runs.iter().flat_map(|run| (0..run.len()).map(|at| at % columns)).collect();
        children.split(kind, &parts);
    }
}

/// The members of a kind in each instance that has any.
fn runs(children: &Children, kind: usize) -> Vec<Vec<Instance>> {
    let mut runs: Vec<Vec<Instance>> = Vec::new();
    let mut last = None;
    for (at, member) in children.members(kind) {
        if last != Some(at) {
            runs.push(Vec::new());
            last = Some(at);
        }
        if let Some(run) = runs.last_mut() {
            run.push(member);
        }
    }
    runs
}

/// The number of columns, if there are some: each has a class word that its cells, and no others,
/// bear, rows are whole, and not all columns hold the like.
fn columns(corpus: &Corpus<'_>, runs: &[Vec<Instance>]) -> Option<usize> {
    let count = period(corpus, runs)?;
    let rows: usize = runs.iter().map(|run| run.len() / count).sum();
    if rows < corpus.parameters().many || runs.iter().any(|run| run.len() % count > 0) {
        return None;
    }
    let mut of_word: FxHashMap<&str, Option<usize>> = FxHashMap::default();
    for (at, &(page, node)) in runs.iter().flat_map(|run| run.iter().enumerate()) {
        for word in corpus.tree(page).classes(node) {
            let column = of_word.entry(word).or_insert(Some(at % count));
            *column = column.filter(|column| *column == at % count);
        }
    }
    let words = |&(page, node): &Instance| corpus.tree(page).classes(node);
    let is_told = |(at, cell): (usize, &Instance)| {
        words(cell).any(|word| of_word.get(word) == Some(&Some(at % count)) && !is_stripe(word))
    };
    let told = runs.iter().all(|run| run.iter().enumerate().all(is_told));
    let row = &runs[0][..count];
    let alike = row.iter().skip(1).all(|cell| hold_the_like(corpus, row[0], *cell));
    (told && !alike).then_some(count)
}

/// After how many members the first class words come again: a row, if there are rows.
fn period(corpus: &Corpus<'_>, runs: &[Vec<Instance>]) -> Option<usize> {
    let run = runs.iter().max_by_key(|run| run.len())?;
    let classes = |&(page, node): &Instance| corpus.tree(page).classes(node);
    let next = |word: &str| {
        run.iter()
            .skip(1)
            .position(|cell| classes(cell).any(|other| other == word))
            .map(|at| at + 1)
    };
    let first = classes(run.first()?).filter(|word| !is_stripe(word));
    first.filter_map(next).filter(|count| (2..=corpus.parameters().row_cells).contains(count)).min()
}
