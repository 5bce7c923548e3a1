//! The URLs of the frontier, as far as they are no text. A crawl may know a million of them, so they
//! are kept small: 20 bytes each, and 32 more for those whose pages have come.

use super::column::Column;
use super::id::EntryId;
use super::numbers::Numbers;
use crate::frontier::kinds::Kind;
use crate::frontier::scheduler::Finding;
use crate::frontier::url_pattern::UrlPattern;
use crate::page::digest::Digest;
use rustc_hash::FxHashMap;
use sitewrap_model::Fingerprint;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// Where an entry stands; its reason, if any, is in the journal only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Queued,
    /// Handed out by [`Frontier::next`](super::Frontier::next).
    Taken,
    /// Left for another crawl.
    Aside,
    Fetched,
    /// Fetched, and the same as an earlier page.
    Duplicate,
    Closed,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) referrer: Option<EntryId>,
    pub(super) pattern: PatternId,
    /// What its page says, by its place, from 1.
    said: Option<NonZeroU32>,
    kind: Kind,
    depth: u16,
    /// Redirects that led here, one after another.
    pub(super) hops: u8,
    /// Attempts that failed.
    pub(super) attempts: u8,
    pub(super) standing: Standing,
    marks: Marks,
}

const _: () = assert!(size_of::<Entry>() <= 20, "a crawl may know a million URLs");

/// What of an entry is a matter of yes or no, a bit each.
#[derive(Clone, Copy, Debug, Default)]
struct Marks(u8);

impl Marks {
    /// Its page has a fingerprint.
    const PRINTED: Self = Self(1);
    /// Its page was met in this run, and has a digest.
    const MET: Self = Self(2);
    /// The kind of its page was told.
    const SORTED: Self = Self(4);
    /// The page brought new URLs of its own family, …
    const BRED_OWN: Self = Self(8);
    /// … and of others.
    const BRED_OTHERS: Self = Self(16);

    fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    fn set(&mut self, mark: Self, holds: bool) {
        self.0 = if holds { self.0 | mark.0 } else { self.0 & !mark.0 };
    }
}

impl Entry {
    /// A URL that is queued.
    pub(super) fn new(depth: u32) -> Self {
        let mut entry = Self {
            referrer: None,
            pattern: PatternId::default(),
            said: None,
            kind: 0,
            depth: 0,
            hops: 0,
            attempts: 0,
            standing: Standing::Queued,
            marks: Marks::default(),
        };
        entry.set_depth(depth);
        entry
    }

    /// Clicks from the start page; those far away are 65,535.
    pub(super) fn depth(&self) -> u32 {
        u32::from(self.depth)
    }

    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = u16::try_from(depth).unwrap_or(u16::MAX);
    }

    /// The kind of its page, if that was told.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.marks.has(Marks::SORTED).then_some(self.kind)
    }

    pub(super) fn set_kind(&mut self, kind: Kind) {
        self.kind = kind;
        self.marks.set(Marks::SORTED, true);
    }

    /// Whether the page brought new URLs of its own family, and of others.
    pub(super) fn bred(&self) -> (bool, bool) {
        (self.marks.has(Marks::BRED_OWN), self.marks.has(Marks::BRED_OTHERS))
    }

    /// Notes that the page brought a new URL, of its own family or another.
    pub(super) fn note_bred(&mut self, own: bool) {
        self.marks.set(if own { Marks::BRED_OWN } else { Marks::BRED_OTHERS }, true);
    }

    pub(super) fn forget_bred(&mut self) {
        self.marks.set(Marks::BRED_OWN, false);
        self.marks.set(Marks::BRED_OTHERS, false);
    }
}

/// What a page says, in hashes.
#[derive(Clone, Debug, Default)]
struct Said {
    /// Zeros where there is none.
    print: Fingerprint,
    /// Zeros where there is none.
    digest: Digest,
}

/// The entries of a frontier, in the order of discovery.
#[derive(Debug, Default)]
pub(super) struct Entries {
    entries: Column<Entry>,
    said: Column<Said>,
    pub(super) numbers: Numbers,
}

impl Entries {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// All ids, in the order of discovery.
    pub(super) fn ids(&self) -> impl Iterator<Item = EntryId> + use<> {
        (0..self.len()).map(EntryId::at)
    }

    /// What an entry's page looks like, if that is known.
    pub(super) fn fingerprint(&self, id: EntryId) -> Option<Fingerprint> {
        Some(self.said(id, Marks::PRINTED)?.print)
    }

    pub(super) fn set_fingerprint(&mut self, id: EntryId, fingerprint: Option<Fingerprint>) {
        match fingerprint {
            Some(fingerprint) => self.say(id, Marks::PRINTED).print = fingerprint,
            None => self[id].marks.set(Marks::PRINTED, false),
        }
    }

    /// What an entry's page says, if it was met in this run.
    pub(super) fn digest(&self, id: EntryId) -> Option<Digest> {
        Some(self.said(id, Marks::MET)?.digest)
    }

    pub(super) fn set_digest(&mut self, id: EntryId, digest: Digest) {
        self.say(id, Marks::MET).digest = digest;
    }

    /// What became of a URL, as far as it tells of others.
    pub(super) fn finding(&self, id: EntryId) -> Option<Finding> {
        match self[id].standing {
            Standing::Queued | Standing::Taken | Standing::Aside => None,
            Standing::Fetched => Some(Finding::Page(self[id].kind()?, self.fingerprint(id)?.text)),
            Standing::Duplicate => Some(Finding::Repeat),
            Standing::Closed => Some(Finding::Nothing),
        }
    }

    fn said(&self, id: EntryId, mark: Marks) -> Option<&Said> {
        let entry = &self[id];
        let place = entry.said.filter(|_| entry.marks.has(mark))?;
        Some(&self.said[place.get() as usize - 1])
    }

    /// What an entry's page says, to be filled in, as is marked.
    fn say(&mut self, id: EntryId, mark: Marks) -> &mut Said {
        let place = match self[id].said {
            Some(place) => place,
            None => {
                let next = NonZeroU32::MIN.saturating_add(self.said.len() as u32);
                self.said.push(Said::default());
                *self[id].said.insert(next)
            }
        };
        self[id].marks.set(mark, true);
        &mut self.said[place.get() as usize - 1]
    }
}

impl Index<EntryId> for Entries {
    type Output = Entry;

    fn index(&self, id: EntryId) -> &Entry {
        &self.entries[id.place()]
    }
}

impl IndexMut<EntryId> for Entries {
    fn index_mut(&mut self, id: EntryId) -> &mut Entry {
        &mut self.entries[id.place()]
    }
}

/// A pattern, by its place among those met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PatternId(u32);

/// The patterns of the known URLs, each once: they are far fewer than the URLs.
#[derive(Debug, Default)]
pub(super) struct PatternTable {
    patterns: Vec<UrlPattern>,
    places: FxHashMap<UrlPattern, PatternId>,
}

impl PatternTable {
    /// The id of a pattern, which is added if it is new.
    pub(super) fn id(&mut self, pattern: UrlPattern) -> PatternId {
        let next = PatternId(self.patterns.len() as u32);
        let id = *self.places.entry(pattern).or_insert(next);
        if id == next {
            self.patterns.push(pattern);
        }
        id
    }

    /// The pattern with an id.
    pub(super) fn get(&self, id: PatternId) -> UrlPattern {
        self.patterns[id.0 as usize]
    }
}
