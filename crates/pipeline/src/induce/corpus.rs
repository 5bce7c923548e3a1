//! The pages that an induction looks at, parsed, in an order that depends on their content alone.

use super::survey::Survey;
use crate::extract::is_html;
use crate::progress::{Observer, Progress, Stage, counted};
use rayon::prelude::*;
use sitewrap_distance::profile::Outline;
use sitewrap_model::PageId;
use sitewrap_store::{Store, StoreError};
use sitewrap_tree::Document;
use std::collections::HashSet;

/// Pages with their documents. Bodies are dropped as soon as they are parsed.
pub(super) struct Corpus {
    pages: Vec<CorpusPage>,
    documents: Vec<Document>,
    further: Further,
}

/// A page of the corpus.
struct CorpusPage {
    id: PageId,
    url: String,
    /// Its place among the documents; pages with equal bodies share one.
    document: usize,
}

/// The pages that the sample left out.
#[derive(Default)]
pub(super) struct Further {
    /// Each page with the place of its outline.
    pub(super) pages: Vec<(PageId, usize)>,
    /// The distinct outlines, those of the sampled pages among them.
    pub(super) outlines: Vec<Outline>,
    /// The place of the outline of each page of the corpus.
    pub(super) sampled: Vec<usize>,
}

/// A page before it is parsed. The fields are the order: content first, so that neither the time
/// of arrival nor, for most pages, the host they came from matters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    hash: u64,
    length: u64,
    url: String,
    pub(super) id: PageId,
}

impl Candidate {
    fn is_twin_of(&self, other: &Self) -> bool {
        (self.hash, self.length) == (other.hash, other.length)
    }
}

impl Corpus {
    /// Reads and parses the stored HTML pages with status 2xx. If they are more than `sample`, so
    /// many with bodies of their own are drawn such that rare kinds are among them.
    pub(super) fn load(
        store: &Store,
        sample: usize,
        seed: u64,
        observer: &dyn Observer,
    ) -> Result<Self, StoreError> {
        let mut candidates = candidates(store, seed, |_| true)?;
        candidates.sort_unstable();
        let is_sampled = candidates.len() > sample;
        let total = candidates.len() + if is_sampled { sample } else { 0 };
        let progress = Progress::start(observer, Stage::Parse, Some(total as u64));
        let further = if is_sampled {
            draw(store, &mut candidates, sample, seed, &progress)?
        } else {
            Further::default()
        };
        Self::parse(store, &candidates, further, progress)
    }

    /// Reads and parses some pages once more, those of an earlier corpus with the same seed, in
    /// the same order if their content is still the same.
    pub(super) fn again(
        store: &Store,
        ids: &[PageId],
        seed: u64,
        observer: &dyn Observer,
    ) -> Result<Self, StoreError> {
        let ids: HashSet<PageId> = ids.iter().copied().collect();
        let mut candidates = candidates(store, seed, |id| ids.contains(&id))?;
        candidates.sort_unstable();
        let progress = Progress::start(observer, Stage::Parse, Some(candidates.len() as u64));
        Self::parse(store, &candidates, Further::default(), progress)
    }

    fn parse(
        store: &Store,
        candidates: &[Candidate],
        further: Further,
        progress: Progress<'_>,
    ) -> Result<Self, StoreError> {
        let mut distinct: Vec<PageId> = Vec::new();
        let mut pages = Vec::with_capacity(candidates.len());
        let mut before: Option<&Candidate> = None;
        for page in candidates {
            if !before.is_some_and(|before| page.is_twin_of(before)) {
                distinct.push(page.id);
            }
            before = Some(page);
            let (id, url) = (page.id, page.url.clone());
            pages.push(CorpusPage { id, url, document: distinct.len() - 1 });
        }
        progress.advance((pages.len() - distinct.len()) as u64);
        let documents = distinct
            .par_iter()
            .map(|&id| {
                let document = parse(store, id);
                progress.advance(1);
                document
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut summary =
            format!("{}, {} of them distinct", counted(pages.len(), "page"), documents.len());
        if !further.pages.is_empty() {
            summary.push_str(&format!(", drawn from {}", pages.len() + further.pages.len()));
        }
        progress.finish(&summary);
        Ok(Self { pages, documents, further })
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

    /// The outline of each page.
    pub(super) fn outlines(&self) -> Vec<Outline> {
        let outlines: Vec<Outline> = self.documents.par_iter().map(Outline::of).collect();
        self.pages.iter().map(|page| outlines[page.document].clone()).collect()
    }

    /// The id of each page.
    pub(super) fn ids(&self) -> impl Iterator<Item = PageId> + '_ {
        self.pages.iter().map(|page| page.id)
    }

    /// The pages that the sample left out.
    pub(super) fn further(&self) -> &Further {
        &self.further
    }
}

/// Leaves a sample in `candidates`, in their order; gives the others.
fn draw(
    store: &Store,
    candidates: &mut Vec<Candidate>,
    sample: usize,
    seed: u64,
    progress: &Progress<'_>,
) -> Result<Further, StoreError> {
    let mut survey = Survey::default();
    let distinct: Vec<&Candidate> =
        candidates.chunk_by(|a, b| b.is_twin_of(a)).map(|twins| &twins[0]).collect();
    progress.advance((candidates.len() - distinct.len()) as u64);
    let outlines = survey.look_at(store, &distinct, progress)?;
    let signatures: Vec<u64> = outlines.iter().map(|&place| survey.signature(place)).collect();
    let keys: Vec<u64> = distinct.iter().map(|page| page.hash).collect();
    let drawn = sitewrap_cluster::sample(&signatures, &keys, sample, seed);
    // Where twins leave fewer than asked for.
    progress.advance((sample - drawn.len()) as u64);
    let mut is_drawn = vec![false; distinct.len()];
    for place in drawn {
        is_drawn[place] = true;
    }

    let mut further = Further::default();
    let mut place = 0;
    let mut before: Option<(u64, u64)> = None;
    for page in std::mem::take(candidates) {
        let content = (page.hash, page.length);
        let is_first = before != Some(content);
        // Twins stand together and share the outline of the first.
        place += usize::from(is_first && before.is_some());
        before = Some(content);
        if is_first && is_drawn[place] {
            further.sampled.push(outlines[place]);
            candidates.push(page);
        } else {
            further.pages.push((page.id, outlines[place]));
        }
    }
    further.outlines = survey.into_outlines();
    Ok(further)
}

/// The pages that wrappers may be induced from and that are `wanted`, in no order.
fn candidates(
    store: &Store,
    seed: u64,
    wanted: impl Fn(PageId) -> bool,
) -> Result<Vec<Candidate>, StoreError> {
    let mut ids = Vec::new();
    for meta in store.page_metas() {
        let meta = meta?;
        if wanted(meta.id) && meta.is_success() && is_html(meta.content_type().unwrap_or_default())
        {
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

/// A page's document, without its links.
pub(super) fn parse(store: &Store, id: PageId) -> Result<Document, StoreError> {
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
