//! Spaces without end and links that do something.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;
#[path = "common/prose.rs"]
mod prose;

use common::journal::MemoryJournal;
use common::server::{Reply, Request, Server};
use common::{options, page, run};
use prose::prose;
use sitewrap_crawl::{CrawlOptions, CrawlSummary, EndReason, Order, ScopeRules};
use sitewrap_model::{FrontierState, SkipReason};
use std::sync::Arc;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A shop of 60 goods; each page links to `extra` besides.
fn shop(path: &str, extra: &[&str]) -> Reply {
    let goods: Vec<String> = (0..60).map(|n| format!("/goods/{n}")).collect();
    match path.strip_prefix("/goods/").map(str::parse::<usize>) {
        _ if path == "/" => {
            let links: Vec<&str> =
                goods.iter().map(String::as_str).chain(extra.iter().copied()).collect();
            Reply::html(page("Shop", &links))
        }
        Some(Ok(number)) if number < 60 => {
            Reply::html(page(&prose(number)[..12], extra) + "<p>" + &prose(number))
        }
        _ => Reply::status(404),
    }
}

/// The page of a month, with links to those around it; `more` is shown on it.
fn month(year: usize, month: usize, address: impl Fn(usize, usize) -> String, more: &str) -> Reply {
    let name = |month: usize| MONTHS[month - 1];
    let (next, last) = (year * 12 + month, year * 12 + month - 2);
    let links: String = [last, next]
        .map(|n| (n / 12, n % 12 + 1))
        .map(|(year, month)| format!("<a href='{}'>{}</a> ", address(year, month), name(month)))
        .concat();
    let days: String = (1..29).map(|day| format!("<td>{day}")).collect();
    let title = format!("<h1>Events in {} {year}</h1>", name(month));
    Reply::html(format!("{title}{links}<table><tr>{days}</table>{more}"))
}

/// Year and month in a text like `2031-05`.
fn parse(text: &str) -> Option<(usize, usize)> {
    let (year, month) = text.split_once(['-', '/'])?;
    Some((year.parse().ok()?, month.trim_end_matches('/').parse().ok()?))
}

async fn crawl(server: &Server, options: CrawlOptions) -> (CrawlSummary, Arc<MemoryJournal>) {
    let journal = Arc::new(MemoryJournal::default());
    (run(server, "/", &options, &journal).await.unwrap(), journal)
}

fn asked(server: &Server, prefix: &str) -> usize {
    server.paths().iter().filter(|path| path.starts_with(prefix)).count()
}

#[tokio::test]
async fn calendars_of_every_form_are_given_up_soon() {
    type Form = (&'static str, fn(&Request) -> Option<(usize, usize)>, fn(usize, usize) -> String);
    let forms: [Form; 3] = [
        (
            "/cal?month=",
            |request| parse(request.path.strip_prefix("/cal?month=")?),
            |year, month| format!("/cal?month={year}-{month:02}"),
        ),
        (
            "/events/",
            |request| parse(request.path.strip_prefix("/events/")?),
            |year, month| format!("/events/{year}/{month:02}/"),
        ),
        (
            "/rooms/",
            |request| {
                parse(request.path.strip_prefix("/rooms/")?.split_once('/')?.1.split_once('/')?.1)
            },
            |year, month| format!("/rooms/red/dates/{year}-{month:02}"),
        ),
    ];
    for (prefix, read, address) in forms {
        for order in [Order::Diverse, Order::BreadthFirst] {
            let server = Server::start(move |request| match read(request) {
                Some((year, number)) => month(year, number, address, "<p>Nothing is planned."),
                None => shop(&request.path, &[&address(2026, 11)]),
            });
            let (summary, journal) = crawl(&server, CrawlOptions { order, ..options() }).await;
            assert_eq!(summary.end, EndReason::Complete);
            let dates = asked(&server, prefix);
            assert!((10..=30).contains(&dates), "{dates} of {prefix} with {order:?}");
            assert_eq!(journal.paths().len(), 61 + dates, "all goods are there");
            assert!(summary.skipped["endless calendar"] > 0);
        }
    }
}

#[tokio::test]
async fn the_days_of_a_calendar_go_with_its_months() {
    for (days, months) in [("/day?date=", "/cal?month="), ("/cal/", "/cal/")] {
        let server = Server::start(move |request| {
            let written =
                |prefix| request.path.strip_prefix(prefix).map(|date| date.replace('/', "-"));
            let day = written(days).filter(|date| date.matches('-').count() == 2);
            match written(months).as_deref().and_then(parse) {
                _ if day.is_some() => Reply::html(page("A day", &["/"]) + "<p>Nothing is planned."),
                Some((year, number)) => {
                    let day =
                        |day| format!("<a href='{days}{year}-{number:02}-{day:02}'>{day}</a>");
                    let address = |year, month| format!("{months}{year}-{month:02}");
                    month(year, number, address, &(1..29).map(day).collect::<String>())
                }
                None => shop(&request.path, &[&format!("{months}2026-11")]),
            }
        });
        let (summary, _) = crawl(&server, options()).await;
        assert_eq!(summary.end, EndReason::Complete);
        let dates = server.paths().iter().filter(|path| path.contains("20")).count();
        assert!(dates <= 60, "{dates} requests for {days}");
    }
}

#[tokio::test]
async fn an_archive_whose_months_show_something_is_fetched_to_its_end() {
    let address = |year: usize, month: usize| format!("/archive/{year}/{month:02}/");
    let server = Server::start(move |request| {
        match request.path.strip_prefix("/archive/").and_then(parse) {
            Some((year, number)) if (2020..2026).contains(&year) => {
                let text = prose(year * 12 + number);
                month(year, number, address, &format!("<h2>{text}</h2>"))
            }
            Some(_) => Reply::status(404),
            None => shop(&request.path, &[&address(2025, 12)]),
        }
    });
    // It leads to nothing but months, so it has a twentieth of the pages.
    let options = CrawlOptions { max_pages: 2000, ..options() };
    let (_, journal) = crawl(&server, options).await;
    let months = journal.paths().iter().filter(|path| path.starts_with("/archive")).count();
    assert_eq!(months, 72);
}

#[tokio::test]
async fn endless_months_of_text_have_a_twentieth_of_the_pages() {
    let address = |year: usize, month: usize| format!("/archive/{year}/{month:02}/");
    let server = Server::start(move |request| {
        match request.path.strip_prefix("/archive/").and_then(parse) {
            Some((year, number)) => {
                let text = prose(year * 12 + number);
                month(year, number, address, &format!("<h2>{text}</h2>"))
            }
            None => shop(&request.path, &[&address(2025, 12)]),
        }
    });
    let options = CrawlOptions { max_pages: 300, ..options() };
    let (summary, journal) = crawl(&server, options).await;
    assert_eq!(summary.end, EndReason::Complete);
    let months = journal.paths().iter().filter(|path| path.starts_with("/archive")).count();
    // What was chosen before the last ones were settled comes besides.
    assert!((15..=15 + 16).contains(&months), "{months} months");
    assert_eq!(journal.paths().len(), 61 + months, "all goods are there");
}

#[tokio::test]
async fn links_that_do_something_are_followed_only_if_asked() {
    let actions = [
        "/cart/add/7",
        "/?add-to-cart=7",
        "/logout",
        "/comments/7/delete",
        "/w?title=Lamp&action=edit",
        "/vote?id=7",
    ];
    let server = Server::start(move |request| {
        let does = actions.contains(&request.path.as_str());
        let sent = "<a href=/gone data-method=delete>remove</a>";
        match request.path.as_str() {
            "/gone" => Reply::html(page("Gone", &[])),
            "/" => {
                let mut reply = shop("/", &actions);
                reply.body.extend_from_slice(sent.as_bytes());
                reply
            }
            path if does => Reply::html(page(&format!("Done {path}"), &[])),
            path => shop(path, &[]),
        }
    });
    let (summary, journal) = crawl(&server, options()).await;
    assert_eq!(summary.pages, 61);
    let (reason, count) = summary.skipped.iter().next().unwrap();
    assert!(reason.contains("does something") && *count == 6, "{reason}: {count}");
    let state = FrontierState::Skipped(SkipReason::Action("vote".to_owned()));
    assert_eq!(journal.state_of("/vote?id=7"), Some(state));
    assert_eq!(server.paths().len(), 61);

    let scope = ScopeRules { actions: true, ..ScopeRules::default() };
    let all = run(&server, "/", &CrawlOptions { scope, ..options() }, &journal).await.unwrap();
    assert_eq!((all.pages, all.fetched), (67, 6), "what was left is taken up");
    assert_eq!(server.count("/gone"), 0, "no link, but a request of another kind");

    let named = CrawlOptions { max_pages: 1, ..options() };
    let journal = Arc::new(MemoryJournal::default());
    let one = run(&server, "/vote?id=7", &named, &journal).await.unwrap();
    assert_eq!(one.pages, 1, "the user names it");
}

#[tokio::test]
async fn other_views_of_a_page_come_after_pages() {
    let views: Vec<String> = ["sort=price", "print=1", "filter[color]=red", "replytocom=3"]
        .iter()
        .map(|view| format!("/goods/1?{view}"))
        .collect();
    let server = Server::start(move |request| {
        let (path, view) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let views: Vec<&str> = views.iter().map(String::as_str).collect();
        let mut reply = shop(path, &views);
        reply.body.extend_from_slice(format!("<p>as seen by {view}").as_bytes());
        reply
    });
    let options = CrawlOptions { max_pages: 40, order: Order::Diverse, ..options() };
    let (_, journal) = crawl(&server, options).await;
    let seen = journal.paths().iter().filter(|path| path.contains('?')).count();
    assert!(seen <= 4, "{seen} of 40 pages show what others show");
}
