//! Clusters of pages, from numbers alone.
//!
//! Which pages have the same template? In come similarities of pairs of pages, out come clusters,
//! outliers and the joins that led there. The crate knows no HTML.
//!
//! 1. [`cluster`] works on any similarity matrix; with [`Params::paper`] it is the paper's CURE on
//!    [`column_similarity`].
//! 2. [`cluster_templates`] is the default for a [`Site`]: it also tells templates with options
//!    from several templates.
//! 3. [`sample()`] and [`Representatives`] are for sites with more pages than all pairs can bear,
//!    and for pages that come later.
//! 4. [`explain()`] and [`report`] say why the clusters are what they are.
//!
//! DESIGN.md, beside this crate's manifest, tells how and why.
//!
//! # Example
//! ```
//! use sitewrap_cluster::{Addresses, Params, Site, cluster_templates};
//! use sitewrap_model::{Feature, SimilarityMatrix};
//!
//! /// Pages as points on a line.
//! struct Line(Vec<f32>);
//!
//! impl Site for Line {
//!     fn keys(&self) -> Vec<u64> {
//!         self.0.iter().map(|place| u64::from(place.to_bits())).collect()
//!     }
//!     fn templates(&self) -> SimilarityMatrix {
//!         self.part(&(0..self.0.len()).collect::<Vec<_>>())
//!     }
//!     fn lenient(&self) -> SimilarityMatrix {
//!         self.templates()
//!     }
//!     fn part(&self, pages: &[usize]) -> SimilarityMatrix {
//!         let mut matrix = SimilarityMatrix::identity(pages.len());
//!         for (i, &one) in pages.iter().enumerate() {
//!             for (j, &other) in pages[..i].iter().enumerate() {
//!                 matrix.set(i, j, 1.0 - (self.0[one] - self.0[other]).abs());
//!             }
//!         }
//!         matrix
//!     }
//!     fn features(&self, left: &[usize], right: &[usize]) -> Vec<Feature> {
//!         let above = |pages: &[usize], step: f32| {
//!             pages.iter().filter(|&&page| self.0[page] * 10.0 > step).count() as u32
//!         };
//!         (0..10u8)
//!             .map(f32::from)
//!             .map(|step| Feature { weight: 1, left: above(left, step), right: above(right, step) })
//!             .collect()
//!     }
//!     fn addresses(&self) -> Option<Addresses> {
//!         None
//!     }
//! }
//!
//! let outcome = cluster_templates(&Line(vec![0.1, 0.9, 0.12, 0.88]), &Params::default());
//! assert_eq!(outcome.clustering.clusters(), [vec![0, 2], vec![1, 3]]);
//! ```

mod address;
mod agglomerate;
mod average;
mod column;
mod cure;
mod evidence;
mod explain;
mod joining;
mod merges;
mod options;
mod parameters;
mod params;
mod refine;
pub mod report;
mod representatives;
mod sample;
mod site;
mod split_features;
mod triangle;

pub use address::Addresses;
pub use column::{column_similarity, self_similarity};
pub use explain::{ClusterFacts, Explanation, OutlierFacts, Pair, explain, medoid};
pub use merges::Merge;
pub use parameters::Parameters;
pub use params::{Method, Params};
pub use representatives::{Nearest, Points, Representatives};
pub use sample::sample;
pub use site::Site;

use agglomerate::{History, agglomerate};
use average::Average;
use cure::{Cure, Settings};
use merges::{Join, Verdict};
use options::Judge;
use sitewrap_model::{Clustering, SimilarityMatrix};

/// What clustering gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Which page belongs to which cluster.
    pub clustering: Clustering,
    /// The joins in their order; see [`Merge`]. With [`Method::Average`] they go on past the
    /// clusters up to a single one, so that a dendrogram shows how far apart clusters are.
    pub merges: Vec<Merge>,
}

/// Clusters the pages of a similarity matrix.
///
/// `keys` decide between equally close pairs; with a number for each page that depends on the
/// page's content alone, the clusters do not depend on the order of the pages. Without keys (an
/// empty slice) pages count in their order.
pub fn cluster(matrix: &SimilarityMatrix, keys: &[u64], params: &Params) -> Outcome {
    let order = Order::new(matrix.len(), keys);
    let history = grow(&order.permute(matrix), params);
    let labels = history.labels(matrix.len());
    order.outcome(&labels, &history.merges, params.min_size)
}

/// Clusters the pages of a site by template: the default.
///
/// 1. If almost all pages are one cluster by [`Site::lenient`], those are the clusters: on a site
///    of one template, what little varies would else be all that counts.
/// 2. Clusters grow on [`Site::templates`] while both thresholds hold.
/// 3. Past the thresholds, a join stands if its pages, compared as a site of their own
///    ([`Site::part`]), are one template with options, and neither side is several kinds by that, unless
///    their addresses have the same patterns.
/// 4. Where addresses and structure agree, clusters are told apart or joined ([`Site::addresses`]).
///
/// # Complexity
/// O(n²) time and memory beyond what the matrices of `site` cost; step 3 asks for one matrix for
/// each join past the thresholds of which no side is several kinds or both have the same patterns.
pub fn cluster_templates(site: &impl Site, params: &Params) -> Outcome {
    let keys = site.keys();
    let order = Order::new(keys.len(), &keys);
    let lenient = order.permute(&site.lenient());
    let addresses = site.addresses().map(|addresses| order.addresses(addresses));
    let (labels, merges) = one_template(&lenient, params)
        .unwrap_or_else(|| several_templates(site, &order, addresses.as_ref(), params));
    let labels = match addresses {
        Some(addresses) => refine::refine(&labels, &addresses, &lenient, &params.parameters),
        None => labels,
    };
    order.outcome(&labels, &merges, params.min_size)
}

/// The clusters by [`Site::templates`]: steps 2 and 3.
fn several_templates(
    site: &impl Site,
    order: &Order,
    addresses: Option<&Addresses>,
    params: &Params,
) -> (Vec<usize>, Vec<Merge>) {
    let matrix = order.permute(&site.templates());
    let history = grow(&matrix, params);
    let parameters = &params.parameters;
    let judge = Judge { site, whole: &matrix, order: &order.0, parameters };
    let labels = merges::cut(matrix.len(), &history.merges, |join| {
        let &Join { place, left, right, is_medley } = join;
        let have_patterns = |it: &Addresses| it.have_same_patterns(left, right, parameters);
        let may_stand = || !is_medley || addresses.is_none_or(have_patterns);
        if place < history.kept || may_stand() && judge.is_one_template(left, right) {
            Verdict::Stands
        } else if left.len().min(right.len()) < parameters.few_pages {
            // Two pages differ in one way, which cannot be told from an option.
            Verdict::Open
        } else {
            Verdict::Refused
        }
    });
    (labels, history.merges)
}

/// The clusters by `lenient` with the pair threshold alone, if one of them holds almost all pages.
fn one_template(lenient: &SimilarityMatrix, params: &Params) -> Option<(Vec<usize>, Vec<Merge>)> {
    let pair = Params { global_threshold: 0.0, method: Method::Average, ..params.clone() };
    let history = grow(lenient, &pair);
    let labels = history.labels(lenient.len());
    let merges = history.merges;
    let mut size = vec![0usize; lenient.len() + merges.len()];
    labels.iter().for_each(|&label| size[label] += 1);
    let largest = size.into_iter().max().unwrap_or(0);
    (largest as f64 >= params.parameters.one_template_share * lenient.len() as f64)
        .then_some((labels, merges))
}

fn grow(matrix: &SimilarityMatrix, params: &Params) -> History {
    match params.method {
        Method::Average => {
            agglomerate(&mut Average::new(matrix, params.global_threshold, params.pair_threshold))
        }
        Method::Paper => {
            let settings = Settings {
                whole: params.global_threshold,
                pair: params.pair_threshold,
                representatives: params.representatives,
                shrink: params.shrink,
            };
            let mut linkage = Cure::new(matrix, &column_similarity(matrix), settings);
            agglomerate(&mut linkage)
        }
    }
}

fn submatrix(matrix: &SimilarityMatrix, pages: &[usize]) -> SimilarityMatrix {
    let mut values = Vec::with_capacity(pages.len() * pages.len());
    for &i in pages {
        let row = matrix.row(i);
        values.extend(pages.iter().map(|&j| row[j]));
    }
    SimilarityMatrix::from_rows(pages.len(), values)
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
        submatrix(matrix, &self.0)
    }

    fn addresses(&self, mut addresses: Addresses) -> Addresses {
        let of = |patterns: &[u32]| self.0.iter().map(|&page| patterns[page]).collect();
        let marks = self.0.iter().map(|&page| std::mem::take(&mut addresses.marks[page]));
        Addresses {
            named: of(&addresses.named),
            open: of(&addresses.open),
            kinds: self.0.iter().map(|&page| addresses.kinds[page]).collect(),
            marks: marks.collect(),
            above: addresses.above,
        }
    }

    /// The outcome for labels and joins of the pages in this order.
    fn outcome(&self, ordered: &[usize], merges: &[Merge], min_size: usize) -> Outcome {
        let n = self.0.len();
        let mut size = vec![0; n + merges.len()];
        for &label in ordered {
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
