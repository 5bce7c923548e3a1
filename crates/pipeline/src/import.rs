//! Pages from files to stored pages.

use crate::progress::{Observer, Progress, Stage, counted};
use crate::{InputPage, MissingPage};
use sitewrap_model::{CrawlBatch, Page, Topic};
use sitewrap_store::{Store, StoreError};

/// Pages of one commit.
const BATCH_PAGES: usize = 64;
/// Bytes of bodies at which a batch is committed before it is full.
const BATCH_BYTES: usize = 16 << 20;
/// Most pages that could not be read of which each is named.
const NAMED: usize = 3;

/// How many pages [`import_pages`] took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// Pages stored, those that replaced a stored page of the same URL included.
    pub stored: usize,
    /// Pages that could not be read; the first of them were named in a warning.
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
    let mut named = Vec::new();
    for page in pages {
        match page {
            Ok(page) => {
                counts.stored += 1;
                batch.push(store, page)?;
                progress.advance(1);
            }
            Err(missing) => {
                counts.missing += 1;
                let MissingPage { url, reason } = missing;
                tracing::info!(url, %reason, "page not read");
                if named.len() < NAMED {
                    named.push(format!("{url}: {reason}"));
                }
            }
        }
    }
    batch.commit(store)?;
    if !named.is_empty() {
        progress.warn(&unreadable(&named, counts.missing));
        if counts.missing > named.len() {
            progress.topic(Topic::Details);
        }
    }
    let stored = counted(counts.stored, "page");
    progress.finish(&format!("{stored} stored, {} unreadable", counts.missing));
    Ok(counts)
}

/// What is told of pages that could not be read, the first of which are named.
fn unreadable(named: &[String], count: usize) -> String {
    let told = named.join("; ");
    match count - named.len() {
        0 => told,
        more => format!("{} could not be read: {told}; and {more} more", counted(count, "page")),
    }
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
