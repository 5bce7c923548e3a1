//! The commit batcher: what changes goes to the journal batch by batch.

use crate::{CrawlError, Journal, JournalError};
use sitewrap_fetch::BufferPool;
use sitewrap_model::CrawlBatch;
use std::sync::Arc;
use std::thread;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Duration, Instant};

/// A batch is due when it has this many pages, …
///
/// Most of a crawl's memory are the bodies of batches that fill or are written: with 16 pages a batch
/// it takes a megabyte more, with fewer more time.
const PAGES: usize = 12;
/// … or bodies of this many bytes together, …
const BYTES: usize = 2 << 20;
/// … or frontier entries, …
const ROWS: usize = 500;
/// … or is this old.
const AGE: Duration = Duration::from_secs(2);

/// So many times as much may come together while the batch before is written, since the crawl goes
/// on meanwhile; then it waits. A kill costs at most one such batch that is written and one that
/// fills.
const HELD: usize = 2;

/// Gathers what changes, and commits it batch by batch. The next batch fills while the last one
/// is written; there is never more than one under way, so the journal sees them in order.
///
/// One thread writes all of them: what it keeps from one batch to the next is then kept once.
pub(crate) struct CommitBatcher {
    batch: CrawlBatch,
    bytes: usize,
    opened: Instant,
    writer: Writer,
    writing: bool,
}

/// The thread that writes. It ends with the batcher.
struct Writer {
    batches: std::sync::mpsc::Sender<CrawlBatch>,
    /// The number of pages of each batch, once it is written.
    written: UnboundedReceiver<Result<usize, JournalError>>,
}

impl Writer {
    fn start(journal: Arc<dyn Journal>, buffers: BufferPool) -> std::io::Result<Self> {
        let (batches, waiting) = std::sync::mpsc::channel::<CrawlBatch>();
        let (done, written) = unbounded_channel();
        let write = move || {
            for batch in waiting {
                let pages = batch.pages.len();
                let outcome = journal.commit(&batch).map(|()| pages);
                batch.pages.into_iter().for_each(|page| buffers.give_back(page.body));
                if done.send(outcome).is_err() {
                    break;
                }
            }
            // Before `done`, by whose end the batcher knows that nobody holds the journal any more.
            drop(journal);
        };
        thread::Builder::new().name("journal".to_owned()).spawn(write)?;
        Ok(Self { batches, written })
    }
}

impl CommitBatcher {
    /// A batcher over a journal; the bodies of pages that are written go to `buffers`.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn new(journal: Arc<dyn Journal>, buffers: BufferPool) -> Result<Self, CrawlError> {
        let writer = Writer::start(journal, buffers);
        Ok(Self {
            batch: CrawlBatch::default(),
            bytes: 0,
            opened: Instant::now(),
            writer: writer.map_err(|error| CrawlError::Internal(error.to_string()))?,
            writing: false,
        })
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
    pub(crate) async fn commit_due(&mut self) -> Result<Option<usize>, CrawlError> {
        let holds = |times: usize| {
            self.batch.pages.len() >= PAGES * times
                || self.bytes >= BYTES * times
                || self.batch.frontier.len() >= ROWS * times
        };
        let idle = !self.writing || !self.writer.written.is_empty();
        let due = idle && (holds(1) || self.opened.elapsed() >= AGE);
        if due || holds(HELD) { self.commit().await } else { Ok(None) }
    }

    /// Commits what there is and waits until it is written; gives the pages written meanwhile.
    pub(crate) async fn flush(&mut self) -> Result<usize, CrawlError> {
        let before = self.commit().await?;
        let last = self.await_commit().await?;
        Ok(before.unwrap_or_default() + last.unwrap_or_default())
    }

    /// Commits what is left and waits until it is written and the writer has ended.
    pub(crate) async fn close(&mut self) -> Result<usize, CrawlError> {
        let pages = self.flush().await?;
        self.writer.batches = std::sync::mpsc::channel().0;
        let _ended = self.writer.written.recv().await;
        Ok(pages)
    }

    /// Waits for the commit under way, then starts the next.
    async fn commit(&mut self) -> Result<Option<usize>, CrawlError> {
        let done = self.await_commit().await?;
        self.opened = Instant::now();
        self.bytes = 0;
        let batch = std::mem::take(&mut self.batch);
        if batch != CrawlBatch::default() {
            self.writer.batches.send(batch).map_err(|_| writer_gone())?;
            self.writing = true;
        }
        Ok(done)
    }

    async fn await_commit(&mut self) -> Result<Option<usize>, CrawlError> {
        if !std::mem::take(&mut self.writing) {
            return Ok(None);
        }
        let pages = self.writer.written.recv().await.ok_or_else(writer_gone)??;
        Ok(Some(pages))
    }
}

/// The thread that writes ends before the batcher by a fault only.
fn writer_gone() -> CrawlError {
    CrawlError::Internal("the thread that writes ended abnormally".to_owned())
}
