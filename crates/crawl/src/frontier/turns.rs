//! Whose turn it is.

use super::entry::Standing;
use super::{EntryId, Frontier, Next};
use crate::frontier::scheduler::Verdict;
use crate::options::Order;

impl Frontier {
    /// Takes the URL whose turn it is.
    pub(crate) fn next(&mut self) -> Option<Next> {
        if let Some(id) = self.again.pop_front() {
            return Some(self.take(id));
        }
        if self.patterns_are_old() {
            self.relearn();
        }
        // What is new comes between, so that it is found before all that is known is seen again.
        let is_new = std::mem::take(&mut self.turn_of_new);
        if !is_new && let Some(id) = self.next_renewed() {
            self.turn_of_new = true;
            return Some(self.take(id));
        }
        self.next_new().or_else(|| {
            let id = self.next_renewed()?;
            Some(self.take(id))
        })
    }

    /// The next of the stored pages that has not had its turn: when kinds are learned anew, the scheduler
    /// takes in all that is queued, these too.
    fn next_renewed(&mut self) -> Option<EntryId> {
        loop {
            let id = self.renewed.pop_front()?;
            if self.entry(id).standing == Standing::Queued {
                return Some(id);
            }
        }
    }

    fn next_new(&mut self) -> Option<Next> {
        if self.order == Order::Diverse {
            loop {
                let id = self.scheduler.pick()?;
                if self.entry(id).standing == Standing::Queued {
                    return Some(self.take(id));
                }
            }
        }
        while let Some(id) = self.next_in_order() {
            if self.scheduler.verdict(self.pattern(id)) != Verdict::Later {
                return Some(self.take(id));
            }
            self.reserve.push_back(id);
        }
        let id = self.reserve.pop_front()?;
        Some(self.take(id))
    }

    fn next_in_order(&mut self) -> Option<EntryId> {
        match &mut self.ranked {
            Some(ranked) => ranked.pop(),
            None => self.queue.pop_front(),
        }
    }

    /// Takes in where a stored page leads, each entry once, for an order by rank.
    pub(crate) fn link(&mut self, from: EntryId, to: &[EntryId]) {
        if let Some(ranked) = &mut self.ranked {
            ranked.link(from, to);
        }
    }

    /// Whether the order asks where pages lead.
    pub(crate) fn asks_for_links(&self) -> bool {
        self.ranked.is_some()
    }

    fn take(&mut self, id: EntryId) -> Next {
        self.queued -= 1;
        self.entry_mut(id).standing = Standing::Taken;
        match self.scheduler.verdict(self.pattern(id)) {
            Verdict::Repeats => Next::Repeats(id),
            Verdict::Fetch | Verdict::Later => Next::Fetch(id),
        }
    }

    /// Puts a URL back, to be the next one.
    pub(crate) fn put_back(&mut self, id: EntryId) {
        self.entry_mut(id).standing = Standing::Queued;
        self.queued += 1;
        self.again.push_back(id);
    }

    /// Leaves a URL for another crawl: it stays queued in the journal.
    pub(crate) fn set_aside(&mut self, id: EntryId) {
        self.entry_mut(id).standing = Standing::Aside;
    }

    /// Puts a URL back, to be tried after all that are queued now.
    pub(crate) fn postpone(&mut self, id: EntryId) {
        self.enqueue(id);
    }

    /// Notes that the user names an entry: it is no clicks away, and queued if it was left for
    /// another crawl, or, with `again`, if no page came of it.
    pub(crate) fn mark_seed(&mut self, id: EntryId, again: bool) {
        self.entry_mut(id).set_depth(0);
        match self.entry(id).standing {
            Standing::Aside => self.enqueue(id),
            Standing::Closed if again => self.enqueue(id),
            _ => {}
        }
    }

    /// Queues a URL again that was seen to before.
    pub(crate) fn reopen(&mut self, id: EntryId) {
        if matches!(
            self.entry(id).standing,
            Standing::Fetched | Standing::Duplicate | Standing::Closed
        ) {
            self.enqueue(id);
        }
    }

    /// Queues stored pages again, in this order; only an order by choice has its own.
    pub(crate) fn renew(&mut self, ids: Vec<EntryId>) {
        for id in ids {
            if self.order == Order::Diverse && self.is_stored(id) {
                self.entry_mut(id).standing = Standing::Queued;
                self.queued += 1;
                self.renewed.push_back(id);
            } else {
                self.reopen(id);
            }
        }
    }

    fn enqueue(&mut self, id: EntryId) {
        self.entry_mut(id).standing = Standing::Queued;
        self.queued += 1;
        match self.order {
            Order::BreadthFirst => self.queue.push_back(id),
            Order::Diverse => self.scheduler.push(id, self.pattern(id)),
            Order::PageRank | Order::Opic | Order::Backlinks => {
                if let Some(ranked) = &mut self.ranked {
                    ranked.push(id);
                }
            }
        }
    }
}
