//! The store itself: opening it and writing to it.

use crate::error::StoreError;
use crate::head::{self, Head};
use crate::open::{self, Tally};
use crate::pending::Pending;
use crate::reserve;
use crate::table::{Tables, Writes};
use crate::url_index::UrlIndex;
use crate::values::Values;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::SystemTime;
use tempfile::TempDir;

/// The store of one site: its pages, the state of its crawl, its wrappers.
///
/// Reading and writing take `&self`; a store can be shared between threads. One writes at a time,
/// the others wait.
pub struct Store {
    pub(crate) tables: Tables,
    pub(crate) values: Values,
    /// Made when it is first asked for.
    pub(crate) urls: Mutex<Option<UrlIndex>>,
    head: RwLock<Head>,
    /// Held by the one who writes; `None` where nothing can be written.
    tally: Mutex<Option<Tally>>,
    lost_commits: u64,
    /// Where the database is, if not in the store's folder; gone with the store.
    _copy: Option<TempDir>,
}

impl Store {
    /// Opens the store in the folder `dir`, making both where there is none.
    ///
    /// # Errors
    /// If `dir` is a file or holds other files, if another process has the store open, if another
    /// release wrote it in another schema, or if its files are damaged or cannot be read.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        let dir = dir.as_ref();
        open::make_folder(dir)?;
        Self::open_folder(dir, true)
    }

    /// Opens the store in the folder `dir`; makes none.
    ///
    /// # Errors
    /// As [`Store::open`], and [`StoreError::Missing`] if there is no store in `dir`.
    pub fn open_existing(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        let dir = dir.as_ref();
        open::require_store(dir)?;
        if open::is_read_only(dir) {
            Self::open_to_read(dir)
        } else {
            Self::open_folder(dir, false)
        }
    }

    /// Opens the store in the folder `dir` without writing there, as where it cannot be written:
    /// reading works as ever, writing gives [`StoreError::ReadOnly`].
    ///
    /// # Errors
    /// As [`Store::open_existing`], and if no temporary folder can be made.
    pub fn open_to_read(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        let dir = dir.as_ref();
        open::check_clock(dir, SystemTime::now())?;
        let counted = Tally::read(dir);
        let copy = open::copy_database(dir).map_err(|error| StoreError::io(dir, error))?;
        let (tables, head) = open::tables(copy.path(), false, counted)?;
        let lost_commits = counted.saturating_sub(head.commits);
        Ok(Self {
            tables: tables.told_as(dir),
            values: Values::read_only(dir),
            urls: Mutex::default(),
            head: RwLock::new(head),
            tally: Mutex::new(None),
            lost_commits,
            _copy: Some(copy),
        })
    }

    fn open_folder(dir: &Path, create: bool) -> Result<Self, StoreError> {
        open::check_clock(dir, SystemTime::now())?;
        let counted = Tally::read(dir);
        let (tables, head) = open::tables(dir, create, counted)?;
        let tally = Tally::open(dir)?;
        // Without it, reading goes on.
        let kept = reserve::keep(dir).map_err(|error| StoreError::io(dir, error));
        if create {
            kept?;
        }
        let lost_commits = counted.saturating_sub(head.commits);
        let store = Self {
            tables,
            values: Values::of(dir),
            urls: Mutex::default(),
            head: RwLock::new(head),
            tally: Mutex::new(Some(tally)),
            lost_commits,
            _copy: None,
        };
        if create {
            store.tidy()?;
        }
        Ok(store)
    }

    /// How many of the last commits the files no longer held when the store was opened: more than
    /// 0 after the files were cut short (power cut, copy that was not complete). What is left is
    /// as it was before those commits, so a crawl that goes on fetches their pages again.
    pub fn lost_commits(&self) -> u64 {
        self.lost_commits
    }

    /// Folder of the store.
    pub fn path(&self) -> &Path {
        self.tables.path()
    }

    /// The counters as they were after the last commit.
    pub(crate) fn head(&self) -> Head {
        self.read_head(Head::clone)
    }

    /// Reads one of the counters as it was after the last commit.
    pub(crate) fn read_head<T>(&self, read: impl FnOnce(&Head) -> T) -> T {
        read(&self.head.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until no other thread writes, and keeps others from writing meanwhile.
    pub(crate) fn writer(&self) -> Writer<'_> {
        // A writer that panicked has written its transaction or has not: nothing is half done.
        let tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        let (head, writes, blocks) = (self.head(), Writes::default(), Pending::default());
        Writer { store: self, head, writes, blocks, tally }
    }
}

/// One transaction in the making.
pub(crate) struct Writer<'a> {
    pub(crate) store: &'a Store,
    /// The counters as they are to be after the transaction.
    pub(crate) head: Head,
    /// The rows to write.
    pub(crate) writes: Writes,
    /// The blocks of pages to write.
    pub(crate) blocks: Pending,
    tally: MutexGuard<'a, Option<Tally>>,
}

impl Writer<'_> {
    /// Writes the rows and the counters, all or nothing, and flushes.
    pub(crate) fn commit(mut self) -> Result<(), StoreError> {
        self.commit_part()
    }

    /// As [`commit`](Self::commit), and begins the next transaction.
    pub(crate) fn commit_part(&mut self) -> Result<(), StoreError> {
        if self.tally.is_none() {
            return Err(StoreError::ReadOnly(self.store.path().to_owned()));
        }
        let new_pages = self.put_blocks()?;
        self.head.commits += 1;
        self.head.updated_at = head::now();
        self.head.write(&mut self.writes)?;
        self.store.tables.apply(&self.writes, || {
            *self.store.head.write().unwrap_or_else(PoisonError::into_inner) = self.head.clone();
            self.store.know_urls(&new_pages);
        })?;
        self.writes = Writes::default();
        match &mut *self.tally {
            Some(tally) => tally.write(self.store.path(), self.head.commits),
            None => Ok(()),
        }
    }
}
