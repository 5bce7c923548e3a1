//! What can be wrong with a source of pages, each told in one line that names the place.

use std::io;
use std::path::{Path, PathBuf};

/// An error of a source: of the whole of it where it is opened, of one page where it is read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file or folder cannot be read or written, or is not what it should be.
    #[error("{}: {problem}", .path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// It cannot be told what a file is.
    #[error(
        "{} is no source of pages; give a WARC archive, an HTML file, a file of JSON lines, or a \
         folder", .0.display()
    )]
    UnknownKind(PathBuf),
    /// A folder has no manifest, and its address is not known.
    #[error(
        "{} has no manifest pages.jsonl, and the addresses of its files are not known",
        .0.display()
    )]
    NeedsBaseUrl(PathBuf),
    /// The base URL is of a kind that has no paths.
    #[error("{0} cannot be the address of a site; give one like https://example.org/")]
    BadBaseUrl(String),
    /// A line of a manifest or a stream is not usable.
    #[error("{}, line {line}: {problem}", .path.display())]
    Line {
        /// The file, or the name of the stream.
        path: PathBuf,
        /// Number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// A record of a WARC archive is not usable.
    #[error("{}, record {record}{}: {problem}", .path.display(), in_brackets(.url.as_deref()))]
    Record {
        /// The archive.
        path: PathBuf,
        /// Number of the record, from 1.
        record: u64,
        /// The URL that the record is about, if that much could be read.
        url: Option<String>,
        /// What is wrong with it.
        problem: String,
    },
}

impl SourceError {
    /// The error for what the operating system says about a file.
    pub(crate) fn io(path: &Path, error: &io::Error) -> Self {
        Self::file(path, error.to_string())
    }

    /// The error for a file that cannot be used.
    pub(crate) fn file(path: &Path, problem: impl Into<String>) -> Self {
        Self::File { path: path.to_owned(), problem: problem.into() }
    }
}

fn in_brackets(url: Option<&str>) -> String {
    url.map(|url| format!(" ({url})")).unwrap_or_default()
}
