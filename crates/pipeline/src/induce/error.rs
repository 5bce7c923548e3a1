//! Why nothing was learned.

use sitewrap_store::StoreError;
use thiserror::Error;

/// Why no wrappers were induced.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InduceError {
    /// There is no page that wrappers can be induced from.
    #[error("there is no HTML page with status 2xx to learn from")]
    NoPages,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
