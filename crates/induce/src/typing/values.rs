//! The values of all fields of a template, counted.

use rustc_hash::FxHashMap;
use sitewrap_model::{Record, Value};
use sitewrap_template::Parameters;
use sitewrap_values::ValueSource;
use sitewrap_wrapper::{PageCounts, Pairs, Presence, Template};
use std::collections::BTreeMap;

/// The values of a field.
#[derive(Default)]
pub(super) struct Column {
    /// Each distinct value with how often it came.
    values: FxHashMap<String, u32>,
    /// Records that have the field.
    filled: u32,
    /// The most frequent values of a map, by name.
    pub(super) pairs: BTreeMap<String, Column>,
}

/// How a field stands among the others.
struct Place {
    is_list: bool,
    /// The list that it is in.
    list: Option<usize>,
    /// Of a list: the first field in it, whose values its items are where it is the only one.
    item: Option<usize>,
    /// Of a list: whether its items are maps.
    of_maps: bool,
}

/// The values of all fields of a template, by their places in it.
pub(crate) struct Values {
    columns: Vec<Column>,
    places: Vec<Place>,
    pages: u32,
    /// Items of each list.
    items: Vec<u32>,
    /// Pages that have the nodes of the template.
    pub(crate) nodes: PageCounts,
    /// Longer values (bytes) are no numbers, dates or addresses; one stands for all of them.
    longest: usize,
    /// Distinct values that are kept.
    distinct: usize,
}

impl Values {
    /// None yet; the template's fields have their places for names.
    pub(crate) fn new(template: &Template, parameters: &Parameters) -> Self {
        let mut places: Vec<Place> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (at, place) in template.field_places().iter().enumerate() {
            open.truncate(place.path.len() - 1);
            let is_list = matches!(place.source, ValueSource::List);
            let list = open.last().copied();
            if let Some(list) = list.filter(|_| !place.field().is_dropped()) {
                let is_row = place.map.is_some_and(|map| matches!(map.pairs, Pairs::Cells(_)));
                places[list].of_maps = is_row && places[list].item.is_none();
                places[list].item.get_or_insert(at);
            }
            places.push(Place { is_list, list, item: None, of_maps: false });
            if is_list {
                open.push(at);
            }
        }
        Self {
            columns: places.iter().map(|_| Column::default()).collect(),
            items: vec![0; places.len()],
            places,
            pages: 0,
            nodes: PageCounts::default(),
            longest: parameters.value_bytes,
            distinct: parameters.distinct,
        }
    }

    /// Takes in the record of a page.
    pub(crate) fn take(&mut self, record: &Record) {
        self.pages += 1;
        self.take_record(record);
    }

    fn take_record(&mut self, record: &Record) {
        for (name, value) in record.iter() {
            if let Some(at) = name.parse().ok().filter(|at| *at < self.columns.len()) {
                self.take_value(at, value);
            }
        }
    }

    fn take_value(&mut self, at: usize, value: &Value) {
        let column = &mut self.columns[at];
        column.filled += 1;
        match value {
            Value::List(items) if self.places[at].is_list => {
                for item in items {
                    self.items[at] += 1;
                    match (item, self.places[at].item) {
                        (Value::Record(item), _) if !self.places[at].of_maps => {
                            self.take_record(item);
                        }
                        (item, Some(of)) => self.take_value(of, item),
                        _ => {}
                    }
                }
            }
            Value::Record(pairs) => {
                for (key, value) in pairs.iter() {
                    if column.pairs.contains_key(key) || column.pairs.len() < self.distinct {
                        let pairs = column.pairs.entry(key.to_owned()).or_default();
                        pairs.take(value, self.longest, self.distinct);
                    }
                }
            }
            value => column.take(value, self.longest, self.distinct),
        }
    }

    /// The values of a field.
    pub(super) fn of(&self, at: usize) -> &Column {
        &self.columns[at]
    }

    /// The values of a field at all its places, with how often they came.
    pub(super) fn counted(&self, places: &[usize]) -> Vec<(&str, u32)> {
        let mut values: BTreeMap<&str, u32> = BTreeMap::new();
        for (text, count) in places.iter().flat_map(|&at| self.columns[at].counted()) {
            *values.entry(text).or_default() += count;
        }
        values.into_iter().collect()
    }

    /// How many records of its level have a field, at one of its places.
    pub(super) fn filled(&self, places: &[usize]) -> Presence {
        let list = places.first().and_then(|&at| self.places[at].list);
        let of = list.map_or(self.pages, |list| self.items[list]);
        let seen: u32 = places.iter().map(|&at| self.columns[at].filled).sum();
        Presence::new(seen.min(of), of)
    }
}

impl Column {
    fn take(&mut self, value: &Value, longest: usize, distinct: usize) {
        match value {
            Value::Text(text) => {
                // Long texts are no values of a type; they count, but need not be kept apart.
                let text = if text.len() > longest { "…" } else { text };
                if let Some(count) = self.values.get_mut(text) {
                    *count += 1;
                } else if self.values.len() < distinct {
                    self.values.insert(text.to_owned(), 1);
                }
            }
            Value::List(values) => {
                values.iter().for_each(|value| self.take(value, longest, distinct));
            }
            Value::Record(_) | Value::Typed(_) => {}
        }
    }

    /// Values with how often they came, in a fixed order.
    pub(super) fn counted(&self) -> Vec<(&str, u32)> {
        let mut values: Vec<(&str, u32)> =
            self.values.iter().map(|(text, count)| (text.as_str(), *count)).collect();
        values.sort_unstable();
        values
    }
}
