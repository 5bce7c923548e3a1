//! The pages that an induction looks at, parsed, in an order that depends on their content alone.

use crate::extract::is_html;
use crate::progress::{Observer, Progress, Stage, counted};
use rayon::prelude::*;
use sitewrap_model::PageId;
use sitewrap_store::{Store, StoreError};
use sitewrap_tree::Document;

/// Pages with their documents. Bodies are dropped as soon as they are parsed.
pub(super) struct Corpus {
    pages: Vec<CorpusPage>,
    documents: Vec<Document>,
    left_out: Vec<PageId>,
}

/// A page of the corpus.
struct CorpusPage {
    id: PageId,
    url: String,
    /// Its place among the documents; pages with equal bodies share one.
    document: usize,
}

/// A page before it is parsed. The fields are the order: content first, so that neither the time
/// of arrival nor, for most pages, the host they came from matters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    hash: u64,
    length: u64,
    url: String,
    id: PageId,
}

impl Corpus {
    /// Reads and parses the stored HTML pages with status 2xx, `sample` of them at most.
    pub(super) fn load(
        store: &Store,
        sample: usize,
        seed: u64,
        observer: &dyn Observer,
    ) -> Result<Self, StoreError> {
        let mut candidates = candidates(store, seed)?;
        candidates.sort_unstable();
        let left_out = candidates.split_off(sample.min(candidates.len()));
        let left_out = left_out.into_iter().map(|candidate| candidate.id).collect();

        let progress = Progress::start(observer, Stage::Parse, Some(candidates.len() as u64));
        let mut distinct: Vec<&Candidate> = Vec::new();
        let mut pages = Vec::with_capacity(candidates.len());
        for page in &candidates {
            let same = |twin: &&Candidate| (twin.hash, twin.length) == (page.hash, page.length);
            if !distinct.last().is_some_and(same) {
                distinct.push(page);
            }
            let (id, url) = (page.id, page.url.clone());
            pages.push(CorpusPage { id, url, document: distinct.len() - 1 });
        }
        let twins = pages.len() - distinct.len();
        progress.advance(twins as u64);
        let documents = distinct
            .par_iter()
            .map(|candidate| {
                let document = parse(store, candidate.id);
                progress.advance(1);
                document
            })
            .collect::<Result<Vec<_>, _>>()?;
        let count = counted(pages.len(), "page");
        progress.finish(&format!("{count}, {} of them distinct", documents.len()));
        Ok(Self { pages, documents, left_out })
    }

    /// Number of pages.
    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// The document of each page.
    pub(super) fn documents(&self) -> Vec<&Document> {
        self.pages.iter().map(|page| &self.documents[page.document]).collect()
    }

    /// The URL of each page.
    pub(super) fn urls(&self) -> Vec<&str> {
        self.pages.iter().map(|page| page.url.as_str()).collect()
    }

    /// The id of each page.
    pub(super) fn ids(&self) -> impl Iterator<Item = PageId> + '_ {
        self.pages.iter().map(|page| page.id)
    }

    /// Pages that the sample left out.
    pub(super) fn left_out(&self) -> &[PageId] {
        &self.left_out
    }
}

/// All pages that wrappers may be induced from, in no order.
fn candidates(store: &Store, seed: u64) -> Result<Vec<Candidate>, StoreError> {
    let mut ids = Vec::new();
    for meta in store.page_metas() {
        let meta = meta?;
        if meta.is_success() && is_html(meta.content_type().unwrap_or_default()) {
            ids.push(meta.id);
        }
    }
    let candidates: Vec<Option<Candidate>> = ids
        .into_par_iter()
        .map(|id| {
            let Some(page) = store.page(id)? else { return Ok(None) };
            if page.body.iter().all(u8::is_ascii_whitespace) {
                return Ok(None);
            }
            let (hash, length) = (content_hash(&page.body, seed), page.body.len() as u64);
            Ok(Some(Candidate { hash, length, url: page.url, id }))
        })
        .collect::<Result<_, StoreError>>()?;
    Ok(candidates.into_iter().flatten().collect())
}

fn parse(store: &Store, id: PageId) -> Result<Document, StoreError> {
    let page = store.page(id)?;
    let mut document = match &page {
        Some(page) => Document::parse(&page.body, page.content_type(), Some(&page.final_url)),
        // Pages are never removed; one that is gone nevertheless counts as empty.
        None => Document::parse(&[], None, None),
    };
    // No stage of an induction looks at links, and a page can have thousands.
    document.links = Vec::new();
    Ok(document)
}

/// FNV-1a, 64 bits, begun with a seed. Written out because it must be the same in every release:
/// it orders pages, and their order is part of what a wrapper set depends on.
fn content_hash(bytes: &[u8], seed: u64) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(OFFSET ^ seed.wrapping_mul(PRIME), |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(PRIME)
    })
}
