//! Values of nodes: attributes, pairs of name and value.

use crate::template::AttrField;
use crate::text;
use crate::view::{View, normalize_token};
use sitewrap_model::{Record, Value};
use sitewrap_tree::NodeId;

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
    let value = text::collapse(tree.attr(node, &attr.attr)?);
    let path =
        value.strip_prefix(origin).filter(|path| path.starts_with('/') && !origin.is_empty());
    let value = path.map_or(value.clone(), str::to_owned);
    (!value.is_empty()).then_some(value)
}

/// Name and value of a node that holds both: below wrappers with a single child, the first child
/// is the name and the rest is the value. `None` if there is no name or no value.
pub fn pair_of(view: &View<'_>, node: NodeId) -> Option<(String, String)> {
    let tree = view.tree;
    let mut holder = node;
    loop {
        let mut children = tree.children(holder);
        let first = children.next()?;
        let rest: Vec<NodeId> = children.collect();
        if rest.is_empty() {
            holder = first;
            continue;
        }
        let key = clean_key(&text::line(tree, first));
        let value: Vec<String> = rest
            .iter()
            .map(|&part| text::line(tree, part))
            .filter(|text| !text.is_empty())
            .collect();
        let value = value.join(" ");
        let value = value.trim_start_matches([':', ' ']).to_owned();
        return (!key.is_empty() && !value.is_empty()).then_some((key, value));
    }
}

/// A name as written on the page, without the colon after it.
pub fn clean_key(key: &str) -> String {
    key.trim().trim_end_matches([':', '：', ' ']).to_owned()
}

/// Adds a pair to a map; a name that comes again gets a list.
pub(crate) fn add_pair(pairs: &mut Record, key: &str, value: &str) {
    let key = clean_key(key);
    let value = value.trim_start_matches([':', ' ']).to_owned();
    if key.is_empty() || value.is_empty() {
        return;
    }
    let value = Value::Text(value);
    let joined = match pairs.get(&key) {
        None => value,
        Some(Value::List(list)) => {
            let mut list = list.clone();
            list.push(value);
            Value::List(list)
        }
        Some(known) => Value::List(vec![known.clone(), value]),
    };
    pairs.insert(key, joined);
}
