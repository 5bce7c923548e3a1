//! What inductions have compared, kept with their results so that later pages can be placed and
//! clusters explained.

use super::params::InduceParams;
use super::round::Round;
use super::survey::Survey;
use serde::{Deserialize, Serialize};
use sitewrap_model::PageId;
use sitewrap_store::{Store, StoreError};

/// Name of the blob.
const NAME: &str = "comparison";

/// The first byte of the blob; another one is of another release.
const FORMAT: u8 = 2;

/// What has been compared so far, and what waits to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Comparison {
    pub(super) params: InduceParams,
    /// Number of pages that the first induction looked at.
    pub(super) learnt_from: usize,
    /// The rounds in their order.
    pub(super) rounds: Vec<Round>,
    /// The pages that fit no cluster.
    pub(super) waiting: Survey,
    /// All pages that were looked at with their stamps, by rising id.
    pub(super) seen: Vec<(PageId, u64)>,
}

impl Comparison {
    /// Whether a page was looked at as it is now.
    pub(super) fn has_seen(&self, page: &(PageId, u64)) -> bool {
        self.seen.binary_search(page).is_ok()
    }

    /// Whether a page was looked at, as it is or as it was.
    pub(super) fn knows(&self, page: PageId) -> bool {
        self.seen.binary_search_by_key(&page, |(id, _)| *id).is_ok()
    }

    /// The name and bytes that the store keeps.
    pub(super) fn to_blob(&self) -> Result<(String, Vec<u8>), StoreError> {
        let bytes = postcard::to_extend(self, vec![FORMAT]);
        let bytes = bytes.map_err(|error| StoreError::Unstorable {
            what: "what was compared".to_owned(),
            problem: error.to_string(),
        })?;
        Ok((NAME.to_owned(), bytes))
    }

    /// The comparison of the latest induction; `None` if there is none that this release can read.
    pub(super) fn load(store: &Store) -> Result<Option<Self>, StoreError> {
        let blob = store.blob(NAME)?.unwrap_or_default();
        match blob.split_first() {
            Some((&FORMAT, bytes)) => Ok(postcard::from_bytes(bytes).ok()),
            _ => Ok(None),
        }
    }
}
