//! What induction writes: wrapper sets, the clusterings they came from, and what belongs to them.

use crate::error::StoreError;
use crate::head;
use crate::row;
use crate::store::{Store, Writer};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use sitewrap_model::{ClusterId, PageId};
use sitewrap_wrapper::WrapperSet;
use sitewrap_wrapper::deep_json::{self, DeepJsonError};

/// All that one induction has found; stored whole or not at all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Induction {
    /// The wrappers. The version they hold is not looked at: the store gives the next one.
    pub wrappers: WrapperSet,
    /// The clustering that they came from, one label a page; pages that took no part are left
    /// out.
    pub labels: Vec<PageLabel>,
    /// Further results by name (settings, path profiles of the clusters, …).
    pub blobs: Vec<(String, Vec<u8>)>,
}

/// Where a stored page belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageLabel {
    /// The page.
    pub page: PageId,
    /// Its cluster; `None` for an outlier.
    pub cluster: Option<ClusterId>,
    /// The page type of its cluster; `None` for an outlier.
    pub page_type: Option<String>,
}

/// Induction's side.
impl Store {
    /// Stores the results of an induction, whole or not at all; gives their version. Versions
    /// rise from 1; earlier ones can still be read.
    ///
    /// # Errors
    /// If the files cannot be written, or a wrapper cannot be told in JSON.
    pub fn put_induction(&self, induction: Induction) -> Result<u32, StoreError> {
        let Induction { mut wrappers, labels, blobs } = induction;
        let mut writer = self.writer();
        let version = writer.head.wrappers + 1;
        wrappers.version = version;
        let json = to_json(&wrappers)?;
        let key = version.to_be_bytes();
        writer.writes.put(Table::Wrappers, &key, &row::pack("the wrappers", &json)?);
        writer.put_results(version, &labels, &blobs)?;
        writer.head.wrappers = version;
        writer.head.induced_at = head::now();
        writer.commit()?;
        Ok(version)
    }

    /// Stores labels and blobs in the place of the latest ones, whole or not at all, as when pages
    /// have joined known clusters: no wrapper changes, so there is no new version.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub fn put_labels(
        &self,
        labels: &[PageLabel],
        blobs: &[(String, Vec<u8>)],
    ) -> Result<(), StoreError> {
        let mut writer = self.writer();
        let latest = self.tables.scan(Table::Clusterings, b"").next_back().transpose()?;
        let version = latest.map_or(writer.head.wrappers, |(key, _)| version_of(&key));
        writer.put_results(version, labels, blobs)?;
        writer.commit()
    }

    /// The latest wrapper set, as edited by hand.
    ///
    /// # Errors
    /// If the row is damaged or the files cannot be read; so for all that follow.
    pub fn wrappers(&self) -> Result<Option<WrapperSet>, StoreError> {
        self.wrappers_version(self.head().wrappers)
    }

    /// The wrapper set of a version, as edited by hand.
    pub fn wrappers_version(&self, version: u32) -> Result<Option<WrapperSet>, StoreError> {
        Ok(self.edited_version(version)?.map(|edited| edited.wrappers))
    }

    /// The latest wrapper set as it was induced, without edits; its version is that of the
    /// induction.
    pub fn induced(&self) -> Result<Option<WrapperSet>, StoreError> {
        self.induced_version(self.head().wrappers)
    }

    /// The induced wrapper set that a version goes back to.
    pub(crate) fn induced_version(&self, version: u32) -> Result<Option<WrapperSet>, StoreError> {
        if version > self.head().wrappers {
            return Ok(None);
        }
        let latest = self.tables.latest(Table::Wrappers, &version.to_be_bytes())?;
        let Some((key, packed)) = latest else { return Ok(None) };
        decode_wrappers(&key, &packed).map(Some)
    }

    /// The versions of the wrapper sets, in rising order: each induction and each edit gave one.
    pub fn wrapper_versions(&self) -> Result<Vec<u32>, StoreError> {
        let rows = [Table::Wrappers, Table::Edits].map(|table| self.tables.scan(table, b""));
        let versions = rows.into_iter().flatten().map(|row| Ok(version_of(&row?.0)));
        let mut versions: Vec<u32> = versions.collect::<Result<_, StoreError>>()?;
        versions.sort_unstable();
        Ok(versions)
    }

    /// The latest clustering: the version of the wrapper set that came from it, and one label a
    /// page.
    pub fn clustering(&self) -> Result<Option<(u32, Vec<PageLabel>)>, StoreError> {
        let Some(row) = self.tables.scan(Table::Clusterings, b"").next_back() else {
            return Ok(None);
        };
        let (key, packed) = row?;
        let rows = row::unpack(Table::Clusterings, &key, &packed)?;
        Ok(Some((version_of(&key), row::decode(Table::Clusterings, &key, &rows)?)))
    }

    /// The latest blob of this name that belongs to a wrapper set.
    pub fn blob(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(row) = self.tables.scan(Table::Blobs, &blob_prefix(name)).next_back() else {
            return Ok(None);
        };
        let (key, packed) = row?;
        row::unpack(Table::Blobs, &key, &packed).map(Some)
    }
}

impl Writer<'_> {
    /// Adds what belongs to a wrapper set to the transaction.
    fn put_results(
        &mut self,
        version: u32,
        labels: &[PageLabel],
        blobs: &[(String, Vec<u8>)],
    ) -> Result<(), StoreError> {
        let rows = row::encode("the clustering", &labels)?;
        let key = version.to_be_bytes();
        self.writes.put(Table::Clusterings, &key, &row::pack("the clustering", &rows)?);
        for (name, bytes) in blobs {
            self.writes.put(Table::Blobs, blob_key(name, version), &row::pack(name, bytes)?);
        }
        Ok(())
    }
}

/// A wrapper set in JSON.
fn to_json(wrappers: &WrapperSet) -> Result<Vec<u8>, StoreError> {
    deep_json::to_vec(wrappers).map_err(|error| unstorable(&error))
}

/// The wrapper set in a row of its table.
pub(crate) fn decode_wrappers(key: &[u8], packed: &[u8]) -> Result<WrapperSet, StoreError> {
    let json = row::unpack(Table::Wrappers, key, packed)?;
    deep_json::from_slice(&json).map_err(|error| match error {
        // Says nothing of the row.
        DeepJsonError::Thread(_) => unstorable(&error),
        error => row::bad(Table::Wrappers, key, format!("cannot be decoded ({error})")),
    })
}

fn unstorable(error: &DeepJsonError) -> StoreError {
    StoreError::Unstorable { what: "the wrappers".to_owned(), problem: error.to_string() }
}

/// The key of a blob: its name, a zero byte, its version. Versions of one name stand together, in
/// rising order.
fn blob_key(name: &str, version: u32) -> Vec<u8> {
    let mut key = blob_prefix(name);
    key.extend_from_slice(&version.to_be_bytes());
    key
}

fn blob_prefix(name: &str) -> Vec<u8> {
    let mut key = name.as_bytes().to_vec();
    key.push(0);
    key
}

/// The version that a key of four bytes stands for.
fn version_of(key: &[u8]) -> u32 {
    key.iter().fold(0, |version, &byte| version << 8 | u32::from(byte))
}
