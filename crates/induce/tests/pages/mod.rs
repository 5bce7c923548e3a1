//! Pages of one type in, the record of each out: what tests of induction begin with.

use serde_json::Value;
use sitewrap_induce::{Params, induce};
use sitewrap_model::Clustering;
use sitewrap_tree::Document;
use sitewrap_wrapper::Extractor;

/// Pages of a type.
pub(crate) const PAGES: usize = 24;

/// Induces a wrapper from pages of one type, each the inside of a `body`, perhaps with a `title`
/// before it, and gives the record of each. Their addresses end with `/page/` and their number.
pub(crate) fn records(page: impl Fn(usize) -> String) -> Vec<Value> {
    records_of(PAGES, page)
}

/// As [`records`], of so many pages.
pub(crate) fn records_of(count: usize, page: impl Fn(usize) -> String) -> Vec<Value> {
    let urls: Vec<String> = (0..count).map(|n| format!("http://site.test/page/{n}")).collect();
    let parse = |(n, url): (usize, &String)| {
        let html = format!("<html>{}</html>", page(n));
        Document::parse(html.as_bytes(), None, Some(url))
    };
    let documents: Vec<Document> = urls.iter().enumerate().map(parse).collect();
    let pages: Vec<&Document> = documents.iter().collect();
    let addresses: Vec<&str> = urls.iter().map(String::as_str).collect();
    let clustering = Clustering::from_labels(&vec![Some(0); count]);
    let set = induce(&pages, &addresses, &clustering, &Params::default());
    let extractor = Extractor::new(&set);
    let record = |(page, url): (&&Document, &&str)| {
        serde_json::to_value(extractor.extract(url, &page.tree).record).unwrap_or_default()
    };
    pages.iter().zip(&addresses).map(record).collect()
}
