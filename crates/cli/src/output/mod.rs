//! Data on standard output: records, lists, tables.

mod csv_records;
mod field_order;
mod graph_report;
mod part;
mod printable;
mod records;
pub(crate) mod scrapy;
pub(crate) mod selectors;
mod summary;
mod table;
mod tables;
pub(crate) mod wrappers_toml;

pub(crate) use csv_records::CsvForm;
pub(crate) use field_order::FieldOrder;
pub(crate) use graph_report::GraphReport;
pub(crate) use part::OutputFile;
pub(crate) use printable::{Printable, printable};
pub(crate) use records::RecordWriter;
pub(crate) use summary::summary;
pub(crate) use table::Table;

use crate::args::TableFormat;
use sitewrap_model::Extraction;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// What is told beside a record, as JSON: what the page states for machines, and what other pages say.
fn beside(extraction: &Extraction) -> io::Result<[Option<String>; 2]> {
    let structured = extraction.structured.as_ref().map(serde_json::to_string).transpose()?;
    Ok([structured, extraction.joined.as_ref().map(serde_json::to_string).transpose()?])
}

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

/// The error of the writer behind CSV, as that writer gave it.
fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Writes a value as one line of JSON.
pub(crate) fn json_line<W: Write>(out: &mut W, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Writes a value as JSON for reading, and ends the line.
pub(crate) fn json_document<W: Write>(
    out: &mut W,
    value: &impl serde::Serialize,
) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Writes rows as CSV with a header, or as JSON lines.
pub(crate) fn write_rows<W: Write>(
    out: &mut W,
    format: TableFormat,
    rows: &[impl serde::Serialize],
) -> io::Result<()> {
    if format == TableFormat::Csv {
        let mut csv = csv::Writer::from_writer(out);
        for row in rows {
            csv.serialize(row).map_err(csv_error)?;
        }
        return csv.flush();
    }
    rows.iter().try_for_each(|row| json_line(out, row))
}

#[cfg(test)]
mod tests {
    use sitewrap_model::{Extraction, Record};

    /// What extraction gives for a page of a product, or for one that no wrapper fits.
    pub(super) fn extraction(url: &str, record: Option<Record>) -> Extraction {
        Extraction {
            url: url.to_owned(),
            page_type: record.as_ref().map(|_| "product".to_owned()),
            wrapper: record.as_ref().map(|_| "product".to_owned()),
            version: record.as_ref().map(|_| 1),
            satisfied: record.is_some(),
            fit: 0.5,
            reason: record.is_none().then(|| "no wrapper fits".to_owned()),
            record,
            untyped: Vec::new(),
            provenance: None,
            filled: Vec::new(),
            structured: None,
            explained: None,
            joined: None,
        }
    }
}
