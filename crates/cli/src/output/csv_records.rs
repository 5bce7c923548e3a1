//! Records as a table. The columns are known only when the last page has been seen, so the rows
//! wait in a temporary file rather than in memory.

use super::json_line;
use sitewrap_model::{Extraction, Record, Value};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};

/// Columns that every page has; the fields follow.
const FIXED: [&str; 7] = ["url", "page_type", "wrapper", "version", "satisfied", "fit", "reason"];

/// Rows that wait for their header.
pub(super) struct CsvRecords {
    rows: BufWriter<File>,
    columns: Vec<String>,
    index: HashMap<String, usize>,
}

impl CsvRecords {
    pub(super) fn new() -> io::Result<Self> {
        let rows = BufWriter::new(tempfile::tempfile()?);
        let mut table = Self { rows, columns: Vec::new(), index: HashMap::new() };
        for name in FIXED {
            table.column(name);
        }
        Ok(table)
    }

    /// Takes one extraction as a row: pairs of column and cell.
    pub(super) fn push(&mut self, extraction: &Extraction) -> io::Result<()> {
        let mut row = vec![
            (0, extraction.url.clone()),
            (4, extraction.satisfied.to_string()),
            (5, extraction.fit.to_string()),
        ];
        let optional = [
            (1, extraction.page_type.clone()),
            (2, extraction.wrapper.clone()),
            (3, extraction.version.map(|version| version.to_string())),
            (6, extraction.reason.clone()),
        ];
        row.extend(optional.into_iter().filter_map(|(column, cell)| Some((column, cell?))));
        if let Some(record) = &extraction.record {
            self.flatten("", record, &mut row)?;
        }
        json_line(&mut self.rows, &row)
    }

    /// Writes the header and all rows.
    pub(super) fn write(self, out: &mut impl Write) -> io::Result<()> {
        let mut file = self.rows.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(&self.columns)?;
        for line in BufReader::new(file).lines() {
            let row: Vec<(usize, String)> = serde_json::from_str(&line?)?;
            let mut cells = vec![""; self.columns.len()];
            for (column, cell) in &row {
                cells[*column] = cell;
            }
            csv.write_record(&cells)?;
        }
        csv.flush()
    }

    fn flatten(
        &mut self,
        prefix: &str,
        record: &Record,
        row: &mut Vec<(usize, String)>,
    ) -> io::Result<()> {
        for (name, value) in record.iter() {
            let name = format!("{prefix}{name}");
            match value {
                Value::Text(text) => row.push((self.field(&name), text.clone())),
                Value::List(items) => row.push((self.field(&name), serde_json::to_string(items)?)),
                Value::Typed(typed) => row.push((self.field(&name), typed.to_string())),
                Value::Record(inner) => self.flatten(&format!("{name}."), inner, row)?,
            }
        }
        Ok(())
    }

    /// The column of a field; one that is called like a fixed column is told apart by a prefix.
    fn field(&mut self, name: &str) -> usize {
        if FIXED.contains(&name) {
            self.column(&format!("record.{name}"))
        } else {
            self.column(name)
        }
    }

    fn column(&mut self, name: &str) -> usize {
        if let Some(&column) = self.index.get(name) {
            return column;
        }
        let column = self.columns.len();
        self.columns.push(name.to_owned());
        self.index.insert(name.to_owned(), column);
        column
    }
}
