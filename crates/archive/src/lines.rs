//! Pages from lines of JSON: the manifest of a folder, or a stream.

use crate::address;
use crate::error::SourceError;
use crate::files::{inside, open, read_body};
use crate::line_reader::{LineReader, within_line};
use serde::Deserialize;
use sitewrap_model::{Header, Page};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

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
    lines: LineReader<R>,
    /// Where files are looked for; `None` for a stream, which may name none.
    folder: Option<PathBuf>,
}

impl<R: BufRead> JsonLines<R> {
    /// Pages from a stream of `{"url", "html"}`; `name` is what messages call the stream.
    pub fn new(reader: R, name: &str) -> Self {
        Self { lines: LineReader::new(reader, name.into()), folder: None }
    }

    fn page(&self, bytes: &[u8]) -> Result<Page, String> {
        let line: Line = serde_json::from_slice(bytes)
            .map_err(|error| format!("no JSON object of a page: {}", within_line(&error)))?;
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
        let lines = LineReader::new(BufReader::new(open(path)?), path.to_owned());
        Ok(Self { lines, folder: Some(folder) })
    }
}

impl<R: BufRead> Iterator for JsonLines<R> {
    type Item = Result<Page, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.lines.next_text()?;
        let page = bytes.and_then(|bytes| self.page(&bytes));
        Some(page.map_err(|problem| self.lines.error(problem)))
    }
}
