//! Servers that misbehave: bombs, loops, slow headers, errors, spaces without end.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;

use common::journal::MemoryJournal;
use common::server::{Reply, Request, Server};
use common::{options, page, run};
use flate2::{Compression, write::GzEncoder};
use sitewrap_crawl::{CrawlError, CrawlOptions, EndReason, Limits, Order, Timeouts};
use sitewrap_model::FrontierState;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use url::Url;

/// 64 MiB of spaces, packed to some tens of kilobytes.
fn gzip_bomb() -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..64 {
        packer.write_all(&vec![b' '; 1 << 20]).unwrap();
    }
    packer.finish().unwrap()
}

/// 64 MiB of spaces, packed by brotli (quality 9, window 22): seven times the same few commands.
const BROTLI_BOMB: [u8; 102] = [
    0xcb, 0xff, 0xff, 0x3f, 0x00, 0x24, 0x40, 0xe2, 0xb1, 0x40, 0x72, 0xef, 0xff, 0xf8, 0xff, 0xff,
    0x07, 0x80, 0x04, 0x40, 0x1c, 0x16, 0x80, 0xee, 0xfd, 0x1f, 0xff, 0xff, 0xff, 0x00, 0x90, 0x00,
    0x88, 0xc3, 0x02, 0xd0, 0xbd, 0xff, 0xe3, 0xff, 0xff, 0x1f, 0x00, 0x12, 0x00, 0x71, 0x58, 0x00,
    0xba, 0xf7, 0x7f, 0xfc, 0xff, 0xff, 0x03, 0x40, 0x02, 0x20, 0x0e, 0x0b, 0x40, 0xf7, 0xfe, 0x8f,
    0xff, 0xff, 0x7f, 0x00, 0x48, 0x00, 0xc4, 0x61, 0x01, 0xe8, 0xde, 0xff, 0xf1, 0xff, 0xff, 0x0f,
    0x00, 0x09, 0x80, 0x38, 0x2c, 0x00, 0xdd, 0xfb, 0x3f, 0xfe, 0xff, 0xff, 0x01, 0x20, 0x01, 0x10,
    0x87, 0x05, 0xa0, 0x7b, 0xff, 0x37,
];

fn state(journal: &MemoryJournal, path: &str) -> String {
    match journal.state_of(path) {
        Some(FrontierState::Skipped(reason)) => reason.to_string(),
        Some(FrontierState::Failed(reason)) => reason,
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn bodies_are_capped_after_unpacking() {
    let gzip = gzip_bomb();
    let zstd = zstd::encode_all(&vec![b' '; 64 << 20][..], 1).unwrap();
    assert!(gzip.len() + zstd.len() < 1 << 20);
    let server = Server::start(move |request| match request.path.as_str() {
        "/" => Reply::html(page("top", &["/gzip", "/zstd", "/brotli", "/long", "/fine"])),
        "/gzip" => Reply::html(gzip.clone()).with("Content-Encoding", "gzip"),
        "/zstd" => Reply::html(zstd.clone()).with("Content-Encoding", "zstd"),
        "/brotli" => Reply::html(BROTLI_BOMB).with("Content-Encoding", "br"),
        "/long" => Reply::html(vec![b'x'; 2 << 20]),
        "/fine" => Reply::html(vec![b'x'; 1 << 19]),
        _ => Reply::status(404),
    });
    let journal = Arc::new(MemoryJournal::default());
    let limits = Limits { body: 1 << 20, ..Limits::default() };
    let summary = run(&server, "/", &CrawlOptions { limits, ..options() }, &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/fine"]);
    for path in ["/gzip", "/zstd", "/brotli", "/long"] {
        assert_eq!(state(&journal, path), "larger than 1 MB");
    }
    assert!(summary.bytes < 5 << 20, "{} bytes were unpacked", summary.bytes);
}

#[tokio::test]
async fn slow_and_broken_answers_end_in_time() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &["/late", "/drip", "/cut", "/fine"])),
        "/late" => Reply::html("x").after(Duration::from_secs(20)),
        "/drip" => Reply { drip: Duration::from_millis(300), ..Reply::html("x") },
        "/cut" => Reply { cut: true, ..Reply::html(vec![b'x'; 1000]) },
        _ => Reply::html("fine"),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions {
        timeouts: Timeouts {
            headers: Duration::from_millis(400),
            total: Duration::from_millis(800),
            ..Timeouts::default()
        },
        limits: Limits { attempts: 2, ..Limits::default() },
        ..options()
    };
    run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/fine"]);
    assert_eq!(state(&journal, "/late"), "no answer in time");
    assert_eq!(state(&journal, "/drip"), "no answer in time");
    assert!(state(&journal, "/cut").starts_with("broken answer"), "{}", state(&journal, "/cut"));
    assert_eq!(server.count("/cut"), 2);
}

#[tokio::test]
async fn a_site_that_only_fails_is_told() {
    let options = CrawlOptions { limits: Limits { attempts: 1, ..Limits::default() }, ..options() };
    let journal = || Arc::new(MemoryJournal::default());

    let server = Server::start(|_| Reply::status(500));
    let error = run(&server, "/", &options, &journal()).await.unwrap_err();
    assert!(matches!(error, CrawlError::Robots { .. }), "{error}");
    assert!(error.to_string().contains("HTTP 500"));
    assert!(server.paths().is_empty(), "robots.txt that fails forbids everything");

    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        _ => Reply::status(500),
    });
    let error = run(&server, "/", &options, &journal()).await.unwrap_err();
    assert!(matches!(&error, CrawlError::Unreachable { reason, .. } if reason == "HTTP 500"));

    let server = Server::start(|_| Reply::text("User-agent: *\nDisallow: /\n"));
    let error = run(&server, "/", &options, &journal()).await.unwrap_err();
    assert!(matches!(error, CrawlError::Forbidden { .. }), "{error}");
}

#[tokio::test]
async fn seeds_that_cannot_work_are_told() {
    let journal = Arc::new(MemoryJournal::default());
    let attempt = async |url: &str, allow_private| {
        let options = CrawlOptions {
            allow_private,
            limits: Limits { attempts: 1, ..Limits::default() },
            ..options()
        };
        let seed = Url::parse(url).unwrap();
        let stop = sitewrap_crawl::StopSignal::new();
        sitewrap_crawl::crawl(&seed, &options, journal.clone(), &(), stop).await.unwrap_err()
    };
    let error = attempt("file:///etc/passwd", true).await;
    assert!(matches!(error, CrawlError::Seed { .. }), "{error}");
    let error = attempt("http://127.0.0.1:9/", false).await;
    assert!(matches!(error, CrawlError::PrivateAddress { .. }), "{error}");
    let error = attempt("http://localhost:9/", false).await;
    assert!(matches!(error, CrawlError::PrivateAddress { .. }), "{error}");
    let error = attempt("http://no-such-host.invalid/", true).await;
    assert!(matches!(error, CrawlError::UnknownHost { .. }), "{error}");
    let error = attempt("http://127.0.0.1:9/", true).await;
    assert!(matches!(error, CrawlError::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn links_to_private_addresses_are_not_followed_from_a_listed_site() {
    // The redirect leads to an address that the scope admits but the guard must not.
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        _ => Reply::redirect("http://169.254.169.254/latest/meta-data/"),
    });
    let journal = Arc::new(MemoryJournal::default());
    let error = run(&server, "/", &options(), &journal).await.unwrap_err();
    assert!(matches!(error, CrawlError::LeftSite { .. }), "{error}");
}

#[tokio::test]
async fn a_site_that_asks_for_time_gets_it() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &["/busy", "/b", "/c"])),
        "/busy" if count.fetch_add(1, Ordering::Relaxed) == 0 => {
            Reply::status(429).with("Retry-After", "1")
        }
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let one_lane = CrawlOptions { concurrency: 1, ..options() };
    let summary = run(&server, "/", &one_lane, &journal).await.unwrap();
    assert_eq!(summary.pages, 4);
    assert!(summary.elapsed >= Duration::from_secs(1), "the wait is kept");

    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &["/busy", "/b", "/c"])),
        _ => Reply::status(503).with("Retry-After", "3600"),
    });
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::WaitTooLong(Duration::from_secs(3600)));
    assert_eq!(journal.state_of("/busy"), Some(FrontierState::Queued), "for the next run");
}

#[tokio::test]
async fn one_page_that_asks_for_an_hour_is_left_to_a_later_crawl() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &["/a", "/busy", "/b", "/c"])),
        "/busy" => Reply::status(503).with("Retry-After", "3600"),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!((summary.end, summary.pages), (EndReason::Complete, 4));
    assert_eq!(summary.skipped.get("asks to wait too long"), Some(&1));
    assert_eq!(journal.state_of("/busy"), Some(FrontierState::Queued), "for the next run");
    assert!(summary.elapsed < Duration::from_secs(60), "{:?}", summary.elapsed);
}

#[tokio::test]
async fn urls_are_bounded_by_their_bytes_too() {
    let long = |n: usize| format!("/{n:04}{}", "x".repeat(1900));
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => {
            let targets: Vec<String> = (0..200).map(long).collect();
            Reply::html(page("top", &targets.iter().map(String::as_str).collect::<Vec<_>>()))
        }
        _ => Reply::status(404),
    });
    let journal = Arc::new(MemoryJournal::default());
    // What URLs share with the one before takes no room; the first of each sixteen is kept whole.
    let limits = Limits { frontier_bytes: 10_000, ..Limits::default() };
    run(&server, "/", &CrawlOptions { limits, ..options() }, &journal).await.unwrap();
    let known = journal.entries().len();
    assert!((5..120).contains(&known), "{known} URLs");
}

#[tokio::test]
async fn addresses_of_a_sitemap_are_no_longer_than_others() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/sitemap.xml" => {
            let long = format!("<url><loc>/{}</loc></url>", "y".repeat(4 << 20));
            let body = format!("<urlset>{long}<url><loc>/short</loc></url></urlset>");
            Reply::new(200, "application/xml", body)
        }
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { sitemaps: true, ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!(summary.pages, 2);
    assert!(journal.entries().iter().all(|entry| entry.url.len() < 2000));
}

#[tokio::test]
async fn a_burst_of_refusals_is_waited_out() {
    let asked = Arc::new(AtomicUsize::new(0));
    let targets: Vec<String> = (0..40).map(|n| format!("/{n}")).collect();
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        _ if (10..22).contains(&asked.fetch_add(1, Ordering::Relaxed)) => Reply::status(503),
        "/" => Reply::html(page("top", &targets.iter().map(String::as_str).collect::<Vec<_>>())),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { concurrency: 8, ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!((summary.end, summary.pages), (EndReason::Complete, 41));
}

#[tokio::test]
async fn a_site_that_breaks_down_ends_the_crawl_and_loses_nothing() {
    let healthy = Arc::new(AtomicUsize::new(0));
    let switch = healthy.clone();
    let targets: Vec<String> = (0..40).map(|n| format!("/{n}")).collect();
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &targets.iter().map(String::as_str).collect::<Vec<_>>())),
        path if switch.load(Ordering::Relaxed) == 1 => Reply::html(page(path, &[])),
        _ => Reply::status(502),
    });
    let journal = Arc::new(MemoryJournal::default());
    let limits = Limits { attempts: 1, failures_in_a_row: 10, ..Limits::default() };
    let options = CrawlOptions { limits, ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::SiteFailing("HTTP 502".into()));
    assert!(server.paths().len() < 30);
    healthy.store(1, Ordering::Relaxed);
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    assert!(
        summary.pages == 41,
        "{} pages: failures of the site are no failures of pages",
        summary.pages
    );
}

/// Pages about goods, and on each a link into a calendar without end.
fn calendar(request: &Request) -> Reply {
    let path = request.path.as_str();
    let steps: Vec<u64> = path.split('/').filter_map(|step| step.parse().ok()).collect();
    match (path, &steps[..]) {
        ("/robots.txt", _) => Reply::status(404),
        (_, [year, month]) => {
            let (y, m) = (year + month / 12, month % 12 + 1);
            let links = [format!("/calendar/{y}/{m}/"), format!("/calendar/{}/{m}/", year + 1)];
            let links: Vec<&str> = links.iter().map(String::as_str).collect();
            Reply::html(page(&format!("Events in {month}/{year}"), &links))
        }
        _ => {
            let mut links = vec!["/calendar/2024/1/".to_owned()];
            let number = steps.first().copied().unwrap_or_default();
            links.extend((1..6).map(|n| format!("/goods/{}/", number * 5 + n)));
            let words = ["red", "blue", "tall", "old", "warm", "loud", "odd"];
            let name: Vec<&str> = (0..9).map(|n| words[(number as usize >> n) % 7]).collect();
            let links: Vec<&str> = links.iter().map(String::as_str).collect();
            Reply::html(page(&name.join(" "), &links))
        }
    }
}

#[tokio::test]
async fn an_endless_calendar_takes_little_of_the_budget() {
    for order in [Order::BreadthFirst, Order::Diverse] {
        let server = Server::start(calendar);
        let journal = Arc::new(MemoryJournal::default());
        let options = CrawlOptions { max_pages: 200, order, ..options() };
        let summary = run(&server, "/", &options, &journal).await.unwrap();
        assert_eq!(summary.pages, 200);
        let asked = server.paths().iter().filter(|path| path.starts_with("/calendar")).count();
        assert!((1..=20).contains(&asked), "{asked} requests with {order:?}");
    }
}

#[tokio::test]
async fn parameters_without_effect_and_new_sessions_are_seen_through() {
    let sessions = AtomicUsize::new(0);
    let server = Server::start(move |request| {
        let path = request.path.split('?').next().unwrap_or_default();
        if path == "/robots.txt" {
            return Reply::status(404);
        }
        let session = sessions.fetch_add(1, Ordering::Relaxed);
        let number: usize = path.trim_matches('/').parse().unwrap_or_default();
        let links: Vec<String> =
            (1..4).map(|n| format!("/{}/?sid={session}", (number * 3 + n) % 40)).collect();
        let links = links.iter().map(|to| format!("<a href='{to}'>more</a>")).collect::<String>();
        Reply::html(format!("<h1>page number {}</h1>{links}", "x".repeat(number)))
    });
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::Complete);
    let mut plain: Vec<String> =
        journal.paths().iter().map(|path| path.split('?').next().unwrap().to_owned()).collect();
    plain.sort();
    plain.dedup();
    assert!(plain.len() >= 40);
    assert!(server.paths().len() < 80, "{} requests for 40 pages", server.paths().len());
}

#[tokio::test]
async fn the_same_page_under_many_addresses_takes_one_page_of_the_budget() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => {
            let links: Vec<String> = (0..60).map(|n| format!("/missing/item-{n}x")).collect();
            Reply::html(page("top", &links.iter().map(String::as_str).collect::<Vec<_>>()))
        }
        _ => Reply::html("<h1>Sorry, there is nothing here</h1><p>Try the search.</p>"),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { max_pages: 30, ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::Complete, "soft 404s stop being asked for");
    assert_eq!(summary.pages, 2);
    assert!(summary.duplicates >= 4);
    assert_eq!(
        journal.paths().len(),
        summary.pages + summary.duplicates,
        "what was fetched is kept"
    );
    let duplicate = FrontierState::Duplicate(server.url("/missing/item-0x"));
    assert_eq!(journal.state_of("/missing/item-1x"), Some(duplicate));

    let fetched = server.paths().len();
    let again = run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!((again.pages, again.duplicates, again.fetched), (2, summary.duplicates, 0));
    assert_eq!(server.paths().len(), fetched, "a resumed crawl knows them");
}

#[tokio::test]
async fn a_site_of_nothing_but_duplicates_ends_the_crawl() {
    // Each address is of a pattern of its own, so that no pattern is ever given up.
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        path if path.starts_with("/fresh") => {
            let number: usize = path.trim_start_matches("/fresh").parse().unwrap();
            let name = |n: usize| "abcdefghij".chars().cycle().skip(n).step_by(3).take(n % 9 + 3);
            let links: Vec<String> = (0..9).map(|n| name(number * 9 + n).collect()).collect();
            let links: Vec<String> = links.iter().map(|name| format!("/{name}/{name}")).collect();
            let next = format!("/fresh{}", number + 1);
            let links: Vec<&str> = links.iter().map(String::as_str).chain([&*next]).collect();
            Reply::html(page(path, &links))
        }
        "/" => Reply::html(page("top", &["/fresh0"])),
        _ => Reply::html("<h1>Sorry, there is nothing here</h1>"),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { max_pages: 40, ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::PageLimit);
    assert!(
        summary.duplicates <= 40 && journal.paths().len() <= 80,
        "{} duplicates",
        summary.duplicates
    );
}
