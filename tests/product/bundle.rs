//! Wrappers that leave their store as a bundle, and pages that are extracted with it.

use crate::support::{Scratch, demo_folder, demo_store, store_of};
use std::fs;

/// Writes the wrappers of a store as a bundle; gives the name of the file.
fn bundle_of(scratch: &Scratch, name: &str) -> String {
    let file = scratch.path(name).display().to_string();
    scratch.run(["wrappers", "export", "--to", "bundle", "--output", &file]).expect_code(0);
    file
}

/// The folders of the demo site: the pages that it was learnt from, and those that came later.
fn demo_pages() -> [String; 2] {
    ["site", "new"].map(|part| demo_folder().join(part).display().to_string())
}

#[test]
fn a_bundle_gives_the_records_that_its_store_gives() {
    let scratch = demo_store();
    let edit = ["wrappers", "edit", "product", "--rename", "title=label", "--name", "ware"];
    scratch.run(edit).expect_code(0);
    let edit = ["wrappers", "edit", "article", "--body", "content"];
    scratch.run(edit).expect_code(0);
    let file = bundle_of(&scratch, "shop.bundle");
    let [site, new] = demo_pages();
    // Addresses of a page are given as paths on its own host, so this is that of the store.
    let pages = [&*site, &*new, "--base-url", "http://demo.example/"];
    for more in [
        &[][..],
        &["--values", "typed"],
        &["--fields", "all", "--provenance"],
        &["--structured=fill", "--explain"],
        &["--prose", "html", "--format", "csv"],
        &["--join"],
        &["--page-type", "ware", "--format", "json"],
    ] {
        let of_store = [&["extract"], &pages[..], more].concat();
        let of_bundle = [&["extract", "--wrappers", &file], &pages[..], more].concat();
        let expected = scratch.run(of_store).expect_code(0).stdout;
        // In a folder without a store.
        let found = Scratch::new().run(of_bundle).expect_code(0).stdout;
        assert!(found == expected, "{more:?}");
        assert!(found.contains("ware"), "{more:?}");
        let is_other = more.contains(&"csv") || more.contains(&"--page-type");
        assert_eq!(found.contains("\"from_content\":\"body\""), !is_other, "{more:?}");
    }
}

#[test]
fn the_same_wrappers_give_the_same_bundle() {
    let scratch = demo_store();
    let first = bundle_of(&scratch, "first.bundle");
    let second = bundle_of(&scratch, "second.bundle");
    let joined = scratch.path("joined.bundle").display().to_string();
    let store = scratch.path("store").display().to_string();
    scratch.run(["wrappers", "bundle", &store, "--output", &joined]).expect_code(0);
    let bytes = fs::read(first).expect("a bundle");
    assert!(bytes == fs::read(second).expect("a bundle"));
    assert!(bytes == fs::read(joined).expect("a bundle"));
}

#[test]
fn neither_threads_nor_the_order_of_pages_change_a_bundle() {
    let [site, new] = demo_pages();
    let base = ["--base-url", "http://demo.example/"];
    let bundle = |folders: [&str; 2], threads: &str| {
        let scratch = Scratch::new();
        for folder in folders {
            scratch.run([&["import", folder], &base[..]].concat()).expect_code(0);
        }
        scratch.run(["induce", "--threads", threads]).expect_code(0);
        fs::read(bundle_of(&scratch, "shop.bundle")).expect("a bundle")
    };
    assert!(bundle([&site, &new], "1") == bundle([&new, &site], "3"));
}

/// A store of pages that say a number, on a host.
fn numbers(tag: &str) -> Scratch {
    let page = |n: usize| {
        let body = format!("<body><{tag} class=name>Thing {n}</{tag}><p class=price>£{n}.50</p>");
        (format!("/{n}"), body)
    };
    let pages: Vec<_> = (0..8).map(page).collect();
    let pages: Vec<_> = pages.iter().map(|(path, body)| (path.as_str(), body.clone())).collect();
    let scratch = store_of(&pages);
    scratch.run(["induce"]).expect_code(0);
    scratch
}

#[test]
fn a_page_goes_to_the_wrappers_of_its_host() {
    let (demo, other) = (demo_store(), numbers("h1"));
    let files = [bundle_of(&demo, "demo.bundle"), bundle_of(&other, "numbers.bundle")];
    let all = demo.path("all.bundle").display().to_string();
    let join = ["wrappers", "bundle", &files[0], &files[1], "--output", &all];
    let told = demo.run(join).expect_code(0);
    assert!(told.last_message().contains("a.example, demo.example"), "{}", told.stderr);

    let page = |url: &str| {
        let html = "<body><h1 class=name>Thing 77</h1><p class=price>£7.50</p>";
        serde_json::json!({ "url": url, "html": html }).to_string()
    };
    let hosts = ["a.example", "www.a.example:8080", "demo.example", "b.example"];
    let input: Vec<_> = hosts.iter().map(|host| page(&format!("http://{host}/77"))).collect();
    let input = input.join("\n");
    let one = ["extract", "-", "--wrappers", &all];
    let two = ["extract", "--wrappers", &files[0], "--wrappers", &files[1], "-"];
    let scratch = Scratch::new();
    let run = scratch.run_with_input(one, input.as_str()).expect_code(0);
    assert_eq!(run.stdout, scratch.run_with_input(two, input.as_str()).expect_code(0).stdout);
    let lines = run.json_lines();
    for line in &lines[..2] {
        assert_eq!(line["record"]["price"], "£7.50", "{line}");
    }
    let reason = |at: usize| lines[at]["reason"].as_str().unwrap_or_default();
    assert!(lines[2]["record"].is_null() && reason(2).contains("wrapper"), "{}", lines[2]);
    assert_eq!(reason(3), "there are no wrappers of its host (b.example)");
    assert!(run.stderr.contains("no wrappers of the hosts of 1 of 4 pages"), "{}", run.stderr);

    let run = scratch.run_with_input(one, page("http://b.example/").as_str()).expect_code(3);
    assert!(run.last_message().contains("the wrappers are of a.example, demo"), "{}", run.stderr);
}

#[test]
fn one_host_has_wrappers_once() {
    let scratch = demo_store();
    let (a, b) = (bundle_of(&scratch, "a.bundle"), bundle_of(&scratch, "b.bundle"));
    let out = scratch.path("out.bundle").display().to_string();
    let [_, new] = demo_pages();
    for args in [
        &["wrappers", "bundle", &a, &b, "--output", &out][..],
        &["extract", "--wrappers", &a, "--wrappers", &b, &new],
    ] {
        let run = scratch.run(args).expect_code(2);
        assert!(run.last_message().contains("the host demo.example twice"), "{}", run.stderr);
    }
    assert!(!scratch.path("out.bundle").exists());
}

#[test]
fn what_is_no_bundle_or_was_damaged_is_told() {
    let scratch = demo_store();
    let file = bundle_of(&scratch, "shop.bundle");
    let whole = fs::read(&file).expect("a bundle");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let [_, new] = demo_pages();
    let cases: [(&[u8], &str); 5] = [
        (b"", "is no bundle"),
        (b"<html>a page, which is longer than the head of a bundle", "is no bundle"),
        (&whole[..whole.len() - 1], "is damaged"),
        (&whole[..12], "is damaged"),
        (&flipped, "is damaged"),
    ];
    for (bytes, told) in cases {
        let bad = scratch.write("bad.bundle", bytes).display().to_string();
        let run = scratch.run(["extract", "--wrappers", &bad, &new]).expect_code(1);
        assert!(run.last_message().contains(told), "{}", run.stderr);
        assert!(run.last_message().contains("bad.bundle") && run.stdout.is_empty());
    }
    let run = scratch.run(["extract", "--wrappers", &format!("{file}.not"), &new]).expect_code(1);
    assert!(run.last_message().contains("shop.bundle.not"), "{}", run.stderr);
}

#[test]
fn a_bundle_is_not_written_over_what_is_read() {
    let scratch = demo_store();
    let file = bundle_of(&scratch, "shop.bundle");
    let whole = fs::read(&file).expect("a bundle");
    let store = scratch.path("store");
    let inside = store.join("x.bundle").display().to_string();
    let store = store.display().to_string();
    let [_, new] = demo_pages();
    for args in [
        &["wrappers", "bundle", &file, "--output", &file][..],
        &["wrappers", "bundle", &store, "--output", &inside],
        &["wrappers", "export", "--to", "bundle", "--output", &inside],
        &["extract", "--wrappers", &file, &new, "--output", &file],
        // Not all wrappers, and no pages.
        &["wrappers", "export", "product", "--to", "bundle", "--output", &file],
        &["extract", "--wrappers", &file],
        // A store that would not be looked at.
        &["extract", "--wrappers", &file, &new, "--store", "elsewhere"],
        &["--store", "elsewhere", "extract", "--wrappers", &file, &new],
    ] {
        let run = scratch.run(args).expect_code(2);
        assert!(run.stdout.is_empty(), "{args:?}");
    }
    assert!(fs::read(&file).expect("a bundle") == whole);
    assert!(!std::path::Path::new(&inside).exists());
}
