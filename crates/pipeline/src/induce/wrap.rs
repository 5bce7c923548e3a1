//! Clusters to wrappers.

use super::candidates::Candidate;
use super::library::Library;
use super::params::InduceParams;
use rayon::prelude::*;
use sitewrap_extract::{Extractor, WrapperSet};
use sitewrap_induce::{Known, Params as Settings};
use sitewrap_model::{ClusterId, Clustering, PageId};
use sitewrap_store::StoreError;
use sitewrap_tree::Document;
use std::sync::Arc;

/// Bytes of HTML whose trees are in memory together while wrappers are induced; so much have a
/// thousand long pages.
const ROOM: u64 = 64 << 20;

/// So many pages of each cluster are read in any case: fewer do not show what is optional.
const LEAST_PAGES: usize = 30;

/// Pages to induce wrappers from.
pub(super) struct Lesson<'a> {
    /// The pages whose documents are read.
    pub(super) ids: Vec<PageId>,
    /// The same pages, or twins of them.
    pub(super) pages: Vec<&'a Candidate>,
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
        let settings = self.within(ROOM, &params.wrap());
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
        let urls: Vec<&str> = self.pages.iter().map(|page| page.url.as_str()).collect();
        let clustering = &self.clustering;
        Ok(sitewrap_induce::induce_some(&documents, &urls, clustering, wanted, known, &settings))
    }

    /// Settings by which fewer pages of a cluster are drawn if all would not fit into `room` bytes.
    fn within(&self, room: u64, settings: &Settings) -> Settings {
        let fits = |most: &usize| {
            let settings = Settings { max_pages: *most, ..settings.clone() };
            let drawn = sitewrap_induce::drawn(&self.clustering, &settings).into_iter();
            drawn.map(|page| self.pages[page].length).sum::<u64>() <= room
        };
        let most = (LEAST_PAGES..=settings.max_pages).rev().find(fits);
        Settings { max_pages: most.unwrap_or(LEAST_PAGES), ..settings.clone() }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn most_pages(length: u64) -> usize {
        let page =
            |id| Candidate { hash: u64::from(id), length, url: String::new(), id: PageId(id) };
        let pages: Vec<Candidate> = (0..600).map(page).collect();
        let lesson = Lesson {
            ids: pages.iter().map(|page| page.id).collect(),
            pages: pages.iter().collect(),
            clustering: Clustering::from_labels(
                &[[Some(0); 500].as_slice(), &[Some(1); 100]].concat(),
            ),
        };
        lesson.within(1 << 20, &InduceParams::default().wrap()).max_pages
    }

    #[test]
    fn heavy_pages_are_read_in_smaller_numbers() {
        assert_eq!(most_pages(1 << 10), 240, "340 kB of light pages");
        assert_eq!(most_pages(1 << 12), 156, "and 100 of the smaller cluster make 256 pages");
        assert_eq!(most_pages(1 << 20), LEAST_PAGES, "however heavy they are");
    }
}
