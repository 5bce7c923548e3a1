//! Tables as Parquet files: one file a page type, in one folder, for their columns differ.
//!
//! `url`, `wrapper`, `version`, `satisfied` and `fit` come first, then the fields, each optional.
//! Lists and maps are nested, in the three-level form of the format's specification; a price is a
//! group of `amount` and `currency`, a rating one of `value` and `best`. Days are of type `DATE`,
//! times `TIMESTAMP`, where all values of a column are days, or times with an offset, or times
//! without; else they are text. Pages without a record are in no file. How nesting becomes flat
//! columns: S. Melnik et al., *Dremel* (2010), section 4.

use super::cell::Cell;
use super::parquet_schema::schema;
use super::row::Row;
use super::shape::{Columns, Shape};
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use std::fs::File;
use std::io;
use std::sync::Arc;

/// Records of a row group, which are in memory together.
const GROUP_ROWS: usize = 10_000;

/// What our files say of who wrote them.
const CREATED_BY: &str = concat!("sitewrap version ", env!("CARGO_PKG_VERSION"));

/// Writes the records of a page type into a file.
pub(super) fn write_file(
    file: File,
    columns: &Columns,
    rows: impl Iterator<Item = io::Result<Row>>,
) -> io::Result<()> {
    let schema = schema(columns).map_err(io::Error::other)?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(CREATED_BY.to_owned())
        .build();
    let mut writer =
        SerializedFileWriter::new(file, schema, Arc::new(properties)).map_err(io::Error::other)?;
    let mut group = Group::new(columns);
    for row in rows {
        group.add(&row?, columns);
        if group.rows == GROUP_ROWS {
            let full = std::mem::replace(&mut group, Group::new(columns));
            full.write(writer.next_row_group().map_err(io::Error::other)?)?;
        }
    }
    if group.rows > 0 {
        group.write(writer.next_row_group().map_err(io::Error::other)?)?;
    }
    writer.close().map_err(io::Error::other)?;
    Ok(())
}

/// The values of a flat column.
enum Values {
    Text(Vec<ByteArray>),
    Integer(Vec<i64>),
    Decimal(Vec<f64>),
    Boolean(Vec<bool>),
    Day(Vec<i32>),
}

/// A flat column: its values, and for each value or gap how much of its path is there
/// (definition) and at which level it repeats.
struct Column {
    values: Values,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
}

/// A value of a flat column.
enum Scalar<'a> {
    Text(&'a str),
    Integer(i64),
    Decimal(f64),
    Boolean(bool),
    Day(i32),
}

/// The records of a row group, as flat columns in the order of the schema.
struct Group {
    columns: Vec<Column>,
    rows: usize,
}

/// Where in the nesting a value stands: the definition level of what is around it, the repetition
/// level with which it begins, and the number of lists around it.
#[derive(Clone, Copy)]
struct Levels {
    definition: i16,
    repetition: i16,
    depth: i16,
}

impl Levels {
    /// One more optional level that is there.
    fn within(self) -> Self {
        Self { definition: self.definition + 1, ..self }
    }

    /// The place of an item of a list that stands here.
    fn item(self, position: usize) -> Self {
        let depth = self.depth + 1;
        let repetition = if position == 0 { self.repetition } else { depth };
        Self { definition: self.definition + 2, repetition, depth }
    }
}

impl Group {
    fn new(columns: &Columns) -> Self {
        let text = || Values::Text(Vec::new());
        let mut values = vec![text(), text(), Values::Integer(Vec::new())];
        values.extend([Values::Boolean(Vec::new()), Values::Decimal(Vec::new())]);
        columns.iter().for_each(|(_, shape)| flat_columns(shape, &mut values));
        let column = |values| Column { values, definitions: Vec::new(), repetitions: Vec::new() };
        Self { columns: values.into_iter().map(column).collect(), rows: 0 }
    }

    fn add(&mut self, row: &Row, columns: &Columns) {
        let top = Levels { definition: 0, repetition: 0, depth: 0 };
        let mut flat = self.columns.iter_mut();
        let own = [
            Some(Scalar::Text(&row.url)),
            row.wrapper.as_deref().map(Scalar::Text),
            row.version.map(|version| Scalar::Integer(version.into())),
            Some(Scalar::Boolean(row.satisfied)),
            Some(Scalar::Decimal(row.fit)),
        ];
        for value in own {
            push(&mut flat, value, top);
        }
        fill_record(columns, row.record.as_deref(), top, &mut flat);
        self.rows += 1;
    }

    fn write(self, mut group: SerializedRowGroupWriter<'_, File>) -> io::Result<()> {
        for column in self.columns {
            let Some(mut writer) = group.next_column().map_err(io::Error::other)? else { break };
            let (definitions, repetitions) =
                (Some(&*column.definitions), Some(&*column.repetitions));
            match column.values {
                Values::Text(values) => {
                    writer.typed::<ByteArrayType>().write_batch(&values, definitions, repetitions)
                }
                Values::Integer(values) => {
                    writer.typed::<Int64Type>().write_batch(&values, definitions, repetitions)
                }
                Values::Decimal(values) => {
                    writer.typed::<DoubleType>().write_batch(&values, definitions, repetitions)
                }
                Values::Boolean(values) => {
                    writer.typed::<BoolType>().write_batch(&values, definitions, repetitions)
                }
                Values::Day(values) => {
                    writer.typed::<Int32Type>().write_batch(&values, definitions, repetitions)
                }
            }
            .map_err(io::Error::other)?;
            writer.close().map_err(io::Error::other)?;
        }
        group.close().map_err(io::Error::other)?;
        Ok(())
    }
}

/// The flat columns of a shape, in the order of the schema.
fn flat_columns(shape: &Shape, values: &mut Vec<Values>) {
    let text = || Values::Text(Vec::new());
    match shape {
        Shape::Unknown | Shape::Text => values.push(text()),
        Shape::Integer | Shape::Time { .. } => values.push(Values::Integer(Vec::new())),
        Shape::Day => values.push(Values::Day(Vec::new())),
        Shape::Decimal => values.push(Values::Decimal(Vec::new())),
        Shape::Boolean => values.push(Values::Boolean(Vec::new())),
        Shape::Price => values.extend([Values::Decimal(Vec::new()), text()]),
        Shape::Rating => {
            values.extend([Values::Decimal(Vec::new()), Values::Integer(Vec::new())]);
        }
        Shape::Map => values.extend([text(), text()]),
        Shape::List(inner) => flat_columns(inner, values),
        Shape::Item(columns) => columns.iter().for_each(|(_, shape)| flat_columns(shape, values)),
    }
}

type Flat<'a> = std::slice::IterMut<'a, Column>;

fn fill_record(
    columns: &Columns,
    record: Option<&[(String, Cell)]>,
    place: Levels,
    flat: &mut Flat<'_>,
) {
    for (name, shape) in columns.iter() {
        let fields = record.unwrap_or_default();
        let cell = fields.iter().find(|(known, _)| known == name).map(|(_, cell)| cell);
        fill(shape, cell, place, flat);
    }
}

/// Adds one value of a shape to its flat columns; for a value that is not there, a gap to each.
fn fill(shape: &Shape, cell: Option<&Cell>, place: Levels, flat: &mut Flat<'_>) {
    match (shape, cell) {
        (Shape::Price, Some(Cell::Price(amount, currency))) => {
            push(flat, Some(Scalar::Decimal(*amount)), place.within());
            push(flat, currency.as_deref().map(Scalar::Text), place.within());
        }
        (Shape::Rating, Some(Cell::Rating(value, best))) => {
            push(flat, Some(Scalar::Decimal(*value)), place.within());
            push(flat, best.map(|best| Scalar::Integer(best.into())), place.within());
        }
        (Shape::Price | Shape::Rating, _) => {
            push(flat, None, place);
            push(flat, None, place);
        }
        (Shape::Map, cell) => fill_map(cell, place, flat),
        (Shape::List(inner), cell) => {
            let items = match cell {
                Some(Cell::List(items)) => items.as_slice(),
                _ => &[],
            };
            repeat(inner, items, cell.is_some(), place, flat);
        }
        (Shape::Item(columns), Some(Cell::Item(fields))) => {
            fill_record(columns, Some(fields), place.within(), flat);
        }
        (Shape::Item(columns), _) => fill_record(columns, None, place, flat),
        (Shape::Integer, Some(Cell::Integer(number))) => {
            push(flat, Some(Scalar::Integer(*number)), place);
        }
        (Shape::Decimal, Some(Cell::Decimal(number))) => {
            push(flat, Some(Scalar::Decimal(*number)), place);
        }
        (Shape::Decimal, Some(Cell::Integer(number))) => {
            push(flat, Some(Scalar::Decimal(*number as f64)), place);
        }
        (Shape::Boolean, Some(Cell::Boolean(yes))) => {
            push(flat, Some(Scalar::Boolean(*yes)), place);
        }
        (Shape::Day, Some(Cell::Day { days, .. })) => push(flat, Some(Scalar::Day(*days)), place),
        (Shape::Time { .. }, Some(Cell::Time { micros, .. })) => {
            push(flat, Some(Scalar::Integer(*micros)), place);
        }
        (Shape::Text | Shape::Unknown, Some(cell)) => {
            push(flat, Some(Scalar::Text(&cell.to_text())), place);
        }
        _ => push(flat, None, place),
    }
}

/// Adds the items of a list. Each goes through the same flat columns, from the first of them on.
fn repeat(inner: &Shape, items: &[Cell], there: bool, place: Levels, flat: &mut Flat<'_>) {
    let mut values = Vec::new();
    flat_columns(inner, &mut values);
    let rest = std::mem::take(flat).into_slice();
    let (own, after) = rest.split_at_mut(values.len());
    *flat = after.iter_mut();
    if items.is_empty() {
        let place = if there { place.within() } else { place };
        own.iter_mut().for_each(|column| column.gap(place));
    }
    for (position, item) in items.iter().enumerate() {
        fill(inner, Some(item), place.item(position), &mut own.iter_mut());
    }
}

fn fill_map(cell: Option<&Cell>, place: Levels, flat: &mut Flat<'_>) {
    let (Some(keys), Some(values)) = (flat.next(), flat.next()) else { return };
    let Some(Cell::Map(pairs)) = cell else {
        return [keys, values].into_iter().for_each(|column| column.gap(place));
    };
    if pairs.is_empty() {
        [&mut *keys, &mut *values].into_iter().for_each(|column| column.gap(place.within()));
    }
    for (position, (key, value)) in pairs.iter().enumerate() {
        let place = place.item(position);
        // A key is required, so nothing of its own is left to define.
        keys.put(Scalar::Text(key), Levels { definition: place.definition - 1, ..place });
        values.put(Scalar::Text(value), place);
    }
}

fn push(flat: &mut Flat<'_>, value: Option<Scalar<'_>>, place: Levels) {
    let Some(column) = flat.next() else { return };
    match value {
        Some(value) => column.put(value, place),
        None => column.gap(place),
    }
}

impl Column {
    /// Adds a value that is optional at its place.
    fn put(&mut self, value: Scalar<'_>, place: Levels) {
        match (&mut self.values, value) {
            (Values::Text(values), Scalar::Text(text)) => values.push(text.into()),
            (Values::Integer(values), Scalar::Integer(number)) => values.push(number),
            (Values::Decimal(values), Scalar::Decimal(number)) => values.push(number),
            (Values::Boolean(values), Scalar::Boolean(yes)) => values.push(yes),
            (Values::Day(values), Scalar::Day(days)) => values.push(days),
            _ => return self.gap(place),
        }
        self.gap(place.within());
    }

    fn gap(&mut self, place: Levels) {
        self.definitions.push(place.definition);
        self.repetitions.push(place.repetition);
    }
}

#[cfg(test)]
mod tests {
    use super::super::TableTarget;
    use super::super::tests::written;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    #[test]
    fn nested_records_are_read_as_they_were() {
        let (_dir, path) = written(TableTarget::Parquet, "records");
        let file = std::fs::File::open(path.join("product.parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(
            rows,
            [
                "{url: \"http://a.example/1\", wrapper: \"product\", version: 1, satisfied: true, \
                 fit: 0.5, title: \"A \"lamp\"; DROP TABLE pages\", price: {amount: 12.5, \
                 currency: \"EUR\"}, stock: \"7\", url_: \"an own field\", \
                 added: 2024-01-04, seen: 2024-01-04 07:31:00.000000 +00:00, details: {\"Made in\" \
                 -> \"Hull\", \"Ø\" -> \"3\"}, reviews: [{author: \"Ines\", tags: [\"x\", \"y\"]}, \
                 {author: \"Bo\", tags: []}], colour: null}",
                "{url: \"http://a.example/2\", wrapper: \"product\", version: 1, satisfied: true, \
                 fit: 0.5, title: \"Rope\", price: null, stock: \"sold out\", url_: null, added: \
                 null, seen: null, details: null, reviews: null, colour: \"red\"}",
            ]
        );
    }
}
