//! The counters and times of a store.

use crate::error::StoreError;
use crate::row;
use crate::table::{Table, Tables, Writes};
use crate::values::ValueFiles;
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};

/// The key of the row in the table `meta`.
const KEY: &[u8] = b"head";

/// The counters and times; rewritten by each commit, in its transaction.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Head {
    /// Commits since the store was made.
    pub(crate) commits: u64,
    /// Pages stored; the next page's id.
    pub(crate) pages: u32,
    /// Bytes of all bodies, not compressed.
    pub(crate) body_bytes: u64,
    /// Version of the latest wrapper set; 0 where there is none.
    pub(crate) wrappers: u32,
    /// When the store was made, in milliseconds since 1970-01-01 UTC.
    pub(crate) created_at: u64,
    /// When it was last written.
    pub(crate) updated_at: u64,
    /// When the latest wrapper set was stored; 0 where there is none.
    pub(crate) induced_at: u64,
    /// The files of large values.
    pub(crate) values: ValueFiles,
    /// Bytes of the crawl's log, packed.
    pub(crate) journal_bytes: u64,
    /// Bytes that it had when it was last written anew.
    pub(crate) journal_renewed: u64,
}

impl Head {
    /// The head of a new store.
    pub(crate) fn new() -> Self {
        let created_at = now();
        Self { created_at, updated_at: created_at, ..Self::default() }
    }

    /// The head that was written last; `None` in a database that has none.
    pub(crate) fn read(tables: &Tables) -> Result<Option<Self>, StoreError> {
        let row = tables.get(Table::Meta, KEY)?;
        row.map(|payload| row::decode(Table::Meta, KEY, &payload)).transpose()
    }

    /// Adds the head's row to what is to be written.
    pub(crate) fn write(&self, writes: &mut Writes) -> Result<(), StoreError> {
        writes.put(Table::Meta, KEY, &row::encode("the counters", self)?);
        Ok(())
    }
}

/// Milliseconds since 1970-01-01 UTC.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_millis() as u64)
}
