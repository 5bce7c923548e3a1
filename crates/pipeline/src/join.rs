//! Records of a site, a thing each: items of lists joined with the pages that they lead to.

use crate::progress::{Event, Observer, counted};
use rustc_hash::FxHashMap;
use sitewrap_join::{JoinedList, Parameters, SitePage, agreements, join};
use sitewrap_model::{CrawlBatch, Extraction, FrontierState, ListPage, Relations};
use sitewrap_store::{Store, StoreError};
use sitewrap_tree::normalize;
use sitewrap_wrapper::{Sign, WrapperSet};
use url::Url;

/// Where a store keeps how well lists and pages agree, for the version of the wrappers that gave both.
const AGREEMENTS: &str = "joined";

/// The page of a directory in copies of sites on a disk.
const INDEX: &str = "index.html";

/// Disagreements that are told.
const TOLD: usize = 5;

/// Gathers what was extracted from the pages of a site, and joins it. Holds all records in memory.
#[derive(Debug, Default)]
pub struct Joiner {
    pages: Vec<SitePage>,
    /// How the pages stand to others, by their URLs.
    known: FxHashMap<String, Known>,
}

/// How a page stands to others.
#[derive(Debug, Default)]
struct Known {
    equivalent_urls: Vec<String>,
    series: Option<ListPage>,
    duplicate_of: Option<String>,
}

impl Joiner {
    /// A joiner for pages of which nothing is known but what is extracted.
    pub fn new() -> Self {
        Self::default()
    }

    /// A joiner for the pages of a store, with what a crawl has found out about them.
    ///
    /// # Errors
    /// If the store cannot be read. Of a damaged page nothing is known.
    pub fn of_store(store: &Store) -> Result<Self, StoreError> {
        let mut joiner = Self::default();
        for meta in store.page_metas() {
            let meta = match meta {
                Err(StoreError::BadRow { .. }) => continue,
                meta => meta?,
            };
            let answers = Url::parse(&meta.final_url).ok().and_then(normalize);
            if let Some(answers) = answers.filter(|answers| answers.as_str() != meta.url) {
                joiner.known.entry(meta.url).or_default().equivalent_urls.push(answers.into());
            }
        }
        for relations in store.relations() {
            let (url, Relations { canonical, list, .. }) = relations?;
            let known = joiner.known.entry(url).or_default();
            known.equivalent_urls.extend(canonical);
            known.series = list;
        }
        for entry in store.frontier() {
            let entry = entry?;
            if let FrontierState::Duplicate(first) = entry.state {
                joiner.known.entry(entry.url).or_default().duplicate_of = Some(first);
            }
        }
        Ok(joiner)
    }

    /// Takes what was extracted from the next page.
    pub fn push(&mut self, extraction: &Extraction) {
        let extraction = extraction.clone();
        let Known { mut equivalent_urls, series, duplicate_of } =
            self.known.remove(&extraction.url).unwrap_or_default();
        equivalent_urls.extend(equivalent_of_directory(&extraction.url));
        self.pages.push(SitePage { extraction, equivalent_urls, series, duplicate_of });
    }

    /// The records of all things, and the lists that name them.
    pub fn finish(self, observer: &dyn Observer) -> (Vec<Extraction>, Vec<JoinedList>) {
        let parameters = Parameters::default();
        let joining = join(self.pages, &resolve, &parameters);
        let all = joining.lists.iter().flat_map(|list| {
            let pairs = list.fields.iter().filter(|pair| pair.is_systematic(&parameters));
            pairs.map(move |pair| (list, pair))
        });
        let (mut told, mut others) = (0, 0);
        for (list, pair) in all {
            if told == TOLD {
                others += 1;
                continue;
            }
            told += 1;
            observer.observe(Event::Warning(&format!(
                "`{}.{}` of {} pages and `{}` of the {} pages that the items lead to differ in {} of \
                 {} that were compared",
                list.path,
                pair.item,
                list.page_type,
                pair.page,
                list.of,
                pair.pairs - pair.agree,
                counted(pair.pairs, "pair"),
            )));
        }
        if others > 0 {
            observer.observe(Event::Warning(&format!("so do {}", counted(others, "other field"))));
        }
        (joining.entities, joining.lists)
    }
}

/// The address that a link leads to, by the URL of its page.
fn resolve(page: &str, address: &str) -> Option<String> {
    let address = match Url::parse(address) {
        Ok(address) => address,
        Err(_) => Url::parse(page).ok()?.join(address).ok()?,
    };
    normalize(address).map(Url::into)
}

/// The file that a directory's page is in copies of sites on a disk, or the directory.
fn equivalent_of_directory(url: &str) -> Option<String> {
    match url.strip_suffix(INDEX) {
        Some(directory) if directory.ends_with('/') => Some(directory.to_owned()),
        _ => url.ends_with('/').then(|| format!("{url}{INDEX}")),
    }
}

/// Keeps in a store how well the values of lists and those of their pages agree, which
/// [`with_agreements`] tells.
///
/// # Errors
/// If the store cannot be read or written.
pub fn keep_agreements(
    store: &Store,
    wrappers: &WrapperSet,
    lists: &[JoinedList],
) -> Result<(), StoreError> {
    let shares = agreements(lists, &Parameters::default());
    let Ok(bytes) = serde_json::to_vec(&(wrappers.version, shares)) else { return Ok(()) };
    if store.state(AGREEMENTS)?.as_deref() != Some(&bytes) {
        let state = vec![(AGREEMENTS.to_owned(), bytes)];
        store.commit(&CrawlBatch { state, ..CrawlBatch::default() })?;
    }
    Ok(())
}

/// The wrappers with how well their values agree with those of lists and pages of the same things, if
/// that is known of this version: a sign of their quality, by which the score is multiplied.
///
/// # Errors
/// If the store cannot be read.
pub fn with_agreements(store: &Store, mut wrappers: WrapperSet) -> Result<WrapperSet, StoreError> {
    let kept = store.state(AGREEMENTS)?;
    let kept =
        kept.and_then(|bytes| serde_json::from_slice::<(u32, Vec<(String, f32)>)>(&bytes).ok());
    let Some((_, shares)) = kept.filter(|(version, _)| *version == wrappers.version) else {
        return Ok(wrappers);
    };
    for wrapper in &mut wrappers.wrappers {
        let share = shares.iter().find(|(page_type, _)| *page_type == wrapper.page_type);
        if let (Some((_, share)), Some(quality)) = (share, &mut wrapper.quality) {
            quality.score *= share;
            quality.signs.insert(Sign::Joined, *share);
        }
    }
    Ok(wrappers)
}
