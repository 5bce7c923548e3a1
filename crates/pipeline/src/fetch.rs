//! Single pages, fetched with the manners of a crawl and not stored.

use crate::progress::{Observer, Progress, Stage, counted};
use crate::source::{InputPage, MissingPage};
use sitewrap_crawl::{CrawlError, CrawlOptions, Journal, JournalError, StopSignal};
use sitewrap_model::{CrawlBatch, FrontierEntry, FrontierState, Links, Page, Reason};
use sitewrap_tree::normalize;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use url::Url;

/// Fetches the pages of a few URLs, in their order; robots.txt, delay and address rules hold as
/// for a crawl. All of them are in memory at the end. A page that cannot be had is told in its
/// place.
pub async fn fetch_pages(
    urls: &[Url],
    options: &CrawlOptions,
    observer: &dyn Observer,
) -> Vec<InputPage> {
    let progress = Progress::start(observer, Stage::Fetch, Some(urls.len() as u64));
    let memory = Arc::new(Memory::default());
    let mut sites: BTreeMap<String, Vec<Url>> = BTreeMap::new();
    for url in urls {
        sites.entry(url.origin().ascii_serialization()).or_default().push(url.clone());
    }
    let mut refused: HashMap<String, CrawlError> = HashMap::new();
    for (site, urls) in sites {
        progress.status(&site);
        if let Err(error) = fetch_site(&urls, options, &memory).await {
            refused.insert(site, error);
        }
        progress.advance(urls.len() as u64);
    }
    let pages: Vec<InputPage> = urls.iter().map(|url| memory.answer(url, &refused)).collect();
    let fetched = pages.iter().filter(|page| page.is_ok()).count();
    progress.finish(&format!("{fetched} of {}", counted(urls.len(), "page")));
    pages
}

/// Fetches pages of one site: a crawl that follows no links.
async fn fetch_site(
    urls: &[Url],
    options: &CrawlOptions,
    memory: &Arc<Memory>,
) -> Result<(), CrawlError> {
    let [seed, list @ ..] = urls else { return Ok(()) };
    let options = CrawlOptions {
        list: list.to_vec(),
        max_pages: usize::MAX,
        follow_links: false,
        sitemaps: false,
        ..options.clone()
    };
    let journal: Arc<dyn Journal> = memory.clone();
    sitewrap_crawl::crawl(seed, &options, journal, &(), StopSignal::new()).await.map(drop)
}

/// A journal that forgets everything with the process.
#[derive(Default)]
pub(crate) struct Memory(Mutex<Content>);

#[derive(Default)]
struct Content {
    /// In the order in which they were first committed.
    pages: Vec<Page>,
    /// Places of the pages by their URLs.
    places: HashMap<String, usize>,
    frontier: HashMap<String, FrontierEntry>,
    state: HashMap<String, Vec<u8>>,
}

impl Content {
    fn page(&self, url: &str) -> Option<&Page> {
        self.places.get(url).map(|place| &self.pages[*place])
    }

    fn put(&mut self, page: &Page) {
        match self.places.get(&page.url) {
            Some(place) => self.pages[*place] = page.clone(),
            None => {
                self.places.insert(page.url.clone(), self.pages.len());
                self.pages.push(page.clone());
            }
        }
    }
}

impl Memory {
    fn content(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes all pages out, in the order in which they were committed.
    pub(crate) fn take_pages(&self) -> Vec<Page> {
        let mut content = self.content();
        content.places.clear();
        std::mem::take(&mut content.pages)
    }

    /// The page of a URL, or why there is none.
    fn answer(&self, url: &Url, refused: &HashMap<String, CrawlError>) -> InputPage {
        let content = self.content();
        let key = normalize(url.clone()).map_or_else(|| url.to_string(), String::from);
        if let Some(page) = content.page(&key) {
            return Ok(page.clone());
        }
        let refused = refused.get(&url.origin().ascii_serialization());
        let state = content.frontier.get(&key).map(|entry| &entry.state);
        let reason = match (refused, state) {
            // The frontier has it as text alone.
            (Some(error @ CrawlError::PrivateAddress { .. }), _) => {
                Reason::PrivateAddress(error.to_string())
            }
            (Some(CrawlError::LeadsToPrivate { .. }), Some(FrontierState::Failed(reason))) => {
                Reason::PrivateAddress(reason.clone())
            }
            (_, Some(FrontierState::Skipped(reason))) => Reason::Other(reason.to_string()),
            (_, Some(FrontierState::Failed(reason))) => Reason::Other(reason.clone()),
            (Some(error), _) => Reason::Other(error.to_string()),
            (None, _) => Reason::Other("the page was not fetched".to_owned()),
        };
        Err(MissingPage { url: url.to_string(), reason })
    }
}

impl Journal for Memory {
    fn frontier(&self, see: &mut dyn FnMut(FrontierEntry)) -> Result<(), JournalError> {
        self.content().frontier.values().cloned().for_each(see);
        Ok(())
    }

    fn links(&self) -> Result<Vec<Links>, JournalError> {
        // No crawl is taken up again.
        Ok(Vec::new())
    }

    fn commit(&self, batch: &CrawlBatch) -> Result<(), JournalError> {
        let mut content = self.content();
        batch.pages.iter().for_each(|page| content.put(page));
        for url in &batch.soft_404s {
            if let Some(place) = content.places.get(url).copied() {
                content.pages[place].mark_soft_404();
            }
        }
        for entry in &batch.frontier {
            content.frontier.insert(entry.url.clone(), entry.clone());
        }
        for (key, value) in &batch.state {
            content.state.insert(key.clone(), value.clone());
        }
        Ok(())
    }

    fn state(&self, key: &str) -> Result<Option<Vec<u8>>, JournalError> {
        Ok(self.content().state.get(key).cloned())
    }

    fn page(&self, url: &str) -> Result<Option<Page>, JournalError> {
        Ok(self.content().page(url).cloned())
    }
}
