//! All bounds in one place: what, how much, which option moves it, what happens at it.
//!
//! The numbers are those of the code that keeps them; README has the same table, and a test compares
//! the two.

use crate::output::Table;
use sitewrap_archive::MAX_BODY_BYTES;
use sitewrap_bundle::limits::BYTES as BUNDLE_BYTES;
use sitewrap_crawl::{
    CrawlOptions, ROBOTS_BYTES, SITEMAP_FILES, SITEMAP_URLS, STOP_GRACE, STYLE_SHEET_BYTES,
    STYLE_SHEET_FAILURES, STYLE_SHEET_REQUESTS, STYLE_SHEETS, STYLE_SHEETS_BYTES,
};
use sitewrap_keywords::TEXT_BYTES;
use sitewrap_pipeline::{InduceParams, LEARNING_ROOM};
use sitewrap_tree::MAX_URL_BYTES;
use std::time::Duration;

/// Pages of a site that are stored unless another number is asked for.
pub(crate) const MAX_PAGES: usize = 1000;

/// A bound: what it is on, how much, the option that moves it, what happens at it.
type Bound = [String; 4];

/// All bounds as a table.
pub(crate) fn table() -> String {
    let mut table = Table::new(&["bound", "at", "option", "beyond it"]);
    for bound in fetching().into_iter().chain(crawling()).chain(style_sheets()).chain(reading()) {
        table.row(bound.to_vec());
    }
    table.to_string()
}

fn bound(on: &str, at: String, option: &str, beyond: &str) -> Bound {
    [on.to_owned(), at, option.to_owned(), beyond.to_owned()]
}

fn bytes(count: usize) -> String {
    match count {
        _ if count >= 1 << 20 && count.is_multiple_of(1 << 20) => format!("{} MB", count >> 20),
        _ if count >= 1 << 10 && count.is_multiple_of(1 << 10) => format!("{} KB", count >> 10),
        _ => format!("{count} bytes"),
    }
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs())
}

/// Bounds on one request.
fn fetching() -> Vec<Bound> {
    let CrawlOptions { limits, timeouts, concurrency, .. } = CrawlOptions::default();
    vec![
        bound("page fetched", bytes(limits.body), "--max-page-size", "skipped, and counted so"),
        bound("URL", bytes(MAX_URL_BYTES), "none", "not followed; refused at import"),
        bound("redirects of a page", limits.redirects.to_string(), "none", "skipped"),
        bound("time to connect", seconds(timeouts.connect), "none", "tried again"),
        bound("time until an answer begins", seconds(timeouts.headers), "--timeout", "tried again"),
        bound("time for an answer", seconds(timeouts.total), "--timeout", "tried again"),
        bound("attempts at a page", limits.attempts.to_string(), "none", "failed, and counted so"),
        bound("requests at once", concurrency.to_string(), "--concurrency", "they wait; at most 8"),
        bound("robots.txt", bytes(ROBOTS_BYTES), "none", "the rest is not read"),
    ]
}

/// Bounds on a crawl.
fn crawling() -> Vec<Bound> {
    let limits = CrawlOptions::default().limits;
    let count = |count: usize| count.to_string();
    vec![
        bound("pages of a crawl", count(MAX_PAGES), "--max-pages", "the crawl ends"),
        bound(
            "links of a page",
            count(limits.links_per_page),
            "none",
            "dropped, and told at the end",
        ),
        bound("URLs of a crawl", count(limits.frontier), "none", "dropped, and told at the end"),
        bound(
            "text of these URLs",
            bytes(limits.frontier_bytes),
            "none",
            "dropped, and told at the end",
        ),
        bound("sitemaps and feeds", count(SITEMAP_FILES), "none", "not read, and told at the end"),
        bound("URLs of these", count(SITEMAP_URLS), "none", "dropped, and told at the end"),
        bound(
            "failures in a row",
            count(limits.failures_in_a_row),
            "none",
            "the crawl ends with exit code 1",
        ),
        bound(
            "wait that a site asks for",
            seconds(limits.wait),
            "none",
            "for a later crawl; three end this one",
        ),
        bound(
            "requests still open at the end",
            seconds(STOP_GRACE),
            "none",
            "ended; the URLs stay queued",
        ),
    ]
}

/// Bounds on the style sheets that a crawl stores beside its pages.
fn style_sheets() -> Vec<Bound> {
    let count = |count: usize| count.to_string();
    vec![
        bound(
            "style sheets of a crawl",
            count(STYLE_SHEETS),
            "none",
            "not stored, and told at the end",
        ),
        bound("style sheet", bytes(STYLE_SHEET_BYTES), "none", "not stored, and told at the end"),
        bound(
            "style sheets together",
            bytes(STYLE_SHEETS_BYTES),
            "none",
            "not stored, and told at the end",
        ),
        bound(
            "requests for style sheets",
            count(STYLE_SHEET_REQUESTS),
            "none",
            "not made, and told at the end",
        ),
        bound(
            "of these failed in a row",
            count(STYLE_SHEET_FAILURES),
            "none",
            "no more are made, and told at the end",
        ),
    ]
}

/// Bounds on what is read of pages and learnt from them.
fn reading() -> Vec<Bound> {
    let limits = sitewrap_tree::Limits::default();
    let cut = "the rest is not read; not satisfied";
    vec![
        bound("page in a file", bytes(MAX_BODY_BYTES), "none", "left out, exit code 4"),
        bound("page parsed", bytes(limits.bytes), "none", cut),
        bound("nodes of a page", limits.nodes.to_string(), "none", cut),
        bound("text of a page", bytes(limits.tree_bytes), "none", cut),
        bound(
            "depth of a page",
            limits.depth.to_string(),
            "none",
            "tags ignored, their content stays",
        ),
        bound(
            "attributes of an element",
            limits.attributes.to_string(),
            "none",
            "the rest is ignored",
        ),
        bound("value of an attribute", bytes(limits.attribute_bytes), "none", "cut"),
        bound("text read for keywords", bytes(TEXT_BYTES), "none", "the rest does not count"),
        bound(
            "pages compared",
            InduceParams::default().sample.to_string(),
            "--sample",
            "a sample; the others join what fits",
        ),
        bound(
            "pages learned from",
            bytes(LEARNING_ROOM),
            "none",
            "long lists lose their middle; told",
        ),
        bound(
            "bundle of wrappers",
            bytes(BUNDLE_BYTES as usize),
            "none",
            "neither written nor read",
        ),
    ]
}
