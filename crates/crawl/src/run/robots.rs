//! What robots.txt permits, and what follows from it for the crawl.

use super::Run;
use super::files::Hosts;
use crate::CrawlError;
use crate::event::{CrawlEvent, EndReason};
use crate::frontier::EntryId;
use crate::visit::Cause;
use sitewrap_fetch::{NoRobots, Permission, Persistence, RobotsTxt, Unavailable, fetch_robots};
use sitewrap_model::SkipReason;
use sitewrap_tree::origin_of;
use url::Url;

/// The key under which the journal keeps the robots.txt of an origin.
fn state_key(origin: &str) -> String {
    format!("robots:{origin}")
}

impl Run<'_> {
    /// Whether robots.txt permits a URL; if not, the URL is skipped or failed with the reason.
    /// Fetches robots.txt first where it is not known.
    pub(super) async fn permitted(&mut self, id: EntryId, url: &Url) -> Result<bool, CrawlError> {
        if self.robots.permission(url) == Permission::Unknown {
            self.ask_robots(url, Hosts::Any).await;
            if self.ending.is_some() {
                self.progress.frontier.put_back(id);
                return Ok(false);
            }
        }
        match self.robots.permission(url) {
            Permission::Allowed => Ok(true),
            Permission::Unavailable(why) => {
                if let Some(robots) =
                    url.join("/robots.txt").ok().filter(|_| *url == self.seeds.start)
                {
                    self.blame_robots(url, &robots, &why);
                }
                self.lock_out(id, url, &format!("robots.txt: {why}"));
                Ok(false)
            }
            Permission::Forbidden | Permission::Unknown => {
                if *url == self.seeds.start {
                    let error = CrawlError::Forbidden { url: url.to_string() };
                    self.seeds.error.get_or_insert(error);
                }
                self.progress.skip(id, SkipReason::Robots);
                Ok(false)
            }
        }
    }

    /// Passes a URL over whose robots.txt cannot be had. That tells nothing of the URL: it stays
    /// queued for a later crawl, save one that the user named.
    fn lock_out(&mut self, id: EntryId, url: &Url, reason: &str) {
        if self.progress.frontier.depth(id) == 0 {
            return self.fail(id, url, &Cause::Said(reason.to_owned()));
        }
        if origin_of(url) == origin_of(&self.seeds.start) {
            self.progress.frontier.put_back(id);
            self.ending.get_or_insert(EndReason::SiteFailing(reason.to_owned()));
            return;
        }
        self.progress.frontier.set_aside(id);
        self.progress.count_failed(url, reason);
    }

    /// A start page whose robots.txt cannot be had: if no answer came at all, that is what the
    /// user must know; else what robots.txt said.
    fn blame_robots(&mut self, seed: &Url, robots: &Url, why: &Unavailable) {
        match (why, self.progress.frontier.find(seed)) {
            (Unavailable::Fetch(error), Some(id)) => {
                self.blame_seed(id, seed, &Cause::Fetch(error.clone()));
            }
            _ => {
                let (url, reason) = (robots.to_string(), why.to_string());
                self.seeds.error.get_or_insert(CrawlError::Robots { url, reason });
            }
        }
    }

    /// Whether robots.txt permits a file that is no page. Fetches robots.txt first where it is not
    /// known.
    pub(super) async fn may_fetch(&mut self, url: &Url, hosts: Hosts) -> bool {
        if self.robots.permission(url) == Permission::Unknown {
            self.ask_robots(url, hosts).await;
        }
        self.ending.is_none() && self.robots.permission(url) == Permission::Allowed
    }

    /// Learns the rules of an origin, from the journal or the site.
    async fn ask_robots(&mut self, url: &Url, hosts: Hosts) {
        let origin = origin_of(url);
        let robots = match self.recall_robots(&origin).await {
            Some(robots) => robots,
            None => {
                let Some(robots) = self.fetch_robots(url, hosts).await else { return };
                if let Some(bytes) = robots.to_bytes() {
                    self.progress.keep(state_key(&origin), bytes);
                }
                robots
            }
        };
        let extras = self.robots.learn(url, &robots);
        self.visitor.renderer().learn_robots(&origin, &robots).await;
        if let Some(delay) = extras.delay.filter(|delay| *delay > self.options.limits.wait) {
            if !self.scope.on_site(url) {
                self.robots.shut(url, Unavailable::CrawlDelay);
                return;
            }
            self.ending.get_or_insert(EndReason::WaitTooLong(delay));
        }
        self.paces.of(url, |pace| pace.obey(extras.delay));
        self.note_sitemaps(extras.sitemaps, url);
    }

    /// What an earlier crawl was told less than a day ago.
    async fn recall_robots(&self, origin: &str) -> Option<RobotsTxt> {
        RobotsTxt::read(&self.recall(state_key(origin)).await.ok()??)
    }

    /// Fetches a robots.txt. Gives `None` if there is no telling what it says, or the crawl is to stop.
    async fn fetch_robots(&mut self, url: &Url, hosts: Hosts) -> Option<RobotsTxt> {
        let limits = &self.options.limits;
        let persistence = Persistence { attempts: limits.attempts, wait: limits.wait };
        let observer = self.progress.observer();
        let on_wait = |time, reason| observer.event(&CrawlEvent::Waiting { time, reason });
        match fetch_robots(self.client(url, hosts), url, persistence, &on_wait).await {
            Ok(robots) => Some(robots),
            Err(NoRobots::Unavailable(why)) => {
                self.robots.shut(url, why);
                None
            }
            Err(NoRobots::Stopped) => {
                self.ending.get_or_insert(EndReason::Stopped);
                None
            }
        }
    }
}
