//! Pairs of a name and a value: what one row of a property table says.
//!
//! Most rows are one pair. Tables that make use of their width set several side by side, name and
//! value in cells of their own or both in one:
//!
//! ```html
//! <tr><td>Company:</td><td>Heron Ltd</td><td>Posted:</td><td>4 May</td></tr>
//! <tr><td>Genre: <b>Drama</b></td><td>Runtime: <b>92 min</b></td></tr>
//! ```

use crate::page::lines::labelled_lines;
use crate::page::text;
use crate::page::view::View;
use crate::parameters::book;
use crate::record::pair::{clean_key, clean_value};
use sitewrap_lexicon::COLONS;
use sitewrap_tree::{NodeId, TagTree, html};

/// A name and its value, as they stand in a page.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// The name; may be blank, and end with a colon.
    pub(crate) key: String,
    /// The value; may be blank.
    pub(crate) value: String,
    /// First and last node of the value, which are siblings.
    pub(crate) nodes: (NodeId, NodeId),
}

/// Name and value of a node that holds one pair: below wrappers with a single child, the first
/// child is the name and the rest, one node or more, the value. `None` if there is no name or no
/// value.
pub fn pair_of(view: &View<'_>, node: NodeId) -> Option<(String, String)> {
    filled(&single(view, node)?)
}

/// The names and values of a table row that holds several pairs, without blank ones. `None` for
/// other nodes.
pub fn pairs_side_by_side(view: &View<'_>, row: NodeId) -> Option<Vec<(String, String)>> {
    Some(side_by_side(view, row)?.iter().filter_map(filled).collect())
}

/// A pair as text, if there is a name and a value.
pub(crate) fn filled(pair: &Pair) -> Option<(String, String)> {
    let key = clean_key(&pair.key);
    let value = clean_value(&key, &pair.value).to_owned();
    (!key.is_empty() && !value.is_empty()).then_some((key, value))
}

/// The pair of a node that holds one; see [`pair_of`].
pub(crate) fn single(view: &View<'_>, node: NodeId) -> Option<Pair> {
    let tree = view.tree;
    let mut holder = node;
    loop {
        match parts_of_pair(view, holder)[..] {
            [] => return None,
            [key] => holder = key,
            [key, ref rest @ ..] => {
                let value = text::lines(tree, rest);
                let nodes = (rest[0], rest[rest.len() - 1]);
                return Some(Pair { key: text::line(tree, key), value, nodes });
            }
        }
    }
}

/// What stands below a node that may hold a name and a value: its children with content, in the order of the
/// page, without the signs that only part the first from the next (`:`, `—`, dots that lead on).
pub fn parts_of_pair(view: &View<'_>, holder: NodeId) -> Vec<NodeId> {
    let tree = view.tree;
    let leads = |c: char| "-–—=.…".contains(c);
    let is_sign = |&&node: &&NodeId| {
        let text = text::line(tree, node);
        !text.is_empty()
            && (text::is_separators(&text) || text.chars().all(leads))
            && !tree.subtree(node).any(|below| html::is_control(tree.tag(below).as_str()))
    };
    let mut parts: Vec<NodeId> = view.content_children(holder).collect();
    let signs = parts.iter().skip(1).take_while(is_sign).count();
    // The last is the value, whatever it says.
    if signs + 1 < parts.len() {
        parts.drain(1..=signs);
    }
    parts
}

/// The cells of a table row that compares things: the name of the row, and two values or more. `None`
/// for rows with fewer cells.
pub(crate) fn compared_cells(tree: &TagTree, row: NodeId) -> Option<(NodeId, Vec<NodeId>)> {
    if tree.tag(row).as_str() != "tr" {
        return None;
    }
    let is_cell = |cell: &NodeId| html::is_cell(tree.tag(*cell).as_str());
    let mut cells = tree.children(row).filter(is_cell);
    let key = cells.next()?;
    let values: Vec<NodeId> = cells.collect();
    (values.len() > 1).then_some((key, values))
}

/// The pairs of a row that has several.
pub(crate) fn side_by_side(view: &View<'_>, row: NodeId) -> Option<Vec<Pair>> {
    let tree = view.tree;
    if tree.tag(row).as_str() != "tr" {
        return None;
    }
    let cells: Vec<NodeId> = view.content_children(row).take(book().children + 1).collect();
    let is_cell = |&cell: &NodeId| html::is_cell(tree.tag(cell).as_str());
    if !(2..=book().children).contains(&cells.len()) || !cells.iter().all(is_cell) {
        return None;
    }
    if cells.len() >= 4 && cells.len().is_multiple_of(2) && names_alternate(view, &cells) {
        let pair = |two: &[NodeId]| Pair {
            key: text::line(tree, two[0]),
            value: text::lines(tree, &two[1..]),
            nodes: (two[1], two[1]),
        };
        return Some(cells.chunks_exact(2).map(pair).collect());
    }
    let filled = cells.iter().filter(|&&cell| view.text_len(cell) > 0);
    let pairs: Vec<Pair> = filled.map(|&cell| labelled_cell(view, cell)).collect::<Option<_>>()?;
    (pairs.len() > 1).then_some(pairs)
}

/// Whether every other cell of a row is a name: the only header cells, the only ones with a colon
/// behind or set as a label, or the only ones of their class.
fn names_alternate(view: &View<'_>, cells: &[NodeId]) -> bool {
    let tree = view.tree;
    let filled: Vec<[NodeId; 2]> = cells
        .chunks_exact(2)
        .map(|two| [two[0], two[1]])
        .filter(|two| two.iter().any(|&cell| view.text_len(cell) > 0))
        .collect();
    let told_by = |is_name: &dyn Fn(NodeId) -> bool| {
        filled.iter().all(|[name, value]| is_name(*name) && !is_name(*value))
    };
    let class = |cell| tree.attr(cell, "class").unwrap_or_default().trim();
    let first = class(cells[0]);
    !filled.is_empty()
        && (told_by(&|cell| tree.tag(cell).as_str() == "th")
            || told_by(&|cell| is_label(tree, cell))
            || (!first.is_empty() && told_by(&|cell| class(cell) == first)))
}

/// Whether a cell says a label and nothing else.
fn is_label(tree: &TagTree, cell: NodeId) -> bool {
    let mut holder = cell;
    loop {
        let mut children = tree.children(holder);
        match (children.next(), children.next()) {
            (Some(only), None) if !tree.is_text(only) => holder = only,
            _ => break,
        }
        if tree.tag(holder).as_str() == "label" {
            return true;
        }
    }
    text::line(tree, cell).ends_with(COLONS)
}

/// A cell that holds a label and its value.
fn labelled_cell(view: &View<'_>, cell: NodeId) -> Option<Pair> {
    let nodes: Vec<NodeId> = view.content_children(cell).collect();
    let mut lines = labelled_lines(view, &nodes);
    let line = lines.pop().filter(|line| lines.is_empty() && line.nodes == (0..nodes.len()))?;
    let nodes = (nodes[line.value_from], nodes[line.nodes.end - 1]);
    Some(Pair { key: line.label, value: line.value, nodes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    /// The pairs of the rows of a table, as `name=value`.
    fn found(rows: &str) -> Vec<String> {
        let page = Document::parse(format!("<table>{rows}</table>").as_bytes(), None, None);
        let view = View::new(&page.tree);
        let rows = page.tree.nodes().filter(|&node| page.tree.tag(node).as_str() == "tr");
        let pairs = rows.flat_map(|row| {
            pairs_side_by_side(&view, row)
                .unwrap_or_else(|| pair_of(&view, row).into_iter().collect())
        });
        pairs.map(|(key, value)| format!("{key}={value}")).collect()
    }

    #[test]
    fn a_row_is_one_pair() {
        assert_eq!(
            found("<tr><td>Size<td>4 cm<tr><th>Made in<td>Leeds"),
            ["Size=4 cm", "Made in=Leeds"]
        );
        assert_eq!(found("<tr><td>Size<td>4<td>5<td>6"), ["Size=4 5 6"]);
        let twice = "<tr><td>Size:<td><i></i><b>Size:</b> <b>4 cm</b>";
        assert_eq!(found(twice), ["Size=4 cm"]);
    }

    #[test]
    fn a_wide_row_is_several_pairs() {
        assert_eq!(found("<tr><td>Firm:<td>Heron<td><td>"), ["Firm=Heron"]);
        let wanted = ["Firm=Heron", "Posted=4 May"];
        assert_eq!(found("<tr><td>Firm:<td>Heron<td>Posted:<td>4 May"), wanted);
        assert_eq!(found("<tr><th>Firm<td>Heron<th>Posted<td>4 May"), wanted);
        assert_eq!(
            found("<tr><td><label>Firm</label><td>Heron<td><label>Posted</label><td>4 May"),
            wanted
        );
        assert_eq!(found("<tr><td class=k>Firm<td>Heron<td class=k>Posted<td>4 May"), wanted);
        assert_eq!(found("<tr><th>Firm<td>Heron<th>Posted<td>4 May<th><td>"), wanted);
    }

    #[test]
    fn cells_may_hold_name_and_value() {
        let rows =
            "<tr><td>Genre: <b>Drama</b><td><b>Runtime:</b> 92 min<tr><td>Rated: <b>PG</b><td>";
        assert_eq!(found(rows), ["Genre=Drama", "Runtime=92 min"]);
    }
}
