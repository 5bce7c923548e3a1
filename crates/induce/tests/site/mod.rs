//! Pages of several types in, their wrappers and records out: what tests of names begin with.

use serde_json::Value as Json;
use sitewrap_induce::{Params, induce};
use sitewrap_model::Clustering;
use sitewrap_tree::Document;
use sitewrap_wrapper::{Extractor, WrapperSet};

/// Pages of one type or several: address, HTML, type.
pub(crate) fn wrappers(pages: &[(String, String, usize)]) -> (WrapperSet, Vec<Json>) {
    let documents: Vec<Document> = pages
        .iter()
        .map(|(url, html, _)| Document::parse(html.as_bytes(), None, Some(url)))
        .collect();
    let labels: Vec<Option<usize>> = pages.iter().map(|(_, _, label)| Some(*label)).collect();
    let urls: Vec<&str> = pages.iter().map(|(url, _, _)| url.as_str()).collect();
    let documents: Vec<&Document> = documents.iter().collect();
    let set = induce(&documents, &urls, &Clustering::from_labels(&labels), &Params::default());
    let extractor = Extractor::new(&set);
    let records = urls
        .iter()
        .zip(&documents)
        .map(|(url, document)| {
            let found = extractor.extract(url, &document.tree);
            serde_json::to_value(&found.record).expect("records are JSON")
        })
        .collect();
    (set, records)
}

pub(crate) fn word(n: usize) -> String {
    let syllables = ["ba", "ko", "ri", "tu", "me", "lo", "sha"];
    (0..4).map(|i| syllables[(n / 7usize.pow(i) + i as usize) % 7]).collect()
}

/// The record of one of two dozen pages of one type.
#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) fn record_of(page: impl Fn(usize) -> String) -> Json {
    let pages: Vec<(String, String, usize)> =
        (0..24).map(|n| (format!("http://a.test/p/{n}"), page(n), 0)).collect();
    wrappers(&pages).1.swap_remove(7)
}
