//! The frontier as it is stored, and as it comes back.

use super::{Entry, EntryId, Frontier, Standing};
use crate::options::Order;
use crate::shape::Shape;
use crate::survey::Finding;
use sitewrap_model::{FrontierEntry, FrontierState};
use std::sync::Arc;

impl Frontier {
    /// The frontier as an earlier crawl left it.
    pub(crate) fn restore(mut stored: Vec<FrontierEntry>, order: Order, limit: usize) -> Self {
        let mut frontier = Self::new(order, limit);
        stored.sort_by_key(|entry| entry.seq);
        for entry in stored {
            let id = EntryId(frontier.entries.len() as u32);
            let url: Arc<str> = entry.url.into();
            let referrer =
                entry.referrer.and_then(|url| frontier.by_url.get(url.as_str()).copied());
            let standing = match entry.state {
                FrontierState::Queued => Standing::Queued,
                FrontierState::Fetched => Standing::Fetched,
                FrontierState::Twin(_) => Standing::Twin,
                FrontierState::Skipped(_) | FrontierState::Failed(_) => Standing::Closed,
            };
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
                shape: Shape::default(),
                finding: (standing == Standing::Twin).then_some(Finding::Repeat),
                example: None,
                bred: (false, false),
            });
            if standing == Standing::Queued {
                frontier.queued += 1;
                frontier.queue.push_back(id);
            }
        }
        frontier.relearn();
        frontier
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

    /// All entries whose pages are stored.
    pub(crate) fn stored(&self) -> Vec<EntryId> {
        let ids = (0..self.entries.len() as u32).map(EntryId);
        ids.filter(|&id| self.is_stored(id)).collect()
    }
}
