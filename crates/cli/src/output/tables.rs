//! Records as tables of a database or of a columnar file: one table a page type.
//!
//! What the columns are is known only when the last record has been seen. So records wait in a
//! temporary file, page type by page type told apart, while the shape of each field is learned.

mod cell;
mod parquet_files;
mod parquet_schema;
mod shape;
mod sqlite_file;

use super::field_order::FieldOrder;
use super::json_line;
use cell::Cell;
use serde::{Deserialize, Serialize};
use shape::Columns;
use sitewrap_model::Extraction;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek};
use std::path::{Path, PathBuf};

/// Where tables go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableTarget {
    /// A SQLite database, one file.
    Sqlite,
    /// A folder of Parquet files.
    Parquet,
}

/// One page as it waits.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    url: String,
    page_type: Option<String>,
    wrapper: Option<String>,
    version: Option<u32>,
    satisfied: bool,
    fit: f64,
    reason: Option<String>,
    record: Option<Vec<(String, Cell)>>,
}

/// Rows that wait for their columns.
pub(super) struct Tables {
    target: TableTarget,
    path: PathBuf,
    rows: BufWriter<File>,
    columns: BTreeMap<String, Columns>,
}

impl Tables {
    pub(super) fn new(target: TableTarget, path: &Path) -> io::Result<Self> {
        let rows = BufWriter::new(tempfile::tempfile()?);
        Ok(Self { target, path: path.to_owned(), rows, columns: BTreeMap::new() })
    }

    /// Takes one extraction.
    pub(super) fn push(&mut self, extraction: &Extraction) -> io::Result<()> {
        let record = extraction.record.as_ref().map(cell::record);
        if let (Some(page_type), Some(record)) = (&extraction.page_type, &record) {
            self.columns.entry(page_type.clone()).or_default().learn(record);
        }
        let row = Row {
            url: extraction.url.clone(),
            page_type: extraction.page_type.clone(),
            wrapper: extraction.wrapper.clone(),
            version: extraction.version,
            satisfied: extraction.satisfied,
            fit: extraction.fit,
            reason: extraction.reason.clone(),
            record,
        };
        json_line(&mut self.rows, &row)
    }

    /// Writes the tables, their columns in the order of the fields.
    pub(super) fn write(mut self, order: &FieldOrder) -> io::Result<()> {
        for (page_type, columns) in &mut self.columns {
            columns.arrange("", &|path| order.place_in(page_type, path));
        }
        let mut file = self.rows.into_inner().map_err(io::IntoInnerError::into_error)?;
        let mut rows = || -> io::Result<_> {
            file.rewind()?;
            let lines = BufReader::new(file.try_clone()?).lines();
            Ok(lines.map(|line| Ok(serde_json::from_str::<Row>(&line?)?)))
        };
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
        };
        match self.target {
            TableTarget::Sqlite => sqlite_file::write(&self.path, &self.columns, rows()?),
            TableTarget::Parquet => parquet_files::write(&self.path, &self.columns, rows),
        }
        .map_err(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::tests::extraction;
    use sitewrap_model::{Record, Typed, Value};

    /// Two products, one of them with reviews, and a page that no wrapper fits.
    pub(super) fn sample() -> Vec<Extraction> {
        let text = |text: &str| Value::Text(text.to_owned());
        let record = |fields: Vec<(&str, Value)>| {
            let mut record = Record::new();
            fields.into_iter().for_each(|(name, value)| record.insert(name, value));
            record
        };
        let price = Typed::Price { amount: 12.5, currency: Some("EUR".to_owned()) };
        let review = |author: &str, tags: Vec<Value>| {
            Value::Record(record(vec![("author", text(author)), ("tags", Value::List(tags))]))
        };
        let first = record(vec![
            ("title", text("A \"lamp\"; DROP TABLE pages")),
            ("price", Value::Typed(price)),
            ("stock", Value::Typed(Typed::Integer(7))),
            ("url", text("an own field")),
            ("added", Value::Typed(Typed::Date("2024-01-04".to_owned()))),
            ("seen", Value::Typed(Typed::DateTime("2024-01-04T08:31:00+01:00".to_owned()))),
            ("details", Value::Record(record(vec![("Made in", text("Hull")), ("Ø", text("3"))]))),
            (
                "reviews",
                Value::List(vec![review("Ines", vec![text("x"), text("y")]), review("Bo", vec![])]),
            ),
        ]);
        let second = record(vec![
            ("title", text("Rope")),
            ("stock", text("sold out")),
            ("colour", text("red")),
        ]);
        vec![
            extraction("http://a.example/1", Some(first)),
            extraction("http://a.example/none", None),
            extraction("http://a.example/2", Some(second)),
        ]
    }

    /// Writes the sample to a path in a new folder.
    pub(super) fn written(target: TableTarget, name: &str) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        let mut tables = Tables::new(target, &path).unwrap();
        sample().iter().for_each(|extraction| tables.push(extraction).unwrap());
        tables.write(&FieldOrder::default()).unwrap();
        (dir, path)
    }
}
