//! Records against the truth of their fields.
//!
//! No names are needed: for each field of the truth the path is taken whose values agree best on
//! one half of the pages, and judged on the other.

use super::flat::{Flat, Nested};
use super::names::{is_judged, name_agrees};
use super::text::{hits, normal, same_prose};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The true fields of a page.
#[derive(Clone, Debug)]
pub struct TrueRecord {
    /// The page's URL, decoded.
    pub url: String,
    /// The page's type.
    pub page_type: String,
    /// Its fields.
    pub fields: Nested,
}

/// How well records agree with the truth; shares 0..=1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordScore {
    /// Fields that were asked for.
    pub fields: usize,
    /// Mean precision, recall and F1 over fields.
    pub precision: f64,
    /// See `precision`.
    pub recall: f64,
    /// See `precision`.
    pub f1: f64,
    /// F1 of whole list items: all parts right and in one item; `None` where the truth has no list of
    /// items.
    pub items: Option<f64>,
    /// Share of the fields whose path bears a fitting name.
    pub named: f64,
    /// Each field in turn.
    pub by_field: Vec<FieldScore>,
}

/// How well one field agrees with the truth.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldScore {
    /// The page type and the field in the truth.
    pub page_type: String,
    /// See `page_type`.
    pub field: String,
    /// The path in the records.
    pub path: Option<String>,
    /// Precision, recall and F1.
    pub score: Prf,
    /// Whether the path bears a fitting name.
    pub is_named: bool,
}

/// Precision, recall and F1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prf {
    /// Share of the values found that are true.
    pub precision: f64,
    /// Share of the true values that were found.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

impl Prf {
    fn new(hit: usize, found: usize, truth: usize) -> Self {
        let share = |of: usize| if of > 0 { hit as f64 / of as f64 } else { 0.0 };
        let (precision, recall) = (share(found), share(truth));
        Self { precision, recall, f1: harmonic(precision, recall) }
    }
}

fn harmonic(a: f64, b: f64) -> f64 {
    if a + b > 0.0 { 2.0 * a * b / (a + b) } else { 0.0 }
}

/// Scores records, by their decoded URLs, against the truth.
///
/// With `one_of`, several true values of a plain field are alternatives of which one is enough.
pub fn score_records(
    truth: &[TrueRecord],
    records: &HashMap<String, Nested>,
    one_of: bool,
) -> RecordScore {
    let mut by_type: BTreeMap<&str, Vec<&TrueRecord>> = BTreeMap::new();
    for row in truth {
        by_type.entry(&row.page_type).or_default().push(row);
    }
    let nothing = Nested::Map(Vec::new());
    let mut by_field = Vec::new();
    let mut items = Vec::new();
    for (page_type, rows) in by_type {
        let pages: BTreeMap<&str, Page<'_>> = rows
            .iter()
            .map(|row| {
                (row.url.as_str(), Page::new(row, records.get(&row.url).unwrap_or(&nothing)))
            })
            .collect();
        let kind = Kind::new(&pages, one_of);
        let fields = kind.fields();
        items.extend(kind.item_scores(&fields));
        by_field.extend(fields.into_iter().map(|mut field| {
            page_type.clone_into(&mut field.page_type);
            field
        }));
    }
    let of = |get: &dyn Fn(&FieldScore) -> f64| mean(by_field.iter().map(get));
    let judged = by_field.iter().filter(|field| field.path.as_deref().is_none_or(is_judged));
    RecordScore {
        fields: by_field.len(),
        precision: of(&|field| field.score.precision),
        recall: of(&|field| field.score.recall),
        f1: of(&|field| field.score.f1),
        items: (!items.is_empty()).then(|| mean(items.into_iter())),
        named: mean(judged.map(|field| f64::from(u8::from(field.is_named)))),
        by_field,
    }
}

/// The mean; 0 of nothing.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for value in values {
        sum += value;
        count += 1;
    }
    if count > 0 { sum / f64::from(count) } else { 0.0 }
}

/// A page with what is true of it and what was found.
struct Page<'a> {
    truth: Flat,
    found: Flat,
    record: &'a Nested,
}

impl<'a> Page<'a> {
    fn new(row: &TrueRecord, record: &'a Nested) -> Self {
        let mut found = record.flatten();
        found.extend(record.pairs());
        let mut truth = normalized(row.fields.flatten());
        truth.values_mut().for_each(|values| values.retain(|value| !value.is_empty()));
        Self { truth, found: normalized(found), record }
    }
}

fn normalized(flat: Flat) -> Flat {
    let normal = |values: Vec<String>| values.iter().map(|value| normal(value)).collect();
    flat.into_iter().map(|(path, values)| (path, normal(values))).collect()
}

fn values<'p>(flat: &'p Flat, path: &str) -> &'p [String] {
    flat.get(path).map_or(&[], Vec::as_slice)
}

/// Pages of a type with fewer pages are not split.
const LEAST_SPLIT: usize = 8;
/// A field that is the same on fewer pages is asked for nevertheless.
const LEAST_CONSTANT: usize = 5;
/// Share of the pages on which a constant field is the same.
const CONSTANT: f64 = 0.9;

/// The pages of one type.
struct Kind<'a, 'p> {
    all: Vec<&'p Page<'a>>,
    /// The pages on which paths are chosen, and those on which they are judged.
    tune: Vec<&'p Page<'a>>,
    test: Vec<&'p Page<'a>>,
    one_of: bool,
}

impl<'a, 'p> Kind<'a, 'p> {
    fn new(pages: &'p BTreeMap<&str, Page<'a>>, one_of: bool) -> Self {
        let all: Vec<&Page<'a>> = pages.values().collect();
        let half = |wanted: bool| -> Vec<&'p Page<'a>> {
            let pages = pages.iter().filter(|(url, _)| is_tuning(url) == wanted);
            pages.map(|(_, page)| page).collect()
        };
        let (tune, test) = (half(true), half(false));
        if all.len() < LEAST_SPLIT || tune.is_empty() || test.is_empty() {
            return Self { tune: all.clone(), test: all.clone(), all, one_of };
        }
        Self { all, tune, test, one_of }
    }

    /// The score of each field that is asked for; page types are left empty.
    fn fields(&self) -> Vec<FieldScore> {
        let names: BTreeSet<&String> = self.all.iter().flat_map(|page| page.truth.keys()).collect();
        let paths: BTreeSet<&String> = self.all.iter().flat_map(|page| page.found.keys()).collect();
        let score = |field: &&String| {
            let mut best: Option<(&String, f64)> = None;
            for path in &paths {
                let f1 = self.prf(field, Some(path), &self.tune).f1;
                if best.is_none_or(|(_, known)| f1 > known) {
                    best = Some((path, f1));
                }
            }
            let path = best.filter(|(_, f1)| *f1 > 0.0).map(|(path, _)| path.clone());
            FieldScore {
                page_type: String::new(),
                score: self.prf(field, path.as_deref(), &self.test),
                is_named: path.as_deref().is_some_and(|path| name_agrees(field, path)),
                field: (*field).clone(),
                path,
            }
        };
        names.iter().filter(|field| !self.is_constant(field)).map(score).collect()
    }

    /// The same on nearly all pages that have it, and so template as well as value.
    fn is_constant(&self, field: &str) -> bool {
        let mut bags: HashMap<Vec<&String>, usize> = HashMap::new();
        for page in &self.all {
            let mut bag: Vec<&String> = values(&page.truth, field).iter().collect();
            bag.sort_unstable();
            if !bag.is_empty() {
                *bags.entry(bag).or_default() += 1;
            }
        }
        let count: usize = bags.values().sum();
        let most = bags.values().max().copied().unwrap_or_default();
        let distinct: BTreeSet<&String> = bags.keys().flatten().copied().collect();
        count >= LEAST_CONSTANT && (distinct.len() == 1 || most as f64 >= CONSTANT * count as f64)
    }

    fn prf(&self, field: &str, path: Option<&str>, pages: &[&Page<'_>]) -> Prf {
        let is_plain = !field.contains("[]");
        let (mut hit, mut found, mut truth) = (0, 0, 0);
        for page in pages {
            let gold = values(&page.truth, field);
            let mut got = path.map_or(&[][..], |path| values(&page.found, path));
            if is_plain && gold.len() != got.len() && same_prose(gold, got) {
                got = gold;
            }
            let agree = hits(gold, got);
            hit += agree;
            let are_alternatives = self.one_of && !gold.is_empty() && is_plain;
            truth += if are_alternatives { agree.max(1) } else { gold.len() };
            found += got.len();
        }
        if truth == 0 {
            return Prf { precision: 1.0, recall: 1.0, f1: 1.0 };
        }
        Prf::new(hit, found, truth)
    }

    /// For each list of the truth with two parts or more, the F1 of its whole items.
    fn item_scores(&self, fields: &[FieldScore]) -> Vec<f64> {
        let mut lists: BTreeMap<&str, Vec<&FieldScore>> = BTreeMap::new();
        for field in fields {
            if let Some((list, _)) = field.field.rsplit_once("[].") {
                lists.entry(list).or_default().push(field);
            }
        }
        let lists = lists.into_values().filter(|fields| fields.len() >= 2);
        lists.filter_map(|fields| self.item_score(&fields)).collect()
    }

    fn item_score(&self, fields: &[&FieldScore]) -> Option<f64> {
        let paths: Option<Vec<&str>> = fields.iter().map(|field| field.path.as_deref()).collect();
        let (mut hit, mut found, mut truth) = (0, 0, 0);
        for page in &self.test {
            let columns: Vec<&[String]> =
                fields.iter().map(|field| values(&page.truth, &field.field)).collect();
            let count = columns[0].len();
            if count == 0 || columns.iter().any(|column| column.len() != count) {
                continue;
            }
            truth += count;
            let Some(paths) = &paths else { continue };
            let got = found_items(page, paths);
            found += got.len();
            let mut left: HashMap<Vec<String>, usize> = HashMap::new();
            for item in got {
                *left.entry(item).or_default() += 1;
            }
            for at in 0..count {
                let item: Vec<String> = columns.iter().map(|column| column[at].clone()).collect();
                if let Some(count) = left.get_mut(&item).filter(|count| **count > 0) {
                    *count -= 1;
                    hit += 1;
                }
            }
        }
        (truth > 0).then(|| Prf::new(hit, found, truth).f1)
    }
}

/// The items of a page at some paths, each by its values.
fn found_items(page: &Page<'_>, paths: &[&str]) -> Vec<Vec<String>> {
    let maps: Option<BTreeSet<&str>> =
        paths.iter().map(|path| path.split_once("{}.").map(|(map, _)| map)).collect();
    if maps.is_some_and(|maps| maps.len() == 1) {
        let of = page.record.pairs();
        let columns: Vec<&[String]> = paths.iter().map(|path| values(&of, path)).collect();
        let count = columns.iter().map(|column| column.len()).min().unwrap_or(0);
        let item = |at: usize| columns.iter().map(|column| normal(&column[at])).collect();
        return (0..count).map(item).collect();
    }
    let Some(base) = common_list(paths) else { return Vec::new() };
    let items = page.record.items_at(base);
    let item = |item: &Nested| {
        let flat = item.flatten();
        let part = |path: &&str| {
            let below = path.get(base.len() + 1..).unwrap_or_default();
            normal(&values(&flat, below).join(" "))
        };
        paths.iter().map(part).collect()
    };
    items.into_iter().map(item).collect()
}

/// The innermost list that all paths run through.
fn common_list<'p>(paths: &[&'p str]) -> Option<&'p str> {
    fn lists(path: &str) -> Vec<&str> {
        path.match_indices("[]").map(|(at, found)| &path[..at + found.len()]).collect()
    }
    let of_others: Vec<Vec<&str>> = paths.iter().map(|path| lists(path)).collect();
    let first = lists(paths.first()?);
    first.into_iter().rfind(|list| of_others.iter().all(|other| other.contains(list)))
}

/// Which half of the pages a page is of.
fn is_tuning(url: &str) -> bool {
    sha1_smol::Sha1::from(url).digest().bytes()[0].is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn scored(truth: &[Value], found: &[Value]) -> RecordScore {
        let url = |at: usize| format!("https://site.example/{at}");
        let page_type = "page".to_owned();
        let truth: Vec<TrueRecord> = truth
            .iter()
            .enumerate()
            .map(|(at, fields)| TrueRecord {
                url: url(at),
                page_type: page_type.clone(),
                fields: fields.into(),
            })
            .collect();
        let found = found.iter().enumerate().map(|(at, record)| (url(at), record.into()));
        score_records(&truth, &found.collect(), false)
    }

    #[test]
    fn the_path_that_agrees_is_found_whatever_its_name() {
        let truth = [json!({"title": ["One"]}), json!({"title": ["Two"]})];
        let found = [json!({"x": "one", "headline": "?"}), json!({"x": "two"})];
        let score = scored(&truth, &found);
        assert_eq!((score.f1, score.named, score.items), (1.0, 0.0, None));
        assert_eq!(score.by_field[0].path.as_deref(), Some("x"));
    }

    #[test]
    fn items_are_right_as_a_whole_or_not_at_all() {
        let truth = json!({"items[].title": ["a", "b"], "items[].url": ["/a", "/b"]});
        let right = json!({"rows": [{"t": "a", "u": "/a"}, {"t": "b", "u": "/b"}]});
        let mixed = json!({"rows": [{"t": "a", "u": "/b"}, {"t": "b", "u": "/a"}]});
        assert_eq!(scored(std::slice::from_ref(&truth), &[right]).items, Some(1.0));
        let mixed = scored(&[truth], &[mixed]);
        assert_eq!((mixed.items, mixed.f1), (Some(0.0), 1.0));
    }

    #[test]
    fn what_is_the_same_everywhere_is_not_asked_for() {
        let truth = vec![json!({"shop": ["Ours"]}); 5];
        assert_eq!(scored(&truth, &[]).fields, 0);
    }
}
