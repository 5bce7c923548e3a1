//! What the fields of a template hold on its own pages.

use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_model::{Record, Value};
use std::collections::BTreeMap;

/// Values of each field, page by page. Fields are known by the numbers they have for names before
/// they are named.
#[derive(Debug, Default)]
pub struct Columns {
    of_field: FxHashMap<usize, BTreeMap<usize, Vec<String>>>,
}

impl Columns {
    /// Values of a field on one page that are kept.
    pub const MOST_VALUES: usize = 64;

    /// Adds the values of the record of a page, or of one within it.
    pub fn take(&mut self, page: usize, record: &Record) {
        for (name, value) in record.iter() {
            let Ok(field) = name.parse::<usize>() else { continue };
            match value {
                Value::Text(text) => self.push(field, page, text),
                Value::List(items) => {
                    for item in items {
                        match item {
                            Value::Record(record) => self.take(page, record),
                            Value::Text(text) => self.push(field, page, text),
                            Value::List(_) | Value::Typed(_) => {}
                        }
                    }
                }
                Value::Record(_) | Value::Typed(_) => {}
            }
        }
    }

    fn push(&mut self, field: usize, page: usize, value: &str) {
        let values = self.of_field.entry(field).or_default().entry(page).or_default();
        if values.len() < Self::MOST_VALUES {
            values.push(value.to_owned());
        }
    }

    /// Whether no page was looked at.
    pub fn is_empty(&self) -> bool {
        self.of_field.is_empty()
    }

    /// The numbers of the fields that have values.
    pub fn fields(&self) -> impl Iterator<Item = usize> {
        self.of_field.keys().copied()
    }

    /// The values of a field by page.
    pub fn of(&self, field: usize) -> impl Iterator<Item = (usize, &Vec<String>)> {
        let pages = self.of_field.get(&field);
        pages.into_iter().flatten().map(|(page, values)| (*page, values))
    }

    /// The fields that have values on a page, with those values.
    pub fn on_page(&self, page: usize) -> impl Iterator<Item = (usize, &Vec<String>)> {
        self.of_field.iter().filter_map(move |(field, pages)| Some((*field, pages.get(&page)?)))
    }

    /// Some of the values of a field, from as many pages as there are.
    pub fn values(&self, field: usize, most: usize) -> Vec<String> {
        let Some(pages) = self.of_field.get(&field) else { return Vec::new() };
        let per_page = most.div_ceil(pages.len().max(1)).max(1);
        let step = pages.len().div_ceil(most).max(1);
        let some = pages.values().step_by(step).flat_map(|values| values.iter().take(per_page));
        some.take(most).cloned().collect()
    }

    /// How far the values of a field on one page differ from each other, 0..=1: the share of different
    /// ones, over all pages with several.
    pub fn variety(&self, field: usize) -> f64 {
        let several = self.of(field).filter(|(_, values)| values.len() > 1);
        let (different, all) = several.fold((0, 0), |(different, all), (_, values)| {
            let distinct: FxHashSet<&String> = values.iter().collect();
            (different + distinct.len(), all + values.len())
        });
        if all == 0 { 0.0 } else { different as f64 / all as f64 }
    }
}
