//! Taking in pages that came after an induction.

use super::candidates::{Candidate, candidates, learnable};
use super::comparison::Comparison;
use super::document_cache::DocumentCache;
use super::error::InduceError;
use super::fresh::look;
use super::params::{Fold, InduceParams};
use super::round::{Round, place};
use super::survey::Survey;
use super::wrap::{Lesson, fitting};
use crate::progress::{Observer, Progress, Stage, counted};
use sitewrap_induce::Known;
use sitewrap_model::{ClusterId, Clustering, PageId};
use sitewrap_store::{Induction, PageLabel, Store, StoreError};
use sitewrap_wrapper::{Wrapper, WrapperSet};
use std::collections::{BTreeMap, HashSet};

/// Pages of known clusters that are read again beside those of a new one, to tell its content from
/// what stands on all pages of the site. They are spread over the clusters as their pages are.
const PAGES_BESIDE: usize = 120;

/// A page type that an update has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPageType {
    /// Its name, which is also that of its wrapper.
    pub name: String,
    /// Its pages.
    pub pages: usize,
}

/// What an update did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpdateSummary {
    /// Version of the wrapper set that is the latest now.
    pub version: u32,
    /// Pages that came since the last induction or update.
    pub new: usize,
    /// Pages that were known but have another body now.
    pub changed: usize,
    /// Of the new and the changed pages, those that fit a cluster that was there before.
    pub joined: usize,
    /// Of the changed pages, those that fit none of these although they did before.
    pub lost: usize,
    /// Page types found.
    pub page_types: Vec<NewPageType>,
    /// Pages, of this update and of earlier ones, that fit no cluster and are too few for one.
    pub waiting: usize,
    /// Pages that were looked at so far, this time included.
    pub pages: usize,
    /// Pages that the first induction looked at.
    pub learnt_from: usize,
    /// Wrappers in the set.
    pub wrappers: usize,
}

/// Takes the pages in that were stored, or got another body, since the latest induction: those
/// that fit a cluster join it. Those that fit none wait; together with the ones that have waited
/// before they are compared with each other, and `new_type_pages` of the book or more that are alike become
/// a cluster with a wrapper. Clusters and wrappers that were there before are not touched, nor are
/// the labels of pages that have not changed.
///
/// `None`, and nothing is done, if there is no induction with these `params` to go on from.
///
/// # Errors
/// If the store fails.
pub fn update(
    store: &Store,
    params: &InduceParams,
    observer: &dyn Observer,
) -> Result<Option<UpdateSummary>, InduceError> {
    let Some(before) = Comparison::load(store)?.filter(|before| before.params == *params) else {
        return Ok(None);
    };
    let Some(wrappers) = store.induced()?.filter(|set| !set.wrappers.is_empty()) else {
        return Ok(None);
    };
    let Some((_, labels)) = store.clustering()? else { return Ok(None) };
    let edited = store.edited()?.map_or_else(|| wrappers.clone(), |edited| edited.wrappers);
    let mut state = State::new(learnable(store, observer)?, before, labels, wrappers, edited);
    if state.fresh.is_empty() {
        return Ok(Some(state.summary));
    }
    let documents = DocumentCache::new(store);
    let ids: Vec<PageId> = state.fresh.iter().copied().collect();
    let survey = look(candidates(store, params.seed, &ids)?, &documents, params, observer)?;
    let waiting = state.join(&survey, &documents, params, observer)?;
    let found = state.gather(waiting, &documents, params, observer)?;
    let summary = state.store(store, found)?;
    Ok(Some(summary))
}

/// What there was, changed step by step to what there is.
struct State {
    comparison: Comparison,
    labels: BTreeMap<PageId, PageLabel>,
    /// The page type of each cluster.
    page_types: BTreeMap<ClusterId, String>,
    /// The wrappers as induced, and as edited, in the same order.
    wrappers: WrapperSet,
    edited: WrapperSet,
    /// The pages that are new or have changed.
    fresh: HashSet<PageId>,
    summary: UpdateSummary,
}

impl State {
    fn new(
        pages: Vec<(PageId, u64)>,
        mut comparison: Comparison,
        labels: Vec<PageLabel>,
        wrappers: WrapperSet,
        edited: WrapperSet,
    ) -> Self {
        let mut summary = UpdateSummary {
            version: wrappers.version,
            waiting: comparison.waiting.len(),
            pages: pages.len(),
            learnt_from: comparison.learnt_from,
            wrappers: wrappers.wrappers.len(),
            ..UpdateSummary::default()
        };
        let mut fresh = HashSet::new();
        for page in pages.iter().filter(|page| !comparison.has_seen(page)) {
            fresh.insert(page.0);
            if comparison.knows(page.0) {
                summary.changed += 1;
            } else {
                summary.new += 1;
            }
        }
        comparison.seen = pages;
        let of = |label: &PageLabel| Some((label.cluster?, label.page_type.clone()?));
        let page_types = labels.iter().filter_map(of).collect();
        let labels = labels.into_iter().map(|label| (label.page, label)).collect();
        Self { comparison, labels, page_types, wrappers, edited, fresh, summary }
    }

    /// Labels the pages that fit a cluster; gives those that wait, with the ones that have waited
    /// before.
    fn join(
        &mut self,
        survey: &Survey,
        documents: &DocumentCache<'_>,
        params: &InduceParams,
        observer: &dyn Observer,
    ) -> Result<Survey, StoreError> {
        let progress = Progress::start(observer, Stage::Compare, None);
        let clusters = self.clusters_of(survey, documents, params)?;
        let mut left = Vec::new();
        let mut joined = HashSet::new();
        for (index, (page, cluster)) in survey.pages().iter().zip(&clusters).enumerate() {
            match cluster {
                Some(cluster) => {
                    joined.insert(*cluster);
                    self.summary.joined += 1;
                }
                None => left.push(index),
            }
            let before = self.label(page.id, *cluster);
            let was_known = before.is_some_and(|label| label.cluster.is_some());
            self.summary.lost += usize::from(was_known && cluster.is_none());
        }
        let (joins, types) = (self.summary.joined, counted(joined.len(), "page type"));
        let mut told = format!("{} of {} fit {types}", joins, counted(survey.len(), "page"));
        if !left.is_empty() {
            told.push_str(&format!(", {} fit none", left.len()));
        }
        progress.finish(&told);
        let kept: Vec<usize> = (0..self.comparison.waiting.len())
            .filter(|&index| !self.fresh.contains(&self.comparison.waiting.pages()[index].id))
            .collect();
        Ok(self.comparison.waiting.part(&kept).with(survey.part(&left)))
    }

    fn clusters_of(
        &self,
        survey: &Survey,
        documents: &DocumentCache<'_>,
        params: &InduceParams,
    ) -> Result<Vec<Option<ClusterId>>, StoreError> {
        if params.fold == Fold::None {
            let pages: Vec<&Candidate> = survey.pages().iter().collect();
            let fits = fitting(documents, &pages, &self.wrappers)?;
            let cluster = |fit: Option<usize>| {
                let page_type = &self.wrappers.wrappers.get(fit?)?.page_type;
                let mut known = self.page_types.iter();
                known.find(|(_, known)| *known == page_type).map(|(&cluster, _)| cluster)
            };
            return Ok(fits.into_iter().map(cluster).collect());
        }
        let placed = place(&self.comparison.rounds, survey.distinct(), params);
        Ok(survey.places().iter().map(|&place| placed[place as usize]).collect())
    }

    /// Gives a page its label; returns the one it had.
    fn label(&mut self, page: PageId, cluster: Option<ClusterId>) -> Option<PageLabel> {
        let page_type = cluster.and_then(|cluster| self.page_types.get(&cluster).cloned());
        self.labels.insert(page, PageLabel { page, cluster, page_type })
    }

    /// Looks for clusters among the pages that wait, and labels their pages; gives the wrappers.
    fn gather(
        &mut self,
        waiting: Survey,
        documents: &DocumentCache<'_>,
        params: &InduceParams,
        observer: &dyn Observer,
    ) -> Result<Vec<Wrapper>, StoreError> {
        let has_new = waiting.pages().iter().any(|page| self.fresh.contains(&page.id));
        if !has_new || waiting.distinct_pages() < params.book.cluster.new_type_pages {
            self.comparison.waiting = waiting;
            return Ok(Vec::new());
        }
        let (round, clusters) = Round::of_rest(&waiting, documents, params, observer)?;
        let mut sizes: BTreeMap<ClusterId, usize> = BTreeMap::new();
        for &cluster in clusters.iter().flatten() {
            *sizes.entry(cluster).or_default() += 1;
        }
        let left: Vec<usize> =
            (0..waiting.len()).filter(|&index| clusters[index].is_none()).collect();
        self.comparison.waiting = waiting.part(&left);
        if sizes.is_empty() {
            return Ok(Vec::new());
        }
        let progress = Progress::start(observer, Stage::Induce, None);
        let found = self.wrap(&round, documents, params, observer)?;
        let known = self.page_types.keys().next_back().map_or(0, |last| last.0 + 1);
        let number = |cluster: ClusterId| ClusterId(known + cluster.0);
        for (wrapper, (&cluster, &pages)) in found.iter().zip(&sizes) {
            let name = wrapper.page_type.clone();
            self.page_types.insert(number(cluster), name.clone());
            self.summary.page_types.push(NewPageType { name, pages });
        }
        for (page, cluster) in waiting.pages().iter().zip(clusters) {
            self.label(page.id, cluster.map(number));
        }
        self.comparison.rounds.push(round.renumbered(number));
        progress.finish(&format!("{} more", counted(found.len(), "wrapper")));
        Ok(found)
    }

    /// The wrappers of a round, by its clusters.
    fn wrap(
        &self,
        round: &Round,
        documents: &DocumentCache<'_>,
        params: &InduceParams,
        observer: &dyn Observer,
    ) -> Result<Vec<Wrapper>, StoreError> {
        let beside = self.beside();
        let count = round.clusters.iter().flatten().map(|id| id.index() + 1).max().unwrap_or(0);
        let own = round.clusters.iter().map(|cluster| cluster.map(ClusterId::index));
        let others = beside.iter().map(|(_, cluster)| Some(count + cluster.index()));
        let clustering = Clustering::from_labels(&own.chain(others).collect::<Vec<_>>());
        let first =
            |id: usize| round.clusters.iter().position(|c| *c == Some(ClusterId(id as u32)));
        let wanted: Vec<ClusterId> =
            (0..count).filter_map(first).filter_map(|page| clustering.label(page)).collect();
        let pages = round.compared.pages().iter().chain(beside.iter().map(|(page, _)| *page));
        let mut ids = round.compared.originals();
        ids.extend(beside.iter().map(|(page, _)| page.id));
        let lesson = Lesson { ids, pages: pages.collect(), clustering };
        let all = self.wrappers.wrappers.iter().chain(&self.edited.wrappers);
        let taken: Vec<&str> =
            all.flat_map(|wrapper| [wrapper.name.as_str(), wrapper.page_type.as_str()]).collect();
        let mut wrappers: Vec<(ClusterId, &Wrapper)> = Vec::new();
        for ((_, cluster), place) in beside.iter().zip(round.compared.pages().len()..) {
            let Some(label) = lesson.clustering.label(place) else { continue };
            if wrappers.iter().all(|(known, _)| *known != label) {
                wrappers.extend(self.edited(*cluster).map(|wrapper| (label, wrapper)));
            }
        }
        let known = Known { taken: &taken, wrappers: &wrappers };
        Ok(lesson.wrap(documents, &wanted, &known, params, observer)?.wrappers)
    }

    /// The wrapper of a cluster, as edited.
    fn edited(&self, cluster: ClusterId) -> Option<&Wrapper> {
        let page_type = self.page_types.get(&cluster)?;
        let mut induced = self.wrappers.wrappers.iter();
        let place = induced.position(|wrapper| wrapper.page_type == *page_type)?;
        self.edited.wrappers.get(place)
    }

    /// Compared pages of known clusters that still are what they were, at most [`PAGES_BESIDE`].
    fn beside(&self) -> Vec<(&Candidate, ClusterId)> {
        let compared =
            self.comparison.rounds.iter().flat_map(|round| {
                round.compared.pages().iter().zip(round.clusters.iter().copied())
            });
        let known: Vec<(&Candidate, ClusterId)> = compared
            .filter(|(page, cluster)| {
                let label = self.labels.get(&page.id);
                !self.fresh.contains(&page.id) && label.is_some_and(|it| it.cluster == *cluster)
            })
            .filter_map(|(page, cluster)| Some((page, cluster?)))
            .collect();
        let count = known.len().min(PAGES_BESIDE);
        (0..count).map(|at| known[at * known.len() / count]).collect()
    }

    /// Stores all there is now, as a new version if there are new wrappers.
    fn store(mut self, store: &Store, found: Vec<Wrapper>) -> Result<UpdateSummary, StoreError> {
        self.summary.waiting = self.comparison.waiting.len();
        let labels: Vec<PageLabel> = self.labels.into_values().collect();
        let blobs = vec![self.comparison.to_blob()?];
        if found.is_empty() {
            store.put_labels(&labels, &blobs)?;
        } else {
            self.wrappers.wrappers.extend(found);
            self.summary.wrappers = self.wrappers.wrappers.len();
            let induction = Induction { wrappers: self.wrappers, labels, blobs };
            self.summary.version = store.put_induction(induction)?;
        }
        Ok(self.summary)
    }
}
