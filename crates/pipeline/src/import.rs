//! Pages from files to stored pages.

use crate::InputPage;
use crate::progress::{Observer, Progress, Stage, counted};
use sitewrap_model::{CrawlBatch, Page};
use sitewrap_store::{Store, StoreError};

/// Pages of one commit.
const BATCH_PAGES: usize = 64;
/// Bytes of bodies at which a batch is committed before it is full.
const BATCH_BYTES: usize = 16 << 20;

/// How many pages [`import_pages`] took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// Pages stored, those that replaced a stored page of the same URL included.
    pub stored: usize,
    /// Pages that could not be read; each was told as a warning.
    pub missing: usize,
}

/// Stores pages in the order they come; a page whose URL is stored already replaces it.
///
/// # Errors
/// If the store cannot be written; pages of batches that were committed before stay. A page that
/// cannot be read is no error.
pub fn import_pages(
    store: &Store,
    pages: impl Iterator<Item = InputPage>,
    observer: &dyn Observer,
) -> Result<ImportCounts, StoreError> {
    let progress = Progress::start(observer, Stage::Import, None);
    let mut counts = ImportCounts::default();
    let mut batch = Batch::default();
    for page in pages {
        match page {
            Ok(page) => {
                counts.stored += 1;
                batch.push(store, page)?;
                progress.advance(1);
            }
            Err(missing) => {
                counts.missing += 1;
                progress.warn(&format!("{}: {}", missing.url, missing.reason));
            }
        }
    }
    batch.commit(store)?;
    let stored = counted(counts.stored, "page");
    progress.finish(&format!("{stored} stored, {} unreadable", counts.missing));
    Ok(counts)
}

/// Pages that wait for a commit.
#[derive(Default)]
struct Batch {
    pages: Vec<Page>,
    bytes: usize,
}

impl Batch {
    fn push(&mut self, store: &Store, page: Page) -> Result<(), StoreError> {
        self.bytes += page.body.len();
        self.pages.push(page);
        if self.pages.len() == BATCH_PAGES || self.bytes >= BATCH_BYTES {
            return std::mem::take(self).commit(store);
        }
        Ok(())
    }

    fn commit(self, store: &Store) -> Result<(), StoreError> {
        if self.pages.is_empty() {
            return Ok(());
        }
        store.commit(&CrawlBatch { pages: self.pages, ..CrawlBatch::default() }).map(drop)
    }
}
