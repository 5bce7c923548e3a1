//! What a crawl tells while it runs, and at its end.

use sitewrap_fetch::WaitReason;
use sitewrap_model::Topic;
use std::collections::BTreeMap;
use std::time::Duration;

/// Watches a crawl. Called on the crawl's own task, so it must return at once.
pub trait Observer: Send + Sync {
    /// Something has happened.
    fn event(&self, event: &CrawlEvent<'_>);
}

/// Observes nothing.
impl Observer for () {
    fn event(&self, _event: &CrawlEvent<'_>) {}
}

/// What happens in a crawl.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CrawlEvent<'a> {
    /// An earlier crawl is taken up again.
    Resumed {
        /// Pages stored already.
        pages: usize,
        /// URLs still to fetch.
        queued: usize,
    },
    /// The site answered a request for a page, whatever comes of it.
    Answered {
        /// HTTP status.
        status: u16,
    },
    /// A page was fetched, or found unchanged.
    Page {
        /// Its URL.
        url: &'a str,
        /// HTTP status; 304 for an unchanged page.
        status: u16,
        /// Bytes of the body.
        bytes: usize,
        /// Pages stored so far.
        pages: usize,
        /// URLs still to fetch.
        queued: usize,
        /// Kinds of pages seen so far, as the crawl tells them apart.
        kinds: usize,
    },
    /// A page was fetched, or found unchanged, that says the same as an earlier one.
    Duplicate {
        /// Its URL.
        url: &'a str,
        /// The URL of the earlier page.
        first: &'a str,
    },
    /// A URL was passed over.
    Skipped {
        /// The URL.
        url: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// A URL failed for good.
    Failed {
        /// The URL.
        url: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// A fetch failed in a way that may pass; it is tried again.
    Retry {
        /// The URL.
        url: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// The crawl waits.
    Waiting {
        /// How long.
        time: Duration,
        /// Why.
        reason: WaitReason,
    },
    /// A batch is safe in the journal.
    Committed {
        /// Pages in the batch.
        pages: usize,
    },
    /// Something the user should know, in one line.
    Notice(&'a str),
    /// What the line just told is about.
    Topic(Topic),
}

/// How a crawl ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Every URL in scope was seen to.
    Complete,
    /// `max_pages` are stored, or as many that say the same as another.
    PageLimit,
    /// The stop signal was given.
    Stopped,
    /// The site failed too many times in a row; what it said last.
    SiteFailing(String),
    /// The site asks to wait longer than the crawl may.
    WaitTooLong(Duration),
}

/// A kind of pages, as a crawl tells them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageKind {
    /// Pages of the kind.
    pub pages: usize,
    /// The URL of the first of them.
    pub example: String,
}

/// What a crawl did.
#[derive(Clone, Debug, PartialEq)]
pub struct CrawlSummary {
    /// Why it ended.
    pub end: EndReason,
    /// Different pages of the site stored in all, those of earlier runs included.
    pub pages: usize,
    /// Pages stored besides that say the same as one of these, those of earlier runs included.
    pub duplicates: usize,
    /// Pages fetched and stored by this run, without duplicates.
    pub fetched: usize,
    /// Pages found unchanged by this run (304), without duplicates.
    pub unchanged: usize,
    /// Kinds of pages that this run knows of, as the crawl tells them apart (coarser than the
    /// clustering proper), those with most pages first. A resumed crawl knows a sample of its
    /// earlier pages.
    pub kinds: Vec<PageKind>,
    /// Pages fetched that are all script and would need a browser.
    pub shells: usize,
    /// Requests made, robots.txt, sitemaps and redirects included.
    pub requests: u64,
    /// Bytes of bodies read, after decompression.
    pub bytes: u64,
    /// URLs still to fetch.
    pub queued: usize,
    /// Answers by HTTP status.
    pub statuses: BTreeMap<u16, u64>,
    /// URLs passed over, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// URLs that failed, by reason.
    pub failed: BTreeMap<String, u64>,
    /// How long it took.
    pub elapsed: Duration,
}
