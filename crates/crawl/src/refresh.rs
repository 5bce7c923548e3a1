//! Which of the stored pages are fetched again first, and how often each has changed.
//!
//! A page that many lead to and that is another each time is worth more than one that nobody leads to
//! and that never changes: the order is that of PageRank times the chance of a change, as the visits so
//! far tell it (J. Cho, H. Garcia-Molina, *Effective page refresh policies for web crawlers*, 2003, has
//! the case of pages that differ in both).

use crate::frontier::{EntryId, Frontier};
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
#[derive(Debug, Default)]
pub(crate) struct History(FxHashMap<EntryId, Visits>);

impl History {
    /// Takes in what the journal keeps of stored pages.
    pub(crate) fn recall(&mut self, visits: impl Iterator<Item = (EntryId, Visits)>) {
        self.0 = visits.collect();
    }

    /// Puts stored pages into the order in which they are worth to be fetched again, by their ranks.
    pub(crate) fn by_worth(&self, mut stored: Vec<EntryId>, ranks: &[f64]) -> Vec<EntryId> {
        let worth = |id: &EntryId| {
            let visits = self.0.get(id).copied().unwrap_or_default();
            ranks[id.place()] * visits.chance()
        };
        // Stable, so that of equals the one that was found first comes first.
        stored.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        stored
    }

    /// Takes note of whether a stored page had changed when it was asked for again; gives what the
    /// journal is to keep, and under which key.
    pub(crate) fn note(&mut self, id: EntryId, url: &str, changed: bool) -> (String, Vec<u8>) {
        let visits = self.0.entry(id).or_default();
        visits.checks = visits.checks.saturating_add(1);
        visits.changes = visits.changes.saturating_add(u32::from(changed));
        (Visits::key(url), visits.bytes())
    }
}

/// PageRank of all entries, by the links that are stored.
pub(crate) fn ranks(frontier: &Frontier, links: &[Links]) -> Vec<f64> {
    let (entries, by_number) = frontier.by_number();
    let mut edges: Vec<(NodeId, NodeId)> = Vec::new();
    for links in links {
        let Some(from) = frontier.find_text(&links.from) else { continue };
        let to = links.to.iter().filter_map(|to| by_number.get(to)).filter(|&&to| to != from);
        edges.extend(to.map(|to| (from.place() as NodeId, to.place() as NodeId)));
    }
    edges.sort_unstable();
    page_rank(&Adjacency::new(entries, edges.into_iter()), &RankParams::default(), None).values
}
