//! Why the clusters of an induction are what they are.
//!
//! What was compared is stored with the clusters. The pages of all rounds are compared with each
//! other once more, and the clusters are told in the terms of that.

use super::candidates::{Candidate, learnable};
use super::clusters::{PageCluster, clusters};
use super::comparison::Comparison;
use super::document_cache::DocumentCache;
use super::error::InduceError;
use super::folded::Nearest;
use super::group::{Grouping, group};
use super::params::InduceParams;
use super::round::nearest;
use super::survey::Survey;
use crate::progress::Observer;
use serde::Serialize;
use sitewrap_cluster::report::Report;
use sitewrap_cluster::{self as cluster, ClusterFacts, Explanation, OutlierFacts, Pair};
use sitewrap_distance::profile::{Distinctive, Profiles};
use sitewrap_model::{ClusterId, Clustering};
use sitewrap_store::{Store, StoreError};
use sitewrap_wrapper::{Quality, WrapperSet};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Paths named of what sets a cluster apart.
const MARKS: usize = 5;

/// Two pages and how alike they are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PagePair {
    /// Their similarity, 0..=1.
    pub similarity: f64,
    /// Their URLs.
    pub urls: [String; 2],
}

/// Another cluster and how alike it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Neighbour {
    /// The cluster.
    pub cluster: ClusterId,
    /// Its page type.
    pub page_type: Option<String>,
    /// Mean similarity across, 0..=1.
    pub similarity: f64,
}

/// A path that sets a cluster apart from its nearest neighbour: one that it has, or that it lacks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// The path, as in `html > body > div.page > ul.menu`.
    pub path: String,
    /// Share of the cluster's pages that have it, 0..=1.
    pub here: f64,
    /// Share of the neighbour's pages that have it, 0..=1.
    pub there: f64,
}

/// What holds a cluster together and sets it apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClusterReasons {
    /// The cluster.
    pub cluster: ClusterId,
    /// Its page type.
    pub page_type: Option<String>,
    /// Number of its pages.
    pub pages: usize,
    /// Number of those that were compared with each other; the others were placed.
    pub compared: usize,
    /// Mean similarity of the compared pages, 0..=1.
    pub self_similarity: f64,
    /// URL of the page that is most like the others.
    pub medoid: String,
    /// The two most similar pages.
    pub tightest: Option<PagePair>,
    /// The two least similar pages.
    pub loosest: Option<PagePair>,
    /// The nearest other cluster.
    pub nearest: Option<Neighbour>,
    /// Paths that this cluster has and the nearest one has not, the widest apart first; then those
    /// that the nearest one has and this one has not.
    pub marks: Vec<Mark>,
    /// How good its wrapper is, 0..=1, as far as its pages tell.
    pub quality: Option<f32>,
    /// Why, in plain words, the worst first.
    pub quality_reasons: Vec<String>,
}

/// Why a page is in no cluster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutlierReasons {
    /// Always `None`, so that a line of a cluster and one of a page are told apart.
    pub cluster: Option<ClusterId>,
    /// The page's URL.
    pub url: String,
    /// Why it stayed out, in one line.
    pub reason: String,
    /// The nearest cluster; `None` if there are none, or if nothing on the page is on theirs.
    pub nearest: Option<Neighbour>,
    /// The page that it is most similar to.
    pub closest: Option<PagePair>,
}

/// The clusters of the latest induction with their reasons.
pub struct ExplainedClusters {
    /// The clusters, the largest first.
    pub clusters: Vec<ClusterReasons>,
    /// The pages that belong to none, by URL; pages that were stored after the induction are not
    /// among them.
    pub outliers: Vec<OutlierReasons>,
    /// Whether pages were stored, or have changed, since the clusters were made.
    pub has_changed: bool,
    params: InduceParams,
    grouping: Grouping,
    clustering: Clustering,
    explanation: Explanation,
    urls: Vec<String>,
}

/// Explains the clusters of the latest induction; `None` before the first.
///
/// # Errors
/// If the store fails.
pub fn explain_clusters(
    store: &Store,
    observer: &dyn Observer,
) -> Result<Option<ExplainedClusters>, InduceError> {
    let (Some(stored), Some(comparison)) = (clusters(store)?, Comparison::load(store)?) else {
        return Ok(None);
    };
    let has_changed = learnable(store, observer)?.iter().any(|page| !comparison.has_seen(page));
    let Comparison { params, rounds, waiting, .. } = comparison;
    let nearest = nearest(&rounds, waiting.distinct(), &params);
    let mut labelled: Vec<Option<ClusterId>> = Vec::new();
    let mut compared = Survey::default();
    for round in rounds {
        labelled.extend(round.clusters);
        compared.append(round.compared);
    }
    let clustering = Clustering::with_numbers(&labelled);
    let least = params.cluster().min_size;
    let grouping = group(&compared, &DocumentCache::new(store), &params, least, observer)?;
    let built;
    let profiles = match grouping.folded() {
        Some(site) => site.profiles(),
        None => {
            built = Profiles::build_with(&compared.outlines(), &params.book.distance);
            &built
        }
    };
    let explanation = cluster::explain(grouping.similarities(), &clustering);
    let labels: HashMap<&str, &PageCluster> =
        stored.iter().map(|page| (page.url.as_str(), page)).collect();
    let urls: Vec<String> = compared.pages().iter().map(|page| page.url.clone()).collect();
    let page_type = |facts: &ClusterFacts| labels.get(&*urls[facts.medoid])?.page_type.clone();
    let page_types: Vec<Option<String>> = explanation.clusters.iter().map(page_type).collect();
    let qualities = qualities(store, &page_types)?;
    let teller = Teller { clustering: &clustering, profiles, urls: &urls, page_types, qualities };
    let sizes = sizes(&stored);
    let reasons = |facts: &ClusterFacts| {
        let pages = sizes.get(&facts.id).copied().unwrap_or(facts.pages);
        teller.cluster(facts, pages)
    };
    let clusters = explanation.clusters.iter().map(reasons).collect();
    let pair_threshold = params.pair_threshold as f32;
    let mut outliers: Vec<OutlierReasons> =
        explanation.outliers.iter().map(|facts| teller.outlier(facts, pair_threshold)).collect();
    // A page can have been compared in vain in one round and have found its cluster in a later one.
    outliers.retain(|page| labels.get(&*page.url).is_none_or(|label| label.cluster.is_none()));
    outliers.extend(teller.unplaced(&waiting, &nearest, &outliers, &params));
    outliers.sort_by(|a, b| a.url.cmp(&b.url));
    outliers.dedup_by(|a, b| a.url == b.url);
    Ok(Some(ExplainedClusters {
        clusters,
        outliers,
        has_changed,
        params,
        grouping,
        clustering,
        explanation,
        urls,
    }))
}

/// The quality of the wrapper of each page type.
fn qualities(
    store: &Store,
    page_types: &[Option<String>],
) -> Result<Vec<Option<Quality>>, StoreError> {
    let sets = [store.wrappers()?, store.induced()?];
    let sets: Vec<WrapperSet> = sets.into_iter().flatten().collect();
    let of_type = |name: &Option<String>| {
        let name = name.as_deref()?;
        sets.iter().find_map(|set| set.get(name)).and_then(|wrapper| wrapper.quality.clone())
    };
    Ok(page_types.iter().map(of_type).collect())
}

/// How many of the stored pages each cluster has.
fn sizes(stored: &[PageCluster]) -> HashMap<ClusterId, usize> {
    let mut sizes = HashMap::new();
    for id in stored.iter().filter_map(|page| page.cluster) {
        *sizes.entry(id).or_default() += 1;
    }
    sizes
}

impl ExplainedClusters {
    /// The clusters as one HTML file that needs no network: heat map, dendrogram, tables.
    pub fn report(&self, title: &str) -> String {
        let names: Vec<String> =
            self.clusters.iter().map(|it| it.page_type.clone().unwrap_or_default()).collect();
        let marks: Vec<Vec<String>> = self
            .clusters
            .iter()
            .map(|cluster| cluster.marks.iter().map(ToString::to_string).collect())
            .collect();
        let quality: Vec<Vec<String>> = self
            .clusters
            .iter()
            .map(|cluster| {
                let score =
                    cluster.quality.map(|score| format!("Quality of its wrapper: {score:.2}"));
                score.into_iter().chain(cluster.quality_reasons.iter().cloned()).collect()
            })
            .collect();
        let report = Report {
            title,
            matrix: self.grouping.similarities(),
            clustering: &self.clustering,
            merges: &self.grouping.outcome.merges,
            explanation: &self.explanation,
            params: &self.params.cluster(),
            pages: &self.urls,
            names: &names,
            marks: &marks,
            quality: &quality,
        };
        report.to_html()
    }
}

impl fmt::Display for Mark {
    /// As in `html > body > ul.menu (on 98 % of the pages here, 2 % there)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (here, there) = (self.here * 100.0, self.there * 100.0);
        write!(f, "{} (on {here:.0} % of the pages here, {there:.0} % there)", self.path)
    }
}

/// Puts facts about places into words about pages.
struct Teller<'a> {
    clustering: &'a Clustering,
    profiles: &'a Profiles,
    urls: &'a [String],
    page_types: Vec<Option<String>>,
    qualities: Vec<Option<Quality>>,
}

impl Teller<'_> {
    fn cluster(&self, facts: &ClusterFacts, pages: usize) -> ClusterReasons {
        let quality = self.qualities[facts.id.index()].as_ref();
        ClusterReasons {
            quality: quality.map(|quality| quality.score),
            quality_reasons: quality.map(Quality::reasons).unwrap_or_default(),
            cluster: facts.id,
            page_type: self.page_types[facts.id.index()].clone(),
            pages,
            compared: facts.pages,
            self_similarity: rounded(facts.self_similarity),
            medoid: self.urls[facts.medoid].clone(),
            tightest: facts.tightest.map(|pair| self.pair(pair)),
            loosest: facts.loosest.map(|pair| self.pair(pair)),
            nearest: facts.neighbour.map(|neighbour| self.neighbour(neighbour)),
            marks: facts.neighbour.map_or_else(Vec::new, |(other, _)| self.marks(facts.id, other)),
        }
    }

    fn outlier(&self, facts: &OutlierFacts, pair_threshold: f32) -> OutlierReasons {
        OutlierReasons {
            cluster: None,
            url: self.urls[facts.page].clone(),
            reason: facts.reason(pair_threshold),
            nearest: facts.nearest.map(|nearest| self.neighbour(nearest)),
            closest: facts.closest.map(|pair| self.pair(pair)),
        }
    }

    /// The pages that wait and are not among the outliers that were `compared`; `nearest` says
    /// where each distinct outline came nearest to joining.
    fn unplaced(
        &self,
        waiting: &Survey,
        nearest: &[Option<Nearest>],
        compared: &[OutlierReasons],
        params: &InduceParams,
    ) -> Vec<OutlierReasons> {
        let known: HashSet<&str> = compared.iter().map(|page| page.url.as_str()).collect();
        let least = params.pair_threshold;
        let pages = waiting.pages().iter().zip(waiting.places());
        let others = pages.filter(|(page, _)| !known.contains(page.url.as_str()));
        let outlier = |(page, &place): (&Candidate, &u32)| {
            let nearest = nearest.get(place as usize).copied().flatten();
            let reason = match nearest {
                None => "came without being compared, and is like no cluster".to_owned(),
                Some(Nearest { cluster, similarity, .. }) if similarity < least => format!(
                    "came without being compared; nearest to cluster {cluster} at \
                     {similarity:.3}, below {least:.2}"
                ),
                Some(Nearest { cluster, strange, most, .. }) => format!(
                    "came without being compared; nearest to cluster {cluster}, but {:.0} % of it \
                     is strange there, more than {:.0} %",
                    strange * 100.0,
                    most * 100.0
                ),
            };
            let neighbour = |it: Nearest| self.neighbour((it.cluster, it.similarity));
            let url = page.url.clone();
            OutlierReasons {
                cluster: None,
                url,
                reason,
                nearest: nearest.map(neighbour),
                closest: None,
            }
        };
        others.map(outlier).collect()
    }

    fn pair(&self, pair: Pair) -> PagePair {
        let urls = [pair.one, pair.other].map(|page| self.urls[page].clone());
        PagePair { similarity: rounded(f64::from(pair.similarity)), urls }
    }

    fn neighbour(&self, (cluster, similarity): (ClusterId, f64)) -> Neighbour {
        let page_type = self.page_types[cluster.index()].clone();
        Neighbour { cluster, page_type, similarity: rounded(similarity) }
    }

    fn marks(&self, cluster: ClusterId, other: ClusterId) -> Vec<Mark> {
        let clusters = self.clustering.clusters();
        let (pages, others) = (&clusters[cluster.index()], &clusters[other.index()]);
        let mark = |path: String, here: f32, there: f32| Mark {
            path,
            here: rounded(f64::from(here)),
            there: rounded(f64::from(there)),
        };
        let has = self.profiles.distinctive(pages, others, MARKS).into_iter();
        let has = has.map(|Distinctive { path, here, there }| mark(path, here, there));
        // Shares are told from the other side here.
        let lacks = self.profiles.distinctive(others, pages, MARKS).into_iter();
        let lacks = lacks.map(|Distinctive { path, here, there }| mark(path, there, here));
        has.chain(lacks).take(MARKS).collect()
    }
}

/// Four decimals say all that there is to say.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
