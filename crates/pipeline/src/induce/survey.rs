//! A first look at pages.
//!
//! Each page is parsed once and its outline is kept, one for all pages of the same structure, so
//! that memory grows with what differs and not with the pages.

use super::candidates::Candidate;
use super::document_cache::DocumentCache;
use super::params::InduceParams;
use crate::progress::Progress;
use rayon::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sitewrap_distance::profile::Outline;
use sitewrap_model::PageId;
use sitewrap_store::StoreError;
use sitewrap_tree::Document;
use std::collections::HashMap;
use std::sync::Arc;

/// Pages parsed at once, whose outlines are in memory before equal ones become one.
const BATCH_PAGES: usize = 256;

/// Pages with their outlines, in the order of their content.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Survey {
    pages: Vec<Candidate>,
    /// For each page the place of its outline.
    places: Vec<u32>,
    /// Each distinct outline once.
    #[serde(serialize_with = "write_shared", deserialize_with = "read_shared")]
    outlines: Vec<Arc<Outline>>,
}

impl Survey {
    /// Looks at pages that are in the order of their content; of pages with the same body only at
    /// the first.
    pub(super) fn look(
        pages: Vec<Candidate>,
        documents: &DocumentCache<'_>,
        params: &InduceParams,
        progress: &Progress<'_>,
    ) -> Result<Self, StoreError> {
        let firsts: Vec<&Candidate> =
            pages.chunk_by(|a, b| b.is_duplicate_of(a)).map(|duplicates| &duplicates[0]).collect();
        progress.advance((pages.len() - firsts.len()) as u64);
        let outline = |document: &Document| Outline::of_with(document, &params.book.distance);
        let mut writer = Writer::default();
        let mut of_firsts = Vec::with_capacity(firsts.len());
        for batch in firsts.chunks(BATCH_PAGES) {
            let outlines = batch
                .par_iter()
                .map(|page| {
                    let outline = documents.look_at(page.id, outline)?;
                    progress.advance(1);
                    Ok(outline)
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            of_firsts.extend(outlines.into_iter().map(|it| writer.place(Arc::new(it))));
        }
        let duplicates = pages.chunk_by(|a, b| b.is_duplicate_of(a));
        let places =
            duplicates.zip(of_firsts).flat_map(|(duplicates, place)| vec![place; duplicates.len()]);
        let places = places.collect();
        Ok(Self { pages, places, outlines: writer.finish() })
    }

    /// The pages of two surveys, no page being in both, in the order of their content.
    pub(super) fn with(self, other: Self) -> Self {
        let mut writer = Writer::default();
        let mut all: Vec<(Candidate, u32)> = Vec::with_capacity(self.len() + other.len());
        for survey in [self, other] {
            let moved: Vec<u32> =
                survey.outlines.into_iter().map(|outline| writer.place(outline)).collect();
            let places = survey.places.iter().map(|&place| moved[place as usize]);
            all.extend(survey.pages.into_iter().zip(places));
        }
        all.sort_unstable();
        let (pages, places) = all.into_iter().unzip();
        Self { pages, places, outlines: writer.finish() }
    }

    /// Adds the pages of another survey behind those of this one, as they are.
    pub(super) fn append(&mut self, other: Self) {
        let before = self.outlines.len() as u32;
        self.pages.extend(other.pages);
        self.places.extend(other.places.iter().map(|place| before + place));
        self.outlines.extend(other.outlines);
    }

    /// Some of the pages, given by their indices in rising order.
    pub(super) fn part(&self, indices: &[usize]) -> Self {
        let mut moved: HashMap<u32, u32> = HashMap::new();
        let mut part = Self::default();
        for &index in indices {
            let place = self.places[index];
            let outlines = &mut part.outlines;
            let place = *moved.entry(place).or_insert_with(|| {
                outlines.push(Arc::clone(&self.outlines[place as usize]));
                outlines.len() as u32 - 1
            });
            part.pages.push(self.pages[index].clone());
            part.places.push(place);
        }
        part
    }

    /// Number of pages.
    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    /// The pages.
    pub(super) fn pages(&self) -> &[Candidate] {
        &self.pages
    }

    /// The URL of each page.
    pub(super) fn urls(&self) -> Vec<&str> {
        self.pages.iter().map(|page| &*page.url).collect()
    }

    /// The outline of each page.
    pub(super) fn outlines(&self) -> Vec<&Outline> {
        self.places.iter().map(|&place| &*self.outlines[place as usize]).collect()
    }

    /// The distinct outlines.
    pub(super) fn distinct(&self) -> &[Arc<Outline>] {
        &self.outlines
    }

    /// For each page the place of its outline among the distinct ones.
    pub(super) fn places(&self) -> &[u32] {
        &self.places
    }

    /// Number of pages with bodies of their own.
    pub(super) fn distinct_pages(&self) -> usize {
        self.firsts().count()
    }

    /// The pages that are the first with their body, as indices.
    pub(super) fn firsts(&self) -> impl Iterator<Item = usize> + '_ {
        let is_first = |&index: &usize| {
            index == 0 || !self.pages[index].is_duplicate_of(&self.pages[index - 1])
        };
        (0..self.len()).filter(is_first)
    }

    /// For each page the first page with the same body.
    pub(super) fn originals(&self) -> Vec<PageId> {
        let duplicates = self.pages.chunk_by(|a, b| b.is_duplicate_of(a));
        duplicates.flat_map(|duplicates| vec![duplicates[0].id; duplicates.len()]).collect()
    }

    /// All pages, if they are at most [`InduceParams::sample`]; else so many with bodies of their own, drawn such
    /// that rare kinds are among them. As indices, in rising order.
    pub(super) fn sample(&self, params: &InduceParams) -> Vec<usize> {
        if self.len() <= params.sample {
            return (0..self.len()).collect();
        }
        let firsts: Vec<usize> = self.firsts().collect();
        let kind = |outline: &Arc<Outline>| outline.signature(&params.book.distance);
        let kinds: Vec<u64> = self.outlines.par_iter().map(kind).collect();
        let signatures: Vec<u64> =
            firsts.iter().map(|&index| kinds[self.places[index] as usize]).collect();
        let keys: Vec<u64> = firsts.iter().map(|&index| self.pages[index].hash).collect();
        let drawn = sitewrap_cluster::sample(
            &signatures,
            &keys,
            params.sample,
            params.seed,
            &params.book.cluster,
        );
        drawn.into_iter().map(|place| firsts[place]).collect()
    }
}

/// Gives each distinct outline a place.
#[derive(Default)]
struct Writer {
    places: HashMap<Arc<Outline>, u32>,
    outlines: Vec<Arc<Outline>>,
}

impl Writer {
    fn place(&mut self, outline: Arc<Outline>) -> u32 {
        let outlines = &mut self.outlines;
        *self.places.entry(outline).or_insert_with_key(|outline| {
            outlines.push(Arc::clone(outline));
            outlines.len() as u32 - 1
        })
    }

    /// The outlines by their places.
    fn finish(self) -> Vec<Arc<Outline>> {
        self.outlines
    }
}

fn write_shared<S: Serializer>(outlines: &[Arc<Outline>], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(outlines.iter().map(|outline| &**outline))
}

fn read_shared<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<Arc<Outline>>, D::Error> {
    let outlines = Vec::<Outline>::deserialize(input)?;
    Ok(outlines.into_iter().map(Arc::new).collect())
}
