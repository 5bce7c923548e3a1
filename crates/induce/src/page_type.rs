//! Names for page types, from what their pages say, how they are addressed and what they hold.

use crate::corpus::Corpus;
use crate::data::{PageData, schema_type};
use crate::grammar::{is_date, is_price};
use crate::words::{class_name, plural, singular, snake};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_extract::{Content, Element, Field, Part, Template, TemplateNode};

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
    has_password: bool,
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
    pub(crate) fn new(corpora: &[Corpus<'_>], data: &[Vec<PageData>]) -> Self {
        let mut all = Self {
            words: FxHashMap::default(),
            types: FxHashMap::default(),
            pages: corpora.iter().map(Corpus::len).sum(),
        };
        for (corpus, data) in corpora.iter().zip(data) {
            for (word, count) in words(corpus) {
                *all.words.entry(word).or_default() += count;
            }
            for (name, count) in types(data) {
                *all.types.entry(name).or_default() += count;
            }
        }
        all
    }

    /// A word that (almost) all pages of a type have in their addresses.
    fn word_of(&self, corpus: &Corpus<'_>) -> Option<String> {
        let telling = self.telling(corpus.len(), words(corpus), &self.words);
        let is_general =
            |word: &String| matches!(word.as_str(), "index" | "default" | "home" | "main" | "all");
        telling.into_iter().filter(|word| !is_general(word)).find_map(|word| {
            let name = class_name(&word)?.words.join("_");
            // `/tags/tea` is a tag; `/tags` is a page of tags.
            let ends = (0..corpus.len())
                .filter(|&page| segments(corpus.url(page)).last() == Some(&word))
                .count();
            let is_last = ends as f64 >= 0.5 * corpus.len() as f64;
            Some(if is_last { name } else { singular(&name) })
        })
    }

    /// The type that (almost) all pages of a type state.
    fn type_of(&self, data: &[PageData]) -> Option<String> {
        self.telling(data.len(), types(data), &self.types).into_iter().next()
    }

    /// Of what the pages of a type have in common, what tells it from others: what few pages of
    /// other types have, the fewest first.
    fn telling(
        &self,
        pages: usize,
        own: FxHashMap<String, usize>,
        all: &FxHashMap<String, usize>,
    ) -> Vec<String> {
        let others = self.pages - pages;
        let shared = own.into_iter().filter(|(_, n)| *n as f64 >= SHARED * pages as f64);
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
fn types(data: &[PageData]) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    for page in data {
        if let Some(own) = page.types.iter().find_map(|name| type_name(schema_type(name))) {
            *counts.entry(own).or_default() += 1;
        }
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
pub(crate) fn page_type(
    corpus: &Corpus<'_>,
    data: &[PageData],
    sayings: &Sayings,
    template: &Template,
) -> String {
    let mut inventory = Inventory { has_password: has_password(corpus), ..Inventory::default() };
    take_element(&template.root, &mut inventory);
    let content = by_content(&inventory);
    let address = sayings.word_of(corpus);
    // `products` in the address of a page that is a product.
    let agreed = content.filter(|content| {
        address.as_deref().is_some_and(|address| address == *content || address == plural(content))
    });
    sayings
        .type_of(data)
        .or_else(|| by_address(corpus).map(str::to_owned))
        .or_else(|| agreed.map(str::to_owned))
        .or(address)
        .or_else(|| content.map(str::to_owned))
        .unwrap_or_else(|| if inventory.lists > 0 { "list" } else { "page" }.to_owned())
}

/// What the addresses of pages with a role of their own look like.
fn by_address(corpus: &Corpus<'_>) -> Option<&'static str> {
    let all = |holds: &dyn Fn(&str) -> bool| (0..corpus.len()).all(|page| holds(corpus.url(page)));
    let is_search = |url: &str| {
        let query = url.split_once('?').map_or("", |(_, query)| query);
        query.split('&').any(|pair| {
            matches!(pair.split('=').next(), Some("q" | "s" | "query" | "search" | "keyword"))
        })
    };
    let is_home = |url: &str| segments(url).is_empty() && !url.contains('?');
    if all(&is_search) {
        Some("search")
    } else if all(&is_home) {
        Some("home")
    } else {
        None
    }
}

fn has_password(corpus: &Corpus<'_>) -> bool {
    let having = (0..corpus.len()).filter(|&page| {
        let tree = corpus.tree(page);
        tree.nodes().any(|node| {
            tree.tag(node).as_str() == "input" && tree.attr(node, "type") == Some("password")
        })
    });
    having.count() as f64 >= SHARED * corpus.len() as f64
}

/// A stated type as a name: `NewsArticle` as `article`; types of the site or of its furniture give
/// none.
fn type_name(name: &str) -> Option<String> {
    const GENERAL: [&str; 13] = [
        "website",
        "webpage",
        "organization",
        "breadcrumblist",
        "imageobject",
        "person",
        "searchaction",
        "sitenavigationelement",
        "collectionpage",
        "wpheader",
        "wpfooter",
        "wpsidebar",
        "listitem",
    ];
    let lower = name.to_lowercase();
    let own = snake(name);
    let name = match lower.as_str() {
        "newsarticle"
        | "blogposting"
        | "techarticle"
        | "reportagenewsarticle"
        | "socialmediaposting"
        | "blog"
        | "opinionnewsarticle"
        | "analysisnewsarticle"
        | "scholarlyarticle" => "article",
        "productgroup" | "individualproduct" | "productmodel" => "product",
        "profilepage" => "profile",
        "jobposting" => "job",
        "qapage" | "question" => "question",
        "discussionforumposting" => "topic",
        "searchresultspage" => "search",
        "itemlist" | "offercatalog" => "list",
        "aboutpage" => "about",
        "contactpage" => "contact",
        "faqpage" => "faq",
        "videoobject" => "video",
        _ => &own,
    }
    .to_owned();
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    (plain && !name.is_empty() && name.len() <= 30 && !GENERAL.contains(&lower.as_str()))
        .then_some(name)
}

fn by_content(inventory: &Inventory) -> Option<&'static str> {
    match inventory {
        Inventory { has_password: true, fields, prose: 0, .. } if *fields <= 8 => Some("login"),
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
    let all = |field: &Field, holds: fn(&str) -> bool| {
        !field.examples.is_empty() && field.examples.iter().all(|example| holds(example))
    };
    inventory.dates += usize::from(element.tag == "time");
    match &element.content {
        Content::Children(children) => take_stock(children, inventory),
        Content::Text(pattern) => {
            inventory.fields += 1;
            let parts = pattern.parts.iter().filter_map(|part| match part {
                Part::Field(field) => Some(field),
                Part::Fixed(_) => None,
            });
            for field in pattern.whole.iter().chain(parts) {
                let long = field.examples.iter().any(|example| example.len() >= 100);
                inventory.prices += usize::from(all(field, is_price));
                inventory.dates += usize::from(all(field, is_date));
                inventory.prose += usize::from(long);
            }
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}

/// Page types, each another and none of those `taken`; where several page types would bear one
/// name, what tells them apart is added, and a number only where nothing does. The first keeps the
/// plain name.
pub(crate) fn unique(
    names: &[String],
    corpora: &[&Corpus<'_>],
    templates: &[Template],
    taken: &[&str],
) -> Vec<String> {
    let mut given: Vec<String> = Vec::with_capacity(names.len());
    let names: Vec<String> = names
        .iter()
        .zip(templates)
        .map(|(name, template)| match name.as_str() {
            "list" => list_of(template).unwrap_or_else(|| name.clone()),
            _ => name.clone(),
        })
        .collect();
    for (at, name) in names.iter().enumerate() {
        let is_free =
            |option: &String| !given.contains(option) && !taken.contains(&option.as_str());
        if is_free(name) {
            given.push(name.clone());
            continue;
        }
        let twins: Vec<usize> = (0..at).filter(|&other| names[other] == *name).collect();
        let mut options = Vec::new();
        if !twins.is_empty() {
            options = by_own_words(at, &twins, corpora, name);
            options.extend(by_own_parts(at, &twins, templates, name));
        }
        let free = options.into_iter().find(|option| is_free(option) && !names.contains(option));
        let numbered = || (2..).map(|number| format!("{name}_{number}")).find(is_free);
        given.extend(free.or_else(numbered));
    }
    given
}

/// What a page that is a list lists: `article_list`.
fn list_of(template: &Template) -> Option<String> {
    let mut lists = Vec::new();
    all_lists(&template.root, &mut lists);
    let (_, name) = lists.into_iter().max_by_key(|(items, _)| *items)?;
    let telling = !matches!(name, "" | "items" | "rows" | "pages" | "links" | "images");
    (telling && name.len() <= 24 && !name.ends_with("_items"))
        .then(|| format!("{}_list", singular(name)))
}

/// The lists of a page that are not in other lists, with their numbers of items.
fn all_lists<'t>(element: &'t Element, found: &mut Vec<(u32, &'t str)>) {
    let Content::Children(children) = &element.content else { return };
    for child in children {
        match child {
            TemplateNode::Element(element) => all_lists(element, found),
            TemplateNode::Repeat(repeat) if !repeat.field.name.is_empty() => {
                found.push((repeat.items, &repeat.field.name));
            }
            _ => {}
        }
    }
}

/// Words that only the addresses of this type have.
fn by_own_words(at: usize, twins: &[usize], corpora: &[&Corpus<'_>], name: &str) -> Vec<String> {
    let share = |of: usize, word: &String| {
        words(corpora[of]).get(word).copied().unwrap_or(0) as f64 / corpora[of].len().max(1) as f64
    };
    let mut own: Vec<String> = words(corpora[at])
        .into_keys()
        .filter(|word| share(at, word) >= SHARED)
        .filter(|word| twins.iter().all(|&twin| share(twin, word) <= 1.0 - SHARED))
        .filter_map(|word| Some(class_name(&word)?.words.join("_")))
        .filter(|word| word.is_ascii() && word.len() + name.len() < 30 && singular(word) != name)
        .collect();
    own.sort();
    own.into_iter().map(|word| format!("{}_{name}", singular(&word))).collect()
}

/// What the template of this type holds and the others lack, by its label or class.
fn by_own_parts(at: usize, twins: &[usize], templates: &[Template], name: &str) -> Vec<String> {
    let mut own = Vec::new();
    parts(&templates[at].root, &mut own);
    let mut others = FxHashSet::default();
    for &twin in twins {
        let mut parts_of_twin = Vec::new();
        parts(&templates[twin].root, &mut parts_of_twin);
        others.extend(parts_of_twin);
    }
    own.retain(|part| !others.contains(part) && part.len() + name.len() < 24 && part != name);
    own.into_iter().map(|part| format!("{name}_with_{part}")).collect()
}

/// What the lists and maps in (almost) all pages of a type are called, in document order.
fn parts(element: &Element, found: &mut Vec<String>) {
    let Content::Children(children) = &element.content else { return };
    for child in children.iter().filter(|child| child.presence().share() >= 0.7) {
        let field = match child {
            TemplateNode::Element(element) => {
                parts(element, found);
                continue;
            }
            TemplateNode::Repeat(repeat) => &repeat.field,
            TemplateNode::Map(map) => &map.field,
            TemplateNode::Prose(prose) => &prose.field,
        };
        if !matches!(field.name.as_str(), "" | "items" | "rows" | "properties" | "text") {
            found.push(field.name.clone());
        }
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
