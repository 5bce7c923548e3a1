//! Records with their values read by the types of their fields.

use super::filled::typed;
use crate::apply::values::origin;
use crate::wrapper::WrapperSet;
use crate::wrapper::schema::{Schema, SchemaField, Shape};
use crate::wrapper::template::Map;
use rustc_hash::FxHashMap;
use sitewrap_model::{Extraction, Record, Value};
use sitewrap_values::Format;

/// The types of all fields of a set of wrappers, ready to read many records.
#[derive(Debug)]
pub struct Typer<'w> {
    schemas: FxHashMap<&'w str, Schema<'w>>,
}

impl<'w> Typer<'w> {
    /// Makes the types of a set ready.
    pub fn new(set: &'w WrapperSet) -> Self {
        let schemas = set.wrappers.iter().map(|w| (w.name.as_str(), Schema::of(w)));
        Self { schemas: schemas.collect() }
    }

    /// The extraction with the values of its record read by the types of their fields. A value
    /// that does not fit its type stays the text that it is, and its path is added to
    /// [`Extraction::untyped`].
    pub fn typed(&self, mut extraction: Extraction) -> Extraction {
        let schema = extraction.wrapper.as_deref().and_then(|name| self.schemas.get(name));
        if let (Some(schema), Some(record)) = (schema, &extraction.record) {
            let (origin, filled) = (origin(&extraction.url), &extraction.filled);
            let mut job = Job { origin, filled, top: record, untyped: Vec::new() };
            let typed = job.record(schema, record, "");
            let untyped = job.untyped;
            extraction.record = Some(typed);
            extraction.untyped = untyped;
        }
        extraction
    }
}

struct Job<'a> {
    origin: &'a str,
    /// Fields of the page's record that are what the page states, and that record.
    filled: &'a [String],
    top: &'a Record,
    untyped: Vec<String>,
}

impl Job<'_> {
    fn record(&mut self, schema: &Schema<'_>, record: &Record, path: &str) -> Record {
        let mut typed = Record::new();
        for (name, value) in record.iter() {
            let is_filled = path.is_empty() && self.filled.iter().any(|filled| filled == name);
            let path = join(path, name);
            let value = match schema.get(name) {
                _ if is_filled => self.filled(name, value, &path),
                Some(field) => self.field(field, value, &path),
                None => value.clone(),
            };
            typed.insert(name, value);
        }
        typed
    }

    fn filled(&mut self, name: &str, value: &Value, path: &str) -> Value {
        match value {
            Value::Text(text) => typed(name, text, self.top, self.origin).unwrap_or_else(|| {
                self.untyped.push(path.to_owned());
                value.clone()
            }),
            Value::List(items) => list(items, path, |value, path| self.filled(name, value, path)),
            Value::Record(_) | Value::Typed(_) => value.clone(),
        }
    }

    fn field(&mut self, field: &SchemaField<'_>, value: &Value, path: &str) -> Value {
        match (&field.shape, value) {
            (Shape::Value, value) => self.value(field.field.format, value, path),
            (Shape::Records(schema), Value::List(items)) => {
                list(items, path, |item, path| match item {
                    Value::Record(record) => Value::Record(self.record(schema, record, path)),
                    other => other.clone(),
                })
            }
            (Shape::Values(item), Value::List(items)) => {
                list(items, path, |value, path| self.field(item, value, path))
            }
            (Shape::Map(map), Value::Record(pairs)) => Value::Record(self.pairs(map, pairs, path)),
            (_, other) => other.clone(),
        }
    }

    fn pairs(&mut self, map: &Map, pairs: &Record, path: &str) -> Record {
        let mut typed = Record::new();
        for (key, value) in pairs.iter() {
            let format = map.formats.get(key).copied().unwrap_or_default();
            typed.insert(key, self.value(format, value, &join(path, key)));
        }
        typed
    }

    fn value(&mut self, format: Format, value: &Value, path: &str) -> Value {
        match value {
            Value::Text(text) => format.read(text, self.origin).unwrap_or_else(|| {
                self.untyped.push(path.to_owned());
                value.clone()
            }),
            Value::List(items) => list(items, path, |value, path| self.value(format, value, path)),
            Value::Record(_) | Value::Typed(_) => value.clone(),
        }
    }
}

fn list(items: &[Value], path: &str, mut typed: impl FnMut(&Value, &str) -> Value) -> Value {
    let items = items.iter().enumerate();
    Value::List(items.map(|(at, item)| typed(item, &format!("{path}[{at}]"))).collect())
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
