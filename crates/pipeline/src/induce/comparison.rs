//! What an induction compared, kept with its results so that they can be explained.

use super::corpus::Corpus;
use super::params::InduceParams;
use serde::{Deserialize, Serialize};
use sitewrap_model::PageId;
use sitewrap_store::{Store, StoreError};

/// Name of the blob.
const NAME: &str = "comparison";

/// The pages that were compared with each other, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Comparison {
    pub(super) params: InduceParams,
    /// By rising id.
    pub(super) pages: Vec<PageId>,
}

impl Comparison {
    pub(super) fn of(corpus: &Corpus, params: &InduceParams) -> Self {
        let mut pages: Vec<PageId> = corpus.ids().collect();
        pages.sort_unstable();
        Self { params: params.clone(), pages }
    }

    /// The name and bytes that the store keeps.
    pub(super) fn to_blob(&self) -> (String, Vec<u8>) {
        (NAME.to_owned(), serde_json::json!(self).to_string().into_bytes())
    }

    /// The comparison of the latest induction; `None` if there is none that can be read.
    pub(super) fn load(store: &Store) -> Result<Option<Self>, StoreError> {
        let blob = store.blob(NAME)?;
        Ok(blob.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }
}
