//! Giving room free that a store has no use for any more.
//!
//! A page that is fetched again leaves its old body behind, and each commit what earlier ones said of
//! the same URLs. Once more than half of a file of values or of the log is out of date, what is not is
//! written anew. It is done commit by commit, and at each moment the store is whole: what is copied
//! counts once its commit is there, and what it was copied from is removed last.

use crate::blocks::{BlockRow, key};
use crate::error::StoreError;
use crate::journal::{LogRow, Met};
use crate::pages::bad_body;
use crate::row;
use crate::store::{Store, Writer};
use crate::table::Table;
use crate::values::Extent;
use sitewrap_model::PageId;
use sled::IVec;

/// Bytes below which nothing is written anew.
const SLACK: u64 = 4 << 20;
/// Bytes of values that are copied with one commit.
const COPIED: u64 = 8 << 20;
/// Rows of the log that are made one.
const ROWS: usize = 64;

impl Store {
    /// Writes anew what is mostly out of date. Where there is no room for that, the store stays as it
    /// is.
    pub(crate) fn tidy(&self) -> Result<(), StoreError> {
        for renewed in [self.renew_journal(), self.renew_values()] {
            match renewed {
                // Damage is told to those who read what is damaged.
                Ok(()) | Err(StoreError::DiskFull(_) | StoreError::BadRow { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.values.sweep(&self.head().values);
        Ok(())
    }

    fn renew_values(&self) -> Result<(), StoreError> {
        while let Some(file) = self.head().values.mostly_gaps(SLACK) {
            self.empty(file)?;
        }
        Ok(())
    }

    /// Copies all values of a file to others, and forgets it.
    fn empty(&self, file: u32) -> Result<(), StoreError> {
        let mut mover = Mover { writer: self.writer(), file, copied: 0 };
        mover.writer.head.values.close(file);
        for (first, block) in self.block_rows()? {
            mover.copy_block(first, block)?;
            mover.turn()?;
        }
        for key in self.tables.keys(Table::Journal)? {
            let mut place = self.log_place(&key)?;
            if mover.copy(&mut place, |problem| row::bad(Table::Journal, &key, problem))? {
                let payload = row::encode("the log", &place)?;
                mover.writer.writes.put(Table::Journal, &key, &payload);
            }
            mover.turn()?;
        }
        mover.writer.head.values.forget(file);
        mover.writer.commit()
    }

    /// Where a row of the log is.
    fn log_place(&self, key: &IVec) -> Result<Extent, StoreError> {
        let payload = self.tables.get(Table::Journal, key)?;
        let payload = payload.ok_or_else(|| row::bad(Table::Journal, key, "is gone"))?;
        row::decode(Table::Journal, key, &payload)
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
        for key in old {
            writer.head.values.release(self.log_place(&key)?);
            writer.writes.remove(Table::Journal, key);
        }
        let bytes = writer.head.journal_bytes.saturating_sub(head.journal_bytes);
        (writer.head.journal_bytes, writer.head.journal_renewed) = (bytes, bytes);
        writer.commit()
    }
}

/// Copies values from one file to others.
struct Mover<'s> {
    writer: Writer<'s>,
    file: u32,
    /// Bytes copied since the last commit.
    copied: u64,
}

impl Mover<'_> {
    /// Copies a block of pages and their bodies, as far as they are in the file.
    fn copy_block(&mut self, first: PageId, mut block: BlockRow) -> Result<(), StoreError> {
        let (mut blocks, mut changed) = (self.writer.store.blocks(), false);
        for id in block.ids(first) {
            // One may be lost with what the block held before.
            let Some(mut row) = blocks.find(id)? else { continue };
            if self.copy(&mut row.body, |problem| bad_body(id, problem))? {
                self.writer.replace_row(id, &row)?;
                changed = true;
            }
        }
        // A block that changed is written anew with the commit.
        let bad = |problem: &str| row::bad(Table::Pages, &key(first), problem);
        if !changed && self.copy(&mut block.place, bad)? {
            self.writer.put_block_row(first, &block)?;
        }
        Ok(())
    }

    /// Copies the value at a place, if it is in the file, and sets the place to where it is then;
    /// gives whether it did.
    fn copy(
        &mut self,
        place: &mut Extent,
        bad: impl FnOnce(&str) -> StoreError,
    ) -> Result<bool, StoreError> {
        if !place.is_in(self.file) {
            return Ok(false);
        }
        let values = &self.writer.store.values;
        let value = values.read(*place, bad)?;
        *place = values.append(&mut self.writer.head.values, &value)?;
        self.copied += value.len() as u64;
        Ok(true)
    }

    /// Commits what was copied, if it is enough.
    fn turn(&mut self) -> Result<(), StoreError> {
        if self.copied >= COPIED {
            self.writer.commit_part()?;
            self.copied = 0;
        }
        Ok(())
    }
}

/// A row of the log: its key and what it holds.
fn unpacked(store: &Store, key: &IVec) -> Result<(IVec, Vec<u8>), StoreError> {
    let payload = store.tables.get(Table::Journal, key)?;
    let payload = payload.ok_or_else(|| row::bad(Table::Journal, key, "is gone"))?;
    Ok((key.clone(), store.log_row(key, &payload)?))
}
