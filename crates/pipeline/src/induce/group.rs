//! Comparing the pages of a corpus and clustering them.

use super::corpus::Corpus;
use super::folded::FoldedSite;
use super::params::{Fold, InduceParams};
use crate::progress::{Observer, Progress, Stage, counted};
use sitewrap_cluster::{Outcome, cluster};
use sitewrap_distance::{Forest, matrix};
use sitewrap_model::{Clustering, SimilarityMatrix};

/// Clusters and the similarities that they come from.
pub(super) struct Grouping {
    /// Clusters and joins.
    pub(super) outcome: Outcome,
    compared: Compared,
}

enum Compared {
    Folded(Box<FoldedSite>),
    Nodes(SimilarityMatrix),
}

impl Grouping {
    /// The clusters.
    pub(super) fn clustering(&self) -> &Clustering {
        &self.outcome.clustering
    }

    /// The similarities that decided.
    pub(super) fn similarities(&self) -> &SimilarityMatrix {
        match &self.compared {
            Compared::Folded(site) => site.decisive(),
            Compared::Nodes(similarities) => similarities,
        }
    }

    /// The folded profiles, if it is those that were compared.
    pub(super) fn folded(&self) -> Option<&FoldedSite> {
        match &self.compared {
            Compared::Folded(site) => Some(site),
            Compared::Nodes(_) => None,
        }
    }
}

/// Compares the pages and clusters them.
pub(super) fn group(corpus: &Corpus, params: &InduceParams, observer: &dyn Observer) -> Grouping {
    let settings = params.cluster();
    match params.fold {
        Fold::Siblings => {
            let progress = Progress::start(observer, Stage::Compare, None);
            let site = FoldedSite::new(&corpus.outlines());
            progress.finish(&pairs(corpus.len()));
            let progress = Progress::start(observer, Stage::Cluster, None);
            let outcome = told(progress, site.cluster(&settings));
            Grouping { outcome, compared: Compared::Folded(Box::new(site)) }
        }
        Fold::Nothing => {
            let similarities = compare_nodes(corpus, observer);
            let progress = Progress::start(observer, Stage::Cluster, None);
            let outcome = told(progress, cluster(&similarities, &[], &settings));
            Grouping { outcome, compared: Compared::Nodes(similarities) }
        }
    }
}

fn told(progress: Progress<'_>, outcome: Outcome) -> Outcome {
    let clusters = counted(outcome.clustering.clusters().len(), "cluster");
    let outliers = counted(outcome.clustering.outliers().count(), "outlier");
    progress.finish(&format!("{clusters}, {outliers}"));
    outcome
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
