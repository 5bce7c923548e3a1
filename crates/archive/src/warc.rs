//! Pages from WARC archives (ISO 28500), compressed or not.

use crate::address;
use crate::content::looks_like_html;
use crate::error::SourceError;
use crate::files::{MAX_BODY_BYTES, open, too_large};
use crate::gzip::{GZIP_MAGIC, GzipMembers, Source};
use crate::http::{Response, push_field, split_line};
use crate::warc_fields::{MARKED_SOFT_404, RENDERED_BY, REQUESTED_URI, milliseconds};
use sitewrap_model::{Header, Marks, Page};
use sitewrap_tree::is_html_type;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

/// The longest line of a record's head that is read in one piece.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// The largest head of a record.
const MAX_HEAD_BYTES: usize = 4 << 20;
/// The largest record that is read: the largest body with its HTTP headers.
const MAX_RECORD_BYTES: u64 = MAX_BODY_BYTES as u64 + (1 << 20);

/// Pages from a WARC archive: its response and resource records that hold HTML, and its conversion
/// records that are pages which sitewrap had rendered, in their order.
///
/// Redirects, other content and other kinds of records are passed over. A record that cannot be
/// used is an error in its place; reading goes on with the next line that begins a record, in a
/// compressed archive also behind what cannot be unpacked.
pub struct WarcReader {
    input: Input,
    name: PathBuf,
    /// Records begun so far.
    record: u64,
    /// Whether the place in the file may be inside a record.
    lost: bool,
    ended: bool,
}

/// The content of an archive.
enum Input {
    Plain(Box<dyn Source>),
    Gzip(Box<GzipMembers>),
}

impl Input {
    fn reader(&mut self) -> &mut dyn BufRead {
        match self {
            Self::Plain(file) => file,
            Self::Gzip(members) => &mut **members,
        }
    }

    /// Makes sure of what was read of a record, as far as that can be done behind its end.
    fn end_record(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(_) => Ok(()),
            Self::Gzip(members) => members.end_record(),
        }
    }
}

/// A record without its content.
struct Head {
    fields: Vec<(String, String)>,
    length: u64,
}

impl Head {
    fn field(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The URL that the record is about. Old releases of wget put it in angle brackets.
    fn url(&self) -> Option<&str> {
        let url = self.field("warc-target-uri")?;
        Some(url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(url))
    }

    /// Whether a page may be in the record.
    fn is_wanted(&self) -> bool {
        let is_web = self.url().is_none_or(|url| {
            url.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"))
        });
        let kind = self.field("warc-type").unwrap_or_default();
        let is_page = ["response", "resource"].iter().any(|page| kind.eq_ignore_ascii_case(page))
            || kind.eq_ignore_ascii_case("conversion") && self.field(RENDERED_BY).is_some();
        is_web && is_page
    }
}

/// What went wrong with a record: what to say, and whether anything can follow.
struct Problem {
    text: String,
    ends: bool,
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        let text = match error.kind() {
            io::ErrorKind::UnexpectedEof => "the file ends in the middle of it".to_owned(),
            io::ErrorKind::InvalidData => format!("is damaged ({error})"),
            _ => format!("cannot be read ({error})"),
        };
        Self { text, ends: true }
    }
}

impl From<String> for Problem {
    fn from(text: String) -> Self {
        Self { text, ends: false }
    }
}

impl WarcReader {
    /// Opens an archive.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        Self::new(BufReader::with_capacity(64 << 10, open(path)?), path)
            .map_err(|error| SourceError::io(path, &error))
    }

    /// Reads an archive from a stream, which may be compressed by gzip, as a whole or record by
    /// record; `name` is what messages call it.
    ///
    /// # Errors
    /// If the first bytes cannot be read.
    pub fn new(mut reader: impl BufRead + Seek + Send + 'static, name: &Path) -> io::Result<Self> {
        let input = if reader.fill_buf()?.starts_with(&GZIP_MAGIC) {
            Input::Gzip(Box::new(GzipMembers::new(Box::new(reader))?))
        } else {
            Input::Plain(Box::new(reader))
        };
        let name = name.to_owned();
        Ok(Self { input, name, record: 0, lost: false, ended: false })
    }

    /// The next line, with its end; empty at the end of the file.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.input.reader().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        Ok(line)
    }

    /// The head of the next record; `None` at the end of the file.
    fn head(&mut self) -> Result<Option<Head>, Problem> {
        let first = loop {
            // What cannot be unpacked is taken for a record of its own.
            let line = self.line().inspect_err(|_| self.record += 1)?;
            if line.is_empty() {
                return Ok(None);
            }
            if line.starts_with(b"WARC/") {
                break line;
            }
            if !self.lost && !line.trim_ascii().is_empty() {
                self.lost = true;
                let text = match self.record {
                    0 => "does not begin with a WARC record",
                    _ => "is followed by something that is no record",
                };
                return Err(text.to_owned().into());
            }
        };
        self.record += 1;
        self.lost = false;
        let mut read = first.len();
        let mut fields = Vec::new();
        loop {
            let line = self.line()?;
            read += line.len();
            let (text, _) = split_line(&line);
            if line.is_empty() {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
            if text.is_empty() {
                break;
            }
            if read > MAX_HEAD_BYTES {
                self.lost = true;
                return Err("its head does not end".to_owned().into());
            }
            push_field(&mut fields, text);
        }
        let head = Head { fields, length: 0 };
        let Some(length) = head.field("content-length").and_then(|length| length.parse().ok())
        else {
            self.lost = true;
            return Err("has no Content-Length".to_owned().into());
        };
        Ok(Some(Head { length, ..head }))
    }

    /// The content of a record; `None`, and passed over, if it is larger than any page.
    fn content(&mut self, head: &Head) -> Result<Option<Vec<u8>>, Problem> {
        let mut limited = self.input.reader().take(head.length);
        let (content, read) = if head.is_wanted() && head.length <= MAX_RECORD_BYTES {
            let mut content = Vec::new();
            let read = limited.read_to_end(&mut content)? as u64;
            (Some(content), read)
        } else {
            (None, io::copy(&mut limited, &mut io::sink())?)
        };
        if read < head.length {
            let text = format!("the file ends after {read} of its {} bytes", head.length);
            return Err(Problem { text, ends: true });
        }
        self.input.end_record()?;
        Ok(content)
    }

    /// Whether nothing can follow what could not be read.
    fn has_ended(&self) -> bool {
        match &self.input {
            Input::Plain(_) => true,
            Input::Gzip(members) => members.has_ended(),
        }
    }

    fn error(&mut self, url: Option<&str>, problem: Problem) -> SourceError {
        self.ended = problem.ends && self.has_ended();
        self.lost |= problem.ends;
        if self.record == 0 {
            return SourceError::file(&self.name, problem.text);
        }
        SourceError::Record {
            path: self.name.clone(),
            record: self.record,
            url: url.map(str::to_owned),
            problem: problem.text,
        }
    }
}

impl Iterator for WarcReader {
    type Item = Result<Page, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let head = match self.head() {
                Ok(Some(head)) => head,
                Ok(None) => break,
                Err(problem) => return Some(Err(self.error(None, problem))),
            };
            let content = self.content(&head);
            let page = match content {
                Ok(_) if !head.is_wanted() => Ok(None),
                Ok(Some(content)) => page(&head, content).map_err(Problem::from),
                Ok(None) => Err(too_large().into()),
                Err(problem) => Err(problem),
            };
            match page {
                Ok(Some(page)) => return Some(Ok(page)),
                Ok(None) => {}
                Err(problem) => return Some(Err(self.error(head.url(), problem))),
            }
        }
        self.ended = true;
        None
    }
}

/// The page in a record; `None` if there is none.
fn page(head: &Head, content: Vec<u8>) -> Result<Option<Page>, String> {
    let url = head.url().ok_or("has no WARC-Target-URI")?;
    let url = address::checked(url)?;
    let asked = head.field(REQUESTED_URI).and_then(|asked| address::checked(asked).ok());
    let asked = asked.unwrap_or_else(|| url.clone());
    let kind = head.field("content-type").unwrap_or_default();
    let header = |name: &str, value: &str| Header { name: name.into(), value: value.into() };
    let is_response =
        head.field("warc-type").is_some_and(|kind| kind.eq_ignore_ascii_case("response"));
    let mut marks = Marks::default();
    let (status, headers, body) = if is_response {
        let response = Response::parse(&content)?;
        // 1xx, 204, 304 and redirects have no content of their own.
        let is_page = matches!(response.status, 200..=203 | 205..=299 | 400..);
        let kind = response.header("content-type");
        if !is_page || kind.is_some_and(|kind| !is_html_type(kind)) {
            return Ok(None);
        }
        let body = response.decoded_body()?;
        if kind.is_none() && !looks_like_html(&body) {
            return Ok(None);
        }
        (response.status, response.headers, body)
    } else if is_html_type(kind) || (kind.is_empty() && looks_like_html(&content)) {
        let mut headers = Vec::new();
        if !kind.is_empty() {
            headers.push(header("content-type", kind));
        }
        marks.rendered_by = head.field(RENDERED_BY).map(str::to_owned);
        (200, headers, content)
    } else {
        return Ok(None);
    };
    marks.soft_404 = head.field(MARKED_SOFT_404).is_some();
    if let Some(reason) = head.field("warc-truncated") {
        return Err(format!("the page was cut off when it was stored (reason: {reason})"));
    }
    if head.field("warc-segment-number").is_some() {
        return Err("the page is split into several records, which is not supported".to_owned());
    }
    Ok(Some(Page {
        url: asked,
        final_url: url,
        status,
        headers,
        body,
        fetched_at: head.field("warc-date").map_or(0, milliseconds),
        depth: 0,
        referrer: None,
        marks,
    }))
}
