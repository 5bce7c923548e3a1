//! Tables in a SQLite database.
//!
//! `pages` has a row for each page. Each page type has a table with a row a record, whose `id` is
//! that of its page; each list and each map of it has a table of its own (`product_reviews`), whose
//! rows name their parent by `parent_id`, in the order of `position`. Lists in items of lists go on
//! so. A price is two columns, the amount and `…_currency`; a rating the mark and `…_best`.

use super::cell::Cell;
use super::row::Row;
use super::shape::{Columns, Names, Shape};
use crate::output::beside::BESIDE;
use crate::output::part::Part;
use rusqlite::types::{ToSqlOutput, Value as Sql};
use rusqlite::{Connection, OpenFlags, ToSql, Transaction};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;

/// A table for records, items or pairs.
struct Table {
    insert: String,
    /// What becomes of each field.
    fields: Vec<(String, Field)>,
    last_id: i64,
}

enum Field {
    /// A column; two for prices and ratings.
    Columns(Shape),
    /// A table of its own, by its place.
    Child(usize),
}

/// Writes a database, in the place of the file at `path` if there is one.
pub(super) fn write(
    path: &Path,
    columns: &BTreeMap<String, Columns>,
    with: [bool; 2],
    rows: impl Iterator<Item = io::Result<Row>>,
) -> io::Result<()> {
    let part = Part::new(path)?;
    let mut database = open(part.path()).map_err(io::Error::other)?;
    // The file has its name only when it is whole, so nothing needs to be taken back.
    database.pragma_update(None, "journal_mode", "OFF").map_err(io::Error::other)?;
    let transaction = database.transaction().map_err(io::Error::other)?;
    let mut writer = Writer::new(&transaction, columns, with).map_err(io::Error::other)?;
    for (number, row) in (1..).zip(rows) {
        writer.page(number, &row?).map_err(io::Error::other)?;
    }
    transaction.commit().map_err(io::Error::other)?;
    database.close().map_err(|(_, error)| io::Error::other(error))?;
    part.put_in_place()
}

/// Opens a database that nobody else knows. SQLite's locks are left out, as on some file systems they
/// would meet the lock that says that the file is being written.
fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::default();
    if cfg!(unix) {
        Connection::open_with_flags_and_vfs(path, flags, c"unix-none")
    } else {
        Connection::open_with_flags(path, flags)
    }
}

struct Writer<'a> {
    database: &'a Transaction<'a>,
    tables: Vec<Table>,
    names: Names,
    by_type: HashMap<String, usize>,
}

const PAGES: &str = "CREATE TABLE pages (id INTEGER PRIMARY KEY, url TEXT NOT NULL, page_type TEXT, \
     wrapper TEXT, version INTEGER, satisfied INTEGER NOT NULL, fit REAL NOT NULL, reason TEXT)";

impl<'a> Writer<'a> {
    fn new(
        database: &'a Transaction<'a>,
        columns: &BTreeMap<String, Columns>,
        with: [bool; 2],
    ) -> rusqlite::Result<Self> {
        database.execute(PAGES, [])?;
        for (name, _) in BESIDE.iter().zip(with).filter(|(_, with)| *with) {
            database.execute(&format!("ALTER TABLE pages ADD COLUMN {name} TEXT"), [])?;
        }
        let (tables, by_type, names) = (Vec::new(), HashMap::new(), Names::taken(&["pages"]));
        let mut writer = Self { database, tables, names, by_type };
        for (page_type, columns) in columns {
            let own = ["id INTEGER PRIMARY KEY REFERENCES pages (id)", "url TEXT NOT NULL"];
            let place = writer.create(page_type, &own, columns)?;
            writer.by_type.insert(page_type.clone(), place);
        }
        Ok(writer)
    }

    /// Creates a table with columns of its own before those of the fields, and the tables of its
    /// lists; gives its place.
    fn create(&mut self, name: &str, own: &[&str], columns: &Columns) -> rusqlite::Result<usize> {
        // `sqlite_` begins names of the database's own.
        let name = if name.to_lowercase().starts_with("sqlite_") { &name[7..] } else { name };
        let name = self.names.free(name);
        let own_names: Vec<&str> = own.iter().filter_map(|own| own.split(' ').next()).collect();
        let mut names = Names::taken(&own_names);
        let mut definitions: Vec<String> = own.iter().map(|&own| own.to_owned()).collect();
        let place = self.tables.len();
        self.tables.push(Table { insert: String::new(), fields: Vec::new(), last_id: 0 });
        let mut fields = Vec::new();
        for (field, shape) in columns.iter() {
            let kept = match child_columns(shape) {
                None => {
                    for (suffix, kind) in kinds(shape) {
                        let column = names.free(&format!("{field}{suffix}"));
                        definitions.push(format!("{} {kind}", quoted(&column)));
                    }
                    Field::Columns(shape.clone())
                }
                Some(items) => {
                    let parent =
                        format!("parent_id INTEGER NOT NULL REFERENCES {} (id)", quoted(&name));
                    let own = ["id INTEGER PRIMARY KEY", &parent, "position INTEGER NOT NULL"];
                    Field::Child(self.create(&format!("{name}_{field}"), &own, &items)?)
                }
            };
            fields.push((field.to_owned(), kept));
        }
        let table = quoted(&name);
        self.database.execute(&format!("CREATE TABLE {table} ({})", definitions.join(", ")), [])?;
        if own_names.contains(&"parent_id") {
            let index = quoted(&self.names.free(&format!("{name}_parent")));
            self.database.execute(&format!("CREATE INDEX {index} ON {table} (parent_id)"), [])?;
        }
        let places = vec!["?"; definitions.len()].join(", ");
        self.tables[place].insert = format!("INSERT INTO {table} VALUES ({places})");
        self.tables[place].fields = fields;
        Ok(place)
    }

    fn page(&mut self, id: i64, row: &Row) -> rusqlite::Result<()> {
        let insert = "INSERT INTO pages (id, url, page_type, wrapper, version, satisfied, fit, reason) \
                      VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        let Row { url, page_type, wrapper, version, satisfied, fit, reason, record, beside } = row;
        self.database
            .prepare_cached(insert)?
            .execute((id, url, page_type, wrapper, version, satisfied, fit, reason))?;
        for (name, json) in BESIDE.iter().zip(beside) {
            let Some(json) = json else { continue };
            let update = format!("UPDATE pages SET {name} = ? WHERE id = ?");
            self.database.prepare_cached(&update)?.execute((json, id))?;
        }
        let place = page_type.as_ref().and_then(|page_type| self.by_type.get(page_type)).copied();
        if let (Some(place), Some(record)) = (place, record) {
            let own = vec![Sql::Integer(id), Sql::Text(url.clone())];
            self.insert(place, id, own, record)?;
        }
        Ok(())
    }

    /// Adds a row with its id, and the rows of its lists.
    fn insert(
        &mut self,
        place: usize,
        id: i64,
        mut values: Vec<Sql>,
        record: &[(String, Cell)],
    ) -> rusqlite::Result<()> {
        let mut children = Vec::new();
        for (name, field) in &self.tables[place].fields {
            let cell = record.iter().find(|(known, _)| known == name).map(|(_, cell)| cell);
            match field {
                Field::Columns(shape) => push_values(shape, cell, &mut values),
                Field::Child(child) => children.push((*child, cell)),
            }
        }
        let parameters = values.iter().map(Parameter);
        let insert = &self.tables[place].insert;
        self.database.prepare_cached(insert)?.execute(rusqlite::params_from_iter(parameters))?;
        for (child, cell) in children {
            for (position, item) in (0_i64..).zip(items(cell)) {
                self.tables[child].last_id += 1;
                let own_id = self.tables[child].last_id;
                let own = [own_id, id, position].map(Sql::Integer).to_vec();
                self.insert(child, own_id, own, &item)?;
            }
        }
        Ok(())
    }
}

struct Parameter<'a>(&'a Sql);

impl ToSql for Parameter<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

/// The columns of the table that a field needs for itself; `None` for a field that is a column.
fn child_columns(shape: &Shape) -> Option<Columns> {
    let mut columns = Columns::default();
    match shape {
        Shape::Map => {
            let text = || Cell::Text(String::new());
            columns.learn(&[("name".to_owned(), text()), ("value".to_owned(), text())]);
            Some(columns)
        }
        Shape::List(inner) => match &**inner {
            Shape::Item(items) => Some(items.clone()),
            other => Some(Columns::single("value", other.clone())),
        },
        Shape::Item(items) => Some(items.clone()),
        _ => None,
    }
}

/// The rows of a field that has a table for itself.
fn items(cell: Option<&Cell>) -> Vec<Vec<(String, Cell)>> {
    match cell {
        None => Vec::new(),
        Some(Cell::List(items)) => items.iter().map(item).collect(),
        Some(Cell::Map(pairs)) => {
            let text = |text: &String| Cell::Text(text.clone());
            let pair = |(name, value)| {
                vec![("name".to_owned(), text(name)), ("value".to_owned(), text(value))]
            };
            pairs.iter().map(|(name, value)| pair((name, value))).collect()
        }
        Some(other) => vec![item(other)],
    }
}

fn item(cell: &Cell) -> Vec<(String, Cell)> {
    match cell {
        Cell::Item(fields) => fields.clone(),
        other => vec![("value".to_owned(), other.clone())],
    }
}

/// Suffix and type of each column of a field.
fn kinds(shape: &Shape) -> &'static [(&'static str, &'static str)] {
    match shape {
        Shape::Integer | Shape::Boolean => &[("", "INTEGER")],
        Shape::Decimal => &[("", "REAL")],
        Shape::Price => &[("", "REAL"), ("_currency", "TEXT")],
        Shape::Rating => &[("", "REAL"), ("_best", "INTEGER")],
        _ => &[("", "TEXT")],
    }
}

fn push_values(shape: &Shape, cell: Option<&Cell>, values: &mut Vec<Sql>) {
    let text = |text: Option<String>| text.map_or(Sql::Null, Sql::Text);
    match (shape, cell) {
        (Shape::Integer, Some(Cell::Integer(number))) => values.push(Sql::Integer(*number)),
        (Shape::Boolean, Some(Cell::Boolean(yes))) => values.push(Sql::Integer(i64::from(*yes))),
        (Shape::Decimal, Some(Cell::Decimal(number))) => values.push(Sql::Real(*number)),
        (Shape::Decimal, Some(Cell::Integer(number))) => values.push(Sql::Real(*number as f64)),
        (Shape::Price, Some(Cell::Price(amount, currency))) => {
            values.extend([Sql::Real(*amount), text(currency.clone())]);
        }
        (Shape::Rating, Some(Cell::Rating(value, best))) => {
            let best = best.map_or(Sql::Null, |best| Sql::Integer(best.into()));
            values.extend([Sql::Real(*value), best]);
        }
        (Shape::Price | Shape::Rating, _) => values.extend([Sql::Null, Sql::Null]),
        (Shape::Text | Shape::Unknown | Shape::Day | Shape::Time { .. }, cell) => {
            values.push(text(cell.map(Cell::to_text)));
        }
        _ => values.push(Sql::Null),
    }
}

/// A name as SQL has it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::super::TableTarget;
    use super::super::tests::written;
    use rusqlite::Connection;

    #[test]
    fn lists_and_maps_are_tables_that_name_their_parents() {
        let (_dir, path) = written(TableTarget::Sqlite, "records.db");
        let database = Connection::open(path).unwrap();
        let ask = |query: &str| -> Vec<String> {
            let mut statement = database.prepare(query).unwrap();
            let rows = statement.query_map([], |row| row.get::<_, Option<String>>(0)).unwrap();
            rows.map(|row| row.unwrap().unwrap_or("null".to_owned())).collect()
        };
        assert_eq!(ask("SELECT CAST(count(*) AS TEXT) FROM pages"), ["3"]);
        assert_eq!(ask("SELECT reason FROM pages WHERE satisfied = 0"), ["no wrapper fits"]);
        let row = "SELECT id || '|' || title || '|' || price || '|' || price_currency || '|' || \
                   stock || '|' || url_ FROM product WHERE id = 1";
        assert_eq!(ask(row), ["1|A \"lamp\"; DROP TABLE pages|12.5|EUR|7|an own field"]);
        assert_eq!(ask("SELECT colour FROM product ORDER BY id"), ["null", "red"]);
        assert_eq!(ask("SELECT stock FROM product WHERE id = 3"), ["sold out"]);
        let map = "SELECT name || '=' || value FROM product_details WHERE parent_id = 1 \
                   ORDER BY position";
        assert_eq!(ask(map), ["Made in=Hull", "Ø=3"]);
        let tags = "SELECT title || author || value FROM product \
                    JOIN product_reviews ON product_reviews.parent_id = product.id \
                    JOIN product_reviews_tags ON product_reviews_tags.parent_id = product_reviews.id \
                    ORDER BY product_reviews.position, product_reviews_tags.position";
        let title = "A \"lamp\"; DROP TABLE pages";
        assert_eq!(ask(tags), [format!("{title}Inesx"), format!("{title}Inesy")]);
    }
}
