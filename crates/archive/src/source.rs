//! Which kind of source a path is.

use crate::content::looks_like_html;
use crate::error::SourceError;
use crate::files::{self, HEAD_BYTES};
use crate::gzip::GZIP_MAGIC;
use crate::lines::JsonLines;
use crate::mirror::Mirror;
use crate::texts::are_texts;
use crate::warc::WarcReader;
use flate2::read::GzDecoder;
use sitewrap_model::Page;
use std::fs;
use std::io::Read;
use std::path::Path;
use url::Url;

/// The manifest of a folder of pages.
const MANIFEST: &str = "pages.jsonl";

/// Pages, or errors that stand in for pages that could not be read.
pub type Pages = Box<dyn Iterator<Item = Result<Page, SourceError>> + Send>;

/// Opens whatever pages are in `path`:
///
/// - a folder with a manifest `pages.jsonl`, one `{"url", "file"}` a line, further keys ignored;
/// - another folder: the copy of a site as wget makes it, whose top is `base_url`;
/// - a WARC archive, compressed or not;
/// - a file of lines `{"url", "html"}` or `{"url", "file"}`;
/// - an HTML file. Its address is `base_url`; where that ends in `/`, the file's name is added;
///   without `base_url` it is the file's own `file:` address.
///
/// `base_url` means nothing to the kinds that tell their own addresses.
///
/// # Errors
/// If the path cannot be opened, is of no kind above, or lacks a base URL that it needs.
pub fn open_source(path: &Path, base_url: Option<&Url>) -> Result<Pages, SourceError> {
    let metadata = fs::metadata(path).map_err(|error| SourceError::io(path, &error))?;
    if metadata.is_dir() {
        let manifest = path.join(MANIFEST);
        return match base_url {
            _ if manifest.exists() => Ok(Box::new(JsonLines::open(&manifest)?)),
            Some(base_url) => Ok(Box::new(Mirror::open(path, base_url)?)),
            None => Err(SourceError::NeedsBaseUrl(path.to_owned())),
        };
    }
    match kind_of_file(path)? {
        Kind::Warc => Ok(Box::new(WarcReader::open(path)?)),
        Kind::Lines => Ok(Box::new(JsonLines::open(path)?)),
        Kind::Html => Ok(Box::new(std::iter::once(files::single(path, base_url)))),
    }
}

/// What a file holds.
enum Kind {
    Warc,
    Lines,
    Html,
}

/// Whether a file holds lines of texts, not pages; `false` for one that cannot be read.
pub fn holds_texts(path: &Path) -> bool {
    path.is_file() && files::head(path).is_ok_and(|head| are_texts(&head))
}

/// Tells a file's kind by its beginning, and by its name where that leaves a doubt.
fn kind_of_file(path: &Path) -> Result<Kind, SourceError> {
    let mut head = files::head(path)?;
    let compressed = head.starts_with(&GZIP_MAGIC);
    if compressed {
        let mut begin = Vec::new();
        // The head is cut off somewhere, which the decoder tells as an error; what comes before
        // is good.
        let _ = GzDecoder::new(&*head).take(HEAD_BYTES as u64).read_to_end(&mut begin);
        head = begin;
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match extension.as_str() {
        _ if head.starts_with(b"WARC/") => Ok(Kind::Warc),
        _ if compressed => Err(SourceError::UnknownKind(path.to_owned())),
        "warc" => Ok(Kind::Warc),
        "jsonl" | "ndjson" => Ok(Kind::Lines),
        "html" | "htm" | "xhtml" => Ok(Kind::Html),
        _ if looks_like_html(&head) => Ok(Kind::Html),
        _ if head.trim_ascii_start().starts_with(b"{") => Ok(Kind::Lines),
        _ => Err(SourceError::UnknownKind(path.to_owned())),
    }
}
