//! A site → [`Page`](sitewrap_model::Page)s: a polite crawl, and pages from WARC files and
//! folders.
//!
//! [`crawl()`] takes a start URL and [`CrawlOptions`], commits pages batch by batch to a
//! [`Journal`], and tells an [`Observer`] what happens. It goes through these steps for each URL:
//!
//! 1. the frontier hands out a URL, robots.txt permitting ([`Order`], RFC 9309);
//! 2. the host's pace says when it may be asked;
//! 3. spider fetches it over our own bounded transport: addresses checked, body capped;
//! 4. the answer is settled in the order of handing out: page, redirect, skip, failure, retry;
//! 5. links that belong to the crawl ([`ScopeRules`]) join the frontier;
//! 6. page, links and frontier go to the journal in one batch.
//!
//! What must never happen: a URL that robots.txt forbids is asked for; a private address is
//! contacted unless allowed; a page counts as fetched before it is committed; timing changes
//! which pages are fetched.

mod actions;
mod address;
mod aliases;
mod asked;
#[cfg(feature = "browser")]
mod browser;
mod bytes;
mod calendars;
mod charset;
mod crawl;
mod dates;
mod engine;
mod entities;
mod error;
mod event;
mod fingerprint;
mod frontier;
#[cfg(fuzzing)]
pub mod fuzzing;
mod http_date;
mod journal;
mod keys;
mod kinds;
mod ledger;
mod likeness;
mod link_header;
mod links;
mod listings;
mod lists;
mod missing;
mod normalize;
mod options;
mod outline;
mod pace;
mod pager;
mod rendered;
mod rendering;
mod robots;
mod robots_book;
mod rooms;
mod run;
mod scan;
mod scope;
mod settle;
mod shape;
mod sitemap;
pub mod source;
mod stop;
mod survey;
mod transport;
mod turn;
mod twins;
mod visit;
mod words;

#[cfg(feature = "browser")]
pub use browser::Rendering;
pub use crawl::crawl;
pub use error::{CrawlError, JournalError};
pub use event::{CrawlEvent, CrawlSummary, EndReason, Observer, PageKind, WaitReason};
pub use journal::Journal;
pub use normalize::normalize;
pub use options::{CrawlOptions, Limits, Order, Timeouts};
pub use rendered::{RENDERED, rendered_by};
pub use scope::ScopeRules;
pub use settle::redirect_target;
pub use stop::StopSignal;
