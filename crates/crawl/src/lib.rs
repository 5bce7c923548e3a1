//! A site → [`Page`](sitewrap_model::Page)s: a polite crawl.
//!
//! [`crawl()`] takes a start URL and [`CrawlOptions`], commits pages batch by batch to a
//! [`Journal`], and tells an [`Observer`] what happens. It goes through these steps for each URL:
//!
//! 1. the frontier hands out a URL, robots.txt permitting ([`Order`], RFC 9309);
//! 2. the host's pace says when it may be asked;
//! 3. spider fetches it over our own bounded transport: addresses checked, body capped;
//! 4. the response is handled in the order of handing out: page, redirect, skip, failure, retry;
//! 5. links that belong to the crawl ([`ScopeRules`]) join the frontier;
//! 6. page, links and frontier go to the journal in one batch.
//!
//! What must never happen: a URL that robots.txt forbids is asked for; a private address is
//! contacted unless allowed; a page counts as fetched before it is committed; timing changes
//! which pages are fetched.

mod batcher;
mod breaker;
mod crawl;
mod duplicates;
mod error;
mod event;
mod frontier;
#[cfg(fuzzing)]
pub mod fuzzing;
mod journal;
mod lists;
mod notices;
mod options;
mod page;
mod refresh;
mod rendering;
mod run;
mod soft404;
mod style_sheets;
mod traps;
mod visit;

pub use crawl::crawl;
pub use error::{CrawlError, JournalError};
pub use event::{CrawlEvent, CrawlSummary, EndReason, Observer, PageKind};
pub use frontier::scope::ScopeRules;
pub use journal::Journal;
pub use lists::sitemap_queue::{SITEMAP_FILES, SITEMAP_URLS};
#[cfg(feature = "browser")]
pub use options::Rendering;
pub use options::{CrawlOptions, Limits, Order, PageFilter};
pub use refresh::Visits;
pub use run::STOP_GRACE;
pub use style_sheets::{
    STYLE_SHEET_BYTES, STYLE_SHEET_FAILURES, STYLE_SHEET_REQUESTS, STYLE_SHEET_STATE, STYLE_SHEETS,
    STYLE_SHEETS_BYTES,
};
// Parts of options, events and errors, and one more bound.
pub use sitewrap_fetch::{ROBOTS_BYTES, SetupError, StopSignal, Timeouts, WaitReason};
