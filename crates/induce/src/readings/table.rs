//! The values of a template's fields on some pages, the fields known by numbers.

use rustc_hash::FxHashMap;
use sitewrap_model::{Record, Value};
use sitewrap_template::Parameters;
use sitewrap_values::ValueSource;
use sitewrap_wrapper::FieldPlace;
use std::collections::BTreeMap;

/// Values by field and page.
#[derive(Debug)]
pub(crate) struct Table {
    of_field: FxHashMap<usize, BTreeMap<usize, Vec<String>>>,
    /// Values of a field on one page that are kept.
    most: usize,
}

impl Table {
    pub(crate) fn new(parameters: &Parameters) -> Self {
        Self { of_field: FxHashMap::default(), most: parameters.sampled }
    }

    /// Takes in the record of a page, whose fields have numbers for names. A pair of a map is a value.
    pub(crate) fn take(&mut self, page: usize, record: &Record) {
        for (name, value) in record.iter() {
            if let Ok(field) = name.parse() {
                self.take_value(field, page, value);
            }
        }
    }

    fn take_value(&mut self, field: usize, page: usize, value: &Value) {
        match value {
            Value::Text(text) => self.push(field, page, || text.clone()),
            Value::List(items) => {
                for item in items {
                    match item {
                        Value::Record(record) if !is_map(record) => self.take(page, record),
                        other => self.take_value(field, page, other),
                    }
                }
            }
            Value::Record(pairs) => {
                for (name, value) in pairs.iter() {
                    if let Value::Text(text) = value {
                        self.push(field, page, || format!("{name}: {text}"));
                    }
                }
            }
            Value::Typed(_) => {}
        }
    }

    fn push(&mut self, field: usize, page: usize, value: impl FnOnce() -> String) {
        let values = self.of_field.entry(field).or_default().entry(page).or_default();
        if values.len() < self.most {
            values.push(value());
        }
    }

    /// Gives the only field of a list, whose items are its values, what the list has. `places` are those of the
    /// fields, by their numbers.
    pub(crate) fn hand_down(&mut self, places: &[FieldPlace<'_>]) {
        for (list, place) in places.iter().enumerate() {
            let is_inside = |inner: &FieldPlace<'_>| {
                inner.path.len() == place.path.len() + 1
                    && std::ptr::eq(inner.path[place.path.len() - 1], place.field())
            };
            if let ValueSource::List = place.source
                && let Some(inner) = places[list + 1..].iter().position(is_inside)
                && let Some(values) = self.of_field.get(&list).cloned()
            {
                self.of_field.entry(list + 1 + inner).or_insert(values);
            }
        }
    }

    /// The fields that have values, in rising order.
    pub(crate) fn fields(&self) -> Vec<usize> {
        let mut fields: Vec<usize> = self.of_field.keys().copied().collect();
        fields.sort_unstable();
        fields
    }

    /// The values of a field, page by page.
    pub(crate) fn of(&self, field: usize) -> impl Iterator<Item = (usize, &Vec<String>)> {
        self.of_field.get(&field).into_iter().flatten().map(|(page, values)| (*page, values))
    }

    /// All values of a field.
    pub(crate) fn values(&self, field: usize) -> impl Iterator<Item = (usize, &str)> {
        self.of(field)
            .flat_map(|(page, values)| values.iter().map(move |value| (page, value.as_str())))
    }
}

/// Whether a record has the names of its page, as a map has, and no numbers for names.
fn is_map(record: &Record) -> bool {
    record.iter().all(|(name, _)| name.parse::<usize>().is_err())
}
