//! Microdata: what `itemscope`, `itemtype`, `itemprop` and `itemref` say (HTML Living Standard,
//! section 5).

use crate::terms::{is_wording, plain_text, term, type_term};
use crate::thing::{Budget, MAX_DEPTH, Source, Stated, Thing};
use rustc_hash::FxHashMap;
use sitewrap_tree::{Document, NodeId, TagTree};

/// Ids that an item may name in `itemref`.
const MAX_REFS: usize = 16;

/// Properties that items may get from elsewhere by `itemref`, all items of a page together.
const MAX_REFERRED: usize = 2_000;

/// An item and where it ends.
struct Item {
    node: NodeId,
    types: Vec<String>,
    id: Option<String>,
    properties: Vec<usize>,
    is_part: bool,
}

/// A property and what it says.
struct Found {
    node: NodeId,
    names: Vec<String>,
    /// The item around it.
    holder: Option<usize>,
    /// The item that is its value; a text otherwise.
    item: Option<usize>,
}

/// The items of a page that stand for themselves, in document order.
pub(crate) fn microdata(document: &Document, budget: &mut Budget) -> Vec<Thing> {
    let tree = &document.tree;
    let mut page = collect(tree);
    page.refer(tree);
    let mut things: Vec<Thing> = head_item(document, budget).into_iter().collect();
    for item in 0..page.items.len() {
        if !page.items[item].is_part
            && let Some(thing) = page.thing(tree, item, &mut Vec::new(), budget)
            && !thing.properties.is_empty()
        {
            things.push(thing);
        }
    }
    things
}

struct Microdata {
    items: Vec<Item>,
    found: Vec<Found>,
}

fn collect(tree: &TagTree) -> Microdata {
    let mut page = Microdata { items: Vec::new(), found: Vec::new() };
    // Items that are open, with the node where they end.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for node in tree.nodes() {
        while open.last().is_some_and(|(_, end)| node.index() >= *end) {
            open.pop();
        }
        let names = tree.attr(node, "itemprop").unwrap_or_default();
        let names: Vec<String> =
            names.split_ascii_whitespace().take(8).filter_map(|name| term(name, &[])).collect();
        let is_item = tree.attr(node, "itemscope").is_some();
        if !is_item && names.is_empty() {
            continue;
        }
        let holder = open.last().map(|(item, _)| *item);
        let item = is_item.then_some(page.items.len());
        if let Some(item) = item {
            open.push((item, node.index() + tree.subtree_len(node)));
            let is_part = !names.is_empty() && holder.is_some();
            page.items.push(Item {
                node,
                types: types(tree, node),
                id: tree.attr(node, "itemid").and_then(plain_text),
                properties: Vec::new(),
                is_part,
            });
        }
        if !names.is_empty() {
            if let Some(holder) = holder {
                page.items[holder].properties.push(page.found.len());
            }
            page.found.push(Found { node, names, holder, item });
        }
    }
    page
}

fn types(tree: &TagTree, node: NodeId) -> Vec<String> {
    let types = tree.attr(node, "itemtype").unwrap_or_default();
    types.split_ascii_whitespace().take(8).filter_map(|name| type_term(name, &[])).collect()
}

impl Microdata {
    /// Gives items the properties that they name by the ids of elements around them.
    fn refer(&mut self, tree: &TagTree) {
        if !self.items.iter().any(|item| tree.attr(item.node, "itemref").is_some()) {
            return;
        }
        let mut by_id: FxHashMap<&str, NodeId> = FxHashMap::default();
        for node in tree.nodes() {
            if let Some(id) = tree.attr(node, "id") {
                by_id.entry(id).or_insert(node);
            }
        }
        let mut left = MAX_REFERRED;
        for item in 0..self.items.len() {
            let refs = tree.attr(self.items[item].node, "itemref").unwrap_or_default();
            for id in refs.split_ascii_whitespace().take(MAX_REFS) {
                let Some(&node) = by_id.get(id) else { continue };
                let end = node.index() + tree.subtree_len(node);
                let first = self.found.partition_point(|found| found.node < node);
                let within = self.found[first..].iter().take_while(|f| f.node.index() < end);
                // What stands in another item there is that item's.
                let is_outer =
                    |found: &Found| found.holder.is_none_or(|it| self.items[it].node < node);
                let own: Vec<usize> = within
                    .take(left)
                    .enumerate()
                    .filter(|(_, found)| is_outer(found) && found.item != Some(item))
                    .map(|(at, _)| first + at)
                    .collect();
                left -= own.len().min(left);
                for at in &own {
                    if let Some(part) = self.found[*at].item {
                        self.items[part].is_part = true;
                    }
                }
                self.items[item].properties.extend(own);
            }
        }
    }

    fn thing(
        &self,
        tree: &TagTree,
        item: usize,
        around: &mut Vec<usize>,
        budget: &mut Budget,
    ) -> Option<Thing> {
        if around.len() > MAX_DEPTH || around.contains(&item) || !budget.take_thing() {
            return None;
        }
        around.push(item);
        let known = &self.items[item];
        let (types, id) = (known.types.clone(), known.id.clone());
        let mut thing = Thing { types, id, properties: Vec::new() };
        for found in known.properties.iter().map(|&at| &self.found[at]) {
            for name in &found.names {
                let value = match found.item {
                    Some(part) => self.thing(tree, part, around, budget).map(Stated::Thing),
                    None => value(tree, found.node, name)
                        .filter(|text| budget.take_text(text.len()))
                        .map(Stated::Text),
                };
                if let Some(value) = value {
                    thing.add(name, Source::Microdata, value);
                }
            }
        }
        around.pop();
        Some(thing)
    }
}

/// The value of a property: an attribute of some elements, else the text.
fn value(tree: &TagTree, node: NodeId, property: &str) -> Option<String> {
    let attr = match tree.tag(node).as_str() {
        "meta" => "content",
        // The standard wants the address, and many pages mean the text of the link.
        "a" | "area" if is_wording(property) => "content",
        "a" | "area" | "link" => "href",
        "img" | "audio" | "video" | "embed" | "iframe" | "source" | "track" => "src",
        "time" => "datetime",
        "data" | "meter" => "value",
        "object" => "data",
        // Not in the standard, but written often and read by all search engines.
        _ => "content",
    };
    match tree.attr(node, attr) {
        Some(value) => plain_text(value),
        None => inner_text(tree, node),
    }
}

/// The text in an element, white space collapsed.
pub(crate) fn inner_text(tree: &TagTree, node: NodeId) -> Option<String> {
    let text = tree.inner_text(node).split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// The item that the `html` element is, with what the head says of it.
fn head_item(document: &Document, budget: &mut Budget) -> Option<Thing> {
    let attr = |name: &str| document.html_attrs.iter().find(|(known, _)| known == name);
    attr("itemscope")?;
    let types = attr("itemtype").map_or("", |(_, value)| value).split_ascii_whitespace();
    let types = types.filter_map(|name| type_term(name, &[])).collect();
    let mut thing = Thing { types, ..Thing::default() };
    for (name, content) in &document.structured.itemprops {
        if let Some(name) = term(name, &[])
            && let Some(text) = plain_text(content)
            && budget.take_text(text.len())
        {
            thing.add(&name, Source::Microdata, Stated::Text(text));
        }
    }
    (!thing.properties.is_empty()).then_some(thing)
}
