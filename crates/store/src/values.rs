//! Large values: packed, one after another, in files of their own beside the database.
//!
//! A tree that is kept in a log writes each of its nodes several times, and holds those in memory that
//! it works on. So the database keeps no more of large values, which are most of a store's bytes, are
//! written once and read whole, than their places: the separation of keys and values by Lu et al.,
//! *WiscKey: Separating Keys from Values in SSD-conscious Storage* (FAST 2016).
//!
//! A value is written behind the end that the last commit knows, and is there for readers only once a
//! commit tells its place. What a process that was killed has left behind that end is written over.
//! A value that was replaced leaves a gap; a file that is mostly gaps is emptied into the last one
//! when the store is opened for writing (see [`tidy`](crate::tidy)).

use crate::error::StoreError;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The folder of the files, in that of the store.
pub(crate) const FOLDER: &str = "values";

/// Bytes at which a file is full and the next one begins: what has to be copied at once is then no
/// more than half of it.
const FULL: u64 = 256 << 20;

/// Where a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Extent {
    /// The number of the file.
    file: u32,
    at: u64,
    length: u64,
    /// CRC-32 of its bytes.
    pub(crate) checksum: u32,
}

/// A file of values, as the last commit knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ValueFile {
    number: u32,
    /// Where its last value ends.
    end: u64,
    /// Bytes of the values that a row still names.
    live: u64,
}

/// The files of values, in rising order of their numbers; the last one grows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ValueFiles(Vec<ValueFile>);

impl ValueFiles {
    /// The place for so many bytes, which are counted as live.
    fn take(&mut self, value: &[u8]) -> Extent {
        let length = value.len() as u64;
        let next = self.0.last().map_or(1, |last| last.number + 1);
        if self.0.last().is_none_or(|last| last.end >= FULL) {
            self.0.push(ValueFile { number: next, end: 0, live: 0 });
        }
        let last = self.0.last_mut().unwrap_or_else(|| unreachable!("one was just added"));
        let place =
            Extent { file: last.number, at: last.end, length, checksum: crc32fast::hash(value) };
        last.end += length;
        last.live += length;
        place
    }

    /// Counts the value at a place as replaced.
    pub(crate) fn release(&mut self, place: Extent) {
        if let Some(file) = self.0.iter_mut().find(|file| file.number == place.file) {
            file.live = file.live.saturating_sub(place.length);
        }
    }

    /// The number of a file that is mostly gaps, and by more than `slack` bytes.
    pub(crate) fn mostly_gaps(&self, slack: u64) -> Option<u32> {
        let gaps = |file: &&ValueFile| file.end - file.live.min(file.end);
        let wasteful = |file: &&ValueFile| gaps(file) > slack && gaps(file) > file.live;
        self.0.iter().find(wasteful).map(|file| file.number)
    }

    /// Closes a file: what is written from now on goes to others.
    pub(crate) fn close(&mut self, number: u32) {
        if let Some(last) = self.0.last().filter(|last| last.number == number) {
            let number = last.number + 1;
            self.0.push(ValueFile { number, end: 0, live: 0 });
        }
    }

    /// Forgets a file.
    pub(crate) fn forget(&mut self, number: u32) {
        self.0.retain(|file| file.number != number);
    }

    fn knows(&self, name: &str) -> bool {
        self.0.iter().any(|file| file.number.to_string() == name)
    }
}

impl Extent {
    /// Whether the value is in the file with this number.
    pub(crate) fn is_in(&self, file: u32) -> bool {
        self.file == file
    }
}

/// The large values of one store.
pub(crate) struct Values {
    store: PathBuf,
    is_read_only: bool,
    open: Mutex<HashMap<u32, File>>,
}

impl Values {
    /// The values of the store in a folder.
    pub(crate) fn of(store: &Path) -> Self {
        Self { store: store.to_owned(), is_read_only: false, open: Mutex::default() }
    }

    /// Those of a store that nothing is written into.
    pub(crate) fn read_only(store: &Path) -> Self {
        Self { is_read_only: true, ..Self::of(store) }
    }

    /// Writes a value behind the last one. It is there once `files` is committed, with its
    /// place.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn append(
        &self,
        files: &mut ValueFiles,
        value: &[u8],
    ) -> Result<Extent, StoreError> {
        if self.is_read_only {
            return Err(StoreError::ReadOnly(self.store.clone()));
        }
        let place = files.take(value);
        let write = |file: &mut File| {
            file.seek(SeekFrom::Start(place.at))?;
            file.write_all(value)
        };
        self.with(place.file, true, write).map_err(|error| StoreError::io(&self.store, error))?;
        Ok(place)
    }

    /// The value at a place; `bad` makes the error that names its row out of what is wrong with it.
    ///
    /// # Errors
    /// If it is not what was written, or the file cannot be read.
    pub(crate) fn read(
        &self,
        place: Extent,
        bad: impl FnOnce(&str) -> StoreError,
    ) -> Result<Vec<u8>, StoreError> {
        let read = |file: &mut File| {
            file.seek(SeekFrom::Start(place.at))?;
            let mut value = Vec::new();
            file.take(place.length).read_to_end(&mut value)?;
            Ok(value)
        };
        let value = match self.with(place.file, false, read) {
            Ok(value) => value,
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(bad("is gone")),
            Err(error) => return Err(StoreError::io(&self.store, error)),
        };
        if value.len() as u64 != place.length {
            Err(bad("is cut short"))
        } else if crc32fast::hash(&value) != place.checksum {
            Err(bad("does not match its checksum"))
        } else {
            Ok(value)
        }
    }

    /// Removes the files that no commit knows: those that were emptied, and what a process that was
    /// killed has begun. What cannot be removed is left for the next time.
    pub(crate) fn sweep(&self, files: &ValueFiles) {
        // A file that is removed while it is open takes what is written and keeps nothing.
        self.open.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let Ok(entries) = fs::read_dir(self.store.join(FOLDER)) else { return };
        for entry in entries.filter_map(Result::ok) {
            if !entry.file_name().to_str().is_some_and(|name| files.knows(name)) {
                let _left = fs::remove_file(entry.path());
            }
        }
    }

    fn with<T>(
        &self,
        number: u32,
        create: bool,
        work: impl FnOnce(&mut File) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match open.entry(number) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let folder = self.store.join(FOLDER);
                if create {
                    fs::create_dir_all(&folder)?;
                }
                let path = folder.join(number.to_string());
                let mut options = OpenOptions::new();
                options.read(true).write(!self.is_read_only).create(create).truncate(false);
                new.insert(options.open(path)?)
            }
        };
        work(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_swept_away_is_made_anew() {
        let dir = tempfile::tempdir().unwrap();
        let values = Values::of(dir.path());
        // Begun by a commit that came to nothing.
        values.append(&mut ValueFiles::default(), b"in vain").unwrap();
        values.sweep(&ValueFiles::default());
        let mut files = ValueFiles::default();
        let place = values.append(&mut files, b"kept").unwrap();
        drop(values);
        let bad = |problem: &str| StoreError::Damaged { path: "".into(), problem: problem.into() };
        assert_eq!(Values::of(dir.path()).read(place, bad).unwrap(), b"kept");
    }
}
