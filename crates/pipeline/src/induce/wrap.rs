//! Clusters to wrappers.

use super::candidates::Candidate;
use super::library::Library;
use super::params::InduceParams;
use rayon::prelude::*;
use sitewrap_extract::{Extractor, WrapperSet};
use sitewrap_induce::Known;
use sitewrap_model::{ClusterId, Clustering, PageId};
use sitewrap_store::StoreError;
use sitewrap_tree::Document;
use std::sync::Arc;

/// Pages to induce wrappers from.
pub(super) struct Lesson<'a> {
    /// The pages whose documents are read.
    pub(super) ids: Vec<PageId>,
    /// Their URLs.
    pub(super) urls: Vec<&'a str>,
    /// Their clusters.
    pub(super) clustering: Clustering,
}

impl Lesson<'_> {
    /// The wrappers of the clusters `wanted`, in their order, by what is `known` of the others; the
    /// pages of these show what is not theirs alone.
    pub(super) fn wrap(
        &self,
        library: &Library<'_>,
        wanted: &[ClusterId],
        known: &Known<'_>,
        params: &InduceParams,
    ) -> Result<WrapperSet, StoreError> {
        let settings = params.wrap();
        // Pages that no wrapper is built from need no document.
        let drawn = sitewrap_induce::drawn(&self.clustering, &settings);
        let ids: Vec<PageId> = drawn.iter().map(|&page| self.ids[page]).collect();
        library.keep_only(&ids);
        let blank = Arc::new(Document::parse(&[], None, None));
        let mut documents = vec![blank; self.ids.len()];
        for (page, document) in drawn.into_iter().zip(library.documents(&ids)?) {
            documents[page] = document;
        }
        let documents: Vec<&Document> = documents.iter().map(|document| &**document).collect();
        let (urls, clustering) = (&self.urls, &self.clustering);
        Ok(sitewrap_induce::induce_some(&documents, urls, clustering, wanted, known, &settings))
    }
}

/// The index of the wrapper that fits each page, where one does.
pub(super) fn fitting(
    library: &Library<'_>,
    pages: &[&Candidate],
    wrappers: &WrapperSet,
) -> Result<Vec<Option<usize>>, StoreError> {
    let extractor = Extractor::new(wrappers);
    let fit = |page: &&Candidate| {
        let document = library.documents(&[page.id])?.swap_remove(0);
        let name = extractor.extract(&page.url, &document.tree).wrapper;
        Ok(wrappers.wrappers.iter().position(|wrapper| Some(&wrapper.name) == name.as_ref()))
    };
    pages.par_iter().map(fit).collect()
}
