//! The merge history: which clusters were joined, in which order.

/// One join of two clusters.
///
/// Nodes are numbered as in most dendrogram formats: the `n` pages are `0..n`, and the join at
/// place `k` of the history makes node `n + k`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merge {
    /// The one node.
    pub left: usize,
    /// The other.
    pub right: usize,
    /// How similar the two were, 0..=1.
    pub similarity: f32,
    /// Self-similarity of their union, 0..=1.
    pub self_similarity: f32,
}

/// For each of `n` pages a label that the pages of one cluster share after all `merges`.
pub(crate) fn labels(n: usize, merges: &[Merge]) -> Vec<usize> {
    let mut top: Vec<usize> = (0..n + merges.len()).collect();
    // Later joins come later in the list, so one pass from the end finds each node's last ancestor.
    for (k, merge) in merges.iter().enumerate().rev() {
        top[merge.left] = top[n + k];
        top[merge.right] = top[n + k];
    }
    top.truncate(n);
    top
}
