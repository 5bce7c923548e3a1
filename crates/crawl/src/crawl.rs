//! A crawl from its start to its end.

use crate::event::{CrawlEvent, CrawlSummary, EndReason, Observer, PageKind};
use crate::frontier::scope::Scope;
use crate::frontier::{EntryId, Frontier, StoredFrontier};
use crate::journal::off_task;
use crate::run::Run;
use crate::settle::{barred_notice, bounds_notice, left_out_notice};
use crate::shells::shell_notice;
use crate::traps::actions::take_up;
use crate::visit::Visitor;
use crate::{CrawlError, CrawlOptions, Journal, Limits};
use sitewrap_fetch::StopSignal;
use sitewrap_model::{FrontierEntry, FrontierState};
use sitewrap_tree::normalize;
use std::sync::Arc;
use tokio::time::Instant;
use url::Url;

/// Crawls the site around `seed` until every URL in scope is seen to, `max_pages` different pages
/// are stored, or `stop` is given. Takes up what an earlier crawl left in the journal.
///
/// Pages and links are committed in the order in which URLs were handed out, not in which
/// answers came: the same answers give the same crawl. A killed crawl loses at most the batches
/// that were not committed yet; their URLs are fetched again by the next one.
///
/// A page that says the same as one under another URL is stored and told in the frontier (`Twin`),
/// but does not count against `max_pages` and its links are not followed; as many of these as
/// `max_pages` end the crawl too.
///
/// Answers other than 2xx are no pages: they are told in the frontier (`Failed` or `Skipped`,
/// with the status) and in the summary.
///
/// # Errors
/// [`CrawlError`] if nothing can be crawled at all: the seed is no web address, cannot be
/// reached, or is forbidden by robots.txt; or if the journal fails. What was committed until
/// then stays. A site that begins to fail half-way is no error, see [`EndReason::SiteFailing`].
pub async fn crawl(
    seed: &Url,
    options: &CrawlOptions,
    journal: Arc<dyn Journal>,
    observer: &dyn Observer,
    stop: StopSignal,
) -> Result<CrawlSummary, CrawlError> {
    let started = Instant::now();
    let invalid = || CrawlError::Seed { url: seed.to_string() };
    let seed = normalize(seed.clone()).ok_or_else(invalid)?;
    let mut scope = Scope::new(&seed, &options.scope)?;
    let list: Vec<Url> = options.list.iter().cloned().filter_map(normalize).collect();
    list.iter().for_each(|url| scope.admit(url));
    let visitor = Arc::new(Visitor::new(options, journal.clone()).await?);

    let (reader, takes_up) = (journal.clone(), options.scope.actions);
    let read = move || {
        let mut stored = StoredFrontier::default();
        let see = &mut |mut entry: FrontierEntry| {
            if takes_up {
                take_up(&mut entry);
            }
            stored.push(&entry);
        };
        reader.frontier(see).map(|()| stored)
    };
    let stored = off_task(read).await??;
    let resumed = !stored.is_empty();
    let mut frontier = Frontier::restore(stored, options.order, options.limits.frontier)
        .with_byte_limit(options.limits.frontier_bytes);
    if resumed && frontier.asks_for_links() {
        let reader = journal.clone();
        frontier.restore_links(off_task(move || reader.links()).await??);
    }
    let mut run = Run::new(seed, options, scope, frontier, visitor, journal, observer, stop)?;
    run.begin(&list, resumed).await?;
    let end = run.drive().await?;
    run.finish(end, started).await
}

/// Stored pages that a resumed crawl looks at again, to know what it has plenty of.
const RECALLED_PAGES: usize = 400;

/// Of these, so many are in memory at once; the links of each may have megabytes.
pub(crate) const RECALLED_AT_ONCE: usize = 8;

/// Where the journal keeps the page that a start page redirects to.
pub(crate) fn start_key(seed: &Url) -> String {
    format!("start:{seed}")
}

impl Run<'_> {
    /// Queues the start URLs, and on a refresh all that are stored.
    async fn begin(&mut self, list: &[Url], resumed: bool) -> Result<(), CrawlError> {
        let known = self.recall(start_key(&self.seed)).await?;
        if let Some(start) = known.and_then(|bytes| Url::parse(str::from_utf8(&bytes).ok()?).ok()) {
            self.scope.adopt(&self.seed, &start);
            self.seed = start;
        }
        self.ask(list).await?;
        let mut stored = self.frontier.stored();
        if self.options.refresh {
            self.follow_anew(&[]).await?;
        } else {
            self.recall_pages(&stored).await?;
            self.follow_anew(&stored).await?;
        }
        stored.retain(|&id| self.is_asked_for(id));
        if self.options.refresh {
            let stored = self.by_worth(stored).await?;
            self.frontier.renew(stored.clone());
            stored.into_iter().for_each(|id| self.note(id, FrontierState::Queued));
        } else {
            let (twins, pages): (Vec<_>, Vec<_>) = stored
                .into_iter()
                .filter(|&id| self.in_scope(id))
                .partition(|&id| self.frontier.is_twin(id));
            (self.pages, self.twin_pages) = (pages.len(), twins.len());
        }
        self.resumed = resumed;
        if resumed {
            let (pages, queued) = (self.pages, self.frontier.queued());
            self.observer.event(&CrawlEvent::Resumed { pages, queued });
        }
        Ok(())
    }

    /// Learns again what an earlier crawl had learned of the site, from a sample of its pages.
    async fn recall_pages(&mut self, stored: &[EntryId]) -> Result<(), CrawlError> {
        let step = stored.len().div_ceil(RECALLED_PAGES).max(1);
        let sample: Vec<_> = stored.iter().step_by(step).copied().collect();
        for sample in sample.chunks(RECALLED_AT_ONCE) {
            self.recall_some(sample).await?;
        }
        Ok(())
    }

    async fn recall_some(&mut self, sample: &[EntryId]) -> Result<(), CrawlError> {
        let urls: Vec<_> = sample.iter().map(|&id| self.frontier.url(id)).collect();
        let (journal, visitor) = (self.journal.clone(), self.visitor.clone());
        let read =
            move || urls.iter().map(|url| visitor.recall(&*journal, url.as_ref()?)).collect();
        let outlines: Vec<_> = off_task(read).await?;
        for (&id, outline) in sample.iter().zip(outlines) {
            if let (Some(outline), Some(url)) = (outline, self.frontier.url(id)) {
                self.twins.meet(&mut self.frontier, id, &url, outline.digest);
                self.note_feeds(id, &outline);
                self.enter_list(&url, &outline);
                if let Some((calendar, sketch)) = outline.calendar {
                    // What it led to is known by now, and was mostly one more date.
                    self.calendars.lead_to(&url);
                    self.calendars.meet(calendar, sketch, None);
                }
                if !self.frontier.is_twin(id) {
                    self.frontier.learn(id, outline.structure);
                }
            }
        }
        Ok(())
    }

    /// Commits what is left and sums up.
    async fn finish(
        mut self,
        end: EndReason,
        started: Instant,
    ) -> Result<CrawlSummary, CrawlError> {
        self.close_list(&end);
        let pages = self.ledger.close().await?;
        self.observer.event(&CrawlEvent::Committed { pages });
        if let Some(error) = self.seed_error.take().filter(|_| self.pages == 0) {
            return Err(error);
        }
        let shells = self.tally.shells;
        let notices = [
            self.visitor.renderer().summary(),
            shell_notice(shells, self.tally.fetched),
            barred_notice(self.tally.barred, self.tally.fetched),
            left_out_notice(self.tally.left_out, self.pages),
            bounds_notice(&self.bounds_met()),
        ];
        for line in notices.into_iter().flatten() {
            self.observer.event(&CrawlEvent::Notice(&line));
        }
        let transport = self.visitor.transport();
        Ok(CrawlSummary {
            end,
            pages: self.pages,
            twins: self.twin_pages,
            fetched: self.tally.fetched,
            unchanged: self.tally.unchanged,
            kinds: self
                .frontier
                .kind_examples()
                .into_iter()
                .map(|(pages, example)| PageKind { pages, example })
                .collect(),
            shells,
            requests: transport.requests(),
            bytes: transport.bytes(),
            queued: self.frontier.queued(),
            statuses: self.tally.statuses,
            skipped: self.tally.skipped,
            failed: self.tally.failed,
            elapsed: started.elapsed(),
        })
    }

    /// How often each bound cut something off, and what to say of it.
    fn bounds_met(&self) -> [(usize, String); 3] {
        let Limits { links_per_page, .. } = self.options.limits;
        let overlinked = self.tally.overlinked;
        [
            (overlinked, format!("{overlinked} pages with more than {links_per_page} links")),
            (
                usize::from(self.frontier.is_full()),
                "the frontier is full, links found since are dropped".to_owned(),
            ),
            (
                usize::from(self.listings.is_cut()),
                "the sitemaps list more than is read of them".to_owned(),
            ),
        ]
    }

    fn in_scope(&self, id: EntryId) -> bool {
        self.frontier.url(id).is_some_and(|url| self.scope.contains(&url))
    }
}
