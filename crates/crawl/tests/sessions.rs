//! Sites that give one page many addresses: sessions in paths, upper and lower case.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;

use common::journal::MemoryJournal;
use common::server::{Reply, Server};
use common::{options, run};
use sitewrap_crawl::{CrawlOptions, EndReason};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pages of the site.
const PAGES: usize = 40;

/// Writes a link to a page, with a number that is new each time.
type Link = fn(&str, usize) -> String;

/// The page that a path leads to.
type Name = fn(&str) -> String;

/// Crawls a site of [`PAGES`] pages whose links are all written by `link`, which `name` undoes. Gives
/// the numbers of pages and requests.
async fn crawl(link: Link, name: Name) -> (usize, usize) {
    let asked = AtomicUsize::new(0);
    let server = Server::start(move |request| {
        let path = name(&request.path);
        if path == "/robots.txt" {
            return Reply::status(404);
        }
        let session = asked.fetch_add(1, Ordering::Relaxed);
        let number: usize = path.trim_start_matches("/item/").parse().unwrap_or_default();
        let links: String = (1..4)
            .map(|n| link(&format!("item/{}", (number * 3 + n) % PAGES), session * 4 + n))
            .map(|to| format!("<li><a href='{to}'>more</a>"))
            .collect();
        Reply::html(format!("<h1>Item {}</h1><ul>{links}</ul>", "x".repeat(number + 1)))
    });
    let journal = Arc::new(MemoryJournal::default());
    // One at a time, for the server counts its answers.
    let options = CrawlOptions { max_pages: 500, concurrency: 1, ..options() };
    let summary = run(&server, "/item/0", &options, &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::Complete);
    (summary.pages, server.paths().len())
}

#[tokio::test]
async fn sessions_in_paths_are_seen_through() {
    let ways: [(Link, Name); 3] = [
        (
            |page, session| format!("/S{session:08}/{page}"),
            |path| path.find("/item").map_or(path, |at| &path[at..]).to_owned(),
        ),
        (
            |page, session| format!("/{page};jsessionid={session:08X}"),
            |path| path.split(';').next().unwrap_or_default().to_owned(),
        ),
        (
            |page, number| {
                if number % 3 == 0 {
                    format!("/{}", page.to_uppercase())
                } else {
                    format!("/{page}")
                }
            },
            |path| path.to_lowercase(),
        ),
    ];
    for (place, (link, name)) in ways.into_iter().enumerate() {
        let (pages, requests) = crawl(link, name).await;
        assert!((PAGES..=PAGES + 2).contains(&pages), "{pages} pages, way {place}");
        assert!(requests < 2 * PAGES, "{requests} requests for {PAGES} pages, way {place}");
    }
}
