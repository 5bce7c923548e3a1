//! What becomes of an answer.

use crate::CrawlError;
use crate::crawl::start_key;
use crate::event::{CrawlEvent, EndReason};
use crate::frontier::links::Target;
use crate::frontier::{EntryId, Source};
use crate::page::outline::Outline;
use crate::run::Run;
use crate::traps::calendars::Leads;
use crate::trouble::is_refusal;
use crate::visit::{Outcome, Visit};
use sitewrap_fetch::AddressError;
use sitewrap_model::{FrontierState, Links, Page};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// What the reason of a redirected URL begins with; its target follows.
const REDIRECT_PREFIX: &str = "redirects to ";

/// Bytes of URLs that are noted of the links of a page which lead to nothing in the frontier.
const BEYOND_BYTES: usize = 1 << 20;

/// URLs in a row that may ask for more time than the crawl has.
const PATIENCE: usize = 3;

/// The status of a stored page that has not changed.
const NOT_MODIFIED: u16 = 304;

/// Where a URL leads that was skipped for this reason, if it was for a redirect. The target is in
/// the frontier under its own URL.
pub fn redirect_target(reason: &str) -> Option<&str> {
    reason.strip_prefix(REDIRECT_PREFIX).filter(|target| target.contains("://"))
}

impl Run<'_> {
    /// Takes in the answer to a URL.
    pub(crate) fn settle(&mut self, id: EntryId, url: &Url, visit: Visit) {
        if let Some(status) = visit.status {
            *self.tally.statuses.entry(status).or_default() += 1;
            self.observer.event(&CrawlEvent::Answered { status });
        }
        if let Some((latency, public)) = visit.latency {
            let good = matches!(visit.status, Some(200..=399));
            self.paces.of(url, |pace| pace.learn(latency, public, good));
        }
        if let Some(changed) = visit.changed.filter(|_| self.options.refresh) {
            self.note_visit(id, changed);
        }
        match visit.outcome {
            Outcome::Page(page) => self.store(id, url, page.0, page.1),
            Outcome::Unchanged(outline) => self.keep(id, url, *outline),
            Outcome::Redirect(target) => self.redirect(id, url, &target),
            Outcome::Skip(reason) => self.skip_answer(id, url, &reason),
            Outcome::Fail(reason) => {
                self.fail(id, url, &reason);
                if visit.status.is_some_and(is_refusal) {
                    self.refused(id, &reason);
                }
            }
            Outcome::Retry(reason) => self.retry(id, url, &reason),
            Outcome::BackOff(reason, asked) => self.back_off(id, url, &reason, asked),
        }
    }

    fn store(&mut self, id: EntryId, url: &Url, mut page: Page, outline: Outline) {
        if self.is_missing(id, url, &page) {
            return self.miss(id);
        }
        page.depth = self.frontier.depth(id);
        page.referrer = self.frontier.referrer(id);
        let (status, bytes) = (page.status, page.body.len());
        self.ledger.page(page);
        if self.take_in(id, url, outline, status, bytes) {
            self.tally.fetched += 1;
        }
    }

    fn keep(&mut self, id: EntryId, url: &Url, outline: Outline) {
        if self.take_in(id, url, outline, NOT_MODIFIED, 0) {
            self.tally.unchanged += 1;
        }
    }

    /// Takes in a page that is stored; gives whether it differs from all before it.
    fn take_in(
        &mut self,
        id: EntryId,
        url: &Url,
        outline: Outline,
        status: u16,
        bytes: usize,
    ) -> bool {
        self.all_is_well();
        let twin = self.twin_of(id, url, &outline);
        if let Some(first) = twin {
            let first = self.frontier.url_text(first);
            self.frontier.close_twin(id, outline.fingerprint);
            self.twin_pages += 1;
            self.observer.event(&CrawlEvent::Twin { url: url.as_str(), first: &first });
            self.note(id, FrontierState::Twin(first));
        } else {
            self.frontier.close(id, Some(outline.fingerprint));
            self.pages += 1;
            self.tally.shells += usize::from(outline.shell);
            self.observer.event(&CrawlEvent::Page {
                url: url.as_str(),
                status,
                bytes,
                pages: self.pages,
                queued: self.frontier.queued(),
                kinds: self.frontier.kinds(),
            });
            self.note(id, FrontierState::Fetched);
        }
        let place = self.enter_list(url, &outline);
        self.note_relations(id, &outline, place);
        self.follow(id, &outline, twin.is_some());
        if twin.is_none() {
            self.frontier.learn(id, outline.structure);
        }
        self.suspect(id, url);
        twin.is_none()
    }

    /// The earlier page that a new one repeats: one that says the same, or says nearly the same and
    /// is what the new one names as its own address. The start page and the user's own URLs repeat
    /// none.
    fn twin_of(&mut self, id: EntryId, url: &Url, outline: &Outline) -> Option<EntryId> {
        let first = self.twins.meet(&mut self.frontier, id, url, outline.digest);
        let canonical = || {
            let named = self.frontier.find(outline.canonical.as_ref()?)?;
            let like = named != id && self.frontier.is_like(named, outline.fingerprint);
            like.then_some(named)
        };
        first.or_else(canonical).filter(|_| self.frontier.depth(id) > 0)
    }

    /// Notes the links of a page that belong to the crawl, and queues what they lead to. Those of a
    /// twin lead to what is known; where they are relative, a site that answers everything with
    /// one page would grow with them without end.
    pub(crate) fn follow(&mut self, id: EntryId, outline: &Outline, twin: bool) {
        let deep = self.options.max_depth.is_some_and(|max| self.frontier.depth(id) >= max);
        if !self.options.follow_links {
            return;
        }
        if outline.nofollow && self.options.respect_nofollow {
            self.tally.barred += 1;
            return;
        }
        self.note_feeds(id, outline);
        let is_cut = outline.links.len() >= self.options.limits.links_per_page;
        self.tally.overlinked += usize::from(is_cut);
        let canonical = outline.canonical.as_ref().filter(|url| self.scope.contains(url));
        if let Some(canonical) = canonical.filter(|_| !twin) {
            self.discover(canonical, Source::Link, Some(id));
        }
        let (mut ids, mut beyond, mut met) = (Vec::new(), Vec::new(), Vec::new());
        let (mut leads, mut room) = (Leads::ToDates, BEYOND_BYTES);
        for link in &outline.links {
            if link.nofollow && self.options.respect_nofollow {
                continue;
            }
            let (key, url) = match &link.target {
                Target::Known(known) => {
                    ids.push(*known);
                    continue;
                }
                Target::New(key, url) if self.scope.contains(url) => (*key, url),
                Target::New(_, url) => {
                    self.tally.left_out += usize::from(self.scope.on_site(url));
                    continue;
                }
            };
            let known = self.frontier.find(url);
            let may_join = known.is_none() && !deep && !twin;
            let joined = may_join.then(|| self.discover(url, Source::Link, Some(id))).flatten();
            if joined.is_some() && outline.calendar.is_some() {
                leads = leads.max(self.calendars.lead_to(url));
            }
            match known.or(joined) {
                Some(to) => {
                    ids.push(to);
                    met.push((key, to));
                }
                // Those that have no place in a frontier that is full are not kept without end either.
                None if room >= url.as_str().len() => {
                    room -= url.as_str().len();
                    beyond.push(Arc::from(url.as_str()));
                }
                None => {}
            }
        }
        self.visitor.links().learn(&met);
        self.note_links(id, ids, beyond);
        if let Some((calendar, sketch)) = outline.calendar {
            self.calendars.meet(calendar, sketch, Some(leads));
        }
    }

    /// Records where a page leads, each target once.
    fn note_links(&mut self, id: EntryId, mut ids: Vec<EntryId>, beyond: Vec<Arc<str>>) {
        ids.sort_unstable();
        ids.dedup();
        self.frontier.link(id, &ids);
        if !ids.is_empty() || !beyond.is_empty() {
            let to = ids.into_iter().map(|id| self.frontier.seq(id)).collect();
            let from = self.frontier.url_text(id).into();
            self.ledger.batch().links.push(Links { from, to, beyond });
        }
    }

    /// Adds a URL to the frontier and the batch, if it is new.
    pub(crate) fn discover(
        &mut self,
        url: &Url,
        source: Source,
        referrer: Option<EntryId>,
    ) -> Option<EntryId> {
        let id = self.frontier.add(url, source, referrer)?;
        self.note(id, FrontierState::Queued);
        Some(id)
    }

    /// A redirect's target is a URL of its own: it goes through the frontier and all its checks,
    /// so that no page is stored under two URLs and a loop ends where it began.
    fn redirect(&mut self, id: EntryId, url: &Url, target: &Url) {
        self.all_is_well();
        let from_seed = self.leads_from_seed(id);
        if from_seed && !self.scope.on_site(target) && !self.scope.adopt(&self.seed, target) {
            let (from, to) = (self.seed.to_string(), target.to_string());
            self.seed_error = Some(CrawlError::LeftSite { from, to });
        }
        // Each URL of a list may have moved as a start page may.
        if !from_seed && self.frontier.depth(id) == 0 && !self.scope.on_site(target) {
            self.scope.adopt(url, target);
        }
        if target == url {
            self.skip_answer(id, url, "redirects to itself");
        } else if !self.scope.on_site(target) || !from_seed && !self.scope.contains(target) {
            self.skip(id, "redirects out of scope");
        } else if self.frontier.hops(id) >= self.options.limits.redirects {
            self.skip_answer(id, url, "too many redirects");
        } else if !self.misses(id, url, target) {
            self.pass_over(id, "redirect", &format!("{REDIRECT_PREFIX}{target}"));
            let known = self.discover(target, Source::Redirect, Some(id)).is_none();
            let entry = self.frontier.find(target);
            let beyond =
                if entry.is_none() { vec![Arc::from(target.as_str())] } else { Vec::new() };
            self.note_links(id, entry.into_iter().collect(), beyond);
            if let Some(entry) = entry.filter(|_| known && self.frontier.depth(id) == 0) {
                self.frontier.ask_for(entry, false);
            }
            if from_seed && !known {
                let start = (start_key(&self.start), target.to_string().into_bytes());
                self.ledger.batch().state.push(start);
                self.seed = target.clone();
            } else if from_seed && self.pages == 0 {
                let reason = format!("its redirects lead in a circle by {target}");
                let url = url.to_string();
                self.seed_error.get_or_insert(CrawlError::Unreachable { url, reason });
            }
        }
    }

    fn skip_answer(&mut self, id: EntryId, url: &Url, reason: &str) {
        self.blame_seed(id, url, reason);
        self.skip(id, reason);
    }

    pub(crate) fn fail(&mut self, id: EntryId, url: &Url, reason: &str) {
        self.blame_seed(id, url, reason);
        self.frontier.close(id, None);
        self.observer.event(&CrawlEvent::Failed { url: url.as_str(), reason });
        *self.tally.failed.entry(reason.to_owned()).or_default() += 1;
        self.note(id, FrontierState::Failed(reason.to_owned()));
    }

    fn retry(&mut self, id: EntryId, url: &Url, reason: &str) {
        if self.frontier.count_attempt(id) < self.options.limits.attempts {
            self.observer.event(&CrawlEvent::Retry { url: url.as_str(), reason });
            self.frontier.postpone(id);
            self.stumble(reason);
        } else {
            self.fail(id, url, reason);
            self.strike(id, reason);
        }
    }

    fn back_off(&mut self, id: EntryId, url: &Url, reason: &str, asked: Option<Duration>) {
        let longest = self.options.limits.wait;
        let bearable = asked.filter(|asked| *asked <= longest);
        let wait = self.paces.of(url, |pace| pace.back_off(Instant::now(), bearable));
        let wait = asked.map_or(wait, |asked| asked.max(wait));
        if wait > longest {
            self.wait_too_long(id, url, wait);
        } else if self.frontier.count_attempt(id) < self.options.limits.attempts.saturating_mul(2) {
            self.observer.event(&CrawlEvent::Retry { url: url.as_str(), reason });
            self.frontier.put_back(id);
        } else {
            self.fail(id, url, reason);
            self.strike(id, reason);
        }
    }

    /// A URL whose server asks for more time than the crawl has is left to a later crawl. Where several
    /// do so, without a page between them, or there is no page yet, it is the site that asks.
    fn wait_too_long(&mut self, id: EntryId, url: &Url, wait: Duration) {
        self.trouble.waits += 1;
        if self.pages == 0 || self.trouble.waits >= PATIENCE {
            self.frontier.put_back(id);
            self.ending.get_or_insert(EndReason::WaitTooLong(wait));
        } else {
            let reason = format!("asks to wait {} s; left to a later crawl", wait.as_secs());
            self.observer.event(&CrawlEvent::Skipped { url: url.as_str(), reason: &reason });
            *self.tally.skipped.entry("asks to wait too long".to_owned()).or_default() += 1;
            self.frontier.set_aside(id);
        }
    }

    /// Whether an entry is the start page, or what it redirects to.
    fn leads_from_seed(&self, id: EntryId) -> bool {
        self.frontier.find(&self.seed) == Some(id)
    }

    /// Remembers why the start page was not to be had.
    pub(crate) fn blame_seed(&mut self, id: EntryId, url: &Url, reason: &str) {
        if self.leads_from_seed(id) {
            let error = seed_error(url, reason);
            self.seed_error.get_or_insert(error);
        }
    }
}

/// The error for a start page that could not be fetched.
fn seed_error(url: &Url, reason: &str) -> CrawlError {
    let host = url.host_str().unwrap_or_default().to_owned();
    if reason == AddressError::Unknown(host.clone()).to_string() {
        CrawlError::UnknownHost { host }
    } else if reason == AddressError::Private(host.clone()).to_string() {
        CrawlError::PrivateAddress { host }
    } else {
        CrawlError::Unreachable { url: url.to_string(), reason: reason.to_owned() }
    }
}

/// What the user should know if rules of scope leave a start page alone: they may be mistyped.
pub(crate) fn left_out_notice(left_out: usize, pages: usize) -> Option<String> {
    (left_out > 0 && pages <= 1).then(|| {
        let links = if left_out == 1 { "link of the start page is" } else { "links of the start page are" };
        format!(
            "{left_out} {links} left out by --path-prefix, --include or --exclude; in a pattern `*` \
             stands for any characters, and it must fit the whole URL, or from its path on if it \
             begins with /"
        )
    })
}

/// What the user should know of what bounds have cut off.
pub(crate) fn bounds_notice(bounds: &[(usize, String)]) -> Option<String> {
    let met: Vec<_> =
        bounds.iter().filter(|(count, _)| *count > 0).map(|(_, told)| &**told).collect();
    (!met.is_empty())
        .then(|| format!("bounds were met: {} (`sitewrap help limits`)", met.join("; ")))
}

/// What the user should know if so many of the pages fetched ask that no link of theirs be
/// followed: a crawl that ends early seems broken otherwise.
pub(crate) fn barred_notice(barred: usize, fetched: usize) -> Option<String> {
    (barred > 0 && barred * 10 >= fetched).then(|| {
        format!(
            "{barred} of {fetched} pages ask that their links not be followed (nofollow); \
             --follow-nofollow follows them all the same"
        )
    })
}
