//! Names for page types, from what their pages hold and how they are addressed.

use crate::corpus::Corpus;
use crate::words::from_class;
use rustc_hash::FxHashMap;
use sitewrap_extract::{Content, Element, Template, TemplateNode};

/// Share of a type's pages whose addresses must have a word for it to name the type.
const SHARED: f64 = 0.8;

/// What a template holds, as far as it tells kinds of pages apart; lists do not count as content.
#[derive(Debug, Default)]
struct Inventory {
    prices: usize,
    dates: usize,
    prose: usize,
    lists: usize,
    fields: usize,
}

/// A name for the page type of a template: what it holds, if that is clear; else a word that the
/// addresses of its pages share; else `list` or `page`.
pub(crate) fn page_type(corpus: &Corpus<'_>, template: &Template) -> String {
    let mut inventory = Inventory::default();
    take_stock(std::slice::from_ref(&TemplateNode::Element(template.root.clone())), &mut inventory);
    by_content(&inventory)
        .map(str::to_owned)
        .or_else(|| by_url(corpus))
        .unwrap_or_else(|| if inventory.lists > 0 { "list" } else { "page" }.to_owned())
}

fn by_content(inventory: &Inventory) -> Option<&'static str> {
    match inventory {
        Inventory { prices, fields, .. } if *prices > 0 && *fields >= 3 => Some("product"),
        Inventory { prose, dates, .. } if *prose > 0 && *dates > 0 => Some("article"),
        _ => None,
    }
}

fn take_stock(nodes: &[TemplateNode], inventory: &mut Inventory) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => take_element(element, inventory),
            TemplateNode::Repeat(_) => inventory.lists += 1,
            TemplateNode::Map(map) => {
                inventory.fields += 1;
                let keys = map.keys.iter().map(|key| key.to_lowercase());
                inventory.prices += keys.filter(|key| key.contains("price")).count();
            }
            TemplateNode::Prose(_) => inventory.prose += 1,
        }
    }
}

fn take_element(element: &Element, inventory: &mut Inventory) {
    inventory.fields += element.attrs.len();
    match &element.content {
        Content::Children(children) => take_stock(children, inventory),
        Content::Text(pattern) => {
            inventory.fields += 1;
            let name = pattern.whole.as_ref().map_or("", |field| field.name.as_str());
            let long = pattern
                .whole
                .iter()
                .flat_map(|field| &field.examples)
                .any(|example| example.len() >= 100);
            inventory.prices += usize::from(name.contains("price"));
            inventory.dates += usize::from(name.contains("date"));
            inventory.prose += usize::from(long);
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}

/// The last word that the paths of (almost) all pages share.
fn by_url(corpus: &Corpus<'_>) -> Option<String> {
    let mut counts: FxHashMap<(usize, String), usize> = FxHashMap::default();
    for page in 0..corpus.len() {
        for (at, segment) in segments(corpus.url(page)).into_iter().enumerate() {
            *counts.entry((at, segment)).or_default() += 1;
        }
    }
    let mut shared: Vec<(usize, String)> = counts
        .into_iter()
        .filter(|(_, count)| *count as f64 >= SHARED * corpus.len() as f64)
        .map(|(place, _)| place)
        .collect();
    shared.sort();
    shared.into_iter().rev().find_map(|(_, segment)| from_class(&segment))
}

/// The words of a URL's path: segments without their extension.
fn segments(url: &str) -> Vec<String> {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = path.split(['?', '#']).next().unwrap_or_default();
    path.split('/')
        .skip(1)
        .filter(|segment| !segment.is_empty())
        .map(|segment| segment.split('.').next().unwrap_or_default().to_owned())
        .collect()
}
