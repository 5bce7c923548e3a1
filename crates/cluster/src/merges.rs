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
    /// Whether a side of it is several kinds.
    pub(crate) is_medley: bool,
}

/// What is known of a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Its pages are one cluster.
    Stands,
    /// They may be, with others.
    Open,
    /// They are several kinds.
    Refused,
}

/// For each of `n` pages a label that the pages of one cluster share. Joins are judged in their order; the pages
/// below one that stands are one cluster, whatever became of the joins below. A side is several kinds if its
/// own join was refused, or, where that is open, a side of it is.
pub(crate) fn cut(
    n: usize,
    merges: &[Merge],
    mut judge: impl FnMut(&Join<'_>) -> Verdict,
) -> Vec<usize> {
    let mut labels: Vec<usize> = (0..n).collect();
    let mut is_medley = vec![false; n + merges.len()];
    for (place, &Merge { left, right, .. }) in merges.iter().enumerate() {
        let (of_left, of_right) = (leaves(n, merges, left), leaves(n, merges, right));
        let is_either = is_medley[left] || is_medley[right];
        let join = Join { place, left: &of_left, right: &of_right, is_medley: is_either };
        let verdict = judge(&join);
        is_medley[n + place] = match verdict {
            Verdict::Stands => false,
            Verdict::Open => is_either,
            Verdict::Refused => true,
        };
        if verdict == Verdict::Stands {
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
    fn a_join_knows_whether_a_side_is_several_kinds() {
        // ((0 1) (2 3)) 4, where 2 and 3 are two kinds, or may be.
        let merges = [merge(0, 1), merge(2, 3), merge(5, 6), merge(7, 4)];
        let with = |of_second: Verdict| {
            cut(5, &merges, |join| match join.place {
                1 => of_second,
                _ if join.is_medley => Verdict::Open,
                _ => Verdict::Stands,
            })
        };
        assert_eq!(with(Verdict::Refused), [5, 5, 2, 3, 4]);
        assert_eq!(with(Verdict::Open), [8; 5]);
        let bold = cut(5, &merges, |join| match join.place {
            1 => Verdict::Refused,
            _ => Verdict::Stands,
        });
        assert_eq!(bold, [8; 5]);
    }
}
