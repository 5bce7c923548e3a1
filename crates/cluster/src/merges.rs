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

/// A join that is asked for.
pub(crate) struct Join<'p> {
    /// Its place in the history.
    pub(crate) place: usize,
    /// The pages of its sides.
    pub(crate) left: &'p [usize],
    pub(crate) right: &'p [usize],
    /// Whether both sides stand: single pages do, and what was joined by a join that stands.
    pub(crate) stand: bool,
}

/// For each of `n` pages a label that the pages of one cluster share. Joins are asked in their order whether
/// they stand; the pages below one that does are one cluster, whatever became of the joins below.
pub(crate) fn cut(
    n: usize,
    merges: &[Merge],
    mut stands: impl FnMut(Join<'_>) -> bool,
) -> Vec<usize> {
    let mut labels: Vec<usize> = (0..n).collect();
    let mut stand = vec![true; n + merges.len()];
    for (place, &Merge { left, right, .. }) in merges.iter().enumerate() {
        let (of_left, of_right) = (leaves(n, merges, left), leaves(n, merges, right));
        let both = stand[left] && stand[right];
        stand[n + place] = stands(Join { place, left: &of_left, right: &of_right, stand: both });
        if stand[n + place] {
            of_left.into_iter().chain(of_right).for_each(|page| labels[page] = n + place);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn merge(left: usize, right: usize) -> Merge {
        Merge { left, right, similarity: 0.5, self_similarity: 0.5 }
    }

    #[test]
    fn a_join_knows_whether_its_sides_stand_and_takes_them_in_all_the_same() {
        // ((0 1) (2 3)) 4, where 2 and 3 are not joined.
        let merges = [merge(0, 1), merge(2, 3), merge(5, 6), merge(7, 4)];
        let cautious = cut(5, &merges, |join| join.stand && join.place != 1);
        assert_eq!(cautious, [5, 5, 2, 3, 4]);
        let mut told = Vec::new();
        let bold = cut(5, &merges, |join| {
            told.push(join.stand);
            join.place != 1
        });
        assert_eq!(bold, [8; 5]);
        assert_eq!(told, [true, true, false, true]);
    }
}
