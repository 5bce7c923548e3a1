//! The tables of the store, and writing to several of them at once.

use crate::error::StoreError;
use crate::row;
use sled::transaction::{ConflictableTransactionError, TransactionError, Transactional};
use sled::{IVec, Tree};
use std::path::{Path, PathBuf};

/// The version of the tables and rows that this release reads and writes.
pub const SCHEMA_VERSION: u32 = 4;

/// A table: one sled tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    /// The schema version and the counters.
    Meta,
    /// Id of the first page of a block → where the block is.
    Pages,
    /// Id of the first page of a block → URLs of its pages.
    Urls,
    /// Number of a commit → what it tells of the crawl.
    Journal,
    /// Name → blob of the crawl's state.
    State,
    /// Version → wrapper set.
    Wrappers,
    /// Version → clustering.
    Clusterings,
    /// Name and version → blob that belongs to a wrapper set.
    Blobs,
    /// Version → edits of the wrappers.
    Edits,
}

impl Table {
    /// All tables, each at the place of its number.
    pub(crate) const ALL: [Self; 9] = [
        Self::Meta,
        Self::Pages,
        Self::Urls,
        Self::Journal,
        Self::State,
        Self::Wrappers,
        Self::Clusterings,
        Self::Blobs,
        Self::Edits,
    ];

    /// The name of the sled tree; part of the format.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Pages => "pages",
            Self::Urls => "urls",
            Self::Journal => "journal",
            Self::State => "state",
            Self::Wrappers => "wrappers",
            Self::Clusterings => "clusterings",
            Self::Blobs => "blobs",
            Self::Edits => "edits",
        }
    }

    /// Whether keys are numbers: bytes, the most significant one first.
    fn has_number_keys(self) -> bool {
        matches!(
            self,
            Self::Pages
                | Self::Urls
                | Self::Journal
                | Self::Wrappers
                | Self::Clusterings
                | Self::Edits
        )
    }

    /// A key as it is shown in messages.
    pub(crate) fn show_key(self, key: &[u8]) -> String {
        if self.has_number_keys() && key.len() <= 8 {
            let number = key.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
            number.to_string()
        } else {
            String::from_utf8_lossy(key).escape_debug().to_string()
        }
    }
}

/// Rows to be written together: all of them or none.
#[derive(Default)]
pub(crate) struct Writes {
    rows: Vec<(Table, IVec, IVec)>,
    removed: Vec<(Table, IVec)>,
    /// Where rows are put together.
    room: Vec<u8>,
}

impl Writes {
    /// Adds a row; a row of the same table and key is replaced.
    pub(crate) fn put(&mut self, table: Table, key: impl Into<IVec>, payload: &[u8]) {
        let key = key.into();
        let sealed = row::seal(table, &key, payload, &mut self.room);
        self.rows.push((table, key, sealed));
    }

    /// Removes a row.
    pub(crate) fn remove(&mut self, table: Table, key: IVec) {
        self.removed.push((table, key));
    }
}

/// The open tables of one database.
pub(crate) struct Tables {
    path: PathBuf,
    db: sled::Db,
    trees: Vec<Tree>,
}

impl Tables {
    /// Whether a database has no rows and no tables.
    pub(crate) fn is_new(db: &sled::Db) -> bool {
        db.is_empty() && db.tree_names().len() == 1
    }

    /// Opens each table of the database, creating those that are not there.
    pub(crate) fn open(path: &Path, db: sled::Db) -> Result<Self, StoreError> {
        let trees = Table::ALL
            .iter()
            .map(|table| db.open_tree(table.name()))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| StoreError::database(path, error))?;
        Ok(Self { path: path.to_owned(), db, trees })
    }

    /// Tells errors of another folder than that of the database.
    pub(crate) fn told_as(self, path: &Path) -> Self {
        Self { path: path.to_owned(), ..self }
    }

    /// Whether no table has a row.
    pub(crate) fn is_empty(&self) -> bool {
        self.trees.iter().all(Tree::is_empty)
    }

    /// Folder of the store.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The payload of a row, its checksum checked.
    pub(crate) fn get(&self, table: Table, key: &[u8]) -> Result<Option<IVec>, StoreError> {
        let found = self.tree(table).get(key).map_err(|error| self.error(error))?;
        found.map(|sealed| row::unseal(table, key, &sealed)).transpose()
    }

    /// The row with the greatest key that is not above `key`: its key and payload.
    pub(crate) fn latest(
        &self,
        table: Table,
        key: &[u8],
    ) -> Result<Option<(IVec, IVec)>, StoreError> {
        let row = self.tree(table).range(..=key).next_back().transpose();
        let Some((key, sealed)) = row.map_err(|error| self.error(error))? else { return Ok(None) };
        let payload = row::unseal(table, &key, &sealed)?;
        Ok(Some((key, payload)))
    }

    /// The greatest key that is not above `key`.
    pub(crate) fn latest_key(&self, table: Table, key: &[u8]) -> Result<Option<IVec>, StoreError> {
        let latest = self.tree(table).range(..=key).keys().next_back();
        latest.transpose().map_err(|error| self.error(error))
    }

    /// The rows of a table in the order of their keys: key and payload, checksums checked. Where the
    /// database itself cannot read on, its error is the last: sled would give the same one for ever.
    pub(crate) fn scan(
        &self,
        table: Table,
        prefix: &[u8],
    ) -> impl DoubleEndedIterator<Item = Result<(IVec, IVec), StoreError>> + '_ {
        let rows = Rows { rows: self.tree(table).scan_prefix(prefix), has_failed: false };
        rows.map(move |row| {
            let (key, sealed) = row.map_err(|error| self.error(error))?;
            let payload = row::unseal(table, &key, &sealed)?;
            Ok((key, payload))
        })
    }

    /// The keys of a table, in rising order.
    pub(crate) fn keys(&self, table: Table) -> Result<Vec<IVec>, StoreError> {
        // The first error ends it.
        let keys = self.tree(table).iter().keys();
        keys.collect::<Result<_, _>>().map_err(|error| self.error(error))
    }

    /// Writes all rows in one transaction, then flushes: when this returns, the rows survive the
    /// end of the process by whatever means. Calls `committed` in between: readers see the rows
    /// from then on, also if flushing fails.
    pub(crate) fn apply(
        &self,
        writes: &Writes,
        committed: impl FnOnce(),
    ) -> Result<(), StoreError> {
        // sled takes the rows of one transaction as a batch of its log, which is recovered whole
        // or not at all, across trees too.
        let outcome = self.trees.as_slice().transaction(|trees| {
            for (table, key, sealed) in &writes.rows {
                trees[*table as usize].insert(key.clone(), sealed.clone())?;
            }
            for (table, key) in &writes.removed {
                trees[*table as usize].remove(key.clone())?;
            }
            Ok::<(), ConflictableTransactionError<()>>(())
        });
        match outcome {
            // The transaction never aborts itself: an abort cannot happen.
            Ok(()) | Err(TransactionError::Abort(())) => {}
            Err(TransactionError::Storage(error)) => return Err(self.error(error)),
        }
        committed();
        self.db.flush().map_err(|error| self.error(error))?;
        Ok(())
    }

    fn tree(&self, table: Table) -> &Tree {
        &self.trees[table as usize]
    }

    fn error(&self, error: sled::Error) -> StoreError {
        StoreError::database(&self.path, error)
    }
}

/// A key and a row, or what sled says instead.
type SledRow = sled::Result<(IVec, IVec)>;

/// Rows of a tree, up to the first error.
struct Rows {
    rows: sled::Iter,
    has_failed: bool,
}

impl Rows {
    fn next_by(&mut self, step: fn(&mut sled::Iter) -> Option<SledRow>) -> Option<SledRow> {
        let row = if self.has_failed { None } else { step(&mut self.rows) };
        self.has_failed |= row.as_ref().is_some_and(Result::is_err);
        row
    }
}

impl Iterator for Rows {
    type Item = SledRow;

    fn next(&mut self) -> Option<SledRow> {
        self.next_by(sled::Iter::next)
    }
}

impl DoubleEndedIterator for Rows {
    fn next_back(&mut self) -> Option<SledRow> {
        self.next_by(sled::Iter::next_back)
    }
}
