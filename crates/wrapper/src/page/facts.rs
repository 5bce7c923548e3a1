//! Facts in running text: lists, tables and lines that say `Label: value`.
//!
//! What a shop knows of a thing often stands in its description, as its writer set it:
//!
//! ```html
//! <p>Light, and dry in an hour.</p>
//! <ul><li><b>Material:</b> merino wool<li>Weight: 310 g</ul>
//! ```

use crate::page::lines::labelled_lines;
use crate::page::pairs::{Pair, filled, single};
use crate::page::view::View;
use crate::parameters::book;
use sitewrap_lexicon::COLONS;
use sitewrap_tree::{NodeId, TagTree, html};

/// A row of facts: a list item, a table row, or an element with several lines of facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactRow {
    /// The row.
    pub node: NodeId,
    /// Labels, without their colons, and values, none of them blank.
    pub facts: Vec<(String, String)>,
}

/// Finds the blocks of facts below a node: the rows of each list or table most of whose rows are facts, two or more, and
/// elements all of whose lines are, more than one or one with a short value.
///
/// # Complexity
/// Linear in the nodes below `top`.
pub fn fact_blocks(view: &View<'_>, top: NodeId) -> Vec<Vec<FactRow>> {
    let tree = view.tree;
    let mut blocks = Vec::new();
    for holder in tree.subtree(top) {
        let is_row = |node: &NodeId| matches!(tree.tag(*node).as_str(), "li" | "tr");
        let rows: Vec<NodeId> = tree.children(holder).filter(is_row).collect();
        let row = |node: NodeId| {
            let facts = facts_of_row(view, node);
            (!facts.is_empty()).then_some(FactRow { node, facts })
        };
        if rows.is_empty() {
            let tag = tree.tag(holder).as_str();
            let may_have_lines = html::is_text_block(tag) && tag != "li";
            blocks.extend(
                may_have_lines.then(|| row(holder)).flatten().filter(is_brief).map(|row| vec![row]),
            );
            continue;
        }
        let facts: Vec<FactRow> = rows.iter().filter_map(|&node| row(node)).collect();
        if facts.len() > 1 && 2 * facts.len() > rows.len() {
            blocks.push(facts);
        }
    }
    blocks
}

/// Whether a row is no sentence behind its first words: several facts, or one with a short value.
fn is_brief(row: &FactRow) -> bool {
    let is_short = |(_, value): &(String, String)| value.chars().count() <= book().label_chars;
    row.facts.len() > 1 || row.facts.iter().all(is_short)
}

/// Finds the rows of the tables below a node that have headers: two cells or more with a header, and two such rows or
/// more in a table.
///
/// # Complexity
/// Linear in the nodes below `top`.
pub fn table_rows(view: &View<'_>, top: NodeId) -> Vec<NodeId> {
    let tree = view.tree;
    let is_row = |node: &NodeId| {
        let headed = || cells_of(tree, *node).filter(|&cell| view.header(cell).is_some()).count();
        tree.tag(*node).as_str() == "tr" && !view.is_header_row(*node) && headed() > 1
    };
    let rows: Vec<NodeId> = tree.subtree(top).filter(is_row).collect();
    let several = rows.chunk_by(|&a, &b| tree.parent(a) == tree.parent(b));
    several.filter(|rows| rows.len() > 1).flatten().copied().collect()
}

/// The cells of a table row.
pub(crate) fn cells_of(tree: &TagTree, row: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    tree.children(row).filter(|&cell| html::is_cell(tree.tag(cell).as_str()))
}

/// The facts of a row, if it is one of facts.
pub(crate) fn facts_of_row(view: &View<'_>, node: NodeId) -> Vec<(String, String)> {
    pairs_of_row(view, node).iter().filter_map(filled).collect()
}

/// The pairs of a row of facts; none if it is no such row.
pub(crate) fn pairs_of_row(view: &View<'_>, node: NodeId) -> Vec<Pair> {
    let tree = view.tree;
    let parts: Vec<NodeId> = view.content_children(node).take(book().children).collect();
    if tree.tag(node).as_str() == "tr" {
        let is_label = |text: &str| {
            let label = text.trim_end_matches(COLONS);
            label.chars().count() <= book().label_chars && label.contains(char::is_alphabetic)
        };
        let tag = |at: usize| tree.tag(parts[at]).as_str();
        let is_pair = parts.len() == 2 && html::is_cell(tag(0)) && tag(1) == "td";
        return single(view, node)
            .filter(|pair| is_pair && is_label(&pair.key))
            .into_iter()
            .collect();
    }
    let lines = labelled_lines(view, &parts);
    // All that stands in the row is facts.
    let ends = std::iter::once(0).chain(lines.iter().map(|line| line.nodes.end));
    let starts = lines.iter().map(|line| line.nodes.start).chain([parts.len()]);
    if !ends.zip(starts).all(|(end, start)| end == start) {
        return Vec::new();
    }
    let pair = |line: crate::page::lines::LabelledLine| {
        let nodes = (parts[line.value_from], parts[line.nodes.end - 1]);
        Pair { key: line.label, value: line.value, nodes }
    };
    lines.into_iter().map(pair).collect()
}
