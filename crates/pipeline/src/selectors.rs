//! Stored wrappers as selectors, checked on every stored page.

use crate::extract::{unfit, wrappers_of_pages};
use crate::progress::{Observer, Progress, Stage};
use crate::{InputPage, stored_pages};
use rayon::prelude::*;
use sitewrap_model::Record;
use sitewrap_store::{Store, StoreError};
use sitewrap_tree::{Document, TagTree};
use sitewrap_wrapper::selectors::{
    Agreement, Agreements, Selectors, SignSet, Signs, TracedPage, learn_signs, page_has,
};
use sitewrap_wrapper::{Extractor, Sources, WrapperSet};

/// Pages of a type, at most, from which its selectors are learned.
const MAX_LEARNED: usize = 48;

/// Pages that are parsed at once.
const BATCH_PAGES: usize = 64;

/// A page type as selectors.
#[derive(Clone, Debug, PartialEq)]
pub struct PageTypeSelectors {
    /// Name of the wrapper.
    pub wrapper: String,
    /// The page type.
    pub page_type: String,
    /// Stored pages that the wrapper extracts.
    pub pages: usize,
    /// Its fields, with how often each agrees with the wrapper on these pages.
    pub selectors: Selectors,
    /// What its pages are told by; `None` if they have nothing in common.
    pub signs: Option<Signs>,
    /// How many of its own pages bear the signs.
    pub recognised: Agreement,
    /// How many of all other stored pages do not.
    pub kept_apart: Agreement,
}

/// A page that a wrapper extracts, or none.
struct Traced {
    tree: TagTree,
    url: String,
    /// Index of the wrapper, and what it found.
    found: Option<(usize, Record, Sources)>,
}

/// Learns selectors for the wrappers of a set from some of the stored pages of each, and checks them
/// on all: one entry a wrapper that extracts some stored page, in the order of the set.
///
/// # Errors
/// If the store cannot be read.
pub fn export_selectors(
    store: &Store,
    wrappers: &WrapperSet,
    observer: &dyn Observer,
) -> Result<Vec<PageTypeSelectors>, StoreError> {
    let extractor = Extractor::new(wrappers);
    let total = stored_pages(store).len() as u64;
    let progress = Progress::start(observer, Stage::Export, Some(2 * total));
    // One sample for each wrapper, and one of the pages that none extracts.
    let mut samples: Vec<Sample> = Vec::new();
    samples.resize_with(wrappers.wrappers.len() + 1, Sample::default);
    for_each_batch(store, &extractor, wrappers, |pages| {
        progress.advance(pages.len() as u64);
        for page in pages {
            let place = page.found.as_ref().map_or(wrappers.wrappers.len(), |found| found.0);
            samples[place].add(page);
        }
    })?;
    let signs: Vec<Vec<SignSet>> = samples
        .par_iter()
        .map(|sample| sample.pages.iter().map(|page| page_has(&page.tree)).collect())
        .collect();
    let mut learned: Vec<(usize, PageTypeSelectors)> = (0..wrappers.wrappers.len())
        .into_par_iter()
        .filter(|&at| !samples[at].pages.is_empty())
        .map(|at| (at, learn(wrappers, at, &samples[at], &signs)))
        .collect();
    drop(samples);
    for_each_batch(store, &extractor, wrappers, |pages| {
        progress.advance(pages.len() as u64);
        let checks: Vec<Check> = pages.par_iter().map(|page| check(&learned, page)).collect();
        checks.iter().for_each(|check| count(&mut learned, check));
    })?;
    progress.finish("selectors learned and checked");
    Ok(learned.into_iter().map(|(_, found)| found).collect())
}

/// Pages spread over all that were added.
#[derive(Default)]
struct Sample {
    pages: Vec<Traced>,
    seen: usize,
    /// How many bits of its number must be 0 for a page to be kept.
    sparse: u32,
}

impl Sample {
    fn add(&mut self, page: Traced) {
        // All bits of 0 are 0, so that the first page stays.
        let is_kept = |number: usize, sparse: u32| number.trailing_zeros() >= sparse;
        if is_kept(self.seen, self.sparse) {
            if self.pages.len() == MAX_LEARNED {
                self.sparse += 1;
                let mut number = 0;
                self.pages.retain(|_| {
                    number += 1;
                    number % 2 == 1
                });
            }
            if is_kept(self.seen, self.sparse) {
                self.pages.push(page);
            }
        }
        self.seen += 1;
    }
}

/// Parses and extracts the stored pages in their order.
fn for_each_batch(
    store: &Store,
    extractor: &Extractor<'_>,
    wrappers: &WrapperSet,
    mut job: impl FnMut(Vec<Traced>),
) -> Result<(), StoreError> {
    let known = wrappers_of_pages(store, wrappers)?;
    let mut pages = stored_pages(store).zip(known).map(|(page, known)| Ok((page?, known)));
    loop {
        let batch: Vec<(InputPage, Option<usize>)> =
            pages.by_ref().take(BATCH_PAGES).collect::<Result<_, StoreError>>()?;
        if batch.is_empty() {
            return Ok(());
        }
        job(batch.par_iter().filter_map(|page| traced(extractor, wrappers, page)).collect());
    }
}

fn traced(
    extractor: &Extractor<'_>,
    wrappers: &WrapperSet,
    (page, known): &(InputPage, Option<usize>),
) -> Option<Traced> {
    let page = page.as_ref().ok().filter(|page| unfit(page).is_none())?;
    let document = Document::parse(&page.body, page.content_type(), Some(&page.final_url));
    let (extraction, sources) = extractor.trace_as(&page.url, &document.tree, *known);
    let name = extraction.wrapper;
    let place = wrappers.wrappers.iter().position(|wrapper| Some(&wrapper.name) == name.as_ref());
    let found = place.zip(extraction.record).zip(sources);
    Some(Traced {
        tree: document.tree,
        url: page.url.clone(),
        found: found.map(|((place, record), sources)| (place, record, sources)),
    })
}

impl Traced {
    fn page(&self) -> Option<(usize, TracedPage<'_>)> {
        let (place, record, sources) = self.found.as_ref()?;
        Some((*place, TracedPage { tree: &self.tree, url: &self.url, record, sources }))
    }
}

fn learn(
    wrappers: &WrapperSet,
    at: usize,
    sample: &Sample,
    signs: &[Vec<SignSet>],
) -> PageTypeSelectors {
    let wrapper = &wrappers.wrappers[at];
    let pages: Vec<TracedPage<'_>> =
        sample.pages.iter().filter_map(|page| Some(page.page()?.1)).collect();
    let others = signs.iter().enumerate().filter(|(other, _)| *other != at);
    let others: Vec<SignSet> = others.flat_map(|(_, sets)| sets.iter().cloned()).collect();
    PageTypeSelectors {
        wrapper: wrapper.name.clone(),
        page_type: wrapper.page_type.clone(),
        pages: sample.seen,
        selectors: Selectors::learn(wrapper, &pages),
        signs: learn_signs(&signs[at], &others),
        recognised: Agreement::default(),
        kept_apart: Agreement::default(),
    }
}

/// What was found on one page: its wrapper with the agreements, and whose signs it bears.
struct Check {
    own: Option<(usize, Agreements)>,
    bears: Vec<bool>,
}

fn check(learned: &[(usize, PageTypeSelectors)], traced: &Traced) -> Check {
    let bears = learned
        .iter()
        .map(|(_, found)| found.signs.as_ref().is_some_and(|signs| signs.fit(&traced.tree)));
    let own = traced.page().and_then(|(place, page)| {
        let (_, found) = learned.iter().find(|(known, _)| *known == place)?;
        Some((place, found.selectors.check(page)))
    });
    Check { own, bears: bears.collect() }
}

fn count(learned: &mut [(usize, PageTypeSelectors)], check: &Check) {
    let own = check.own.as_ref();
    for ((place, found), &bears) in learned.iter_mut().zip(&check.bears) {
        match own.filter(|(own, _)| own == place) {
            Some((_, agreements)) => {
                found.selectors.count(agreements);
                found.recognised.add(Agreement { agreeing: usize::from(bears), of: 1 });
            }
            None => found.kept_apart.add(Agreement { agreeing: usize::from(!bears), of: 1 }),
        }
    }
}
