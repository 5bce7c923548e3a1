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

/// For each of `n` pages a label that the pages of one cluster share, where the tree of joins is cut
/// below every join that `accept` refuses. Joins are asked from the last one down, and none below
/// one that is accepted; `accept` is told the join's place and its pages, left ones first.
pub(crate) fn cut(
    n: usize,
    merges: &[Merge],
    mut accept: impl FnMut(usize, &[usize], &[usize]) -> bool,
) -> Vec<usize> {
    let mut is_root = vec![true; n + merges.len()];
    for merge in merges {
        is_root[merge.left] = false;
        is_root[merge.right] = false;
    }
    let mut open: Vec<usize> = (0..n + merges.len()).filter(|&node| is_root[node]).collect();
    let mut labels = vec![0; n];
    while let Some(node) = open.pop() {
        let Some(place) = node.checked_sub(n) else {
            labels[node] = node;
            continue;
        };
        let Merge { left, right, .. } = merges[place];
        let (left_pages, right_pages) = (leaves(n, merges, left), leaves(n, merges, right));
        if accept(place, &left_pages, &right_pages) {
            for page in left_pages.into_iter().chain(right_pages) {
                labels[page] = node;
            }
        } else {
            open.extend([left, right]);
        }
    }
    labels
}

/// The pages below a node, in rising order.
fn leaves(n: usize, merges: &[Merge], node: usize) -> Vec<usize> {
    let mut open = vec![node];
    let mut pages = Vec::new();
    while let Some(node) = open.pop() {
        match node.checked_sub(n) {
            None => pages.push(node),
            Some(place) => open.extend([merges[place].left, merges[place].right]),
        }
    }
    pages.sort_unstable();
    pages
}
