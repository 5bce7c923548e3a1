//! Responses that are no page: retries, waits, and when the site is given up.

use super::Run;
use crate::CrawlError;
use crate::breaker::{Circuit, is_refusal};
use crate::event::{CrawlEvent, EndReason};
use crate::frontier::EntryId;
use crate::visit::Cause;
use sitewrap_fetch::{AddressError, FetchError, Request, Validators};
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

impl Run<'_> {
    /// Closes a URL that failed for good.
    pub(super) fn fail(&mut self, id: EntryId, url: &Url, cause: &Cause) {
        self.blame_seed(id, url, cause);
        self.progress.fail(id, url, &cause.to_string());
    }

    /// Closes a URL that the site would not give.
    pub(super) fn refuse(&mut self, id: EntryId, cause: &Cause) {
        let circuit = self.breaker.count_refusal(id, self.is_given_up());
        self.act_on(circuit, &cause.to_string());
    }

    /// Tries a URL again, or closes it after so many attempts.
    pub(super) fn retry(&mut self, id: EntryId, url: &Url, cause: &Cause) {
        let reason = cause.to_string();
        if self.progress.frontier.count_attempt(id) < self.options.limits.attempts {
            self.progress.tell(&CrawlEvent::Retry { url: url.as_str(), reason: &reason });
            self.progress.frontier.postpone(id);
            let circuit = self.breaker.count_attempt();
            self.act_on(circuit, &reason);
        } else {
            self.fail_and_count(id, url, cause);
        }
    }

    /// Waits for a host that asks for time.
    pub(super) fn back_off(
        &mut self,
        id: EntryId,
        url: &Url,
        cause: &Cause,
        asked: Option<Duration>,
    ) {
        let longest = self.options.limits.wait;
        let bearable = asked.filter(|asked| *asked <= longest);
        let wait = self.paces.of(url, |pace| pace.back_off(Instant::now(), bearable));
        let wait = asked.map_or(wait, |asked| asked.max(wait));
        let attempts = self.options.limits.attempts.saturating_mul(2);
        if wait > longest {
            self.wait_too_long(id, url, wait);
        } else if self.progress.frontier.count_attempt(id) < attempts {
            let reason = cause.to_string();
            self.progress.tell(&CrawlEvent::Retry { url: url.as_str(), reason: &reason });
            self.progress.frontier.put_back(id);
        } else {
            self.fail_and_count(id, url, cause);
        }
    }

    fn fail_and_count(&mut self, id: EntryId, url: &Url, cause: &Cause) {
        self.fail(id, url, cause);
        let circuit = self.breaker.count_failure(id, self.is_given_up());
        self.act_on(circuit, &cause.to_string());
    }

    /// A URL whose server asks for more time than the crawl has is left to a later crawl. Where several
    /// do so, without a page between them, or there is no page yet, it is the site that asks.
    fn wait_too_long(&mut self, id: EntryId, url: &Url, wait: Duration) {
        let site_asks = self.breaker.count_wait();
        if self.progress.tally.pages == 0 || site_asks {
            self.progress.frontier.put_back(id);
            self.ending.get_or_insert(EndReason::WaitTooLong(wait));
        } else {
            let reason = format!("asks to wait {} s; left to a later crawl", wait.as_secs());
            self.progress.count_skipped(url.as_str(), "asks to wait too long", &reason);
            self.progress.frontier.set_aside(id);
        }
    }

    fn is_given_up(&self) -> bool {
        matches!(self.ending, Some(EndReason::SiteFailing(_)))
    }

    /// Ends the crawl where the site fails; what failed of late is queued again.
    fn act_on(&mut self, circuit: Circuit, reason: &str) {
        if circuit == Circuit::Open {
            for id in self.breaker.reset() {
                self.progress.requeue(id);
            }
            self.ending.get_or_insert(EndReason::SiteFailing(reason.to_owned()));
        }
    }

    /// Where many URLs in a row were refused, asks for the start page once more: if that is refused
    /// too, they are not kept from everybody, but the site has shut the crawl out.
    pub(super) async fn doubt_refusals(&mut self) {
        if !self.breaker.doubts_refusals() || self.ending.is_some() {
            return;
        }
        let cap = self.options.limits.body;
        let request = Request::page(self.seeds.start.clone(), cap, Validators::default());
        match self.fetch_aside(&request).await {
            Some(Ok(answer)) if is_refusal(answer.status) => {
                self.act_on(Circuit::Open, &format!("HTTP {}", answer.status));
            }
            Some(_) => self.breaker.accept_refusals(),
            None => {}
        }
    }

    /// Whether an entry is the start page, or what it redirects to.
    pub(super) fn leads_from_seed(&self, id: EntryId) -> bool {
        self.progress.frontier.find(&self.seeds.start) == Some(id)
    }

    /// Remembers why the start page could not be fetched.
    pub(super) fn blame_seed(&mut self, id: EntryId, url: &Url, cause: &Cause) {
        if self.leads_from_seed(id) {
            let error = seed_error(url, cause);
            self.seeds.error.get_or_insert(error);
        }
    }
}

/// The error for a start page that could not be fetched.
fn seed_error(url: &Url, cause: &Cause) -> CrawlError {
    // robots.txt may have led to another host.
    let is_its = |host: &str| url.host_str() == Some(host);
    match cause {
        Cause::Fetch(FetchError::Address(AddressError::Unknown(host))) if is_its(host) => {
            CrawlError::UnknownHost { host: host.clone() }
        }
        Cause::Fetch(FetchError::Address(AddressError::Private(host))) if is_its(host) => {
            CrawlError::PrivateAddress { host: host.clone() }
        }
        Cause::Fetch(FetchError::Address(AddressError::Private(host))) => {
            CrawlError::LeadsToPrivate { url: url.to_string(), host: host.clone() }
        }
        _ => CrawlError::Unreachable { url: url.to_string(), reason: cause.to_string() },
    }
}
