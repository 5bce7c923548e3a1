//! A crawl of a well-behaved site.

#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;

use common::journal::MemoryJournal;
use common::server::{Reply, Request, Server};
use common::{options, page, run};
use sitewrap_crawl::{
    CrawlError, CrawlEvent, CrawlOptions, EndReason, Observer, Order, StopSignal, crawl,
};
use sitewrap_model::{FrontierState, SkipReason};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Orders that take every page of a site in the end.
const ALL_ORDERS: [Order; 5] =
    [Order::BreadthFirst, Order::Diverse, Order::PageRank, Order::Opic, Order::Backlinks];

/// A tree of pages: `/` has ten children, each of them ten more. Answers take differently long,
/// so that they come back out of order.
fn tree(request: &Request) -> Reply {
    let path = request.path.as_str();
    let body = match path.matches('/').count() {
        _ if path == "/robots.txt" => return Reply::status(404),
        1 if path == "/" => {
            let targets: Vec<String> = (0..10).map(|n| format!("/{n}/")).collect();
            page("top", &targets.iter().map(String::as_str).collect::<Vec<_>>())
        }
        2 => {
            let targets: Vec<String> = (0..10).map(|n| format!("{n}")).collect();
            page(path, &targets.iter().map(String::as_str).collect::<Vec<_>>())
        }
        _ => page(path, &["/"]),
    };
    let digits = path.bytes().filter(u8::is_ascii_digit).map(|byte| u64::from(byte - b'0'));
    let delay = digits.fold(7, |sum, digit| (sum * 5 + digit) % 11);
    Reply::html(body).after(Duration::from_millis(delay))
}

fn breadth_first() -> Vec<String> {
    let mut paths = vec!["/".to_owned()];
    paths.extend((0..10).map(|n| format!("/{n}/")));
    paths.extend((0..100).map(|n| format!("/{}/{}", n / 10, n % 10)));
    paths
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_come_breadth_first_whatever_the_timing() {
    let server = Server::start(tree);
    for concurrency in [1, 8] {
        let journal = Arc::new(MemoryJournal::default());
        let options = CrawlOptions { concurrency, ..options() };
        let summary = run(&server, "/", &options, &journal).await.unwrap();
        assert_eq!(summary.end, EndReason::Complete);
        assert_eq!((summary.pages, summary.fetched, summary.queued), (111, 111, 0));
        assert_eq!(journal.paths(), breadth_first());
    }
}

#[tokio::test]
async fn a_page_is_stored_as_it_was_fetched() {
    let server = Server::start(|request| match request.path.as_str() {
        "/" => Reply::html(page("top", &["/Caf%c3%a9?q=1#part"])),
        "/Caf%C3%A9?q=1" => Reply::html(&b"<p>\xff\x00raw"[..]).with("X-Mark", "one"),
        _ => Reply::status(404),
    });
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options(), &journal).await.unwrap();
    let page = journal.pages().pop().unwrap();
    assert_eq!(page.url, server.url("/Caf%C3%A9?q=1"));
    assert_eq!(page.final_url, page.url);
    assert_eq!(page.body, b"<p>\xff\x00raw");
    assert_eq!(page.header("x-mark"), Some("one"));
    assert_eq!((page.status, page.depth), (200, 1));
    assert_eq!(page.referrer, Some(server.url("/")));
    assert!(page.fetched_at > 1_600_000_000_000);
    assert_eq!(journal.links(), [(server.url("/"), server.url("/Caf%C3%A9?q=1"))]);
}

#[tokio::test]
async fn the_budget_is_exact_and_the_next_run_goes_on_from_there() {
    let server = Server::start(tree);
    let journal = Arc::new(MemoryJournal::default());
    for (max_pages, fetched) in [(25, 25), (60, 35), (1000, 51), (1000, 0)] {
        let options = CrawlOptions { max_pages, ..options() };
        let summary = run(&server, "/", &options, &journal).await.unwrap();
        assert_eq!(summary.fetched, fetched);
        assert_eq!(summary.end == EndReason::PageLimit, max_pages < 111);
    }
    assert_eq!(journal.paths(), breadth_first());
    let mut asked = server.paths();
    asked.sort();
    asked.dedup();
    assert_eq!(server.paths().len(), asked.len(), "no page is fetched twice");
    assert_eq!(server.count("/robots.txt"), 1, "robots.txt is kept for a day");
}

/// Gives the stop signal after some pages.
struct StopAfter(usize, StopSignal);

impl Observer for StopAfter {
    fn event(&self, event: &CrawlEvent<'_>) {
        if matches!(event, CrawlEvent::Page { pages, .. } if *pages >= self.0) {
            self.1.stop();
        }
    }
}

#[tokio::test]
async fn the_stop_signal_ends_cleanly_and_nothing_is_lost() {
    let server = Server::start(tree);
    let journal = Arc::new(MemoryJournal::default());
    let seed = Url::parse(&server.url("/")).unwrap();
    let mut runs = 0;
    loop {
        let before = journal.pages().len();
        let stop = StopSignal::new();
        let observer = StopAfter(before + 10, stop.clone());
        let summary = crawl(&seed, &options(), journal.clone(), &observer, stop).await.unwrap();
        assert_eq!(summary.pages, journal.pages().len());
        runs += 1;
        if summary.end == EndReason::Complete {
            break;
        }
        assert_eq!(summary.end, EndReason::Stopped);
        // Answers wait for slower ones before them, up to four for each of the four lanes.
        assert!(summary.pages <= before + 10 + 16, "only what was in flight is finished");
    }
    assert!(runs > 4);
    assert_eq!(server.paths().len(), 111, "each page is fetched once");
    assert_eq!(journal.paths().len(), 111);
}

#[tokio::test]
async fn a_failing_journal_ends_the_crawl_and_a_resumed_one_is_whole() {
    let server = Server::start(tree);
    let failing = Arc::new(MemoryJournal::failing_after(2));
    let error = run(&server, "/", &options(), &failing).await.unwrap_err();
    assert!(matches!(error, CrawlError::Journal(_)), "{error}");
    assert!(error.to_string().contains("disk full"));

    let journal = Arc::new(failing.copy());
    let committed = journal.pages().len();
    assert!(committed > 0 && committed < 111);
    run(&server, "/", &options(), &journal).await.unwrap();
    let mut paths = journal.paths();
    paths.sort();
    let mut expected = breadth_first();
    expected.sort();
    assert_eq!(paths, expected);
}

#[tokio::test]
async fn a_crawl_that_is_killed_again_and_again_gets_through() {
    let server = Server::start(tree);
    for order in ALL_ORDERS {
        let before = server.paths().len();
        let mut journal = Arc::new(MemoryJournal::failing_after(1));
        let options = CrawlOptions { order, ..options() };
        let mut kills = 0;
        while run(&server, "/", &options, &journal).await.is_err() {
            kills += 1;
            journal = Arc::new(journal.copy_failing_after(1));
        }
        assert!(kills >= 2);
        let mut paths = journal.paths();
        paths.sort();
        let mut expected = breadth_first();
        expected.sort();
        assert_eq!(paths, expected, "{order:?}");
        // A batch holds at most 32 pages; the next one fills, and is lost, while it is written.
        let twice = server.paths().len() - before - 111;
        assert!(twice <= kills * 2 * 32, "{twice} pages were fetched twice in {kills} kills");
    }
}

#[tokio::test]
async fn scope_is_the_host_and_links_out_are_not_followed() {
    let elsewhere = Server::start(|_| Reply::html("elsewhere"));
    let (other, authority) = (elsewhere.url("/"), elsewhere.authority());
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &[&other, "/go", "mailto:a@example.com", "/in"])),
        "/go" => Reply::redirect(&format!("http://{authority}/x")),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/in"]);
    assert!(elsewhere.log().is_empty());
    let state = FrontierState::Skipped(SkipReason::RedirectOutOfScope);
    assert_eq!(journal.state_of("/go"), Some(state));
}

#[tokio::test]
async fn a_redirect_is_a_url_of_its_own() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::text("User-agent: *\nDisallow: /secret\n"),
        "/" => Reply::html(page("top", &["/old", "/new", "/to-secret", "/loop", "/chain0"])),
        "/old" => Reply::redirect("/new"),
        "/new" => Reply::html(page("new", &[])),
        "/to-secret" => Reply::redirect("/secret/x"),
        "/loop" => Reply::redirect("/loop2"),
        "/loop2" => Reply::redirect("/loop"),
        path => {
            let step: u32 = path.trim_start_matches("/chain").parse().unwrap_or(0);
            Reply::redirect(&format!("/chain{}", step + 1))
        }
    });
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/new"]);
    assert_eq!(server.count("/new"), 1);
    assert_eq!(server.count("/secret/x"), 0, "robots.txt holds for targets too");
    assert_eq!(summary.skipped["too many redirects"], 1);
    assert!(server.paths().len() < 20);
}

#[tokio::test]
async fn errors_and_other_types_are_told_but_not_stored() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &["/gone", "/broken", "/picture", "/none", "/flaky"])),
        "/gone" => Reply::status(404),
        "/broken" => Reply::status(500),
        "/picture" => Reply::new(200, "image/png", vec![0; 1 << 20]),
        "/none" => Reply::status(204),
        _ => Reply::html("ok"),
    });
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/flaky"]);
    let state = |path| journal.state_of(path).unwrap();
    assert_eq!(state("/gone"), FrontierState::Failed("HTTP 404".into()));
    assert_eq!(state("/broken"), FrontierState::Failed("HTTP 500".into()));
    assert_eq!(state("/picture"), FrontierState::Skipped(SkipReason::NotHtml("image/png".into())));
    assert_eq!(state("/none"), FrontierState::Skipped(SkipReason::NoContent));
    assert_eq!(server.count("/broken"), 3, "a server error is tried again");
    assert_eq!((summary.statuses[&404], summary.statuses[&500]), (1, 3));
    assert!(summary.bytes < 1 << 20, "the picture's body is not read");
}

#[tokio::test]
async fn a_kind_that_begins_among_many_pages_of_another_is_still_seen() {
    let server = Server::start(|request| match request.path.trim_matches('/').parse::<usize>() {
        Ok(number) => {
            let next = format!("/{}/", number + 1);
            let body = match number {
                0..=90 => "<article class=old><h1>Item</h1><p class=price>5</p></article>",
                _ => "<table class=new><tr><th>Item</th><td class=cost>5</td></tr></table>",
            };
            Reply::html(format!(
                "{body}<p>about {number} {}</p><a href='{next}'>on</a>",
                next.len()
            ))
        }
        Err(_) if request.path == "/" => Reply::html(page("top", &["/1/"])),
        Err(_) => Reply::status(404),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { max_pages: 130, ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    let new = |example: &str| {
        let number = example.rsplit('/').nth(1).and_then(|part| part.parse::<usize>().ok());
        number.is_some_and(|number| number > 90)
    };
    let found = summary.kinds.iter().find(|kind| new(&kind.example));
    assert!(found.is_some_and(|kind| kind.pages > 20), "{:?}", summary.kinds);
}
