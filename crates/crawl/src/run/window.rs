//! URLs handed out whose responses are not handled yet, in their order, and the visits in flight.

use crate::frontier::EntryId;
use crate::page::findings::Reading;
use crate::visit::Visit;
use std::collections::{HashMap, VecDeque};
use std::future::Future;
use tokio::task::{Id, JoinError, JoinSet};
use url::Url;

/// The visits in flight.
#[derive(Default)]
pub(super) struct Lanes {
    visits: JoinSet<Visit>,
    tickets: HashMap<Id, u64>,
}

impl Lanes {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.visits.len()
    }

    /// Begins with a visit.
    pub(super) fn launch(
        &mut self,
        ticket: u64,
        visit: impl Future<Output = Visit> + Send + 'static,
    ) {
        let task = self.visits.spawn(visit);
        self.tickets.insert(task.id(), ticket);
    }

    /// The next visit that ends; `None` where none is in flight.
    pub(super) async fn next(&mut self) -> Option<Result<(Id, Visit), JoinError>> {
        self.visits.join_next_with_id().await
    }

    /// A visit that has ended.
    pub(super) fn try_next(&mut self) -> Option<Result<(Id, Visit), JoinError>> {
        self.visits.try_join_next_with_id()
    }
}

/// URLs in the order of handing out, each with how far it has come.
#[derive(Default)]
pub(super) struct Window {
    slots: VecDeque<Slot>,
    first_ticket: u64,
}

/// A URL that was handed out.
pub(super) struct Slot {
    pub(super) id: EntryId,
    url: Url,
    reading: Reading,
    stage: Stage,
}

enum Stage {
    Chosen,
    InFlight,
    Answered(Box<Visit>),
}

impl Slot {
    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// Notes that the URL is asked for now; gives what for.
    pub(super) fn launch(&mut self) -> (Url, Reading) {
        self.stage = Stage::InFlight;
        (self.url.clone(), self.reading)
    }

    /// What came of the visit; `None` if there was none.
    pub(super) fn answer(self) -> Option<Visit> {
        match self.stage {
            Stage::Answered(visit) => Some(*visit),
            Stage::Chosen | Stage::InFlight => None,
        }
    }
}

impl Window {
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Adds a URL that was chosen.
    pub(super) fn push(&mut self, id: EntryId, url: Url, reading: Reading) {
        self.slots.push_back(Slot { id, url, reading, stage: Stage::Chosen });
    }

    /// The URLs that wait to be launched, with their tickets.
    pub(super) fn chosen(&mut self) -> impl Iterator<Item = (u64, &mut Slot)> {
        let tickets = self.first_ticket..;
        let slots = tickets.zip(&mut self.slots);
        slots.filter(|(_, slot)| matches!(slot.stage, Stage::Chosen))
    }

    /// Puts an answer into its place. A page that breaks the visit is one failure, not the end of the
    /// crawl.
    pub(super) fn answered(&mut self, lanes: &mut Lanes, done: Result<(Id, Visit), JoinError>) {
        let (task, visit) = match done {
            Ok(done) => done,
            Err(error) => (error.id(), Visit::broken(&error)),
        };
        if let Some(ticket) = lanes.tickets.remove(&task) {
            let place = (ticket - self.first_ticket) as usize;
            self.slots[place].stage = Stage::Answered(Box::new(visit));
        }
    }

    /// Ends the requests in flight; their URLs stay queued.
    pub(super) fn abandon(&mut self, lanes: &mut Lanes) {
        *lanes = Lanes::default();
        for slot in self.slots.iter_mut().filter(|slot| matches!(slot.stage, Stage::InFlight)) {
            slot.stage = Stage::Chosen;
        }
    }

    /// Gives back what was handed out and not launched; it stays queued in the journal.
    pub(super) fn withdraw(&mut self) -> impl Iterator<Item = EntryId> + '_ {
        let launched = |slot: &Slot| !matches!(slot.stage, Stage::Chosen);
        let keep = self.slots.iter().rposition(launched).map_or(0, |last| last + 1);
        self.slots.drain(keep..).map(|slot| slot.id)
    }

    /// Takes the first URL, if it is answered. Between launched ones of a crawl that is `ending` there
    /// may be some that never were.
    pub(super) fn next_done(&mut self, ending: bool) -> Option<Slot> {
        match self.slots.front()?.stage {
            Stage::Answered(_) => {}
            Stage::Chosen if ending => {}
            Stage::Chosen | Stage::InFlight => return None,
        }
        self.first_ticket += 1;
        self.slots.pop_front()
    }
}
