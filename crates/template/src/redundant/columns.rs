//! Columns of values: what the fields of a template hold on its own pages.
//!
//! One fact often stands in a page several times: a title in the heading, in the last breadcrumb
//! and in the `alt` of the picture. The template is applied to its own pages, and of fields that
//! (almost) always have equal values in a record the best one is kept. So is a field dropped whose
//! values another one has with fixed words around it (`View Jane Doe's page`), and one that says
//! the same on all pages, such as the items of a menu.

mod column;
mod prune;
mod ranges;
mod retold;
mod source;
mod united;

use crate::columns::Columns as PageColumns;
use crate::corpus::Corpus;
use crate::parameters::Parameters;
use crate::redundant::one_fact::Facts;
use crate::redundant::restated::restated;
use crate::share::Share;
use crate::through::open_lists;
use column::{Column, Page, STOPS, Said};
use prune::prune_element;
use ranges::ranges;
use retold::retold;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_model::{Record, Value};
use sitewrap_wrapper::{Compiled, Template};
use source::{Source, is_shown, number_element};
use united::united;

/// Removes fields whose values another field of the same record has. Fields get numbers for names;
/// naming comes after. Gives what the pages say in the fields, by these numbers.
pub(crate) fn drop_redundant(template: &mut Template, corpus: &Corpus<'_>) -> PageColumns {
    let mut sources = Vec::new();
    number_element(&mut template.root, &mut sources);
    let mut columns: Vec<Column> = sources.iter().map(|_| Column::default()).collect();
    let compiled = Compiled::new(template);
    // A page's record is as large as the page, so none is kept.
    let mut said = PageColumns::default();
    for (page, view) in corpus.views().iter().enumerate() {
        let applied = compiled.apply(view, corpus.url(page));
        let page_of = Page { number: page, session: corpus.session(page) };
        collect(&applied.record, page_of, page as u64 + 1, &mut columns);
        said.take(page, &applied.record);
    }
    let mut dropped = redundant(&sources, &columns, corpus.parameters());
    dropped.extend(restated(template, corpus.parameters(), &|field| columns[field].texts()));
    prune_element(&mut template.root, &dropped);
    open_lists(template, &lone(&columns, corpus.parameters()));
    said
}

/// The lists of which no record has more than one item.
fn lone(columns: &[Column], parameters: &Parameters) -> FxHashSet<usize> {
    let is_lone = |column: &Column| {
        column.items.len() >= parameters.sure && column.items.values().all(|items| *items == 1)
    };
    (0..columns.len()).filter(|&field| is_lone(&columns[field])).collect()
}

fn redundant(sources: &[Source], columns: &[Column], parameters: &Parameters) -> FxHashSet<usize> {
    let equal = parameters.same;
    let mut order: Vec<usize> = (0..sources.len())
        .filter(|&f| !columns[f].values.is_empty() && sources[f] != Source::Way)
        .collect();
    // The better source first; of like sources the fuller column, then the earlier.
    order.sort_by_key(|&f| (sources[f], std::cmp::Reverse(columns[f].values.len()), f));
    let mut dropped: FxHashSet<usize> = (0..sources.len())
        .filter(|&field| !matches!(sources[field], Source::Title | Source::Role | Source::Way))
        .filter(|&field| columns[field].is_constant(parameters))
        .collect();
    dropped.extend(united(&order, sources, columns, parameters));
    for (rank, &field) in order.iter().enumerate() {
        let describes = sources[field].describes();
        let says_no_more = |kept: usize| {
            covers(&columns[kept], &columns[field], equal)
                || (describes && is_within(&columns[kept], &columns[field], equal))
        };
        if order[..rank].iter().any(|&kept| !dropped.contains(&kept) && says_no_more(kept)) {
            dropped.insert(field);
        }
    }
    dropped.extend(retold(&order, sources, columns, parameters, &dropped));
    drop_ways(&order, sources, columns, parameters, &mut dropped);
    drop_partial(&order, sources, columns, equal, &mut dropped);
    drop_told(&order, sources, columns, parameters, &mut dropped);
    dropped.extend(ranges(columns, parameters));
    dropped
}

/// Drops the way from the home page where it stands once more, below the content, and its end where pages have a
/// heading: it says no more than that, perhaps in other words.
fn drop_ways(
    order: &[usize],
    sources: &[Source],
    columns: &[Column],
    parameters: &Parameters,
    dropped: &mut FxHashSet<usize>,
) {
    let is_list =
        |field: &usize| sources[*field] == Source::Way && !columns[*field].items.is_empty();
    let ways: Vec<usize> = (0..sources.len()).filter(is_list).collect();
    dropped.extend(ways.iter().enumerate().filter_map(|(rank, &way)| {
        let says = |kept: &usize| covers(&columns[*kept], &columns[way], parameters.same);
        ways[..rank].iter().any(says).then_some(way)
    }));
    let is_headed = |own: usize| {
        let values = &columns[own].values;
        let headed = |title: usize| {
            let having = values.keys().filter(|record| columns[title].values.contains_key(record));
            Share::new(having.count(), values.len(), parameters).is_nearly_all()
        };
        order.iter().any(|&title| sources[title] == Source::Title && headed(title))
    };
    let own = order.iter().filter(|own| sources[**own] == Source::OwnStep);
    dropped.extend(own.filter(|own| is_headed(**own)));
}

/// Drops what some records have where a text that more of them have says the same: a heading that
/// stands here with a picture and there without one, beside the title in a block of its own.
fn drop_partial(
    order: &[usize],
    sources: &[Source],
    columns: &[Column],
    equal: f64,
    dropped: &mut FxHashSet<usize>,
) {
    for &field in order.iter().filter(|&&field| sources[field] <= Source::Text) {
        let values = columns[field].values.len() as f64;
        let is_fuller = |&other: &usize| {
            sources[other] <= Source::Text
                && equal * columns[other].values.len() as f64 > values
                && columns[field].texts().len() == columns[field].values.len()
                && !dropped.contains(&other)
        };
        if !dropped.contains(&field)
            && order
                .iter()
                .filter(|other| is_fuller(other))
                .any(|&other| covers(&columns[other], &columns[field], equal))
        {
            dropped.insert(field);
        }
    }
}

/// Drops the less exact of two forms in which one fact is told. A day that is shown in full stays
/// beside the one in an attribute: one is for readers, the other for machines, and which of them
/// is wanted is the user's to say.
fn drop_told(
    order: &[usize],
    sources: &[Source],
    columns: &[Column],
    parameters: &Parameters,
    dropped: &mut FxHashSet<usize>,
) {
    let explains = |field: usize| sources[field].describes();
    let kept = order.iter().filter(|field| !dropped.contains(field));
    let facts = |field: usize| Facts::of(columns[field].texts(), explains(field), parameters);
    let mut facts: Vec<(usize, Facts<'_>)> =
        kept.filter_map(|&field| Some((field, facts(field)?))).collect();
    facts.sort_by_key(|(_, facts)| facts.rank());
    for at in 0..facts.len() {
        let (field, said) = &facts[at];
        let stays_beside =
            |full: usize| said.is_day() && is_shown(sources[*field]) && !is_shown(sources[full]);
        let mut fuller = facts[..at].iter().filter(|(full, _)| !dropped.contains(full));
        if fuller.any(|(full, facts)| !stays_beside(*full) && facts.say_all_of(said)) {
            dropped.insert(*field);
        }
    }
}

/// Whether (almost) each value of `other` is one of `kept`, in the same record, in a setting of
/// fixed words.
fn is_within(kept: &Column, other: &Column, equal: f64) -> bool {
    let allowed = ((1.0 - equal) * other.values.len() as f64) as usize;
    let mut misses = 0;
    let mut settings: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    for (record, value) in &other.values {
        let setting = match (kept.values.get(record), value) {
            (Some(Said::Text(inside)), Said::Text(value)) if !inside.is_empty() => value
                .split_once(&**inside)
                .map(|(before, after)| (before, after.trim_start_matches(STOPS))),
            _ => None,
        };
        match setting {
            Some(setting) => *settings.entry(setting).or_default() += 1,
            None => misses += 1,
        }
        if misses > allowed {
            return false;
        }
    }
    let most = settings.values().copied().max().unwrap_or(0);
    most + allowed >= other.values.len() && most > 1
}

/// Whether (almost) each value of `other` is also in `kept`, in the same record.
fn covers(kept: &Column, other: &Column, equal: f64) -> bool {
    let allowed = ((1.0 - equal) * other.values.len() as f64) as usize;
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

fn collect(record: &Record, page: Page<'_>, key: u64, columns: &mut [Column]) {
    for (name, value) in record.iter() {
        let field = name.parse().ok().filter(|field: &usize| *field < columns.len());
        let Some(field) = field else { continue };
        match value {
            Value::Text(text) => columns[field].add(page, key, text),
            // The pairs of a map.
            Value::Record(_) => {
                let digest = digest(value);
                columns[field].say(page, &digest);
                columns[field].add_nested(key, &digest);
            }
            Value::List(items) => {
                columns[field].add_nested(key, &digest(value));
                columns[field].items.insert(key, items.len());
                for (at, item) in items.iter().enumerate() {
                    match item {
                        // The items of a list with one field are its values.
                        Value::Text(text) => columns[field].say(page, text),
                        Value::Record(item) => {
                            let place = (key << 9) ^ name.len() as u64 ^ (at as u64 + 1);
                            collect(item, page, place.wrapping_mul(0x9e37_79b9_7f4a_7c15), columns);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Equal for lists and maps with the same values in one order, whatever the numbers of their fields.
fn digest(value: &Value) -> String {
    let mut out = String::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Text(text) => out.push_str(&text.to_lowercase()),
            Value::List(items) => open.extend(items.iter().rev()),
            Value::Record(record) => {
                let values: Vec<&Value> = record.iter().map(|(_, value)| value).collect();
                open.extend(values.into_iter().rev());
            }
            _ => {}
        }
        out.push('\n');
    }
    out
}
