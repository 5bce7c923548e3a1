//! The URLs that a crawl has found, and which comes next.

use crate::normalize::normalize;
use sitewrap_model::{Fingerprint, FrontierEntry, FrontierState};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use url::Url;

/// A URL of the frontier, by its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EntryId(u32);

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

/// Where an entry stands; its reason, if any, is in the journal only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Queued,
    /// Handed out by [`Frontier::next`].
    Taken,
    Fetched,
    Closed,
}

#[derive(Clone, Debug)]
struct Entry {
    url: Arc<str>,
    seq: u64,
    depth: u32,
    referrer: Option<EntryId>,
    /// Redirects that led here, one after another.
    hops: u8,
    /// Attempts that failed.
    attempts: u8,
    standing: Standing,
    fingerprint: Option<Fingerprint>,
}

/// The frontier of one crawl. Order is that of discovery, so that equal answers give an equal
/// crawl whatever their timing.
#[derive(Debug)]
pub(crate) struct Frontier {
    entries: Vec<Entry>,
    by_url: HashMap<Arc<str>, EntryId>,
    next_seq: u64,
    limit: usize,
    /// To be tried again, before all others.
    again: VecDeque<EntryId>,
    queue: VecDeque<EntryId>,
    /// Named by sitemaps and feeds only.
    reserve: VecDeque<EntryId>,
}

impl Frontier {
    /// An empty frontier that holds at most `limit` URLs.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            entries: Vec::new(),
            by_url: HashMap::new(),
            next_seq: 0,
            limit,
            again: VecDeque::new(),
            queue: VecDeque::new(),
            reserve: VecDeque::new(),
        }
    }

    /// The frontier as an earlier crawl left it.
    pub(crate) fn restore(mut stored: Vec<FrontierEntry>, limit: usize) -> Self {
        let mut frontier = Self::new(limit);
        stored.sort_by_key(|entry| entry.seq);
        for entry in stored {
            let id = EntryId(frontier.entries.len() as u32);
            let url: Arc<str> = entry.url.into();
            let referrer =
                entry.referrer.and_then(|url| frontier.by_url.get(url.as_str()).copied());
            let standing = match entry.state {
                FrontierState::Queued => Standing::Queued,
                FrontierState::Fetched => Standing::Fetched,
                FrontierState::Skipped(_) | FrontierState::Failed(_) => Standing::Closed,
            };
            if standing == Standing::Queued {
                frontier.queue.push_back(id);
            }
            frontier.next_seq = entry.seq + 1;
            frontier.by_url.insert(url.clone(), id);
            frontier.entries.push(Entry {
                url,
                seq: entry.seq,
                depth: entry.depth,
                referrer,
                hops: 0,
                attempts: 0,
                standing,
                fingerprint: entry.fingerprint,
            });
        }
        frontier
    }

    /// Adds a URL; `None` if it is known, or the frontier full.
    pub(crate) fn add(
        &mut self,
        url: &Url,
        source: Source,
        referrer: Option<EntryId>,
    ) -> Option<EntryId> {
        if self.by_url.contains_key(url.as_str()) || self.entries.len() >= self.limit {
            return None;
        }
        let id = EntryId(self.entries.len() as u32);
        let from = referrer.map(|referrer| self.entry(referrer));
        let (depth, hops) = match source {
            Source::Seed => (0, 0),
            Source::Sitemap => (1, 0),
            Source::Link => (from.map_or(0, |from| from.depth + 1), 0),
            Source::Redirect => from.map_or((0, 1), |from| (from.depth, from.hops + 1)),
        };
        let url: Arc<str> = url.as_str().into();
        self.by_url.insert(url.clone(), id);
        self.entries.push(Entry {
            url,
            seq: self.next_seq,
            depth,
            referrer,
            hops,
            attempts: 0,
            standing: Standing::Queued,
            fingerprint: None,
        });
        self.next_seq += 1;
        match source {
            // A redirect's target stands in for its source, whose turn it is.
            Source::Redirect => self.again.push_back(id),
            Source::Sitemap => self.reserve.push_back(id),
            Source::Seed | Source::Link => self.queue.push_back(id),
        }
        Some(id)
    }

    /// Takes the URL whose turn it is.
    pub(crate) fn next(&mut self) -> Option<EntryId> {
        let id = self
            .again
            .pop_front()
            .or_else(|| self.queue.pop_front())
            .or_else(|| self.reserve.pop_front())?;
        self.entry_mut(id).standing = Standing::Taken;
        Some(id)
    }

    /// Puts a URL back, to be the next one.
    pub(crate) fn put_back(&mut self, id: EntryId) {
        self.entry_mut(id).standing = Standing::Queued;
        self.again.push_back(id);
    }

    /// Leaves a URL for another crawl: it stays queued in the journal.
    pub(crate) fn set_aside(&mut self, id: EntryId) {
        self.entry_mut(id).standing = Standing::Queued;
    }

    /// Puts a URL back, to be tried after all that are queued now.
    pub(crate) fn postpone(&mut self, id: EntryId) {
        self.entry_mut(id).standing = Standing::Queued;
        self.queue.push_back(id);
    }

    /// Notes a failed attempt; gives the number of them.
    pub(crate) fn count_attempt(&mut self, id: EntryId) -> u8 {
        let attempts = &mut self.entry_mut(id).attempts;
        *attempts = attempts.saturating_add(1);
        *attempts
    }

    /// Queues a URL again that was seen to before.
    pub(crate) fn reopen(&mut self, id: EntryId) {
        if matches!(self.entry(id).standing, Standing::Fetched | Standing::Closed) {
            self.entry_mut(id).standing = Standing::Queued;
            self.queue.push_back(id);
        }
    }

    /// Sets where an entry stands for good.
    pub(crate) fn close(&mut self, id: EntryId, fingerprint: Option<Fingerprint>) {
        let entry = self.entry_mut(id);
        entry.standing = if fingerprint.is_some() { Standing::Fetched } else { Standing::Closed };
        entry.fingerprint = fingerprint;
    }

    /// An entry in the form that is stored.
    pub(crate) fn row(&self, id: EntryId, state: FrontierState) -> FrontierEntry {
        let entry = self.entry(id);
        FrontierEntry {
            url: entry.url.to_string(),
            seq: entry.seq,
            depth: entry.depth,
            referrer: self.referrer(id).map(str::to_owned),
            state,
            fingerprint: entry.fingerprint,
        }
    }

    /// The entry of a normalized URL.
    pub(crate) fn find(&self, url: &Url) -> Option<EntryId> {
        self.by_url.get(url.as_str()).copied()
    }

    /// All entries whose pages are stored.
    pub(crate) fn fetched(&self) -> Vec<EntryId> {
        let ids = (0..self.entries.len() as u32).map(EntryId);
        ids.filter(|&id| self.is_fetched(id)).collect()
    }

    /// Whether an entry's page is stored.
    pub(crate) fn is_fetched(&self, id: EntryId) -> bool {
        self.entry(id).standing == Standing::Fetched
    }

    /// The URL of an entry; `None` only for an entry whose stored form is broken.
    pub(crate) fn url(&self, id: EntryId) -> Option<Url> {
        Url::parse(&self.entry(id).url).ok().and_then(normalize)
    }

    /// The URL of an entry as text.
    pub(crate) fn url_text(&self, id: EntryId) -> Arc<str> {
        self.entry(id).url.clone()
    }

    /// The page on which an entry was first seen.
    pub(crate) fn referrer(&self, id: EntryId) -> Option<&str> {
        self.entry(id).referrer.map(|referrer| &*self.entry(referrer).url)
    }

    /// Clicks from the start page.
    pub(crate) fn depth(&self, id: EntryId) -> u32 {
        self.entry(id).depth
    }

    /// Redirects that led to an entry, one after another.
    pub(crate) fn hops(&self, id: EntryId) -> u8 {
        self.entry(id).hops
    }

    /// Number of URLs still to fetch, those handed out not counted.
    pub(crate) fn queued(&self) -> usize {
        self.again.len() + self.queue.len() + self.reserve.len()
    }

    fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.0 as usize]
    }

    fn entry_mut(&mut self, id: EntryId) -> &mut Entry {
        &mut self.entries[id.0 as usize]
    }
}
