//! Writing pages into a WARC archive (ISO 28500, version 1.1), one gzip member a record.

use super::SourceError;
use super::warc::REQUESTED_URI;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use sitewrap_model::Page;
use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use url::Url;

/// Headers that tell of codings which the stored body does not have any more, or of its old
/// length.
const CODING_HEADERS: [&str; 3] = ["content-encoding", "transfer-encoding", "content-length"];

/// Writes pages into a WARC archive that other readers understand.
///
/// Depth and referrer of a page have no place in a record and are left out. Where the URL that was
/// asked for is not the one that answered, a field of our own, `Sitewrap-Requested-URI`, keeps it;
/// other readers pass over it.
pub struct WarcWriter {
    file: BufWriter<File>,
    path: PathBuf,
}

impl WarcWriter {
    /// Opens an archive to add pages to it, and makes it if there is none. A record at the end
    /// that was cut off, as when the process that wrote it was killed, is removed.
    ///
    /// # Errors
    /// If the file cannot be opened, or is not compressed by gzip.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let failed = |error: io::Error| SourceError::io(path, &error);
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let end = end_of_members(&file).map_err(failed)?;
        if end == 0 && file.metadata().map_err(failed)?.len() > 0 {
            let problem = "is no WARC archive compressed by gzip, so nothing can be added to it";
            return Err(SourceError::file(path, problem));
        }
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut writer = Self { file: BufWriter::new(file), path: path.to_owned() };
        let software = concat!("sitewrap/", env!("CARGO_PKG_VERSION"));
        let info = format!("software: {software}\r\nformat: WARC File Format 1.1\r\n");
        let now = jiff::Timestamp::now();
        writer.record(
            "warcinfo",
            now,
            "Content-Type: application/warc-fields\r\n",
            info.as_bytes(),
        )?;
        Ok(writer)
    }

    /// Adds a page.
    ///
    /// # Errors
    /// If the file cannot be written, or the page's address is not one that can be
    /// written: without a scheme, or with control characters.
    pub fn write(&mut self, page: &Page) -> Result<(), SourceError> {
        let refused = |url: &str| {
            SourceError::file(&self.path, format!("cannot hold a page with the URL {url:?}"))
        };
        if page.url.contains(char::is_control) {
            return Err(refused(&page.url));
        }
        // Pages that were imported may have URLs with spaces and such, which other readers of
        // archives need not understand.
        let target = Url::parse(&page.final_url).map_err(|_| refused(&page.final_url))?;
        let mut fields = format!("WARC-Target-URI: {target}\r\n");
        if target.as_str() != page.url {
            fields += &format!("{REQUESTED_URI}: {}\r\n", page.url);
        }
        fields += "Content-Type: application/http;msgtype=response\r\n";
        let millisecond = i64::try_from(page.fetched_at).unwrap_or(i64::MAX);
        let time = jiff::Timestamp::from_millisecond(millisecond).unwrap_or_default();
        self.record("response", time, &fields, &response(page))
    }

    /// Hands all that was written to the operating system.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> Result<(), SourceError> {
        self.file.flush().map_err(|error| SourceError::io(&self.path, &error))
    }

    fn record(
        &mut self,
        kind: &str,
        time: jiff::Timestamp,
        fields: &str,
        content: &[u8],
    ) -> Result<(), SourceError> {
        let head = format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{}>\r\n\
             WARC-Date: {time}\r\n{fields}Content-Length: {}\r\n\r\n",
            random_uuid(),
            content.len()
        );
        let member = || -> io::Result<Vec<u8>> {
            let mut member = GzEncoder::new(Vec::new(), Compression::default());
            member.write_all(head.as_bytes())?;
            member.write_all(content)?;
            member.write_all(b"\r\n\r\n")?;
            member.finish()
        };
        member()
            .and_then(|member| self.file.write_all(&member))
            .map_err(|error| SourceError::io(&self.path, &error))
    }
}

/// A page as an HTTP response.
fn response(page: &Page) -> Vec<u8> {
    let reason = reqwest::StatusCode::from_u16(page.status).ok();
    let reason = reason.and_then(|status| status.canonical_reason()).unwrap_or_default();
    let mut head = format!("HTTP/1.1 {:03} {reason}\r\n", page.status);
    for header in &page.headers {
        if !CODING_HEADERS.contains(&header.name.as_str()) {
            let value = header.value.replace(['\r', '\n'], " ");
            // Writing to a string cannot fail.
            let _ = write!(head, "{}: {value}\r\n", header.name);
        }
    }
    let _ = write!(head, "content-length: {}\r\n\r\n", page.body.len());
    let mut message = head.into_bytes();
    message.extend_from_slice(&page.body);
    message
}

/// Where the last whole gzip member of a file ends.
fn end_of_members(file: &File) -> io::Result<u64> {
    let mut reader = BufReader::with_capacity(64 << 10, file);
    reader.seek(SeekFrom::Start(0))?;
    let mut end = 0;
    while !reader.fill_buf()?.is_empty() {
        let mut member = GzDecoder::new(&mut reader);
        if io::copy(&mut member, &mut io::sink()).is_err() {
            break;
        }
        end = reader.stream_position()?;
    }
    Ok(end)
}

/// A random UUID (RFC 9562, version 4), from the seeds that the standard library draws for its
/// hash tables: records need unique names, not secret ones.
fn random_uuid() -> String {
    let draw = || RandomState::new().build_hasher().finish();
    let (high, low) = (draw(), draw());
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xfff,
        0x8000 | (low >> 48) & 0x3fff,
        low & 0xffff_ffff_ffff
    )
}
