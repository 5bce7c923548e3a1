//! Columns of values: what the fields of a template hold on its own pages.
//!
//! One fact often stands in a page several times: a title in the heading, in the last breadcrumb
//! and in the `alt` of the picture. The template is applied to its own pages, and of fields that
//! (almost) always have equal values in a record the best one is kept.

use crate::corpus::Corpus;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_extract::{
    AttrField, Compiled, Content, Element, Field, Part, Template, TemplateNode,
};
use sitewrap_model::{Record, Value};

/// Share of the values of a field that must equal another's for the field to be redundant.
const EQUAL: f64 = 0.98;

/// What a field is taken from; of equal fields the one with the lowest rank is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Heading,
    Text,
    AttrOfText,
    Attr,
    Whole,
}

/// Column of one field: value by the record (page and place in lists) that holds it.
#[derive(Default)]
struct Column {
    values: FxHashMap<u64, String>,
}

/// Removes fields whose values another field of the same record has. Fields get numbers for names;
/// naming comes after. Gives the record of each page, with the numbers.
pub(crate) fn drop_redundant(template: &mut Template, corpus: &Corpus<'_>) -> Vec<Record> {
    let mut sources = Vec::new();
    number_element(&mut template.root, &mut sources);
    let mut columns: Vec<Column> = sources.iter().map(|_| Column::default()).collect();
    let compiled = Compiled::new(template);
    let mut records = Vec::with_capacity(corpus.len());
    for (page, view) in corpus.views().iter().enumerate() {
        let applied = compiled.apply(view, corpus.url(page));
        collect(&applied.record, page as u64 + 1, &mut columns);
        records.push(applied.record);
    }
    let dropped = redundant(&sources, &columns);
    prune_element(&mut template.root, &dropped);
    records
}

fn redundant(sources: &[Source], columns: &[Column]) -> FxHashSet<usize> {
    let mut order: Vec<usize> =
        (0..sources.len()).filter(|&f| !columns[f].values.is_empty()).collect();
    // The better source first; of like sources the fuller column, then the earlier.
    order.sort_by_key(|&f| (sources[f], std::cmp::Reverse(columns[f].values.len()), f));
    let mut dropped = FxHashSet::default();
    for (rank, &field) in order.iter().enumerate() {
        let covers =
            |kept: &&usize| !dropped.contains(*kept) && covers(&columns[**kept], &columns[field]);
        if order[..rank].iter().any(|kept| covers(&kept)) {
            dropped.insert(field);
        }
    }
    dropped
}

/// Whether (almost) each value of `other` is also in `kept`, in the same record.
fn covers(kept: &Column, other: &Column) -> bool {
    let allowed = ((1.0 - EQUAL) * other.values.len() as f64) as usize;
    let mut misses = 0;
    for (record, value) in &other.values {
        if kept.values.get(record) != Some(value) {
            misses += 1;
            if misses > allowed {
                return false;
            }
        }
    }
    true
}

fn collect(record: &Record, key: u64, columns: &mut [Column]) {
    for (name, value) in record.iter() {
        let Some(column) = name.parse().ok().and_then(|field: usize| columns.get_mut(field)) else {
            continue;
        };
        match value {
            Value::Text(text) => {
                column.values.insert(key, text.to_lowercase());
            }
            Value::List(items) => {
                for (at, item) in items.iter().enumerate() {
                    if let Value::Record(item) = item {
                        let place = (key << 9) ^ name.len() as u64 ^ (at as u64 + 1);
                        collect(item, place.wrapping_mul(0x9e37_79b9_7f4a_7c15), columns);
                    }
                }
            }
            Value::Record(_) | Value::Typed(_) => {}
        }
    }
}

fn number(field: &mut Field, source: Source, sources: &mut Vec<Source>) {
    field.name = sources.len().to_string();
    sources.push(source);
}

fn number_element(element: &mut Element, sources: &mut Vec<Source>) {
    let heading = matches!(element.tag.as_str(), "h1" | "h2" | "h3");
    let mut beside_text = false;
    match &mut element.content {
        Content::Children(children) => {
            beside_text = children.iter().any(
                |node| matches!(node, TemplateNode::Element(e) if matches!(e.content, Content::Text(_))),
            );
            number_nodes(children, sources);
        }
        Content::Text(pattern) => {
            beside_text = true;
            let source = if heading { Source::Heading } else { Source::Text };
            let has_parts = !pattern.parts.is_empty();
            if let Some(whole) = &mut pattern.whole {
                number(whole, if has_parts { Source::Whole } else { source }, sources);
            }
            for part in &mut pattern.parts {
                if let Part::Field(field) = part {
                    number(field, source, sources);
                }
            }
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
    for attr in &mut element.attrs {
        let source = if beside_text { Source::AttrOfText } else { Source::Attr };
        number(&mut attr.field, source, sources);
    }
}

fn number_nodes(nodes: &mut [TemplateNode], sources: &mut Vec<Source>) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => number_element(element, sources),
            TemplateNode::Repeat(repeat) => {
                number(&mut repeat.field, Source::Text, sources);
                number_nodes(&mut repeat.unit, sources);
            }
            TemplateNode::Map(map) => number(&mut map.field, Source::Text, sources),
            TemplateNode::Prose(prose) => number(&mut prose.field, Source::Text, sources),
        }
    }
}

fn prune_element(element: &mut Element, dropped: &FxHashSet<usize>) {
    let is_dropped = |field: &Field| field.name.parse().is_ok_and(|f: usize| dropped.contains(&f));
    element.attrs.retain(|attr: &AttrField| !is_dropped(&attr.field));
    match &mut element.content {
        Content::Children(children) => prune_nodes(children, dropped),
        Content::Text(pattern) => {
            pattern.whole.take_if(|whole| is_dropped(whole));
            let parts = |part: &Part| matches!(part, Part::Field(field) if !is_dropped(field));
            if pattern.whole.is_none() && !pattern.parts.iter().any(parts) {
                element.content = Content::Ignored;
            }
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}

fn prune_nodes(nodes: &mut [TemplateNode], dropped: &FxHashSet<usize>) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => prune_element(element, dropped),
            TemplateNode::Repeat(repeat) => prune_nodes(&mut repeat.unit, dropped),
            TemplateNode::Map(_) | TemplateNode::Prose(_) => {}
        }
    }
}
