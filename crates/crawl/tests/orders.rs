//! Orders by rank: what the pages fetched so far speak for comes first.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;

use common::journal::MemoryJournal;
use common::server::{Reply, Request, Server};
use common::{options, run};
use sitewrap_crawl::{CrawlOptions, Order};
use std::sync::Arc;
use std::time::Duration;

/// A front page that leads to forty leaves; all but the first ten of them lead to `/hub`, which is
/// found late, and each to a page of its own.
fn leaves_and_hub(request: &Request) -> Reply {
    let path = request.path.as_str();
    if path == "/robots.txt" {
        return Reply::status(404);
    }
    let wait = Duration::from_millis(path.len() as u64 % 5);
    let links: String = match path.strip_prefix("/leaf/").and_then(|number| number.parse().ok()) {
        None if path == "/" => (0..40).map(|n| format!("<a href=/leaf/{n}>{n}</a>")).collect(),
        None => String::new(),
        Some(0..10) => "<a href=/>up</a>".to_owned(),
        Some(number) => format!("<a href=/hub>hub</a> <a href=/own/{number}>own</a>"),
    };
    Reply::html(format!("<title>{path}</title><p>{path} has words: {links}")).after(wait)
}

async fn crawl(server: &Server, order: Order, max_pages: usize, journal: &Arc<MemoryJournal>) {
    let options = CrawlOptions { order, max_pages, concurrency: 2, soft_404: false, ..options() };
    run(server, "/", &options, journal).await.unwrap();
}

#[tokio::test]
async fn what_many_pages_lead_to_comes_before_what_was_found_earlier() {
    let server = Server::start(leaves_and_hub);
    for order in [Order::PageRank, Order::Opic, Order::Backlinks] {
        let journal = Arc::new(MemoryJournal::default());
        crawl(&server, order, 82, &journal).await;
        let paths = journal.paths();
        let place = |path: &str| paths.iter().position(|known| known == path).unwrap();
        assert!(place("/hub") < place("/leaf/39"), "{order:?}: {paths:?}");
        let again = Arc::new(MemoryJournal::default());
        crawl(&server, order, 82, &again).await;
        assert_eq!(again.paths(), paths, "timing changes nothing");
    }
}

#[tokio::test]
async fn a_crawl_that_goes_on_knows_what_speaks_for_its_urls() {
    let server = Server::start(leaves_and_hub);
    for order in [Order::PageRank, Order::Opic, Order::Backlinks] {
        let journal = Arc::new(MemoryJournal::default());
        // Few of the leaves that lead to the hub are fetched, and the hub is not.
        crawl(&server, Order::BreadthFirst, 16, &journal).await;
        assert!(!journal.paths().contains(&"/hub".to_owned()));
        crawl(&server, order, 20, &journal).await;
        assert!(journal.paths().contains(&"/hub".to_owned()), "{order:?}: {:?}", journal.paths());
    }
}
