//! The loop of a crawl: choose, launch, handle responses, commit.
//!
//! URLs are handed out, and their responses handled, in one order. Answers may come in any order; they
//! wait in a window until all before them are handled, and the next URL is chosen after each of them,
//! from what is known then. So choices depend on answers only, never on their timing.
//!
//! Detectors (duplicates, calendars, soft 404s, the circuit breaker, lists) have states of their own:
//! they are shown what comes and say what they find. The run alone carries that out.

mod choose;
mod failures;
mod files;
mod finish;
mod follow;
pub(crate) mod progress;
mod response;
mod robots;
mod rules;
mod seeds;
mod sitemaps;
mod soft_404s;
mod start;
mod style_sheets;
mod window;

use crate::batcher::CommitBatcher;
use crate::breaker::CircuitBreaker;
use crate::duplicates::Duplicates;
use crate::event::{CrawlEvent, EndReason, Observer};
use crate::frontier::Frontier;
use crate::frontier::scope::Scope;
use crate::journal::off_task;
use crate::lists::sitemap_queue::SitemapQueue;
use crate::refresh::History;
use crate::soft404::Soft404Detector;
use crate::style_sheets::StyleSheets;
use crate::traps::calendars::Calendars;
use crate::visit::Visitor;
use crate::{CrawlError, CrawlOptions, Journal};
use progress::Progress;
use sitewrap_fetch::{FetchOptions, Paces, PoliteClient, RobotsCache, StopSignal, Transport};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use url::Url;
use window::{Lanes, Window};

/// How long requests in flight are waited for once a crawl is to stop.
pub const STOP_GRACE: Duration = Duration::from_secs(3);

/// Waits at least this long are told to the observer.
const WAIT_WORTH_TELLING: Duration = Duration::from_millis(200);

/// A crawl under way.
pub(crate) struct Run<'a> {
    options: &'a CrawlOptions,
    seeds: Seeds,
    scope: Scope,
    progress: Progress<'a>,
    journal: Arc<dyn Journal>,
    visitor: Arc<Visitor>,
    robots: RobotsCache,
    polite: PoliteClient,
    /// Asks hosts that are not the site's, where the crawl itself may ask private addresses.
    strangers: Option<PoliteClient>,
    paces: Paces,
    stop: StopSignal,
    history: History,
    sitemaps: SitemapQueue,
    style_sheets: StyleSheets,
    soft_404s: Soft404Detector,
    duplicates: Duplicates,
    calendars: Calendars,
    breaker: CircuitBreaker,
    window: Window,
    /// The journal held a frontier before this run.
    resumed: bool,
    /// Set when no more URLs are to be launched.
    ending: Option<EndReason>,
}

/// The start page.
struct Seeds {
    /// As the user gave it.
    given: Url,
    /// After its redirects, as far as they are known.
    start: Url,
    /// Why it was not stored.
    error: Option<CrawlError>,
}

/// What a run is made of.
pub(crate) struct Parts<'a> {
    pub(crate) seed: Url,
    pub(crate) options: &'a CrawlOptions,
    pub(crate) scope: Scope,
    pub(crate) frontier: Frontier,
    pub(crate) visitor: Arc<Visitor>,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) observer: &'a dyn Observer,
    pub(crate) stop: StopSignal,
}

impl<'a> Run<'a> {
    pub(crate) fn new(parts: Parts<'a>) -> Result<Self, CrawlError> {
        let Parts { seed, options, scope, frontier, visitor, journal, observer, stop } = parts;
        let (transport, paces) = (visitor.transport().clone(), visitor.paces().clone());
        let public = FetchOptions { allow_private: false, ..options.fetching() };
        let strangers = (options.style_sheets && options.allow_private)
            .then(|| Transport::new(&public))
            .transpose()?
            .map(|transport| PoliteClient::new(Arc::new(transport), paces.clone(), stop.clone()));
        let batcher = CommitBatcher::new(journal.clone(), transport.buffers().clone())?;
        Ok(Self {
            options,
            seeds: Seeds { given: seed.clone(), start: seed, error: None },
            scope,
            progress: Progress::new(frontier, batcher, observer),
            journal,
            robots: RobotsCache::new(options.product_token().to_owned()),
            strangers,
            polite: PoliteClient::new(transport, paces.clone(), stop.clone()),
            paces,
            stop,
            history: History::default(),
            sitemaps: SitemapQueue::default(),
            style_sheets: StyleSheets::default(),
            soft_404s: Soft404Detector::default(),
            duplicates: Duplicates::default(),
            calendars: Calendars::default(),
            breaker: CircuitBreaker::new(options),
            window: Window::default(),
            resumed: false,
            ending: None,
            visitor,
        })
    }

    /// Runs until there is nothing left to launch and everything launched is handled.
    pub(crate) async fn drive(&mut self) -> Result<EndReason, CrawlError> {
        let mut lanes = Lanes::default();
        let mut patience: Option<Instant> = None;
        self.resume_style_sheets().await?;
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
                    self.window.abandon(&mut lanes);
                }
                Some(done) = lanes.next() => {
                    self.window.answered(&mut lanes, done);
                    while let Some(done) = lanes.try_next() {
                        self.window.answered(&mut lanes, done);
                    }
                }
                () = sleep_until(next_start.unwrap_or_else(Instant::now)), if next_start.is_some() => {}
            }
            self.handle_answered().await?;
            self.progress.commit_due().await?;
        }
    }

    /// Launches what may be launched now; gives the time at which more may be.
    fn launch(&mut self, lanes: &mut Lanes) -> Option<Instant> {
        if self.ending.is_some() {
            for id in self.window.withdraw() {
                self.progress.frontier.put_back(id);
            }
            return None;
        }
        let now = Instant::now();
        let mut soonest: Option<Instant> = None;
        for (ticket, slot) in self.window.chosen() {
            if lanes.len() >= self.options.lanes() {
                return None;
            }
            let wait = self.paces.of(slot.url(), |pace| {
                let wait = pace.ready(now);
                if wait.is_none() {
                    pace.start(now);
                }
                wait
            });
            if let Some((at, reason)) = wait {
                if at - now >= WAIT_WORTH_TELLING && soonest.is_none() {
                    self.progress.tell(&CrawlEvent::Waiting { time: at - now, reason });
                }
                soonest = Some(soonest.map_or(at, |known| known.min(at)));
                continue;
            }
            let (url, reading) = slot.launch();
            let (visitor, stored) = (self.visitor.clone(), self.resumed);
            lanes.launch(ticket, async move { visitor.visit(url, reading, stored).await });
        }
        soonest
    }

    /// Handles responses as far as none before them is missing, choosing the next URL after each.
    async fn handle_answered(&mut self) -> Result<(), CrawlError> {
        while let Some(slot) = self.window.next_done(self.ending.is_some()) {
            let (id, url) = (slot.id, slot.url().clone());
            match slot.answer() {
                Some(visit) => self.respond(id, &url, visit),
                None => self.progress.frontier.put_back(id),
            }
            if self.progress.tally.pages > 0 {
                if self.progress.frontier.is_stored(id) {
                    self.probe_soft_404s(&url).await?;
                }
                self.read_sitemaps().await?;
                self.read_style_sheets().await?;
                self.doubt_refusals().await;
            }
            self.choose().await?;
        }
        Ok(())
    }

    fn end_reason(&self) -> EndReason {
        match &self.ending {
            Some(end) => end.clone(),
            None if self.progress.is_at_limit(0, self.options.max_pages) => EndReason::PageLimit,
            None => EndReason::Complete,
        }
    }

    /// The value that the journal keeps under a key.
    async fn recall(&self, key: String) -> Result<Option<Vec<u8>>, CrawlError> {
        let journal = self.journal.clone();
        Ok(off_task(move || journal.state(&key)).await??)
    }
}
