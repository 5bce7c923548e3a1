//! Values as lines of JSON and rows of CSV.

use crate::args::TableFormat;
use std::io::{self, Write};

/// The error of the writer behind CSV, as that writer gave it.
pub(super) fn csv_error(error: csv::Error) -> io::Error {
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
