//! Lists on many pages, and how pages stand to others.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;

use common::journal::MemoryJournal;
use common::server::{Reply, Request, Server};
use common::{options, page, run};
use sitewrap_crawl::{CrawlOptions, Order};
use sitewrap_model::ListPage;
use std::sync::Arc;

/// A different text for each number.
fn text(number: usize) -> String {
    let words = ["stone", "river", "cloud", "brass", "lamp", "oak", "chair", "wind"];
    let word = |n: usize| words[(number * 31 + n * n * 7 + number / (n + 1)) % words.len()];
    (0..20).map(word).collect::<Vec<_>>().join(" ")
}

/// Three shelves of 200 pages with three items each; `style` says how a page is addressed, and
/// what leads to the next one.
fn shelves(request: &Request, style: &str) -> Reply {
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let digits = |text: &str| -> usize {
        text.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(1)
    };
    match &parts[..] {
        [] => Reply::html(page("top", &["/shelf/a/", "/shelf/b/", "/shelf/c/"])),
        ["shelf", name, rest @ ..] => {
            let number = digits(if style == "path" { rest.last().unwrap_or(&"1") } else { query });
            let seed = number * 3 + name.len() * 1000 + usize::from(name.as_bytes()[0]) * 5000;
            let items: String = (0..3)
                .map(|n| {
                    format!("<li class=card><a href='/item/i-{}'>{}</a>", seed + n, text(seed + n))
                })
                .collect();
            let to = |n: usize| match style {
                "path" => format!("/shelf/{name}/page/{n}/"),
                _ => format!("/shelf/{name}/?page={n}"),
            };
            let pager = match style {
                "numbers" => (number.saturating_sub(2).max(1)..number + 3)
                    .map(|n| format!("<a href='{}'>{n}</a>", to(n)))
                    .collect(),
                _ => format!("<a href='{}'>Weiter &raquo;</a>", to(number + 1)),
            };
            Reply::html(format!(
                "<title>{name}</title><ul>{items}</ul><div class=pager>{pager}</div>"
            ))
        }
        ["item", name] => Reply::html(format!(
            "<article class=item><h1>{0}</h1><p class=price>{1}</p><table><tr><td>{0}</table></article>",
            text(digits(name)),
            digits(name),
        )),
        _ => Reply::status(404),
    }
}

#[tokio::test]
async fn lists_are_followed_far_enough_and_their_pages_are_known_as_such() {
    for style in ["numbers", "words", "path"] {
        let server = Server::start(move |request| shelves(request, style));
        let journal = Arc::new(MemoryJournal::default());
        let options = CrawlOptions { order: Order::Diverse, max_pages: 200, ..options() };
        run(&server, "/", &options, &journal).await.unwrap();
        let shelves = journal.paths().iter().filter(|path| path.starts_with("/shelf")).count();
        assert!((15..=70).contains(&shelves), "{shelves} of 200 pages are lists with {style}");
        let second = if style == "path" { "/shelf/a/page/2/" } else { "/shelf/a/?page=2" };
        let relations = journal.relations(&server.url(second)).unwrap();
        let list = ListPage { first: server.url("/shelf/a/").into(), number: 2 };
        assert_eq!(relations.list, Some(list), "{style}");
        let first = journal.relations(&server.url("/shelf/a/")).unwrap();
        assert_eq!(first.list.map(|list| list.number), Some(1), "{style}");
        if style == "words" {
            assert_eq!(first.next, Some(server.url("/shelf/a/?page=2")));
        }
    }
}

#[tokio::test]
async fn canonical_addresses_languages_and_neighbours_are_noted() {
    let server = Server::start(|request| match request.path.as_str() {
        "/" => Reply::html(
            "<base href='/x/'><link rel=canonical href='../'><link rel=alternate hreflang=de-AT \
             href='/at/'><link rel='alternate' hreflang='x-default' href='//example.com/'>\
             <a href='/at/'>AT</a><a href='/plain'>plain</a>",
        ),
        "/at/" => Reply::html("<link rel=prev href='/'><link rel='next' href='/2'><p>AT")
            .with("Link", "</ours>; rel=canonical, </3>; rel=next")
            .with("Link", "</fr/>; rel=\"alternate\"; hreflang=fr"),
        "/fr/" => Reply::html("<p>FR"),
        "/plain" => Reply::html("<p>nothing to say"),
        _ => Reply::status(404),
    });
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options(), &journal).await.unwrap();
    let start = journal.relations(&server.url("/")).unwrap();
    assert_eq!(start.canonical, Some(server.url("/")));
    let languages = [
        ("de-at".to_owned(), server.url("/at/")),
        ("x-default".into(), "http://example.com/".into()),
    ];
    assert_eq!(start.languages, languages);
    let at = journal.relations(&server.url("/at/")).unwrap();
    assert_eq!((at.prev, at.next), (Some(server.url("/")), Some(server.url("/2"))));
    assert_eq!(at.list, None, "chapters are no list");
    assert_eq!(at.canonical, Some(server.url("/ours")), "headers count where the page is silent");
    assert_eq!(at.languages, [("fr".to_owned(), server.url("/fr/"))]);
    assert!(journal.paths().contains(&"/fr/".to_owned()));
    assert_eq!(journal.relations(&server.url("/plain")), None);
}

#[tokio::test]
async fn of_many_sitemaps_some_of_each_kind_are_read() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::text("Sitemap: /index.xml"),
        "/index.xml" => {
            let goods = (1..=100).map(|n| format!("/goods_{n}.xml?from={}", n * 7));
            let files = goods.chain(["/about.xml".to_owned()]);
            let files = files.map(|file| format!("<sitemap><loc>{file}</loc></sitemap>"));
            Reply::text(&format!("<sitemapindex>{}</sitemapindex>", files.collect::<String>()))
        }
        "/about.xml" => Reply::text("<urlset><url><loc>/about</loc></url></urlset>"),
        path if path.starts_with("/goods_") => Reply::text("<urlset><url><loc>/goods</loc></url>"),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { sitemaps: true, ..options() };
    run(&server, "/", &options, &journal).await.unwrap();
    let mut paths = journal.paths();
    paths.sort();
    assert_eq!(paths, ["/", "/about", "/goods"]);
    let read = server.paths().iter().filter(|path| path.contains(".xml")).count();
    assert_eq!(read, 64, "and no more than is fitting");
}
