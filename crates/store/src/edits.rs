//! Edits of the wrappers by hand, kept apart from the wrappers as induced.

use crate::error::StoreError;
use crate::row;
use crate::store::Store;
use crate::table::Table;
use sitewrap_wrapper::edit::{Edited, Edits};

/// The edits' side.
impl Store {
    /// The edits of the wrappers; empty where there are none.
    ///
    /// # Errors
    /// If the row is damaged or the files cannot be read; so for all that follow.
    pub fn edits(&self) -> Result<Edits, StoreError> {
        self.edits_version(self.head().wrappers)
    }

    /// Stores the edits in the place of those before, as a new version of the wrappers; gives the
    /// version. Wrappers that are induced later are edited alike.
    pub fn put_edits(&self, edits: &Edits) -> Result<u32, StoreError> {
        let mut writer = self.writer();
        let version = writer.head.wrappers + 1;
        let json = serde_json::to_vec(edits).map_err(|error| StoreError::Unstorable {
            what: "the edits".to_owned(),
            problem: error.to_string(),
        })?;
        let key = version.to_be_bytes();
        writer.writes.put(Table::Edits, &key, &row::pack("the edits", &json)?);
        writer.head.wrappers = version;
        writer.commit()?;
        Ok(version)
    }

    /// The latest wrapper set as edited, with what of the edits could not be done; `None` where
    /// there are no wrappers.
    pub fn edited(&self) -> Result<Option<Edited>, StoreError> {
        self.edited_version(self.head().wrappers)
    }

    pub(crate) fn edited_version(&self, version: u32) -> Result<Option<Edited>, StoreError> {
        let Some(induced) = self.induced_version(version)? else { return Ok(None) };
        let mut edited = self.edits_version(version)?.apply(induced);
        edited.wrappers.version = version;
        Ok(Some(edited))
    }

    /// The edits as they were at a version of the wrappers.
    fn edits_version(&self, version: u32) -> Result<Edits, StoreError> {
        let Some((key, packed)) = self.tables.latest(Table::Edits, &version.to_be_bytes())? else {
            return Ok(Edits::default());
        };
        let json = row::unpack(Table::Edits, &key, &packed)?;
        serde_json::from_slice(&json)
            .map_err(|error| row::bad(Table::Edits, &key, format!("cannot be decoded ({error})")))
    }
}
