//! Sitemaps and feeds of a site, read once its first page is there.

use crate::CrawlError;
use crate::event::CrawlEvent;
use crate::frontier::{EntryId, Source};
use crate::lists::sitemap::read;
use crate::page::outline::Outline;
use crate::run::Run;
use sitewrap_fetch::{Body, Request};
use sitewrap_tree::normalize;
use std::collections::{HashMap, HashSet};
use tokio::time::Instant;
use url::Url;

/// Sitemaps and feeds that a crawl reads at most, those that an index names included.
pub const SITEMAP_FILES: usize = 64;

/// Files that are known of at most.
const NAMES: usize = 4096;

/// URLs that a crawl takes at most from sitemaps and feeds.
pub const SITEMAP_URLS: usize = 200_000;

/// Redirects of a file that are followed.
const REDIRECTS: usize = 5;

/// The key under which the journal keeps that a file was read, before its address.
const STATE: &str = "listing:";

/// What came of a request for a file.
enum FileAnswer {
    File(Vec<u8>),
    /// There is none, or none that may be read.
    None,
    /// It could not be had; a later crawl may ask again.
    NotNow,
}

/// What was taken in of a file.
#[derive(Default)]
struct Entered {
    /// URLs that were not known; `None` if it lists nothing: many a site answers with a page where
    /// it has no such file.
    new: Option<usize>,
    /// It names further files.
    is_index: bool,
}

/// Files that list URLs of the site.
#[derive(Debug, Default)]
pub(crate) struct Listings {
    waiting: Vec<Url>,
    seen: HashSet<Url>,
    /// How many files were taken, by their names but for numbers.
    taken: HashMap<String, usize>,
    addresses: usize,
}

impl Listings {
    /// Adds a file to be read, unless there are too many.
    pub(crate) fn add(&mut self, url: Url) {
        if let Some(url) = normalize(url).filter(|_| self.seen.len() < NAMES)
            && self.seen.insert(url.clone())
        {
            self.waiting.push(url);
        }
    }

    /// Whether there are more files or addresses than are taken.
    pub(crate) fn is_cut(&self) -> bool {
        let files: usize = self.taken.values().sum();
        self.addresses >= SITEMAP_URLS || files >= SITEMAP_FILES && !self.waiting.is_empty()
    }

    /// Takes the file that is to be read next. Large sites part their sitemaps by kinds of pages
    /// (`products-1.xml`, …, `pages.xml`): the first of each kind come before the rest of any.
    fn take(&mut self) -> Option<Url> {
        if self.taken.values().sum::<usize>() >= SITEMAP_FILES {
            return None;
        }
        let kind = |url: &Url| url.as_str().replace(|c: char| c.is_ascii_digit(), "");
        let taken = |url: &Url| self.taken.get(&kind(url)).copied().unwrap_or_default();
        let place = (0..self.waiting.len()).min_by_key(|&place| taken(&self.waiting[place]))?;
        let url = self.waiting.remove(place);
        *self.taken.entry(kind(&url)).or_default() += 1;
        Some(url)
    }
}

impl Run<'_> {
    /// Whether sitemaps and feeds are to be read.
    pub(crate) fn reads_listings(&self) -> bool {
        self.options.sitemaps && self.options.follow_links
    }

    /// Notes the feeds that a start page names.
    pub(crate) fn note_feeds(&mut self, id: EntryId, outline: &Outline) {
        if self.reads_listings() && self.frontier.depth(id) == 0 {
            outline.feeds.iter().cloned().for_each(|feed| self.listings.add(feed));
        }
    }

    /// Notes the sitemaps that robots.txt names; where it names none, the customary one.
    pub(crate) fn note_sitemaps(&mut self, mut named: Vec<Url>, origin: &Url) {
        // Another host may keep a sitemap of the site, but its own are of no use.
        if !self.reads_listings() || !self.scope.on_site(origin) {
            return;
        }
        if named.is_empty() {
            named.extend(origin.join("/sitemap.xml"));
        }
        named.into_iter().for_each(|url| self.listings.add(url));
    }

    /// Reads the files noted, and queues what they list.
    pub(crate) async fn read_listings(&mut self) -> Result<(), CrawlError> {
        let (mut files, mut added) = (Vec::new(), 0);
        while self.ending.is_none() && self.listings.addresses < SITEMAP_URLS {
            let Some(url) = self.listings.take() else { break };
            let key = format!("{STATE}{url}");
            if self.resumed
                && !self.options.refresh
                && matches!(self.recall(key.clone()).await, Ok(Some(_)))
            {
                continue;
            }
            let found = match self.fetch_file(url.clone()).await {
                FileAnswer::File(file) => self.enter(&file, &url).await?,
                FileAnswer::None => Entered::default(),
                FileAnswer::NotNow => continue,
            };
            if let Some(new) = found.new {
                tracing::info!(%url, new, "sitemap or feed read");
                added += new;
                files.push(url);
            }
            // A crawl that goes on from here learns from an index what was not read yet.
            if !found.is_index {
                self.ledger.batch().state.push((key, b"read".to_vec()));
            }
        }
        let line = match &files[..] {
            [] => return Ok(()),
            [file] => format!("{file} lists {added} URLs that were not known"),
            files => {
                let count = files.len();
                format!("{count} sitemaps and feeds list {added} URLs that were not known")
            }
        };
        self.observer.event(&CrawlEvent::Notice(&line));
        Ok(())
    }

    /// Queues what a file lists.
    async fn enter(&mut self, file: &[u8], url: &Url) -> Result<Entered, CrawlError> {
        let listing = read(file, url, self.options.limits.body, SITEMAP_URLS);
        if listing.pages.is_empty() && listing.sitemaps.is_empty() {
            return Ok(Entered::default());
        }
        let before = self.frontier.queued();
        for (place, page) in listing.pages.iter().enumerate() {
            if self.scope.contains(page) {
                self.listings.addresses += 1;
                self.discover(page, Source::Sitemap, None);
            }
            // What a file of many addresses adds need not be held until all are read.
            if place % 1024 == 1023 {
                self.turn_ledger().await?;
            }
        }
        let is_index = !listing.sitemaps.is_empty();
        listing.sitemaps.into_iter().for_each(|url| self.listings.add(url));
        Ok(Entered { new: Some(self.frontier.queued() - before), is_index })
    }

    /// Fetches a file as robots.txt permits, at the pace of its host.
    async fn fetch_file(&mut self, mut url: Url) -> FileAnswer {
        let mut attempts = 0;
        let mut redirects = 0;
        loop {
            if !self.may_fetch(&url).await {
                tracing::info!(%url, "sitemap or feed not read: robots.txt");
                return if self.ending.is_some() { FileAnswer::NotNow } else { FileAnswer::None };
            }
            let request = Request::file(url.clone(), self.options.limits.body);
            let answer = match self.fetch_aside(&request).await {
                Some(Ok(answer)) => answer,
                Some(Err(error)) => {
                    tracing::info!(%url, %error, "sitemap or feed not read");
                    return if error.may_pass() { FileAnswer::NotNow } else { FileAnswer::None };
                }
                None => return FileAnswer::NotNow,
            };
            match answer.status {
                300..=399 => match answer.location(&url).filter(|_| redirects < REDIRECTS) {
                    Some(target) => (url, redirects) = (target, redirects + 1),
                    None => return FileAnswer::None,
                },
                429 | 503 => {
                    let asked = answer.retry_after();
                    attempts += 1;
                    let bearable = asked.is_none_or(|asked| asked <= self.options.limits.wait);
                    if !bearable || attempts >= self.options.limits.attempts {
                        tracing::info!(%url, status = answer.status, "sitemap or feed not read");
                        return FileAnswer::NotNow;
                    }
                    self.paces.of(&url, |pace| pace.back_off(Instant::now(), asked));
                }
                _ => match answer.body {
                    Body::Read(file) => return FileAnswer::File(file),
                    _ => return FileAnswer::None,
                },
            }
        }
    }
}
