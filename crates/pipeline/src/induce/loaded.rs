//! Learning from pages in memory, without a store: parsed once, learnt from as often as wanted.

use super::candidates::{Candidate, document};
use super::document_cache::DocumentCache;
use super::error::InduceError;
use super::fresh::{Discovery, discover, look, wrap};
use super::params::InduceParams;
use super::round::Round;
use super::survey::Survey;
use crate::extract::{is_html, unfit};
use crate::progress::{Observer, counted};
use rayon::prelude::*;
use sitewrap_content::give_body;
use sitewrap_model::{ClusterId, Extraction, Page, PageId, Reason};
use sitewrap_tree::Document;
use sitewrap_wrapper::{Extractor, ProseForm, Wrapper, WrapperSet};
use std::collections::HashMap;
use std::sync::Arc;

/// The pages of a site, parsed and surveyed.
pub struct LoadedSite {
    urls: Vec<String>,
    documents: Vec<Arc<Document>>,
    /// Why a page cannot hold a record, where it cannot.
    unfit: Vec<Option<Reason>>,
    survey: Survey,
}

/// What was learnt from the pages of a [`LoadedSite`]: what [`induce`](crate::induce) stores.
#[derive(Clone, Debug)]
pub struct LearntSite {
    /// The cluster of each page, in the order of the pages; `None` for one that fits none.
    pub clusters: Vec<Option<ClusterId>>,
    /// The wrapper of each cluster, by its number.
    pub wrappers: WrapperSet,
    rounds: Vec<Round>,
}

impl LoadedSite {
    /// Parses pages. Of several with one URL the last counts, as in a store. The seed of
    /// `params` is part of the order in which pages count, and its book says what is kept of them.
    ///
    /// # Errors
    /// If there is no page to learn from.
    pub fn new(
        pages: impl IntoIterator<Item = Page>,
        params: &InduceParams,
        observer: &dyn Observer,
    ) -> Result<Self, InduceError> {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut kept: Vec<Page> = Vec::new();
        for page in pages {
            match places.get(&page.url) {
                Some(&place) => kept[place] = page,
                None => {
                    places.insert(page.url.clone(), kept.len());
                    kept.push(page);
                }
            }
        }
        let is_learnable =
            |page: &Page| page.is_success() && is_html(page.content_type().unwrap_or_default());
        let numbered = kept.iter().enumerate().filter(|(_, page)| is_learnable(page));
        let mut found: Vec<Candidate> = numbered
            .filter_map(|(at, page)| Candidate::of(page, PageId(at as u32), params.seed))
            .collect();
        if found.is_empty() {
            return Err(InduceError::NoPages);
        }
        found.sort_unstable();
        let documents: Vec<Arc<Document>> =
            kept.par_iter().map(|page| Arc::new(document(page))).collect();
        let survey = look(found, &DocumentCache::Loaded(&documents), params, observer)?;
        let unfit = kept.iter().map(unfit).collect();
        Ok(Self { urls: kept.into_iter().map(|page| page.url).collect(), documents, unfit, survey })
    }

    /// The URLs of the pages.
    pub fn urls(&self) -> &[String] {
        &self.urls
    }

    /// The pages' documents, of their links only those that a page follows by itself.
    pub fn documents(&self) -> &[Arc<Document>] {
        &self.documents
    }

    /// The pages to learn from, as places among the URLs, in the order in which they count.
    pub fn order(&self) -> Vec<usize> {
        self.survey.pages().iter().map(|page| page.id.index()).collect()
    }

    /// Learns from the pages: clusters and wrappers are those that [`induce`](crate::induce) gives
    /// for a store with these pages.
    ///
    /// # Errors
    /// None at present; those of the stages that read a store.
    pub fn learn(
        &self,
        params: &InduceParams,
        observer: &dyn Observer,
    ) -> Result<LearntSite, InduceError> {
        let documents = DocumentCache::Loaded(&self.documents);
        let (discovery, progress) = discover(&self.survey, &documents, params, observer)?;
        progress.finish(&counted(discovery.wrappers.wrappers.len(), "wrapper"));
        let mut clusters = vec![None; self.urls.len()];
        for (page, cluster) in self.survey.pages().iter().zip(&discovery.clusters) {
            clusters[page.id.index()] = *cluster;
        }
        let Discovery { wrappers, rounds, .. } = discovery;
        Ok(LearntSite { clusters, wrappers, rounds })
    }

    /// The same clusters with wrappers by other parameters; clustering is not done again. Not for
    /// [`Fold::None`](crate::Fold), where wrappers have a say in it.
    ///
    /// # Errors
    /// As [`LoadedSite::learn`].
    pub fn wrap_again(
        &self,
        learnt: &LearntSite,
        params: &InduceParams,
    ) -> Result<LearntSite, InduceError> {
        let documents = DocumentCache::Loaded(&self.documents);
        let wrappers = wrap(&learnt.rounds, &documents, params, &())?;
        Ok(LearntSite { wrappers, ..learnt.clone() })
    }

    /// The records of the pages, each by the wrapper of its cluster, as
    /// [`extract_stored`](crate::extract_stored) gives them.
    pub fn extract(&self, learnt: &LearntSite) -> Vec<Extraction> {
        let extractor = Extractor::new(&learnt.wrappers);
        let count = learnt.wrappers.wrappers.len();
        let extract = |at: usize| match &self.unfit[at] {
            Some(reason) => Extraction::without_record(&self.urls[at], reason.clone()),
            None => {
                let known = learnt.clusters[at].map(ClusterId::index).filter(|it| *it < count);
                let (url, document) = (&self.urls[at], &self.documents[at]);
                let mut extraction = extractor.extract_as(url, &document.tree, known);
                let wrapper = extractor.wrapper_of(&extraction);
                if let Some(content) = wrapper.and_then(Wrapper::content) {
                    give_body(&mut extraction, content, document, url, ProseForm::Text);
                }
                extraction
            }
        };
        (0..self.urls.len()).into_par_iter().map(extract).collect()
    }
}
