//! The loop of a crawl: choose, launch, settle, commit.
//!
//! URLs are handed out and settled in one order. Answers may come in any order; they wait in a
//! window until all before them are settled, and the next URL is chosen after each settled one,
//! from what is known then. So choices depend on answers only, never on their timing.

use crate::event::{CrawlEvent, EndReason, Observer};
use crate::frontier::scope::Scope;
use crate::frontier::{EntryId, Frontier, Next, Source};
use crate::journal::off_task;
use crate::ledger::Ledger;
use crate::lists::listings::Listings;
use crate::page::outline::Reading;
use crate::renewal::History;
use crate::traps::actions::{COUNTED, DOES_SOMETHING, action_of};
use crate::traps::calendars::{Calendars, ENDLESS};
use crate::traps::missing::Missing;
use crate::traps::twins::Twins;
use crate::trouble::Trouble;
use crate::visit::{Visit, Visitor};
use crate::{CrawlError, CrawlOptions, Journal};
use sitewrap_fetch::{Paces, PoliteClient, RobotsCache, StopSignal};
use sitewrap_model::FrontierState;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::{Instant, sleep_until};
use url::Url;

/// URLs handed out and not settled, for each request in flight: slow answers hold up the
/// settling of later ones, and these must not hold up the launching.
const WINDOW_PER_LANE: usize = 4;

/// How long requests in flight are waited for once a crawl is to stop.
pub const STOP_GRACE: Duration = Duration::from_secs(3);

/// Waits at least this long are told to the observer.
const WAIT_WORTH_TELLING: Duration = Duration::from_millis(200);

/// A crawl under way.
pub(crate) struct Run<'a> {
    /// The start page as the user gave it.
    pub(crate) start: Url,
    /// The start page, after its redirects as far as they are known.
    pub(crate) seed: Url,
    pub(crate) options: &'a CrawlOptions,
    pub(crate) scope: Scope,
    pub(crate) frontier: Frontier,
    pub(crate) visitor: Arc<Visitor>,
    pub(crate) observer: &'a dyn Observer,
    pub(crate) stop: StopSignal,
    pub(crate) ledger: Ledger,
    pub(crate) robots: RobotsCache,
    pub(crate) polite: PoliteClient,
    pub(crate) paces: Paces,
    pub(crate) tally: Tally,
    pub(crate) history: History,
    pub(crate) listings: Listings,
    pub(crate) missing: Missing,
    pub(crate) twins: Twins,
    pub(crate) calendars: Calendars,
    pub(crate) journal: Arc<dyn Journal>,
    /// Different pages of the site stored so far.
    pub(crate) pages: usize,
    /// Pages stored besides that say the same as one of these.
    pub(crate) twin_pages: usize,
    /// The journal held a frontier before this run.
    pub(crate) resumed: bool,
    /// Why the start page was not stored.
    pub(crate) seed_error: Option<CrawlError>,
    /// Set when no more URLs are to be launched.
    pub(crate) ending: Option<EndReason>,
    pub(crate) trouble: Trouble,
    window: VecDeque<Slot>,
    first_ticket: u64,
}

/// What a run has counted.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) fetched: usize,
    pub(crate) unchanged: usize,
    pub(crate) shells: usize,
    /// Pages whose links were not followed because they ask so.
    pub(crate) barred: usize,
    /// Pages of more links than were taken.
    pub(crate) overlinked: usize,
    /// Links into the site that its scope left out.
    pub(crate) left_out: usize,
    pub(crate) statuses: BTreeMap<u16, u64>,
    pub(crate) skipped: BTreeMap<String, u64>,
    pub(crate) failed: BTreeMap<String, u64>,
}

/// The visits in flight.
#[derive(Default)]
struct Lanes {
    visits: JoinSet<Visit>,
    tickets: HashMap<Id, u64>,
}

/// A URL that was handed out.
struct Slot {
    id: EntryId,
    url: Url,
    reading: Reading,
    stage: Stage,
}

enum Stage {
    Chosen,
    InFlight,
    Answered(Box<Visit>),
}

impl<'a> Run<'a> {
    #[expect(clippy::too_many_arguments, reason = "called once, with the parts of a crawl")]
    pub(crate) fn new(
        seed: Url,
        options: &'a CrawlOptions,
        scope: Scope,
        frontier: Frontier,
        visitor: Arc<Visitor>,
        journal: Arc<dyn Journal>,
        observer: &'a dyn Observer,
        stop: StopSignal,
    ) -> Result<Self, CrawlError> {
        Ok(Self {
            paces: visitor.paces().clone(),
            start: seed.clone(),
            seed,
            options,
            scope,
            frontier,
            ledger: Ledger::new(journal.clone(), visitor.transport().buffers().clone())?,
            observer,
            robots: RobotsCache::new(options.product_token().to_owned()),
            polite: PoliteClient::new(
                visitor.transport().clone(),
                visitor.paces().clone(),
                stop.clone(),
            ),
            stop,
            listings: Listings::default(),
            missing: Missing::default(),
            twins: Twins::default(),
            calendars: Calendars::default(),
            journal,
            visitor,
            tally: Tally::default(),
            history: History::default(),
            pages: 0,
            twin_pages: 0,
            resumed: false,
            seed_error: None,
            ending: None,
            trouble: Trouble::default(),
            window: VecDeque::new(),
            first_ticket: 0,
        })
    }

    /// Runs until there is nothing left to launch and everything launched is settled.
    pub(crate) async fn drive(&mut self) -> Result<EndReason, CrawlError> {
        let mut lanes = Lanes::default();
        let mut patience: Option<Instant> = None;
        self.choose().await?;
        loop {
            if self.stop.is_stopped() {
                self.ending.get_or_insert(EndReason::Stopped);
                patience.get_or_insert_with(|| Instant::now() + STOP_GRACE);
            }
            let next_start = self.launch(&mut lanes);
            if self.window.is_empty() {
                return Ok(self.end_reason());
            }
            let stop = self.stop.clone();
            tokio::select! {
                () = stop.stopped(), if patience.is_none() => {}
                () = sleep_until(patience.unwrap_or_else(Instant::now)), if patience.is_some() => {
                    self.abandon(&mut lanes);
                }
                Some(done) = lanes.visits.join_next_with_id() => {
                    self.answered(&mut lanes, done);
                    while let Some(done) = lanes.visits.try_join_next_with_id() {
                        self.answered(&mut lanes, done);
                    }
                }
                () = sleep_until(next_start.unwrap_or_else(Instant::now)), if next_start.is_some() => {}
            }
            self.settle_answered().await?;
            self.turn_ledger().await?;
        }
    }

    /// Commits what has gathered, if it is time.
    pub(crate) async fn turn_ledger(&mut self) -> Result<(), CrawlError> {
        if let Some(pages) = self.ledger.turn().await? {
            self.observer.event(&CrawlEvent::Committed { pages });
        }
        Ok(())
    }

    /// Puts an answer into the window. A page that breaks the visit is one failure, not the end of
    /// the crawl.
    fn answered(&mut self, lanes: &mut Lanes, done: Result<(Id, Visit), JoinError>) {
        let (task, visit) = match done {
            Ok(done) => done,
            Err(error) => (error.id(), Visit::broken(&error)),
        };
        if let Some(ticket) = lanes.tickets.remove(&task) {
            let place = (ticket - self.first_ticket) as usize;
            self.window[place].stage = Stage::Answered(Box::new(visit));
        }
    }

    /// Launches what may be launched now; gives the time at which more may be.
    fn launch(&mut self, lanes: &mut Lanes) -> Option<Instant> {
        if self.ending.is_some() {
            self.withdraw();
            return None;
        }
        let now = Instant::now();
        let mut soonest: Option<Instant> = None;
        for (place, slot) in self.window.iter_mut().enumerate() {
            if lanes.visits.len() >= self.options.lanes() {
                return None;
            }
            if !matches!(slot.stage, Stage::Chosen) {
                continue;
            }
            let wait = self.paces.of(&slot.url, |pace| {
                let wait = pace.ready(now);
                if wait.is_none() {
                    pace.start(now);
                }
                wait
            });
            if let Some((at, reason)) = wait {
                if at - now >= WAIT_WORTH_TELLING && soonest.is_none() {
                    self.observer.event(&CrawlEvent::Waiting { time: at - now, reason });
                }
                soonest = Some(soonest.map_or(at, |known| known.min(at)));
                continue;
            }
            slot.stage = Stage::InFlight;
            let ticket = self.first_ticket + place as u64;
            let (visitor, url, stored) = (self.visitor.clone(), slot.url.clone(), self.resumed);
            let reading = slot.reading;
            let visit = async move { visitor.visit(url, reading, stored).await };
            let task = lanes.visits.spawn(visit);
            lanes.tickets.insert(task.id(), ticket);
        }
        soonest
    }

    /// Ends the requests in flight; their URLs stay queued.
    fn abandon(&mut self, lanes: &mut Lanes) {
        *lanes = Lanes::default();
        for slot in self.window.iter_mut().filter(|slot| matches!(slot.stage, Stage::InFlight)) {
            slot.stage = Stage::Chosen;
        }
    }

    /// Gives back what was handed out and not launched; it stays queued in the journal.
    fn withdraw(&mut self) {
        let launched = |slot: &Slot| !matches!(slot.stage, Stage::Chosen);
        let keep = self.window.iter().rposition(launched).map_or(0, |last| last + 1);
        for slot in self.window.drain(keep..) {
            self.frontier.put_back(slot.id);
        }
    }

    /// Settles answers as far as none before them is missing, choosing the next URL after each.
    async fn settle_answered(&mut self) -> Result<(), CrawlError> {
        loop {
            match self.window.front() {
                Some(Slot { stage: Stage::Answered(_), .. }) => {}
                // Between launched slots of an ending crawl there may be some that never were.
                Some(Slot { stage: Stage::Chosen, .. }) if self.ending.is_some() => {}
                _ => return Ok(()),
            }
            let Some(slot) = self.window.pop_front() else { return Ok(()) };
            self.first_ticket += 1;
            match slot.stage {
                Stage::Answered(visit) => self.settle(slot.id, &slot.url, *visit),
                Stage::Chosen | Stage::InFlight => self.frontier.put_back(slot.id),
            }
            if self.pages > 0 {
                if self.frontier.is_stored(slot.id) {
                    self.ask_for_missing(&slot.url).await?;
                }
                self.read_listings().await?;
                self.doubt_refusals().await;
            }
            self.choose().await?;
        }
    }

    /// Hands out URLs until the window is full, the budget is spoken for, or none is left.
    async fn choose(&mut self) -> Result<(), CrawlError> {
        while self.ending.is_none()
            && self.window.len() < self.options.lanes() * WINDOW_PER_LANE
            && self.pages.max(self.twin_pages) + self.window.len() < self.options.max_pages
        {
            let id = match self.frontier.next() {
                Some(Next::Repeats(id)) if self.frontier.depth(id) > 0 => {
                    self.skip(id, "repetitive pattern");
                    continue;
                }
                // What the user names is fetched, and as it is named.
                Some(Next::Fetch(id) | Next::Repeats(id)) => id,
                None => return Ok(()),
            };
            let Some(url) = self.frontier.url(id) else {
                self.skip(id, "not a URL");
                continue;
            };
            let in_scope = self.scope.contains(&url) || url == self.seed;
            if !in_scope || !self.is_asked_for(id) {
                // Left by a crawl with another scope, which may take it up again.
                self.frontier.set_aside(id);
                continue;
            }
            // What the user names is fetched whatever its address says.
            if self.frontier.depth(id) > 0 && self.passes_over(id, &url) {
                continue;
            }
            if self.permitted(id, &url).await? {
                let reading = self.frontier.reading(id);
                self.window.push_back(Slot { id, url, reading, stage: Stage::Chosen });
            }
        }
        Ok(())
    }

    /// Passes over a URL that is not worth a request, for what is known of its address; gives
    /// whether it does.
    fn passes_over(&mut self, id: EntryId, url: &Url) -> bool {
        if !self.options.scope.actions
            && let Some(word) = action_of(url)
        {
            self.pass_over(id, COUNTED, &format!("{DOES_SOMETHING}: {word}"));
        } else if let Some(shorter) = self.twins.without_idle(url, self.frontier.family(id)) {
            self.replace(id, &shorter);
        } else if let Some(first) =
            self.twins.alias(&self.frontier, url).filter(|&first| first != id)
        {
            let first = self.frontier.url_text(first);
            self.pass_over(id, "another address of a page", &format!("same page as {first}"));
        } else if self.calendars.is_spent(url, self.pages, self.options.max_pages) {
            self.skip(id, ENDLESS);
        } else {
            return false;
        }
        true
    }

    /// Passes a URL over in favour of the one without parameters that have no effect.
    fn replace(&mut self, id: EntryId, shorter: &Url) {
        self.pass_over(id, "parameter without effect", &format!("same page as {shorter}"));
        self.discover(shorter, Source::Link, Some(id));
    }

    /// The value that the journal keeps under a key.
    pub(crate) async fn recall(&self, key: String) -> Result<Option<Vec<u8>>, CrawlError> {
        let journal = self.journal.clone();
        Ok(off_task(move || journal.state(&key)).await??)
    }

    /// Records where an entry stands.
    pub(crate) fn note(&mut self, id: EntryId, state: FrontierState) {
        let row = self.frontier.row(id, state);
        self.ledger.batch().frontier.push(row);
    }

    /// Passes a URL over, for a reason.
    pub(crate) fn skip(&mut self, id: EntryId, reason: &str) {
        self.pass_over(id, reason, reason);
    }

    /// Passes a URL over for a reason that is counted under a shorter name.
    pub(crate) fn pass_over(&mut self, id: EntryId, name: &str, reason: &str) {
        self.frontier.close(id, None);
        let url = self.frontier.url_text(id);
        self.observer.event(&CrawlEvent::Skipped { url: &url, reason });
        *self.tally.skipped.entry(name.to_owned()).or_default() += 1;
        self.note(id, FrontierState::Skipped(reason.to_owned()));
    }

    fn end_reason(&self) -> EndReason {
        match &self.ending {
            Some(end) => end.clone(),
            None if self.pages.max(self.twin_pages) >= self.options.max_pages => {
                EndReason::PageLimit
            }
            None => EndReason::Complete,
        }
    }
}
