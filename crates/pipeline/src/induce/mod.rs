//! Stored pages to wrappers: parse, compare, cluster, align.

mod clusters;
mod comparison;
mod corpus;
mod explain;
mod folded;
mod group;
mod params;
mod survey;

pub use clusters::{PageCluster, clusters};
pub use explain::{
    ClusterReasons, ExplainedClusters, Mark, Neighbour, OutlierReasons, PagePair, explain_clusters,
};
pub use params::{Fold, InduceParams, Method, Similarity};

use crate::progress::{Observer, Progress, Stage, counted};
use comparison::Comparison;
use corpus::Corpus;
use group::group;
use sitewrap_store::{Induction, Store, StoreError};
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

/// What an induction found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InduceSummary {
    /// Version of the new wrapper set.
    pub version: u32,
    /// Pages that took part.
    pub pages: usize,
    /// Clusters of at least two pages.
    pub clusters: usize,
    /// Pages that belong to no cluster.
    pub outliers: usize,
    /// Wrappers stored.
    pub wrappers: usize,
}

/// Induces the wrappers of the stored pages and stores them as a new version.
///
/// The same pages give the same wrappers, whatever the order in which they were stored and
/// whatever the number of threads: pages are ordered by their content.
///
/// # Errors
/// If the store holds no page to learn from, or fails.
pub fn induce(
    store: &Store,
    params: &InduceParams,
    observer: &dyn Observer,
) -> Result<InduceSummary, InduceError> {
    let corpus = Corpus::load(store, params.sample, params.seed, observer)?;
    if corpus.is_empty() {
        return Err(InduceError::NoPages);
    }
    let grouping = group(&corpus, params, observer);
    let clustering = grouping.clustering();
    let progress = Progress::start(observer, Stage::Induce, None);
    let wrappers =
        sitewrap_induce::induce(&corpus.documents(), &corpus.urls(), clustering, &params.wrap());
    let labels = clusters::label_pages(store, &corpus, &grouping, params, &wrappers)?;
    let count = wrappers.wrappers.len();
    let blobs = vec![Comparison::of(&corpus, params).to_blob()];
    let version = store.put_induction(&Induction { wrappers, labels, blobs })?;
    progress.finish(&format!("{}, version {version}", counted(count, "wrapper")));
    Ok(InduceSummary {
        version,
        pages: corpus.len(),
        clusters: clustering.clusters().len(),
        outliers: clustering.outliers().count(),
        wrappers: count,
    })
}
