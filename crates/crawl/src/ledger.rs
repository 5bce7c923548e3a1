//! Batches on their way to the journal.

use crate::{CrawlError, Journal, JournalError};
use sitewrap_model::CrawlBatch;
use std::sync::Arc;
use tokio::task::JoinHandle;
use tokio::time::{Duration, Instant};

/// A batch is due when it has this many pages, …
const PAGES: usize = 32;
/// … or bodies of this many bytes together, …
const BYTES: usize = 4 << 20;
/// … or frontier entries, …
const ROWS: usize = 10_000;
/// … or is this old.
const AGE: Duration = Duration::from_secs(2);

/// So many times as much may come together while the batch before is written, since the crawl goes
/// on meanwhile; then it waits. A kill costs at most one such batch that is written and one that
/// fills.
const HELD: usize = 2;

/// Gathers what changes, and commits it batch by batch. The next batch fills while the last one
/// is written; there is never more than one under way, so the journal sees them in order.
pub(crate) struct Ledger {
    journal: Arc<dyn Journal>,
    batch: CrawlBatch,
    bytes: usize,
    opened: Instant,
    writing: Option<JoinHandle<Result<usize, JournalError>>>,
}

impl Ledger {
    pub(crate) fn new(journal: Arc<dyn Journal>) -> Self {
        Self {
            journal,
            batch: CrawlBatch::default(),
            bytes: 0,
            opened: Instant::now(),
            writing: None,
        }
    }

    /// The batch being filled.
    pub(crate) fn batch(&mut self) -> &mut CrawlBatch {
        &mut self.batch
    }

    /// Adds a page to the batch.
    pub(crate) fn page(&mut self, page: sitewrap_model::Page) {
        self.bytes += page.body.len();
        self.batch.pages.push(page);
    }

    /// Starts a commit if the batch is due; gives the pages of the batch whose commit has ended.
    pub(crate) async fn turn(&mut self) -> Result<Option<usize>, CrawlError> {
        let holds = |times: usize| {
            self.batch.pages.len() >= PAGES * times
                || self.bytes >= BYTES * times
                || self.batch.frontier.len() >= ROWS * times
        };
        let idle = self.writing.as_ref().is_none_or(JoinHandle::is_finished);
        let due = idle && (holds(1) || self.opened.elapsed() >= AGE);
        if due || holds(HELD) { self.commit().await } else { Ok(None) }
    }

    /// Commits what is left and waits for it.
    pub(crate) async fn close(&mut self) -> Result<usize, CrawlError> {
        let before = self.commit().await?;
        let last = self.settle().await?;
        Ok(before.unwrap_or_default() + last.unwrap_or_default())
    }

    /// Waits for the commit under way, then starts the next.
    async fn commit(&mut self) -> Result<Option<usize>, CrawlError> {
        let done = self.settle().await?;
        self.opened = Instant::now();
        self.bytes = 0;
        let batch = std::mem::take(&mut self.batch);
        let empty = batch.pages.is_empty() && batch.frontier.is_empty() && batch.state.is_empty();
        if !empty {
            let journal = self.journal.clone();
            let write = move || journal.commit(&batch).map(|()| batch.pages.len());
            self.writing = Some(tokio::task::spawn_blocking(write));
        }
        Ok(done)
    }

    async fn settle(&mut self) -> Result<Option<usize>, CrawlError> {
        let Some(writing) = self.writing.take() else { return Ok(None) };
        let pages = writing.await.map_err(|error| CrawlError::Internal(error.to_string()))??;
        Ok(Some(pages))
    }
}
