//! One round of comparing pages with each other: the first looks at the pages of the whole site,
//! later ones at pages that fit no cluster until then.

use super::document_cache::DocumentCache;
use super::folded::{FoldedSite, Nearest, Placer};
use super::group::{Grouping, group};
use super::params::{Fold, InduceParams};
use super::survey::Survey;
use crate::progress::Observer;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sitewrap_distance::profile::{Outline, Profiles};
use sitewrap_model::{ClusterId, Clustering};
use sitewrap_store::StoreError;
use std::sync::Arc;

/// The pages that were compared with each other, and their clusters: all that placing further
/// pages needs to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Round {
    /// The pages.
    pub(super) compared: Survey,
    /// The cluster of each.
    pub(super) clusters: Vec<Option<ClusterId>>,
    /// Whether the pages were found to have one template.
    pub(super) is_one_template: bool,
}

impl Round {
    /// Clusters the pages of a survey, or a sample if they are too many to compare each with each;
    /// gives the round, and the cluster of every page of the survey. Clusters are numbered from 0
    /// and have at least `least` pages that were compared.
    ///
    /// With [`Fold::None`], pages that were not compared stay without a cluster.
    pub(super) fn of(
        survey: &Survey,
        documents: &DocumentCache<'_>,
        params: &InduceParams,
        least: usize,
        observer: &dyn Observer,
    ) -> Result<(Self, Vec<Option<ClusterId>>), StoreError> {
        let sample = survey.sample(params);
        let compared = survey.part(&sample);
        let grouping = group(&compared, documents, params, least, observer)?;
        let clusters = grouping.clustering().labels().to_vec();
        let mut all = vec![None; survey.len()];
        for (&index, &cluster) in sample.iter().zip(&clusters) {
            all[index] = cluster;
        }
        if sample.len() < survey.len() {
            place_others(survey, &sample, &grouping, params, &mut all);
        }
        let is_one_template = grouping.folded().is_some_and(FoldedSite::is_one_template);
        Ok((Self { compared, clusters, is_one_template }, all))
    }

    /// As [`Round::of`] for pages that fitted no cluster of earlier rounds. So many as
    /// `new_type_pages` of the book with bodies of their own make a cluster; their duplicates belong to it.
    pub(super) fn of_rest(
        survey: &Survey,
        documents: &DocumentCache<'_>,
        params: &InduceParams,
        observer: &dyn Observer,
    ) -> Result<(Self, Vec<Option<ClusterId>>), StoreError> {
        let firsts: Vec<usize> = survey.firsts().collect();
        let own = survey.part(&firsts);
        let (round, clusters) =
            Self::of(&own, documents, params, params.book.cluster.new_type_pages, observer)?;
        let ends = firsts.iter().skip(1).copied().chain([survey.len()]);
        let duplicates = firsts.iter().zip(ends).zip(clusters);
        let all =
            duplicates.flat_map(|((&first, end), cluster)| vec![cluster; end - first]).collect();
        Ok((round, all))
    }

    /// The same with other numbers for the clusters.
    pub(super) fn renumbered(mut self, number: impl Fn(ClusterId) -> ClusterId) -> Self {
        for cluster in self.clusters.iter_mut().flatten() {
            *cluster = number(*cluster);
        }
        self
    }

    /// Asks a placer for this round's clusters, given with the number of each of its places.
    fn ask(&self, params: &InduceParams, question: impl FnOnce(&Placer<'_>, &[ClusterId])) {
        let profiles = Profiles::build_with(&self.compared.outlines(), &params.book.distance);
        let (clustering, numbers) = self.clustering();
        let placer = Placer::new(&profiles, self.is_one_template, &clustering, &params.cluster());
        question(&placer, &numbers);
    }

    /// The clusters as places, and the number of each place.
    pub(super) fn clustering(&self) -> (Clustering, Vec<ClusterId>) {
        numbered(&self.clusters)
    }
}

/// What was compared, and the cluster of each page of the survey.
pub(super) struct Learnt {
    /// The rounds, in their order.
    pub(super) rounds: Vec<Round>,
    /// The clusters, by the places of the pages in the survey.
    pub(super) clusters: Vec<Option<ClusterId>>,
}

impl Learnt {
    /// The same with the largest cluster first, whatever the round in which it was found.
    pub(super) fn by_size(self) -> Self {
        let labels = self.rounds.iter().flat_map(|round| round.clusters.iter().copied());
        let numbers = numbered(&labels.collect::<Vec<_>>()).1;
        let place = |id: ClusterId| numbers.iter().position(|&number| number == id);
        let rank = |id: ClusterId| place(id).map_or(id, |place| ClusterId(place as u32));
        Self {
            rounds: self.rounds.into_iter().map(|round| round.renumbered(rank)).collect(),
            clusters: self.clusters.into_iter().map(|cluster| cluster.map(rank)).collect(),
        }
    }
}

/// A clustering with the labels of `clusters`, and for each cluster of it the number that it has
/// there.
pub(super) fn numbered(clusters: &[Option<ClusterId>]) -> (Clustering, Vec<ClusterId>) {
    let labels: Vec<Option<usize>> =
        clusters.iter().map(|cluster| cluster.map(ClusterId::index)).collect();
    let clustering = Clustering::from_labels(&labels);
    let number = |pages: &Vec<usize>| clusters[pages[0]].unwrap_or(ClusterId(0));
    let numbers = clustering.clusters().iter().map(number).collect();
    (clustering, numbers)
}

/// The number of the next cluster.
pub(super) fn next_cluster(clusters: &[Option<ClusterId>]) -> ClusterId {
    ClusterId(clusters.iter().flatten().map(|id| id.0 + 1).max().unwrap_or(0))
}

/// Places the pages that were not compared. Pages of the same structure are placed once; where one
/// of them was compared, they are of its cluster.
fn place_others(
    survey: &Survey,
    sample: &[usize],
    grouping: &Grouping,
    params: &InduceParams,
    all: &mut [Option<ClusterId>],
) {
    let Some(site) = grouping.folded() else { return };
    let mut known: Vec<Option<Option<ClusterId>>> = vec![None; survey.distinct().len()];
    let mut is_compared = vec![false; survey.len()];
    for &index in sample {
        known[survey.places()[index] as usize] = Some(all[index]);
        is_compared[index] = true;
    }
    let placer = Placer::new(
        site.profiles(),
        site.is_one_template(),
        grouping.clustering(),
        &params.cluster(),
    );
    let clusters: Vec<Option<ClusterId>> = known
        .into_par_iter()
        .zip(survey.distinct())
        .map(|(known, outline)| known.unwrap_or_else(|| placer.place(outline)))
        .collect();
    for (index, cluster) in all.iter_mut().enumerate() {
        if !is_compared[index] {
            *cluster = clusters[survey.places()[index] as usize];
        }
    }
}

/// The cluster of each outline by the rounds in their order: the first that has a place for a page
/// decides, so that clusters found later take nothing from those found before.
pub(super) fn place(
    rounds: &[Round],
    outlines: &[Arc<Outline>],
    params: &InduceParams,
) -> Vec<Option<ClusterId>> {
    let mut placed = vec![None; outlines.len()];
    if params.fold == Fold::None || outlines.is_empty() {
        return placed;
    }
    for round in rounds {
        round.ask(params, |placer, numbers| {
            placed.par_iter_mut().zip(outlines).for_each(|(cluster, outline)| {
                if cluster.is_none() {
                    *cluster = placer.place(outline).map(|place| numbers[place.index()]);
                }
            });
        });
    }
    placed
}

/// Where each outline comes nearest to joining a cluster of one of the rounds.
pub(super) fn nearest(
    rounds: &[Round],
    outlines: &[Arc<Outline>],
    params: &InduceParams,
) -> Vec<Option<Nearest>> {
    let mut found: Vec<Option<Nearest>> = vec![None; outlines.len()];
    if params.fold == Fold::None || outlines.is_empty() {
        return found;
    }
    for round in rounds {
        round.ask(params, |placer, numbers| {
            found.par_iter_mut().zip(outlines).for_each(|(found, outline)| {
                let Some(near) = placer.nearest(outline) else { return };
                if found.is_none_or(|known| near.similarity > known.similarity) {
                    *found = Some(Nearest { cluster: numbers[near.cluster.index()], ..near });
                }
            });
        });
    }
    found
}
