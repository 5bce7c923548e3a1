//! The robots.txt of each origin that the crawl meets.

use crate::event::{CrawlEvent, EndReason, WaitReason};
use crate::fetch::http_date::retry_after;
use crate::fetch::robots::{ROBOTS_BYTES, Rules};
use crate::fetch::transport::{Answer, Body, FetchError, Request};
use crate::fetch::visit::now_ms;
use crate::frontier::EntryId;
use crate::run::Run;
use crate::{CrawlError, Journal};
use reqwest::header;
use serde::{Deserialize, Serialize};
use sitewrap_tree::origin_of;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};
use url::Url;

/// Redirects of a robots.txt that are followed (RFC 9309, 2.3.1.2).
const REDIRECTS: usize = 5;

/// First wait before robots.txt is tried again; doubled each time.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// What is known of robots.txt, by origin.
pub(crate) struct RobotsBook {
    product_token: String,
    journal: Arc<dyn Journal>,
    known: HashMap<String, Knowledge>,
}

enum Knowledge {
    Rules(Rules),
    /// It could not be had, for the reason given: nothing may be fetched.
    Unavailable(String),
}

/// An answer in the form that the journal keeps.
#[derive(Serialize, Deserialize)]
struct StoredRobots {
    fetched_at: u64,
    /// `None` where the site has no robots.txt.
    text: Option<String>,
}

/// How an attempt to fetch a robots.txt ended.
enum Attempt {
    Text(Vec<u8>),
    Absent,
    Unavailable(String, Option<Duration>),
    /// The crawl is to stop.
    Stopped,
}

impl RobotsBook {
    pub(crate) fn new(product_token: String, journal: Arc<dyn Journal>) -> Self {
        Self { product_token, journal, known: HashMap::new() }
    }

    fn rules(&self, origin: &str) -> Option<&Knowledge> {
        self.known.get(origin).filter(|known| match known {
            Knowledge::Rules(rules) => !rules.expired(now_ms()),
            Knowledge::Unavailable(_) => true,
        })
    }

    /// What an earlier crawl was told less than a day ago.
    async fn recall(&self, origin: &str) -> Option<StoredRobots> {
        let (journal, key) = (self.journal.clone(), state_key(origin));
        let read = tokio::task::spawn_blocking(move || journal.state(&key)).await;
        let stored: StoredRobots = serde_json::from_slice(&read.ok()?.ok()??).ok()?;
        let rules = Rules::absent(stored.fetched_at);
        (!rules.expired(now_ms())).then_some(stored)
    }

    fn parse(&self, stored: &StoredRobots) -> Rules {
        match &stored.text {
            Some(text) => Rules::parse(&self.product_token, text.as_bytes(), stored.fetched_at),
            None => Rules::absent(stored.fetched_at),
        }
    }
}

fn state_key(origin: &str) -> String {
    format!("robots:{origin}")
}

impl Run<'_> {
    /// Whether robots.txt permits a URL; if not, the URL is skipped or failed with the reason.
    /// Fetches robots.txt first where it is not known.
    pub(crate) async fn permitted(&mut self, id: EntryId, url: &Url) -> Result<bool, CrawlError> {
        let origin = origin_of(url);
        if self.robots.rules(&origin).is_none() {
            self.ask_robots(url, &origin).await;
            if self.ending.is_some() {
                self.frontier.put_back(id);
                return Ok(false);
            }
        }
        match self.robots.rules(&origin) {
            Some(Knowledge::Rules(rules)) if rules.allow(url) => Ok(true),
            Some(Knowledge::Unavailable(reason)) => {
                let reason = reason.clone();
                if let Some(robots) = url.join("/robots.txt").ok().filter(|_| *url == self.seed) {
                    self.blame_robots(url, &robots, &reason);
                }
                self.lock_out(id, url, &origin, &format!("robots.txt: {reason}"));
                Ok(false)
            }
            _ => {
                if *url == self.seed {
                    let error = CrawlError::Forbidden { url: url.to_string() };
                    self.seed_error.get_or_insert(error);
                }
                self.skip(id, "robots.txt");
                Ok(false)
            }
        }
    }

    /// Passes a URL over whose robots.txt cannot be had. That tells nothing of the URL: it stays
    /// queued for a later crawl, save one that the user named.
    fn lock_out(&mut self, id: EntryId, url: &Url, origin: &str, reason: &str) {
        if self.frontier.depth(id) == 0 {
            return self.fail(id, url, reason);
        }
        if origin == origin_of(&self.seed) {
            self.frontier.put_back(id);
            self.ending.get_or_insert(EndReason::SiteFailing(reason.to_owned()));
            return;
        }
        self.frontier.set_aside(id);
        self.observer.event(&CrawlEvent::Failed { url: url.as_str(), reason });
        *self.tally.failed.entry(reason.to_owned()).or_default() += 1;
    }

    /// Whether robots.txt permits a file that is no page. Fetches robots.txt first where it is not
    /// known.
    pub(crate) async fn may_fetch(&mut self, url: &Url) -> bool {
        let origin = origin_of(url);
        if self.robots.rules(&origin).is_none() {
            self.ask_robots(url, &origin).await;
        }
        self.ending.is_none() && self.rules_allow(url)
    }

    /// Whether the robots.txt of a URL is known, and permits it.
    pub(crate) fn rules_allow(&self, url: &Url) -> bool {
        let rules = self.robots.rules(&origin_of(url));
        matches!(rules, Some(Knowledge::Rules(rules)) if rules.allow(url))
    }

    /// A start page whose robots.txt cannot be had: if no answer came at all, that is what the
    /// user must know; else what robots.txt said.
    fn blame_robots(&mut self, seed: &Url, robots: &Url, reason: &str) {
        let id = self.frontier.find(seed);
        match id.filter(|_| !reason.starts_with("HTTP")) {
            Some(id) => self.blame_seed(id, seed, reason),
            None => {
                let reason = reason.to_owned();
                self.seed_error
                    .get_or_insert(CrawlError::Robots { url: robots.to_string(), reason });
            }
        }
    }

    /// Learns the rules of an origin, from the journal or the site.
    async fn ask_robots(&mut self, url: &Url, origin: &str) {
        let stored = match self.robots.recall(origin).await {
            Some(stored) => stored,
            None => {
                let Some(stored) = self.fetch_robots(url, origin).await else { return };
                if let Ok(bytes) = serde_json::to_vec(&stored) {
                    self.ledger.batch().state.push((state_key(origin), bytes));
                }
                stored
            }
        };
        let rules = self.robots.parse(&stored);
        let (delay, sitemaps) = (rules.delay(), rules.sitemaps(url));
        self.robots.known.insert(origin.to_owned(), Knowledge::Rules(rules));
        self.visitor.share_rules(origin, || self.robots.parse(&stored)).await;
        if let Some(delay) = delay.filter(|delay| *delay > self.options.limits.wait) {
            if !self.scope.on_site(url) {
                let verdict = Knowledge::Unavailable("Crawl-delay".to_owned());
                self.robots.known.insert(origin.to_owned(), verdict);
                return;
            }
            self.ending.get_or_insert(EndReason::WaitTooLong(delay));
        }
        self.paces.of(url, |pace| pace.obey(delay));
        self.note_sitemaps(sitemaps, url);
    }

    /// Fetches a robots.txt, waiting where the server says that it will pass. Gives `None` if
    /// there is no telling what it says, or the crawl is to stop.
    async fn fetch_robots(&mut self, url: &Url, origin: &str) -> Option<StoredRobots> {
        let mut wait = FIRST_WAIT;
        let mut attempts = 0;
        loop {
            let text = match self.try_robots(url).await {
                Attempt::Text(text) => Some(String::from_utf8_lossy(&text).into_owned()),
                Attempt::Absent => None,
                Attempt::Stopped => return None,
                Attempt::Unavailable(reason, asked) => {
                    attempts += 1;
                    let pause = asked.map_or(wait, |asked| asked.max(wait));
                    if attempts >= self.options.limits.attempts || pause > self.options.limits.wait
                    {
                        let verdict = Knowledge::Unavailable(reason);
                        self.robots.known.insert(origin.to_owned(), verdict);
                        return None;
                    }
                    wait *= 2;
                    self.pause(pause, WaitReason::Robots).await?;
                    continue;
                }
            };
            return Some(StoredRobots { fetched_at: now_ms(), text });
        }
    }

    async fn try_robots(&mut self, url: &Url) -> Attempt {
        let Ok(mut target) = url.join("/robots.txt") else { return Attempt::Absent };
        for _ in 0..=REDIRECTS {
            let request = Request::file(target.clone(), ROBOTS_BYTES);
            let answer = match self.fetch_aside(&request).await {
                Some(Ok(answer)) => answer,
                // Waiting will not change a refusal of our own.
                Some(Err(error)) => {
                    let wait = (!error.may_pass()).then_some(Duration::MAX);
                    return Attempt::Unavailable(error.to_string(), wait);
                }
                None => return Attempt::Stopped,
            };
            match next_step(&target, answer) {
                Ok(attempt) => return attempt,
                Err(redirect) => target = redirect,
            }
        }
        Attempt::Absent
    }

    /// Fetches a file that is no page, at the pace of its host; `None` if the crawl is to stop.
    pub(crate) async fn fetch_aside(
        &mut self,
        request: &Request,
    ) -> Option<Result<Answer, FetchError>> {
        let now = Instant::now();
        if let Some((at, reason)) = self.paces.of(&request.url, |pace| pace.ready(now)) {
            self.pause(at - now, reason).await?;
        }
        self.paces.of(&request.url, |pace| pace.start(Instant::now()));
        let visitor = self.visitor.clone();
        tokio::select! {
            answer = visitor.transport().exchange(request) => Some(answer),
            () = self.stop.stopped() => {
                self.ending.get_or_insert(EndReason::Stopped);
                None
            }
        }
    }

    /// Sleeps, unless the crawl is to stop; `None` then.
    async fn pause(&mut self, time: Duration, reason: WaitReason) -> Option<()> {
        self.observer.event(&CrawlEvent::Waiting { time, reason });
        tokio::select! {
            () = sleep(time) => Some(()),
            () = self.stop.stopped() => {
                self.ending.get_or_insert(EndReason::Stopped);
                None
            }
        }
    }
}

/// What an answer to robots.txt means, or where it redirects to (RFC 9309, 2.3.1). A status 429
/// is a request for time, not the absence of rules.
fn next_step(target: &Url, answer: Answer) -> Result<Attempt, Url> {
    match answer.status {
        200..=299 => Ok(match answer.body {
            Body::Read(text) => Attempt::Text(text),
            _ => Attempt::Absent,
        }),
        300..=399 => answer.location(target).map_or(Ok(Attempt::Absent), Err),
        429 | 500..=599 => {
            let asked = answer.header(header::RETRY_AFTER);
            let asked = asked.and_then(|value| retry_after(value, now_ms()));
            Ok(Attempt::Unavailable(format!("HTTP {}", answer.status), asked))
        }
        _ => Ok(Attempt::Absent),
    }
}
