//! What a compressed WARC archive holds already, and where its last whole record ends.

use crate::gzip::{GZIP_MAGIC, next_record};
use crate::http::{push_field, split_line};
use crate::warc_fields::{REQUESTED_URI, milliseconds};
use flate2::bufread::GzDecoder;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

/// Bytes of a record that are looked through for its fields.
const HEAD_BYTES: u64 = 64 << 10;
/// Bytes of a file of which so little may be there that nothing of its first record, which is a
/// short one, can be unpacked.
const BARELY_BEGUN: u64 = 512;

/// A page in an archive: its URL and when it was fetched, in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Capture {
    pub(crate) url: String,
    pub(crate) fetched_at: u64,
}

/// The whole gzip members of an archive.
pub(crate) struct Members {
    /// Where the last of them ends.
    pub(crate) end: u64,
    /// Whether whole records follow behind damage.
    pub(crate) is_damaged: bool,
    /// The pages in them.
    pub(crate) held: HashSet<Capture>,
}

impl Members {
    /// Reads a file from its start; `None` if it is no compressed archive. A file that ends
    /// within its first record is an archive without any.
    pub(crate) fn read(file: &File) -> io::Result<Option<Self>> {
        let length = file.metadata()?.len();
        let mut reader = BufReader::with_capacity(64 << 10, file);
        reader.seek(SeekFrom::Start(0))?;
        let mut members = Self { end: 0, is_damaged: false, held: HashSet::new() };
        while !reader.fill_buf()?.is_empty() {
            let mut member = GzDecoder::new(&mut reader);
            let mut head = Vec::new();
            let whole = (&mut member)
                .take(HEAD_BYTES)
                .read_to_end(&mut head)
                .and_then(|_| io::copy(&mut member, &mut io::sink()));
            if members.end == 0 && !head.starts_with(b"WARC/") {
                let begun = whole.is_err() && b"WARC/".starts_with(&head) && length < BARELY_BEGUN;
                return Ok((begun && begins_as_gzip(file)?).then_some(members));
            }
            if whole.is_err() {
                // One that was cut off is the last.
                members.is_damaged =
                    next_record(&mut reader, members.end + 1, &mut 1024)?.is_some();
                break;
            }
            members.end = reader.stream_position()?;
            members.held.extend(capture(&head));
        }
        Ok(Some(members))
    }
}

/// Whether what is there of a file can be the beginning of a gzip member.
fn begins_as_gzip(mut file: &File) -> io::Result<bool> {
    file.seek(SeekFrom::Start(0))?;
    let mut start = Vec::new();
    file.take(GZIP_MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(GZIP_MAGIC.starts_with(&start))
}

/// The page in a record that begins so; `None` for a record of another kind.
fn capture(head: &[u8]) -> Option<Capture> {
    let (_, mut rest) = split_line(head);
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let (line, after) = split_line(rest);
        rest = after;
        if line.is_empty() {
            break;
        }
        push_field(&mut fields, line);
    }
    let field = |name: &str| {
        let found = fields.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    };
    if !["response", "resource", "conversion"].contains(&field("warc-type")?) {
        return None;
    }
    let url = field(REQUESTED_URI).or(field("warc-target-uri"))?;
    Some(Capture { url: url.to_owned(), fetched_at: milliseconds(field("warc-date")?) })
}
