//! Lists and maps that stand in running text: the pictures and the links of an article, and the facts in it.

use super::Job;
use crate::apply::align::MAX_ALIGNED;
use crate::apply::compile::{CompiledNode, Level};
use crate::apply::pairs::put_pairs;
use crate::page::facts::{cells_of, fact_blocks, facts_of_row, table_rows};
use crate::page::text::line;
use crate::page::view::View;
use crate::record::sources::{Item, Sheet, Source, Span};
use crate::wrapper::template::{Content, Element, TextPattern};
use rustc_hash::FxHashSet;
use sitewrap_model::Value;
use sitewrap_tree::{NodeId, TagTree};

/// Adds to the nodes of each slot of a level those of lists and maps that stand in the level's running text, in
/// the order of the page.
pub(super) fn find_within(
    level: &Level<'_>,
    of_slot: &mut [Vec<(NodeId, usize)>],
    view: &View<'_>,
) {
    if !level.nodes.iter().any(CompiledNode::is_within) {
        return;
    }
    let labels = known_labels(level);
    let has_known =
        |facts: &[(String, String)]| facts.iter().any(|(key, _)| labels.contains(key.as_str()));
    for (slot, node) in level.nodes.iter().enumerate().filter(|(_, node)| node.is_within()) {
        let texts = level.slots.iter().zip(&*of_slot).filter(|(slot, _)| slot.is_running);
        let tops = texts.flat_map(|(_, found)| found.iter().map(|&(top, _)| top));
        let mut found: Vec<(NodeId, usize)> = match node {
            CompiledNode::Repeat { unit, .. } => match &unit.nodes[..] {
                [CompiledNode::Element(item)] => {
                    let is_item = |node: &NodeId| is_in_text(view.tree, *node, &item.element.tag);
                    let below = tops.flat_map(|top| view.tree.subtree(top)).filter(is_item);
                    below.map(|node| (node, 0)).collect()
                }
                _ => {
                    let is_fact = |row: NodeId| has_known(&facts_of_row(view, row));
                    let rows = tops.flat_map(|top| table_rows(view, top));
                    rows.filter(|row| !is_fact(*row)).map(|row| (row, 0)).collect()
                }
            },
            CompiledNode::Map(_) => {
                let blocks = tops.flat_map(|top| fact_blocks(view, top));
                let known = blocks.filter(|block| block.iter().any(|row| has_known(&row.facts)));
                known.flatten().map(|row| (row.node, 0)).collect()
            }
            CompiledNode::Element(_) | CompiledNode::Prose(_) => continue,
        };
        found.sort_unstable();
        found.dedup();
        found.truncate(MAX_ALIGNED);
        of_slot[slot] = found;
    }
}

/// The labels that a level's map of facts knows, if it has one.
fn known_labels<'w>(level: &Level<'w>) -> FxHashSet<&'w str> {
    let maps = level.nodes.iter().filter_map(|node| match node {
        CompiledNode::Map(map) if node.is_within() => Some(*map),
        _ => None,
    });
    maps.flat_map(|map| map.keys.iter().map(String::as_str)).collect()
}

/// Whether a node in running text is an item of the list of its pictures (`img`) or of its links (`a`): one
/// that leads to another page, and says something more than the number of a note.
pub fn is_in_text(tree: &TagTree, node: NodeId, tag: &str) -> bool {
    let leads_away = || {
        let address = tree.attr(node, "href").map(str::trim);
        address.is_some_and(|address| !address.is_empty() && !address.starts_with('#'))
            && line(tree, node).contains(char::is_alphabetic)
    };
    tree.tag(node).as_str() == tag && (tag != "a" || leads_away())
}

impl Job<'_, '_> {
    /// Items that are one node each, counted elsewhere: their attributes, and what `says` tells of them.
    pub(super) fn leaf_items(
        &self,
        unit: &Level<'_>,
        plain: bool,
        nodes: impl Iterator<Item = NodeId>,
        says: fn(&TagTree, NodeId) -> String,
        blank: &Sheet,
    ) -> (Vec<Value>, Vec<Item>) {
        let (mut list, mut items) = (Vec::new(), Vec::new());
        let [CompiledNode::Element(item)] = &unit.nodes[..] else { return (list, items) };
        for node in nodes {
            let mut sheet = blank.inner();
            self.leaf(item.element, node, says(self.view.tree, node), &mut sheet);
            let Sheet { record, sources } = sheet;
            let Some((_, first)) = record.iter().next() else { continue };
            if let Some(sources) = sources {
                items.push(Item { nodes: vec![node], source: sources.of_item(plain) });
            }
            list.push(if plain { first.clone() } else { Value::Record(record) });
        }
        (list, items)
    }

    /// The rows of tables in running text, each a map of headers to cells.
    pub(super) fn row_items(
        &self,
        unit: &Level<'_>,
        plain: bool,
        rows: impl Iterator<Item = NodeId>,
        blank: &Sheet,
    ) -> (Vec<Value>, Vec<Item>) {
        let (mut list, mut items) = (Vec::new(), Vec::new());
        let [CompiledNode::Map(map)] = &unit.nodes[..] else { return (list, items) };
        for row in rows {
            let cells: Vec<(NodeId, usize)> =
                cells_of(self.view.tree, row).map(|cell| (cell, 0)).collect();
            let (mut sheet, mut pairs) = (blank.inner(), blank.inner());
            put_pairs(self.view, self.origin, map, &cells, &mut pairs);
            let Sheet { record, sources } = pairs;
            if record.is_empty() {
                continue;
            }
            let value = Value::Record(record);
            let source = || Source::Record(sources.unwrap_or_default());
            sheet.put(&map.field.name, value.clone(), source);
            let Sheet { record, sources } = sheet;
            if let Some(sources) = sources {
                items.push(Item { nodes: vec![row], source: sources.of_item(plain) });
            }
            list.push(if plain { value } else { Value::Record(record) });
        }
        (list, items)
    }

    /// Puts the attributes of a node and its text into a record.
    pub(super) fn leaf(&self, element: &Element, node: NodeId, text: String, sheet: &mut Sheet) {
        self.attrs(element, node, sheet);
        if let Content::Text(TextPattern { whole: Some(field), .. }) = &element.content {
            sheet.put(&field.name, Value::Text(text), || Source::Value(Span::text(node)));
        }
    }
}
