//! Records as JSON lines, as one JSON array, as CSV, or as tables in files.

use super::csv_records::{CsvForm, CsvRecords};
use super::field_order::FieldOrder;
use super::rows::json_line;
#[cfg(any(feature = "sqlite", feature = "parquet"))]
use super::tables::{TableTarget, Tables};
use crate::args::RecordFormat;
#[cfg(not(all(feature = "sqlite", feature = "parquet")))]
use crate::feature::{Absent, Feature};
use sitewrap_model::Extraction;
use std::io::{self, Write};
use std::path::Path;

/// Writes extractions one after another in the form asked for.
pub(crate) struct RecordWriter<W: Write> {
    out: W,
    form: Form,
    order: FieldOrder,
}

enum Form {
    Lines,
    Array {
        begun: bool,
    },
    Csv(CsvRecords),
    #[cfg(any(feature = "sqlite", feature = "parquet"))]
    Tables(Tables),
}

impl<W: Write> RecordWriter<W> {
    /// A writer to `out`; the forms that are files of their own go to `path` instead. `order` is
    /// that of the columns of tables.
    pub(crate) fn new(
        out: W,
        format: RecordFormat,
        csv: CsvForm,
        #[cfg_attr(
            not(any(feature = "sqlite", feature = "parquet")),
            expect(unused_variables, reason = "no form is a file of its own")
        )]
        path: &Path,
        order: FieldOrder,
    ) -> io::Result<Self> {
        let form = match format {
            RecordFormat::Jsonl => Form::Lines,
            RecordFormat::Json => Form::Array { begun: false },
            RecordFormat::Csv => Form::Csv(CsvRecords::new(csv)?),
            #[cfg(feature = "sqlite")]
            RecordFormat::Sqlite => Form::Tables(Tables::new(TableTarget::Sqlite, path)?),
            #[cfg(not(feature = "sqlite"))]
            RecordFormat::Sqlite => return Err(io::Error::other(Absent(Feature::Sqlite))),
            #[cfg(feature = "parquet")]
            RecordFormat::Parquet => Form::Tables(Tables::new(TableTarget::Parquet, path)?),
            #[cfg(not(feature = "parquet"))]
            RecordFormat::Parquet => return Err(io::Error::other(Absent(Feature::Parquet))),
        };
        Ok(Self { out, form, order })
    }

    /// Writes one extraction.
    pub(crate) fn write(&mut self, extraction: &Extraction) -> io::Result<()> {
        match &mut self.form {
            Form::Lines => json_line(&mut self.out, extraction),
            Form::Array { begun } => {
                self.out.write_all(if *begun { b",\n" } else { b"[\n" })?;
                *begun = true;
                Ok(serde_json::to_writer(&mut self.out, extraction)?)
            }
            Form::Csv(rows) => rows.push(extraction),
            #[cfg(any(feature = "sqlite", feature = "parquet"))]
            Form::Tables(tables) => tables.push(extraction),
        }
    }

    /// Hands on what has been written so far, so that a reader at the other end of a pipe sees it.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes what is left: the end of the array, or the table. Gives back what it wrote to.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        match self.form {
            Form::Lines => {}
            Form::Array { begun: true } => self.out.write_all(b"\n]\n")?,
            Form::Array { begun: false } => self.out.write_all(b"[]\n")?,
            Form::Csv(rows) => rows.write(&self.order, &mut self.out)?,
            #[cfg(any(feature = "sqlite", feature = "parquet"))]
            Form::Tables(tables) => tables.write(&self.order)?,
        }
        self.out.flush()?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ListForm;
    use crate::output::tests::extraction;
    use sitewrap_model::{Record, Value};

    fn record(fields: &[(&str, Value)]) -> Record {
        let mut record = Record::new();
        for (name, value) in fields {
            record.insert(*name, value.clone());
        }
        record
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    fn written(format: RecordFormat, extractions: &[Extraction]) -> String {
        written_with(format, ListForm::Json, extractions)
    }

    fn written_with(format: RecordFormat, lists: ListForm, extractions: &[Extraction]) -> String {
        let mut bytes = Vec::new();
        let mut writer = {
            let order = FieldOrder::default();
            let csv = CsvForm { lists, safe: false };
            RecordWriter::new(&mut bytes, format, csv, Path::new(""), order).unwrap()
        };
        for extraction in extractions {
            writer.write(extraction).unwrap();
        }
        writer.finish().unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn json_lines_keep_field_order_and_say_why_there_is_no_record() {
        let page = record(&[("title", text("A \"b\"\n")), ("alt", text("x"))]);
        assert_eq!(
            written(RecordFormat::Jsonl, &[extraction("u1", Some(page)), extraction("u2", None)]),
            concat!(
                r#"{"url":"u1","page_type":"product","wrapper":"product","version":1,"#,
                r#""satisfied":true,"fit":0.5,"record":{"title":"A \"b\"\n","alt":"x"}}"#,
                "\n",
                r#"{"url":"u2","page_type":null,"wrapper":null,"version":null,"#,
                r#""satisfied":false,"fit":0.5,"record":null,"reason":"no wrapper fits"}"#,
                "\n",
            )
        );
    }

    #[test]
    fn an_array_is_valid_json_with_any_number_of_pages() {
        for count in 0..3 {
            let pages = vec![extraction("u", None); count];
            let parsed: serde_json::Value =
                serde_json::from_str(&written(RecordFormat::Json, &pages)).unwrap();
            assert_eq!(parsed.as_array().unwrap().len(), count);
        }
    }

    #[test]
    fn csv_has_a_column_for_each_field_of_any_page() {
        let nested = record(&[("street", text("Main, 1"))]);
        let first = record(&[("title", text("A")), ("tags", Value::List(vec![text("x")]))]);
        let second = record(&[("address", Value::Record(nested)), ("title", text("B"))]);
        let pages = [extraction("u1", Some(first)), extraction("u2", Some(second))];
        assert_eq!(
            written(RecordFormat::Csv, &pages),
            "url,page_type,wrapper,version,satisfied,fit,reason,title,tags,address.street\n\
             u1,product,product,1,true,0.5,,A,\"[\"\"x\"\"]\",\n\
             u2,product,product,1,true,0.5,,B,,\"Main, 1\"\n"
        );
    }

    #[test]
    fn cells_that_a_spreadsheet_would_run_are_disarmed_if_asked_for() {
        let cells = ["=1+1", "+x", "-2", "-cmd", "@SUM(A1)", "a=b", "\t=1"];
        let fields: Vec<_> =
            cells.iter().zip('a'..).map(|(cell, name)| (name.to_string(), text(cell))).collect();
        let fields: Vec<_> = fields.iter().map(|(name, cell)| (&**name, cell.clone())).collect();
        let page = extraction("u", Some(record(&fields)));
        let mut bytes = Vec::new();
        let form = CsvForm { lists: ListForm::Json, safe: true };
        let order = FieldOrder::default();
        let path = Path::new("");
        let mut writer =
            RecordWriter::new(&mut bytes, RecordFormat::Csv, form, path, order).unwrap();
        writer.write(&page).unwrap();
        writer.finish().unwrap();
        let written = String::from_utf8(bytes).unwrap();
        assert!(written.ends_with(",'=1+1,'+x,-2,'-cmd,'@SUM(A1),a=b,'\t=1\n"), "{written}");
    }

    fn with_lists() -> [Extraction; 2] {
        let review = |author: &str, stars: &str| {
            Value::Record(record(&[("author", text(author)), ("stars", text(stars))]))
        };
        let reviews = Value::List(vec![review("Ines", "4"), review("Bo", "5")]);
        let tags = Value::List(vec![text("new"), text("red")]);
        let first = record(&[("title", text("A")), ("tags", tags), ("reviews", reviews)]);
        [extraction("u1", Some(first)), extraction("u2", Some(record(&[("title", text("B"))])))]
    }

    #[test]
    fn lists_are_joined_in_one_cell_if_asked_for() {
        assert_eq!(
            written_with(RecordFormat::Csv, ListForm::Joined, &with_lists()),
            "url,page_type,wrapper,version,satisfied,fit,reason,title,tags,reviews.author,\
             reviews.stars\n\
             u1,product,product,1,true,0.5,,A,new; red,Ines; Bo,4; 5\n\
             u2,product,product,1,true,0.5,,B,,,\n"
        );
    }

    #[test]
    fn each_item_of_a_list_has_a_row_if_asked_for() {
        assert_eq!(
            written_with(RecordFormat::Csv, ListForm::Rows, &with_lists()),
            "url,page_type,wrapper,version,satisfied,fit,reason,list,item,title,tags,\
             reviews.author,reviews.stars\n\
             u1,product,product,1,true,0.5,,tags,1,A,new,,\n\
             u1,product,product,1,true,0.5,,tags,2,A,red,,\n\
             u1,product,product,1,true,0.5,,reviews,1,A,,Ines,4\n\
             u1,product,product,1,true,0.5,,reviews,2,A,,Bo,5\n\
             u2,product,product,1,true,0.5,,,,B,,,\n"
        );
    }
}
