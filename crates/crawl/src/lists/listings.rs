//! Sitemaps and feeds of a site, read once its first page is there.

use crate::CrawlError;
use crate::event::CrawlEvent;
use crate::fetch::transport::{Body, Request};
use crate::frontier::Source;
use crate::frontier::normalize::normalize;
use crate::lists::sitemap::read;
use crate::run::Run;
use reqwest::header;
use std::collections::{HashSet, VecDeque};
use url::Url;

/// Files read at most, those that an index names included.
const FILES: usize = 64;

/// Addresses taken at most.
const ADDRESSES: usize = 200_000;

/// Redirects of a file that are followed.
const REDIRECTS: usize = 5;

/// The key under which the journal keeps that a file was read, before its address.
const STATE: &str = "listing:";

/// Files that list URLs of the site.
#[derive(Debug, Default)]
pub(crate) struct Listings {
    waiting: VecDeque<Url>,
    seen: HashSet<Url>,
    addresses: usize,
}

impl Listings {
    /// Adds a file to be read, unless there are too many.
    pub(crate) fn add(&mut self, url: Url) {
        if let Some(url) = normalize(url).filter(|_| self.seen.len() < FILES)
            && self.seen.insert(url.clone())
        {
            self.waiting.push_back(url);
        }
    }
}

impl Run<'_> {
    /// Whether sitemaps and feeds are to be read.
    pub(crate) fn reads_listings(&self) -> bool {
        self.options.sitemaps && self.options.follow_links
    }

    /// Notes the sitemaps that robots.txt names; where it names none, the customary one.
    pub(crate) fn note_sitemaps(&mut self, mut named: Vec<Url>, origin: &Url) {
        if !self.reads_listings() {
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
        while self.ending.is_none() && self.listings.addresses < ADDRESSES {
            let Some(url) = self.listings.waiting.pop_front() else { break };
            let key = format!("{STATE}{url}");
            if self.resumed && !self.options.refresh && self.journal_has(key.clone()).await {
                continue;
            }
            let file = self.fetch_file(url.clone()).await;
            let new = match file {
                Some(file) => self.enter(&file, &url).await?,
                None => None,
            };
            if let Some(new) = new {
                tracing::info!(%url, new, "sitemap or feed read");
                added += new;
                files.push(url);
            }
            self.ledger.batch().state.push((key, b"read".to_vec()));
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

    /// Queues what a file lists; gives the number of URLs that were not known, or `None` if it lists
    /// nothing: many a site answers with a page where it has no such file.
    async fn enter(&mut self, file: &[u8], url: &Url) -> Result<Option<usize>, CrawlError> {
        let listing = read(file, url, self.options.limits.body, ADDRESSES);
        if listing.pages.is_empty() && listing.sitemaps.is_empty() {
            return Ok(None);
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
        listing.sitemaps.into_iter().for_each(|url| self.listings.add(url));
        Ok(Some(self.frontier.queued() - before))
    }

    /// Fetches a file, at the pace of its host.
    async fn fetch_file(&mut self, mut url: Url) -> Option<Vec<u8>> {
        for _ in 0..=REDIRECTS {
            let request = Request::file(url.clone(), self.options.limits.body);
            let answer = self.fetch_aside(&request).await?;
            let answer = answer.map_err(|error| tracing::debug!(%url, %error, "not read")).ok()?;
            match answer.status {
                300..=399 => {
                    let target = answer.header(header::LOCATION)?;
                    url = normalize(url.join(target).ok()?)?;
                }
                _ => match answer.body {
                    Body::Read(file) => return Some(file),
                    _ => return None,
                },
            }
        }
        None
    }
}
