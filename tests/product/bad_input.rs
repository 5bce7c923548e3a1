//! What the user or the web gets wrong: each has a clear message or an honest "no match".

use crate::support::{Reply, Scratch, Server, demo_folder, demo_store, wait};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;

/// Extracts files that no wrapper fits; gives the line of each.
#[track_caller]
fn extract_misfits(files: &[(&str, Vec<u8>)]) -> Vec<Value> {
    let scratch = demo_store();
    let mut args = vec!["extract".to_owned()];
    for (name, body) in files {
        args.push(scratch.write(name, body).display().to_string());
    }
    let lines = scratch.run(args).expect_code(3).json_lines();
    assert_eq!(lines.len(), files.len());
    lines
}

fn nested_divs(depth: usize) -> Vec<u8> {
    format!("<body>{}deep{}", "<div>".repeat(depth), "</div>".repeat(depth)).into_bytes()
}

/// Bytes without any pattern, the same in every run.
fn random_bytes(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    (0..length).map(|_| next()).collect()
}

fn large_page(bytes: usize) -> Vec<u8> {
    let mut page = String::from("<body><ul>");
    for row in 0.. {
        let _ = write!(page, "<li class=row><a href=/{row}>Row {row}</a> of a very long page</li>");
        if page.len() >= bytes {
            break;
        }
    }
    page.into_bytes()
}

#[test]
fn pages_that_are_no_pages_get_a_line_with_a_reason() {
    let files = [
        ("empty.html", Vec::new()),
        ("blank.html", b" \n\t ".to_vec()),
        ("nested.html", nested_divs(100_000)),
        ("random.html", random_bytes(50_000)),
        ("large.html", large_page(20 << 20)),
    ];
    for (line, (name, _)) in extract_misfits(&files).iter().zip(&files) {
        assert!(line["url"].as_str().is_some_and(|url| url.ends_with(name)), "{line}");
        assert!(line["record"].is_null(), "{line}");
        assert!(line["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{line}");
    }
}

#[test]
fn hostile_pages_do_not_keep_others_from_being_induced() {
    let scratch = demo_store();
    let manifest = [("nested", nested_divs(100_000)), ("random", random_bytes(50_000))]
        .map(|(name, body)| {
            scratch.write(&format!("hostile/{name}.html"), body);
            format!("{{\"url\":\"{}\",\"file\":\"{name}.html\"}}\n", url_of(name))
        })
        .concat();
    scratch.write("hostile/pages.jsonl", manifest);
    let folder = scratch.path("hostile").display().to_string();
    scratch.run(["import", &folder]).expect_code(0);
    scratch.run(["induce"]).expect_code(0);
    let wrappers = scratch.run(["wrappers", "list", "--format", "jsonl"]).json_lines();
    assert!(wrappers.len() >= 5, "{} wrappers", wrappers.len());
    let pages = scratch.run(["extract"]).expect_code(0).json_lines();
    for page in &pages {
        let url = page["url"].as_str().expect("a URL");
        let hostile = ["nested", "random"].iter().any(|name| url == url_of(name));
        if !hostile && !url.contains("/product/") {
            continue;
        }
        let holds_data = page["record"].as_object().is_some_and(|record| !record.is_empty());
        assert!(holds_data != hostile, "{page}");
    }
}

fn url_of(name: &str) -> String {
    format!("http://demo.example/{name}")
}

/// A product page of the demo site without its charset and without letters beyond ASCII.
fn plain_product_page() -> String {
    let path = demo_folder().join("site/product/brass-storm-lantern/index.html");
    let page = fs::read_to_string(path).expect("a product page");
    let ascii: String = page.chars().map(|c| if c.is_ascii() { c } else { '-' }).collect();
    ascii.replace("<meta charset=\"utf-8\">", "")
}

#[track_caller]
fn extract_product(body: &[u8]) -> Value {
    let scratch = demo_store();
    let file = scratch.write("page.html", body).display().to_string();
    let url = "http://demo.example/product/x/";
    let lines = scratch.run(["extract", &file, "--base-url", url]).expect_code(0).json_lines();
    lines.into_iter().next().expect("a line")
}

#[test]
fn utf_16_pages_are_read() {
    let page = plain_product_page().replace("Brass Storm Lantern", "Ламповый маяк №7");
    let units = || [0xfeff].into_iter().chain(page.encode_utf16());
    for body in [
        units().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
        units().flat_map(u16::to_be_bytes).collect(),
    ] {
        let line = extract_product(&body);
        assert!(line["record"].to_string().contains("Ламповый маяк №7"), "{line}");
    }
}

#[test]
fn gbk_pages_that_declare_nothing_are_read() {
    const TITLE: &str = "这盏铜制风暴灯由港口的工匠手工制作，适合在多风的夜晚使用。";
    const TITLE_IN_GBK: &[u8] = b"\xd5\xe2\xd5\xb5\xcd\xad\xd6\xc6\xb7\xe7\xb1\xa9\xb5\xc6\xd3\xc9\xb8\xdb\xbf\xda\xb5\xc4\xb9\xa4\xbd\xb3\xca\xd6\xb9\
        \xa4\xd6\xc6\xd7\xf7\xa3\xac\xca\xca\xba\xcf\xd4\xda\xb6\xe0\xb7\xe7\xb5\xc4\xd2\xb9\xcd\xed\xca\xb9\xd3\xc3\xa1\xa3";
    let page = plain_product_page();
    let mut parts = page.split("Brass Storm Lantern").map(str::as_bytes);
    let mut body = parts.next().expect("a part").to_vec();
    for part in parts {
        body.extend_from_slice(TITLE_IN_GBK);
        body.extend_from_slice(part);
    }
    let line = extract_product(&body);
    assert!(line["record"].to_string().contains(TITLE), "{line}");
}

#[test]
fn a_store_that_is_a_plain_file_is_named() {
    let scratch = Scratch::new();
    scratch.write("store", "not a store");
    for args in [&["status"][..], &["induce"], &["crawl", "http://127.0.0.1:1/", "--allow-private"]]
    {
        let run = scratch.run(args).expect_code(1);
        assert!(run.last_message().contains("is a file; a store is a folder"), "{}", run.stderr);
    }
}

#[test]
fn a_missing_store_says_how_to_make_one() {
    let run = Scratch::new().run(["extract"]).expect_code(1);
    assert!(run.last_message().contains("sitewrap crawl URL"), "{}", run.stderr);
}

#[test]
fn a_store_without_wrappers_says_how_to_get_some() {
    let scratch = Scratch::new();
    let page = scratch.write("page.html", "<body><p>One page</p>").display().to_string();
    scratch.run(["import", &page, "--base-url", "http://demo.example/"]).expect_code(0);
    for args in [&["extract"][..], &["clusters"], &["wrappers", "list"]] {
        let run = scratch.run(args).expect_code(1);
        assert!(run.last_message().contains("sitewrap induce"), "{}", run.stderr);
    }
    // One page alone shows no template.
    scratch.run(["induce"]).expect_code(3);
}

#[test]
fn a_second_process_on_one_store_is_told_so() {
    let scratch = demo_store();
    let server = Server::start(|_| {
        std::thread::sleep(std::time::Duration::from_millis(300));
        Reply::html("<body><a href=/1>1</a> <a href=/2>2</a> <a href=/3>3</a>")
    });
    let mut crawl = scratch.command(["crawl", &server.url("/"), "--allow-private"]);
    let child = crawl.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    while server.requests().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = scratch.run(["status"]).expect_code(1);
    assert!(second.last_message().contains("in use by another process"), "{}", second.stderr);
    wait(child).expect_code(0);
}

#[test]
fn a_site_that_answers_only_500_fails_with_the_status() {
    let server = Server::start(|path| match path {
        "/robots.txt" => Reply::status(404),
        _ => Reply::status(500),
    });
    let run = Scratch::new().run(["run", &server.url("/"), "--allow-private", "--delay", "0"]);
    let run = run.expect_code(1);
    assert!(run.stdout.is_empty());
    assert!(run.last_message().contains("500"), "{}", run.stderr);
}

#[test]
fn addresses_that_cannot_be_crawled_are_usage_errors() {
    for url in [
        "http://",
        "http:///path",
        "shop example",
        "localhost",
        "ftp://shop.example/",
        "file:///etc",
    ] {
        let run = Scratch::new().run(["crawl", url]).expect_code(2);
        assert!(run.last_message().contains("https://shop.example/"), "{url}: {}", run.stderr);
    }
}

#[test]
fn an_address_without_a_scheme_is_that_of_a_web_site() {
    let run = Scratch::new().run(["crawl", "127.0.0.1/shop"]).expect_code(1);
    assert!(run.last_message().contains("--allow-private"), "{}", run.stderr);
}

#[test]
fn private_addresses_need_leave() {
    let server = Server::demo();
    let run = Scratch::new().run(["crawl", &server.url("/")]).expect_code(1);
    assert!(run.last_message().contains("--allow-private"), "{}", run.stderr);
    let run = Scratch::new().run(["extract", "--structured", &server.url("/")]).expect_code(3);
    assert!(run.stderr.contains("--allow-private"), "{}", run.stderr);
    assert!(server.requests().is_empty());
}

#[test]
fn a_bad_pattern_is_told_in_one_line() {
    let args = ["crawl", "http://127.0.0.1:1/", "--allow-private", "--include", "re:a("];
    let run = Scratch::new().run(args).expect_code(2);
    assert_eq!(run.stderr.trim_end(), "sitewrap: the pattern `re:a(` is not valid: unclosed group");
}

#[test]
fn contradictions_are_usage_errors() {
    for args in [
        &["induce", "--method", "paper", "--similarity", "tree"][..],
        &["induce", "--method", "paper", "--pair-threshold", "0.7"],
        &["induce", "--pair-threshold", "1.5"],
        &["extract", "-", "-"],
        &["crawl", "http://shop.example/", "--delay", "-1"],
        &["status", "--verbose", "--quiet"],
        &["crawl", "http://shop.example/", "--user-agent", ""],
        &["crawl", "http://shop.example/", "--contact", "me\n@shop.example"],
        &["crawl", "http://shop.example/", "--timeout", "0"],
        &["status", "--threads", "100000"],
        &["extract", "--lists", "rows"],
        &["extract", "--provenance", "--format", "csv"],
        &["extract", "--provenance", "--format", "sqlite", "--output", "x.db"],
    ] {
        let scratch = Scratch::new();
        scratch.run(args).expect_code(2);
        assert!(!scratch.path("store").exists());
    }
}

#[test]
fn lines_that_are_no_pages_keep_their_place_in_a_stream() {
    let scratch = demo_store();
    let page = plain_product_page();
    let good = serde_json::json!({"url": "http://demo.example/a", "html": page});
    let input = format!("{good}\nnot json\n{{\"url\":\"http://demo.example/b\"}}\n{good}\n");
    let lines = scratch.run_with_input(["extract", "-"], input).expect_code(4).json_lines();
    assert_eq!(lines.len(), 4);
    for place in [0, 3] {
        assert!(lines[place]["record"].is_object(), "{}", lines[place]);
    }
    for (place, number) in [(1, "line 2"), (2, "line 3")] {
        assert!(lines[place]["record"].is_null());
        assert!(lines[place]["url"].as_str().unwrap().contains(number), "{}", lines[place]);
    }
}

#[test]
fn many_pages_that_fit_nothing_raise_a_warning_and_a_few_do_not() {
    let scratch = demo_store();
    let line = |html: &str| serde_json::json!({"url": "http://demo.example/a", "html": html});
    let known = format!("{}\n", line(&plain_product_page()));
    let strange = format!("{}\n", line("<form><input name=user><input name=password></form>"));
    let changed = scratch.run_with_input(["extract", "-"], known.clone() + &strange.repeat(12));
    let changed = changed.expect_code(0);
    assert!(changed.stderr.contains("12 of 13 pages fit no page type"), "{}", changed.stderr);
    let healthy = scratch.run_with_input(["extract", "-"], known.repeat(4) + &strange);
    let healthy = healthy.expect_code(0);
    assert!(!healthy.stderr.contains("warning"), "{}", healthy.stderr);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let scratch = demo_store();
    for args in [
        &["extract"][..],
        &["extract", "--format", "json"],
        &["extract", "--format", "csv"],
        &["pages", "--format", "csv"],
        &["pages", "--format", "table"],
        &["clusters"],
        &["wrappers", "show", "product", "--format", "json"],
        &["wrappers", "export"],
        &["wrappers", "export", "--to", "xpath"],
        &["status"],
    ] {
        let mut command = scratch.command(args);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let run = wait(child);
        let silent = !run.stderr.contains("sitewrap:");
        assert!(run.code == Some(0) && silent, "{args:?}: {:?} {}", run.code, run.stderr);
    }
}

#[test]
fn unknown_wrappers_are_answered_with_the_known_ones() {
    let scratch = demo_store();
    let run = scratch.run(["wrappers", "show", "no-such"]).expect_code(2);
    assert!(run.last_message().contains("there are: "), "{}", run.stderr);
}

#[test]
fn files_that_hold_no_pages_are_refused_before_anything_is_written() {
    let scratch = Scratch::new();
    let file = scratch.write("notes.bin", random_bytes(100)).display().to_string();
    scratch.run(["import", &file]).expect_code(1);
    scratch.run(["import", "/no/such/file"]).expect_code(1);
    assert!(!scratch.path("store").exists());
}

#[test]
fn addresses_that_are_none_are_refused_at_import_and_the_others_taken() {
    let scratch = Scratch::new();
    let long = format!("http://a.example/{}", "a".repeat(1 << 20));
    let bad = ["http://[::1/", "http://a.example/a\tb", "http://a.example/\x1b[31m\r\nx", &long];
    let line = |url: &str| serde_json::json!({"url": url, "html": "<p>text"}).to_string();
    let mut lines: Vec<_> = bad.iter().map(|url| line(url)).collect();
    lines.push(line("http://a.example/good"));
    lines.push(line("http://a.example/as mirrors name it"));
    let manifest = scratch.write("pages.jsonl", lines.join("\n")).display().to_string();
    let record = |url: &str| {
        let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>text";
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {}\r\n\
             \r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let records: String =
        [bad[0], bad[1], "http://a.example/\x1b[31m", &long, "http://a.example/w"]
            .iter()
            .map(|url| record(url))
            .collect();
    let archive = scratch.write("a.warc", records).display().to_string();
    let run = scratch.run(["import", &manifest, &archive]).expect_code(4);
    assert!(!run.stderr.contains('\x1b') && run.stderr.len() < 4000, "{}", run.stderr);
    assert!(run.stderr.contains("3 pages stored, 8 unreadable"), "{}", run.stderr);
    let stored = scratch.run(["pages"]).expect_code(0).stdout;
    assert!(stored.contains("http://a.example/as%20mirrors%20name%20it"), "{stored}");
    let copy = scratch.path("copy.warc.gz").display().to_string();
    scratch.run(["pages", "--warc", &copy]).expect_code(0);
}

#[test]
fn controls_in_what_pages_hold_are_shown_as_escapes() {
    let scratch = Scratch::new();
    for number in 0..8 {
        let text = format!("word{number} ").repeat(number + 3);
        let page = format!(
            "<html><body class=\"x\x1b[31m\"><h1>T{number}</h1><p class=\"a\x1b]0;t\x07\">{text}</p>\
             <ul><li>one\x1b[2J</ul></body></html>"
        );
        scratch.write(&format!("site/{number}.html"), page);
    }
    let site = scratch.path("site").display().to_string();
    scratch.run(["import", &site, "--base-url", "http://a.example/"]).expect_code(0);
    scratch.run(["induce"]).expect_code(0);
    let list = scratch.run(["wrappers", "list", "--format", "jsonl"]).expect_code(0).json_lines();
    let name = list[0]["name"].as_str().expect("a name").to_owned();
    for args in [
        &["wrappers", "show", &name][..],
        &["wrappers", "list", "--format", "table"],
        &["wrappers", "export"],
        &["clusters", "--explain", "--format", "table"],
        &["pages", "--format", "table"],
        &["graph", "--format", "table"],
        &["pages", "--body", "http://a.example/\x1b[31m"],
        &["wrappers", "show", "\x1b[31m"],
        &["import", "/none/\x1b[31m"],
    ] {
        let run = scratch.run(args);
        assert!(!run.stdout.contains('\x1b') && !run.stderr.contains('\x1b'), "{args:?}");
    }
}

#[test]
fn a_name_that_no_file_could_have_is_refused_at_once() {
    let scratch = demo_store();
    let name = "n".repeat(300);
    let run = scratch.run(["wrappers", "edit", "product", "--name", &name]).expect_code(2);
    assert!(run.stderr.contains("at most 100"), "{}", run.stderr);
}
