//! Which fields have the values that pages state.

use super::statements::PageData;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_structured::{forms, plain};
use sitewrap_template::{Columns, Parameters};
use std::collections::BTreeMap;

/// A key whose values are a field's.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The name that the key gives.
    pub(crate) name: String,
    /// The key.
    pub key: String,
    /// How sure it is that they mean the same, 0..=1.
    pub(crate) share: f64,
    /// Whether what the pages state is but the beginning of most values, or a part of them.
    pub(crate) is_excerpt: bool,
}

/// The keys that agree with each field, the surest first.
pub fn agreements(
    columns: &Columns,
    pages: &[PageData],
    parameters: &Parameters,
) -> FxHashMap<usize, Vec<Agreement>> {
    let index: Vec<Index<'_>> = pages.iter().map(Index::of).collect();
    let mut found = FxHashMap::default();
    for field in columns.fields() {
        let column: Vec<(usize, &Vec<String>)> = columns.of(field).collect();
        let mut agreements = by_statements(&column, &index, parameters);
        agreements.extend(by_title(&column, pages, parameters));
        agreements.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.key.cmp(&b.key)));
        if !agreements.is_empty() {
            found.insert(field, agreements);
        }
    }
    found
}

/// The statements of a page by the forms of their values.
struct Index<'d> {
    by_form: FxHashMap<String, Vec<(&'d str, &'d str)>>,
    /// Values by key.
    counts: FxHashMap<&'d str, usize>,
    /// Length in bytes of the longest value by key.
    lengths: FxHashMap<&'d str, usize>,
}

impl<'d> Index<'d> {
    fn of(page: &'d PageData) -> Self {
        let mut by_form: FxHashMap<String, Vec<(&str, &str)>> = FxHashMap::default();
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        let mut lengths: FxHashMap<&str, usize> = FxHashMap::default();
        for statement in &page.statements {
            *counts.entry(&statement.key).or_default() += 1;
            let length = lengths.entry(&statement.key).or_default();
            *length = statement.value.len().max(*length);
            for form in forms(&statement.value) {
                by_form.entry(form).or_default().push((&statement.key, &statement.name));
            }
        }
        Self { by_form, counts, lengths }
    }
}

#[derive(Default)]
struct Hits {
    /// Sum over pages of the share of values that agree.
    sum: f64,
    values: FxHashSet<String>,
    /// Values that agree, and those of them that are much longer than what is stated.
    agreeing: usize,
    longer: usize,
}

fn by_statements(
    column: &[(usize, &Vec<String>)],
    index: &[Index<'_>],
    parameters: &Parameters,
) -> Vec<Agreement> {
    let least = parameters.most;
    let mut hits: BTreeMap<(&str, &str), Hits> = BTreeMap::new();
    let mut stating = 0usize;
    for (page, values) in column {
        let Some(index) = index.get(*page).filter(|index| !index.counts.is_empty()) else {
            continue;
        };
        stating += 1;
        let mut on_page: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for value in *values {
            let mut keys: Vec<(&str, &str)> = forms(value)
                .iter()
                .filter_map(|form| index.by_form.get(form))
                .flatten()
                .copied()
                .collect();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                *on_page.entry(key).or_default() += 1;
                let hits = hits.entry(key).or_default();
                hits.values.insert(plain(value));
                let stated = index.lengths.get(key.0).copied().unwrap_or_default();
                hits.agreeing += 1;
                hits.longer += usize::from(value.len() >= parameters.much_longer * stated);
            }
        }
        for (key, count) in on_page {
            let stated = index.counts.get(key.0).copied().unwrap_or(1).min(Columns::MOST_VALUES);
            let share = count as f64 / values.len().max(stated) as f64;
            hits.entry(key).or_default().sum += share;
        }
    }
    if stating < 2 {
        return Vec::new();
    }
    let agreement = |((key, name), hits): ((&str, &str), Hits)| {
        let share = hits.sum / stating as f64 * certainty(hits.values.len());
        (share >= least * 0.5 && hits.sum >= least * stating as f64).then(|| Agreement {
            name: name.to_owned(),
            key: key.to_owned(),
            share,
            is_excerpt: 2 * hits.longer > hits.agreeing,
        })
    };
    hits.into_iter().filter_map(agreement).collect()
}

/// A field that (almost) all pages have in their title, in each page another value, is what they
/// are called.
fn by_title(
    column: &[(usize, &Vec<String>)],
    pages: &[PageData],
    parameters: &Parameters,
) -> Option<Agreement> {
    let singles: Vec<(&PageData, &String)> = column
        .iter()
        .filter_map(|(page, values)| match &values[..] {
            [only] => Some((pages.get(*page)?, only)),
            _ => None,
        })
        .collect();
    let titled =
        singles.iter().filter(|(page, _)| page.title.is_some() || !page.slug.is_empty()).count();
    let held: Vec<&String> = singles
        .iter()
        .filter(|(page, value)| page.title_has(value, parameters))
        .map(|(_, value)| *value)
        .collect();
    let distinct = held.iter().collect::<FxHashSet<_>>().len();
    let share = held.len() as f64 / column.len().max(1) as f64;
    // The name of the site is in all titles.
    let varies = distinct as f64 >= 0.2 * held.len() as f64;
    (titled >= 2 && share >= parameters.most && varies).then(|| Agreement {
        name: "title".to_owned(),
        key: "title".to_owned(),
        share: share * certainty(distinct),
        is_excerpt: false,
    })
}

/// Few different values may agree by chance.
fn certainty(distinct: usize) -> f64 {
    match distinct {
        0 | 1 => 0.0,
        2 | 3 => 0.7,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_model::{Record, Value};
    use sitewrap_tree::Document;

    fn page(n: usize) -> PageData {
        let html = format!(
            "<title>Lamp {n} | Shop</title><script type='application/ld+json'>{{\"@type\": \
             \"Product\", \"offers\": {{\"price\": \"{n}.50\"}}, \"category\": \"Lamps\"}}</script>"
        );
        PageData::of(&Document::parse(html.as_bytes(), None, None), "https://a.example/")
    }

    fn record(n: usize) -> Record {
        let mut record = Record::new();
        record.insert("0".to_owned(), Value::Text(format!("£{n}.50")));
        record.insert("1".to_owned(), Value::Text(format!("Lamp {n}")));
        record.insert("2".to_owned(), Value::Text(format!("Sold {}", n * 7)));
        record.insert("3".to_owned(), Value::Text("Lamps".to_owned()));
        record
    }

    #[test]
    fn equal_values_name_a_field_and_others_do_not() {
        let pages: Vec<PageData> = (10..16).map(page).collect();
        let mut columns = Columns::default();
        (10..16).enumerate().for_each(|(at, n)| columns.take(at, &record(n)));
        let found = agreements(&columns, &pages, &Parameters::default());
        let name = |field: usize| found.get(&field).map(|all| all[0].name.as_str());
        assert_eq!((name(0), name(1), name(2)), (Some("price"), Some("title"), None));
        assert_eq!(name(3), None, "a value that never varies proves nothing");
    }
}
