//! The pairs of a map: what a page says under each name.

use crate::apply::values::{attr_text, leads_nowhere};
use crate::page::facts::pairs_of_row;
use crate::page::lines::labelled_lines;
use crate::page::listed::listed;
use crate::page::pairs::{Pair, compared_cells, side_by_side, single};
use crate::page::text;
use crate::page::view::View;
use crate::record::pair::clean_key;
use crate::record::sources::{Sheet, Span, Take};
use crate::wrapper::template::{Map, Pairs};
use sitewrap_tree::{NodeId, TagTree};

/// What stands behind the name of a value in the name of its address, as in the names of fields.
pub const ADDRESS: &str = "_url";

/// Adds the pairs that the nodes of a map hold, each with the kind it was found as; a value that is a link
/// has its address beside it. `origin` is that of the page.
pub(crate) fn put_pairs(
    view: &View<'_>,
    origin: &str,
    map: &Map,
    found: &[(NodeId, usize)],
    sheet: &mut Sheet,
) {
    let tree = view.tree;
    let mut to = Putting { tree, origin, map, sheet };
    match &map.pairs {
        Pairs::Nodes(_) => to.nodes(view, found),
        Pairs::Runs { .. } => {
            let mut key: Option<String> = None;
            for &(node, kind) in found {
                let value = text::lines(tree, &[node]);
                if kind == 0 {
                    key = Some(value);
                } else if let Some(key) = &key {
                    to.pair(Pair { key: key.clone(), value, nodes: (node, node) });
                }
            }
        }
        Pairs::Cells(_) => {
            for (place, &(cell, _)) in found.iter().enumerate() {
                let key = column_name(view, cell, place);
                to.pair(Pair { key, value: text::lines(tree, &[cell]), nodes: (cell, cell) });
            }
        }
        Pairs::InText => {
            let pairs = found.iter().flat_map(|&(row, _)| pairs_of_row(view, row));
            pairs.for_each(|pair| to.pair(pair));
        }
        Pairs::Lines(_) => {
            let nodes: Vec<NodeId> = found.iter().map(|(node, _)| *node).collect();
            for line in labelled_lines(view, &nodes) {
                let ends = (nodes[line.value_from], nodes[line.nodes.end - 1]);
                to.pair(Pair { key: line.label, value: line.value, nodes: ends });
            }
        }
    }
}

/// What the column of a cell is called that has this place in its row, from 0: as its header says, or by its
/// place where there is none, or but a number.
pub fn column_name(view: &View<'_>, cell: NodeId, place: usize) -> String {
    let is_number = |header: &&str| {
        let is_year = header.chars().count() == 4;
        header.chars().all(|c| c.is_ascii_digit()) && !is_year
    };
    let header = view.header(cell).map(str::trim).filter(|header| !header.is_empty());
    match header.filter(|header| !is_number(header)) {
        Some(header) => header.to_owned(),
        None => format!("column {}", place + 1),
    }
}

/// A map that is being filled.
struct Putting<'a> {
    tree: &'a TagTree,
    origin: &'a str,
    map: &'a Map,
    sheet: &'a mut Sheet,
}

impl Putting<'_> {
    /// Adds the pairs of nodes that hold one or several each, or the rows of a table that compares things.
    fn nodes(&mut self, view: &View<'_>, found: &[(NodeId, usize)]) {
        let tree = self.tree;
        // A cell that nothing stands in (the place for a picture) makes no table of comparisons.
        let is_filled = |cell: &NodeId| view.text_len(*cell) > 0;
        let compares = found.iter().any(|&(node, _)| {
            let cells = compared_cells(tree, node);
            cells.is_some_and(|(_, cells)| cells.iter().filter(|cell| is_filled(cell)).count() > 1)
        });
        for &(node, _) in found {
            let several = side_by_side(view, node);
            if several.is_none()
                && compares
                && let Some((key, cells)) = compared_cells(tree, node)
            {
                let cell = |cell: NodeId| (text::lines(tree, &[cell]), Span::text(cell));
                let cells = cells.into_iter().map(cell).collect();
                self.sheet.put_row(self.map, &text::line(tree, key), cells);
                continue;
            }
            let pairs = several.unwrap_or_else(|| single(view, node).into_iter().collect());
            pairs.into_iter().for_each(|pair| self.pair(pair));
        }
    }

    /// Adds a pair; a value that is several goes in one by one.
    fn pair(&mut self, Pair { key, value, nodes: (first, last) }: Pair) {
        let (tree, map) = (self.tree, self.map);
        let mut nodes = vec![first];
        let mut at = first;
        while at < last {
            at = NodeId(at.0 + tree.subtree_len(at) as u32);
            nodes.push(at);
        }
        if let Some(parts) = listed(tree, &nodes) {
            for &part in &parts {
                let text = text::line(tree, part);
                self.sheet.put_pair(map, (&key, &text), || Span::text(part));
            }
            // Addresses of some would not tell of which.
            let addresses: Option<Vec<_>> =
                parts.iter().map(|&part| self.address(&[part])).collect();
            addresses.into_iter().flatten().for_each(|link| self.put_address(&key, link));
            return;
        }
        let span = Span::texts(first, last);
        match parted(&value) {
            Some(parts) => {
                for part in parts {
                    let span = || Span { take: Take::Part, ..span.clone() };
                    self.sheet.put_pair(map, (&key, part), span);
                }
            }
            None => {
                self.sheet.put_pair(map, (&key, &value), || span);
                let link = self.address(&nodes);
                link.into_iter().for_each(|link| self.put_address(&key, link));
            }
        }
    }

    /// The link that is all that nodes say, and where it leads.
    fn address(&self, nodes: &[NodeId]) -> Option<(NodeId, String)> {
        let tree = self.tree;
        let below = || nodes.iter().flat_map(|&node| tree.subtree(node));
        let mut links = below().filter(|&below| tree.attr(below, "href").is_some());
        let link = links.next().filter(|_| links.next().is_none())?;
        let letters = |texts: &mut dyn Iterator<Item = NodeId>| -> usize {
            texts.map(|text| tree.text(text).chars().filter(|c| c.is_alphanumeric()).count()).sum()
        };
        let is_all = letters(&mut below()) == letters(&mut tree.subtree(link));
        let address = tree.attr(link, "href").filter(|_| is_all)?.trim();
        let says = ["mailto:", "tel:"].iter().any(|scheme| address.starts_with(scheme));
        let leads = !says && !address.starts_with('#') && !leads_nowhere(address);
        attr_text(address, self.origin).filter(|_| leads).map(|address| (link, address))
    }

    /// Adds the address of a value, where the value is in the map.
    fn put_address(&mut self, key: &str, (link, address): (NodeId, String)) {
        let own = clean_key(key);
        let Some(name) = self.map.name_of(&own).filter(|name| !name.is_empty()) else { return };
        let name = format!("{name}{ADDRESS}");
        self.sheet.put_pair(self.map, (&name, &address), || Span::attr(link, "href"));
    }
}

/// The single values of a text that signs part: `Drama | Comedy`. Signs within brackets part what the
/// brackets hold.
fn parted(value: &str) -> Option<Vec<&str>> {
    [" | ", " • ", " · "].iter().find_map(|sign| {
        let parts: Vec<&str> = value.split(sign).map(str::trim).collect();
        let count = |part: &str, signs: [char; 2]| part.matches(signs).count();
        let is_whole =
            |part: &&str| !part.is_empty() && count(part, ['(', '[']) == count(part, [')', ']']);
        (parts.len() > 1 && parts.iter().all(is_whole)).then_some(parts)
    })
}
