//! A journal in memory that can be killed.

use sitewrap_crawl::{Journal, JournalError};
use sitewrap_model::{CrawlBatch, FrontierEntry, FrontierState, Links, Page, Relations};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Debug, Default)]
struct Stored {
    frontier: BTreeMap<String, FrontierEntry>,
    pages: Vec<Page>,
    links: Vec<(String, String)>,
    state: BTreeMap<String, Vec<u8>>,
    relations: BTreeMap<String, Relations>,
}

/// Keeps what was committed. After `refuse_after` commits it fails, as a full disk would.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    stored: Mutex<Stored>,
    commits: AtomicUsize,
    refuse_after: Option<usize>,
}

impl MemoryJournal {
    pub fn failing_after(commits: usize) -> Self {
        Self { refuse_after: Some(commits), ..Self::default() }
    }

    /// As [`Self::copy`]; after so many commits it fails in turn.
    pub fn copy_failing_after(&self, commits: usize) -> Self {
        Self { refuse_after: Some(commits), ..self.copy() }
    }

    /// A journal that holds what this one was given.
    pub fn copy(&self) -> Self {
        let stored = self.stored.lock().unwrap();
        let stored = Stored {
            frontier: stored.frontier.clone(),
            pages: stored.pages.clone(),
            links: stored.links.clone(),
            state: stored.state.clone(),
            relations: stored.relations.clone(),
        };
        Self { stored: Mutex::new(stored), ..Self::default() }
    }

    pub fn pages(&self) -> Vec<Page> {
        self.stored.lock().unwrap().pages.clone()
    }

    /// The URLs of the pages as they were committed, without scheme and authority.
    pub fn paths(&self) -> Vec<String> {
        self.pages().iter().map(|page| path_of(&page.url)).collect()
    }

    pub fn links(&self) -> Vec<(String, String)> {
        self.stored.lock().unwrap().links.clone()
    }

    /// The state of each entry, by path, in the order of discovery.
    pub fn states(&self) -> Vec<(String, FrontierState)> {
        let stored = self.stored.lock().unwrap();
        let mut rows: Vec<_> = stored.frontier.values().collect();
        rows.sort_by_key(|row| row.seq);
        rows.iter().map(|row| (path_of(&row.url), row.state.clone())).collect()
    }

    /// All entries.
    pub fn entries(&self) -> Vec<FrontierEntry> {
        self.stored.lock().unwrap().frontier.values().cloned().collect()
    }

    pub fn state_of(&self, path: &str) -> Option<FrontierState> {
        self.states().into_iter().find(|(known, _)| known == path).map(|(_, state)| state)
    }

    pub fn relations(&self, url: &str) -> Option<Relations> {
        self.stored.lock().unwrap().relations.get(url).cloned()
    }

    pub fn entry(&self, url: &str) -> Option<FrontierEntry> {
        self.stored.lock().unwrap().frontier.get(url).cloned()
    }

    pub fn remember(&self, key: &str, value: &[u8]) {
        self.stored.lock().unwrap().state.insert(key.into(), value.into());
    }
}

pub fn path_of(url: &str) -> String {
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or_else(String::new, |at| rest[at..].to_owned())
}

impl Journal for MemoryJournal {
    fn frontier(&self, see: &mut dyn FnMut(FrontierEntry)) -> Result<(), JournalError> {
        self.stored.lock().unwrap().frontier.values().cloned().for_each(see);
        Ok(())
    }

    fn links(&self) -> Result<Vec<Links>, JournalError> {
        let stored = self.stored.lock().unwrap();
        let mut links: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for (from, to) in &stored.links {
            links.entry(from).or_default().extend(stored.frontier.get(to).map(|entry| entry.seq));
        }
        let row = |(from, mut to): (&str, Vec<u64>)| {
            to.sort_unstable();
            Links { from: from.into(), to, beyond: Vec::new() }
        };
        Ok(links.into_iter().map(row).collect())
    }

    fn commit(&self, batch: &CrawlBatch) -> Result<(), JournalError> {
        let commits = self.commits.fetch_add(1, Ordering::Relaxed);
        if self.refuse_after.is_some_and(|limit| commits >= limit) {
            return Err(JournalError::new("disk full"));
        }
        let mut stored = self.stored.lock().unwrap();
        for row in &batch.frontier {
            stored.frontier.insert(row.url.clone(), row.clone());
        }
        for page in &batch.pages {
            stored.pages.retain(|known| known.url != page.url);
            stored.pages.push(page.clone());
        }
        for page in stored.pages.iter_mut().filter(|page| batch.soft_404s.contains(&page.url)) {
            page.mark_soft_404();
        }
        for links in &batch.links {
            let urls = stored.frontier.values().map(|entry| (entry.seq, entry.url.clone()));
            let urls: BTreeMap<u64, String> = urls.collect();
            let to = links.to.iter().map(|number| urls[number].clone());
            let to = to.chain(links.beyond.iter().map(ToString::to_string));
            stored.links.extend(to.map(|to| (links.from.to_string(), to)));
        }
        stored.state.extend(batch.state.iter().cloned());
        stored.relations.extend(batch.relations.iter().cloned());
        Ok(())
    }

    fn state(&self, key: &str) -> Result<Option<Vec<u8>>, JournalError> {
        Ok(self.stored.lock().unwrap().state.get(key).cloned())
    }

    fn page(&self, url: &str) -> Result<Option<Page>, JournalError> {
        Ok(self.stored.lock().unwrap().pages.iter().find(|page| page.url == url).cloned())
    }
}
