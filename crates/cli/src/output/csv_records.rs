//! Records as a table. The columns are known only when the last page has been seen, so the rows
//! wait in a temporary file rather than in memory.

use super::beside::{BESIDE, beside};
use super::field_order::FieldOrder;
use super::rows::{csv_error, json_line};
use crate::args::ListForm;
use sitewrap_model::{Extraction, Record, Value};
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};

/// Columns that every page has; the fields follow.
const FIXED: [&str; 7] = ["url", "page_type", "wrapper", "version", "satisfied", "fit", "reason"];

/// Columns that rows of items have besides.
const OF_ITEM: [&str; 2] = ["list", "item"];

/// Before the name of a field that is called like one of those.
const OWN: &str = "record.";

/// What stands between the values of a list that are joined in one cell.
const BETWEEN: &str = "; ";

/// Column and content of the cells of a row.
type Cells = Vec<(usize, String)>;

/// How records become rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CsvForm {
    /// What becomes of lists.
    pub(crate) lists: ListForm,
    /// Whether cells are kept from being taken for formulas.
    pub(crate) safe: bool,
}

/// Rows that wait for their header.
pub(super) struct CsvRecords {
    form: CsvForm,
    /// Number of columns that are no fields.
    fixed: usize,
    rows: BufWriter<File>,
    columns: Vec<String>,
    index: HashMap<String, usize>,
    /// Those columns that there are.
    beside: [Option<usize>; 2],
    /// The page types of the rows.
    page_types: BTreeSet<String>,
}

impl CsvRecords {
    pub(super) fn new(form: CsvForm) -> io::Result<Self> {
        let rows = BufWriter::new(tempfile::tempfile()?);
        let (columns, index) = (Vec::new(), HashMap::new());
        let page_types = BTreeSet::new();
        let beside = [None; 2];
        let mut table = Self { form, fixed: 0, rows, columns, index, beside, page_types };
        let of_item: &[&str] = if form.lists == ListForm::Rows { &OF_ITEM } else { &[] };
        for name in FIXED.iter().chain(of_item) {
            table.column(name);
        }
        table.fixed = table.columns.len();
        Ok(table)
    }

    /// Takes one extraction: as a row, or as one for each item of its lists.
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
            (6, extraction.reason.as_ref().map(ToString::to_string)),
        ];
        row.extend(optional.into_iter().filter_map(|(column, cell)| Some((column, cell?))));
        if let Some(page_type) = &extraction.page_type
            && !self.page_types.contains(page_type)
        {
            self.page_types.insert(page_type.clone());
        }
        let mut told = Cells::new();
        for (place, json) in beside(extraction)?.into_iter().enumerate() {
            let Some(json) = json else { continue };
            let column = match self.beside[place] {
                Some(column) => column,
                None => self.column(BESIDE[place]),
            };
            self.beside[place] = Some(column);
            told.push((column, json));
        }
        let mut items = Vec::new();
        if let Some(record) = &extraction.record {
            self.flatten("", record, &mut row, &mut items)?;
        }
        // Once a page, however many rows it has.
        items.first_mut().unwrap_or(&mut row).extend(told);
        if items.is_empty() {
            return json_line(&mut self.rows, &row);
        }
        for mut item in items {
            item.extend_from_slice(&row);
            json_line(&mut self.rows, &item)?;
        }
        Ok(())
    }

    /// Writes the header and all rows, the columns of fields in their order.
    pub(super) fn write(self, order: &FieldOrder, out: &mut impl Write) -> io::Result<()> {
        let mut columns: Vec<usize> = (0..self.columns.len()).collect();
        columns[self.fixed..].sort_by_key(|&column| {
            let name = self.columns[column].as_str();
            let name = name.strip_prefix(OWN).unwrap_or(name);
            // One page type has its own order; several have fields in common.
            match (self.page_types.first(), self.page_types.len()) {
                (Some(only), 1) => order.place_in(only, name),
                _ => order.place(name),
            }
        });
        let mut file = self.rows.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut csv = csv::Writer::from_writer(out);
        let disarm = |name: &String| match self.form.safe {
            true => disarmed(name.clone()),
            false => name.clone(),
        };
        csv.write_record(columns.iter().map(|&column| disarm(&self.columns[column])))
            .map_err(csv_error)?;
        for line in BufReader::new(file).lines() {
            let row: Vec<(usize, String)> = serde_json::from_str(&line?)?;
            let mut cells = vec![""; self.columns.len()];
            let row = row.into_iter().map(|(column, cell)| match self.form.safe {
                true => (column, disarmed(cell)),
                false => (column, cell),
            });
            let row: Cells = row.collect();
            for (column, cell) in &row {
                cells[*column] = cell;
            }
            csv.write_record(columns.iter().map(|&column| cells[column])).map_err(csv_error)?;
        }
        csv.flush()
    }

    /// Puts the fields of a record into a row, and the items of its lists into rows of their own if
    /// they are to have some.
    fn flatten(
        &mut self,
        prefix: &str,
        record: &Record,
        row: &mut Cells,
        items: &mut Vec<Cells>,
    ) -> io::Result<()> {
        for (name, value) in record.iter() {
            let name = format!("{prefix}{name}");
            match value {
                Value::Text(text) => row.push((self.field(&name), text.clone())),
                Value::Typed(typed) => row.push((self.field(&name), typed.to_string())),
                Value::Record(inner) => self.flatten(&format!("{name}."), inner, row, items)?,
                Value::List(list) => match self.form.lists {
                    ListForm::Json => row.push((self.field(&name), serde_json::to_string(list)?)),
                    ListForm::Joined => self.join(&name, list, row)?,
                    ListForm::Rows => self.rows_of(&name, list, items)?,
                },
            }
        }
        Ok(())
    }

    /// The values of a list in one cell; of a list of records, the values of each field in one.
    /// An item without the field leaves its place empty, so that the cells line up.
    fn join(&mut self, name: &str, list: &[Value], row: &mut Cells) -> io::Result<()> {
        let mut joined: Vec<(usize, Vec<String>)> = Vec::new();
        for (position, item) in list.iter().enumerate() {
            for (column, text) in self.item(name, item)? {
                let place = joined.iter().position(|(known, _)| *known == column);
                let place = place.unwrap_or_else(|| {
                    joined.push((column, vec![String::new(); list.len()]));
                    joined.len() - 1
                });
                joined[place].1[position] = text;
            }
        }
        row.extend(joined.into_iter().map(|(column, texts)| (column, texts.join(BETWEEN))));
        Ok(())
    }

    /// A row for each item of a list.
    fn rows_of(&mut self, name: &str, list: &[Value], items: &mut Vec<Cells>) -> io::Result<()> {
        for (position, item) in (1..).zip(list) {
            let mut row = self.item(name, item)?;
            row.push((FIXED.len(), name.to_owned()));
            row.push((FIXED.len() + 1, position.to_string()));
            items.push(row);
        }
        Ok(())
    }

    /// The cells of one item. Lists within it are written as JSON.
    fn item(&mut self, name: &str, item: &Value) -> io::Result<Cells> {
        let Value::Record(fields) = item else {
            return Ok(vec![(self.field(name), text(item)?)]);
        };
        let cell = |(field, value): (&str, &Value)| {
            Ok((self.field(&format!("{name}.{field}")), text(value)?))
        };
        fields.iter().map(cell).collect()
    }

    /// The column of a field; one that is called like a fixed column is told apart by a prefix.
    fn field(&mut self, name: &str) -> usize {
        let is_beside = BESIDE
            .iter()
            .zip(self.beside)
            .any(|(known, column)| column.is_some() && name == *known);
        if is_beside || self.columns[..self.fixed].iter().any(|fixed| fixed == name) {
            self.column(&format!("{OWN}{name}"))
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

/// A cell that no spreadsheet takes for a formula.
fn disarmed(cell: String) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula && cell.parse::<f64>().is_err() { format!("'{cell}") } else { cell }
}

/// A value in one cell.
fn text(value: &Value) -> io::Result<String> {
    Ok(match value {
        Value::Text(text) => text.clone(),
        Value::Typed(typed) => typed.to_string(),
        Value::List(_) | Value::Record(_) => serde_json::to_string(value)?,
    })
}
