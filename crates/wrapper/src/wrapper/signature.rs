//! Page signatures: which wrappers are worth trying on a page.

use crate::page::label::{hash_text, mix, normalize_token};
use crate::page::view::View;
use crate::parameters::book;
use crate::wrapper::Signature;
use rustc_hash::{FxHashMap, FxHashSet};

/// The paths of a page: hashes of the labels from the root down to each element, each once, by
/// rising hash. Linear in the page's nodes.
pub fn paths(view: &View<'_>) -> Vec<u64> {
    let tree = view.tree;
    let mut of_node = vec![0u64; tree.len()];
    let mut paths = FxHashSet::default();
    for node in tree.nodes() {
        let above = tree.parent(node).map_or(0, |parent| of_node[parent.index()]);
        // The classes of `body` often name the page, and would make all its paths its own.
        let label = if node == tree.root() { 0 } else { view.label_hash(node) };
        let path = mix('/', above.rotate_left(7) ^ label);
        of_node[node.index()] = path;
        if !tree.is_text(node) {
            paths.insert(path);
        }
    }
    paths.extend(tree.classes(tree.root()).map(|class| hash_text(&normalize_token(class))));
    let mut paths: Vec<u64> = paths.into_iter().collect();
    paths.sort_unstable();
    paths
}

impl Signature {
    /// The signature of pages by their [`paths`].
    pub fn of_pages(pages: &[Vec<u64>]) -> Self {
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        for path in pages.iter().flatten() {
            *counts.entry(*path).or_default() += 1;
        }
        let share = |count: u32| count as f32 / pages.len() as f32;
        let mut paths: Vec<(u64, f32)> = counts
            .into_iter()
            .map(|(path, count)| (path, share(count)))
            .filter(|(_, share)| *share >= book().rare_path)
            .collect();
        paths.sort_unstable_by_key(|(path, _)| *path);
        Self { paths }
    }
}

/// The signatures of a set of wrappers, ready to rank them for a page.
#[derive(Debug)]
pub(crate) struct Ranking {
    /// For each path its share in each signature that has it, and its weight.
    paths: FxHashMap<u64, (Vec<(u32, f32)>, f32)>,
    /// Summed weight of each signature.
    totals: Vec<f32>,
}

impl Ranking {
    pub(crate) fn new<'s>(signatures: impl Iterator<Item = &'s Signature>) -> Self {
        let mut paths: FxHashMap<u64, (Vec<(u32, f32)>, f32)> = FxHashMap::default();
        let mut count = 0;
        for (index, signature) in signatures.enumerate() {
            count += 1;
            for &(path, share) in &signature.paths {
                paths.entry(path).or_default().0.push((index as u32, share));
            }
        }
        let mut totals = vec![0.0; count];
        // Sums of floats depend on their order, so the order must not be the hash map's.
        let mut order: Vec<u64> = paths.keys().copied().collect();
        order.sort_unstable();
        for path in order {
            let Some((shares, weight)) = paths.get_mut(&path) else { continue };
            let mean = shares.iter().map(|(_, share)| share).sum::<f32>() / count as f32;
            let most = shares.iter().map(|(_, share)| *share).fold(0.0, f32::max);
            *weight = most - mean + book().common_path;
            for &(index, share) in shares.iter() {
                totals[index as usize] += share * *weight;
            }
        }
        Self { paths, totals }
    }

    /// Wrapper indices with the weighted Dice coefficient of page and signature, best first.
    pub(crate) fn rank(&self, page: &[u64]) -> Vec<(usize, f32)> {
        let mut common = vec![0.0f32; self.totals.len()];
        let mut own = 0.0f32;
        for path in page {
            let Some((shares, weight)) = self.paths.get(path) else {
                own += book().common_path;
                continue;
            };
            own += weight;
            for &(index, share) in shares {
                common[index as usize] += share * weight;
            }
        }
        let score = |index: usize| {
            let all = own + self.totals[index];
            if all > 0.0 { 2.0 * common[index] / all } else { 0.0 }
        };
        let mut ranked: Vec<(usize, f32)> =
            (0..self.totals.len()).map(|index| (index, score(index))).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }
}
