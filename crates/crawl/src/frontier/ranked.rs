//! URLs by how much the pages that were fetched speak for them.
//!
//! Ranks are kept while the crawl goes on: each page that comes adds its links. Who queues is in a
//! heap with one bid for each time that more came to speak for it; bids that are out of date are
//! passed over when their turn comes.

use super::id::EntryId;
use crate::options::Order;
use sitewrap_graph::{Adjacency, NodeId, RankParams, page_rank};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// PageRank is computed anew when there is one more page for so many, …
const PAGES_PER_RANKING: usize = 10;
/// … and so many at least.
const FEWEST_PAGES: usize = 8;
/// How far apart the ranks of one round and the next may be: the order of the first places is long
/// settled then.
const TOLERANCE: f64 = 1e-6;

/// What speaks for a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Merit {
    /// Its PageRank in the graph of what is known, computed in batches; until the next one, what the
    /// pages that came since would hand on.
    PageRank,
    /// Cash: start pages have one unit each, and a page that is fetched hands its own on, in equal
    /// shares, to what it leads to (S. Abiteboul, M. Preda, G. Cobena, *Adaptive on-line page
    /// importance computation*, 2003). What comes to a page that was fetched before stays there,
    /// since no crawl comes by twice.
    Cash,
    /// The number of pages that lead to it.
    Backlinks,
}

/// URLs that wait, the best first.
#[derive(Debug)]
pub(crate) struct Ranked {
    merit: Merit,
    /// By entry, how much speaks for it.
    worth: Vec<f64>,
    /// By entry, whether it waits, …
    waits: Vec<bool>,
    /// … and whether it has said where it leads.
    linked: Vec<bool>,
    bids: BinaryHeap<Bid>,
    /// The links of the pages fetched so far; for PageRank only.
    links: Vec<(NodeId, NodeId)>,
    /// Pages that have come, and how many of them there were at the last ranking.
    pages: usize,
    ranked_at: usize,
}

/// An entry that waits, with what spoke for it then.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bid {
    worth: f64,
    id: EntryId,
}

impl Eq for Bid {}

impl Ord for Bid {
    /// More worth first; of equals what was found first.
    fn cmp(&self, other: &Self) -> Ordering {
        self.worth.total_cmp(&other.worth).then(Reverse(self.id).cmp(&Reverse(other.id)))
    }
}

impl PartialOrd for Bid {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ranked {
    /// The queue of an order by rank; `None` for other orders.
    pub(crate) fn of(order: Order) -> Option<Self> {
        match order {
            Order::BreadthFirst | Order::Diverse => None,
            Order::PageRank => Some(Self::new(Merit::PageRank)),
            Order::Opic => Some(Self::new(Merit::Cash)),
            Order::Backlinks => Some(Self::new(Merit::Backlinks)),
        }
    }

    fn new(merit: Merit) -> Self {
        Self {
            merit,
            worth: Vec::new(),
            waits: Vec::new(),
            linked: Vec::new(),
            bids: BinaryHeap::new(),
            links: Vec::new(),
            pages: 0,
            ranked_at: 0,
        }
    }

    /// Makes room for an entry. A `start` page has what others get from pages that lead to them.
    pub(crate) fn add(&mut self, id: EntryId, start: bool) {
        let entries = self.worth.len().max(id.place() + 1);
        self.worth.resize(entries, 0.0);
        self.waits.resize(entries, false);
        self.linked.resize(entries, false);
        if start {
            self.worth[id.place()] = 1.0;
        }
    }

    /// Queues an entry.
    pub(crate) fn push(&mut self, id: EntryId) {
        self.add(id, false);
        self.waits[id.place()] = true;
        self.bids.push(Bid { worth: self.worth[id.place()], id });
    }

    /// Takes the entry for which most speaks; of equals, the one that was found first.
    pub(crate) fn pop(&mut self) -> Option<EntryId> {
        if self.merit == Merit::PageRank && self.is_old() {
            self.rank();
        }
        while let Some(Bid { worth, id }) = self.bids.pop() {
            let is_current = self.worth[id.place()] == worth;
            if is_current && std::mem::take(&mut self.waits[id.place()]) {
                return Some(id);
            }
        }
        None
    }

    /// Takes in where a fetched page leads, each entry once. A page is heard once, also when it is
    /// fetched again or followed anew.
    pub(crate) fn link(&mut self, from: EntryId, to: &[EntryId]) {
        if std::mem::replace(&mut self.linked[from.place()], true) {
            return;
        }
        self.pages += 1;
        let heirs = to.iter().filter(|&&to| to != from).count();
        let share = match self.merit {
            Merit::Backlinks => 1.0,
            Merit::Cash => std::mem::take(&mut self.worth[from.place()]) / heirs as f64,
            Merit::PageRank => {
                let damping = RankParams::default().damping;
                damping * self.worth[from.place()] / heirs as f64
            }
        };
        for &to in to.iter().filter(|&&to| to != from) {
            self.worth[to.place()] += share;
            if self.waits[to.place()] {
                self.bids.push(Bid { worth: self.worth[to.place()], id: to });
            }
            if self.merit == Merit::PageRank {
                self.links.push((from.place() as NodeId, to.place() as NodeId));
            }
        }
    }

    fn is_old(&self) -> bool {
        let new = self.pages - self.ranked_at;
        new >= FEWEST_PAGES.max(self.pages / PAGES_PER_RANKING)
    }

    /// Computes PageRank over all that is known, and lets all bid anew.
    fn rank(&mut self) {
        self.ranked_at = self.pages;
        let links = Adjacency::new(self.worth.len(), self.links.iter().copied());
        let params = RankParams { tolerance: TOLERANCE, ..RankParams::default() };
        self.worth = page_rank(&links, &params, None).values;
        let waiting = self.waits.iter().enumerate().filter(|(_, waits)| **waits);
        let bid = |(place, _)| Bid { worth: self.worth[place], id: EntryId::at(place) };
        self.bids = waiting.map(bid).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ids(places: &[usize]) -> Vec<EntryId> {
        places.iter().map(|&place| EntryId::at(place)).collect()
    }

    /// Six entries that wait; the first, a start page, is taken and leads to the next three.
    fn begun(merit: Merit) -> Ranked {
        let mut ranked = Ranked::new(merit);
        for id in ids(&[0, 1, 2, 3, 4, 5]) {
            ranked.add(id, id == EntryId::at(0));
            ranked.push(id);
        }
        assert_eq!(ranked.pop(), Some(EntryId::at(0)));
        ranked.link(EntryId::at(0), &ids(&[0, 1, 2, 3]));
        ranked
    }

    fn rest(mut ranked: Ranked) -> Vec<usize> {
        std::iter::from_fn(|| ranked.pop()).map(EntryId::place).collect()
    }

    #[test]
    fn the_entry_that_most_pages_lead_to_comes_first() {
        let mut ranked = begun(Merit::Backlinks);
        assert_eq!(ranked.pop(), Some(EntryId::at(1)));
        ranked.link(EntryId::at(1), &ids(&[3, 4]));
        assert_eq!(rest(ranked), [3, 2, 4, 5]);
    }

    #[test]
    fn cash_is_handed_on_in_equal_shares() {
        let mut ranked = begun(Merit::Cash);
        assert_eq!(ranked.pop(), Some(EntryId::at(1)));
        ranked.link(EntryId::at(1), &ids(&[5]));
        // A third each, 5 that of 1 alone; all three are found in their order.
        assert_eq!(rest(ranked), [2, 3, 5, 4]);
    }

    proptest! {
        /// Every entry that waits is taken once, whatever comes between.
        #[test]
        fn none_is_lost_and_none_comes_twice(
            merit in prop::sample::select(vec![Merit::PageRank, Merit::Cash, Merit::Backlinks]),
            pages in prop::collection::vec(prop::collection::vec(0_usize..40, 0..9), 0..40),
        ) {
            let mut ranked = Ranked::new(merit);
            for place in 0..40 {
                ranked.add(EntryId::at(place), place == 0);
                ranked.push(EntryId::at(place));
            }
            let mut taken = Vec::new();
            for mut links in pages {
                let Some(id) = ranked.pop() else { break };
                taken.push(id.place());
                links.sort_unstable();
                links.dedup();
                ranked.link(id, &ids(&links));
            }
            taken.extend(rest(ranked));
            taken.sort_unstable();
            prop_assert_eq!(taken, (0..40).collect::<Vec<_>>());
        }
    }
}
