//! Clusters to wrappers.

use super::bodies::choose_bodies;
use super::candidates::Candidate;
use super::document_cache::DocumentCache;
use super::params::InduceParams;
use crate::progress::{Event, Observer, counted};
use rayon::prelude::*;
use sitewrap_induce::{Known, Method, Params as Settings};
use sitewrap_model::{ClusterId, Clustering, PageId, Topic};
use sitewrap_store::StoreError;
use sitewrap_tree::Document;
use sitewrap_wrapper::{Extractor, WrapperSet};
use std::sync::Arc;

/// Bytes of HTML whose trees are in memory together while wrappers are induced; so much have a
/// thousand long pages.
const ROOM: u64 = 64 << 20;

/// So many pages of each cluster are read in any case: fewer do not show what is optional.
const LEAST_PAGES: usize = 30;

/// Bytes of memory that the pages which wrappers are induced from may take together, with what
/// induction keeps beside them. Where they are heavier, the heaviest are thinned: see
/// [`Document::thinned`]. It takes lists of thousands of items on hundreds of pages; the heaviest of
/// the sites that were measured (1,262 pages of documentation) comes to a third of it.
pub const LEARNING_ROOM: usize = 1 << 30;

/// Pages to induce wrappers from.
pub(super) struct Lesson<'a> {
    /// The pages whose documents are read.
    pub(super) ids: Vec<PageId>,
    /// The same pages, or duplicates of them.
    pub(super) pages: Vec<&'a Candidate>,
    /// Their clusters.
    pub(super) clustering: Clustering,
}

impl Lesson<'_> {
    /// The wrappers of the clusters `wanted`, in their order, by what is `known` of the others; the
    /// pages of these show what is not theirs alone.
    pub(super) fn wrap(
        &self,
        cache: &DocumentCache<'_>,
        wanted: &[ClusterId],
        known: &Known<'_>,
        params: &InduceParams,
        observer: &dyn Observer,
    ) -> Result<WrapperSet, StoreError> {
        // Pages that no wrapper is built from need no document.
        let (settings, drawn) = self.drawn(params);
        let ids: Vec<PageId> = drawn.iter().map(|&page| self.ids[page]).collect();
        cache.keep_only(&ids);
        let blank = Arc::new(Document::parse(&[], None, None));
        let mut documents = vec![blank; self.ids.len()];
        let read = within_room(cache, &ids, LEARNING_ROOM, observer)?;
        for (&page, document) in drawn.iter().zip(read) {
            documents[page] = document;
        }
        let documents: Vec<&Document> = documents.iter().map(|document| &**document).collect();
        let urls: Vec<&str> = self.pages.iter().map(|page| page.url.as_str()).collect();
        let clustering = &self.clustering;
        let mut wrappers =
            sitewrap_induce::induce_some(&documents, &urls, clustering, wanted, known, &settings);
        if settings.method == Method::Default {
            let has_wrapper = |cluster: &ClusterId| {
                clustering.clusters()[cluster.index()].len() >= settings.min_pages
            };
            let wanted = wanted.iter().filter(|cluster| has_wrapper(cluster));
            let pages = wanted.map(|cluster| {
                let pages = clustering.clusters()[cluster.index()].iter().copied();
                pages.filter(|page| drawn.binary_search(page).is_ok()).collect()
            });
            let pages: Vec<Vec<usize>> = pages.collect();
            choose_bodies(&mut wrappers, &documents, &urls, &pages, &settings.parameters);
        }
        Ok(wrappers)
    }

    /// The pages that wrappers are induced from.
    pub(super) fn read(&self, params: &InduceParams) -> Vec<PageId> {
        self.drawn(params).1.into_iter().map(|page| self.ids[page]).collect()
    }

    /// The places of the pages that wrappers are induced from, and the settings by which they are.
    fn drawn(&self, params: &InduceParams) -> (Settings, Vec<usize>) {
        let settings = self.within(ROOM, &params.wrap());
        let drawn = sitewrap_induce::drawn(&self.clustering, &settings);
        (settings, drawn)
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

/// The documents of pages, the heaviest thinned if all are not light enough together; told if so.
fn within_room(
    documents: &DocumentCache<'_>,
    ids: &[PageId],
    room: usize,
    observer: &dyn Observer,
) -> Result<Vec<Arc<Document>>, StoreError> {
    let weights = documents.weights(ids)?;
    tracing::debug!(
        pages = ids.len(),
        bytes = weights.iter().sum::<usize>(),
        "pages to learn from"
    );
    let most = fair_share(&weights, room);
    let thinned = weights.iter().filter(|&&weight| weight > most).count();
    if thinned > 0 {
        let line = format!(
            "{} are too large to be learned from whole: of their longest lists the first and the last \
             items are read",
            counted(thinned, "page")
        );
        observer.observe(Event::Warning(&line));
        observer.observe(Event::Topic(Topic::Bounds));
    }
    documents.thinned(ids, most)
}

/// The most that each may have if all together are to have `room`: who has less leaves the rest to
/// the others.
fn fair_share(weights: &[usize], room: usize) -> usize {
    let mut sorted = weights.to_vec();
    sorted.sort_unstable();
    let mut left = room;
    for (at, &weight) in sorted.iter().enumerate() {
        let share = left / (sorted.len() - at);
        if weight > share {
            return share;
        }
        left -= weight;
    }
    usize::MAX
}

/// The index of the wrapper that fits each page, where one does.
pub(super) fn fitting(
    documents: &DocumentCache<'_>,
    pages: &[&Candidate],
    wrappers: &WrapperSet,
) -> Result<Vec<Option<usize>>, StoreError> {
    let extractor = Extractor::new(wrappers);
    let fit = |page: &&Candidate| {
        let document = documents.documents(&[page.id])?.swap_remove(0);
        let name = extractor.extract(&page.url, &document.tree).wrapper;
        Ok(wrappers.wrappers.iter().position(|wrapper| Some(&wrapper.name) == name.as_ref()))
    };
    pages.par_iter().map(fit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

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

    #[test]
    fn what_light_pages_leave_is_for_the_heavy_ones() {
        assert_eq!(fair_share(&[10, 20, 30], 60), usize::MAX, "all are light enough");
        assert_eq!(fair_share(&[10, 100, 100], 110), 50);
        assert_eq!(fair_share(&[100, 90, 80], 60), 20);
        assert_eq!(fair_share(&[], 0), usize::MAX);
    }

    /// Takes note of warnings.
    #[derive(Default)]
    struct Told(Mutex<Vec<String>>);

    impl Observer for Told {
        fn observe(&self, event: Event<'_>) {
            if let Event::Warning(line) = event {
                self.0.lock().expect("no test panics with it").push(line.to_owned());
            }
        }
    }

    #[test]
    fn lists_that_are_too_long_together_are_thinned_and_that_is_told() {
        let list = |items: usize| {
            let page = format!("<h1>All</h1><ul>{}</ul><p>End", "<li>one".repeat(items));
            Arc::new(Document::parse(page.as_bytes(), None, None))
        };
        let documents: Vec<_> = [10, 4000, 20_000, 30_000].map(list).to_vec();
        let cache = DocumentCache::Loaded(&documents);
        let ids: Vec<PageId> = (0..documents.len() as u32).map(PageId).collect();
        let (told, room) = (Told::default(), 4 << 20);
        let read = within_room(&cache, &ids, room, &told).expect("pages in memory");
        let weight = |documents: &[Arc<Document>]| -> usize {
            documents.iter().map(|document| document.weight()).sum()
        };
        assert!(weight(&documents) > 5 * room && weight(&read) <= room, "{}", weight(&read));
        assert!(Arc::ptr_eq(&read[0], &documents[0]), "short ones stay whole");
        let told = told.0.into_inner().expect("no test panics with it");
        assert_eq!(told.len(), 1);
        assert!(told[0].starts_with("3 pages are too large"), "{told:?}");

        let told = Told::default();
        let all = within_room(&cache, &ids, LEARNING_ROOM, &told).expect("pages in memory");
        assert!(all.iter().zip(&documents).all(|(read, page)| Arc::ptr_eq(read, page)));
        assert!(told.0.into_inner().expect("no test panics with it").is_empty());
    }
}
