//! The frontier as it is stored.

use super::entry::Standing;
use super::front_coding::FrontCoded;
use rustc_hash::FxHashMap;
use sitewrap_model::{Fingerprint, FrontierEntry, FrontierState};

/// What an earlier crawl left, as it is read: the entries come in any order, and their URLs as text would
/// take many times the memory of the frontier that they become.
#[derive(Default)]
pub(crate) struct StoredFrontier {
    pub(super) urls: FrontCoded,
    pub(super) referrers: Vec<String>,
    pub(super) places: FxHashMap<String, u32>,
    pub(super) entries: Vec<StoredEntry>,
}

/// An entry whose URL is that with its number among the texts.
pub(super) struct StoredEntry {
    pub(super) seq: u64,
    pub(super) text: usize,
    pub(super) depth: u32,
    pub(super) referrer: Option<u32>,
    pub(super) standing: Standing,
    pub(super) fingerprint: Option<Fingerprint>,
}

impl StoredFrontier {
    /// Adds an entry.
    pub(crate) fn push(&mut self, entry: &FrontierEntry) {
        let text = self.urls.len();
        self.urls.push(&entry.url);
        let referrer = entry.referrer.as_ref().map(|url| match self.places.get(url) {
            Some(&place) => place,
            None => {
                let place = self.referrers.len() as u32;
                self.referrers.push(url.clone());
                self.places.insert(url.clone(), place);
                place
            }
        });
        let standing = match entry.state {
            FrontierState::Queued => Standing::Queued,
            FrontierState::Fetched => Standing::Fetched,
            FrontierState::Duplicate(_) => Standing::Duplicate,
            FrontierState::Skipped(_) | FrontierState::Failed(_) => Standing::Closed,
        };
        let FrontierEntry { seq, depth, fingerprint, .. } = *entry;
        self.entries.push(StoredEntry { seq, text, depth, referrer, standing, fingerprint });
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
