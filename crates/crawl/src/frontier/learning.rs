//! What the frontier learns from URLs and pages.

use super::entry::{ShapeTable, Standing};
use super::{EntryId, Frontier};
use crate::frontier::kinds::Kind;
use crate::frontier::shape::Shape;
use crate::frontier::shape::lesson::Lesson;
use crate::frontier::survey::NEAR;
use crate::options::Order;
use crate::page::fingerprint::StructureSet;
use sitewrap_model::Fingerprint;
use std::collections::BTreeMap;

/// URLs from which shapes are learned at most, evenly spread over those known: what many of a
/// million share, many of these do.
const LEARNED: usize = 4096;

impl Frontier {
    /// Whether URLs or pages have come since the shapes were learned, so many that learning anew
    /// pays. Pages count too: a few of them can open a part of the site that was not known.
    pub(super) fn shapes_are_old(&self) -> bool {
        let entries = self.entries.len();
        entries >= self.learned_from + self.learned_from / 2
            || entries > self.learned_from && self.learned_ago >= 16.max(entries / 8)
    }

    /// Learns the shapes of URLs anew, and enters all that is known under the new shapes.
    pub(super) fn relearn(&mut self) {
        let step = self.entries.len().div_ceil(LEARNED).max(1);
        let mut lesson = Lesson::default();
        self.urls.each(|place, url| {
            if place.is_multiple_of(step) {
                lesson.add(url);
            }
        });
        let (shapes, own) = lesson.learn();
        self.shapes = shapes;
        self.shape_table = ShapeTable::default();
        let mut own = own.into_iter();
        self.urls.each(|place, url| {
            let own = if place.is_multiple_of(step) { own.next() } else { None };
            let shape = own.unwrap_or_else(|| self.shapes.shape(url));
            let shape = self.lists.sort(url, shape);
            let entry = &mut self.entries[EntryId::at(place)];
            entry.shape = self.shape_table.id(shape);
            entry.forget_bred();
        });
        for id in self.entries.ids() {
            if let Some(referrer) = self.entry(id).referrer {
                self.note_bred(referrer, self.shape(id));
            }
        }
        self.learned_from = self.entries.len().max(16);
        self.learned_ago = 0;
        let examples = self.classified.iter().map(|&id| (self.shape(id).group, id));
        self.examples = examples.collect();
        self.resurvey();
    }

    /// Enters all that is known into the survey anew.
    pub(crate) fn resurvey(&mut self) {
        self.survey.clear();
        for id in self.entries.ids() {
            self.judge(id);
            let waits = self.entry(id).standing == Standing::Queued && !self.again.contains(&id);
            if waits && self.order == Order::Diverse {
                self.survey.push(id, self.shape(id));
            }
        }
    }

    /// Enters into the survey what became of a URL, if that is known.
    pub(super) fn judge(&mut self, id: EntryId) {
        if let Some(finding) = self.entries.finding(id) {
            self.survey.judge(self.shape(id), finding, self.entry(id).bred());
        }
    }

    /// Notes that a page brought a new URL of this shape.
    pub(super) fn note_bred(&mut self, page: EntryId, new: Shape) {
        let own = self.shape(page).family == new.family;
        self.entry_mut(page).note_bred(own);
    }

    /// Takes in what a fetched page is made of, so that later choices are better. A page that was
    /// read in brief has no structure; it is taken for one like its example.
    pub(crate) fn learn(&mut self, id: EntryId, structure: Option<StructureSet>) {
        self.learned_ago += 1;
        let Some(structure) = structure else {
            let example = self.brief.get(&id);
            let kind = example.and_then(|&example| self.entry(example).kind());
            self.entry_mut(id).set_kind(kind.unwrap_or_default());
            if self.survey.kinds_are_settled() {
                self.brief.remove(&id);
            }
            return self.judge(id);
        };
        let (kind, renewed) = self.survey.classify(&structure);
        let group = self.shape(id).group;
        self.examples.insert(group, id);
        self.classified.push(id);
        self.entry_mut(id).set_kind(kind);
        self.brief.remove(&id);
        let Some(kinds) = renewed else { return self.judge(id) };
        for (&id, kind) in self.classified.iter().zip(kinds) {
            self.entries[id].set_kind(kind);
        }
        for (&id, &example) in &self.brief {
            if let (Some(_), Some(kind)) = (self.entry(id).kind(), self.entry(example).kind()) {
                self.entries[id].set_kind(kind);
            }
        }
        if self.survey.kinds_are_settled() {
            let entries = &self.entries;
            self.brief.retain(|&id, _| entries[id].kind().is_none());
            self.brief.shrink_to_fit();
        }
        self.resurvey();
    }

    /// Pages of an entry's family that say the same as others of it, or nearly so.
    pub(crate) fn repeats(&self, id: EntryId) -> u32 {
        self.survey.repeats(self.shape(id))
    }

    /// Pages of an entry's family that are stored and no twins.
    pub(crate) fn family_pages(&self, id: EntryId) -> u32 {
        self.survey.family_pages(self.shape(id))
    }

    /// Whether an entry's page is stored, is no twin itself, and says nearly the same as another.
    pub(crate) fn is_like(&self, id: EntryId, other: Fingerprint) -> bool {
        let near = |known: Fingerprint| {
            (known.text ^ other.text).count_ones() <= NEAR
                && (known.structure == 0
                    || other.structure == 0
                    || (known.structure ^ other.structure).count_ones() <= NEAR)
        };
        self.entry(id).standing == Standing::Fetched
            && self.entries.fingerprint(id).is_some_and(near)
    }

    /// The kinds of pages, those with most pages first: number of pages, and the URL of the one that
    /// was found first.
    pub(crate) fn kind_examples(&self) -> Vec<(usize, String)> {
        let mut kinds: BTreeMap<Kind, (usize, EntryId)> = BTreeMap::new();
        for id in self.entries.ids() {
            let entry = self.entry(id);
            if let Some(kind) = entry.kind().filter(|_| entry.standing == Standing::Fetched) {
                kinds.entry(kind).or_insert((0, id)).0 += 1;
            }
        }
        let mut kinds: Vec<(usize, EntryId)> = kinds.into_values().collect();
        kinds.sort_by_key(|&(pages, id)| (std::cmp::Reverse(pages), id));
        kinds.into_iter().map(|(pages, id)| (pages, self.url_text(id))).collect()
    }
}
