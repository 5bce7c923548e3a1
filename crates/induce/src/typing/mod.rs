//! Types of fields, from the values that they have on all pages of their type.
//!
//! The templates are applied to their own pages once more, and the values of each field are
//! collected. What values leave open (`04/05/2024`, `1.234`, `$`) is decided by the other values
//! of the field, then by the other fields of the site, then by what the site says of itself. The
//! same pass counts on which pages the nodes of the templates are.

use crate::corpus::Corpus;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sitewrap_extract::types::{
    Currency, DateOrder, DecimalMark, Detected, Locale, ValueSource, detect,
};
use sitewrap_extract::{
    Compiled, FieldMut, PageCounts, Presence, Schema, SchemaField, Shape, Wrapper,
};
use sitewrap_model::{Record, Value};
use sitewrap_structured::texts_of;
use std::collections::BTreeMap;

/// Longer values (bytes) are no numbers, dates or addresses; one stands for all of them.
const MAX_VALUE: usize = 400;

/// Distinct values of a field that are looked at; a type does not hang on more.
const MAX_DISTINCT: usize = 4096;

/// The values of a field.
#[derive(Default)]
struct Column {
    /// Each distinct value with how often it came.
    values: FxHashMap<String, u32>,
    /// Records that have the field.
    filled: u32,
    /// The most frequent values of a map, by name.
    pairs: BTreeMap<String, Column>,
}

/// The values of all fields of a wrapper, by their dotted paths.
#[derive(Default)]
struct Columns {
    of: FxHashMap<String, Column>,
    /// Records of each level: pages, and the items of each list, by its path.
    records: FxHashMap<String, u32>,
    /// Pages that have the nodes of the template.
    nodes: PageCounts,
}

/// Gives the fields of wrappers their types; gives what the site tells about its values.
///
/// # Arguments
/// - `own`: the pages of each wrapper.
/// - `site`: pages of all types, those among them.
pub(crate) fn type_fields(
    wrappers: &mut [Wrapper],
    own: &[&Corpus<'_>],
    site: &[Corpus<'_>],
) -> Locale {
    let stated = locale(site);
    let columns: Vec<Columns> = wrappers
        .par_iter()
        .zip(own)
        .map(|(wrapper, corpus)| Columns::of(wrapper, corpus))
        .collect();
    let detected: Vec<Vec<Typing>> = wrappers
        .par_iter()
        .zip(&columns)
        .map(|(wrapper, columns)| typings(wrapper, columns, &stated))
        .collect();
    let locale = with_votes(stated, detected.iter().flatten());
    wrappers.par_iter_mut().zip(&columns).for_each(|(wrapper, columns)| {
        let typings = typings(wrapper, columns, &locale);
        for (field, typing) in wrapper.template.fields_mut().into_iter().zip(typings) {
            typing.give(field);
        }
        columns.nodes.give(&mut wrapper.template);
    });
    locale
}

/// What was found out about a field.
struct Typing {
    detected: Detected,
    filled: Presence,
    pairs: Vec<(String, Detected)>,
}

impl Typing {
    fn give(self, mut to: FieldMut<'_>) {
        let field = to.field();
        field.format = self.detected.format;
        field.filled = self.filled;
        field.fitting = Presence::new(self.detected.fitting, self.detected.values);
        if let FieldMut::Map(map) = to {
            let formats = self.pairs.into_iter().map(|(key, found)| (key, found.format));
            map.formats = formats.filter(|(_, format)| !format.is_text()).collect();
        }
    }
}

/// The types of a wrapper's fields, in the order of the template.
fn typings(wrapper: &Wrapper, columns: &Columns, locale: &Locale) -> Vec<Typing> {
    let none = Column::default();
    let typing = |place: &sitewrap_extract::FieldPlace<'_>| {
        let path = place.dotted();
        let level = path.rsplit_once('.').map_or("", |(level, _)| level);
        let column = columns.of.get(&path).unwrap_or(&none);
        let of = columns.records.get(level).copied().unwrap_or_default();
        let pairs = column.pairs.iter().map(|(key, column)| {
            (key.clone(), detect(key, ValueSource::Text, &column.counted(), locale))
        });
        Typing {
            detected: detect(&place.field().name, place.source, &column.counted(), locale),
            filled: Presence::new(column.filled, of),
            pairs: pairs.collect(),
        }
    };
    wrapper.template.field_places().iter().map(typing).collect()
}

/// The locale with what most fields tell by their own values.
fn with_votes<'d>(locale: Locale, typings: impl Iterator<Item = &'d Typing>) -> Locale {
    let mut marks: BTreeMap<DecimalMark, u32> = BTreeMap::new();
    let mut orders: BTreeMap<DateOrder, u32> = BTreeMap::new();
    for typing in typings {
        for found in [&typing.detected].into_iter().chain(typing.pairs.iter().map(|(_, d)| d)) {
            if let Some(mark) = found.mark {
                *marks.entry(mark).or_default() += 1;
            }
            if let Some(order) = found.order {
                *orders.entry(order).or_default() += 1;
            }
        }
    }
    Locale { decimal_mark: most(&marks), date_order: most(&orders), ..locale }
}

/// What has more votes than all others together.
fn most<T: Copy>(votes: &BTreeMap<T, u32>) -> Option<T> {
    let all: u32 = votes.values().sum();
    votes.iter().find(|(_, count)| **count * 2 > all).map(|(value, _)| *value)
}

impl Columns {
    fn of(wrapper: &Wrapper, corpus: &Corpus<'_>) -> Self {
        let mut columns = Self::default();
        let compiled = Compiled::new(&wrapper.template);
        let schema = Schema::of(wrapper);
        for (page, view) in corpus.views().iter().enumerate() {
            let applied = compiled.apply_counted(view, corpus.url(page), &mut columns.nodes);
            columns.record(&schema, &applied.record, &mut String::new());
        }
        columns
    }

    fn record(&mut self, schema: &Schema<'_>, record: &Record, path: &mut String) {
        count(&mut self.records, path, 1);
        for field in &schema.fields {
            if let Some(value) = record.get(&field.field.name) {
                within(path, &field.field.name, |path| self.field(field, value, path));
            }
        }
    }

    fn field(&mut self, field: &SchemaField<'_>, value: &Value, path: &mut String) {
        let column = self.column(path);
        column.filled += 1;
        match (&field.shape, value) {
            (Shape::Map(_), Value::Record(pairs)) => column.take_pairs(pairs),
            (Shape::Value, value) => column.take(value),
            (Shape::Records(schema), Value::List(items)) => {
                for item in items {
                    if let Value::Record(item) = item {
                        self.record(schema, item, path);
                    }
                }
            }
            (Shape::Values(item), Value::List(values)) => {
                count(&mut self.records, path, values.len() as u32);
                for value in values {
                    within(path, &item.field.name, |path| self.field(item, value, path));
                }
            }
            _ => {}
        }
    }

    fn column(&mut self, path: &str) -> &mut Column {
        if !self.of.contains_key(path) {
            self.of.insert(path.to_owned(), Column::default());
        }
        self.of.entry(path.to_owned()).or_default()
    }
}

impl Column {
    fn take(&mut self, value: &Value) {
        match value {
            Value::Text(text) => self.take_text(text),
            Value::List(values) => values.iter().for_each(|value| self.take(value)),
            Value::Record(_) | Value::Typed(_) => {}
        }
    }

    fn take_text(&mut self, text: &str) {
        // Long texts are no values of a type; they count, but need not be kept apart.
        let text = if text.len() > MAX_VALUE { "…" } else { text };
        if let Some(count) = self.values.get_mut(text) {
            *count += 1;
        } else if self.values.len() < MAX_DISTINCT {
            self.values.insert(text.to_owned(), 1);
        }
    }

    fn take_pairs(&mut self, pairs: &Record) {
        for (key, value) in pairs.iter() {
            if self.pairs.contains_key(key) || self.pairs.len() < MAX_DISTINCT {
                self.pairs.entry(key.to_owned()).or_default().take(value);
            }
        }
    }

    /// Values with how often they came, in a fixed order.
    fn counted(&self) -> Vec<(&str, u32)> {
        let mut values: Vec<(&str, u32)> =
            self.values.iter().map(|(text, count)| (text.as_str(), *count)).collect();
        values.sort_unstable();
        values
    }
}

fn count(counts: &mut FxHashMap<String, u32>, path: &str, by: u32) {
    if let Some(count) = counts.get_mut(path) {
        *count += by;
    } else {
        counts.insert(path.to_owned(), by);
    }
}

/// Does something at the path of a field below `path`.
fn within(path: &mut String, name: &str, job: impl FnOnce(&mut String)) {
    let length = path.len();
    if length > 0 {
        path.push('.');
    }
    path.push_str(name);
    job(path);
    path.truncate(length);
}

/// What the pages say of themselves: language, host, currency.
fn locale(corpora: &[Corpus<'_>]) -> Locale {
    let (mut langs, mut hosts, mut currencies) =
        (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for corpus in corpora {
        for page in 0..corpus.len() {
            let document = corpus.document(page);
            let lang = document.html_attrs.iter().find(|(name, _)| name == "lang");
            if let Some((_, lang)) = lang {
                *langs.entry(lang.as_str()).or_insert(0u32) += 1;
            }
            if let Some(host) = host(corpus.url(page)) {
                *hosts.entry(host).or_insert(0u32) += 1;
            }
            if let Some(currency) = stated_currency(document) {
                *currencies.entry(currency).or_insert(0) += 1;
            }
        }
    }
    let lang = langs.iter().max_by_key(|(_, count)| **count).map(|(lang, _)| *lang);
    let host = hosts.iter().max_by_key(|(_, count)| **count).map(|(host, _)| *host);
    let all: usize = currencies.values().sum();
    let is_agreed = |count: usize| corpora[0].share(count, all).is_nearly_all();
    let currency = currencies.iter().find(|(_, count)| is_agreed(**count));
    let currency = currency.map(|(currency, _)| *currency);
    Locale::new(lang, host, currency)
}

/// The host of a URL.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    host.split(':').next().filter(|host| !host.is_empty())
}

/// The currency that a page's structured data names.
fn stated_currency(document: &sitewrap_tree::Document) -> Option<Currency> {
    let codes = texts_of(document, "priceCurrency");
    codes.iter().find_map(|code| Currency::from_code(code.trim()))
}
