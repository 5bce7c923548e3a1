//! What a crawl commits to the store, batch by batch.

use crate::Page;
use serde::{Deserialize, Serialize};

/// Where a URL of the frontier stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrontierState {
    /// Found, not fetched yet.
    Queued,
    /// Fetched; its page is in the store.
    Fetched,
    /// Not fetched, or fetched and not kept, for the reason given (robots.txt, not HTML, …).
    Skipped(String),
    /// The fetch failed for good, for the reason given.
    Failed(String),
}

/// A URL that a crawl has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontierEntry {
    /// The normalized URL; unique in a frontier.
    pub url: String,
    /// Order of discovery, from 0; breadth-first order is `(depth, seq)`.
    pub seq: u64,
    /// Clicks from the start page.
    pub depth: u32,
    /// The page on which the URL was first seen.
    pub referrer: Option<String>,
    /// Where it stands.
    pub state: FrontierState,
}

/// What has changed since the last commit; stored whole or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrawlBatch {
    /// Pages fetched.
    pub pages: Vec<Page>,
    /// Frontier entries that are new or whose state has changed.
    pub frontier: Vec<FrontierEntry>,
    /// Links found, from page URL to normalized target URL.
    pub links: Vec<(String, String)>,
}
