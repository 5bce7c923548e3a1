//! How many hits each value of a field has.

use crate::fields::{PAGE_TYPE, RECORD};
use crate::index::SearchIndex;
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

/// Counts the values of some fields among the hits.
pub(crate) struct FacetCollector {
    /// As queries write them.
    fields: Vec<String>,
}

impl FacetCollector {
    pub(crate) fn new(index: &SearchIndex) -> Result<Self, TantivyError> {
        let mut fields = vec!["type".to_owned()];
        fields.extend(fields_of_few(index)?);
        Ok(Self { fields })
    }

    /// What was counted, of fields of which the hits have some value.
    pub(crate) fn facets(&self, counts: Counts) -> Vec<Facet> {
        let facet = |(field, counts): (&String, BTreeMap<String, u64>)| {
            let mut values: Vec<(String, u64)> = counts.into_iter().collect();
            values.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            Facet { field: field.clone(), values }
        };
        let facets = self.fields.iter().zip(counts).map(facet);
        facets.filter(|facet| !facet.values.is_empty()).collect()
    }
}

/// For each field, how many hits have each value.
type Counts = Vec<BTreeMap<String, u64>>;

impl Collector for FacetCollector {
    type Fruit = Counts;
    type Child = SegmentFacets;

    fn for_segment(
        &self,
        _segment: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<SegmentFacets> {
        let column = |field: &String| {
            let name = match field.as_str() {
                "type" => PAGE_TYPE.to_owned(),
                _ => format!("{RECORD}.{field}"),
            };
            let column = reader.fast_fields().str(&name)?;
            let counts = vec![0; column.as_ref().map_or(0, |column| column.num_terms())];
            Ok((column, counts))
        };
        Ok(SegmentFacets {
            columns: self.fields.iter().map(column).collect::<tantivy::Result<_>>()?,
        })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, segments: Vec<Counts>) -> tantivy::Result<Counts> {
        let mut all: Counts = vec![BTreeMap::new(); self.fields.len()];
        for segment in segments {
            for (all, counts) in all.iter_mut().zip(segment) {
                counts
                    .into_iter()
                    .for_each(|(value, count)| *all.entry(value).or_default() += count);
            }
        }
        Ok(all)
    }
}

/// The values of the fields in a segment, and how many hits have them.
pub(crate) struct SegmentFacets {
    columns: Vec<(Option<StrColumn>, Vec<u64>)>,
}

impl SegmentCollector for SegmentFacets {
    type Fruit = Counts;

    fn collect(&mut self, doc: DocId, _score: Score) {
        for (column, counts) in &mut self.columns {
            let Some(column) = column else { continue };
            let mut ords: Vec<u64> = column.term_ords(doc).collect();
            ords.dedup();
            for ord in ords {
                counts[ord as usize] += 1;
            }
        }
    }

    fn harvest(self) -> Counts {
        let named = |(column, counts): (Option<StrColumn>, Vec<u64>)| {
            let Some(column) = column else { return BTreeMap::new() };
            let counts = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
            let name = |(ord, count): (usize, u64)| {
                let mut value = String::new();
                let is_read = column.ord_to_str(ord as u64, &mut value).unwrap_or(false);
                is_read.then_some((value, count))
            };
            counts.filter_map(name).collect()
        };
        self.columns.into_iter().map(named).collect()
    }
}
