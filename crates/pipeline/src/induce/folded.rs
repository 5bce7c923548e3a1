//! The pages of a site as folded, weighted path profiles: what the default method compares.

use sitewrap_cluster::{Outcome, Params, Points, Representatives, Site, cluster_templates};
use sitewrap_distance::profile::{Outline, Profiles, Weighting};
use sitewrap_model::{ClusterId, Clustering, SimilarityMatrix};
use std::cell::OnceCell;

/// Profiles with the similarities that clustering has asked for.
pub(super) struct FoldedSite {
    profiles: Profiles,
    lenient: SimilarityMatrix,
    /// Asked for only if the site has more than one template.
    templates: OnceCell<SimilarityMatrix>,
}

impl FoldedSite {
    /// Compares pages by their outlines.
    pub(super) fn new(outlines: &[Outline]) -> Self {
        let profiles = Profiles::build(outlines);
        let lenient = profiles.similarity_matrix(&Weighting::SITE);
        Self { profiles, lenient, templates: OnceCell::new() }
    }

    /// Clusters the pages by template.
    pub(super) fn cluster(&self, params: &Params) -> Outcome {
        cluster_templates(self, params)
    }

    /// The profiles.
    pub(super) fn profiles(&self) -> &Profiles {
        &self.profiles
    }

    /// The similarities that decided, once the pages are clustered.
    pub(super) fn decisive(&self) -> &SimilarityMatrix {
        self.templates.get().unwrap_or(&self.lenient)
    }

    /// The cluster of further pages, given their outlines: that of the nearest representative, if
    /// it is as near as `params` asks of the members of a cluster.
    pub(super) fn placer<'s>(
        &'s self,
        clustering: &Clustering,
        params: &Params,
    ) -> impl Fn(&Outline) -> Option<ClusterId> + Sync + 's {
        // On a site of one template, weights that tell templates apart see only what varies.
        let weighting =
            if self.templates.get().is_some() { Weighting::TEMPLATES } else { Weighting::SITE };
        let weights = self.profiles.weights(&weighting);
        let keys = self.profiles.keys();
        let rows = (0..self.profiles.len()).map(|page| self.profiles.paths(page)).collect();
        let points = Points { rows, weights: &weights, keys: &keys };
        let representatives =
            Representatives::choose(&points, clustering, params.representatives, params.shrink);
        let least = params.pair_threshold;
        let profiles = &self.profiles;
        move |outline| {
            let nearest = representatives.nearest(&profiles.place(outline))?;
            (nearest.similarity >= least).then_some(nearest.cluster)
        }
    }
}

impl Site for FoldedSite {
    fn keys(&self) -> Vec<u64> {
        self.profiles.keys()
    }

    fn templates(&self) -> SimilarityMatrix {
        let compare = || self.profiles.similarity_matrix(&Weighting::TEMPLATES);
        self.templates.get_or_init(compare).clone()
    }

    fn lenient(&self) -> SimilarityMatrix {
        self.lenient.clone()
    }

    fn part(&self, pages: &[usize]) -> SimilarityMatrix {
        self.profiles.part_matrix(pages, &Weighting::PART)
    }
}
