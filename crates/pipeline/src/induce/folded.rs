//! The pages of a site as folded, weighted path profiles: what the default method compares.

use sitewrap_cluster::{
    Feature, Outcome, Params, Points, Representatives, Site, cluster_templates,
};
use sitewrap_distance::profile::{Occurrence, Outline, Profiles, Weighting};
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
    pub(super) fn new(outlines: &[&Outline]) -> Self {
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

    /// Whether, once the pages are clustered, they were found to have one template.
    pub(super) fn is_one_template(&self) -> bool {
        self.templates.get().is_none()
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

    fn features(&self, left: &[usize], right: &[usize]) -> Vec<Feature> {
        let occurrences = self.profiles.occurrences(left, right, &Weighting::PART);
        let feature =
            |path: Occurrence| Feature { weight: path.weight, left: path.left, right: path.right };
        occurrences.into_iter().map(feature).collect()
    }
}

/// Finds the cluster of pages that were not compared.
pub(super) struct Placer<'p> {
    profiles: &'p Profiles,
    representatives: Representatives,
    least: f32,
}

impl<'p> Placer<'p> {
    /// A placer for the clusters of the pages with these profiles. A page has to be as near to a
    /// representative as `params` asks of the members of a cluster.
    pub(super) fn new(
        profiles: &'p Profiles,
        is_one_template: bool,
        clustering: &Clustering,
        params: &Params,
    ) -> Self {
        // On a site of one template, weights that tell templates apart see only what varies.
        let weighting = if is_one_template { Weighting::SITE } else { Weighting::TEMPLATES };
        let weights = profiles.weights(&weighting);
        let keys = profiles.keys();
        let rows = (0..profiles.len()).map(|page| profiles.paths(page)).collect();
        let points = Points { rows, weights: &weights, keys: &keys };
        let representatives =
            Representatives::choose(&points, clustering, params.representatives, params.shrink);
        Self { profiles, representatives, least: params.pair_threshold }
    }

    /// The cluster of the nearest representative, if that is near enough.
    pub(super) fn place(&self, outline: &Outline) -> Option<ClusterId> {
        let nearest = self.representatives.nearest(&self.profiles.place(outline))?;
        (nearest.similarity >= self.least).then_some(nearest.cluster)
    }
}
