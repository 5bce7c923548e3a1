//! How far a crawl has come: each change of a URL goes to the frontier, the batch to be committed, the
//! count and the observer at once.

use crate::CrawlError;
use crate::batcher::CommitBatcher;
use crate::event::{CrawlEvent, Observer};
use crate::frontier::{EntryId, Frontier, Source};
use sitewrap_model::{FrontierState, Links, SkipReason};
use std::collections::BTreeMap;
use std::sync::Arc;
use url::Url;

/// What is known, counted and committed.
pub(crate) struct Progress<'a> {
    pub(crate) frontier: Frontier,
    pub(crate) batcher: CommitBatcher,
    pub(crate) tally: Tally,
    observer: &'a dyn Observer,
}

/// What a crawl has counted.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Different pages of the site stored so far.
    pub(crate) pages: usize,
    /// Pages stored besides that say the same as one of these.
    pub(crate) duplicates: usize,
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

impl<'a> Progress<'a> {
    pub(crate) fn new(
        frontier: Frontier,
        batcher: CommitBatcher,
        observer: &'a dyn Observer,
    ) -> Self {
        Self { frontier, batcher, tally: Tally::default(), observer }
    }

    /// Tells the observer.
    pub(crate) fn tell(&self, event: &CrawlEvent<'_>) {
        self.observer.event(event);
    }

    /// Who is told.
    pub(crate) fn observer(&self) -> &'a dyn Observer {
        self.observer
    }

    /// Keeps small state in the journal.
    pub(crate) fn keep(&mut self, key: String, value: Vec<u8>) {
        self.batcher.batch().state.push((key, value));
    }

    /// Records where an entry stands.
    pub(crate) fn note(&mut self, id: EntryId, state: FrontierState) {
        let row = self.frontier.row(id, state);
        self.batcher.batch().frontier.push(row);
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

    /// Passes a URL over, for a reason.
    pub(crate) fn skip(&mut self, id: EntryId, reason: SkipReason) {
        self.pass_over(id, &reason.counted(), reason);
    }

    /// Passes a URL over for a reason that is counted under a name of its own.
    pub(crate) fn pass_over(&mut self, id: EntryId, name: &str, reason: SkipReason) {
        self.frontier.close(id, None);
        self.count_skipped(&self.frontier.url_text(id), name, &reason.to_string());
        self.note(id, FrontierState::Skipped(reason));
    }

    /// Tells and counts that a URL is not fetched; where it stands stays as it is.
    pub(crate) fn count_skipped(&mut self, url: &str, name: &str, reason: &str) {
        self.tell(&CrawlEvent::Skipped { url, reason });
        *self.tally.skipped.entry(name.to_owned()).or_default() += 1;
    }

    /// Closes a URL that failed for good.
    pub(crate) fn fail(&mut self, id: EntryId, url: &Url, reason: &str) {
        self.frontier.close(id, None);
        self.count_failed(url, reason);
        self.note(id, FrontierState::Failed(reason.to_owned()));
    }

    /// Tells and counts that a URL failed; where it stands stays as it is.
    pub(crate) fn count_failed(&mut self, url: &Url, reason: &str) {
        self.tell(&CrawlEvent::Failed { url: url.as_str(), reason });
        *self.tally.failed.entry(reason.to_owned()).or_default() += 1;
    }

    /// Queues a URL once more that was closed.
    pub(crate) fn requeue(&mut self, id: EntryId) {
        self.frontier.reopen(id);
        self.note(id, FrontierState::Queued);
    }

    /// Records where a page leads, each target once.
    pub(crate) fn note_links(&mut self, id: EntryId, mut ids: Vec<EntryId>, beyond: Vec<Arc<str>>) {
        ids.sort_unstable();
        ids.dedup();
        self.frontier.link(id, &ids);
        if !ids.is_empty() || !beyond.is_empty() {
            let to = ids.into_iter().map(|id| self.frontier.seq(id)).collect();
            let from = self.frontier.url_text(id).into();
            self.batcher.batch().links.push(Links { from, to, beyond });
        }
    }

    /// Marks a stored page as a soft 404 after all: it is none of the site's, and so does not count.
    pub(crate) fn disown(&mut self, id: EntryId) {
        match self.frontier.is_duplicate(id) {
            true => self.tally.duplicates -= 1,
            false => self.tally.pages -= 1,
        }
        self.frontier.disown(id);
        let url = self.frontier.url_text(id);
        let reason = SkipReason::Soft404;
        self.count_skipped(&url, &reason.counted(), &reason.to_string());
        self.note(id, FrontierState::Skipped(reason));
        self.batcher.batch().soft_404s.push(url);
    }

    /// Whether as many pages are stored as a crawl may have, or would be with so many more.
    pub(crate) fn is_at_limit(&self, more: usize, max_pages: usize) -> bool {
        self.tally.pages.max(self.tally.duplicates) + more >= max_pages
    }

    /// Commits what has gathered, if it is time.
    pub(crate) async fn commit_due(&mut self) -> Result<(), CrawlError> {
        if let Some(pages) = self.batcher.commit_due().await? {
            self.tell(&CrawlEvent::Committed { pages });
        }
        Ok(())
    }
}
