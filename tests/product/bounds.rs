//! Bounds on what is read, fetched and waited for; what they cut off is told.

use crate::support::{Reply, Scratch, Server, demo_folder, demo_store, wait};
use std::fs;
use std::io::Read;
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
#[test]
fn a_manifest_that_names_a_pipe_is_not_waited_for() {
    let scratch = Scratch::new();
    let line =
        |name: &str| format!("{{\"url\":\"http://a.example/{name}\",\"file\":\"{name}\"}}\n");
    scratch.write("in/pages.jsonl", line("pipe") + &line("page.html"));
    scratch.write("in/page.html", "<p>text");
    let made = Command::new("mkfifo").arg(scratch.path("in/pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    let folder = scratch.path("in").display().to_string();
    let run = scratch.run(["import", &folder]).expect_code(4);
    assert!(run.stderr.contains("is not a file"), "{}", run.stderr);
    let pipe = scratch.path("in/pipe").display().to_string();
    scratch.run(["import", &pipe]).expect_code(1);
}

#[cfg(unix)]
#[test]
fn a_server_that_never_answers_does_not_hold_up_the_end() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    let (asked, when_asked) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let mut held = Vec::new();
        for stream in listener.incoming().flatten() {
            let mut head = [0; 512];
            let read = (&stream).read(&mut head).unwrap_or_default();
            if head[..read].starts_with(b"GET /robots.txt") {
                let none = b"HTTP/1.1 404 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                let _ = std::io::Write::write_all(&mut &stream, none);
            } else {
                let _ = asked.send(());
                held.push(stream);
            }
        }
    });
    let scratch = Scratch::new();
    let mut command = scratch.command(["crawl", &url, "--allow-private", "--delay", "0"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    when_asked.recv_timeout(Duration::from_secs(30)).expect("the page is asked for");
    let begun = Instant::now();
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let run = wait(child);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}: {}", begun.elapsed(), run.stderr);
    run.expect_code(130);
    // The URL was not given up.
    let status = scratch.run(["status"]).expect_code(0).json_lines();
    assert_eq!(status[0]["frontier"]["queued"], 1, "{}", status[0]);
}

#[cfg(unix)]
#[test]
fn stores_and_archives_are_private_and_cookies_are_left_out() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::start(|path| match path {
        "/" => {
            Reply { content_type: "text/html\r\nSet-Cookie: session=secret", ..Reply::html("<p>A") }
        }
        _ => Reply::status(404),
    });
    let scratch = Scratch::new();
    let url = server.url("/");
    let (plain, told) = (scratch.path("plain.warc"), scratch.path("told.warc"));
    let crawl = ["crawl", &url, "--allow-private", "--delay", "0", "--warc"];
    let archive = |path: &std::path::Path| path.with_extension("warc.gz").display().to_string();
    let (plain, told) = (archive(&plain), archive(&told));
    scratch.run(crawl.into_iter().chain([&*plain])).expect_code(0);
    scratch.run(["pages", "--warc", &told, "--warc-cookies"]).expect_code(0);
    let mode = |path: &str| {
        let known = fs::metadata(path).expect("it is there");
        known.permissions().mode() & 0o777
    };
    assert_eq!(mode(&plain), 0o600);
    assert_eq!(mode(&scratch.path("store").display().to_string()), 0o700);
    let has_cookie = |path: &str| {
        let mut text = Vec::new();
        let file = fs::File::open(path).expect("it is there");
        flate2::read::MultiGzDecoder::new(file).read_to_end(&mut text).expect("gzip");
        String::from_utf8_lossy(&text).contains("session=secret")
    };
    assert!(!has_cookie(&plain));
    assert!(has_cookie(&told));
}

#[test]
fn what_bounds_cut_off_is_told() {
    let scratch = demo_store();
    let page = demo_folder().join("site/product/brass-parallel-rule/index.html");
    let page = fs::read_to_string(page).expect("a page");
    let filler = format!("<!--{}-->", "and so on ".repeat(1 << 20));
    let long = page.replace("</body>", &format!("{filler}</body>"));
    let long = scratch.write("long.html", long).display().to_string();
    let base = "http://demo.example/";
    let lines = scratch.run(["extract", &long, "--base-url", base]).expect_code(0).json_lines();
    assert_eq!(lines[0]["satisfied"], false, "{}", lines[0]["reason"]);
    let reason = lines[0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("read in part"), "{reason}");

    let links: String = (0..6000).map(|at| format!("<a href=/{at}>{at}</a>")).collect();
    let server = Server::start(move |path| match path {
        "/" => Reply::html(links.clone()),
        _ => Reply::status(404),
    });
    let scratch = Scratch::new();
    let url = server.url("/");
    let args = ["crawl", &url, "--allow-private", "--delay", "0", "--max-pages", "1"];
    let run = scratch.run(args).expect_code(0);
    assert!(run.stderr.contains("1 pages with more than 5000 links"), "{}", run.stderr);
}

#[test]
fn a_base_of_many_megabytes_costs_no_more_than_its_page() {
    let scratch = Scratch::new();
    for number in 0..2 {
        let base = format!("<base href=\"http://a.example/{}/\">", "x".repeat(8 << 20));
        let links: String = (0..12_000).map(|at| format!("<a href=l{at}>{at}</a>")).collect();
        scratch.write(&format!("site/{number}.html"), format!("{base}<p>{number}{links}"));
    }
    let site = scratch.path("site").display().to_string();
    let begun = Instant::now();
    scratch.run(["import", &site, "--base-url", "http://a.example/"]).expect_code(0);
    let run = scratch.run(["graph", "--format", "jsonl"]).expect_code(0);
    assert!(run.stdout.len() < 1 << 20);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
