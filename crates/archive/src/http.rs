//! HTTP responses as they are stored in archives: head, transfer coding, content coding.

use crate::content::looks_like_html;
use crate::files::{read_bounded, too_large};
use flate2::read::{DeflateDecoder, GzDecoder, ZlibDecoder};
use sitewrap_model::Header;
use std::io::Read;

/// A response, its body as it was sent.
pub(crate) struct Response<'a> {
    pub(crate) status: u16,
    pub(crate) headers: Vec<Header>,
    body: &'a [u8],
}

impl<'a> Response<'a> {
    /// Takes a response apart. Lines may end in `\n` alone, and header lines without a colon are
    /// passed over: archives hold what servers have sent, not what they should have.
    pub(crate) fn parse(message: &'a [u8]) -> Result<Self, String> {
        let (status_line, mut rest) = split_line(message);
        let status = status(status_line).ok_or_else(|| {
            let line = status_line.iter().take(60).copied().collect::<Vec<_>>();
            format!("holds no HTTP response (it begins {:?})", String::from_utf8_lossy(&line))
        })?;
        let mut headers = Vec::new();
        while !rest.is_empty() {
            let (line, after) = split_line(rest);
            rest = after;
            if line.is_empty() {
                break;
            }
            push_field(&mut headers, line);
        }
        let headers =
            headers.into_iter().map(|(name, value)| Header { name, value }).collect::<Vec<_>>();
        Ok(Self { status, headers, body: rest })
    }

    /// The value of the first header called `name` (lower case).
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.name == name).map(|header| header.value.as_str())
    }

    /// The body without transfer and content coding.
    ///
    /// Some archivers store the decoded body and leave the headers as they were. So a body that
    /// cannot be decoded is taken as it is if it is chunked by its header alone, or looks like
    /// HTML.
    pub(crate) fn decoded_body(&self) -> Result<Vec<u8>, String> {
        let dechunked = match self.header("transfer-encoding") {
            Some(coding) if coding.to_ascii_lowercase().contains("chunked") => dechunk(self.body),
            _ => None,
        };
        let mut body = dechunked.unwrap_or_else(|| self.body.to_vec());
        let codings = self.header("content-encoding").unwrap_or_default().to_ascii_lowercase();
        for coding in codings.rsplit(',').map(str::trim) {
            match decode(coding, &body) {
                Ok(Some(decoded)) => body = decoded,
                Ok(None) => {}
                Err(_) if looks_like_html(&body) => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(body)
    }
}

/// Splits off a line, without its end.
pub(crate) fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let (line, rest) = match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[][..]),
    };
    (line.strip_suffix(b"\r").unwrap_or(line), rest)
}

/// Adds a header line to the fields, its name in lower case; a line that begins with white space
/// goes on with the field before.
pub(crate) fn push_field(fields: &mut Vec<(String, String)>, line: &[u8]) {
    let text = String::from_utf8_lossy(line);
    if text.starts_with([' ', '\t']) {
        if let Some((_, value)) = fields.last_mut() {
            value.push(' ');
            value.push_str(text.trim());
        }
    } else if let Some((name, value)) = text.split_once(':') {
        fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
    }
}

/// The status of a status line, as in `HTTP/1.1 200 OK`.
fn status(line: &[u8]) -> Option<u16> {
    // The reason phrase behind the status may be of any charset.
    let line = String::from_utf8_lossy(&line[..line.len().min(16)]);
    let (_, rest) = line.strip_prefix("HTTP/")?.split_once(' ')?;
    let status = rest.trim_start().get(..3)?.parse().ok()?;
    (100..1000).contains(&status).then_some(status)
}

/// The content of a chunked body (RFC 9112, 7.1); `None` if it is not chunked. A body that ends
/// within its chunks gives what is there: archives hold responses that were cut off.
fn dechunk(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::with_capacity(rest.len());
    let mut chunks = 0;
    while !rest.is_empty() {
        let (line, after) = split_line(rest);
        let digits = line.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
        let size = std::str::from_utf8(digits).ok();
        let Some(size) = size.and_then(|size| usize::from_str_radix(size, 16).ok()) else {
            return (chunks > 0).then_some(content);
        };
        if size == 0 {
            break;
        }
        let (chunk, after) = after.split_at(size.min(after.len()));
        content.extend_from_slice(chunk);
        rest = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n")).unwrap_or(after);
        chunks += 1;
    }
    Some(content)
}

/// A body without one content coding; `None` if the coding changes nothing.
fn decode(coding: &str, body: &[u8]) -> Result<Option<Vec<u8>>, String> {
    let decoded = match coding {
        "gzip" | "x-gzip" => read(coding, GzDecoder::new(body)),
        // The standard says zlib, some servers send bare deflate.
        "deflate" => read(coding, ZlibDecoder::new(body))
            .or_else(|_| read(coding, DeflateDecoder::new(body))),
        "br" => read(coding, brotli_decompressor::Decompressor::new(body, 4096)),
        "zstd" => match zstd::Decoder::new(body) {
            Ok(decoder) => read(coding, decoder),
            Err(error) => Err(undecodable(coding, &error)),
        },
        "" | "identity" | "none" | "utf-8" => return Ok(None),
        other => return Err(format!("has the content coding {other:?}, which is not known")),
    };
    decoded.map(Some)
}

fn read(coding: &str, decoder: impl Read) -> Result<Vec<u8>, String> {
    let body = read_bounded(decoder).map_err(|error| undecodable(coding, &error))?;
    body.ok_or_else(too_large)
}

fn undecodable(coding: &str, error: &std::io::Error) -> String {
    format!("has a body that is not {coding} as its header says ({error})")
}
