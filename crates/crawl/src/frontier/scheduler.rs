//! The scheduler: what the crawl has learned of the site, and what is worth fetching next.
//!
//! URLs are grouped by their [`UrlPattern`], fetched pages by their [`Kind`]. From what the pages of a
//! group turned out to be, the scheduler expects what its next page will teach: much if it may be
//! of a kind that is hardly known, little if there are plenty of its kind. It also notices groups
//! that lead nowhere: pages that say the same again, and spaces without end.

use super::id::EntryId;
use crate::frontier::kinds::{Kind, Kinds};
use crate::frontier::url_pattern::UrlPattern;
use crate::page::findings::Reading;
use crate::page::fingerprint::StructureSet;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Pages of a group after which it may be judged to repeat itself.
const JUDGED_AFTER: u32 = 5;

/// Pages of an endless family that say the same but for numbers: so many are fetched in any
/// case, …
const ENDLESS_PAGES: u32 = 10;
/// … and not more than one for so many others, …
const OTHERS_PER_ENDLESS: u32 = 25;
/// … once there are so many others. A site that is nothing else is fetched as it is.
const OTHERS: u32 = 50;

/// Share of near-duplicates, in tenths, from which a group repeats itself.
const REPEATING: u32 = 8;

/// Pages of a group, all of one kind, after which further ones are read in brief, …
const SETTLED: u32 = 48;
/// … but one of so many.
const SAMPLED: u32 = 8;

/// Bits in which the text sketches of near-duplicates may differ.
pub(crate) const NEAR: u32 = 3;

/// Sketches of a group or family that new pages are compared with.
const SKETCHES: usize = 64;

/// Pages of a family, the last ones, by which it is judged to have no end.
const BREEDING: usize = 10;

/// Worth of a page of an endless family, beside others.
const ENDLESS: f64 = 0.02;

/// Worth of a later page of a list, beside others, and of another view of what is elsewhere, …
const LATE: f64 = 0.1;
/// … of a later page once so many pages of lists of its pattern are there.
const ENOUGH_LISTS: u32 = 5;

/// Weight of what the tail of a URL lets expect, in pages of the group.
const TAIL_WEIGHT: f64 = 1.0;

/// Weight of the unknown, in pages with the same tail.
const UNKNOWN_WEIGHT: f64 = 2.0;

/// Worth of covering the tails of URLs, beside covering the kinds of pages.
const TAIL_WORTH: f64 = 0.5;

/// URLs with the same tail at which covering it is worth half as much as at its best.
const COMMON: f64 = 2.0;

/// Worth of covering all groups together: where there are many, few of them are kinds. The choice
/// of 200 pages is the same from 24 to 32 on five sites; below, lists that differ from others in
/// their address only fall short.
const GROUPS_WORTH: f64 = 24.0;

/// What became of a URL, as far as its group is judged by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A page of a kind, with the sketch of its text.
    Page(Kind, u64),
    /// A page that says the same as another one.
    Repeat,
    /// Anything else.
    Nothing,
}

/// Whether a URL should be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Fetch,
    /// When there is nothing better.
    Later,
    /// Its group says the same again and again, or has no end and says nothing new.
    Repeats,
}

/// URLs of one pattern.
#[derive(Debug)]
struct Group {
    pattern: UrlPattern,
    queue: VecDeque<EntryId>,
    /// Handed out and not judged.
    pending: u32,
    tally: Tally,
    /// Pages that say the same as another of the group, but for numbers.
    repeats: u32,
    sketches: VecDeque<u64>,
    /// Pages that were not stored, for they say the same as a stored one.
    duplicates: u32,
    /// Pages that were to be read in brief, those read all the same among them.
    brief: u32,
}

/// What a set of URLs turned out to be.
#[derive(Debug, Default)]
struct Tally {
    kinds: Vec<u32>,
    pages: u32,
    nothing: u32,
    /// URLs that wait.
    waiting: u32,
}

impl Tally {
    fn add(&mut self, finding: Finding) {
        match finding {
            Finding::Page(kind, _) => {
                let kind = usize::from(kind);
                if self.kinds.len() <= kind {
                    self.kinds.resize(kind + 1, 0);
                }
                self.kinds[kind] += 1;
                self.pages += 1;
            }
            Finding::Repeat | Finding::Nothing => self.nothing += 1,
        }
    }

    /// Share of URLs that were pages; `prior` counts like one more URL.
    fn success(&self, prior: f64) -> f64 {
        let pages = f64::from(self.pages);
        (pages + prior) / (pages + f64::from(self.nothing) + 1.0)
    }

    /// How much is learned from one of the URLs for others: little, where there are no others.
    fn commonness(&self) -> f64 {
        let urls = f64::from(self.pages + self.nothing + self.waiting);
        urls / (urls + COMMON)
    }

    fn of_kind(&self, kind: usize) -> f64 {
        f64::from(self.kinds.get(kind).copied().unwrap_or_default())
    }
}

/// The pages of one family that were fetched last: whether each brought URLs of its own family,
/// and whether it brought others.
#[derive(Debug, Default)]
struct Family {
    recent: VecDeque<(bool, bool)>,
    pages: u32,
    /// Pages that say the same as another of the family, but for numbers.
    repeats: u32,
    sketches: VecDeque<u64>,
}

impl Family {
    fn is_endless(&self) -> bool {
        let breeding = self.recent.iter().filter(|(own, _)| *own).count();
        let fruitless = self.recent.iter().all(|(_, others)| !others);
        self.recent.len() >= BREEDING && fruitless && breeding * 10 >= BREEDING * 4
    }
}

/// The scheduler of one crawl.
#[derive(Debug, Default)]
pub(crate) struct Scheduler {
    kinds: Kinds,
    places: FxHashMap<u64, usize>,
    /// In the order of their first URL.
    groups: Vec<Group>,
    tails: FxHashMap<u64, Tally>,
    sections: FxHashMap<u64, Tally>,
    families: FxHashMap<u64, Family>,
    all: Tally,
    /// First results of groups, and how many of these were of a new kind.
    first_results: u32,
    surprises: u32,
}

impl Scheduler {
    /// Number of kinds of pages seen.
    pub(crate) fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// Whether the kinds of pages are never numbered anew any more.
    pub(crate) fn kinds_are_settled(&self) -> bool {
        self.kinds.are_settled()
    }

    /// The kind of a fetched page; with it, where all kinds were sorted anew, those of all pages
    /// so far, in the order in which they were classified.
    pub(crate) fn classify(&mut self, structure: &StructureSet) -> (Kind, Option<Vec<Kind>>) {
        let kind = self.kinds.classify(structure);
        let renewed = self.kinds.renewed();
        let kind = renewed.as_ref().and_then(|kinds| kinds.last().copied()).unwrap_or(kind);
        (kind, renewed)
    }

    /// Forgets all URLs and what they turned out to be, not the kinds; they are to be entered
    /// again under new patterns or kinds.
    pub(crate) fn clear(&mut self) {
        let kinds = std::mem::take(&mut self.kinds);
        *self = Self { kinds, ..Self::default() };
    }

    /// Queues a URL.
    pub(crate) fn push(&mut self, id: EntryId, pattern: UrlPattern) {
        let group = self.group(pattern);
        group.queue.push_back(id);
        group.tally.waiting += 1;
        self.tails.entry(pattern.tail).or_default().waiting += 1;
    }

    /// Takes the URL that promises most; of equals, the one whose group was found first.
    pub(crate) fn pick(&mut self) -> Option<EntryId> {
        let mut best: Option<(f64, usize)> = None;
        for (place, group) in self.groups.iter().enumerate() {
            if group.queue.is_empty() {
                continue;
            }
            let worth = self.worth(group);
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, place));
            }
        }
        let group = &mut self.groups[best?.1];
        group.pending += 1;
        group.tally.waiting = group.tally.waiting.saturating_sub(1);
        if let Some(tail) = self.tails.get_mut(&group.pattern.tail) {
            tail.waiting = tail.waiting.saturating_sub(1);
        }
        group.queue.pop_front()
    }

    /// Takes in what became of a URL, and whether its page brought new URLs of its own family
    /// and of others.
    pub(crate) fn judge(&mut self, pattern: UrlPattern, finding: Finding, bred: (bool, bool)) {
        let unknown =
            matches!(finding, Finding::Page(kind, _) if self.all.of_kind(usize::from(kind)) == 0.0);
        let group = self.group(pattern);
        let first = group.tally.pages == 0;
        group.pending = group.pending.saturating_sub(1);
        group.tally.add(finding);
        group.duplicates += u32::from(finding == Finding::Repeat);
        if let Finding::Page(_, sketch) = finding {
            group.repeats += u32::from(is_repeat(&mut group.sketches, sketch));
            self.first_results += u32::from(first);
            self.surprises += u32::from(first && unknown);
            let family = self.families.entry(pattern.family).or_default();
            family.pages += 1;
            family.repeats += u32::from(is_repeat(&mut family.sketches, sketch));
            family.recent.push_back(bred);
            if family.recent.len() > BREEDING {
                family.recent.pop_front();
            }
        }
        self.tails.entry(pattern.tail).or_default().add(finding);
        self.sections.entry(pattern.section).or_default().add(finding);
        self.all.add(finding);
    }

    /// Pages of a family that say the same as others of it, or nearly so; those of one group count
    /// that say quite the same.
    pub(crate) fn repeats(&self, pattern: UrlPattern) -> u32 {
        let duplicates =
            self.places.get(&pattern.group).map_or(0, |&place| self.groups[place].duplicates);
        duplicates + self.families.get(&pattern.family).map_or(0, |family| family.repeats)
    }

    /// Pages of a family, those among them that are the same as another left out.
    pub(crate) fn family_pages(&self, pattern: UrlPattern) -> u32 {
        self.families.get(&pattern.family).map_or(0, |family| family.pages)
    }

    /// How closely the next page of a pattern is to be read.
    pub(crate) fn reading(&mut self, pattern: UrlPattern) -> Reading {
        let group = self.group(pattern);
        let pages = group.tally.pages;
        if pages < SETTLED || !group.tally.kinds.contains(&pages) {
            return Reading::Full;
        }
        group.brief += 1;
        if group.brief.is_multiple_of(SAMPLED) { Reading::Full } else { Reading::Brief }
    }

    /// Whether a URL of a pattern should be fetched.
    pub(crate) fn verdict(&self, pattern: UrlPattern) -> Verdict {
        let Some(&place) = self.places.get(&pattern.group) else { return Verdict::Fetch };
        let group = &self.groups[place];
        let judged = group.tally.pages + group.duplicates;
        if judged >= JUDGED_AFTER && group.duplicates * 10 >= judged * REPEATING {
            return Verdict::Repeats;
        }
        match self
            .families
            .get(&pattern.family)
            .filter(|family| pattern.counted && family.is_endless())
        {
            Some(family) if self.is_spent(group, family) => Verdict::Repeats,
            Some(_) => Verdict::Later,
            None => Verdict::Fetch,
        }
    }

    /// Whether enough was fetched of an endless family whose pages differ in numbers only. A group
    /// of few pages is judged by its family.
    fn is_spent(&self, group: &Group, family: &Family) -> bool {
        let others = self.all.pages.saturating_sub(family.pages);
        let (repeats, pages) = match group.tally.pages {
            ..JUDGED_AFTER => (family.repeats, family.pages),
            pages => (group.repeats, pages),
        };
        repeats * 10 >= pages.saturating_sub(1) * REPEATING
            && others >= OTHERS
            && family.pages >= ENDLESS_PAGES.max(others / OTHERS_PER_ENDLESS)
    }

    /// What the next page of a group promises to teach.
    fn worth(&self, group: &Group) -> f64 {
        let nothing = Tally::default();
        let tail = self.tails.get(&group.pattern.tail).unwrap_or(&nothing);
        let (own_pages, tail_pages) = (f64::from(group.tally.pages), f64::from(tail.pages));
        let known: f64 = (0..self.all.kinds.len())
            .map(|kind| {
                let by_tail = tail.of_kind(kind) / (tail_pages + UNKNOWN_WEIGHT);
                let share =
                    (group.tally.of_kind(kind) + TAIL_WEIGHT * by_tail) / (own_pages + TAIL_WEIGHT);
                share * need(self.all.of_kind(kind))
            })
            .sum();
        let unknown = TAIL_WEIGHT / (own_pages + TAIL_WEIGHT) * UNKNOWN_WEIGHT
            / (tail_pages + UNKNOWN_WEIGHT);
        let surprise = f64::from(self.surprises + 1) / f64::from(self.first_results + 2);
        let section = self.sections.get(&group.pattern.section).unwrap_or(&nothing);
        let success = group.tally.success(section.success(1.0));
        let fresh = 1.0 / f64::from(group.pending + 1);
        let coverage = TAIL_WORTH * tail.commonness() * need(tail_pages)
            + GROUPS_WORTH / (self.groups.len() as f64 + 2.0 * GROUPS_WORTH)
                * group.tally.commonness()
                * need(own_pages);
        let worth = known + unknown * surprise + coverage;
        let new = own_pages - f64::from(group.repeats);
        let novelty = (new + 1.0) / (own_pages + 1.0);
        let late = if self.is_late(group) || group.pattern.variant { LATE } else { 1.0 };
        let worth = worth * success * fresh * novelty * late;
        match self.verdict(group.pattern) {
            Verdict::Fetch => worth,
            Verdict::Later => worth * ENDLESS,
            // To be passed over, and the sooner the better.
            Verdict::Repeats => f64::MAX,
        }
    }

    /// Whether a group holds later pages of lists of which there are examples enough.
    fn is_late(&self, group: &Group) -> bool {
        if !group.pattern.late {
            return false;
        }
        let first = self.places.get(&group.pattern.first_pages());
        let first = first.map_or(0, |&place| self.groups[place].tally.pages);
        group.tally.pages + first >= ENOUGH_LISTS
    }

    fn group(&mut self, pattern: UrlPattern) -> &mut Group {
        let next = self.groups.len();
        let place = *self.places.entry(pattern.group).or_insert(next);
        if place == next {
            self.groups.push(Group {
                pattern,
                queue: VecDeque::new(),
                pending: 0,
                tally: Tally::default(),
                repeats: 0,
                sketches: VecDeque::new(),
                duplicates: 0,
                brief: 0,
            });
        }
        &mut self.groups[place]
    }
}

/// Whether a page says the same as a known one, but for numbers; if not, it becomes known.
fn is_repeat(known: &mut VecDeque<u64>, sketch: u64) -> bool {
    let repeats = known.iter().any(|known| (known ^ sketch).count_ones() <= NEAR);
    if !repeats && known.len() < SKETCHES {
        known.push_back(sketch);
    }
    repeats
}

/// How much one more page is needed where there are so many.
fn need(pages: f64) -> f64 {
    1.0 / (1.0 + pages)
}
