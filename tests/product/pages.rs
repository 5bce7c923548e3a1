//! What is stored, listed and given out again: `pages`, and archives.

use crate::support::{Reply, Scratch, Server, demo_store};
use serde_json::Value;
use std::fs;

/// A site of two pages, one of them behind a redirect-free link, with bytes that are not UTF-8.
fn small_site() -> Server {
    Server::start(|path| match path {
        "/" => Reply::html("<title>Start</title><a href=/b%20c>B</a> <a href=/gone>Gone</a>"),
        "/b%20c" => Reply::html(b"<title>B</title><p>caf\xe9".to_vec()),
        _ => Reply::status(404),
    })
}

fn crawl(server: &Server, scratch: &Scratch, more: &[&str]) {
    let url = server.url("/");
    let args = ["crawl", &url, "--allow-private", "--delay", "0", "--no-sitemaps"];
    scratch.run(args.iter().chain(more)).expect_code(0);
}

#[test]
fn stored_pages_are_listed_and_given_out_as_fetched() {
    let (server, scratch) = (small_site(), Scratch::new());
    crawl(&server, &scratch, &[]);
    let pages = scratch.run(["pages"]).expect_code(0).json_lines();
    assert_eq!(pages.len(), 2);
    let [first, second] = &pages[..] else { panic!("{pages:?}") };
    assert_eq!((&first["depth"], &first["referrer"]), (&Value::from(0), &Value::Null));
    assert_eq!(second["url"], server.url("/b%20c"));
    assert_eq!(second["final_url"], second["url"]);
    assert_eq!(second["referrer"], first["url"]);
    assert_eq!(second["status"], 200);
    assert_eq!(second["bytes"], 23);
    assert_eq!(second["content_type"], "text/html");
    assert!(second["fetched_at"].as_str().is_some_and(|time| time.ends_with('Z')), "{second}");

    let body = |url: &str| {
        let output = scratch.command(["pages", "--body", url]).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    // As the crawl writes the URL, and as people do.
    assert_eq!(body(&server.url("/b%20c")), b"<title>B</title><p>caf\xe9");
    assert_eq!(body(&server.url("/b c")), b"<title>B</title><p>caf\xe9");
    let missing = scratch.run(["pages", "--body", &server.url("/gone")]).expect_code(1);
    assert!(missing.last_message().contains("HTTP 404"), "{}", missing.stderr);
    let unknown = scratch.run(["pages", "--body", "http://a.example/"]).expect_code(1);
    assert!(unknown.last_message().contains("sitewrap pages"), "{}", unknown.stderr);
}

#[test]
fn pages_tell_how_they_stand_to_others() {
    let server = Server::start(|path| {
        let (path, page) = path.split_once("?page=").unwrap_or((path, "1"));
        match path {
            "/" => Reply::html(
                "<link rel=canonical href=/home><link rel=alternate hreflang=DE href=/de/>\
                 <link rel=alternate hreflang=fr href=/fr/><title>Start</title><a href=/list>L</a>",
            ),
            "/list" => {
                let links: String =
                    (1..=4).map(|n| format!("<a href='?page={n}'>{n}</a> ")).collect();
                Reply::html(format!("<title>List {page}</title><p>{links}"))
            }
            "/de/" => Reply::html("<title>DE</title><link rel=prev href=/><link rel=next href=/x>"),
            _ => Reply::status(404),
        }
    });
    let scratch = Scratch::new();
    crawl(&server, &scratch, &[]);
    let pages = scratch.run(["pages"]).expect_code(0).json_lines();
    let page = |path: &str| pages.iter().find(|page| page["url"] == server.url(path)).expect(path);
    let start = page("/");
    assert_eq!(start["canonical"], server.url("/home"));
    assert_eq!(start["languages"]["de"], server.url("/de/"));
    assert_eq!(start["list_first"], Value::Null);
    assert_eq!(page("/de/")["prev"], server.url("/"));
    assert_eq!(page("/de/")["next"], server.url("/x"));
    assert_eq!(page("/list")["list_page"], 1);
    for number in 2..=4 {
        let page = page(&format!("/list?page={number}"));
        assert_eq!(
            (&page["list_page"], &page["list_first"]),
            (&number.into(), &Value::from(server.url("/list")))
        );
    }
    let csv = scratch.run(["pages", "--format", "csv"]).expect_code(0).stdout;
    assert!(csv.contains(&format!("de={} fr=", server.url("/de/"))), "{csv}");
    let table = scratch.run(["pages", "--format", "table"]).expect_code(0).stdout;
    assert!(table.lines().next().is_some_and(|line| line.contains("  list page  ")), "{table}");
}

#[test]
fn pages_have_their_type_once_they_are_clustered() {
    let scratch = demo_store();
    let pages = scratch.run(["pages"]).expect_code(0).json_lines();
    let clusters = scratch.run(["clusters"]).expect_code(0).json_lines();
    let types = |lines: &[Value]| lines.iter().map(|l| l["page_type"].clone()).collect::<Vec<_>>();
    assert_eq!(types(&pages), types(&clusters));
    let page_type = pages[0]["page_type"].as_str().expect("a type");
    let some = scratch.run(["pages", "--page-type", page_type]).expect_code(0).json_lines();
    assert!(some.len() < pages.len() && some.iter().all(|page| page["page_type"] == page_type));
    scratch.run(["pages", "--page-type", "no-such-type"]).expect_code(3);
    let csv = scratch.run(["pages", "--format", "csv"]).expect_code(0).stdout;
    assert!(csv.starts_with("url,status,content_type,bytes,depth,referrer,fetched_at,"), "{csv}");
    assert_eq!(csv.lines().count(), pages.len() + 1);
    let table = scratch.run(["pages", "--format", "table"]).expect_code(0).stdout;
    assert!(table.starts_with("status  bytes  depth  fetched  page type"), "{table}");
}

/// What an archive holds, as another store sees it.
fn bodies(archive: &str) -> Vec<(String, u64)> {
    let scratch = Scratch::new();
    scratch.run(["import", archive]).expect_code(0);
    let pages = scratch.run(["pages"]).expect_code(0).json_lines();
    let one = |page: &Value| (page["url"].to_string(), page["bytes"].as_u64().expect("a number"));
    let mut pages: Vec<_> = pages.iter().map(one).collect();
    pages.sort();
    pages
}

#[test]
fn an_archive_holds_what_the_store_holds_however_it_came_to_be() {
    let (server, scratch) = (Server::demo(), Scratch::new());
    let archive = scratch.path("site.warc.gz").display().to_string();
    // The first pages come without an archive, the next with it, the last after it was cut short.
    crawl(&server, &scratch, &["--max-pages", "10"]);
    crawl(&server, &scratch, &["--max-pages", "40", "--warc", &archive]);
    assert_eq!(bodies(&archive).len(), 40);
    let whole = fs::read(&archive).expect("the archive");
    fs::write(&archive, &whole[..whole.len() * 2 / 3]).expect("it is cut");
    crawl(&server, &scratch, &["--warc", &archive]);

    let later = scratch.path("later.warc.gz").display().to_string();
    scratch.run(["pages", "--warc", &later]).expect_code(0);
    let pages = scratch.run(["pages"]).json_lines();
    assert!(pages.len() >= 80);
    assert_eq!(bodies(&archive).len(), pages.len());
    assert_eq!(bodies(&archive), bodies(&later));

    let size = fs::metadata(&archive).expect("the archive").len();
    scratch.run(["pages", "--warc", &archive]).expect_code(0);
    assert_eq!(fs::metadata(&archive).expect("the archive").len(), size, "nothing was missing");
}
