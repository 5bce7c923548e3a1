//! What a crawl writes and reads again: batches and state.

use crate::error::StoreError;
use crate::row;
use crate::store::Store;
use crate::table::Table;
use sitewrap_model::{CrawlBatch, PageId};

/// The crawl's side.
impl Store {
    /// Stores a batch, whole or not at all; gives the ids of its pages, in their order. When this
    /// returns, the batch survives the end of the process.
    ///
    /// A page whose URL is stored already replaces the one that was there and keeps its id. What a
    /// batch says of a URL's links and relations replaces what was known of them, and the pages of
    /// the batch of which it says nothing have none. Soft 404s are marked among the pages of earlier
    /// batches.
    ///
    /// # Errors
    /// If the files cannot be written; the batch is not stored then. If they cannot be flushed,
    /// the batch may be stored or not.
    pub fn commit(&self, batch: &CrawlBatch) -> Result<Vec<PageId>, StoreError> {
        let mut writer = self.writer();
        let ids = writer.put_pages(&batch.pages)?;
        writer.mark_soft_404s(&batch.soft_404s)?;
        writer.put_journal(batch)?;
        for (name, bytes) in &batch.state {
            writer.writes.put(Table::State, name.as_str(), &row::pack(name, bytes)?);
        }
        writer.commit()?;
        Ok(ids)
    }

    /// The blobs of the crawl's state whose names begin so, with what follows in their names.
    pub fn states<'s>(
        &'s self,
        prefix: &'s str,
    ) -> impl Iterator<Item = Result<(String, Vec<u8>), StoreError>> + 's {
        self.tables.scan(Table::State, prefix.as_bytes()).map(move |row| {
            let (key, packed) = row?;
            let name = String::from_utf8_lossy(&key[prefix.len()..]).into_owned();
            Ok((name, row::unpack(Table::State, &key, &packed)?))
        })
    }

    /// A blob of the crawl's state.
    ///
    /// # Errors
    /// If the row is damaged or the files cannot be read.
    pub fn state(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let row = self.tables.get(Table::State, name.as_bytes())?;
        row.map(|packed| row::unpack(Table::State, name.as_bytes(), &packed)).transpose()
    }
}
