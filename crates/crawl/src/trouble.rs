//! A site that fails, or shuts the crawl out, told from pages that do.
//!
//! Pages that fail are done with. Where it is the site that fails, or the network to it, they are
//! none the worse: the crawl ends, and they are queued for a later one.

use crate::event::EndReason;
use crate::frontier::EntryId;
use crate::run::Run;
use sitewrap_fetch::{Request, Validators};
use sitewrap_model::FrontierState;

/// What has gone wrong since the site last gave a page.
#[derive(Debug, Default)]
pub(crate) struct Trouble {
    /// URLs that failed for good.
    failed: Vec<EntryId>,
    /// URLs that the site would not give.
    refused: Vec<EntryId>,
    /// Attempts that failed, and may be made again.
    attempts: usize,
    /// URLs that asked for more time than the crawl has.
    pub(crate) waits: usize,
}

/// Whether a status says that the one who asks is not let in.
pub(crate) fn is_refusal(status: u16) -> bool {
    matches!(status, 401 | 403)
}

impl Run<'_> {
    /// Notes that the site gives what it is asked for.
    pub(crate) fn all_is_well(&mut self) {
        self.trouble = Trouble::default();
    }

    /// Counts an attempt that failed and may be made again. Where everything fails, a long queue need
    /// not be gone through once before that counts.
    pub(crate) fn stumble(&mut self, reason: &str) {
        self.trouble.attempts += 1;
        let limits = &self.options.limits;
        let bearable = limits.failures_in_a_row * usize::from(limits.attempts);
        if self.options.follow_links && self.trouble.attempts >= bearable {
            self.give_up(reason);
        }
    }

    /// Counts failures in a row. When there are too many it is the site that fails, not the pages.
    pub(crate) fn strike(&mut self, id: EntryId, reason: &str) {
        // The URLs of a list were written down by somebody, and may be dead one after another.
        if !self.options.follow_links {
            return;
        }
        self.trouble.failed.push(id);
        let enough = self.trouble.failed.len() >= self.options.limits.failures_in_a_row;
        if enough || self.given_up() {
            self.give_up(reason);
        }
    }

    /// Counts refusals in a row.
    pub(crate) fn refused(&mut self, id: EntryId, reason: &str) {
        if !self.options.follow_links {
            return;
        }
        self.trouble.refused.push(id);
        if self.given_up() {
            self.give_up(reason);
        }
    }

    /// Whether the site was given up; what was under way then is no worse than the rest.
    fn given_up(&self) -> bool {
        matches!(self.ending, Some(EndReason::SiteFailing(_)))
    }

    /// Where many URLs in a row were refused, asks for the start page once more: if that is refused
    /// too, they are not kept from everybody, but the site has shut the crawl out.
    pub(crate) async fn doubt_refusals(&mut self) {
        let enough = self.trouble.refused.len() >= self.options.limits.failures_in_a_row;
        if !enough || self.ending.is_some() {
            return;
        }
        let cap = self.options.limits.body;
        let request = Request::page(self.seed.clone(), cap, Validators::default());
        match self.fetch_aside(&request).await {
            Some(Ok(answer)) if is_refusal(answer.status) => {
                self.give_up(&format!("HTTP {}", answer.status));
            }
            Some(_) => self.trouble.refused.clear(),
            None => {}
        }
    }

    /// Ends the crawl for the site's failing; what failed of late is queued again.
    fn give_up(&mut self, reason: &str) {
        let Trouble { failed, refused, .. } = std::mem::take(&mut self.trouble);
        for id in failed.into_iter().chain(refused) {
            self.frontier.reopen(id);
            self.note(id, FrontierState::Queued);
        }
        self.ending.get_or_insert(EndReason::SiteFailing(reason.to_owned()));
    }
}
