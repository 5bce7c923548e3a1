//! What pages are made of: paths that stand on the same pages come and go together.

use super::{Profiles, Weighting};
use rustc_hash::FxHashMap;
use sitewrap_model::FeatureBlock;
use std::cmp::Reverse;
use std::collections::BTreeMap;

impl Profiles {
    /// The blocks that some of these pages have and some lack, weighed as if the pages were a site
    /// of their own. At most 256 of them: those by which the pages vary most, these first.
    ///
    /// # Complexity
    /// Linear in the paths of the pages, and p · n / 64 words of memory for p paths of n pages.
    pub fn blocks(&self, pages: &[usize], weighting: &Weighting) -> Vec<FeatureBlock> {
        let counts = self.count(pages);
        let weights =
            weighting.weights(self.vocabulary.paths(), &counts, pages.len(), &self.parameters);
        let varies = |path: u32| (2..pages.len() as u32).contains(&counts[path as usize]);
        let mut sets: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
        for (place, &page) in pages.iter().enumerate() {
            for &path in self.paths(page).iter().filter(|&&path| varies(path)) {
                let set = sets.entry(path).or_insert_with(|| vec![0; pages.len().div_ceil(64)]);
                set[place / 64] |= 1 << (place % 64);
            }
        }
        let mut by_pages: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        for (path, set) in sets {
            *by_pages.entry(set).or_default() += u64::from(weights[path as usize]);
        }
        let mut blocks: Vec<FeatureBlock> =
            by_pages.into_iter().map(|(pages, weight)| FeatureBlock { weight, pages }).collect();
        let variance = |block: &FeatureBlock| {
            let having: u64 = block.pages.iter().map(|word| u64::from(word.count_ones())).sum();
            u128::from(block.weight) * u128::from(having * (pages.len() as u64 - having))
        };
        blocks.sort_by_cached_key(|block| Reverse(variance(block)));
        blocks.truncate(self.parameters.compared);
        blocks
    }
}
