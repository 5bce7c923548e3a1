//! Giving room free that a store has no use for any more.
//!
//! A page that is fetched again leaves its old body behind, and each commit what earlier ones said of
//! the same URLs. Once more than half of a file of bodies or of the log is out of date, what is not is
//! written anew. It is done commit by commit, and at each moment the store is whole: what is copied
//! counts once its commit is there, and what it was copied from is removed last.

use crate::error::StoreError;
use crate::journal::{LogRow, Met};
use crate::row;
use crate::store::Store;
use crate::table::Table;
use sitewrap_model::PageId;
use sled::IVec;

/// Bytes below which nothing is written anew.
const SLACK: u64 = 4 << 20;
/// Bytes of bodies that are copied with one commit.
const BODIES: u64 = 8 << 20;
/// Rows of the log that are made one.
const ROWS: usize = 64;

impl Store {
    /// Writes anew what is mostly out of date. Where there is no room for that, the store stays as it
    /// is.
    pub(crate) fn tidy(&self) -> Result<(), StoreError> {
        for renewed in [self.renew_bodies(), self.renew_journal()] {
            match renewed {
                // Damage is told to those who read what is damaged.
                Ok(()) | Err(StoreError::DiskFull(_) | StoreError::BadRow { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.bodies.sweep(&self.head().bodies);
        Ok(())
    }

    fn renew_bodies(&self) -> Result<(), StoreError> {
        while let Some(file) = self.head().bodies.mostly_gaps(SLACK) {
            self.empty(file)?;
        }
        Ok(())
    }

    /// Copies all bodies of a file to others, and forgets it.
    fn empty(&self, file: u32) -> Result<(), StoreError> {
        let mut writer = self.writer();
        writer.head.bodies.close(file);
        let mut copied = 0;
        for id in (0..writer.head.pages).map(PageId) {
            let mut row = self.require(id)?;
            if !row.body.is_in(file) {
                continue;
            }
            let packed = self.bodies.read(id, row.body)?;
            row.body = self.bodies.append(&mut writer.head.bodies, &packed)?;
            writer.put_row(id, &row)?;
            copied += packed.len() as u64;
            if copied >= BODIES {
                writer.commit()?;
                writer = self.writer();
                copied = 0;
            }
        }
        writer.head.bodies.forget(file);
        writer.commit()
    }

    /// Writes the log anew without what later rows of it have replaced.
    fn renew_journal(&self) -> Result<(), StoreError> {
        let head = self.head();
        if head.journal_bytes <= 2 * head.journal_renewed + SLACK {
            return Ok(());
        }
        // Damage that is met half-way would leave the first half written twice.
        self.frontier().try_for_each(|entry| entry.map(drop))?;
        let old = self.tables.keys(Table::Journal)?;
        let (mut entries, mut links) = (Met::default(), Met::default());
        // From the latest to the first, as it is read.
        for keys in old.rchunks(ROWS) {
            let rows = keys.iter().rev().map(|key| unpacked(self, key));
            let rows = rows.collect::<Result<Vec<_>, StoreError>>()?;
            let mut renewed = LogRow::default();
            for (key, bytes) in &rows {
                let row: LogRow<'_> = row::decode(Table::Journal, key, bytes)?;
                let latest = row.entries.into_iter().rev();
                renewed.entries.extend(latest.filter(|entry| entries.is_new(entry.url)));
                renewed.links.extend(row.links.into_iter().filter(|row| links.is_new(row.url)));
            }
            let mut writer = self.writer();
            writer.put_log(&renewed)?;
            writer.commit()?;
        }
        let mut writer = self.writer();
        old.into_iter().for_each(|key| writer.writes.remove(Table::Journal, key));
        let bytes = writer.head.journal_bytes.saturating_sub(head.journal_bytes);
        (writer.head.journal_bytes, writer.head.journal_renewed) = (bytes, bytes);
        writer.commit()
    }
}

/// A row of the log: its key and what it holds.
fn unpacked(store: &Store, key: &IVec) -> Result<(IVec, Vec<u8>), StoreError> {
    let packed = store.tables.get(Table::Journal, key)?;
    let packed = packed.ok_or_else(|| row::bad(Table::Journal, key, "is gone"))?;
    Ok((key.clone(), row::unpack(Table::Journal, key, &packed)?))
}
