//! The URLs that a crawl has found, and which comes next.

pub(crate) mod keys;
pub(crate) mod kinds;
pub(crate) mod links;
pub(crate) mod scheduler;
pub(crate) mod scope;
pub(crate) mod url_pattern;

mod book;
mod column;
mod entry;
mod front_coding;
mod id;
mod learning;
mod numbers;
mod ranked;
mod restore;
mod stored;
mod turns;
mod urls;

pub(crate) use id::EntryId;
pub(crate) use stored::StoredFrontier;

use crate::frontier::scheduler::Scheduler;
use crate::frontier::url_pattern::{UrlPattern, UrlPatterns};
use crate::lists::places::Lists;
use crate::options::Order;
use crate::page::digest::Digest;
use crate::page::findings::Reading;
use entry::{Entries, Entry, PatternTable, Standing};
use ranked::Ranked;
use rustc_hash::FxHashMap;
use sitewrap_model::Fingerprint;
use sitewrap_tree::normalize;
use std::collections::VecDeque;
use url::Url;
use urls::Urls;

/// How a URL was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The start page, or a URL of the user's list.
    Seed,
    /// A link of a page.
    Link,
    /// A redirect of the referrer.
    Redirect,
    /// A sitemap or feed.
    Sitemap,
}

/// A URL handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// To be fetched.
    Fetch(EntryId),
    /// To be passed over: pages of its pattern say the same again and again.
    Repeats(EntryId),
}

/// The frontier of one crawl. Order is that of discovery, so that equal answers give an equal
/// crawl whatever their timing.
#[derive(Debug)]
pub(crate) struct Frontier {
    entries: Entries,
    /// The URLs of the entries.
    urls: Urls,
    /// The most URLs, and bytes of them.
    limit: usize,
    byte_limit: usize,
    order: Order,
    patterns: UrlPatterns,
    pattern_table: PatternTable,
    /// Number of entries that the patterns were learned from.
    learned_from: usize,
    /// Pages that have come since.
    learned_ago: usize,
    scheduler: Scheduler,
    lists: Lists,
    /// Entries in the order in which their pages were classified.
    classified: Vec<EntryId>,
    /// The page that was classified last, by the group of its URL.
    examples: FxHashMap<u64, EntryId>,
    /// By entry whose page is read in brief: a page of its group that was classified. They are kept
    /// while kinds may be numbered anew.
    brief: FxHashMap<EntryId, EntryId>,
    /// To be tried again, before all others.
    again: VecDeque<EntryId>,
    /// Stored pages that are fetched again, and whether it is the turn of one that is not.
    renewed: VecDeque<EntryId>,
    turn_of_new: bool,
    /// In breadth-first order; empty in a diverse one, where the scheduler has the queues.
    queue: VecDeque<EntryId>,
    /// In an order by rank.
    ranked: Option<Ranked>,
    /// Named by sitemaps and feeds only, or of endless families.
    reserve: VecDeque<EntryId>,
    /// Number of entries that are queued.
    queued: usize,
}

impl Frontier {
    /// An empty frontier that holds at most `limit` URLs.
    pub(crate) fn new(order: Order, limit: usize) -> Self {
        Self {
            entries: Entries::default(),
            urls: Urls::default(),
            limit,
            byte_limit: usize::MAX,
            order,
            patterns: UrlPatterns::default(),
            pattern_table: PatternTable::default(),
            learned_from: 0,
            learned_ago: 0,
            scheduler: Scheduler::default(),
            lists: Lists::default(),
            classified: Vec::new(),
            examples: FxHashMap::default(),
            brief: FxHashMap::default(),
            again: VecDeque::new(),
            renewed: VecDeque::new(),
            turn_of_new: false,
            queue: VecDeque::new(),
            ranked: Ranked::of(order),
            reserve: VecDeque::new(),
            queued: 0,
        }
    }

    /// Bounds the bytes of the URLs as well.
    pub(crate) fn with_byte_limit(self, byte_limit: usize) -> Self {
        Self { byte_limit, ..self }
    }

    /// Whether no more URLs are taken.
    pub(crate) fn is_full(&self) -> bool {
        self.entries.len() >= self.limit || self.urls.bytes() >= self.byte_limit
    }

    /// Adds a URL; `None` if it is known, or the frontier full.
    pub(crate) fn add(
        &mut self,
        url: &Url,
        source: Source,
        referrer: Option<EntryId>,
    ) -> Option<EntryId> {
        if self.is_full() || self.find(url).is_some() {
            return None;
        }
        let from = referrer.map(|referrer| self.entry(referrer));
        let (depth, hops) = match source {
            Source::Seed => (0, 0),
            Source::Sitemap => (1, 0),
            Source::Link => (from.map_or(0, |from| from.depth() + 1), 0),
            Source::Redirect => from.map_or((0, 1), |from| (from.depth(), from.hops + 1)),
        };
        let pattern = self.lists.sort(url.as_str(), self.patterns.pattern(url.as_str()));
        if let Some(referrer) = referrer {
            self.note_bred(referrer, pattern);
        }
        let id = self.urls.push(url.as_str());
        let mut entry = Entry::new(depth);
        (entry.referrer, entry.hops) = (referrer, hops);
        entry.pattern = self.pattern_table.id(pattern);
        self.entries.push(entry);
        self.entries.numbers.push(id, self.entries.numbers.next());
        self.queued += 1;
        match (source, self.order) {
            // A redirect's target stands in for its source, whose turn it is.
            (Source::Redirect, _) => self.again.push_back(id),
            (_, Order::Diverse) => self.scheduler.push(id, pattern),
            (Source::Sitemap, Order::BreadthFirst) => self.reserve.push_back(id),
            (Source::Seed | Source::Link, Order::BreadthFirst) => self.queue.push_back(id),
            (Source::Seed | Source::Link | Source::Sitemap, _) => {}
        }
        if let Some(ranked) = &mut self.ranked {
            ranked.add(id, depth == 0);
            if source != Source::Redirect {
                ranked.push(id);
            }
        }
        Some(id)
    }

    /// The family of an entry's URL.
    pub(crate) fn family(&self, id: EntryId) -> u64 {
        self.pattern(id).family
    }

    /// How closely the page of an entry is to be read: of pages that have all been of one kind so
    /// far, one of a few tells whether they still are.
    pub(crate) fn reading(&mut self, id: EntryId) -> Reading {
        let pattern = self.pattern(id);
        let example = self.examples.get(&pattern.group).copied();
        match example.map_or(Reading::Full, |_| self.scheduler.reading(pattern)) {
            Reading::Full => Reading::Full,
            Reading::Brief => {
                self.brief.extend(example.map(|example| (id, example)));
                Reading::Brief
            }
        }
    }

    /// The lists whose pages are known.
    pub(crate) fn lists(&mut self) -> &mut Lists {
        &mut self.lists
    }

    /// Number of kinds of pages seen.
    pub(crate) fn kinds(&self) -> usize {
        self.scheduler.kinds()
    }

    /// Notes a failed attempt; gives the number of them.
    pub(crate) fn count_attempt(&mut self, id: EntryId) -> u8 {
        let attempts = &mut self.entry_mut(id).attempts;
        *attempts = attempts.saturating_add(1);
        *attempts
    }

    /// Sets where an entry stands for good.
    pub(crate) fn close(&mut self, id: EntryId, fingerprint: Option<Fingerprint>) {
        let fetched = fingerprint.is_some();
        self.entry_mut(id).standing = if fetched { Standing::Fetched } else { Standing::Closed };
        self.entries.set_fingerprint(id, fingerprint);
        if !fetched {
            self.brief.remove(&id);
            self.judge(id);
        }
    }

    /// Notes that an entry's page is stored and says the same as another.
    pub(crate) fn close_duplicate(&mut self, id: EntryId, fingerprint: Fingerprint) {
        self.brief.remove(&id);
        self.entry_mut(id).standing = Standing::Duplicate;
        self.entries.set_fingerprint(id, Some(fingerprint));
        self.judge(id);
    }

    /// Notes that an entry's page, which is stored, is none of the site's after all. The scheduler is
    /// to be made anew then.
    pub(crate) fn disown(&mut self, id: EntryId) {
        self.entry_mut(id).standing = Standing::Closed;
        self.entries.set_fingerprint(id, None);
    }

    /// The entry of a normalized URL.
    pub(crate) fn find(&self, url: &Url) -> Option<EntryId> {
        self.find_text(url.as_str())
    }

    /// The entry of a normalized URL, given as text.
    pub(crate) fn find_text(&self, url: &str) -> Option<EntryId> {
        self.urls.find(url)
    }

    /// What an entry's page says, if it was met in this run.
    pub(crate) fn digest(&self, id: EntryId) -> Option<Digest> {
        self.entries.digest(id)
    }

    /// Notes what an entry's page says.
    pub(crate) fn set_digest(&mut self, id: EntryId, digest: Digest) {
        self.entries.set_digest(id, digest);
    }

    /// Whether an entry's page is stored.
    pub(crate) fn is_stored(&self, id: EntryId) -> bool {
        matches!(self.entry(id).standing, Standing::Fetched | Standing::Duplicate)
    }

    /// Whether an entry's page is stored and says the same as another.
    pub(crate) fn is_duplicate(&self, id: EntryId) -> bool {
        self.entry(id).standing == Standing::Duplicate
    }

    /// The URL of an entry; `None` only for an entry whose stored form is broken.
    pub(crate) fn url(&self, id: EntryId) -> Option<Url> {
        Url::parse(&self.url_text(id)).ok().and_then(normalize)
    }

    /// The URL of an entry as text.
    pub(crate) fn url_text(&self, id: EntryId) -> String {
        self.urls.get(id)
    }

    /// The page on which an entry was first seen.
    pub(crate) fn referrer(&self, id: EntryId) -> Option<String> {
        self.entry(id).referrer.map(|referrer| self.url_text(referrer))
    }

    /// The number of an entry in the order of discovery, by which the journal knows it.
    pub(crate) fn seq(&self, id: EntryId) -> u64 {
        self.entries.numbers.get(id)
    }

    /// Clicks from the start page.
    pub(crate) fn depth(&self, id: EntryId) -> u32 {
        self.entry(id).depth()
    }

    /// Redirects that led to an entry, one after another.
    pub(crate) fn hops(&self, id: EntryId) -> u8 {
        self.entry(id).hops
    }

    /// Number of URLs still to fetch, those handed out not counted.
    pub(crate) fn queued(&self) -> usize {
        self.queued
    }

    fn pattern(&self, id: EntryId) -> UrlPattern {
        self.pattern_table.get(self.entry(id).pattern)
    }

    fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id]
    }

    fn entry_mut(&mut self, id: EntryId) -> &mut Entry {
        &mut self.entries[id]
    }
}
