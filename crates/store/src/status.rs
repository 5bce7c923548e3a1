//! What a store holds, in numbers.

use crate::error::StoreError;
use crate::store::Store;
use crate::table::SCHEMA_VERSION;
use serde::Serialize;
use sitewrap_model::FrontierState;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What a store holds. Times are milliseconds since 1970-01-01 UTC, 0 where there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Status {
    /// Folder of the store.
    pub path: PathBuf,
    /// Schema version.
    pub schema: u32,
    /// Pages stored.
    pub pages: usize,
    /// Pages among them that are an answer with status 2xx and no soft 404.
    pub successes: usize,
    /// Bytes of all bodies, not compressed.
    pub body_bytes: u64,
    /// Bytes of the store's files.
    pub disk_bytes: u64,
    /// URLs that the crawl has found.
    pub frontier: FrontierCounts,
    /// Links between pages, each pair of URLs once.
    pub links: usize,
    /// Versions of the wrapper sets, in rising order.
    pub wrapper_versions: Vec<u32>,
    /// Wrappers in the latest set.
    pub wrappers: usize,
    /// When the store was made.
    pub created_at: u64,
    /// When it was last written.
    pub updated_at: u64,
    /// When the latest wrapper set was stored.
    pub induced_at: u64,
    /// Commits that were lost before the store was opened; see [`Store::lost_commits`].
    pub lost_commits: u64,
}

/// How many URLs of the frontier stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FrontierCounts {
    /// Found, not fetched yet.
    pub queued: usize,
    /// Fetched and stored.
    pub fetched: usize,
    /// Not fetched, or not kept.
    pub skipped: usize,
    /// Failed for good.
    pub failed: usize,
}

impl Store {
    /// What the store holds. Reads the rows of pages, frontier and links, but no bodies.
    ///
    /// # Errors
    /// If a row is damaged or the files cannot be read.
    pub fn status(&self) -> Result<Status, StoreError> {
        let head = self.head();
        let mut successes = 0;
        for meta in self.page_metas() {
            successes += usize::from(meta?.is_success());
        }
        let mut links = 0;
        for row in self.links() {
            let row = row?;
            links += row.to.len() + row.beyond.len();
        }
        let disk_bytes =
            folder_bytes(self.path()).map_err(|error| StoreError::io(self.path(), error))?;
        Ok(Status {
            path: self.path().to_owned(),
            schema: SCHEMA_VERSION,
            pages: head.pages as usize,
            successes,
            body_bytes: head.body_bytes,
            disk_bytes,
            frontier: self.frontier_counts()?,
            links,
            wrapper_versions: self.wrapper_versions()?,
            wrappers: self.wrappers()?.map_or(0, |set| set.wrappers.len()),
            created_at: head.created_at,
            updated_at: head.updated_at,
            induced_at: head.induced_at,
            lost_commits: self.lost_commits(),
        })
    }

    /// How many URLs of the frontier stand where.
    ///
    /// # Errors
    /// If a row is damaged or the files cannot be read.
    pub fn frontier_counts(&self) -> Result<FrontierCounts, StoreError> {
        let mut counts = FrontierCounts::default();
        for entry in self.frontier() {
            *match entry?.state {
                FrontierState::Queued => &mut counts.queued,
                FrontierState::Fetched | FrontierState::Duplicate(_) => &mut counts.fetched,
                FrontierState::Skipped(_) => &mut counts.skipped,
                FrontierState::Failed(_) => &mut counts.failed,
            } += 1;
        }
        Ok(counts)
    }
}

/// The bytes of all files below a folder. sled may remove files meanwhile; those count nothing.
fn folder_bytes(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => bytes += folder_bytes(&entry.path())?,
            Ok(metadata) => bytes += metadata.len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}
