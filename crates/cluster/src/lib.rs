//! Clusters of pages, from numbers alone.
//!
//! Which pages have the same template? Given the similarities of all pairs of pages,
//! [`cluster`] joins the closest clusters for as long as the joint cluster is alike as a whole
//! (global threshold) and its parts are alike (pair threshold). The crate knows no HTML.
//!
//! # Example
//! ```
//! use sitewrap_cluster::{Params, cluster};
//! use sitewrap_model::SimilarityMatrix;
//! let mut matrix = SimilarityMatrix::identity(4);
//! matrix.set(0, 2, 0.95);
//! matrix.set(1, 3, 0.97);
//! let outcome = cluster(&matrix, &[], &Params::default());
//! assert_eq!(outcome.clustering.clusters(), [vec![0, 2], vec![1, 3]]);
//! ```

mod agglomerate;
mod average;
mod column;
mod cure;
mod merges;
mod params;

pub use column::{column_similarity, self_similarity};
pub use merges::Merge;
pub use params::{Method, Params};

use agglomerate::agglomerate;
use average::Average;
use cure::{Cure, Settings};
use sitewrap_model::{Clustering, SimilarityMatrix};

/// What clustering gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Which page belongs to which cluster.
    pub clustering: Clustering,
    /// The joins that led there, in order; see [`Merge`].
    pub merges: Vec<Merge>,
}

/// Clusters the pages of a similarity matrix.
///
/// `keys` decide between equally close pairs; with a number for each page that depends on the
/// page's content alone, the clusters do not depend on the order of the pages. Without keys (an
/// empty slice) pages count in their order.
pub fn cluster(matrix: &SimilarityMatrix, keys: &[u64], params: &Params) -> Outcome {
    let order = Order::new(matrix.len(), keys);
    let matrix = order.permute(matrix);
    let merges = match params.method {
        Method::Average => {
            agglomerate(&mut Average::new(&matrix, params.global_threshold, params.pair_threshold))
        }
        Method::Paper => {
            let settings = Settings {
                whole: params.global_threshold,
                pair: params.pair_threshold,
                representatives: params.representatives,
                shrink: params.shrink,
            };
            agglomerate(&mut Cure::new(&matrix, &column_similarity(&matrix), settings))
        }
    };
    order.outcome(&merges, params.min_size)
}

/// Clusters a site's pages by two matrices of the same pages: `site`, which tells whether there is
/// more than one template, and `templates`, which tells templates apart.
///
/// Where almost all pages are one cluster by the first (at the pair threshold alone), those are
/// the clusters; otherwise the second decides. On a site of one template, what little varies would
/// else be all that the second matrix sees.
pub fn cluster_site(
    site: &SimilarityMatrix,
    templates: &SimilarityMatrix,
    keys: &[u64],
    params: &Params,
) -> Outcome {
    let lenient = Params { global_threshold: 0.0, ..params.clone() };
    let first = cluster(site, keys, &lenient);
    let largest = first.clustering.clusters().first().map_or(0, Vec::len);
    if largest as f32 >= params.one_template_share * site.len() as f32 {
        return first;
    }
    cluster(templates, keys, params)
}

/// The order in which pages count: by key, then by place.
struct Order(Vec<usize>);

impl Order {
    fn new(n: usize, keys: &[u64]) -> Self {
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&page| keys.get(page));
        Self(order)
    }

    fn permute(&self, matrix: &SimilarityMatrix) -> SimilarityMatrix {
        let mut values = Vec::with_capacity(self.0.len() * self.0.len());
        for &i in &self.0 {
            let row = matrix.row(i);
            values.extend(self.0.iter().map(|&j| row[j]));
        }
        SimilarityMatrix::from_rows(self.0.len(), values)
    }

    fn outcome(&self, merges: &[Merge], min_size: usize) -> Outcome {
        let n = self.0.len();
        let ordered = merges::labels(n, merges);
        let mut size = vec![0; n + merges.len()];
        for &label in &ordered {
            size[label] += 1;
        }
        let mut labels = vec![None; n];
        for (place, &label) in ordered.iter().enumerate() {
            labels[self.0[place]] = (size[label] >= min_size).then_some(label);
        }
        let named = |node: usize| if node < n { self.0[node] } else { node };
        let merges = merges
            .iter()
            .map(|merge| Merge { left: named(merge.left), right: named(merge.right), ..*merge })
            .collect();
        Outcome { clustering: Clustering::from_labels(&labels), merges }
    }
}
