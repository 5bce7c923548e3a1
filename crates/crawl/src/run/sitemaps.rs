//! Sitemaps and feeds of the site, read once its first page is there.

use super::Run;
use super::files::{FileAnswer, Hosts};
use crate::CrawlError;
use crate::event::CrawlEvent;
use crate::frontier::Source;
use crate::lists::sitemap::read;
use crate::lists::sitemap_queue::SITEMAP_URLS;
use url::Url;

/// The key under which the journal keeps that a file was read, before its address.
const STATE: &str = "listing:";

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
            let cap = self.options.limits.body;
            let found = match self.fetch_file(url.clone(), cap, Hosts::Any).await {
                FileAnswer::File { body, .. } => self.queue_listed(&body, &url).await?,
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
}
