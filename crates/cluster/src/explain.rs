//! Why the clusters are what they are, in numbers.

use crate::column::self_similarity;
use sitewrap_model::{ClusterId, Clustering, SimilarityMatrix};

/// Two pages and their similarity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The one page.
    pub one: usize,
    /// The other page.
    pub other: usize,
    /// Their similarity, 0..=1.
    pub similarity: f32,
}

/// What holds a cluster together and sets it apart.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterFacts {
    /// The cluster.
    pub id: ClusterId,
    /// Number of its pages.
    pub pages: usize,
    /// Mean similarity of its pages, each with itself included, 0..=1.
    pub self_similarity: f64,
    /// The page that is most similar to the others.
    pub medoid: usize,
    /// The two most similar pages; `None` for a single page.
    pub tightest: Option<Pair>,
    /// The two least similar pages; `None` for a single page.
    pub loosest: Option<Pair>,
    /// The cluster with the highest mean similarity across, and that; `None` if it is the only one.
    pub neighbour: Option<(ClusterId, f64)>,
}

/// Why a page is in no cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlierFacts {
    /// The page.
    pub page: usize,
    /// The cluster to whose pages it is most similar on average, and how similar; `None` if there
    /// are no clusters.
    pub nearest: Option<(ClusterId, f64)>,
    /// The page that it is most similar to; `None` if it is the only one.
    pub closest: Option<Pair>,
}

impl OutlierFacts {
    /// The reason in one line, such as `nearest to cluster 2 at 0.713, below 0.80`.
    pub fn reason(&self, pair_threshold: f32) -> String {
        match self.nearest {
            None => "there are no clusters".to_owned(),
            Some((id, mean)) if mean < f64::from(pair_threshold) => {
                format!("nearest to cluster {id} at {mean:.3}, below {pair_threshold:.2}")
            }
            Some((id, mean)) => {
                format!("nearest to cluster {id} at {mean:.3}; with it that would be too mixed")
            }
        }
    }
}

/// What there is to tell of a clustering.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The clusters, in the order of their ids.
    pub clusters: Vec<ClusterFacts>,
    /// The pages in no cluster, in rising order.
    pub outliers: Vec<OutlierFacts>,
}

/// Explains a clustering by the matrix that it was made from.
///
/// # Complexity
/// O(n²).
pub fn explain(matrix: &SimilarityMatrix, clustering: &Clustering) -> Explanation {
    let clusters = clustering
        .clusters()
        .iter()
        .enumerate()
        .map(|(id, members)| facts(matrix, clustering, id, members))
        .collect();
    let outliers = clustering
        .outliers()
        .map(|page| OutlierFacts {
            page,
            nearest: nearest(matrix, clustering, &[page], None),
            closest: closest(matrix, page),
        })
        .collect();
    Explanation { clusters, outliers }
}

fn facts(
    matrix: &SimilarityMatrix,
    clustering: &Clustering,
    id: usize,
    members: &[usize],
) -> ClusterFacts {
    let (mut tightest, mut loosest): (Option<Pair>, Option<Pair>) = (None, None);
    for (place, &one) in members.iter().enumerate() {
        for &other in &members[place + 1..] {
            let pair = Pair { one, other, similarity: matrix.get(one, other) };
            if tightest.is_none_or(|known| pair.similarity > known.similarity) {
                tightest = Some(pair);
            }
            if loosest.is_none_or(|known| pair.similarity < known.similarity) {
                loosest = Some(pair);
            }
        }
    }
    ClusterFacts {
        id: ClusterId(id as u32),
        pages: members.len(),
        self_similarity: self_similarity(matrix, members),
        medoid: medoid(matrix, members),
        tightest,
        loosest,
        neighbour: nearest(matrix, clustering, members, Some(id)),
    }
}

/// The page with the largest sum of similarities to `members`, which it is one of (the paper's
/// initial template, (5)); of equal ones the first. 0 for no members.
pub fn medoid(matrix: &SimilarityMatrix, members: &[usize]) -> usize {
    let mut best: Option<(usize, f64)> = None;
    for &page in members {
        let row = matrix.row(page);
        let sum = members.iter().map(|&other| f64::from(row[other])).sum();
        if best.is_none_or(|(_, known)| sum > known) {
            best = Some((page, sum));
        }
    }
    best.map_or(0, |(page, _)| page)
}

/// The cluster, other than `own`, with the highest mean similarity to `pages`.
fn nearest(
    matrix: &SimilarityMatrix,
    clustering: &Clustering,
    pages: &[usize],
    own: Option<usize>,
) -> Option<(ClusterId, f64)> {
    let mut best: Option<(ClusterId, f64)> = None;
    for (id, members) in clustering.clusters().iter().enumerate() {
        if own == Some(id) {
            continue;
        }
        let row_sum = |&page: &usize| {
            let row = matrix.row(page);
            members.iter().map(|&other| f64::from(row[other])).sum::<f64>()
        };
        let sum: f64 = pages.iter().map(row_sum).sum();
        let mean = sum / (pages.len() * members.len()) as f64;
        if best.is_none_or(|(_, known)| mean > known) {
            best = Some((ClusterId(id as u32), mean));
        }
    }
    best
}

fn closest(matrix: &SimilarityMatrix, page: usize) -> Option<Pair> {
    let mut best: Option<Pair> = None;
    for (other, &similarity) in matrix.row(page).iter().enumerate() {
        if other != page && best.is_none_or(|known| similarity > known.similarity) {
            best = Some(Pair { one: page, other, similarity });
        }
    }
    best
}
