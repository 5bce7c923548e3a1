//! Tables whose columns are others on each page, as those of lists in an encyclopedia are.
//!
//! There is no role that a column plays on all pages, but each says by its header what it holds. A row is a
//! map then, of headers to cells, and the row of headers says no more than the names of these.

use super::Level;
use crate::corpus::Instance;
use crate::level::pairs::Keys;
use crate::level::varying::columns_vary;
use sitewrap_tree::html;
use sitewrap_wrapper::{Pairs, column_name};
use std::collections::BTreeMap;

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
