//! Records as tables of a database or of a columnar file: one table a page type.
//!
//! What the columns are is known only when the last record has been seen. So records wait in a
//! temporary file while the shape of each field is learned.

mod cell;
#[cfg(feature = "parquet")]
mod parquet_files;
#[cfg(feature = "parquet")]
mod parquet_folder;
#[cfg(feature = "parquet")]
mod parquet_schema;
mod row;
mod shape;
#[cfg(feature = "sqlite")]
mod sqlite_file;

use super::beside::{BESIDE, beside};
use super::field_order::FieldOrder;
#[cfg(feature = "sqlite")]
use super::part::folder_of;
use super::rows::json_line;
use cell::Cell;
use row::Row;
use shape::Columns;
use sitewrap_model::Extraction;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

/// Where tables go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableTarget {
    /// A SQLite database, one file.
    #[cfg(feature = "sqlite")]
    Sqlite,
    /// A folder of Parquet files.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Rows that wait for their columns.
pub(super) struct Tables {
    target: TableTarget,
    path: PathBuf,
    /// A line a row: its page type, a tab, and the row, both as JSON. A reader that looks for one
    /// page type need not read the rows of the others.
    rows: BufWriter<File>,
    columns: BTreeMap<String, Columns>,
    /// Whether there is anything of that.
    with: [bool; 2],
}

impl Tables {
    /// Tables that will be written to `path`.
    ///
    /// # Errors
    /// If something else is there already, or no temporary file can be made.
    pub(super) fn new(target: TableTarget, path: &Path) -> io::Result<Self> {
        target.check(path)?;
        let rows = BufWriter::new(tempfile::tempfile()?);
        let (path, columns) = (path.to_owned(), BTreeMap::new());
        Ok(Self { target, path, rows, columns, with: [false; 2] })
    }

    /// Takes one extraction.
    pub(super) fn push(&mut self, extraction: &Extraction) -> io::Result<()> {
        let mut record = extraction.record.as_ref().map(cell::record);
        let beside = beside(extraction)?;
        for ((json, with), name) in beside.iter().zip(&mut self.with).zip(BESIDE) {
            let Some(json) = json else { continue };
            *with = true;
            if let (false, Some(record)) = (self.target.has_pages(), &mut record) {
                let mut name = name.to_owned();
                while record.iter().any(|(known, _)| *known == name) {
                    name.push('_');
                }
                record.push((name, Cell::Text(json.clone())));
            }
        }
        if let (Some(page_type), Some(record)) = (&extraction.page_type, &record) {
            self.columns.entry(page_type.clone()).or_default().learn(record);
        }
        serde_json::to_writer(&mut self.rows, &extraction.page_type)?;
        self.rows.write_all(b"\t")?;
        let row = Row {
            url: extraction.url.clone(),
            page_type: extraction.page_type.clone(),
            wrapper: extraction.wrapper.clone(),
            version: extraction.version,
            satisfied: extraction.satisfied,
            fit: extraction.fit,
            reason: extraction.reason.as_ref().map(ToString::to_string),
            record,
            beside,
        };
        json_line(&mut self.rows, &row)
    }

    /// Writes the tables, their columns in the order of the fields.
    pub(super) fn write(mut self, order: &FieldOrder) -> io::Result<()> {
        for (page_type, columns) in &mut self.columns {
            columns.arrange("", &|path| order.place_in(page_type, path));
        }
        let mut file = self.rows.into_inner().map_err(io::IntoInnerError::into_error)?;
        let mut rows = |wanted: Option<&str>| -> io::Result<_> {
            file.rewind()?;
            let wanted = wanted.map(serde_json::to_string).transpose()?;
            let read = move |line: io::Result<String>| {
                let line = match line {
                    Ok(line) => line,
                    Err(error) => return Some(Err(error)),
                };
                let (page_type, row) = line.split_once('\t')?;
                let is_wanted = wanted.as_ref().is_none_or(|wanted| wanted == page_type);
                is_wanted.then(|| Ok(serde_json::from_str::<Row>(row)?))
            };
            Ok(BufReader::new(file.try_clone()?).lines().filter_map(read))
        };
        match self.target {
            #[cfg(feature = "sqlite")]
            TableTarget::Sqlite => {
                sqlite_file::write(&self.path, &self.columns, self.with, rows(None)?)
            }
            #[cfg(feature = "parquet")]
            TableTarget::Parquet => {
                parquet_folder::write(&self.path, &self.columns, |page_type| rows(Some(page_type)))
            }
        }
    }
}

impl TableTarget {
    /// Whether there is a place for what belongs to a page. A Parquet file has records only, so that it is a
    /// column of theirs.
    fn has_pages(self) -> bool {
        match self {
            #[cfg(feature = "sqlite")]
            Self::Sqlite => true,
            #[cfg(feature = "parquet")]
            Self::Parquet => false,
        }
    }

    /// Whether tables can be put there, asked before all records are made.
    fn check(self, path: &Path) -> io::Result<()> {
        let kind = fs::metadata(path).ok().map(|found| found.file_type());
        let problem = match self {
            // The new file takes the place of the old one, which must not be a device or a pipe.
            #[cfg(feature = "sqlite")]
            Self::Sqlite if kind.is_some_and(|kind| !kind.is_file()) => "it is there, and no file",
            #[cfg(feature = "sqlite")]
            Self::Sqlite if !folder_of(path).is_dir() => "its folder is not there",
            #[cfg(feature = "parquet")]
            Self::Parquet if kind.is_some_and(|kind| !kind.is_dir()) => {
                "it is there, and no folder, which Parquet files need"
            }
            _ => return Ok(()),
        };
        Err(io::Error::other(problem))
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
