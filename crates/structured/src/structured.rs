//! All that a page states, as one list of things.

use crate::facts::{Fact, facts};
use crate::json_ld::{Root, json_ld};
use crate::merge::{
    ORGANIZATIONS, PAGES, PRODUCTS, WORKS, absorb, family, family_of, same, same_name,
};
use crate::meta::meta;
use crate::microdata::microdata;
use crate::page::PageView;
use crate::rdfa::rdfa;
use crate::state::state;
use crate::terms::is_address;
use crate::thing::{Budget, Stated, Thing};
use sitewrap_model::{Record, Value};
use sitewrap_tree::Document;
use url::Url;

/// Things of a page that are compared with each other; more are given as they are.
const MAX_COMPARED: usize = 200;

/// Types of things around what a page is about: the site, its makers, the way there. Pages and
/// organizations of all kinds are around it too.
const AROUND: [&str; 11] = [
    "WebSite",
    "Person",
    "BreadcrumbList",
    "ListItem",
    "ItemList",
    "ImageObject",
    "SearchAction",
    "SiteNavigationElement",
    "WPHeader",
    "WPFooter",
    "WPSideBar",
];

/// The things that JSON-LD, microdata and RDFa speak of, those that stand for themselves, in this
/// order and in that of the page, as they are stated. A thing of JSON-LD that others refer to by its
/// id is also within those.
///
/// # Example
/// ```
/// use sitewrap_structured::{Stated, statements};
/// use sitewrap_tree::Document;
/// let page = Document::parse(
///     b"<div itemscope itemtype='https://schema.org/Book'><b itemprop=name>Tea</b></div>",
///     None,
///     None,
/// );
/// let book = &statements(&page)[0];
/// assert_eq!(book.types, ["Book"]);
/// assert_eq!(book.properties[0].name, "name");
/// assert_eq!(book.properties[0].values, [Stated::Text("Tea".to_owned())]);
/// ```
pub fn statements(document: &Document) -> Vec<Thing> {
    let mut budget = Budget::new();
    roots(document, &mut budget).into_iter().map(|root| root.thing).collect()
}

/// The texts that a page states of a property (`priceCurrency`), of whatever thing, in JSON-LD,
/// microdata, RDFa and `meta` elements.
pub fn texts_of(document: &Document, property: &str) -> Vec<String> {
    let mut budget = Budget::new();
    let mut open: Vec<Thing> = meta(document, &mut budget).into_iter().flatten().collect();
    open.extend(roots(document, &mut budget).into_iter().rev().map(|root| root.thing));
    let mut texts = Vec::new();
    while let Some(thing) = open.pop() {
        for own in thing.properties {
            for value in own.values {
                match value {
                    Stated::Text(text) if own.name == property => texts.push(text),
                    Stated::Text(_) => {}
                    Stated::Thing(inner) => open.push(inner),
                }
            }
        }
    }
    texts
}

fn roots(document: &Document, budget: &mut Budget) -> Vec<Root> {
    let mut roots = json_ld(&document.structured.json_ld, budget);
    let things = microdata(document, budget).into_iter().chain(rdfa(document, budget));
    roots.extend(things.map(|thing| Root { thing, is_embedded: false }));
    roots
}

/// What a page states, things of several sources that are one merged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structured {
    /// The things: first the one that the page is about, if there is one, then in the order of
    /// sources and of the page.
    pub things: Vec<Thing>,
    /// Whether the first of them is what the page is about.
    pub has_main: bool,
}

impl Structured {
    /// What a page states; `url` is its address, after redirects. What the page's scripts start from
    /// is read if the document was [parsed](Document::parse_with) with its scripts.
    ///
    /// # Example
    /// ```
    /// use sitewrap_structured::Structured;
    /// use sitewrap_tree::Document;
    /// let page = Document::parse(
    ///     br#"<title>Oak Lamp</title><meta property="og:type" content="product">
    ///     <meta property="og:title" content="Oak Lamp"><script type="application/ld+json">
    ///     {"@type": "Product", "name": "Oak Lamp", "offers": {"price": "12.50"}}</script>"#,
    ///     None,
    ///     None,
    /// );
    /// let stated = Structured::of(&page, "https://shop.example/lamp");
    /// assert_eq!(stated.things.len(), 1);
    /// let price = stated.facts().into_iter().find(|fact| fact.name == "price").unwrap();
    /// assert_eq!((price.values[0].as_str(), price.source.name()), ("12.50", "json-ld"));
    /// ```
    pub fn of(document: &Document, url: &str) -> Self {
        let mut budget = Budget::new();
        let page = PageView::of(document);
        let mut things: Vec<Thing> = Vec::new();
        for root in roots(document, &mut budget).into_iter().filter(|root| !root.is_embedded) {
            add(&mut things, root.thing);
        }
        hoist(&mut things);
        let [mut graph, plain] = meta(document, &mut budget);
        let state = state(&document.structured.scripts, &page, &mut budget);
        let mut main = main_thing(&things, &page, url);
        if let (Some(graph), Some(state), None) = (&mut graph, &state, main)
            && is_plain_page(graph)
            && graph.name().zip(state.name()).is_some_and(|(a, b)| same_name(a, b))
        {
            // Open Graph describes what the state tells the kind of.
            graph.types.clone_from(&state.types);
        }
        for own in [graph, plain, state].into_iter().flatten() {
            describe(&mut things, &mut main, own);
        }
        if let Some(main) = main {
            things[..=main].rotate_right(1);
        }
        if let Ok(base) = Url::parse(url) {
            things.iter_mut().for_each(|thing| make_absolute(thing, &base));
        }
        Self { things, has_main: main.is_some() }
    }

    /// The well-known facts about what the page is about.
    pub fn facts(&self) -> Vec<Fact> {
        self.things.first().filter(|_| self.has_main).map(facts).unwrap_or_default()
    }

    /// The things as output has them: `@type`, `source` (a list of the names of
    /// [sources](crate::Source::name)), `main` where it is what the page is about, `@id`, then what is said.
    pub fn records(&self) -> Vec<Record> {
        let record = |(at, thing): (usize, &Thing)| {
            let mut record = Record::new();
            thing.record_types(&mut record);
            let sources = thing.sources().into_iter();
            let sources = sources.map(|source| Value::Text(source.name().to_owned()));
            record.insert("source", Value::List(sources.collect()));
            if at == 0 && self.has_main {
                record.insert("main", Value::Typed(sitewrap_model::Typed::Boolean(true)));
            }
            thing.record_properties(&mut record);
            record
        };
        self.things.iter().enumerate().map(record).collect()
    }
}

/// Adds a thing, or what it says to the thing that it is.
fn add(things: &mut Vec<Thing>, thing: Thing) {
    match things.iter_mut().take(MAX_COMPARED).find(|known| same(known, &thing)) {
        Some(known) => absorb(known, thing),
        None => things.push(thing),
    }
}

/// What a page says is its main entity stands for itself.
fn hoist(things: &mut Vec<Thing>) {
    let mut hoisted = Vec::new();
    for thing in things.iter_mut().filter(|thing| family(thing) == Some(PAGES)) {
        let Some(at) = thing.properties.iter().position(|own| own.name == "mainEntity") else {
            continue;
        };
        if let [Stated::Thing(inner)] = &thing.properties[at].values[..]
            && !inner.properties.is_empty()
        {
            let mut property = thing.properties.remove(at);
            if let Some(Stated::Thing(inner)) = property.values.pop() {
                hoisted.push(inner);
            }
        }
    }
    things.retain(|thing| !thing.properties.is_empty());
    hoisted.into_iter().for_each(|thing| add(things, thing));
}

/// Whether no more is told of a thing than that it is a page.
fn is_plain_page(thing: &Thing) -> bool {
    thing.types.iter().all(|kind| kind == "WebPage")
}

/// Whether a thing is of those around what a page is about.
fn is_around(thing: &Thing) -> bool {
    thing.types.iter().all(|own| {
        matches!(family_of(own), Some(PAGES | ORGANIZATIONS)) || AROUND.contains(&own.as_str())
    })
}

/// The thing that a page is about: one that is called what the page is called or has its address, or
/// the only work or product; else a person or organization that the main heading names.
fn main_thing(things: &[Thing], page: &PageView, url: &str) -> Option<usize> {
    let candidates: Vec<usize> = (0..things.len()).filter(|&at| !is_around(&things[at])).collect();
    let is_called = |at: &usize| things[*at].name().is_some_and(|name| page.is_called(name));
    let has_address = |at: &usize| {
        ["url", "mainEntityOfPage"].iter().any(|name| {
            things[*at]
                .text(name)
                .is_some_and(|own| own.trim_end_matches('/') == url.trim_end_matches('/'))
        })
    };
    let only = |found: Vec<usize>| if let [only] = found[..] { Some(only) } else { None };
    let called: Vec<usize> = candidates.iter().copied().filter(is_called).collect();
    let addressed: Vec<usize> = candidates.iter().copied().filter(has_address).collect();
    // Pages have titles for search engines; a video or a service may be but a part of the page.
    let is_subject = |at: &usize| matches!(family(&things[*at]), Some(WORKS | PRODUCTS));
    called
        .iter()
        .copied()
        .find(has_address)
        .or_else(|| called.first().copied())
        .or_else(|| only(addressed))
        .or_else(|| only(candidates).filter(is_subject))
        .or_else(|| {
            // Titles name whose site it is, main headings seldom.
            let is_party =
                |thing: &Thing| family(thing) == Some(ORGANIZATIONS) || thing.is_a("Person");
            things.iter().position(|thing| {
                is_party(thing) && thing.name().is_some_and(|name| page.is_headed(name))
            })
        })
}

/// Adds a thing that describes the page as a whole: to what the page is about, or to the page.
fn describe(things: &mut Vec<Thing>, main: &mut Option<usize>, own: Thing) {
    let is_page = is_plain_page(&own);
    let name = own.name();
    let fits = |thing: &Thing| match (name, thing.name()) {
        (Some(a), Some(b)) => same_name(a, b),
        // Plain keys have no name, and are about what the page is about.
        _ => name.is_none(),
    };
    let known = main.filter(|at| fits(&things[*at]));
    let of_page =
        || things.iter().position(|thing| family(thing) == Some(PAGES)).filter(|_| is_page);
    match known.or_else(of_page) {
        Some(at) if Some(at) == *main => {
            // That it is a page says nothing of the thing that it is about.
            let types = if is_page { Vec::new() } else { own.types.clone() };
            absorb(&mut things[at], Thing { types, ..own });
        }
        Some(at) => absorb(&mut things[at], own),
        None => {
            // What describes the page and is no page is what the page is about.
            let is_main = main.is_none() && !is_around(&own);
            if is_main {
                *main = Some(things.len());
            }
            things.push(own);
        }
    }
}

/// Makes addresses absolute that are relative to the page's.
fn make_absolute(thing: &mut Thing, base: &Url) {
    for property in &mut thing.properties {
        for value in &mut property.values {
            match value {
                Stated::Thing(inner) => make_absolute(inner, base),
                Stated::Text(text) if is_address(&property.name) => {
                    let is_relative = text.starts_with('/') || text.starts_with("./");
                    if let Some(url) = is_relative.then(|| base.join(text).ok()).flatten() {
                        *text = url.into();
                    }
                }
                Stated::Text(_) => {}
            }
        }
    }
}
