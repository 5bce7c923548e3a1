//! What the frontier learns from URLs and pages.

use super::{Entry, EntryId, Frontier, Standing};
use crate::fingerprint::StructureSet;
use crate::kinds::Kind;
use crate::options::Order;
use crate::shape::Shapes;
use crate::survey::{Finding, NEAR};
use sitewrap_model::Fingerprint;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Frontier {
    /// Whether URLs or pages have come since the shapes were learned, so many that learning anew
    /// pays. Pages count too: a few of them can open a part of the site that was not known.
    pub(super) fn shapes_are_old(&self) -> bool {
        let entries = self.entries.len();
        entries >= self.learned_from + self.learned_from / 2
            || entries > self.learned_from
                && self.classified.len() >= self.learned_at + 16.max(entries / 16)
    }

    /// Learns the shapes of URLs anew, and enters all that is known under the new shapes.
    pub(super) fn relearn(&mut self) {
        self.shapes = Shapes::learn(self.entries.iter().map(|entry| &*entry.url));
        for entry in &mut self.entries {
            entry.shape = self.lists.sort(&entry.url, self.shapes.shape(&entry.url));
            entry.bred = (false, false);
        }
        for place in 0..self.entries.len() {
            let Entry { shape, referrer, .. } = self.entries[place];
            if let Some(referrer) = referrer {
                let from = self.entry_mut(referrer);
                let own = from.shape.family == shape.family;
                from.bred = (from.bred.0 | own, from.bred.1 | !own);
            }
        }
        self.learned_from = self.entries.len().max(16);
        self.learned_at = self.classified.len();
        self.resurvey();
    }

    /// Enters all that is known into the survey anew.
    fn resurvey(&mut self) {
        self.survey.clear();
        for place in 0..self.entries.len() {
            let Entry { shape, finding, bred, standing, .. } = self.entries[place];
            if let Some(finding) = finding {
                self.survey.judge(shape, finding, bred);
            }
            let id = EntryId(place as u32);
            let waits = standing == Standing::Queued && !self.again.contains(&id);
            if waits && self.order == Order::Diverse {
                self.survey.push(id, shape);
            }
        }
    }

    /// Takes in what a fetched page is made of and says, so that later choices are better.
    pub(crate) fn learn(&mut self, id: EntryId, structure: StructureSet, text: u64) {
        let (kind, renewed) = self.survey.classify(structure);
        self.classified.push(id);
        self.entry_mut(id).finding = Some(Finding::Page(kind, text));
        let Some(kinds) = renewed else {
            let Entry { shape, bred, .. } = *self.entry(id);
            return self.survey.judge(shape, Finding::Page(kind, text), bred);
        };
        for (place, kind) in kinds.into_iter().enumerate() {
            self.sort(self.classified[place], kind);
        }
        self.resurvey();
    }

    /// Whether an entry's page is stored, is no twin itself, and says nearly the same as another.
    pub(crate) fn is_like(&self, id: EntryId, other: Fingerprint) -> bool {
        let Entry { standing, fingerprint, .. } = *self.entry(id);
        let near = |known: Fingerprint| {
            (known.text ^ other.text).count_ones() <= NEAR
                && (known.structure ^ other.structure).count_ones() <= NEAR
        };
        standing == Standing::Fetched && fingerprint.is_some_and(near)
    }

    /// The kinds of pages classified, those with most pages first: number of pages, and the URL of
    /// the first one.
    pub(crate) fn kind_examples(&self) -> Vec<(usize, Arc<str>)> {
        let mut kinds: BTreeMap<Kind, (usize, EntryId)> = BTreeMap::new();
        for &id in &self.classified {
            if let Some(Finding::Page(kind, _)) = self.entry(id).finding {
                kinds.entry(kind).or_insert((0, id)).0 += 1;
            }
        }
        let mut kinds: Vec<(usize, EntryId)> = kinds.into_values().collect();
        kinds.sort_by_key(|&(pages, id)| (std::cmp::Reverse(pages), id));
        kinds.into_iter().map(|(pages, id)| (pages, self.entry(id).url.clone())).collect()
    }

    fn sort(&mut self, id: EntryId, to: Kind) {
        if let Some(Finding::Page(kind, _)) = &mut self.entry_mut(id).finding {
            *kind = to;
        }
    }
}
