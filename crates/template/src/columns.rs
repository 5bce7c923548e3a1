//! What the fields of a template hold on its own pages.

use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_model::{Record, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Values of each field, page by page. Fields are known by the numbers they have for names before
/// they are named.
#[derive(Debug, Default)]
pub struct Columns {
    of_field: FxHashMap<usize, BTreeMap<usize, Held>>,
    /// The labels of maps, which have no values of their own; nor have lists of records, which have no labels either.
    of_map: FxHashMap<usize, BTreeMap<usize, Held>>,
}

/// What a field holds on one page.
#[derive(Debug, Default)]
struct Held {
    values: Vec<String>,
    /// The records that the values stand in, by their numbers on the page, one for each value.
    records: Vec<usize>,
}

impl Columns {
    /// Values of a field on one page that are kept.
    pub const MOST_VALUES: usize = 64;

    /// Adds the values of the record of a page.
    pub fn take(&mut self, page: usize, record: &Record) {
        self.take_record(page, record, 0, &mut 1);
    }

    /// Adds the values of the record with the number `at` on its page; `next` is the number of the next
    /// record within it.
    fn take_record(&mut self, page: usize, record: &Record, at: usize, next: &mut usize) {
        for (name, value) in record.iter() {
            let Ok(field) = name.parse::<usize>() else { continue };
            match value {
                Value::Text(text) => push(&mut self.of_field, field, page, (text, at)),
                Value::List(items) => {
                    if matches!(items.first(), Some(Value::Record(_))) {
                        push(&mut self.of_map, field, page, ("", at));
                    }
                    for item in items {
                        match item {
                            Value::Record(record) => {
                                let at = *next;
                                *next += 1;
                                self.take_record(page, record, at, next);
                            }
                            Value::Text(text) => {
                                push(&mut self.of_field, field, page, (text, at));
                            }
                            Value::List(_) | Value::Typed(_) => {}
                        }
                    }
                }
                Value::Record(pairs) => {
                    for (label, _) in pairs.iter() {
                        push(&mut self.of_map, field, page, (label, at));
                    }
                }
                Value::Typed(_) => {}
            }
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
        pages.into_iter().flatten().map(|(page, held)| (*page, &held.values))
    }

    /// The value of a field that the record of a page has itself, if it is the only one there.
    pub fn only(&self, field: usize, page: usize) -> Option<&str> {
        let held = self.of_field.get(&field)?.get(&page)?;
        let is_own = held.records[..] == [0];
        is_own.then(|| held.values[0].as_str())
    }

    /// The items of the lists of some of the pages, `most` at most, each with the page and with the values
    /// that its fields have.
    pub fn items(&self, most: usize) -> Vec<(usize, Vec<(usize, &str)>)> {
        let pages: BTreeSet<usize> =
            self.of_field.values().flat_map(BTreeMap::keys).copied().collect();
        let step = pages.len().div_ceil(most).max(1);
        let mut items: BTreeMap<(usize, usize), Vec<(usize, &str)>> = BTreeMap::new();
        for page in pages.into_iter().step_by(step) {
            for (field, pages) in &self.of_field {
                let Some(held) = pages.get(&page) else { continue };
                for (value, &record) in held.values.iter().zip(&held.records) {
                    if record > 0 {
                        items.entry((page, record)).or_default().push((*field, value));
                    }
                }
            }
        }
        items.into_iter().map(|((page, _), values)| (page, values)).collect()
    }

    /// The records, by page and by their numbers there, in which each of some fields, maps or lists has values. Of pages with
    /// more values than are kept, those records count for which all values are known.
    pub fn records(&self, fields: &[usize]) -> Vec<FxHashSet<(usize, usize)>> {
        let of = |field: &usize| self.of_field.get(field).or_else(|| self.of_map.get(field));
        let held = || fields.iter().filter_map(of);
        let mut known: FxHashMap<usize, usize> = FxHashMap::default();
        for (page, held) in held().flatten() {
            if let Some(last) =
                held.records.last().filter(|_| held.values.len() >= Self::MOST_VALUES)
            {
                let before = known.entry(*page).or_insert(*last);
                *before = (*before).min(*last);
            }
        }
        let is_known =
            |page: usize, record: usize| known.get(&page).is_none_or(|before| record < *before);
        let records = |field: &usize| {
            let pages = of(field).into_iter().flatten();
            let records =
                pages.flat_map(|(page, held)| held.records.iter().map(|record| (*page, *record)));
            records.filter(|(page, record)| is_known(*page, *record)).collect()
        };
        fields.iter().map(records).collect()
    }

    /// The labels of a map on all pages.
    pub fn labels(&self, map: usize) -> BTreeSet<&str> {
        let pages = self.of_map.get(&map).into_iter().flat_map(BTreeMap::values);
        pages.flat_map(|held| &held.values).map(String::as_str).collect()
    }

    /// The fields that have values on a page, with those values.
    pub fn on_page(&self, page: usize) -> impl Iterator<Item = (usize, &Vec<String>)> {
        self.of_field
            .iter()
            .filter_map(move |(field, pages)| Some((*field, &pages.get(&page)?.values)))
    }

    /// Some of the values of a field, from as many pages as there are.
    pub fn values(&self, field: usize, most: usize) -> Vec<String> {
        let Some(pages) = self.of_field.get(&field) else { return Vec::new() };
        let per_page = most.div_ceil(pages.len().max(1)).max(1);
        let step = pages.len().div_ceil(most).max(1);
        let some = pages.values().step_by(step).flat_map(|held| held.values.iter().take(per_page));
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

fn push(
    columns: &mut FxHashMap<usize, BTreeMap<usize, Held>>,
    field: usize,
    page: usize,
    (value, record): (&str, usize),
) {
    let held = columns.entry(field).or_default().entry(page).or_default();
    if held.values.len() < Columns::MOST_VALUES {
        held.values.push(value.to_owned());
        held.records.push(record);
    }
}
