//! Style sheets are stored beside the pages, with the manners of a crawl.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;

use common::journal::MemoryJournal;
use common::server::{Reply, Server};
use common::{options, run};
use sitewrap_crawl::{CrawlOptions, Journal, STYLE_SHEET_BYTES, STYLE_SHEET_STATE};
use std::sync::Arc;

fn with_style_sheets() -> CrawlOptions {
    CrawlOptions { style_sheets: true, ..options() }
}

/// What the journal keeps of a style sheet; `None` if it was not asked for.
fn kept(journal: &MemoryJournal, url: &str) -> Option<String> {
    let css = journal.state(&format!("{STYLE_SHEET_STATE}{url}")).unwrap()?;
    Some(String::from_utf8(css).unwrap())
}

fn css(body: &str) -> Reply {
    Reply::new(200, "text/css", body)
}

fn site(path: &str) -> Reply {
    match path {
        "/robots.txt" => Reply::text("User-agent: *\nDisallow: /private/\n"),
        "/" => Reply::html(
            "<link rel=stylesheet href=/main.css><link rel=stylesheet href=/main.css#x>\
             <link rel=stylesheet href=/print.css media=print><link rel='alternate stylesheet' href=/alt.css>\
             <link rel=stylesheet href=/private/x.css><link rel=stylesheet href=/gone.css>\
             <link rel=stylesheet href=/page.css><link rel=stylesheet href=/large.css><a href=/two>two</a>",
        ),
        "/two" => {
            Reply::html("<link rel=stylesheet href=main.css><link rel=stylesheet href=two.css>Two")
        }
        "/main.css" => css("@import url('/in/base.css'); p { color: red }"),
        "/in/base.css" => css("@import 'deeper.css'; b { color: blue }"),
        "/two.css" => Reply::redirect("/in/two.css"),
        "/in/two.css" => css("i {}"),
        "/page.css" => Reply::html("<h1>Not found</h1>"),
        "/large.css" => css(&"x".repeat(STYLE_SHEET_BYTES + 1)),
        _ => Reply::status(404),
    }
}

#[tokio::test]
async fn style_sheets_are_stored_once_with_what_they_import() {
    let server = Server::start(|request| site(&request.path));
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &with_style_sheets(), &journal).await.unwrap();
    let main = kept(&journal, &server.url("/main.css")).unwrap();
    assert!(main.contains("b { color: blue }") && main.ends_with(" p { color: red }"), "{main}");
    assert_eq!(kept(&journal, &server.url("/two.css")).as_deref(), Some("i {}"));
    for refused in ["/private/x.css", "/gone.css", "/page.css", "/large.css"] {
        assert_eq!(kept(&journal, &server.url(refused)).as_deref(), Some(""), "{refused}");
    }
    for unasked in ["/print.css", "/alt.css", "/private/x.css", "/in/deeper.css"] {
        assert_eq!(server.count(unasked), 0, "{unasked}");
    }
    assert_eq!(server.count("/main.css"), 1);
}

#[tokio::test]
async fn style_sheets_are_fetched_only_where_they_are_asked_for() {
    let server = Server::start(|request| site(&request.path));
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(server.count("/main.css"), 0);
    // A later crawl knows them from the pages that are stored.
    run(&server, "/", &with_style_sheets(), &journal).await.unwrap();
    assert_eq!((server.count("/"), server.count("/main.css")), (1, 1));
    assert!(kept(&journal, &server.url("/main.css")).is_some());
}

#[tokio::test]
async fn what_a_kill_leaves_is_gone_on_from_and_nothing_is_fetched_twice() {
    let server = Server::start(|request| site(&request.path));
    for commits in 1..6 {
        let before = server.count("/main.css");
        let journal = Arc::new(MemoryJournal::failing_after(commits));
        let first = CrawlOptions { max_pages: 1, ..with_style_sheets() };
        let outcome = run(&server, "/", &first, &journal).await;
        let journal = Arc::new(journal.copy());
        let was_kept = kept(&journal, &server.url("/main.css")).is_some();
        run(&server, "/", &with_style_sheets(), &journal).await.unwrap();
        for sheet in ["/main.css", "/two.css"] {
            let css = kept(&journal, &server.url(sheet));
            assert!(css.is_some_and(|css| !css.is_empty()), "{commits}: {sheet}, {outcome:?}");
        }
        let again = usize::from(!was_kept);
        assert_eq!(server.count("/main.css") - before, 1 + again, "{commits}");
    }
}

#[tokio::test]
async fn hosts_of_the_readers_own_network_are_not_asked_for_style_sheets() {
    let other = Server::start(|_| css("p {}"));
    let url = other.url("/x.css");
    let page = format!("<link rel=stylesheet href='{url}'>Some text of the page.");
    let server = Server::start(move |request| match request.path.as_str() {
        "/" => Reply::html(page.clone()),
        _ => Reply::status(404),
    });
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &with_style_sheets(), &journal).await.unwrap();
    assert!(other.log().is_empty(), "{:?}", other.log());
    assert_eq!(kept(&journal, &url), None);
}
