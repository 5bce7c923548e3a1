//! Witnesses: what pages say of themselves in data and titles.

use rustc_hash::FxHashMap;
use sitewrap_naming::{Agreement, PageData};
use sitewrap_structured::plain;
use sitewrap_template::Corpus;
use sitewrap_terms::words::lexicon::{Role, words};
use std::collections::BTreeMap;

/// Share of the facts that data and titles of pages state, and the pages show, that are fields;
/// `None` if nothing is stated.
pub(super) fn facts_found(
    corpus: &Corpus<'_>,
    data: &[PageData],
    pages: &[usize],
    agreements: &FxHashMap<usize, Vec<Agreement>>,
) -> Option<f32> {
    let parameters = corpus.parameters();
    // Shorter values are found anywhere on a page, longer ones are cut and dressed.
    let is_fact =
        |value: &str| (parameters.telling_bytes..=parameters.value_bytes).contains(&value.len());
    let mut stated: BTreeMap<&str, BTreeMap<usize, &str>> = BTreeMap::new();
    for &page in pages {
        for statement in &data[page].statements {
            let value = statement.value.as_str();
            if is_fact(value) && !value.contains('/') {
                stated.entry(&statement.key).or_default().insert(page, value);
            }
        }
    }
    let mut titles = titles(data, pages);
    titles.retain(|_, title| is_fact(title));
    let keys = stated.iter().map(|(key, values)| (*key, values.clone())).chain([("title", titles)]);
    // Data repeat each other: what has the same values is one fact.
    let mut facts: BTreeMap<Vec<String>, bool> = BTreeMap::new();
    let mut shown: FxHashMap<usize, String> = FxHashMap::default();
    for (key, values) in keys {
        // What most pages state alike tells the site or the type, not the page.
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        values.values().for_each(|value| *counts.entry(value).or_default() += 1);
        let most = counts.values().copied().max().unwrap_or(0);
        let varies = counts.len() >= parameters.few && !corpus.share(most, values.len()).is_most();
        if !varies || !is_shown(corpus, &values, &mut shown) {
            continue;
        }
        let is_field = agreements.values().flatten().any(|found| found.key == key);
        let said = values.values().take(parameters.sampled).map(|value| plain(value)).collect();
        *facts.entry(said).or_default() |= is_field;
    }
    let found = facts.values().filter(|is_field| **is_field).count();
    // One more, so that a single fact that is missed proves little.
    (!facts.is_empty()).then(|| (found + 1) as f32 / (facts.len() + 1) as f32)
}

/// The first part of each page's title: what comes behind the sign that parts it is mostly the site.
fn titles<'d>(data: &'d [PageData], pages: &[usize]) -> BTreeMap<usize, &'d str> {
    let first = |title: &'d str| {
        words(Role::Separator)
            .chain(["::"])
            .filter_map(|sign| Some(title.split_once(&format!(" {sign} "))?.0))
            .min_by_key(|part| part.len())
            .unwrap_or(title)
            .trim()
    };
    pages.iter().filter_map(|&page| Some((page, first(data[page].title.as_deref()?)))).collect()
}

/// Whether most pages show the values; the texts of pages are kept for the next question.
fn is_shown(
    corpus: &Corpus<'_>,
    values: &BTreeMap<usize, &str>,
    texts: &mut FxHashMap<usize, String>,
) -> bool {
    let looked_at = corpus.parameters().sampled;
    let mut shown = 0;
    for (&page, value) in values.iter().take(looked_at) {
        let text = texts
            .entry(page)
            .or_insert_with(|| plain(&corpus.line((page, corpus.tree(page).root()))));
        shown += usize::from(text.contains(&plain(value)));
    }
    2 * shown > values.len().min(looked_at)
}
