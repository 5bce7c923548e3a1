//! What the crawl's tests share: a small HTTP server that can misbehave, and journals.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part")]
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

pub mod journal;
pub mod server;

use journal::MemoryJournal;
use server::Server;
use sitewrap_crawl::{CrawlError, CrawlOptions, CrawlSummary, Order, StopSignal, crawl};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Options for a server of this machine: no delay, short waits.
pub fn options() -> CrawlOptions {
    CrawlOptions {
        allow_private: true,
        delay: Some(Duration::ZERO),
        order: Order::BreadthFirst,
        sitemaps: false,
        soft_404: false,
        ..CrawlOptions::default()
    }
}

/// Crawls from `path` of a server into a journal.
pub async fn run(
    server: &Server,
    path: &str,
    options: &CrawlOptions,
    journal: &Arc<MemoryJournal>,
) -> Result<CrawlSummary, CrawlError> {
    let seed = Url::parse(&server.url(path)).unwrap();
    crawl(&seed, options, journal.clone(), &(), StopSignal::new()).await
}

/// A page whose body links to `targets`.
pub fn page(title: &str, targets: &[&str]) -> String {
    let links: String =
        targets.iter().map(|to| format!("<li><a href=\"{to}\">{to}</a></li>")).collect();
    format!("<!doctype html><title>{title}</title><h1>{title}</h1><ul>{links}</ul>")
}
