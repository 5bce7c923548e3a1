//! Where a crawl keeps what it must not lose.

use crate::{CrawlError, JournalError};
use sitewrap_model::{CrawlBatch, FrontierEntry, Links, Page};
use tokio::task::spawn_blocking;

/// Where a crawl keeps its frontier, pages and small state. The pipeline implements it over the
/// store; tests over memory.
///
/// Calls may block; the crawl makes them off its own task. One crawl at a time uses a journal.
pub trait Journal: Send + Sync {
    /// Shows all entries committed so far one by one, in any order; of an entry committed more than
    /// once, the last form. They are never together in memory: their URLs may have gigabytes.
    ///
    /// # Errors
    /// If the journal cannot be read.
    fn frontier(&self, see: &mut dyn FnMut(FrontierEntry)) -> Result<(), JournalError>;

    /// Where the URLs committed so far lead, in any order; of a URL committed more than once, what
    /// was said last.
    ///
    /// # Errors
    /// If the journal cannot be read.
    fn links(&self) -> Result<Vec<Links>, JournalError>;

    /// Stores a batch, whole or not at all; it must survive a kill once this returns.
    ///
    /// # Errors
    /// If the journal cannot be written; nothing of the batch may then be visible.
    fn commit(&self, batch: &CrawlBatch) -> Result<(), JournalError>;

    /// The value last committed under `key` in [`CrawlBatch::state`].
    ///
    /// # Errors
    /// If the journal cannot be read.
    fn state(&self, key: &str) -> Result<Option<Vec<u8>>, JournalError>;

    /// The page stored under a normalized URL: its validators and links serve a later crawl.
    ///
    /// # Errors
    /// If the journal cannot be read.
    fn page(&self, url: &str) -> Result<Option<Page>, JournalError>;
}

/// Calls a journal, or does other work that blocks, off the crawl's own task.
///
/// # Errors
/// If the call panics.
pub(crate) async fn off_task<T: Send + 'static>(
    call: impl FnOnce() -> T + Send + 'static,
) -> Result<T, CrawlError> {
    spawn_blocking(call).await.map_err(|error| CrawlError::Internal(error.to_string()))
}
