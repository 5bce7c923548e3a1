//! Which of the stored pages are fetched again first, and how often each has changed.
//!
//! A page that many lead to and that is another each time is worth more than one that nobody leads to
//! and that never changes: the order is that of PageRank times the chance of a change, as the visits so
//! far tell it (J. Cho, H. Garcia-Molina, *Effective page refresh policies for web crawlers*, 2003, has
//! the case of pages that differ in both).

use crate::CrawlError;
use crate::frontier::EntryId;
use crate::journal::off_task;
use crate::run::Run;
use rustc_hash::FxHashMap;
use sitewrap_graph::{Adjacency, NodeId, RankParams, page_rank};
use sitewrap_model::Links;

/// Where the journal keeps how often a page was asked for again, and had changed; its URL follows.
const SEEN: &str = "seen:";

/// How often a page was looked at again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// How often it was asked for again, and answered.
    pub checks: u32,
    /// How often its text was another then.
    pub changes: u32,
}

impl Visits {
    /// The key of a page's visits in a journal's state.
    pub fn key(url: &str) -> String {
        format!("{SEEN}{url}")
    }

    /// What a journal keeps under that key; `None` for what is none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (checks, changes) = bytes.split_first_chunk::<4>()?;
        let changes = changes.try_into().ok()?;
        Some(Self { checks: u32::from_le_bytes(*checks), changes: u32::from_le_bytes(changes) })
    }

    fn bytes(self) -> Vec<u8> {
        [self.checks.to_le_bytes(), self.changes.to_le_bytes()].concat()
    }

    /// The chance that the page has changed since: that of the visits, and one half for as long as
    /// there were none (Laplace's rule of succession).
    fn chance(self) -> f64 {
        (f64::from(self.changes) + 1.0) / (f64::from(self.checks) + 2.0)
    }
}

/// How often pages were looked at again.
pub(crate) type History = FxHashMap<EntryId, Visits>;

impl Run<'_> {
    /// Puts stored pages into the order in which they are worth to be fetched again.
    pub(crate) async fn by_worth(
        &mut self,
        mut stored: Vec<EntryId>,
    ) -> Result<Vec<EntryId>, CrawlError> {
        let urls: Vec<String> = stored.iter().map(|&id| self.frontier.url_text(id)).collect();
        let journal = self.journal.clone();
        let read = move || {
            let visits = urls.iter().map(|url| {
                let kept = journal.state(&Visits::key(url))?;
                Ok(kept.and_then(|bytes| Visits::read(&bytes)).unwrap_or_default())
            });
            Ok((visits.collect::<Result<Vec<Visits>, _>>()?, journal.links()?))
        };
        let (visits, links) = off_task(read).await?.map_err(CrawlError::Journal)?;
        self.history = stored.iter().copied().zip(visits).collect();
        let ranks = self.ranks(&links);
        let worth = |id: &EntryId| {
            let visits = self.history.get(id).copied().unwrap_or_default();
            ranks[id.place()] * visits.chance()
        };
        // Stable, so that of equals the one that was found first comes first.
        stored.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        Ok(stored)
    }

    /// PageRank of all entries, by the links that are stored.
    fn ranks(&self, links: &[Links]) -> Vec<f64> {
        let (entries, by_number) = self.frontier.by_number();
        let mut edges: Vec<(NodeId, NodeId)> = Vec::new();
        for links in links {
            let Some(from) = self.frontier.find_text(&links.from) else { continue };
            let to = links.to.iter().filter_map(|to| by_number.get(to)).filter(|&&to| to != from);
            edges.extend(to.map(|to| (from.place() as NodeId, to.place() as NodeId)));
        }
        edges.sort_unstable();
        page_rank(&Adjacency::new(entries, edges.into_iter()), &RankParams::default(), None).values
    }

    /// Takes note of whether a stored page had changed when it was asked for again.
    pub(crate) fn note_visit(&mut self, id: EntryId, changed: bool) {
        let visits = self.history.entry(id).or_default();
        visits.checks = visits.checks.saturating_add(1);
        visits.changes = visits.changes.saturating_add(u32::from(changed));
        let row = (Visits::key(&self.frontier.url_text(id)), visits.bytes());
        self.ledger.batch().state.push(row);
    }
}
