//! Learning from all stored pages at once.

use super::apart::part_unexplained;
use super::candidates::{Candidate, candidates, learnable};
use super::comparison::Comparison;
use super::document_cache::DocumentCache;
use super::error::InduceError;
use super::home::homes;
use super::params::{Fold, InduceParams};
use super::round::{Learnt, Round, next_cluster, numbered};
use super::survey::Survey;
use super::wrap::{Lesson, fitting};
use crate::progress::{Observer, Progress, Stage, counted};
use sitewrap_induce::Known;
use sitewrap_model::{ClusterId, PageId};
use sitewrap_store::{Induction, PageLabel, Store, StoreError};
use sitewrap_wrapper::WrapperSet;

/// What an induction found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InduceSummary {
    /// Version of the new wrapper set.
    pub version: u32,
    /// Pages that were compared with each other.
    pub pages: usize,
    /// Clusters.
    pub clusters: usize,
    /// Pages that belong to no cluster, among those that were compared.
    pub outliers: usize,
    /// Wrappers stored.
    pub wrappers: usize,
}

/// Induces the wrappers of all stored pages and stores them as a new version.
///
/// The same pages give the same wrappers, whatever the order in which they were stored and
/// whatever the number of threads: pages are ordered by their content.
///
/// # Errors
/// If the store holds no page to learn from, or fails.
pub fn induce(
    store: &Store,
    params: &InduceParams,
    observer: &dyn Observer,
) -> Result<InduceSummary, InduceError> {
    let seen = learnable(store, observer)?;
    let ids: Vec<PageId> = seen.iter().map(|(id, _)| *id).collect();
    let found = candidates(store, params.seed, &ids)?;
    if found.is_empty() {
        return Err(InduceError::NoPages);
    }
    let documents = DocumentCache::new(store);
    let survey = look(found, &documents, params, observer)?;
    let (discovery, progress) = discover(&survey, &documents, params, observer)?;
    let summary = discovery.summary();
    let version = store.put_induction(induction(&survey, discovery, seen, params)?)?;
    progress.finish(&format!("{}, version {version}", counted(summary.wrappers, "wrapper")));
    Ok(InduceSummary { version, ..summary })
}

/// What there is to know of the pages of a site.
pub(super) struct Discovery {
    /// What was compared.
    pub(super) rounds: Vec<Round>,
    /// The cluster of each page of the survey.
    pub(super) clusters: Vec<Option<ClusterId>>,
    /// The wrapper of each cluster.
    pub(super) wrappers: WrapperSet,
}

impl Discovery {
    fn summary(&self) -> InduceSummary {
        let outliers = |round: &Round| round.clusters.iter().filter(|it| it.is_none()).count();
        InduceSummary {
            version: self.wrappers.version,
            pages: self.rounds[0].compared.len(),
            clusters: self.clusters.iter().flatten().map(|id| id.index() + 1).max().unwrap_or(0),
            outliers: self.rounds.iter().map(outliers).sum(),
            wrappers: self.wrappers.wrappers.len(),
        }
    }
}

/// Clusters the pages of a survey and induces the wrapper of each cluster; the progress is that of
/// [`Stage::Induce`], to be finished by who keeps the wrappers.
pub(super) fn discover<'o>(
    survey: &Survey,
    documents: &DocumentCache<'_>,
    params: &InduceParams,
    observer: &'o dyn Observer,
) -> Result<(Discovery, Progress<'o>), StoreError> {
    let mut learnt = learn(survey, documents, params, observer)?;
    let progress = Progress::start(observer, Stage::Induce, None);
    let mut wrappers = wrap(&learnt.rounds, documents, params, observer)?;
    if params.fold == Fold::None {
        let Learnt { rounds, clusters } = &mut learnt;
        place_by_wrapper(survey, &rounds[0], documents, &wrappers, clusters)?;
    } else {
        let read = lesson(&learnt.rounds).read(params);
        if part_unexplained(survey, &mut learnt, &wrappers, documents, &read, params)? {
            learnt = learnt.by_size();
            // What there is to tell of the pages has been told.
            wrappers = wrap(&learnt.rounds, documents, params, &())?;
        }
    }
    let Learnt { rounds, clusters } = learnt;
    Ok((Discovery { rounds, clusters, wrappers }, progress))
}

/// The wrappers of the clusters that rounds found, by their numbers.
pub(super) fn wrap(
    rounds: &[Round],
    documents: &DocumentCache<'_>,
    params: &InduceParams,
    observer: &dyn Observer,
) -> Result<WrapperSet, StoreError> {
    let lesson = lesson(rounds);
    let all: Vec<ClusterId> =
        (0..lesson.clustering.clusters().len() as u32).map(ClusterId).collect();
    lesson.wrap(documents, &all, &Known::default(), params, observer)
}

/// What there is to learn from: the pages that rounds compared.
fn lesson(rounds: &[Round]) -> Lesson<'_> {
    let originals: Vec<Vec<PageId>> =
        rounds.iter().map(|round| round.compared.originals()).collect();
    let compared = rounds.iter().flat_map(|round| round.compared.pages());
    let labels: Vec<_> = rounds.iter().flat_map(|round| round.clusters.iter().copied()).collect();
    Lesson { ids: originals.concat(), pages: compared.collect(), clustering: numbered(&labels).0 }
}

/// Parses pages and keeps their outlines.
pub(super) fn look(
    pages: Vec<Candidate>,
    documents: &DocumentCache<'_>,
    params: &InduceParams,
    observer: &dyn Observer,
) -> Result<Survey, StoreError> {
    let progress = Progress::start(observer, Stage::Parse, Some(pages.len() as u64));
    let survey = Survey::look(pages, documents, params, &progress)?;
    let distinct = survey.distinct_pages();
    progress.finish(&format!("{}, {distinct} of them distinct", counted(survey.len(), "page")));
    Ok(survey)
}

/// Compares the pages; if they were too many to compare each with each, those that fit no cluster
/// are compared in a round of their own, so that kinds too rare for the sample are found too. A page that is
/// like no other (the list of all courses, a page of hits, the home page) is a cluster even so.
fn learn(
    survey: &Survey,
    documents: &DocumentCache<'_>,
    params: &InduceParams,
    observer: &dyn Observer,
) -> Result<Learnt, StoreError> {
    let (first, mut clusters) =
        Round::of(survey, documents, params, params.cluster().min_size, observer)?;
    let mut rounds = vec![first];
    let left: Vec<usize> = (0..survey.len()).filter(|&index| clusters[index].is_none()).collect();
    let is_sampled = rounds[0].compared.len() < survey.len();
    if params.fold == Fold::Siblings
        && is_sampled
        && left.len() >= params.book.cluster.new_type_pages
    {
        let (second, found) = Round::of_rest(&survey.part(&left), documents, params, observer)?;
        if found.iter().any(Option::is_some) {
            let known = next_cluster(&clusters).0;
            let number = |id: ClusterId| ClusterId(known + id.0);
            rounds.push(second.renumbered(number));
            for (&index, cluster) in left.iter().zip(found) {
                clusters[index] = cluster.map(number);
            }
        }
    }
    if params.fold == Fold::Siblings {
        place_alone(survey, &mut rounds[0], &mut clusters);
    }
    Ok(Learnt { rounds, clusters }.by_size())
}

/// Makes a cluster of each page that was compared and fits none. Where no page is like another, only home
/// pages are: what the others have in common is no template.
fn place_alone(survey: &Survey, round: &mut Round, clusters: &mut [Option<ClusterId>]) {
    let mut alone: Vec<usize> = match clusters.iter().any(Option::is_some) {
        true => (0..survey.len()).collect(),
        false => homes(&survey.urls()),
    };
    alone.retain(|&index| clusters[index].is_none());
    for index in alone {
        let id = survey.pages()[index].id;
        let place = round.compared.pages().iter().position(|page| page.id == id);
        let Some(place) = place else { continue };
        let cluster = Some(next_cluster(clusters));
        round.clusters[place] = cluster;
        clusters[index] = cluster;
    }
}

/// Where pages are compared node by node, those that were not compared are of the cluster whose
/// wrapper fits them.
fn place_by_wrapper(
    survey: &Survey,
    round: &Round,
    documents: &DocumentCache<'_>,
    wrappers: &WrapperSet,
    clusters: &mut [Option<ClusterId>],
) -> Result<(), StoreError> {
    // Both lists are in the order of content.
    let mut compared = round.compared.pages().iter().peekable();
    let is_left = |page: &Candidate| compared.next_if(|next| *next == page).is_none();
    let is_left: Vec<bool> = survey.pages().iter().map(is_left).collect();
    let others: Vec<usize> = (0..survey.len()).filter(|&index| is_left[index]).collect();
    let pages: Vec<&Candidate> = others.iter().map(|&index| &survey.pages()[index]).collect();
    for (index, fit) in others.into_iter().zip(fitting(documents, &pages, wrappers)?) {
        clusters[index] = fit.map(|place| ClusterId(place as u32));
    }
    Ok(())
}

/// What is stored.
fn induction(
    survey: &Survey,
    discovery: Discovery,
    seen: Vec<(PageId, u64)>,
    params: &InduceParams,
) -> Result<Induction, StoreError> {
    let Discovery { rounds, clusters, wrappers } = discovery;
    let page_type = |id: ClusterId| Some(wrappers.wrappers.get(id.index())?.page_type.clone());
    let label = |(page, &cluster): (&Candidate, &Option<ClusterId>)| PageLabel {
        page: page.id,
        cluster,
        page_type: cluster.and_then(page_type),
    };
    let mut labels: Vec<PageLabel> = survey.pages().iter().zip(&clusters).map(label).collect();
    labels.sort_unstable_by_key(|label| label.page);
    let waiting: Vec<usize> =
        (0..survey.len()).filter(|&index| clusters[index].is_none()).collect();
    let waiting = survey.part(&waiting);
    let (params, learnt_from) = (params.clone(), survey.len());
    let comparison = Comparison { params, learnt_from, rounds, waiting, seen };
    Ok(Induction { wrappers, labels, blobs: vec![comparison.to_blob()?] })
}
