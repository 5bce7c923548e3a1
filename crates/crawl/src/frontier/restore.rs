//! The frontier as it comes back from what an earlier crawl left, and as it is stored.

use super::Frontier;
use super::entry::{Entry, Standing};
use super::id::EntryId;
use super::stored::StoredFrontier;
use crate::options::Order;
use rustc_hash::FxHashMap;
use sitewrap_model::{FrontierEntry, FrontierState, Links};

/// Bits in which the sketches of structures that are alike may differ: of those that share nine
/// tenths of their features, they differ in seven on average.
const MAY_BE_ALIKE: u32 = 16;

impl Frontier {
    /// The frontier as an earlier crawl left it.
    pub(crate) fn restore(stored: StoredFrontier, order: Order, limit: usize) -> Self {
        let mut frontier = Self::new(order, limit);
        let StoredFrontier { urls, referrers, mut entries, .. } = stored;
        entries.sort_by_key(|entry| entry.seq);
        for entry in entries {
            let referrer = entry.referrer.and_then(|place| referrers.get(place as usize));
            let referrer = referrer.and_then(|url| frontier.urls.find(url));
            let standing = entry.standing;
            let mut new = Entry::new(entry.depth);
            (new.referrer, new.standing) = (referrer, standing);
            let id = frontier.urls.push(&urls.get(entry.text));
            frontier.entries.push(new);
            frontier.entries.numbers.push(id, u32::try_from(entry.seq).unwrap_or(u32::MAX));
            frontier.entries.set_fingerprint(id, entry.fingerprint);
            if let Some(ranked) = &mut frontier.ranked {
                ranked.add(id, entry.depth == 0);
            }
            if standing == Standing::Queued {
                frontier.queued += 1;
                match &mut frontier.ranked {
                    Some(ranked) => ranked.push(id),
                    None => frontier.queue.push_back(id),
                }
            }
        }
        frontier.relearn();
        frontier
    }

    /// Takes in where the pages that an earlier crawl stored lead, in the order in which they were
    /// found.
    pub(crate) fn restore_links(&mut self, stored: Vec<Links>) {
        let (_, ids) = self.by_number();
        let mut links: Vec<(EntryId, Vec<EntryId>)> = stored
            .into_iter()
            .filter_map(|links| {
                let from = self.find_text(&links.from).filter(|&from| self.is_stored(from))?;
                Some((from, links.to.iter().filter_map(|to| ids.get(to).copied()).collect()))
            })
            .collect();
        links.sort_unstable();
        links.iter().for_each(|(from, to)| self.link(*from, to));
    }

    /// The number of entries, and the entries by the numbers that links have of them.
    pub(crate) fn by_number(&self) -> (usize, FxHashMap<u64, EntryId>) {
        (self.entries.len(), self.entries.ids().map(|id| (self.seq(id), id)).collect())
    }

    /// An entry in the form that is stored.
    pub(crate) fn row(&self, id: EntryId, state: FrontierState) -> FrontierEntry {
        FrontierEntry {
            url: self.url_text(id),
            seq: self.seq(id),
            depth: self.depth(id),
            referrer: self.referrer(id),
            state,
            fingerprint: self.entries.fingerprint(id),
        }
    }

    /// The entries whose pages are stored and may be of this structure, by its sketch.
    pub(crate) fn stored_alike(&self, structure: u64) -> Vec<EntryId> {
        let may_be = |&id: &EntryId| {
            let known = self.entries.fingerprint(id).map_or(0, |print| print.structure);
            known == 0 || (known ^ structure).count_ones() <= MAY_BE_ALIKE
        };
        self.stored().into_iter().filter(may_be).collect()
    }

    /// All entries whose pages are stored.
    pub(crate) fn stored(&self) -> Vec<EntryId> {
        self.entries.ids().filter(|&id| self.is_stored(id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(seq: u64, url: String) -> FrontierEntry {
        let state = if seq == 0 { FrontierState::Fetched } else { FrontierState::Queued };
        let referrer = (seq > 0).then(|| "https://a.example/".to_owned());
        FrontierEntry { url, seq, depth: 1, referrer, state, fingerprint: None }
    }

    #[test]
    fn what_is_read_takes_the_room_of_what_it_becomes() {
        let url = |seq: u64| match seq {
            0 => "https://a.example/".to_owned(),
            _ => format!("https://a.example/{}/{seq}", "x".repeat(1900)),
        };
        let mut stored = StoredFrontier::default();
        // As a log is read: what was found last comes first.
        (0..1000).rev().for_each(|seq| stored.push(&entry(seq, url(seq))));
        assert!(stored.urls.bytes() < 200_000, "{} of 1.9 MB", stored.urls.bytes());
        let frontier = Frontier::restore(stored, Order::BreadthFirst, usize::MAX);
        assert_eq!((frontier.entries.len(), frontier.queued()), (1000, 999));
        for seq in [0, 1, 500, 999] {
            let id = frontier.find_text(&url(seq)).expect("it was stored");
            assert_eq!(frontier.row(id, entry(seq, url(seq)).state), entry(seq, url(seq)));
        }
    }
}
