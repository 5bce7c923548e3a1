//! Comparing pages and clustering them.

use super::document_cache::DocumentCache;
use super::folded::FoldedSite;
use super::params::{Fold, InduceParams};
use super::survey::Survey;
use crate::progress::{Observer, Progress, Stage, counted};
use sitewrap_cluster::{Outcome, Params, cluster};
use sitewrap_distance::{Forest, matrix};
use sitewrap_model::{Clustering, SimilarityMatrix};
use sitewrap_store::StoreError;

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

/// Compares the pages and clusters them; clusters of fewer than `least` pages are none.
pub(super) fn group(
    survey: &Survey,
    documents: &DocumentCache<'_>,
    params: &InduceParams,
    least: usize,
    observer: &dyn Observer,
) -> Result<Grouping, StoreError> {
    let settings = Params { min_size: least, ..params.cluster() };
    let progress = Progress::start(observer, Stage::Compare, None);
    match params.fold {
        Fold::Siblings => {
            let site = FoldedSite::new(&survey.outlines(), &survey.urls(), &params.book.distance);
            progress.finish(&pairs(survey.len()));
            let progress = Progress::start(observer, Stage::Cluster, None);
            let outcome = told(progress, site.cluster(&settings));
            Ok(Grouping { outcome, compared: Compared::Folded(Box::new(site)) })
        }
        Fold::None => {
            let similarities = compare_nodes(survey, documents, progress)?;
            let progress = Progress::start(observer, Stage::Cluster, None);
            let outcome = told(progress, cluster(&similarities, &[], &settings));
            Ok(Grouping { outcome, compared: Compared::Nodes(similarities) })
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
fn compare_nodes(
    survey: &Survey,
    documents: &DocumentCache<'_>,
    progress: Progress<'_>,
) -> Result<SimilarityMatrix, StoreError> {
    let documents = documents.documents(&survey.originals())?;
    let trees: Vec<_> = documents.iter().map(|document| &document.tree).collect();
    let forest = Forest::new(&trees);
    let similarities = matrix(&forest, &sitewrap_distance::Params::default());
    let mut summary = pairs(survey.len());
    if !similarities.estimated.is_empty() {
        let estimated = similarities.estimated.len();
        summary.push_str(&format!(", {estimated} of them bounded, as they would cost too much"));
    }
    progress.finish(&summary);
    Ok(similarities.matrix)
}

fn pairs(pages: usize) -> String {
    counted(pages * pages.saturating_sub(1) / 2, "pair")
}
