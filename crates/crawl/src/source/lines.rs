//! Pages from lines of JSON: the manifest of a folder, or a stream.

use super::address;
use super::files::{inside, open, read_body};
use super::{MAX_BODY_BYTES, SourceError};
use serde::Deserialize;
use sitewrap_model::{Header, Page};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The longest line that is read: a body of the largest size, each byte of it escaped.
const MAX_LINE_BYTES: u64 = 2 * MAX_BODY_BYTES as u64;

/// What a line says; further keys mean nothing here.
#[derive(Deserialize)]
struct Line {
    url: String,
    html: Option<String>,
    file: Option<PathBuf>,
}

/// Pages from lines of JSON: `{"url", "html"}`, or in a file also `{"url", "file"}` with the path
/// of an HTML file below the folder that holds the lines. Empty lines are passed over.
pub struct JsonLines<R> {
    reader: R,
    name: PathBuf,
    /// Where files are looked for; `None` for a stream, which may name none.
    folder: Option<PathBuf>,
    line: u64,
    ended: bool,
}

impl<R: BufRead> JsonLines<R> {
    /// Pages from a stream of `{"url", "html"}`; `name` is what messages call the stream.
    pub fn new(reader: R, name: &str) -> Self {
        Self { reader, name: name.into(), folder: None, line: 0, ended: false }
    }

    /// The next line without its end; `None` where the lines end.
    fn next_line(&mut self) -> Option<Result<Vec<u8>, String>> {
        let mut bytes = Vec::new();
        let read = (&mut self.reader).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
        self.line += 1;
        match read {
            Ok(0) => None,
            Ok(_) if bytes.ends_with(b"\n") || (bytes.len() as u64) < MAX_LINE_BYTES => {
                Some(Ok(bytes))
            }
            Ok(_) => {
                let skipped = skip_line(&mut self.reader);
                self.ended = skipped.is_err();
                Some(Err(format!("the line is longer than {} MB", MAX_LINE_BYTES >> 20)))
            }
            Err(error) => {
                self.ended = true;
                Some(Err(format!("cannot be read: {error}")))
            }
        }
    }

    fn page(&self, bytes: &[u8]) -> Result<Page, String> {
        let line: Line = serde_json::from_slice(bytes).map_err(|error| {
            // serde_json adds a place within the line, which is always line 1.
            let told = error.to_string().replace(" at line 1 column ", ", column ");
            format!("no JSON object of a page: {told}")
        })?;
        let url = address::checked(&line.url)?;
        match (line.html, line.file, &self.folder) {
            (Some(html), None, _) => {
                let mut page = Page::imported(url, html.into_bytes());
                // The text has been decoded already, whatever its own `meta` says.
                page.headers.push(Header {
                    name: "content-type".to_owned(),
                    value: "text/html; charset=utf-8".to_owned(),
                });
                Ok(page)
            }
            (None, Some(file), Some(folder)) => {
                let body = read_body(&inside(folder, &file)?).map_err(|error| error.to_string())?;
                Ok(Page::imported(url, body))
            }
            (None, Some(_), None) => Err("a stream cannot name files; give \"html\"".to_owned()),
            (None, None, None) => Err("has no `html`".to_owned()),
            (None, None, Some(_)) => Err("has neither `html` nor `file`".to_owned()),
            (Some(_), Some(_), _) => Err("has both `html` and `file`".to_owned()),
        }
    }
}

impl JsonLines<BufReader<std::fs::File>> {
    /// Pages from the lines in a file; the files that they name lie in the same folder or below.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        Ok(Self {
            reader: BufReader::new(open(path)?),
            name: path.to_owned(),
            folder: Some(folder),
            line: 0,
            ended: false,
        })
    }
}

impl<R: BufRead> Iterator for JsonLines<R> {
    type Item = Result<Page, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let page = match self.next_line()? {
                Ok(bytes) => {
                    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes).trim_ascii();
                    if text.is_empty() {
                        continue;
                    }
                    self.page(text)
                }
                Err(problem) => Err(problem),
            };
            return Some(page.map_err(|problem| SourceError::Line {
                path: self.name.clone(),
                line: self.line,
                problem,
            }));
        }
        None
    }
}

/// Reads on to the end of a line without keeping it.
fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        let (length, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        reader.consume(length);
        if ended {
            return Ok(());
        }
    }
}
