//! Stored pages to wrappers: parse, compare, cluster, align.
//!
//! [`induce`] learns from all pages at once. [`update`] goes on from there: pages that came later
//! join the clusters that they fit, and those that fit none wait until there are enough of them
//! for clusters of their own; what was there before stays as it is.

mod candidates;
mod clusters;
mod comparison;
mod explain;
mod folded;
mod fresh;
mod group;
mod library;
mod params;
mod round;
mod survey;
mod update;
mod wrap;

pub use clusters::{PageCluster, clusters};
pub use explain::{
    ClusterReasons, ExplainedClusters, Mark, Neighbour, OutlierReasons, PagePair, explain_clusters,
};
pub use fresh::{InduceSummary, induce};
pub use params::{Fold, InduceParams, Method, Similarity};
pub use update::{NewPageType, UpdateSummary, update};

use sitewrap_store::StoreError;
use thiserror::Error;

/// Why no wrappers were induced.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InduceError {
    /// The store has no page that wrappers can be induced from.
    #[error(
        "the store holds no HTML page with status 2xx; `sitewrap crawl URL` or \
         `sitewrap import PATH` gets some"
    )]
    NoPages,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Fewest pages, bodies of their own, that make a cluster of pages that fitted none before.
///
/// A wrapper stays as it is once it is made, so it should not be made of too few: two pages show
/// what varies, but not what is optional. Five is a judgement, not a measured optimum; waiting pages
/// lose nothing meanwhile.
pub const NEW_TYPE_PAGES: usize = 5;
