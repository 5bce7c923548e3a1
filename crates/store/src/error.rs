//! What can go wrong with a store, each told in one line that says what to do.

use std::io;
use std::path::{Path, PathBuf};

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The path of the store is a file.
    #[error("{} is a file; a store is a folder", .0.display())]
    NotAFolder(PathBuf),
    /// The folder holds files, but no store.
    #[error("{} holds files that are no store; give an empty or a new folder", .0.display())]
    NotAStore(PathBuf),
    /// There is no store in the folder.
    #[error("there is no store in {}", .0.display())]
    Missing(PathBuf),
    /// Another process has the store open.
    #[error("the store {} is in use by another process; wait until it has ended", .0.display())]
    InUse(PathBuf),
    /// A later release of sitewrap has written the store.
    #[error(
        "the store {} has schema version {found}, this sitewrap reads version {known}; use a later \
         release of sitewrap", .path.display()
    )]
    SchemaNewer {
        /// Folder of the store.
        path: PathBuf,
        /// Version of the store.
        found: u32,
        /// Version that this release reads and writes.
        known: u32,
    },
    /// An earlier release of sitewrap has written the store.
    #[error(
        "the store {} has schema version {found}, this sitewrap reads version {known}; write its \
         pages out with the release that made it and import them into a new store", .path.display()
    )]
    SchemaOlder {
        /// Folder of the store.
        path: PathBuf,
        /// Version of the store.
        found: u32,
        /// Version that this release reads and writes.
        known: u32,
    },
    /// A row does not have the checksum that it was written with, or cannot be decoded.
    #[error("the store is damaged: row {row} of table {table} {problem}")]
    BadRow {
        /// The table, as in the list in the crate's documentation.
        table: &'static str,
        /// The row's key.
        row: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The files of the store cannot be read as a database.
    #[error("the store {} is damaged ({problem}); restore it from a copy", .path.display())]
    Damaged {
        /// Folder of the store.
        path: PathBuf,
        /// What the database says.
        problem: String,
    },
    /// The clock of the machine is not one that the database can read.
    #[error("the store {} cannot be opened: the clock of this machine stands before 1970; set it", .0.display())]
    Clock(PathBuf),
    /// The store can be read only.
    #[error("the store {} cannot be written (a read-only file system, or no permission); copy it to \
             where it can", .0.display())]
    ReadOnly(PathBuf),
    /// There is no room left for the store.
    #[error("no space is left for the store {}; free some and run the same command again", .0.display())]
    DiskFull(PathBuf),
    /// The files of the store cannot be read or written.
    #[error("cannot read or write the store {}: {source}", .path.display())]
    Io {
        /// Folder of the store.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// A value is not one that a store can hold.
    #[error("cannot store {what}: {problem}")]
    Unstorable {
        /// Which value.
        what: String,
        /// Why it cannot be stored.
        problem: String,
    },
}

impl StoreError {
    /// The error for what the operating system says about the store in `path`.
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::DiskFull(path.to_owned())
            }
            _ => Self::Io { path: path.to_owned(), source },
        }
    }

    /// The error for what sled says about the store in `path`.
    pub(crate) fn database(path: &Path, source: sled::Error) -> Self {
        match source {
            // sled has no error kind for a lock that is held, only this text.
            sled::Error::Io(source) if is_held_lock(&source.to_string()) => {
                Self::InUse(path.to_owned())
            }
            sled::Error::Io(source) => Self::io(path, source),
            // Its text speaks of offsets and backtraces that it does not have.
            sled::Error::Corruption { .. } => Self::Damaged {
                path: path.to_owned(),
                problem: "its log holds what was not written there".to_owned(),
            },
            other => Self::Damaged { path: path.to_owned(), problem: one_line(&other.to_string()) },
        }
    }
}

fn is_held_lock(message: &str) -> bool {
    message.contains("could not acquire lock") && message.contains("WouldBlock")
}

/// `text` on one line, cut to a readable length: sled's messages can hold whole debug dumps.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = line.char_indices().nth(200) {
        line.truncate(cut);
        line.push('…');
    }
    line
}
