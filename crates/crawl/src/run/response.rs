//! What becomes of a response.

use super::Run;
use super::start::start_key;
use crate::CrawlError;
use crate::breaker::is_refusal;
use crate::event::CrawlEvent;
use crate::frontier::{EntryId, Source};
use crate::lists::places::relations;
use crate::page::findings::Findings;
use crate::visit::{Cause, Outcome, Visit};
use sitewrap_model::{FrontierState, Page, SkipReason};
use std::sync::Arc;
use url::Url;

/// The status of a stored page that has not changed.
const NOT_MODIFIED: u16 = 304;

impl Run<'_> {
    /// Handles the response to a URL.
    pub(super) fn respond(&mut self, id: EntryId, url: &Url, visit: Visit) {
        if let Some(status) = visit.status {
            *self.progress.tally.statuses.entry(status).or_default() += 1;
            self.progress.tell(&CrawlEvent::Answered { status });
        }
        if let Some((latency, public)) = visit.latency {
            let good = matches!(visit.status, Some(200..=399));
            self.paces.of(url, |pace| pace.learn(latency, public, good));
        }
        if let Some(changed) = visit.changed.filter(|_| self.options.refresh) {
            let url = self.progress.frontier.url_text(id);
            let (key, visits) = self.history.note(id, &url, changed);
            self.progress.keep(key, visits);
        }
        match visit.outcome {
            Outcome::Page(page) => self.store(id, url, page.0, page.1),
            Outcome::Unchanged(findings) => {
                if self.take_in(id, url, *findings, NOT_MODIFIED, 0) {
                    self.progress.tally.unchanged += 1;
                }
            }
            Outcome::Redirect(target) => self.redirect(id, url, &target),
            Outcome::Skip(reason) => self.skip_response(id, url, reason),
            Outcome::Fail(cause) => {
                self.fail(id, url, &cause);
                if visit.status.is_some_and(is_refusal) {
                    self.refuse(id, &cause);
                }
            }
            Outcome::Retry(cause) => self.retry(id, url, &cause),
            Outcome::BackOff(cause, asked) => self.back_off(id, url, &cause, asked),
        }
    }

    fn store(&mut self, id: EntryId, url: &Url, mut page: Page, findings: Findings) {
        if self.soft_404s.recognizes(&self.progress.frontier, id, url, &page) {
            self.breaker.succeed();
            return self.progress.skip(id, SkipReason::Soft404);
        }
        page.depth = self.progress.frontier.depth(id);
        page.referrer = self.progress.frontier.referrer(id);
        let (status, bytes) = (page.status, page.body.len());
        self.progress.batcher.page(page);
        if self.take_in(id, url, findings, status, bytes) {
            self.progress.tally.fetched += 1;
        }
    }

    /// Takes in a page that is stored; gives whether it differs from all before it.
    fn take_in(
        &mut self,
        id: EntryId,
        url: &Url,
        findings: Findings,
        status: u16,
        bytes: usize,
    ) -> bool {
        self.breaker.succeed();
        let first = self.duplicate_of(id, url, &findings);
        let progress = &mut self.progress;
        if let Some(first) = first {
            let first = progress.frontier.url_text(first);
            progress.frontier.close_duplicate(id, findings.fingerprint);
            progress.tally.duplicates += 1;
            progress.tell(&CrawlEvent::Duplicate { url: url.as_str(), first: &first });
            progress.note(id, FrontierState::Duplicate(first));
        } else {
            progress.frontier.close(id, Some(findings.fingerprint));
            progress.tally.pages += 1;
            progress.tally.shells += usize::from(findings.shell);
            progress.tell(&CrawlEvent::Page {
                url: url.as_str(),
                status,
                bytes,
                pages: progress.tally.pages,
                queued: progress.frontier.queued(),
                kinds: progress.frontier.kinds(),
            });
            progress.note(id, FrontierState::Fetched);
        }
        let place = progress.frontier.lists().enter_page(url, &findings.pager);
        if let Some(relations) = relations(&findings, place) {
            let url = progress.frontier.url_text(id);
            progress.batcher.batch().relations.push((url, relations));
        }
        self.note_style_sheets(&findings);
        self.follow(id, &findings, first.is_some());
        if first.is_none() {
            self.progress.frontier.learn(id, findings.structure);
        }
        if self.probes_for_soft_404s() {
            let pages = self.progress.tally.pages;
            self.soft_404s.suspect(&self.progress.frontier, id, url, pages);
        }
        first.is_none()
    }

    /// The earlier page that a new one repeats: one that says the same, or says nearly the same and
    /// is what the new one names as its own address. The start page and the user's own URLs repeat
    /// none.
    fn duplicate_of(&mut self, id: EntryId, url: &Url, findings: &Findings) -> Option<EntryId> {
        let first = self.duplicates.meet(&mut self.progress.frontier, id, url, findings.digest);
        let frontier = &self.progress.frontier;
        let canonical = || {
            let named = frontier.find(findings.canonical.as_ref()?)?;
            let like = named != id && frontier.is_like(named, findings.fingerprint);
            like.then_some(named)
        };
        first.or_else(canonical).filter(|_| frontier.depth(id) > 0)
    }

    /// A redirect's target is a URL of its own: it goes through the frontier and all its checks,
    /// so that no page is stored under two URLs and a loop ends where it began.
    fn redirect(&mut self, id: EntryId, url: &Url, target: &Url) {
        self.breaker.succeed();
        let from_seed = self.leads_from_seed(id);
        let start = &self.seeds.start;
        if from_seed && !self.scope.on_site(target) && !self.scope.adopt(start, target) {
            let (from, to) = (start.to_string(), target.to_string());
            self.seeds.error = Some(CrawlError::LeftSite { from, to });
        }
        // Each URL of a list may have moved as a start page may.
        let depth = self.progress.frontier.depth(id);
        if !from_seed && depth == 0 && !self.scope.on_site(target) {
            self.scope.adopt(url, target);
        }
        if target == url {
            self.skip_response(id, url, SkipReason::RedirectLoop);
        } else if !self.scope.on_site(target) || !from_seed && !self.scope.contains(target) {
            self.progress.skip(id, SkipReason::RedirectOutOfScope);
        } else if self.progress.frontier.hops(id) >= self.options.limits.redirects {
            self.skip_response(id, url, SkipReason::TooManyRedirects);
        } else if let Some(bare) = self.soft_404s.redirect_target(url, target).filter(|_| depth > 0)
        {
            self.pass_over_soft_404(id, &bare);
        } else {
            self.follow_redirect(id, url, target, from_seed);
        }
    }

    /// Passes over a URL that redirects to where made-up ones lead. The target may be a page of the
    /// site, but it is one only, whatever parameters tell it where it came from.
    fn pass_over_soft_404(&mut self, id: EntryId, bare: &Url) {
        self.progress.skip(id, SkipReason::Soft404Redirect(bare.to_string()));
        if self.scope.contains(bare) {
            self.progress.discover(bare, Source::Link, Some(id));
        }
    }

    fn follow_redirect(&mut self, id: EntryId, url: &Url, target: &Url, from_seed: bool) {
        let progress = &mut self.progress;
        progress.skip(id, SkipReason::Redirect(target.to_string()));
        let known = progress.discover(target, Source::Redirect, Some(id)).is_none();
        let entry = progress.frontier.find(target);
        let beyond = if entry.is_none() { vec![Arc::from(target.as_str())] } else { Vec::new() };
        progress.note_links(id, entry.into_iter().collect(), beyond);
        if let Some(entry) = entry.filter(|_| known && progress.frontier.depth(id) == 0) {
            progress.frontier.mark_seed(entry, false);
        }
        if from_seed && !known {
            progress.keep(start_key(&self.seeds.given), target.to_string().into_bytes());
            self.seeds.start = target.clone();
        } else if from_seed && progress.tally.pages == 0 {
            let reason = format!("its redirects lead in a circle by {target}");
            let url = url.to_string();
            self.seeds.error.get_or_insert(CrawlError::Unreachable { url, reason });
        }
    }

    fn skip_response(&mut self, id: EntryId, url: &Url, reason: SkipReason) {
        let cause = Cause::Said(reason.to_string());
        self.progress.skip(id, reason);
        self.blame_seed(id, url, &cause);
    }
}
