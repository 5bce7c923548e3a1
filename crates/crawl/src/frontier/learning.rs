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
            || entries > self.learned_from && self.learned_ago >= 16.max(entries / 16)
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
        self.learned_ago = 0;
        let examples = self.classified.iter().map(|&id| (self.entry(id).shape.group, id));
        self.examples = examples.collect();
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

    /// Takes in what a fetched page is made of and says, so that later choices are better. A page
    /// that was read in brief has no structure; it is taken for one like its example.
    pub(crate) fn learn(&mut self, id: EntryId, structure: Option<StructureSet>, text: u64) {
        self.learned_ago += 1;
        let Some(structure) = structure else {
            let kind = self.entry(id).example.and_then(|example| self.kind(example));
            return self.judge_page(id, kind.unwrap_or_default(), text);
        };
        let (kind, renewed) = self.survey.classify(structure);
        self.entry_mut(id).example = None;
        self.classified.push(id);
        self.examples.insert(self.entry(id).shape.group, id);
        let Some(kinds) = renewed else { return self.judge_page(id, kind, text) };
        self.entry_mut(id).finding = Some(Finding::Page(kind, text));
        for (place, kind) in kinds.into_iter().enumerate() {
            self.sort(self.classified[place], kind);
        }
        for place in 0..self.entries.len() {
            let example = self.entries[place].example;
            if let Some(kind) = example.and_then(|example| self.kind(example)) {
                self.sort(EntryId(place as u32), kind);
            }
        }
        self.resurvey();
    }

    fn judge_page(&mut self, id: EntryId, kind: Kind, text: u64) {
        let finding = Finding::Page(kind, text);
        let entry = self.entry_mut(id);
        entry.finding = Some(finding);
        let (shape, bred) = (entry.shape, entry.bred);
        self.survey.judge(shape, finding, bred);
    }

    fn kind(&self, id: EntryId) -> Option<Kind> {
        match self.entry(id).finding {
            Some(Finding::Page(kind, _)) => Some(kind),
            _ => None,
        }
    }

    /// Whether an entry's page is stored, is no twin itself, and says nearly the same as another.
    pub(crate) fn is_like(&self, id: EntryId, other: Fingerprint) -> bool {
        let Entry { standing, fingerprint, .. } = *self.entry(id);
        let near = |known: Fingerprint| {
            (known.text ^ other.text).count_ones() <= NEAR
                && (known.structure == 0
                    || other.structure == 0
                    || (known.structure ^ other.structure).count_ones() <= NEAR)
        };
        standing == Standing::Fetched && fingerprint.is_some_and(near)
    }

    /// The kinds of pages, those with most pages first: number of pages, and the URL of the one that
    /// was found first.
    pub(crate) fn kind_examples(&self) -> Vec<(usize, Arc<str>)> {
        let mut kinds: BTreeMap<Kind, (usize, EntryId)> = BTreeMap::new();
        for id in (0..self.entries.len() as u32).map(EntryId) {
            if let Some(kind) = self.kind(id) {
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
