//! Stored pages to a WARC archive.

use crate::progress::counted;
use crate::progress::{Event, Observer};
use sitewrap_crawl::source::{SourceError, WarcWriter};
use sitewrap_store::{Store, StoreError};

/// Why stored pages could not be written into an archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The archive could not be written.
    #[error(transparent)]
    Archive(#[from] SourceError),
}

/// Adds the stored pages that an archive does not hold yet; gives their number. What an archive
/// holds is told by URL and time, so a page that was fetched again is added again.
///
/// # Errors
/// If the store cannot be read, or the archive cannot be written; what was added before stays.
pub fn archive_pages(
    store: &Store,
    archive: &mut WarcWriter,
    observer: &dyn Observer,
) -> Result<usize, ArchiveError> {
    let mut added = 0;
    for meta in store.page_metas() {
        let meta = meta?;
        if archive.holds(&meta.url, meta.fetched_at) {
            continue;
        }
        if let Some(page) = store.page(meta.id)? {
            archive.write(&page)?;
            added += 1;
        }
    }
    archive.flush()?;
    if added > 0 {
        let line = format!("{} of the store added to the archive", counted(added, "page"));
        observer.observe(Event::Note(&line));
    }
    Ok(added)
}
