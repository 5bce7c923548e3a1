//! The pairs of a map: what a page says under each name.

use crate::page::lines::labelled_lines;
use crate::page::listed::listed;
use crate::page::pairs::{Pair, compared_cells, side_by_side, single};
use crate::page::text;
use crate::page::view::View;
use crate::record::sources::{Sheet, Span, Take};
use crate::wrapper::template::{Map, Pairs};
use sitewrap_tree::{NodeId, TagTree};

/// Adds the pairs that the nodes of a map hold, each with the kind it was found as.
pub(crate) fn put_pairs(view: &View<'_>, map: &Map, found: &[(NodeId, usize)], sheet: &mut Sheet) {
    let tree = view.tree;
    match &map.pairs {
        Pairs::Nodes(_) => {
            // A cell that nothing stands in (the place for a picture) makes no table of comparisons.
            let is_filled = |cell: &NodeId| view.text_len(*cell) > 0;
            let compares = found.iter().any(|&(node, _)| {
                let cells = compared_cells(tree, node);
                cells.is_some_and(|(_, cells)| {
                    cells.iter().filter(|cell| is_filled(cell)).count() > 1
                })
            });
            for &(node, _) in found {
                let several = side_by_side(view, node);
                if several.is_none()
                    && compares
                    && let Some((key, cells)) = compared_cells(tree, node)
                {
                    let cell = |cell: NodeId| (text::lines(tree, &[cell]), Span::text(cell));
                    let cells = cells.into_iter().map(cell).collect();
                    sheet.put_row(map, &text::line(tree, key), cells);
                    continue;
                }
                let pairs = several.unwrap_or_else(|| single(view, node).into_iter().collect());
                pairs.into_iter().for_each(|pair| put_pair(tree, map, pair, sheet));
            }
        }
        Pairs::Runs { .. } => {
            let mut key: Option<String> = None;
            for &(node, kind) in found {
                let value = text::lines(tree, &[node]);
                if kind == 0 {
                    key = Some(value);
                } else if let Some(key) = &key {
                    let pair = Pair { key: key.clone(), value, nodes: (node, node) };
                    put_pair(tree, map, pair, sheet);
                }
            }
        }
        Pairs::Lines(_) => {
            let nodes: Vec<NodeId> = found.iter().map(|(node, _)| *node).collect();
            for line in labelled_lines(view, &nodes) {
                let ends = (nodes[line.value_from], nodes[line.nodes.end - 1]);
                let pair = Pair { key: line.label, value: line.value, nodes: ends };
                put_pair(tree, map, pair, sheet);
            }
        }
    }
}

/// Adds a pair; a value that is several goes in one by one.
fn put_pair(
    tree: &TagTree,
    map: &Map,
    Pair { key, value, nodes: (first, last) }: Pair,
    sheet: &mut Sheet,
) {
    let mut nodes = vec![first];
    let mut at = first;
    while at < last {
        at = NodeId(at.0 + tree.subtree_len(at) as u32);
        nodes.push(at);
    }
    match listed(tree, &nodes) {
        Some(parts) => {
            for part in parts {
                sheet.put_pair(map, (&key, &text::line(tree, part)), || Span::text(part));
            }
        }
        None => {
            let span = Span::texts(first, last);
            match parted(&value) {
                Some(parts) => {
                    for part in parts {
                        sheet.put_pair(map, (&key, part), || Span {
                            take: Take::Part,
                            ..span.clone()
                        });
                    }
                }
                None => sheet.put_pair(map, (&key, &value), || span),
            }
        }
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
