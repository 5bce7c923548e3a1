//! What the frontier learns from URLs and pages.

use super::entry::{PatternTable, Standing};
use super::{EntryId, Frontier};
use crate::frontier::kinds::Kind;
use crate::frontier::scheduler::NEAR;
use crate::frontier::url_pattern::UrlPattern;
use crate::frontier::url_pattern::lesson::Lesson;
use crate::options::Order;
use crate::page::fingerprint::StructureSet;
use sitewrap_model::Fingerprint;
use std::collections::BTreeMap;

/// URLs from which patterns are learned at most, evenly spread over those known: what many of a
/// million share, many of these do.
const LEARNED: usize = 4096;

impl Frontier {
    /// Whether URLs or pages have come since the patterns were learned, so many that learning anew
    /// pays. Pages count too: a few of them can open a part of the site that was not known.
    pub(super) fn patterns_are_old(&self) -> bool {
        let entries = self.entries.len();
        entries >= self.learned_from + self.learned_from / 2
            || entries > self.learned_from && self.learned_ago >= 16.max(entries / 8)
    }

    /// Learns the patterns of URLs anew, and enters all that is known under the new patterns.
    pub(super) fn relearn(&mut self) {
        let step = self.entries.len().div_ceil(LEARNED).max(1);
        let mut lesson = Lesson::default();
        self.urls.each(|place, url| {
            if place.is_multiple_of(step) {
                lesson.add(url);
            }
        });
        let (patterns, own) = lesson.learn();
        self.patterns = patterns;
        self.pattern_table = PatternTable::default();
        let mut own = own.into_iter();
        self.urls.each(|place, url| {
            let own = if place.is_multiple_of(step) { own.next() } else { None };
            let pattern = own.unwrap_or_else(|| self.patterns.pattern(url));
            let pattern = self.lists.sort(url, pattern);
            let entry = &mut self.entries[EntryId::at(place)];
            entry.pattern = self.pattern_table.id(pattern);
            entry.forget_bred();
        });
        for id in self.entries.ids() {
            if let Some(referrer) = self.entry(id).referrer {
                self.note_bred(referrer, self.pattern(id));
            }
        }
        self.learned_from = self.entries.len().max(16);
        self.learned_ago = 0;
        let examples = self.classified.iter().map(|&id| (self.pattern(id).group, id));
        self.examples = examples.collect();
        self.reschedule();
    }

    /// Enters all that is known into the scheduler anew.
    pub(crate) fn reschedule(&mut self) {
        self.scheduler.clear();
        for id in self.entries.ids() {
            self.judge(id);
            let waits = self.entry(id).standing == Standing::Queued && !self.again.contains(&id);
            if waits && self.order == Order::Diverse {
                self.scheduler.push(id, self.pattern(id));
            }
        }
    }

    /// Enters into the scheduler what became of a URL, if that is known.
    pub(super) fn judge(&mut self, id: EntryId) {
        if let Some(finding) = self.entries.finding(id) {
            self.scheduler.judge(self.pattern(id), finding, self.entry(id).bred());
        }
    }

    /// Notes that a page brought a new URL of this pattern.
    pub(super) fn note_bred(&mut self, page: EntryId, new: UrlPattern) {
        let own = self.pattern(page).family == new.family;
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
            if self.scheduler.kinds_are_settled() {
                self.brief.remove(&id);
            }
            return self.judge(id);
        };
        let (kind, renewed) = self.scheduler.classify(&structure);
        let group = self.pattern(id).group;
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
        if self.scheduler.kinds_are_settled() {
            let entries = &self.entries;
            self.brief.retain(|&id, _| entries[id].kind().is_none());
            self.brief.shrink_to_fit();
        }
        self.reschedule();
    }

    /// Pages of an entry's family that say the same as others of it, or nearly so.
    pub(crate) fn repeats(&self, id: EntryId) -> u32 {
        self.scheduler.repeats(self.pattern(id))
    }

    /// Pages of an entry's family that are stored and no duplicates.
    pub(crate) fn family_pages(&self, id: EntryId) -> u32 {
        self.scheduler.family_pages(self.pattern(id))
    }

    /// Whether an entry's page is stored, is no duplicate itself, and says nearly the same as another.
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
