//! Stored pages to wrappers: parse, compare, cluster, align.

mod clusters;
mod corpus;
mod params;

pub use clusters::{PageCluster, clusters};
pub use params::{Fold, InduceParams, Method, Similarity};

use crate::progress::{Observer, Progress, Stage, counted};
use corpus::Corpus;
use rayon::prelude::*;
use sitewrap_cluster::{Outcome, cluster, cluster_site};
use sitewrap_distance::profile::{Outline, Profiles, Weighting};
use sitewrap_distance::{Forest, matrix};
use sitewrap_model::{Clustering, SimilarityMatrix};
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
    let clustering = group(&corpus, params, observer);
    let progress = Progress::start(observer, Stage::Induce, None);
    let wrappers =
        sitewrap_induce::induce(&corpus.documents(), &corpus.urls(), &clustering, &params.wrap());
    let labels = clusters::label_pages(store, &corpus, &clustering, &wrappers)?;
    let count = wrappers.wrappers.len();
    let version = store.put_induction(&Induction { wrappers, labels, blobs: Vec::new() })?;
    progress.finish(&format!("{}, version {version}", counted(count, "wrapper")));
    Ok(InduceSummary {
        version,
        pages: corpus.len(),
        clusters: clustering.clusters().len(),
        outliers: clustering.outliers().count(),
        wrappers: count,
    })
}

/// Compares the pages and clusters them.
fn group(corpus: &Corpus, params: &InduceParams, observer: &dyn Observer) -> Clustering {
    let settings = params.cluster();
    let outcome = match params.fold {
        Fold::Siblings => {
            let (site, templates, keys) = compare_folded(corpus, observer);
            let progress = Progress::start(observer, Stage::Cluster, None);
            told(progress, cluster_site(&site, &templates, &keys, &settings))
        }
        Fold::Nothing => {
            let similarities = compare_nodes(corpus, observer);
            let progress = Progress::start(observer, Stage::Cluster, None);
            told(progress, cluster(&similarities, &[], &settings))
        }
    };
    outcome.clustering
}

fn told(progress: Progress<'_>, outcome: Outcome) -> Outcome {
    let clusters = counted(outcome.clustering.clusters().len(), "cluster");
    let outliers = counted(outcome.clustering.outliers().count(), "outlier");
    progress.finish(&format!("{clusters}, {outliers}"));
    outcome
}

/// The similarities of folded, weighted profiles: those that tell sites of one template, those
/// that tell templates apart, and a key for each page.
fn compare_folded(
    corpus: &Corpus,
    observer: &dyn Observer,
) -> (SimilarityMatrix, SimilarityMatrix, Vec<u64>) {
    let progress = Progress::start(observer, Stage::Compare, None);
    let outlines: Vec<Outline> = corpus
        .documents()
        .par_iter()
        .map(|document| Outline::of_tree(&document.html_attrs, &document.tree))
        .collect();
    let profiles = Profiles::build(&outlines);
    let site = profiles.similarity_matrix(&Weighting::SITE);
    let templates = profiles.similarity_matrix(&Weighting::TEMPLATES);
    progress.finish(&pairs(corpus.len()));
    (site, templates, profiles.keys())
}

/// The tree edit similarities of the trees as they are.
fn compare_nodes(corpus: &Corpus, observer: &dyn Observer) -> SimilarityMatrix {
    let progress = Progress::start(observer, Stage::Compare, None);
    let trees: Vec<_> = corpus.documents().iter().map(|document| &document.tree).collect();
    let forest = Forest::new(&trees);
    let similarities = matrix(&forest, &sitewrap_distance::Params::default());
    let mut summary = pairs(corpus.len());
    if !similarities.estimated.is_empty() {
        let estimated = similarities.estimated.len();
        summary.push_str(&format!(", {estimated} of them bounded, as they would cost too much"));
    }
    progress.finish(&summary);
    similarities.matrix
}

fn pairs(pages: usize) -> String {
    counted(pages * pages.saturating_sub(1) / 2, "pair")
}
