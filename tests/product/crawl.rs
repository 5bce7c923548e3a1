//! Crawls over HTTP: resume, interruption, robots.txt.

use crate::support::{Reply, Scratch, Server, wait};
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

fn crawl(server: &Server, more: &[&str]) -> Vec<String> {
    let mut args = vec!["crawl".to_owned(), server.url("/")];
    args.extend(["--allow-private", "--delay", "0"].map(str::to_owned));
    args.extend(more.iter().map(|&arg| arg.to_owned()));
    args
}

fn stored(scratch: &Scratch) -> u64 {
    let status = scratch.run(["status"]).expect_code(0).json_lines();
    status[0]["pages"].as_u64().expect("a number")
}

#[track_caller]
fn assert_no_page_twice(server: &Server) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for path in server.requests() {
        *counts.entry(path).or_default() += 1;
    }
    // What tells the site's rules and addresses is asked for by each run.
    counts.retain(|path, count| *count > 1 && !path.ends_with(".txt") && !path.ends_with(".xml"));
    assert!(counts.is_empty(), "{counts:?}");
}

#[test]
fn a_crawl_goes_on_where_it_stopped() {
    let (server, scratch) = (Server::demo(), Scratch::new());
    scratch.run(crawl(&server, &["--max-pages", "20"])).expect_code(0);
    assert_eq!(stored(&scratch), 20);
    scratch.run(crawl(&server, &["--max-pages", "50"])).expect_code(0);
    assert_eq!(stored(&scratch), 50);
    scratch.run(crawl(&server, &[])).expect_code(0);
    assert!(stored(&scratch) >= 80);
    assert_no_page_twice(&server);
    assert!(!server.requests().iter().any(|path| path.starts_with("/basket/")), "robots.txt");
}

#[test]
fn nothing_is_fetched_when_all_is_there() {
    let (server, scratch) = (Server::demo(), Scratch::new());
    scratch.run(crawl(&server, &["--max-pages", "10"])).expect_code(0);
    let run = scratch.run(crawl(&server, &["--max-pages", "10"])).expect_code(0);
    assert!(
        run.stderr.contains("--max-pages") && run.stderr.contains("--refresh"),
        "{}",
        run.stderr
    );
    assert_no_page_twice(&server);
}

/// The demo site, slow enough to be interrupted.
fn slow_demo() -> Server {
    Server::start(|path| {
        thread::sleep(Duration::from_millis(20));
        crate::support::demo_page("site", path)
            .unwrap_or_else(|| crate::support::Reply::status(404))
    })
}

fn after_requests(server: &Server, count: usize) {
    while server.requests().len() < count {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Interrupts a crawl by a signal, and lets it go on.
#[cfg(unix)]
fn assert_ends_cleanly(signal: &str) {
    let (server, scratch) = (slow_demo(), Scratch::new());
    let mut command = scratch.command(crawl(&server, &[]));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    after_requests(&server, 15);
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
    let run = wait(child).expect_code(130);
    assert!(run.last_message().contains("goes on from here"), "{}", run.stderr);
    let kept = stored(&scratch);
    assert!((5..80).contains(&kept), "{kept} pages");
    scratch.run(crawl(&server, &["--max-pages", "60"])).expect_code(0);
    assert_eq!(stored(&scratch), 60);
    assert_no_page_twice(&server);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_fetched() {
    assert_ends_cleanly("-INT");
}

#[cfg(unix)]
#[test]
fn the_signal_to_end_keeps_what_was_fetched() {
    assert_ends_cleanly("-TERM");
}

#[test]
fn a_killed_crawl_goes_on_where_it_stopped() {
    let (server, scratch) = (slow_demo(), Scratch::new());
    for requests in [10, 30, 50] {
        let mut command = scratch.command(crawl(&server, &[]));
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        after_requests(&server, requests);
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
    }
    scratch.run(crawl(&server, &[])).expect_code(0);
    let complete = Scratch::new();
    complete.run(crawl(&Server::demo(), &[])).expect_code(0);
    assert_eq!(stored(&scratch), stored(&complete));
}

/// Kinds of pages are learned anew while a crawl goes on; what is queued for a refresh is not queued twice.
#[test]
fn a_refresh_asks_for_each_page_once() {
    let (server, scratch) = (Server::demo(), Scratch::new());
    scratch.run(crawl(&server, &[])).expect_code(0);
    let pages = stored(&scratch);
    let run = scratch.run(crawl(&server, &["--refresh"])).expect_code(0);
    assert_eq!(stored(&scratch), pages, "{}", run.stderr);
    for page in scratch.run(["pages"]).expect_code(0).json_lines() {
        assert_eq!((&page["checks"], &page["changes"]), (&1.into(), &0.into()), "{page}");
    }
}

#[test]
fn a_first_crawl_that_gets_no_page_leaves_no_store() {
    let scratch = Scratch::new();
    let server = Server::start(|_| Reply::status(404));
    let crawl = |code: i32| {
        scratch
            .run(["crawl", &server.url("/"), "--allow-private", "--delay", "0"])
            .expect_code(code)
    };
    crawl(1);
    assert!(!scratch.path("store").exists());
    std::fs::create_dir(scratch.path("store")).expect("a folder");
    crawl(1);
    assert!(scratch.path("store").exists(), "what was there stays");
    let status = scratch.run(["status"]).expect_code(0).json_lines();
    let created = status[0]["created_at"].as_str().expect("a time");
    assert!(created.starts_with("20") && created.ends_with('Z'), "{created}");
}

#[test]
fn style_sheets_are_stored_where_they_are_asked_for_and_counted() {
    let server = Server::start(|path| match path {
        "/main.css" => {
            Reply { content_type: "text/css", ..Reply::html("@import 'base.css'; p {}") }
        }
        "/base.css" => Reply { content_type: "text/css", ..Reply::html("b {}") },
        "/" | "/a" | "/b" => {
            let links = "<a href=/a>A</a> <a href=/b>B</a>";
            Reply::html(format!("<link rel=stylesheet href=/main.css><h1>{path}</h1>{links}"))
        }
        _ => Reply::status(404),
    });
    let scratch = Scratch::new();
    let sheets = |scratch: &Scratch| {
        let status = &scratch.run(["status"]).expect_code(0).json_lines()[0];
        (status["style_sheets"].as_u64(), status["style_sheet_bytes"].as_u64())
    };
    scratch.run(crawl(&server, &["--max-pages", "1"])).expect_code(0);
    assert_eq!(sheets(&scratch), (Some(0), Some(0)));
    let run = scratch.run(crawl(&server, &["--assets", "css"])).expect_code(0);
    assert!(run.stderr.contains("1 style sheet is stored beside the pages"), "{}", run.stderr);
    assert_eq!(sheets(&scratch), (Some(1), Some("b {} p {}".len() as u64)));
    scratch.run(crawl(&server, &["--assets", "css", "--max-pages", "2"])).expect_code(0);
    let asked = server.requests();
    assert_eq!(asked.iter().filter(|path| *path == "/main.css").count(), 1, "{asked:?}");
    assert!(scratch.run(["status", "--verify"]).expect_code(0).stderr.contains("rows are whole"));
}
