//! Files that are damaged: told as such, and what is whole is used.

use crate::support::{Scratch, demo_store};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;

/// Damages the body of one stored page: the first value of the store.
fn damage_a_page(scratch: &Scratch) {
    let file = scratch.path("store/values/1");
    let mut values = fs::read(&file).expect("values");
    values[9] ^= 1;
    fs::write(file, values).expect("values");
}

/// The number of pages in a store.
fn page_count(scratch: &Scratch) -> usize {
    scratch.run(["pages"]).expect_code(0).stdout.lines().count()
}

#[test]
fn a_damaged_record_of_an_archive_costs_one_page_and_is_told() {
    let member = |number: u32| {
        let body = format!("<!DOCTYPE html><title>{number}</title><p>Page {number}");
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
        let mut member = GzEncoder::new(Vec::new(), Compression::fast());
        write!(
            member,
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{number}\r\n\
             Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
        .expect("it is written");
        member.finish().expect("it is written")
    };
    let members: Vec<_> = (1..=10).map(member).collect();
    let mut archive = members.concat();
    archive[members[0].len() + members[1].len() / 2] ^= 0x10;
    let scratch = Scratch::new();
    let archive = scratch.write("a.warc.gz", archive).display().to_string();
    let run = scratch.run(["import", &archive]).expect_code(4);
    assert!(run.stderr.contains("record 2") && run.stderr.contains("damaged"), "{}", run.stderr);
    assert!(run.stderr.contains("9 pages stored, 1 unreadable"), "{}", run.stderr);
    assert_eq!(page_count(&scratch), 9);
}

#[test]
fn a_damaged_page_is_told_as_damage_and_nothing_is_learnt_without_consent() {
    let scratch = demo_store();
    let pages = page_count(&scratch);
    let versions = || scratch.run(["wrappers", "list"]).expect_code(0).stdout;
    let before = versions();
    damage_a_page(&scratch);
    let run = scratch.run(["extract"]).expect_code(4);
    assert!(run.stderr.contains("1 of"), "{}", run.stderr);
    assert!(run.stderr.contains("--verify"), "{}", run.stderr);
    assert!(!run.stderr.contains("has changed"), "{}", run.stderr);
    let reasons = run.json_lines();
    let told = |line: &&serde_json::Value| {
        line["reason"].as_str().is_some_and(|reason| reason.contains("damaged in the store"))
    };
    assert_eq!(reasons.iter().filter(told).count(), 1);
    scratch.run(["content"]).expect_code(4);

    let run = scratch.run(["induce", "--fresh"]).expect_code(1);
    assert!(run.last_message().contains("1 of"), "{}", run.stderr);
    assert!(run.last_message().contains("--despite-damage"), "{}", run.stderr);
    assert_eq!(versions(), before, "the wrappers stay");
    scratch.run(["induce", "--fresh", "--despite-damage"]).expect_code(0);

    let archive = scratch.path("a.warc.gz").display().to_string();
    let run = scratch.run(["pages", "--warc", &archive]).expect_code(4);
    assert!(run.stderr.contains("1 of"), "{}", run.stderr);
    let other = Scratch::new();
    other.run(["import", &archive]).expect_code(0);
    assert_eq!(page_count(&other), pages - 1);
}

#[test]
fn the_pages_of_a_store_that_cannot_be_opened_are_saved() {
    let scratch = demo_store();
    let pages = page_count(&scratch);
    let bodies = |scratch: &Scratch| {
        let url = "http://demo.example/";
        scratch.run(["pages", "--body", url]).expect_code(0).stdout
    };
    let body = bodies(&scratch);
    fs::write(scratch.path("store/db"), b"nothing is left").expect("the log");
    let run = scratch.run(["pages"]).expect_code(1);
    assert!(run.stderr.contains("sitewrap import"), "{}", run.stderr);
    let store = scratch.path("store").display().to_string();
    scratch.run(["import", &store]).expect_code(2);
    let other = Scratch::new();
    other.run(["import", &store]).expect_code(0);
    assert_eq!(page_count(&other), pages);
    assert_eq!(bodies(&other), body);
}
