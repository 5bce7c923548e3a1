//! Sites that fail for a time or shut the crawl out, and answers that are odd but meant well.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;

use common::journal::MemoryJournal;
use common::server::{Reply, Server};
use common::{options, page, run};
use sitewrap_crawl::{
    CrawlEvent, CrawlOptions, EndReason, Limits, Observer, ScopeRules, StopSignal,
};
use sitewrap_model::FrontierState;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use url::Url;

/// A page that links to so many others.
fn hub(count: usize) -> Reply {
    let targets: Vec<String> = (0..count).map(|n| format!("/{n}")).collect();
    Reply::html(page("top", &targets.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn few_failures() -> CrawlOptions {
    let limits = Limits { failures_in_a_row: 10, ..Limits::default() };
    CrawlOptions { limits, ..options() }
}

#[tokio::test]
async fn a_long_queue_is_not_gone_through_while_everything_fails() {
    let down = Arc::new(AtomicBool::new(true));
    let state = down.clone();
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => hub(200),
        path if !state.load(Ordering::Relaxed) => Reply::html(page(path, &[])),
        _ => Reply::status(502),
    });
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/", &few_failures(), &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::SiteFailing("HTTP 502".into()));
    assert!(server.paths().len() < 60, "{} requests", server.paths().len());
    down.store(false, Ordering::Relaxed);
    assert_eq!(run(&server, "/", &few_failures(), &journal).await.unwrap().pages, 201);
}

#[tokio::test]
async fn a_crawl_that_is_shut_out_ends_and_goes_on_when_it_is_let_in() {
    let (shut, asked) = (Arc::new(AtomicBool::new(true)), AtomicUsize::new(0));
    let state = shut.clone();
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        _ if state.load(Ordering::Relaxed) && asked.fetch_add(1, Ordering::Relaxed) > 4 => {
            Reply::status(403)
        }
        "/" => hub(100),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    // One at a time, for the server counts its answers.
    let options = CrawlOptions { concurrency: 1, ..few_failures() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::SiteFailing("HTTP 403".into()));
    assert!(server.paths().len() < 60, "{} requests", server.paths().len());
    shut.store(false, Ordering::Relaxed);
    assert_eq!(run(&server, "/", &options, &journal).await.unwrap().pages, 101);
}

#[tokio::test]
async fn a_part_of_a_site_that_nobody_may_see_does_not_end_the_crawl() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => hub(60),
        "/59" => Reply::html(page("open", &[])),
        _ => Reply::status(403),
    });
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/", &few_failures(), &journal).await.unwrap();
    assert_eq!((summary.end, summary.pages), (EndReason::Complete, 2));
    assert_eq!(summary.failed["HTTP 403"], 59);
    assert!(server.count("/") < 8, "the start page is asked for now and then");
}

#[tokio::test]
async fn urls_stay_queued_while_robots_txt_cannot_be_had() {
    let down = Arc::new(AtomicBool::new(false));
    let state = down.clone();
    let server = Server::start(move |request| match request.path.as_str() {
        _ if state.load(Ordering::Relaxed) => Reply::status(503).with("Retry-After", "9999"),
        "/robots.txt" => Reply::status(404),
        "/" => hub(20),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let first = CrawlOptions { max_pages: 5, ..options() };
    run(&server, "/", &first, &journal).await.unwrap();
    // A day later.
    let origin = server.url("");
    journal.remember(&format!("robots:{origin}"), br#"{"fetched_at":0,"text":null}"#);
    down.store(true, Ordering::Relaxed);
    let summary = run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::SiteFailing("robots.txt: HTTP 503".into()));
    assert_eq!(journal.state_of("/19"), Some(FrontierState::Queued));
    down.store(false, Ordering::Relaxed);
    assert_eq!(run(&server, "/", &options(), &journal).await.unwrap().pages, 21);
}

#[tokio::test]
async fn files_that_list_pages_are_read_as_robots_txt_permits() {
    let asked = AtomicUsize::new(0);
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => {
            Reply::text("Sitemap: maps/busy.xml\nUser-agent: *\nDisallow: /feed\nDisallow: /no")
        }
        "/maps/busy.xml" if asked.fetch_add(1, Ordering::Relaxed) == 0 => Reply::status(503),
        "/maps/busy.xml" => Reply::text("<urlset><url><loc>/listed</loc></url></urlset>"),
        "/moved" => Reply::redirect("/no/feed"),
        "/shop/" => Reply::html(
            "<link rel=alternate type='application/rss+xml' href='/feed'>\
             <link rel=alternate type='application/atom+xml' href='/moved'><a href='/a'>a</a>",
        ),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { sitemaps: true, ..options() };
    run(&server, "/shop/", &options, &journal).await.unwrap();
    assert_eq!((server.count("/feed"), server.count("/no/feed")), (0, 0));
    let mut paths = journal.paths();
    paths.sort();
    assert_eq!(paths, ["/a", "/listed", "/shop/"]);
}

/// Stops a crawl as soon as one of these many sitemaps was asked for.
struct StopAt<'a>(&'a Server, &'a str, StopSignal);

impl Observer for StopAt<'_> {
    fn event(&self, _: &CrawlEvent<'_>) {
        if self.0.count(self.1) > 0 {
            self.2.stop();
        }
    }
}

#[tokio::test]
async fn sitemaps_that_a_stopped_crawl_has_not_read_are_read_by_the_next() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::text("Sitemap: /index.xml\nUser-agent: *\nCrawl-delay: 0.3"),
        "/index.xml" => Reply::text(
            "<sitemapindex><sitemap><loc>/1.xml</loc></sitemap>\
             <sitemap><loc>/2.xml</loc></sitemap></sitemapindex>",
        ),
        "/1.xml" => Reply::text("<urlset><url><loc>/one</loc></url></urlset>"),
        "/2.xml" => Reply::text("<urlset><url><loc>/two</loc></url></urlset>"),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { sitemaps: true, ..options() };
    let (seed, stop) = (Url::parse(&server.url("/")).unwrap(), StopSignal::new());
    let observer = StopAt(&server, "/1.xml", stop.clone());
    let crawl = sitewrap_crawl::crawl(&seed, &options, journal.clone(), &observer, stop);
    assert_eq!(crawl.await.unwrap().end, EndReason::Stopped);
    assert_eq!(server.count("/2.xml"), 0);
    run(&server, "/", &options, &journal).await.unwrap();
    let mut paths = journal.paths();
    paths.sort();
    assert_eq!(paths, ["/", "/one", "/two"]);
}

#[tokio::test]
async fn headers_are_read_as_they_are_sent() {
    let packed = {
        use std::io::Write;
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(page("packed twice", &[]).as_bytes()).unwrap();
        packer.finish().unwrap()
    };
    let server =
        Server::start(move |request| match request.path.as_str() {
            "/robots.txt" => Reply::status(404),
            "/" => Reply::html(page(
                "top",
                &["/moved", "/loose", "/twice", "/chain", "/named", "/wall", "/theirs", "/ours"],
            )),
            "/moved" => Reply::redirect("/caf\u{e9}/\u{fc}?\u{e4}"),
            "/loose" => Reply::new(200, "text/html charset=utf-8", page("loose", &[])),
            "/twice" => Reply::new(200, "text/html, text/html", page("twice", &[])),
            "/chain" => Reply::html(packed.clone()).with("Content-Encoding", "gzip, gzip"),
            "/named" => Reply::html(page("named", &[])).with("Content-Encoding", "utf-8"),
            "/wall" => Reply { status: 202, ..Reply::html("<script></script>") }
                .with("x-amzn-waf-action", "challenge"),
            "/theirs" => Reply::html(page("theirs", &["/a"]))
                .with("X-Robots-Tag", "otherbot: noindex, nofollow"),
            "/ours" => Reply::html(page("ours", &["/b"]))
                .with("X-Robots-Tag", "sitewrap: nofollow, noindex"),
            path => Reply::html(page(path, &[])),
        });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { skip_noindex: true, ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    let mut paths = journal.paths();
    paths.sort();
    let moved = "/caf%C3%A9/%C3%BC?%C3%A4";
    assert_eq!(paths, ["/", "/a", moved, "/loose", "/named", "/theirs", "/twice"]);
    assert_eq!(summary.failed["HTTP 202 (bot wall: AWS WAF)"], 1);
    assert_eq!(summary.skipped["not HTML: content coding gzip, gzip"], 1);
}

/// Keeps the notices of a crawl.
#[derive(Default)]
struct Notices(Mutex<Vec<String>>);

impl Observer for Notices {
    fn event(&self, event: &CrawlEvent<'_>) {
        if let CrawlEvent::Notice(line) = event {
            self.0.lock().unwrap().push((*line).to_owned());
        }
    }
}

#[tokio::test]
async fn patterns_that_leave_everything_out_are_told() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &["/docs/a", "/docs/b", "http://example.com/"])),
        path => Reply::html(page(path, &[])),
    });
    for (pattern, told) in [("docs/*", true), ("*/docs/a", false)] {
        let scope = ScopeRules { include: vec![pattern.into()], ..ScopeRules::default() };
        let options = CrawlOptions { scope, ..options() };
        let (journal, notices) = (Arc::new(MemoryJournal::default()), Notices::default());
        let seed = Url::parse(&server.url("/")).unwrap();
        let crawl = sitewrap_crawl::crawl(&seed, &options, journal, &notices, StopSignal::new());
        crawl.await.unwrap();
        let notices = notices.0.into_inner().unwrap();
        let says_so = |line: &String| line.starts_with("2 links of the start page are left out");
        assert_eq!(notices.iter().any(says_so), told, "{pattern}: {notices:?}");
    }
}

#[tokio::test]
async fn a_url_of_a_list_that_has_moved_to_www_is_followed_there() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/old" => Reply::redirect(&format!("//www.{}/new", request.header("host").unwrap())),
        "/away" => Reply::redirect(&format!("//else.{}/", request.header("host").unwrap())),
        path => Reply::html(page(path, &[])),
    });
    let url =
        |path: &str| Url::parse(&format!("http://localhost:{}{path}", server.port())).unwrap();
    let list = vec![url("/old"), url("/away")];
    let options = CrawlOptions { list, follow_links: false, ..options() };
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options, &journal).await.unwrap();
    let skipped = |path| match journal.state_of(path) {
        Some(FrontierState::Skipped(reason)) => reason.to_string(),
        state => format!("{state:?}"),
    };
    assert_eq!(skipped("/away"), "redirects out of scope");
    let new = format!("redirects to http://www.localhost:{}/new", server.port());
    assert_eq!(skipped("/old"), new);
}

#[tokio::test]
async fn a_crawl_with_wider_rules_goes_on_from_the_stored_pages() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &["/a", "/docs/b", "/sent"])),
        "/a" => Reply::html("<meta name=robots content=nofollow><h1>A</h1><a href=/a/1>1</a>"),
        "/sent" => Reply::html(page("sent", &["/sent/1"])).with("X-Robots-Tag", "nofollow"),
        "/docs/b" => Reply::html(page("b", &["/docs/b/1"])),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let docs = ScopeRules { path_prefixes: vec!["/docs/".into()], ..ScopeRules::default() };
    let narrow = CrawlOptions { scope: docs, max_depth: Some(1), ..options() };
    run(&server, "/", &narrow, &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/docs/b"]);
    run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/docs/b", "/a", "/sent", "/docs/b/1"]);
    run(&server, "/", &CrawlOptions { respect_nofollow: false, ..options() }, &journal)
        .await
        .unwrap();
    assert_eq!(journal.paths()[5..], ["/a/1", "/sent/1"]);
    assert_eq!(server.paths().len(), 7, "and no page is fetched twice");
}
