//! Values of nodes: attributes, pairs of name and value.

use crate::template::{AttrField, called};
use crate::text;
use crate::view::{View, normalize_token};
use sitewrap_model::{Record, Value};
use sitewrap_tree::{NodeId, TagTree};
use std::collections::BTreeMap;

/// Scheme, host and port of a URL: all before its path.
pub(crate) fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |at| host + at);
    &url[..end]
}

/// The value of an attribute field on a node. A URL on the page's own host is given as a path, so
/// that records are the same for a mirror, a test server and the site itself.
pub(crate) fn attr_value(
    view: &View<'_>,
    node: NodeId,
    attr: &AttrField,
    origin: &str,
) -> Option<String> {
    let tree = view.tree;
    if attr.attr == "class" {
        let token = tree.classes(node).find(|class| {
            let class = normalize_token(class);
            attr.words.contains(&class)
        });
        return token.map(str::to_owned);
    }
    attr_text(tree.attr(node, &attr.attr)?, origin)
}

/// The value of an attribute; a URL on the page's own host as a path. `None` if it is blank.
pub(crate) fn attr_text(value: &str, origin: &str) -> Option<String> {
    let value = text::collapse(value);
    let path =
        value.strip_prefix(origin).filter(|path| path.starts_with('/') && !origin.is_empty());
    let value = path.map_or(value.clone(), str::to_owned);
    (!value.is_empty()).then_some(value)
}

/// Name and value of a node that holds both; see `pair_nodes`. `None` if there is no name or no
/// value.
pub fn pair_of(view: &View<'_>, node: NodeId) -> Option<(String, String)> {
    let (key, rest) = pair_nodes(view, node)?;
    let key = clean_key(&text::line(view.tree, key));
    let value = clean_value(&text::lines(view.tree, &rest)).to_owned();
    (!key.is_empty() && !value.is_empty()).then_some((key, value))
}

/// The nodes of a pair: below wrappers with a single child, the first child is the name and the
/// rest, one node or more, is the value. `None` if a node has no such parts.
pub(crate) fn pair_nodes(view: &View<'_>, node: NodeId) -> Option<(NodeId, Vec<NodeId>)> {
    let mut holder = node;
    loop {
        let mut children = view.content_children(holder);
        let first = children.next()?;
        let rest: Vec<NodeId> = children.collect();
        if !rest.is_empty() {
            return Some((first, rest));
        }
        holder = first;
    }
}

/// The cells of a table row that compares things: the name of the row, and two values or more. `None`
/// for rows with fewer cells.
pub fn compared_cells(tree: &TagTree, row: NodeId) -> Option<(NodeId, Vec<NodeId>)> {
    if tree.tag(row).as_str() != "tr" {
        return None;
    }
    let is_cell = |cell: &NodeId| matches!(tree.tag(*cell).as_str(), "td" | "th");
    let mut cells = tree.children(row).filter(is_cell);
    let key = cells.next()?;
    let values: Vec<NodeId> = cells.collect();
    (values.len() > 1).then_some((key, values))
}

/// A name as written on the page, without the colon after it.
pub fn clean_key(key: &str) -> String {
    key.trim().trim_end_matches([':', '：', ' ']).to_owned()
}

/// A value as written on the page, without the colon before it.
fn clean_value(value: &str) -> &str {
    value.trim_start_matches([':', ' '])
}

/// Adds a pair to a map, under the name that `names` give to that of the page; a name that comes
/// again gets a list. Gives the name in the map, or `None` if the pair has no name or no value, or
/// was dropped, and was left out.
pub(crate) fn add_pair(
    pairs: &mut Record,
    key: &str,
    value: &str,
    names: &BTreeMap<String, String>,
) -> Option<String> {
    let key = called(names, &clean_key(key))?.to_owned();
    let value = clean_value(value);
    if key.is_empty() || value.is_empty() {
        return None;
    }
    let value = Value::Text(value.to_owned());
    let joined = match pairs.get(&key) {
        None => value,
        Some(Value::List(list)) => {
            let mut list = list.clone();
            list.push(value);
            Value::List(list)
        }
        Some(known) => Value::List(vec![known.clone(), value]),
    };
    pairs.insert(key.clone(), joined);
    Some(key)
}
