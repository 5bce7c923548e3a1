//! Witnesses: what pages say of themselves in data and titles, and what lists say of them.

use super::table::Table;
use crate::corpus::Corpus;
use crate::data::{Agreement, PageData};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_structured::plain;
use sitewrap_tree::NodeId;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Share of a field's values that a key must agree with for the field to be what the key states.
const AGREES: f64 = 0.5;

/// Different values that a key must state, as a share of the pages and at least.
const VARIES: f64 = 0.3;
const MIN_VALUES: usize = 3;

/// Pages on which it is looked up whether what is stated is shown.
const LOOKED_AT: usize = 12;

/// Shorter values are found anywhere on a page, longer ones are cut and dressed.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=120;

/// Links of a field, at most, whose targets are looked at.
const MAX_LINKS: usize = 48;

/// Share of the facts that data and titles of pages state, and the pages show, that are fields;
/// `None` if nothing is stated.
pub(super) fn facts_found(
    corpus: &Corpus<'_>,
    data: &[PageData],
    pages: &[usize],
    agreements: &FxHashMap<usize, Vec<Agreement>>,
) -> Option<f32> {
    let mut stated: BTreeMap<&str, BTreeMap<usize, &str>> = BTreeMap::new();
    for &page in pages {
        for statement in &data[page].statements {
            let value = statement.value.as_str();
            if LENGTHS.contains(&value.len()) && !value.contains('/') {
                stated.entry(&statement.key).or_default().insert(page, value);
            }
        }
    }
    let titles = titles(data, pages);
    let keys = stated.iter().map(|(key, values)| (*key, values.clone())).chain([("title", titles)]);
    // Data repeat each other: what has the same values is one fact.
    let mut facts: BTreeMap<Vec<String>, bool> = BTreeMap::new();
    let mut shown: FxHashMap<usize, String> = FxHashMap::default();
    for (key, values) in keys {
        let different: FxHashSet<&str> = values.values().copied().collect();
        let least = (VARIES * pages.len() as f64).max(MIN_VALUES as f64);
        if (different.len() as f64) < least || !is_shown(corpus, &values, &mut shown) {
            continue;
        }
        let is_field =
            agreements.values().flatten().any(|found| found.key == key && found.share >= AGREES);
        let said: Vec<String> = values.values().take(LOOKED_AT).map(|value| plain(value)).collect();
        *facts.entry(said).or_default() |= is_field;
    }
    let found = facts.values().filter(|is_field| **is_field).count();
    // One more, so that a single fact that is missed proves little.
    (!facts.is_empty()).then(|| (found + 1) as f32 / (facts.len() + 1) as f32)
}

/// The first part of each page's title: what comes behind the sign that parts it is mostly the site.
fn titles<'d>(data: &'d [PageData], pages: &[usize]) -> BTreeMap<usize, &'d str> {
    let first = |title: &'d str| {
        let parts = [" | ", " - ", " – ", " — ", " :: ", " · ", " » "];
        parts
            .iter()
            .filter_map(|mark| Some(title.split_once(mark)?.0))
            .min_by_key(|part| part.len())
            .unwrap_or(title)
            .trim()
    };
    let titled = pages.iter().filter_map(|&page| Some((page, first(data[page].title.as_deref()?))));
    titled.filter(|(_, title)| LENGTHS.contains(&title.len())).collect()
}

/// Whether most pages show the values; the texts of pages are kept for the next question.
fn is_shown(
    corpus: &Corpus<'_>,
    values: &BTreeMap<usize, &str>,
    texts: &mut FxHashMap<usize, String>,
) -> bool {
    let mut shown = 0;
    for (&page, value) in values.iter().take(LOOKED_AT) {
        let text = texts
            .entry(page)
            .or_insert_with(|| plain(&corpus.line((page, corpus.tree(page).root()))));
        shown += usize::from(text.contains(&plain(value)));
    }
    2 * shown > values.len().min(LOOKED_AT)
}

/// The pages of a site by their addresses.
pub(super) struct Targets<'a, 't> {
    corpora: &'a [Corpus<'t>],
    pages: FxHashMap<String, (usize, usize)>,
    /// What each page says, by corpus and page; found when it is first asked for.
    said: Vec<Vec<OnceLock<FxHashSet<u64>>>>,
}

impl<'a, 't> Targets<'a, 't> {
    pub(super) fn new(corpora: &'a [Corpus<'t>]) -> Self {
        let mut pages = FxHashMap::default();
        for (kind, corpus) in corpora.iter().enumerate() {
            for page in 0..corpus.len() {
                pages.entry(address(corpus.url(page))).or_insert((kind, page));
            }
        }
        let unknown = |corpus: &Corpus<'_>| (0..corpus.len()).map(|_| OnceLock::new()).collect();
        Self { corpora, pages, said: corpora.iter().map(unknown).collect() }
    }

    /// For each field of a list, the share of its values that the page which its item leads to says
    /// as well; only fields of which enough is known.
    pub(super) fn listed(
        &self,
        links: &[usize],
        texts: &[usize],
        table: &Table,
    ) -> FxHashMap<usize, f32> {
        let mut found = FxHashMap::default();
        for &text in texts {
            let of_text: BTreeMap<usize, &Vec<String>> = table.of(text).collect();
            let share = links.iter().filter_map(|&link| {
                let (mut known, mut same) = (0usize, 0usize);
                for (page, addresses) in table.of(link) {
                    let Some(values) = of_text.get(&page).filter(|of| of.len() == addresses.len())
                    else {
                        continue;
                    };
                    for (to, value) in addresses.iter().zip(values.iter()) {
                        let Some(&(kind, target)) =
                            self.pages.get(&address(to)).filter(|_| known < MAX_LINKS)
                        else {
                            continue;
                        };
                        let lines = self.said[kind][target]
                            .get_or_init(|| lines(&self.corpora[kind], target));
                        known += 1;
                        same += usize::from(lines.contains(&hash(&plain(value))));
                    }
                }
                (known >= MIN_VALUES).then(|| same as f32 / known as f32)
            });
            if let Some(share) = share.reduce(f32::max) {
                found.insert(text, share);
            }
        }
        found
    }
}

/// Hashes of what the nodes of a page say.
fn lines(corpus: &Corpus<'_>, page: usize) -> FxHashSet<u64> {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let is_short = |node: &NodeId| view.text_len(*node) <= 2 * LENGTHS.end();
    // What has all of its text in one child says what that does.
    let is_more =
        |node: &NodeId| tree.children(*node).all(|at| view.text_len(at) < view.text_len(*node));
    let short = tree.nodes().filter(is_short).filter(is_more);
    short.map(|node| hash(&plain(&corpus.line((page, node))))).collect()
}

fn address(url: &str) -> String {
    let rest =
        url.split_once("://").map_or(url, |(_, rest)| rest.find('/').map_or("/", |at| &rest[at..]));
    rest.split('#').next().unwrap_or_default().trim_end_matches('/').to_owned()
}

fn hash(text: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    std::hash::Hasher::write(&mut hasher, text.as_bytes());
    std::hash::Hasher::finish(&hasher)
}
