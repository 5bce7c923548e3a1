//! What a crawl commits to the store, batch by batch.

use crate::{Page, SkipReason};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a URL of the frontier stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrontierState {
    /// Found, not fetched yet.
    Queued,
    /// Fetched; its page is in the store.
    Fetched,
    /// Not fetched, or fetched and not kept, for the reason given (robots.txt, not HTML, …).
    Skipped(SkipReason),
    /// The fetch failed for good, for the reason given.
    Failed(String),
    /// Fetched; its page is in the store, and says the same as the page of the URL given, which
    /// came before it.
    Duplicate(String),
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
    /// What the fetched page looked like, in brief; `None` before the fetch.
    pub fingerprint: Option<Fingerprint>,
}

/// A page in brief, by which a crawl tells kinds of pages and near-duplicates apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Similarity-preserving hash of the page's structure: few differing bits for pages of one
    /// template. 0 where the structure was not looked at.
    pub structure: u64,
    /// Similarity-preserving hash of the page's text: few differing bits for near-duplicates.
    pub text: u64,
}

/// Links from one URL to others: those of a page, or where a URL redirects to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// The normalized URL.
    pub from: Arc<str>,
    /// Where it leads in the frontier: the numbers of the entries ([`FrontierEntry::seq`]), rising,
    /// each once. They stand for the URLs since pages share most of their links.
    pub to: Vec<u64>,
    /// The normalized URLs that it leads to besides, each once: deeper than the crawl goes, say.
    pub beyond: Vec<Arc<str>>,
}

/// How a page stands to others, by what it says itself and by how the crawl came to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relations {
    /// The normalized URL that the page gives as its own (`rel=canonical`).
    pub canonical: Option<String>,
    /// The page before it in a series, normalized.
    pub prev: Option<String>,
    /// The page after it in a series, normalized.
    pub next: Option<String>,
    /// The same page in other languages: each a language as in `hreflang`, in lower case, and a
    /// normalized URL.
    pub languages: Vec<(String, String)>,
    /// Which page of a list on several pages it is.
    pub list: Option<ListPage>,
}

/// A page of a list that is spread over several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListPage {
    /// The normalized URL of the list's first page, which the pages of a list share.
    pub first: Arc<str>,
    /// The page's number in the list, from 1.
    pub number: u32,
}

/// What has changed since the last commit; stored whole or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrawlBatch {
    /// Pages fetched.
    pub pages: Vec<Page>,
    /// Frontier entries that are new or whose state has changed.
    pub frontier: Vec<FrontierEntry>,
    /// Links found; those of a URL replace what is stored of it.
    pub links: Vec<Links>,
    /// The URLs of stored pages that turned out to be soft 404s; they are marked.
    pub soft_404s: Vec<String>,
    /// How pages stand to others, by their normalized URL; those of a page replace what is stored
    /// of it.
    pub relations: Vec<(String, Relations)>,
    /// Small values by which a crawl resumes (robots.txt answers, …), by key; a value replaces
    /// the one stored under its key.
    pub state: Vec<(String, Vec<u8>)>,
}
