//! Names for page types, from what their pages hold and how they are addressed.

use crate::corpus::Corpus;
use crate::words::{from_class, plural};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_extract::{Content, Element, Template, TemplateNode};
use sitewrap_tree::Document;

/// Share of a type's pages whose addresses must have a word for it to name the type.
const SHARED: f64 = 0.8;

/// Share of the pages of other types that may have the word too.
const MAX_ELSEWHERE: f64 = 0.5;

/// What a template holds, as far as it tells kinds of pages apart; lists do not count as content.
#[derive(Debug, Default)]
struct Inventory {
    prices: usize,
    dates: usize,
    prose: usize,
    lists: usize,
    fields: usize,
}

/// What the pages of all types say of themselves: words in their addresses, types in their data.
pub(crate) struct Sayings {
    /// Pages that have a word in their address, by word.
    words: FxHashMap<String, usize>,
    /// Pages that state a type, by type.
    types: FxHashMap<String, usize>,
    pages: usize,
}

impl Sayings {
    pub(crate) fn new(corpora: &[Corpus<'_>]) -> Self {
        let mut all = Self {
            words: FxHashMap::default(),
            types: FxHashMap::default(),
            pages: corpora.iter().map(Corpus::len).sum(),
        };
        for corpus in corpora {
            for (word, count) in words(corpus) {
                *all.words.entry(word).or_default() += count;
            }
            for (name, count) in types(corpus) {
                *all.types.entry(name).or_default() += count;
            }
        }
        all
    }

    /// A word that (almost) all pages of a type have in their addresses.
    fn word_of(&self, corpus: &Corpus<'_>) -> Option<String> {
        let telling = self.telling(corpus, words(corpus), &self.words);
        telling.into_iter().find_map(|word| from_class(&word))
    }

    /// The type that (almost) all pages of a type state.
    fn type_of(&self, corpus: &Corpus<'_>) -> Option<String> {
        self.telling(corpus, types(corpus), &self.types).into_iter().next()
    }

    /// Of what the pages of a type have in common, what tells it from others: what few pages of
    /// other types have, the fewest first.
    fn telling(
        &self,
        corpus: &Corpus<'_>,
        own: FxHashMap<String, usize>,
        all: &FxHashMap<String, usize>,
    ) -> Vec<String> {
        let others = self.pages - corpus.len();
        let shared = own.into_iter().filter(|(_, n)| *n as f64 >= SHARED * corpus.len() as f64);
        let mut telling: Vec<(usize, String)> = shared
            .filter_map(|(word, count)| {
                let elsewhere = all.get(&word).copied().unwrap_or(count) - count;
                (elsewhere as f64 <= MAX_ELSEWHERE * others as f64).then_some((elsewhere, word))
            })
            .collect();
        telling.sort();
        telling.into_iter().map(|(_, word)| word).collect()
    }
}

/// Pages of a type that state a type in their data, by that type.
fn types(corpus: &Corpus<'_>) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    for own in (0..corpus.len()).filter_map(|page| own_type(corpus.document(page))) {
        *counts.entry(own).or_default() += 1;
    }
    counts
}

/// Pages of a type that have a word in the path of their address, by word.
fn words(corpus: &Corpus<'_>) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    for page in 0..corpus.len() {
        for word in segments(corpus.url(page)).into_iter().collect::<FxHashSet<_>>() {
            *counts.entry(word).or_default() += 1;
        }
    }
    counts
}

/// A name for the page type of a template: what the pages say of themselves; else a word in their
/// addresses, if it tells them from others; else what the template holds.
pub(crate) fn page_type(corpus: &Corpus<'_>, sayings: &Sayings, template: &Template) -> String {
    let mut inventory = Inventory::default();
    take_element(&template.root, &mut inventory);
    let content = by_content(&inventory);
    let address = sayings.word_of(corpus);
    // `products` in the address of a page that is a product.
    let agreed = content.filter(|content| address.as_deref() == Some(&plural(content)));
    sayings
        .type_of(corpus)
        .or_else(|| agreed.map(str::to_owned))
        .or(address)
        .or_else(|| content.map(str::to_owned))
        .unwrap_or_else(|| if inventory.lists > 0 { "list" } else { "page" }.to_owned())
}

/// What a page says it is; types of the site or of its furniture do not count.
fn own_type(document: &Document) -> Option<String> {
    let from_json = document.structured.json_ld.iter().find_map(|text| {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        let graph = value.get("@graph").and_then(serde_json::Value::as_array).cloned();
        let nodes = graph.or_else(|| value.as_array().cloned()).unwrap_or_else(|| vec![value]);
        nodes.iter().filter_map(|node| node.get("@type")?.as_str()).find_map(type_name)
    });
    let meta = document.structured.meta.iter().find(|(name, _)| name == "og:type");
    let from_meta = meta.and_then(|(_, value)| type_name(value.rsplit([':', '.']).next()?));
    from_json.or(from_meta)
}

/// A stated type as a name: `NewsArticle` as `article`.
fn type_name(name: &str) -> Option<String> {
    const GENERAL: [&str; 9] = [
        "website",
        "webpage",
        "organization",
        "breadcrumblist",
        "imageobject",
        "person",
        "searchaction",
        "sitenavigationelement",
        "collectionpage",
    ];
    let lower = name.to_lowercase();
    let name = match lower.as_str() {
        "newsarticle" | "blogposting" | "techarticle" | "reportagenewsarticle" => "article",
        "productgroup" => "product",
        other => other,
    };
    let plain = name.chars().all(|c| c.is_ascii_alphabetic());
    (plain && !name.is_empty() && !GENERAL.contains(&name)).then(|| name.to_owned())
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
