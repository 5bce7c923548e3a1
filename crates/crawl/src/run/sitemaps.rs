//! Sitemaps and feeds of the site, read once its first page is there.

use super::Run;
use crate::CrawlError;
use crate::event::{CrawlEvent, EndReason};
use crate::frontier::Source;
use crate::lists::sitemap::read;
use crate::lists::sitemap_queue::SITEMAP_URLS;
use sitewrap_fetch::{Answer, Body, FetchError, Request};
use tokio::time::Instant;
use url::Url;

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

impl Run<'_> {
    /// Whether sitemaps and feeds are to be read.
    pub(super) fn reads_sitemaps(&self) -> bool {
        self.options.sitemaps && self.options.follow_links
    }

    /// Notes the sitemaps that robots.txt names; where it names none, the customary one.
    pub(super) fn note_sitemaps(&mut self, mut named: Vec<Url>, origin: &Url) {
        // Another host may keep a sitemap of the site, but its own are of no use.
        if !self.reads_sitemaps() || !self.scope.on_site(origin) {
            return;
        }
        if named.is_empty() {
            named.extend(origin.join("/sitemap.xml"));
        }
        named.into_iter().for_each(|url| self.sitemaps.add(url));
    }

    /// Reads the files noted, and queues what they list.
    pub(super) async fn read_sitemaps(&mut self) -> Result<(), CrawlError> {
        let (mut files, mut added) = (Vec::new(), 0);
        while self.ending.is_none() && !self.sitemaps.is_full() {
            let Some(url) = self.sitemaps.take() else { break };
            let key = format!("{STATE}{url}");
            if self.resumed
                && !self.options.refresh
                && matches!(self.recall(key.clone()).await, Ok(Some(_)))
            {
                continue;
            }
            let found = match self.fetch_file(url.clone()).await {
                FileAnswer::File(file) => self.queue_listed(&file, &url).await?,
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
                self.progress.keep(key, b"read".to_vec());
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
        self.progress.tell(&CrawlEvent::Notice(&line));
        Ok(())
    }

    /// Queues what a file lists.
    async fn queue_listed(&mut self, file: &[u8], url: &Url) -> Result<Entered, CrawlError> {
        let listing = read(file, url, self.options.limits.body, SITEMAP_URLS);
        if listing.pages.is_empty() && listing.sitemaps.is_empty() {
            return Ok(Entered::default());
        }
        let before = self.progress.frontier.queued();
        for (place, page) in listing.pages.iter().enumerate() {
            if self.scope.contains(page) {
                self.sitemaps.count_url();
                self.progress.discover(page, Source::Sitemap, None);
            }
            // What a file of many addresses adds need not be held until all are read.
            if place % 1024 == 1023 {
                self.progress.commit_due().await?;
            }
        }
        let is_index = !listing.sitemaps.is_empty();
        listing.sitemaps.into_iter().for_each(|url| self.sitemaps.add(url));
        Ok(Entered { new: Some(self.progress.frontier.queued() - before), is_index })
    }

    /// Fetches a file as robots.txt permits, at the pace of its host.
    async fn fetch_file(&mut self, mut url: Url) -> FileAnswer {
        let (mut attempts, mut redirects) = (0, 0);
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

    /// Fetches a file that is no page, at the pace of its host; `None` if the crawl is to stop.
    pub(super) async fn fetch_aside(
        &mut self,
        request: &Request,
    ) -> Option<Result<Answer, FetchError>> {
        let observer = self.progress.observer();
        let on_wait = |time, reason| observer.event(&CrawlEvent::Waiting { time, reason });
        let answer = self.polite.fetch(request, &on_wait).await;
        if answer.is_none() {
            self.ending.get_or_insert(EndReason::Stopped);
        }
        answer
    }
}
