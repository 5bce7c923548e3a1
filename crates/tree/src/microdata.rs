//! Microdata: what `itemscope`, `itemtype` and `itemprop` in the body say.

use crate::{NodeId, TagTree};

/// An item of microdata (HTML Living Standard, section 5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MicrodataItem {
    /// The last segments of its types: `Product` of `https://schema.org/Product`. May be empty.
    pub types: Vec<String>,
    /// The item that it is a property of, by its place in the list of all items, and the
    /// property's name; `None` for an item that stands for itself.
    pub part_of: Option<(usize, String)>,
    /// Its properties that are texts or URLs, in document order.
    pub properties: Vec<(String, String)>,
}

/// The items of a page in document order. `itemref` is not followed.
pub(crate) fn microdata(tree: &TagTree) -> Vec<MicrodataItem> {
    let mut items: Vec<MicrodataItem> = Vec::new();
    // Items that are open, with the node where they end.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for node in tree.nodes() {
        while open.last().is_some_and(|(_, end)| node.index() >= *end) {
            open.pop();
        }
        let property = tree.attr(node, "itemprop").filter(|name| !name.trim().is_empty());
        let holder = open.last().map(|(item, _)| *item);
        if tree.attr(node, "itemscope").is_some() {
            let part_of = property.zip(holder).map(|(name, at)| (at, first_word(name)));
            open.push((items.len(), node.index() + tree.subtree_len(node)));
            items.push(MicrodataItem { types: types(tree, node), part_of, properties: Vec::new() });
        } else if let Some((names, at)) = property.zip(holder) {
            let value = value(tree, node);
            for name in names.split_ascii_whitespace() {
                items[at].properties.push((last_segment(name).to_owned(), value.clone()));
            }
        }
    }
    items
}

fn types(tree: &TagTree, node: NodeId) -> Vec<String> {
    let types = tree.attr(node, "itemtype").unwrap_or_default();
    types.split_ascii_whitespace().map(|url| last_segment(url).to_owned()).collect()
}

fn first_word(names: &str) -> String {
    last_segment(names.split_ascii_whitespace().next().unwrap_or_default()).to_owned()
}

/// What follows the last `/`, `#` or `:`.
fn last_segment(name: &str) -> &str {
    let name = name.trim_end_matches('/');
    name.rsplit(['/', '#', ':']).next().unwrap_or(name)
}

/// The value of a property: an attribute of some elements, else the text.
fn value(tree: &TagTree, node: NodeId) -> String {
    let attr = match tree.tag(node).as_str() {
        "meta" => "content",
        "a" | "area" | "link" => "href",
        "img" | "audio" | "video" | "embed" | "iframe" | "source" | "track" => "src",
        "time" => "datetime",
        "data" | "meter" => "value",
        "object" => "data",
        // Not in the standard, but written often and read by all search engines.
        _ => "content",
    };
    let value = tree.attr(node, attr).map(str::to_owned);
    let text = || tree.inner_text(node).split_whitespace().collect::<Vec<_>>().join(" ");
    value.unwrap_or_else(text)
}
