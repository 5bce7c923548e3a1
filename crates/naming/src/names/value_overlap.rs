//! What page types tell of each other's fields: what links lead to, and whose values come again.
//!
//! A list of articles may show the name of each author with no word about what it is; but where the
//! articles say `by`, the same names stand, and so the list's values are authors too.

use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_template::{Columns, Corpus, Parameters, Share, with_query};
use sitewrap_terms::book;
use sitewrap_terms::words::lexicon::{Role, canonical, is, words};
use sitewrap_terms::words::singular;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Page types by the paths of their pages.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    /// The page type of each page, with its number among the pages of that type.
    pages: FxHashMap<String, (usize, usize)>,
    names: Vec<String>,
}

impl Targets {
    pub(crate) fn new(corpora: &[&Corpus<'_>], names: &[String]) -> Self {
        let mut pages = FxHashMap::default();
        for (kind, corpus) in corpora.iter().enumerate() {
            for page in 0..corpus.len() {
                pages.entry(path(corpus.url(page)).into_owned()).or_insert((kind, page));
            }
        }
        let names = names.iter().map(|name| sitewrap_terms::words::singular(name)).collect();
        Self { pages, names }
    }

    /// The page that a URL leads to: its type and its number among the pages of that type.
    pub(crate) fn page(&self, url: &str) -> Option<(usize, usize)> {
        self.pages.get(&*path(url)).copied()
    }

    /// The page type that (almost) all known pages among a field's URLs are of, by the number of
    /// the field; types whose names say nothing are left out.
    pub(crate) fn of(
        &self,
        columns: &Columns,
        parameters: &Parameters,
    ) -> FxHashMap<usize, String> {
        let kind_of = |values: &[String]| {
            let mut counts = vec![0usize; self.names.len()];
            let paths = values.iter().filter(|value| value.contains('/'));
            for (kind, _) in paths.filter_map(|value| self.page(value)) {
                counts[kind] += 1;
            }
            let total: usize = counts.iter().sum();
            let (kind, most) = counts.into_iter().enumerate().max_by_key(|(_, count)| *count)?;
            let name = &self.names[kind];
            (is_known(most, total, parameters) && is_telling(name)).then(|| name.clone())
        };
        let fields = columns.fields().filter_map(|field| {
            let values = columns.values(field, 200);
            Some((
                field,
                part_of(&values, parameters)
                    .or_else(|| word_of(&values, parameters))
                    .or_else(|| kind_of(&values))?,
            ))
        });
        fields.collect()
    }
}

/// Whether nearly all of a few values are known for the same.
fn is_known(count: usize, of: usize, parameters: &Parameters) -> bool {
    of >= parameters.few && Share::new(count, of, parameters).is_nearly_all()
}

/// Whether the name of a page type says what its pages are.
pub(crate) fn is_telling(kind: &str) -> bool {
    !matches!(kind, "list" | "page" | "home" | "search")
}

/// The fields whose links lead step by step down to their page, by their numbers: as their addresses
/// say on (almost) all of its pages (`/docs/`, `/docs/io/` on `/docs/io/read.html`), or since they are
/// the ways of one tree. A way has several steps on some pages, and is not the same on all.
pub(crate) fn ways(columns: &Columns, corpus: &Corpus<'_>) -> FxHashSet<usize> {
    let is_way = |field: &usize| {
        let pages: Vec<(usize, &Vec<String>)> = columns.of(*field).collect();
        let down = pages.iter().filter(|(page, links)| leads_down(links, corpus.url(*page)));
        let long: FxHashSet<&Vec<String>> =
            pages.iter().filter(|(_, links)| links.len() > 1).map(|(_, links)| *links).collect();
        long.len() > 1
            && (corpus.share(down.count(), pages.len()).is_nearly_all()
                || are_ways_of_tree(&pages, corpus))
    };
    columns.fields().filter(is_way).collect()
}

/// Whether the links of all pages are ways down one tree: (almost) all begin with the same link, and what
/// comes again behind it comes behind the same link each time, several of them. Pages of a list, a
/// menu and what is like a page have no such order.
fn are_ways_of_tree(pages: &[(usize, &Vec<String>)], corpus: &Corpus<'_>) -> bool {
    let parameters = corpus.parameters();
    if pages.len() < parameters.many {
        return false;
    }
    let mut firsts: FxHashMap<&str, usize> = FxHashMap::default();
    let mut before: FxHashMap<&str, FxHashMap<Option<&str>, usize>> = FxHashMap::default();
    for (_, links) in pages {
        if let Some(first) = links.first() {
            *firsts.entry(first).or_default() += 1;
        }
        let above = std::iter::once(None).chain(links.iter().map(|link| Some(link.as_str())));
        for (link, above) in links.iter().zip(above) {
            *before.entry(link).or_default().entry(above).or_default() += 1;
        }
    }
    let most = firsts.values().copied().max().unwrap_or_default();
    let recurring: Vec<&FxHashMap<Option<&str>, usize>> =
        before.values().filter(|above| above.values().sum::<usize>() > 1).collect();
    let ordered = recurring.iter().filter(|above| above.len() == 1).count();
    // The first link is one of those that recur.
    corpus.share(most, pages.len()).is_nearly_all()
        && recurring.len() > parameters.few
        && corpus.share(ordered, recurring.len()).is_nearly_all()
}

/// Whether each link leads to a folder that the page is in, a deeper one than that before; the last
/// may be the page itself.
fn leads_down(links: &[String], url: &str) -> bool {
    let page = path(url);
    let mut depth = 0;
    links.iter().enumerate().all(|(at, link)| {
        let link = path(link);
        let (folder, document) = link.rsplit_once('/').unwrap_or_default();
        let is_folder = document.is_empty() || document.starts_with("index.");
        let is_deeper = link.starts_with('/') && folder.len() >= depth + usize::from(at > 0);
        depth = folder.len();
        let is_above = is_folder && page.strip_prefix(folder).is_some_and(|p| p.starts_with('/'));
        is_above && is_deeper || at > 0 && at + 1 == links.len() && link == page
    })
}

/// What (almost) all links lead to on their pages, if their fragments say it: `#method.push`, and
/// `#tymethod.push`, which is a method of a kind.
fn part_of(values: &[String], parameters: &Parameters) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names: FxHashSet<&str> = FxHashSet::default();
    for value in values {
        let part = value.split_once('#').and_then(|(_, part)| part.split_once(['.', ':', '=']));
        let Some((word, name)) = part.filter(|(_, name)| !name.is_empty()) else { continue };
        names.insert(name);
        let known = words(Role::Kind).filter(|kind| word.ends_with(kind));
        if let Some(kind) = known.max_by_key(|kind| kind.len()) {
            *counts.entry(kind).or_default() += 1;
        }
    }
    let (kind, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    let is_known = names.len() >= parameters.few && is_known(count, values.len(), parameters);
    is_known.then(|| kind.to_owned())
}

/// The known word for what pages are that the addresses of (almost) all links have, save at their
/// end: `/categories/sport/` leads to a category.
fn word_of(values: &[String], parameters: &Parameters) -> Option<String> {
    let paths: FxHashSet<Cow<'_, str>> =
        values.iter().filter(|value| value.contains('/')).map(|value| path(value)).collect();
    let mut counts: BTreeMap<(usize, &'static str), usize> = BTreeMap::new();
    for path in &paths {
        let segments: Vec<&str> = path.split(['/', '?']).filter(|part| !part.is_empty()).collect();
        let ways = segments.iter().take(segments.len().saturating_sub(1)).enumerate();
        for (depth, word) in ways {
            let word = singular(&word.replace('-', "_").to_lowercase());
            let known = canonical(&word).filter(|known| is(Role::Linked, known));
            if let Some(known) = known {
                *counts.entry((depth, known)).or_default() += 1;
            }
        }
    }
    let enough = |count: usize| is_known(count, paths.len(), parameters);
    let (_, name) = counts.into_iter().rev().find(|(_, count)| enough(*count))?.0;
    Some(name.to_owned())
}

/// Values of fields with good names, over all page types.
#[derive(Debug, Default)]
pub(crate) struct ValueOverlaps {
    /// Names by value, each with the page type where it is well known.
    names: FxHashMap<String, Vec<(String, usize)>>,
}

impl ValueOverlaps {
    /// Adds the values of a page type's fields with good names.
    pub(crate) fn add(&mut self, kind: usize, columns: &Columns, named: &[(usize, String)]) {
        for (field, name) in named {
            for value in columns.values(*field, 200).into_iter().filter(|value| is_name(value)) {
                let known = self.names.entry(value).or_default();
                if !known.iter().any(|(have, _)| have == name) {
                    known.push((name.clone(), kind));
                }
            }
        }
    }

    /// What fields of other page types with the same values are called, with the page type, by
    /// the number of the field.
    pub(crate) fn of(
        &self,
        kind: usize,
        columns: &Columns,
        kinds: &[String],
        parameters: &Parameters,
    ) -> FxHashMap<usize, (String, String)> {
        columns
            .fields()
            .filter_map(|field| {
                let values: FxHashSet<String> =
                    columns.values(field, 200).into_iter().filter(|value| is_name(value)).collect();
                let mut counts: FxHashMap<&(String, usize), usize> = FxHashMap::default();
                for name in values.iter().filter_map(|value| self.names.get(value)).flatten() {
                    *counts.entry(name).or_default() += 1;
                }
                let best = counts
                    .into_iter()
                    .filter(|((_, from), _)| *from != kind)
                    .max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(a.0)));
                let ((name, from), count) = best?;
                let enough = is_known(count, values.len(), parameters);
                enough.then(|| {
                    (field, (name.clone(), sitewrap_terms::words::singular(&kinds[*from])))
                })
            })
            .collect()
    }
}

/// Numbers, dates and texts come again without being the same thing.
fn is_name(value: &str) -> bool {
    let is_path = value.contains('/');
    (2..=book().value_bytes).contains(&value.len())
        && !is_path
        && value.chars().any(char::is_alphabetic)
        && !sitewrap_terms::grammar::is_date(value)
        && !sitewrap_terms::grammar::is_price(value)
}

/// Path and query of a URL.
fn path(url: &str) -> Cow<'_, str> {
    let rest = match url.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => url,
    };
    with_query(rest.split('#').next().unwrap_or_default())
}
