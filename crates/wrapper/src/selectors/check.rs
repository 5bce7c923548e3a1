//! How far selectors give what the wrapper gives.

use super::learn::{Sheet, item_sheet};
use super::page::Page;
use super::rule::{FieldSelector, Follower, Language, Rule, same};
use super::{Agreement, Agreements, TracedPage};
use crate::apply::pairs::ADDRESS;
use crate::apply::values::origin;
use crate::record::sources::Source;
use sitewrap_model::{Record, Value};
use sitewrap_tree::NodeId;

/// The agreements on one page, in the order of the fields, those of items behind their list.
pub(crate) fn check(fields: &[FieldSelector], page: TracedPage<'_>) -> Agreements {
    let prepared = Page::new(page.tree);
    let checker = Checker { page: &prepared, origin: origin(page.url) };
    let mut agreements = blank(fields);
    let scope = page.tree.root();
    let sheet = Sheet { page: 0, scope, record: page.record, sources: page.sources };
    checker.fields(fields, sheet, &mut agreements);
    agreements
}

/// Adds agreements in the order that [`check`] gives them.
pub(crate) fn count<'a>(
    fields: &mut [FieldSelector],
    agreements: &mut impl Iterator<Item = &'a (Agreement, Agreement)>,
) {
    for field in fields {
        if let Some((xpath, css)) = agreements.next() {
            field.xpath.add(*xpath);
            field.css.add(*css);
        }
        if let Rule::Records { fields, .. } = &mut field.rule {
            count(fields, agreements);
        }
    }
}

fn blank(fields: &[FieldSelector]) -> Agreements {
    vec![(Agreement::default(), Agreement::default()); places(fields)]
}

/// Number of fields, those of items included.
fn places(fields: &[FieldSelector]) -> usize {
    fields
        .iter()
        .map(|field| match &field.rule {
            Rule::Records { fields, .. } => 1 + places(fields),
            _ => 1,
        })
        .sum()
}

struct Checker<'p, 't> {
    page: &'p Page<'t>,
    origin: &'p str,
}

impl Checker<'_, '_> {
    fn fields(
        &self,
        fields: &[FieldSelector],
        sheet: Sheet<'_>,
        agreements: &mut [(Agreement, Agreement)],
    ) {
        let mut at = 0;
        for field in fields {
            agreements[at].0.count(self.agrees(field, sheet, Language::XPath));
            agreements[at].1.count(self.agrees(field, sheet, Language::Css));
            at += 1;
            let Rule::Records { fields: inner, .. } = &field.rule else { continue };
            let places = places(inner);
            for item in items(&field.name, sheet) {
                self.fields(inner, item, &mut agreements[at..at + places]);
            }
            at += places;
        }
    }

    fn agrees(&self, field: &FieldSelector, sheet: Sheet<'_>, language: Language) -> bool {
        let follower = Follower { page: self.page, origin: self.origin, language };
        let value = sheet.record.get(&field.name);
        match &field.rule {
            Rule::Value(rule) => same(value, follower.value(rule, sheet.scope).as_deref()),
            Rule::Values { each, value: rule } => {
                let nodes = follower.nodes(each, sheet.scope);
                let found: Vec<String> =
                    nodes.into_iter().filter_map(|node| follower.value(rule, node)).collect();
                match value {
                    Some(Value::List(values)) => {
                        let pairs = || values.iter().zip(&found);
                        values.len() == found.len()
                            && pairs().all(|(value, found)| same(Some(value), Some(found)))
                    }
                    _ => found.is_empty(),
                }
            }
            Rule::Records { each, .. } => {
                let items = match sheet.sources.get(&field.name) {
                    Some(Source::List(items)) => &items[..],
                    _ => &[],
                };
                let wanted: Vec<NodeId> =
                    items.iter().filter_map(|item| item.nodes.first().copied()).collect();
                wanted == follower.nodes(each, sheet.scope)
            }
            Rule::Map { .. } => {
                let found = follower.map(&field.rule, sheet.scope);
                match value {
                    Some(Value::Record(pairs)) => same_pairs(pairs, &found),
                    _ => found.is_empty(),
                }
            }
        }
    }
}

/// Whether a map has the names and values that a selector gave, which gives values that are several
/// as one text, and no addresses of values.
fn same_pairs(pairs: &Record, found: &Record) -> bool {
    let as_one = |value: &Value| match value {
        Value::List(values) => values.iter().map(words).collect(),
        value => words(value),
    };
    let is_address = |record: &Record, name: &str| {
        name.strip_suffix(ADDRESS).is_some_and(|of| record.get(of).is_some())
    };
    let bare = |record: &Record| -> Vec<(String, String)> {
        let values = record.iter().filter(|(name, _)| !is_address(record, name));
        let mut pairs: Vec<_> =
            values.map(|(name, value)| (name.to_owned(), as_one(value))).collect();
        pairs.sort_unstable();
        pairs
    };
    bare(pairs) == bare(found)
}

/// The letters and digits of a text.
fn words(value: &Value) -> String {
    let Value::Text(text) = value else { return String::new() };
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| *word != "and").collect()
}

/// The items of a list of records.
fn items<'a>(name: &str, sheet: Sheet<'a>) -> Vec<Sheet<'a>> {
    match (sheet.record.get(name), sheet.sources.get(name)) {
        (Some(Value::List(values)), Some(Source::List(items))) => {
            let pairs = items.iter().zip(values);
            pairs.filter_map(|(item, value)| item_sheet(sheet.page, item, value)).collect()
        }
        _ => Vec::new(),
    }
}
