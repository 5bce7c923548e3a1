//! Writing WARC archives, and adding to those that are there.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sitewrap_archive::{WarcWriter, open_source};
use sitewrap_model::{Header, Marks, Page};
use std::fs;
use std::path::Path;

const HTML: &[u8] = b"<!DOCTYPE html><title>x</title><p>text";

fn stored_page(number: u32) -> Page {
    Page {
        url: format!("https://a.example/{number}-ü"),
        final_url: format!("https://a.example/{number}/final"),
        status: if number == 1 { 404 } else { 200 },
        headers: vec![
            Header { name: "content-type".into(), value: "text/html".into() },
            Header { name: "content-encoding".into(), value: "gzip".into() },
            Header { name: "x-note".into(), value: "two\r\nlines".into() },
        ],
        body: HTML.repeat(number as usize),
        fetched_at: 1_772_366_400_123,
        depth: 3,
        referrer: None,
        marks: Marks::default(),
    }
}

fn pages_of(path: &Path) -> Vec<Page> {
    open_source(path, None).unwrap().collect::<Result<_, _>>().unwrap()
}

/// What an archive holds.
fn unpacked(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::MultiGzDecoder::new(&*bytes), &mut text)
        .unwrap();
    text
}

#[test]
fn written_pages_are_read_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.warc.gz");
    let mut writer = WarcWriter::open(&path).unwrap();
    for number in 1..4 {
        writer.write(&stored_page(number)).unwrap();
    }
    writer.flush().unwrap();
    for (page, number) in pages_of(&path).into_iter().zip(1..) {
        let written = stored_page(number);
        assert_eq!((page.url, page.final_url), (written.url, written.final_url));
        assert_eq!((page.status, page.body), (written.status, written.body));
        assert_eq!(page.fetched_at, written.fetched_at);
        let names: Vec<_> = page.headers.iter().map(|header| header.name.as_str()).collect();
        assert_eq!(names, ["content-type", "x-note", "content-length"]);
    }
    let unknown_time = Page { fetched_at: 0, ..stored_page(1) };
    writer.write(&unknown_time).unwrap();
    writer.flush().unwrap();
    assert_eq!(pages_of(&path)[3].fetched_at, 0);
}

#[test]
fn a_writer_goes_on_where_a_killed_one_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.warc.gz");
    let write = |number| {
        let mut writer = WarcWriter::open(&path).unwrap();
        writer.write(&stored_page(number)).unwrap();
        writer.flush().unwrap();
    };
    write(1);
    write(2);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 10]).unwrap();
    write(3);
    let urls: Vec<_> = pages_of(&path).into_iter().map(|page| page.url).collect();
    assert_eq!(urls, [stored_page(1).url, stored_page(3).url]);
    let writer = WarcWriter::open(&path).unwrap();
    let holds = |page: Page| writer.holds(&page.url, page.fetched_at);
    assert!(holds(stored_page(1)) && !holds(stored_page(2)) && holds(stored_page(3)));
    assert!(!holds(Page { fetched_at: 7, ..stored_page(1) }));
}

#[test]
fn an_archive_that_was_cut_anywhere_can_be_added_to() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.warc.gz");
    let add = |number| {
        let mut writer = WarcWriter::open(&path).unwrap();
        writer.write(&stored_page(number)).unwrap();
        writer.flush().unwrap();
    };
    add(1);
    let whole = std::fs::read(&path).unwrap();
    for length in (0..whole.len()).step_by(7) {
        std::fs::write(&path, &whole[..length]).unwrap();
        add(2);
        let urls: Vec<_> = pages_of(&path).into_iter().map(|page| page.url).collect();
        assert_eq!(urls, [stored_page(2).url], "cut to {length} bytes");
    }
}

#[test]
fn an_archive_that_is_damaged_in_the_middle_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.warc.gz");
    let mut writer = WarcWriter::open(&path).unwrap();
    (1..=5).for_each(|number| writer.write(&stored_page(number)).unwrap());
    writer.flush().unwrap();
    drop(writer);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(&path, &bytes).unwrap();
    let error = WarcWriter::open(&path).err().unwrap().to_string();
    assert!(error.contains("is damaged behind byte"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn two_writers_do_not_share_an_archive() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.warc.gz");
    let first = WarcWriter::open(&path).unwrap();
    let error = WarcWriter::open(&path).err().unwrap().to_string();
    assert!(error.contains("another process"), "{error}");
    drop(first);
    assert!(WarcWriter::open(&path).is_ok());
}

#[test]
fn a_request_stands_beside_its_response() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.warc.gz");
    let mut writer = WarcWriter::open(&path).unwrap();
    let agent = Header { name: "user-agent".into(), value: "me/1\r\nForged: x".into() };
    writer.write_exchange(&stored_page(1), &[agent]).unwrap();
    writer.flush().unwrap();
    let mut text = Vec::new();
    std::io::Read::read_to_end(
        &mut flate2::read::MultiGzDecoder::new(std::fs::File::open(&path).unwrap()),
        &mut text,
    )
    .unwrap();
    let text = String::from_utf8_lossy(&text);
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
    assert_eq!(line("user-agent:"), "user-agent: me/1  Forged: x");
    let (_, id) = line("WARC-Concurrent-To:").split_once(' ').unwrap();
    let response = text.split("WARC/1.1\r\n").find(|one| one.contains("Type: response")).unwrap();
    assert!(response.contains(&format!("WARC-Record-ID: {id}\r\n")), "{text}");
    assert_eq!(pages_of(&path).len(), 1);
}

#[test]
fn a_rendered_page_is_no_response_and_stays_marked() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.warc.gz");
    let mut page = stored_page(1);
    page.headers =
        vec![Header { name: "content-type".into(), value: "text/html; charset=utf-8".into() }];
    page.marks.rendered_by = Some("Chromium 1".into());
    let mut writer = WarcWriter::open(&path).unwrap();
    writer.write_exchange(&page, &[]).unwrap();
    writer.flush().unwrap();
    let read = pages_of(&path).remove(0);
    assert_eq!(read.rendered_by(), Some("Chromium 1"));
    assert_eq!((read.headers, read.body), (page.headers, page.body));
    let text = unpacked(&path);
    assert!(text.contains("WARC-Type: conversion") && !text.contains("Type: request"), "{text}");
}

#[test]
fn the_mark_of_a_soft_404_is_no_part_of_what_the_server_sent() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.warc");
    let mut page = Page::imported("https://a.example/gone".into(), b"<p>Gone".to_vec());
    page.headers.push(Header { name: "content-type".into(), value: "text/html".into() });
    page.mark_soft_404();
    let mut writer = WarcWriter::open(&path).unwrap();
    writer.write(&page).unwrap();
    writer.flush().unwrap();
    let text = unpacked(&path);
    let (record, message) = text.split_at(text.rfind("HTTP/1.1 200").unwrap());
    assert!(record.contains("Sitewrap-Soft-404") && !message.contains("soft-404"), "{text}");
    assert!(pages_of(&path).remove(0).is_soft_404());
}

#[test]
fn what_cannot_be_written_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let text = dir.path().join("notes.txt");
    std::fs::write(&text, "mine").unwrap();
    let error = WarcWriter::open(&text).err().unwrap().to_string();
    assert!(error.contains("nothing can be added"), "{error}");
    assert_eq!(std::fs::read(&text).unwrap(), b"mine");
    assert!(WarcWriter::open(&dir.path().join("none/out.warc.gz")).is_err());
    let mut writer = WarcWriter::open(&dir.path().join("out.warc.gz")).unwrap();
    let forged = Page::imported("https://a.example/\r\nWARC-Type: x".into(), Vec::new());
    assert!(writer.write(&forged).is_err());
}
