//! Data on standard output: records, lists, tables.

mod beside;
mod csv_records;
mod field_order;
mod graph_report;
mod listing;
mod part;
mod printable;
mod records;
mod rows;
pub(crate) mod scrapy;
pub(crate) mod selectors;
mod summary;
mod table;
#[cfg(any(feature = "sqlite", feature = "parquet"))]
mod tables;
pub(crate) mod wrappers_toml;

pub(crate) use csv_records::CsvForm;
pub(crate) use field_order::FieldOrder;
pub(crate) use graph_report::GraphReport;
pub(crate) use listing::Listing;
pub(crate) use part::OutputFile;
pub(crate) use printable::{Printable, printable};
pub(crate) use records::RecordWriter;
pub(crate) use rows::{json_document, json_line, write_rows};
pub(crate) use summary::summary;
pub(crate) use table::Table;

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// Where the output of a command goes, buffered: to standard output or to a file.
pub(crate) enum Output {
    Standard(Box<dyn Write>),
    File(BufWriter<OutputFile>),
}

impl Output {
    /// The output to a file if there is a path, else to standard output.
    pub(crate) fn to(path: Option<&Path>) -> io::Result<Self> {
        Ok(match path {
            Some(path) => Self::File(BufWriter::new(OutputFile::create(path)?)),
            None => Self::Standard(stdout()),
        })
    }

    /// Ends the output. Without that, a file that was there before stays.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Standard(mut out) => out.flush(),
            Self::File(out) => out.into_inner().map_err(io::IntoInnerError::into_error)?.finish(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::File(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::File(out) => out.flush(),
        }
    }
}

/// A time in milliseconds since 1970 as RFC 3339 has it; `None` for 0, a time that is not known.
pub(crate) fn time(milliseconds: u64) -> Option<String> {
    let time = UNIX_EPOCH.checked_add(Duration::from_millis(milliseconds))?;
    let time = jiff::Timestamp::try_from(time).ok()?;
    (milliseconds > 0).then(|| time.to_string())
}

/// Standard output, buffered. Told apart from every other writer in that an error says when the
/// reader has gone (`sitewrap extract | head`), which is no failure. On a terminal, control characters
/// are shown as escapes.
pub(crate) fn stdout() -> Box<dyn Write> {
    let out = BufWriter::with_capacity(1 << 16, Stdout(io::stdout()));
    if io::stdout().is_terminal() { Box::new(Printable::new(out)) } else { Box::new(out) }
}

/// Standard output for text that is there for reading: as on a terminal, wherever it goes.
pub(crate) fn reading() -> Printable<impl Write> {
    Printable::new(BufWriter::with_capacity(1 << 16, Stdout(io::stdout())))
}

/// The reader of standard output has closed it.
#[derive(Debug)]
pub(crate) struct ReaderGone;

impl fmt::Display for ReaderGone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the reader of the output has gone")
    }
}

impl std::error::Error for ReaderGone {}

struct Stdout(io::Stdout);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if sitewrap_stdio::stdout_was_closed() {
            return Err(io::Error::other("standard output is closed"));
        }
        self.0.write(bytes).map_err(name_broken_pipe)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(name_broken_pipe)
    }
}

fn name_broken_pipe(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => io::Error::new(io::ErrorKind::BrokenPipe, ReaderGone),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use sitewrap_model::{Extraction, Reason, Record};

    /// What extraction gives for a page of a product, or for one that no wrapper fits.
    pub(super) fn extraction(url: &str, record: Option<Record>) -> Extraction {
        Extraction {
            url: url.to_owned(),
            page_type: record.as_ref().map(|_| "product".to_owned()),
            wrapper: record.as_ref().map(|_| "product".to_owned()),
            version: record.as_ref().map(|_| 1),
            satisfied: record.is_some(),
            fit: 0.5,
            reason: record.is_none().then(|| Reason::Other("no wrapper fits".to_owned())),
            record,
            untyped: Vec::new(),
            provenance: None,
            filled: Vec::new(),
            from_content: None,
            structured: None,
            explained: None,
            joined: None,
        }
    }
}
