//! Crawls of the URLs in a list.

use crate::support::{Reply, Scratch, Server};
use std::thread;
use std::time::Duration;

/// Pages that say the same, for what is asked for by name is fetched all the same.
fn server() -> Server {
    Server::start(|path| match path {
        "/robots.txt" => {
            Reply { content_type: "text/plain", ..Reply::html("User-agent: *\nDisallow: /no") }
        }
        "/gone" => Reply::status(404),
        _ => {
            thread::sleep(Duration::from_millis(5));
            Reply::html("<title>A page</title><p>with <a href=/other>a link</a> and words")
        }
    })
}

fn crawl(list: &str, more: &[&str]) -> Vec<String> {
    let fixed = ["crawl", "--list", list, "--allow-private", "--delay", "0"];
    fixed.iter().chain(more).map(|&arg| arg.to_owned()).collect()
}

fn paths(scratch: &Scratch) -> Vec<String> {
    let pages = scratch.run(["pages"]).expect_code(0).json_lines();
    let path = |url: &str| url.splitn(4, '/').nth(3).map(|path| format!("/{path}"));
    pages.iter().map(|page| page["url"].as_str().and_then(path).expect("a URL")).collect()
}

#[test]
fn a_list_is_fetched_as_it_stands_and_no_link_is_followed() {
    let (one, two, scratch) = (server(), server(), Scratch::new());
    let lines = [
        "# what was new this week",
        &one.url("/a?sort=up"),
        "",
        &two.url("/b"),
        "not an address",
        &one.url("/no/c"),
        &one.url("/gone"),
        &one.url("/a?sort=down"),
        &one.url("/a?sort=up"),
    ];
    let list = scratch.write("urls.txt", lines.join("\r\n")).display().to_string();
    let run = scratch.run(crawl(&list, &[])).expect_code(0);
    assert!(run.stderr.contains("urls.txt, line 5") && run.stderr.contains("robots.txt"));
    let mut stored = paths(&scratch);
    stored.sort();
    assert_eq!(stored, ["/a?sort=down", "/a?sort=up", "/b"]);
    let mut asked = one.requests();
    asked.sort();
    assert_eq!(asked, ["/a?sort=down", "/a?sort=up", "/gone", "/robots.txt"]);
    assert_eq!(two.requests(), ["/robots.txt", "/b"]);
}

#[test]
fn a_list_comes_from_standard_input_and_goes_on_where_it_stopped() {
    let (server, scratch) = (server(), Scratch::new());
    let urls: String = (0..30).map(|n| server.url(&format!("/{n}\n"))).collect();
    let part = scratch.run_with_input(crawl("-", &["--max-pages", "12"]), urls.clone());
    part.expect_code(0);
    assert_eq!(paths(&scratch).len(), 12);
    scratch.run_with_input(crawl("-", &[]), urls).expect_code(0);
    assert_eq!(paths(&scratch).len(), 30);
    let pages = server.requests().iter().filter(|path| *path != "/robots.txt").count();
    assert_eq!(pages, 30, "none is fetched twice");
}

#[test]
fn a_list_joins_a_crawl_without_going_on_with_it() {
    let (server, scratch) = (Server::demo(), Scratch::new());
    let args = ["crawl", &server.url("/"), "--allow-private", "--delay", "0", "--max-pages", "1"];
    scratch.run(args).expect_code(0);
    let before = server.requests().len();
    let wanted = ["/product/brass-storm-lantern/", "/"];
    let urls: String = wanted.iter().map(|path| server.url(path) + "\n").collect();
    let list = scratch.write("urls.txt", urls).display().to_string();
    scratch.run(crawl(&list, &[])).expect_code(0);
    let mut asked = server.requests().split_off(before);
    asked.retain(|path| path != "/robots.txt");
    assert_eq!(asked, wanted[..1], "the start page is stored, and the queue is left alone");
}

#[test]
fn lists_without_an_address_are_usage_errors() {
    let scratch = Scratch::new();
    let list = scratch.write("urls.txt", "# nothing\nnothing\n").display().to_string();
    scratch.run(crawl(&list, &[])).expect_code(2);
    scratch.run(crawl("/no/such/file", &[])).expect_code(1);
    scratch.run(["crawl"]).expect_code(2);
    scratch.run(["crawl", "http://a.example/", "--list", &list]).expect_code(2);
    assert!(!scratch.path("store").exists());
}
