//! The features of a template node, by those of its instances.

use crate::corpus::{Corpus, Instance};
use rustc_hash::FxHashMap;
use sitewrap_wrapper::{Feature, FeatureHash, kind_weight};

/// The features of the instances, each weighted by the share that bears it.
pub(crate) fn features(corpus: &Corpus<'_>, instances: &[Instance]) -> Vec<Feature> {
    let mut counts: FxHashMap<FeatureHash, u32> = FxHashMap::default();
    for &instance in instances {
        for (hash, _) in corpus.features(instance).features() {
            *counts.entry(*hash).or_default() += 1;
        }
    }
    let mut features: Vec<Feature> = counts
        .into_iter()
        .filter_map(|(hash, count)| {
            let name = corpus.name(hash);
            let share = count as f32 / instances.len() as f32;
            let weight = share * kind_weight(name.chars().next()?);
            (f64::from(share) >= corpus.parameters().recurring)
                .then(|| Feature { name: name.to_owned(), weight })
        })
        .collect();
    features.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.name.cmp(&b.name)));
    features
}
