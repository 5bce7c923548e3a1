//! The form of a WARC record.

use crate::warc_fields::{MARKED_SOFT_404, RENDERED_BY, REQUESTED_URI};
use flate2::Compression;
use flate2::write::GzEncoder;
use sitewrap_model::{Header, Page};
use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use url::Url;

/// Headers that tell of codings which the stored body does not have any more, or of its old
/// length.
const CODING_HEADERS: [&str; 3] = ["content-encoding", "transfer-encoding", "content-length"];

/// Headers that tell who has fetched.
const COOKIES: [&str; 5] =
    ["set-cookie", "set-cookie2", "cookie", "authorization", "proxy-authorization"];

/// A record: the lines of its head but for its length and digest, and its block.
pub(crate) struct Record {
    head: String,
    block: Vec<u8>,
}

impl Record {
    /// The record that says which software writes.
    pub(crate) fn info() -> Self {
        let software = concat!("sitewrap/", env!("CARGO_PKG_VERSION"));
        let block = format!("software: {software}\r\nformat: WARC File Format 1.1\r\n");
        let now = jiff::Timestamp::now();
        let mut record = Self::new("warcinfo", &record_id(), now, block.into_bytes());
        record.field("Content-Type", "application/warc-fields");
        record
    }

    fn new(kind: &str, id: &str, time: jiff::Timestamp, block: Vec<u8>) -> Self {
        let head = format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {id}\r\nWARC-Date: {time}\r\n"
        );
        Self { head, block }
    }

    fn field(&mut self, name: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.head, "{name}: {value}\r\n");
    }

    /// The record as a gzip member of its own, so that readers can jump to it.
    pub(crate) fn to_member(&self) -> io::Result<Vec<u8>> {
        let mut member = GzEncoder::new(Vec::new(), Compression::default());
        member.write_all(self.head.as_bytes())?;
        let (digest, length) = (digest(&self.block), self.block.len());
        write!(member, "WARC-Block-Digest: {digest}\r\nContent-Length: {length}\r\n\r\n")?;
        member.write_all(&self.block)?;
        member.write_all(b"\r\n\r\n")?;
        member.finish()
    }
}

/// A page that can be written.
pub(crate) struct Payload<'a> {
    page: &'a Page,
    keeps_cookies: bool,
    target: Url,
    time: jiff::Timestamp,
}

impl<'a> Payload<'a> {
    /// `None` for a page whose URL cannot be written.
    pub(crate) fn of(page: &'a Page, keeps_cookies: bool) -> Option<Self> {
        if page.url.contains(char::is_control) {
            return None;
        }
        // Pages that were imported may have URLs with spaces and such, which other readers of
        // archives need not understand.
        let target = Url::parse(&page.final_url).ok()?;
        let millisecond = i64::try_from(page.fetched_at).unwrap_or(i64::MAX);
        let time = jiff::Timestamp::from_millisecond(millisecond).unwrap_or_default();
        Some(Self { page, keeps_cookies, target, time })
    }

    /// Whether the page is what a server has answered.
    pub(crate) fn is_response(&self) -> bool {
        self.page.rendered_by().is_none()
    }

    /// The record of the page.
    pub(crate) fn record(&self, id: &str) -> Record {
        let browser = self.page.rendered_by();
        let mut record = match browser {
            None => Record::new("response", id, self.time, self.response()),
            Some(_) => Record::new("conversion", id, self.time, self.page.body.clone()),
        };
        self.name_target(&mut record);
        if self.page.is_soft_404() {
            record.field(MARKED_SOFT_404, "yes");
        }
        match browser {
            None => {
                record.field("Content-Type", "application/http;msgtype=response");
                record.field("WARC-Payload-Digest", &digest(&self.page.body));
            }
            Some(browser) => {
                record.field("Content-Type", self.page.content_type().unwrap_or("text/html"));
                record.field(RENDERED_BY, &on_one_line(browser));
            }
        }
        record
    }

    /// The record of the request that was made with these headers, for the response with this id.
    pub(crate) fn request(&self, headers: &[Header], response: &str) -> Record {
        let path = &self.target[url::Position::BeforePath..url::Position::AfterQuery];
        let host = &self.target[url::Position::BeforeHost..url::Position::AfterPort];
        let mut block = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n");
        for header in headers.iter().filter(|header| self.keeps(header)) {
            let _ = write!(block, "{}: {}\r\n", header.name, on_one_line(&header.value));
        }
        block += "\r\n";
        let mut record = Record::new("request", &record_id(), self.time, block.into_bytes());
        self.name_target(&mut record);
        record.field("Content-Type", "application/http;msgtype=request");
        record.field("WARC-Concurrent-To", response);
        record
    }

    /// Whether a header is written.
    fn keeps(&self, header: &Header) -> bool {
        let is_cookie = COOKIES.iter().any(|name| header.name.eq_ignore_ascii_case(name));
        self.keeps_cookies || !is_cookie
    }

    /// The page as an HTTP response.
    fn response(&self) -> Vec<u8> {
        let page = self.page;
        let reason = http::StatusCode::from_u16(page.status).ok();
        let reason = reason.and_then(|status| status.canonical_reason()).unwrap_or_default();
        let mut head = format!("HTTP/1.1 {:03} {reason}\r\n", page.status);
        for header in page.headers.iter().filter(|header| self.keeps(header)) {
            if !CODING_HEADERS.contains(&header.name.as_str()) {
                let _ = write!(head, "{}: {}\r\n", header.name, on_one_line(&header.value));
            }
        }
        let _ = write!(head, "content-length: {}\r\n\r\n", page.body.len());
        let mut message = head.into_bytes();
        message.extend_from_slice(&page.body);
        message
    }

    fn name_target(&self, record: &mut Record) {
        record.field("WARC-Target-URI", self.target.as_str());
        if self.target.as_str() != self.page.url {
            record.field(REQUESTED_URI, &self.page.url);
        }
    }
}

fn on_one_line(value: &str) -> String {
    value.replace(['\r', '\n'], " ")
}

/// SHA-1 in base 32, the form of digest that readers of archives know.
fn digest(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let sum = sha1_smol::Sha1::from(bytes).digest().bytes();
    let mut text = String::from("sha1:");
    // Five bytes are eight digits; the sum has twenty.
    for five in sum.chunks_exact(5) {
        let number = five.iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
        text.extend(
            (0..8).rev().map(|place| char::from(ALPHABET[(number >> (place * 5)) as usize & 31])),
        );
    }
    text
}

/// A new name for a record: a random UUID (RFC 9562, version 4), from the seeds that the standard
/// library draws for its hash tables. Records need unique names, not secret ones.
pub(crate) fn record_id() -> String {
    let draw = || RandomState::new().build_hasher().finish();
    let (high, low) = (draw(), draw());
    format!(
        "<urn:uuid:{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}>",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xfff,
        0x8000 | (low >> 48) & 0x3fff,
        low & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn digests_are_those_of_other_tools() {
        assert_eq!(digest(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
        assert_eq!(digest(b"abc"), "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
    }
}
