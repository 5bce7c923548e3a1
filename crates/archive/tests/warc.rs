//! Reading WARC archives, also broken ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use sitewrap_archive::{SourceError, WarcReader};
use sitewrap_model::{Header, Marks, Page};
use std::io::{Cursor, Write};
use std::path::Path;

const HTML: &[u8] = b"<!DOCTYPE html><title>x</title><p>text";

/// A record of an archive.
fn record(kind: &str, fields: &str, content: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:1>\r\n{fields}\
         Content-Length: {}\r\n\r\n",
        content.len()
    );
    [head.as_bytes(), content, b"\r\n\r\n"].concat()
}

/// A response record with HTTP headers and a body.
fn response(url: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let fields = format!(
        "WARC-Target-URI: {url}\r\nWARC-Date: 2026-03-01T12:00:00Z\r\n\
         Content-Type: application/http; msgtype=response\r\n"
    );
    let message = [format!("HTTP/1.1 200 OK\r\n{headers}\r\n").as_bytes(), body].concat();
    record("response", &fields, &message)
}

fn html(url: &str) -> Vec<u8> {
    response(url, "Content-Type: text/html\r\n", HTML)
}

fn read(bytes: Vec<u8>) -> Vec<Result<Page, SourceError>> {
    WarcReader::new(Cursor::new(bytes), Path::new("a.warc")).unwrap().collect()
}

/// What reading gives, in short: URLs, and the text of errors.
fn outline(bytes: Vec<u8>) -> Vec<String> {
    read(bytes)
        .into_iter()
        .map(|page| page.map_or_else(|error| format!("error: {error}"), |page| page.url))
        .collect()
}

/// The body of the only page in an archive.
fn only_body(bytes: Vec<u8>) -> Vec<u8> {
    let mut pages = read(bytes);
    assert_eq!(pages.len(), 1, "{pages:?}");
    pages.remove(0).unwrap().body
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_response_is_a_page_with_its_headers_and_time() {
    let pages = read(response(
        "https://a.example/",
        "Content-Type: text/html; charset=gbk\r\nX-Folded: one\r\n two\r\nno colon\r\n",
        HTML,
    ));
    let expected = Page {
        url: "https://a.example/".into(),
        final_url: "https://a.example/".into(),
        status: 200,
        headers: vec![
            Header { name: "content-type".into(), value: "text/html; charset=gbk".into() },
            Header { name: "x-folded".into(), value: "one two".into() },
        ],
        body: HTML.to_vec(),
        fetched_at: 1_772_366_400_000,
        depth: 0,
        referrer: None,
        marks: Marks::default(),
    };
    assert_eq!(pages.into_iter().map(Result::unwrap).collect::<Vec<_>>(), [expected]);
}

#[test]
fn only_html_pages_are_given() {
    let other = |kind: &str| record(kind, "WARC-Target-URI: https://a.example/\r\n", b"x: y\r\n");
    let fields = "WARC-Target-URI: https://a.example/r\r\nContent-Type: text/html\r\n";
    let dns = "WARC-Target-URI: dns:a.example\r\nContent-Type: text/dns\r\n";
    let moved = b"HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\nLocation: /b\r\n\r\n<html>";
    let archive = [
        other("warcinfo"),
        other("request"),
        other("metadata"),
        other("revisit"),
        record("response", dns, b"20260301 a.example 1.2.3.4"),
        record("response", "WARC-Target-URI: https://a.example/m\r\n", moved),
        response("https://a.example/i.png", "Content-Type: image/png\r\n", b"\x89PNG"),
        response("https://a.example/t", "Content-Type: text/plain\r\n", HTML),
        response("https://a.example/untyped", "", HTML),
        response("https://a.example/untyped-json", "", b"{}"),
        record("resource", fields, HTML),
        html("<https://a.example/old-wget>"),
    ]
    .concat();
    let expected =
        ["https://a.example/untyped", "https://a.example/r", "https://a.example/old-wget"];
    assert_eq!(outline(archive), expected);
}

#[test]
fn pages_that_are_no_success_keep_their_status() {
    // The last one is cut within a letter where the status line is looked at.
    for line in ["HTTP/1.0 404 ", "HTTP/2 404", "HTTP/1.1 404 abé"] {
        let message = format!("{line}\nContent-Type: text/html\n\n<html>gone");
        let fields = "WARC-Target-URI: https://a.example/\r\n";
        let pages = read(record("response", fields, message.as_bytes()));
        let page = pages[0].as_ref().unwrap();
        assert_eq!((page.status, page.body.as_slice()), (404, &b"<html>gone"[..]), "{line}");
    }
}

#[test]
fn compressed_archives_are_read_whole_and_record_by_record() {
    let (one, two) = (html("https://a.example/1"), html("https://a.example/2"));
    let expected = ["https://a.example/1", "https://a.example/2"];
    assert_eq!(outline([one.clone(), two.clone()].concat()), expected);
    assert_eq!(outline(gzip(&[one.clone(), two.clone()].concat())), expected);
    assert_eq!(outline([gzip(&one), gzip(&two)].concat()), expected);
}

#[test]
fn content_codings_are_decoded() {
    let coded = |coding: &str, body: &[u8]| {
        let headers = format!("Content-Type: text/html\r\nContent-Encoding: {coding}\r\n");
        only_body(response("https://a.example/", &headers, body))
    };
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zlib.write_all(HTML).unwrap();
    let mut bare = DeflateEncoder::new(Vec::new(), Compression::fast());
    bare.write_all(HTML).unwrap();
    // `HTML` as Google's encoder (brotli 1.1) gives it.
    let brotli = b"\x1b%\x00\xf8\x8d\x94\xac\xfd\x81\xea\x05.y|\xf0\xba\x10M8!F3\xa0\x82\x10\xeb\x18\xd7\xb1A\x0b";
    assert_eq!(coded("gzip", &gzip(HTML)), HTML);
    assert_eq!(coded("X-GZIP", &gzip(HTML)), HTML);
    assert_eq!(coded("deflate", &zlib.finish().unwrap()), HTML);
    assert_eq!(coded("deflate", &bare.finish().unwrap()), HTML);
    assert_eq!(coded("br", brotli), HTML);
    assert_eq!(coded("zstd", &zstd::encode_all(HTML, 1).unwrap()), HTML);
    assert_eq!(coded("gzip, zstd", &zstd::encode_all(&*gzip(HTML), 1).unwrap()), HTML);
    assert_eq!(coded("identity", HTML), HTML);
    assert_eq!(coded("gzip", HTML), HTML, "some archivers store what they have decoded");
    assert_eq!(coded("rot13", HTML), HTML);
}

#[test]
fn chunks_are_put_together() {
    let chunked = |body: &[u8]| {
        let headers = "Content-Type: text/html\r\nTransfer-Encoding: Chunked\r\n";
        only_body(response("https://a.example/", headers, body))
    };
    assert_eq!(
        chunked(b"5\r\n<html\r\nA;x=y\r\n>0123456\r\n\r\n0\r\nt: 1\r\n\r\n"),
        b"<html>0123456\r\n"
    );
    assert_eq!(chunked(b"5\r\n<html\r\nff\r\n>cut"), b"<html>cut");
    assert_eq!(chunked(HTML), HTML, "some archivers store what they have put together");
    assert_eq!(chunked(b""), b"");
    let both =
        "Content-Type: text/html\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n";
    let zipped = gzip(HTML);
    let body = [format!("{:x}\r\n", zipped.len()).as_bytes(), &zipped, b"\r\n0\r\n\r\n"].concat();
    assert_eq!(only_body(response("https://a.example/", both, &body)), HTML);
}

#[test]
fn a_record_that_is_cut_off_is_told() {
    let whole = [html("https://a.example/1"), html("https://a.example/2")].concat();
    let cut = outline(whole[..whole.len() - 20].to_vec());
    assert_eq!(cut[0], "https://a.example/1");
    assert!(cut[1].contains("record 2 (https://a.example/2): the file ends after"), "{}", cut[1]);
    let in_head = outline(whole[..whole.len() / 2 + 30].to_vec());
    assert!(in_head[1].contains("record 2: the file ends in the middle of it"), "{}", in_head[1]);
    let zipped = gzip(&whole);
    let cut = outline(zipped[..zipped.len() - 12].to_vec());
    assert!(cut.last().unwrap().contains("the file ends in the middle"), "{cut:?}");
    assert_eq!(outline(whole[..whole.len() - 4].to_vec()).len(), 2, "only the end mark is missing");
}

#[test]
fn a_damaged_gzip_member_costs_its_own_record_only() {
    let url = |number| format!("https://a.example/{number}");
    let members: Vec<_> = (1..=10).map(|number| gzip(&html(&url(number)))).collect();
    let (start, end) = (members[0].len(), members[0].len() + members[1].len());
    let whole = members.concat();
    let mut wanted: Vec<_> = (1..=10).map(url).collect();
    wanted.remove(1);
    for place in start..end {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        let read = outline(bytes);
        let (errors, pages): (Vec<_>, Vec<_>) =
            read.into_iter().partition(|line| line.starts_with("error: "));
        // The time and the like in the head of a member are no part of its record.
        if errors.is_empty() {
            assert!(place < start + 10, "byte {place}: no word of the damage");
            assert_eq!(pages.len(), 10);
            continue;
        }
        assert_eq!(pages, wanted, "byte {place}: {errors:?}");
        assert_eq!(errors.len(), 1, "byte {place}: {errors:?}");
        assert!(errors[0].starts_with("error: a.warc, record 2"), "{errors:?}");
    }
}

#[test]
fn an_archive_that_is_damaged_everywhere_ends() {
    let member = gzip(&html("https://a.example/1"));
    let mut bytes = member.repeat(2000);
    for member in bytes.chunks_mut(member.len()) {
        let last = member.len() - 6;
        member[last] ^= 1;
    }
    bytes.extend_from_slice(&[0x1f, 0x8b, 8].repeat(10_000));
    let read = outline(bytes);
    assert!((2000..=2001).contains(&read.len()), "{}", read.len());
    assert!(read.iter().all(|line| line.starts_with("error: ")));
}

#[test]
fn records_that_cannot_be_used_are_told_and_the_next_ones_read() {
    let fields = "WARC-Target-URI: https://a.example/cut\r\nWARC-Truncated: length\r\n";
    let message = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>";
    let bad_coding = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let archive = [
        record("response", fields, message),
        html("https://a.example/1"),
        record("response", "WARC-Target-URI: https://a.example/no-http\r\n", b"hello"),
        record("response", "", message),
        response("https://a.example/gz", bad_coding, b"\x1f\x8b\x08 no gzip"),
        b"WARC/1.0\r\nWARC-Type: response\r\n\r\nno length\r\n\r\n".to_vec(),
        html("https://a.example/2"),
        b"garbage\r\nmore garbage\r\n".to_vec(),
        html("https://a.example/3"),
    ]
    .concat();
    let read = outline(archive);
    for (place, expected) in [
        "record 1 (https://a.example/cut): the page was cut off",
        "https://a.example/1",
        "record 3 (https://a.example/no-http): holds no HTTP response",
        "record 4: has no WARC-Target-URI",
        "record 5 (https://a.example/gz): has a body that is not gzip",
        "record 6: has no Content-Length",
        "https://a.example/2",
        "record 7: is followed by something that is no record",
        "https://a.example/3",
    ]
    .iter()
    .enumerate()
    {
        assert!(read[place].contains(expected), "{expected} in {read:#?}");
    }
    assert_eq!(read.len(), 9);
}

#[test]
fn a_body_that_unpacks_to_more_than_the_limit_is_an_error() {
    let bomb = gzip(&vec![b' '; 65 << 20]);
    let headers = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let archive = [response("https://a.example/bomb", headers, &bomb), html("https://a.example/1")];
    let read = outline(archive.concat());
    assert!(read[0].contains("larger than 64 MB"), "{}", read[0]);
    assert_eq!(read[1], "https://a.example/1");
}

#[test]
fn bytes_of_any_kind_do_no_harm() {
    let noise: Vec<u8> =
        (0_u32..200_000).map(|n| (n.wrapping_mul(2_654_435_761) >> 21) as u8).collect();
    assert_eq!(outline(noise.clone()), ["error: a.warc: does not begin with a WARC record"]);
    assert_eq!(outline([b"WARC/1.0\r\n".to_vec(), noise.clone()].concat()).len(), 1);
    assert!(outline(Vec::new()).is_empty());
    let head = b"WARC/1.0\r\nContent-Length: 99999999999999999999999\r\n\r\n";
    assert_eq!(outline(head.to_vec()).len(), 1);
    let headers: Vec<u8> = [&noise[..], HTML].concat();
    let message = [b"HTTP/1.1 200 OK\r\n".to_vec(), headers].concat();
    read(record("response", "WARC-Target-URI: https://a.example/\r\n", &message));
}
