//! How many hits each value of a field has.

use crate::fields::{PAGE_TYPE, RECORD};
use crate::index::SearchIndex;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use tantivy::TantivyError;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::StrColumn;
use tantivy::{DocId, Score, SegmentOrdinal, SegmentReader};

/// Most values of a field that has few.
const FEW_VALUES: usize = 24;

/// A field with few values, and how many of the hits have each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facet {
    /// The field as queries write it: `type` for page types.
    pub field: String,
    /// The page type whose hits are counted; none for `type` itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_type: Option<String>,
    /// Its values with the number of hits that have them, most first.
    pub values: Vec<(String, u64)>,
}

/// The fields of records that have few values, at least two, in all pages.
fn fields_of_few(index: &SearchIndex) -> Result<Vec<String>, TantivyError> {
    let searcher = index.reader.searcher();
    let mut found = Vec::new();
    for field in &index.about.facets {
        let name = format!("{RECORD}.{field}");
        let mut values = BTreeSet::new();
        for segment in searcher.segment_readers() {
            let Some(column) = segment.fast_fields().str(&name)? else { continue };
            // One more than may be is enough to know that there are too many.
            for ord in 0..column.num_terms().min(FEW_VALUES + 1) {
                let mut value = String::new();
                column.ord_to_str(ord as u64, &mut value)?;
                values.insert(value);
            }
        }
        if (2..=FEW_VALUES).contains(&values.len()) {
            found.push(field.clone());
        }
    }
    Ok(found)
}

/// Counts the values of some fields among the hits, for each page type.
pub(crate) struct FacetCollector {
    /// As queries write them.
    fields: Vec<String>,
}

impl FacetCollector {
    pub(crate) fn new(index: &SearchIndex) -> Result<Self, TantivyError> {
        Ok(Self { fields: fields_of_few(index)? })
    }

    /// The page types of the hits, and for each type the fields that divide its hits: at least half of
    /// them have one of its values, which are two at least. Types with more hits come first, and of a
    /// type the fields that more hits have.
    pub(crate) fn facets(&self, counts: Counts) -> Vec<Facet> {
        let most_first = |values: &mut Vec<(String, u64)>| {
            values.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        };
        let mut types: Vec<(String, u64)> = counts.types.into_iter().collect();
        most_first(&mut types);
        let mut found = Vec::new();
        for (page_type, hits) in types.iter().filter(|(name, _)| !name.is_empty()) {
            let mut of_type = Vec::new();
            for (place, field) in self.fields.iter().enumerate() {
                let Some(values) = counts.values.get(&(page_type.clone(), place)) else { continue };
                let filled: u64 = values.values().sum();
                if values.len() < 2 || filled * 2 < *hits {
                    continue;
                }
                let mut values: Vec<(String, u64)> =
                    values.iter().map(|(value, count)| (value.clone(), *count)).collect();
                most_first(&mut values);
                let page_type = Some(page_type.clone());
                of_type.push((filled, Facet { field: field.clone(), page_type, values }));
            }
            of_type.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.field.cmp(&b.1.field)));
            found.extend(of_type.into_iter().map(|(_, facet)| facet));
        }
        types.retain(|(name, _)| !name.is_empty());
        if !types.is_empty() {
            let field = "type".to_owned();
            found.insert(0, Facet { field, page_type: None, values: types });
        }
        found
    }
}

/// How many hits are of each page type (the empty one is none), and have each value of a field.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    types: BTreeMap<String, u64>,
    values: BTreeMap<(String, usize), BTreeMap<String, u64>>,
}

impl Collector for FacetCollector {
    type Fruit = Counts;
    type Child = SegmentFacets;

    fn for_segment(
        &self,
        _segment: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<SegmentFacets> {
        let column = |field: &String| reader.fast_fields().str(&format!("{RECORD}.{field}"));
        Ok(SegmentFacets {
            types: reader.fast_fields().str(PAGE_TYPE)?,
            columns: self.fields.iter().map(column).collect::<tantivy::Result<_>>()?,
            of_type: FxHashMap::default(),
            counts: FxHashMap::default(),
        })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, segments: Vec<Counts>) -> tantivy::Result<Counts> {
        let mut all = Counts::default();
        for segment in segments {
            for (page_type, count) in segment.types {
                *all.types.entry(page_type).or_default() += count;
            }
            for (key, values) in segment.values {
                let known = all.values.entry(key).or_default();
                values.into_iter().for_each(|(value, n)| *known.entry(value).or_default() += n);
            }
        }
        Ok(all)
    }
}

/// The values of the fields in a segment, and how many hits have them.
pub(crate) struct SegmentFacets {
    types: Option<StrColumn>,
    columns: Vec<Option<StrColumn>>,
    /// Hits by the number of their page type.
    of_type: FxHashMap<Option<u64>, u64>,
    /// Hits by page type, field and value.
    counts: FxHashMap<(Option<u64>, usize, u64), u64>,
}

impl SegmentCollector for SegmentFacets {
    type Fruit = Counts;

    fn collect(&mut self, doc: DocId, _score: Score) {
        let page_type = self.types.as_ref().and_then(|column| column.term_ords(doc).next());
        *self.of_type.entry(page_type).or_default() += 1;
        for (field, column) in self.columns.iter().enumerate() {
            let Some(column) = column else { continue };
            let mut ords: Vec<u64> = column.term_ords(doc).collect();
            ords.dedup();
            for ord in ords {
                *self.counts.entry((page_type, field, ord)).or_default() += 1;
            }
        }
    }

    fn harvest(self) -> Counts {
        let name = |column: Option<&StrColumn>, ord: u64| {
            let mut value = String::new();
            let is_read = column?.ord_to_str(ord, &mut value).unwrap_or(false);
            is_read.then_some(value)
        };
        let type_of = |ord: Option<u64>| {
            ord.and_then(|ord| name(self.types.as_ref(), ord)).unwrap_or_default()
        };
        let mut all = Counts::default();
        for (ord, count) in &self.of_type {
            *all.types.entry(type_of(*ord)).or_default() += count;
        }
        for ((page_type, field, ord), count) in &self.counts {
            let Some(value) = name(self.columns[*field].as_ref(), *ord) else { continue };
            let values = all.values.entry((type_of(*page_type), *field)).or_default();
            *values.entry(value).or_default() += count;
        }
        all
    }
}
