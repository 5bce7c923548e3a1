//! Stored pages to a WARC archive.

use crate::progress::counted;
use crate::progress::{Event, Observer};
use sitewrap_archive::{SourceError, WarcWriter};
use sitewrap_model::Page;
use sitewrap_store::{PageMeta, Store, StoreError};

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

/// How many pages [`archive_pages`] met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArchiveCounts {
    /// Pages added to the archive.
    pub added: usize,
    /// Pages left out because they are damaged in the store, or cannot be written down.
    pub left_out: usize,
}

/// Adds the stored pages that an archive does not hold yet. What an archive holds is told by URL and
/// time, so a page that was fetched again is added again. A page that is damaged, or whose URL no
/// archive can hold, is left out with a warning.
///
/// # Errors
/// If the files of the store cannot be read, or the archive cannot be written; what was added before stays.
pub fn archive_pages(
    store: &Store,
    archive: &mut WarcWriter,
    observer: &dyn Observer,
) -> Result<ArchiveCounts, ArchiveError> {
    let mut counts = ArchiveCounts::default();
    for meta in store.page_metas() {
        match meta.and_then(|meta| wanted(store, archive, &meta)) {
            Ok(None) => {}
            Ok(Some(page)) if !WarcWriter::can_hold(&page) => {
                counts.left_out += 1;
                let line =
                    format!("a page is left out: an archive cannot hold the URL {:?}", page.url);
                observer.observe(Event::Warning(&line));
            }
            Ok(Some(page)) => {
                archive.write(&page)?;
                counts.added += 1;
            }
            Err(StoreError::BadRow { table, row, problem }) => {
                counts.left_out += 1;
                let line = format!("a page is left out: row {row} of table {table} {problem}");
                observer.observe(Event::Warning(&line));
            }
            Err(error) => return Err(error.into()),
        }
    }
    archive.flush()?;
    if counts.added > 0 {
        let line = format!("{} of the store added to the archive", counted(counts.added, "page"));
        observer.observe(Event::Note(&line));
    }
    Ok(counts)
}

/// The page, unless the archive holds it.
fn wanted(
    store: &Store,
    archive: &WarcWriter,
    meta: &PageMeta,
) -> Result<Option<Page>, StoreError> {
    if archive.holds(&meta.url, meta.fetched_at) { Ok(None) } else { store.page(meta.body.id) }
}
