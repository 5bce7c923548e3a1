//! The seeds: the start page, and the URLs of a list.

use super::Run;
use crate::CrawlError;
use crate::event::EndReason;
use crate::frontier::{EntryId, Source};
use crate::page::words::hash;
use url::Url;

/// Where the journal keeps which list is being fetched, while it is.
const LIST_KEY: &str = "list";

impl Run<'_> {
    /// Queues the start page and the list. What became of them in an earlier crawl does not count,
    /// save when that was a crawl of the same list that was broken off: then what it has seen to
    /// stays so.
    pub(super) async fn queue_seeds(&mut self, list: &[Url]) -> Result<(), CrawlError> {
        let mut goes_on = false;
        if !self.options.follow_links {
            let name = list_name(&self.seeds.given, list);
            goes_on = self.recall(LIST_KEY.to_owned()).await?.as_ref() == Some(&name);
            self.progress.keep(LIST_KEY.to_owned(), name);
        }
        for url in std::iter::once(&self.seeds.start).chain(list) {
            match self.progress.frontier.find(url) {
                Some(id) => self.progress.frontier.mark_seed(id, !goes_on),
                None => {
                    self.progress.discover(url, Source::Seed, None);
                }
            }
        }
        Ok(())
    }

    /// Whether an entry belongs to what is to be fetched: any, or the seeds and what they redirect to.
    pub(super) fn is_wanted(&self, id: EntryId) -> bool {
        self.options.follow_links || self.progress.frontier.depth(id) == 0
    }

    /// Notes that a list has been seen to from start to end.
    pub(super) fn close_list(&mut self, end: &EndReason) {
        if !self.options.follow_links && matches!(end, EndReason::Complete | EndReason::PageLimit) {
            self.progress.keep(LIST_KEY.to_owned(), Vec::new());
        }
    }
}

/// A name for a list: the same for the same URLs in the same order.
fn list_name(start: &Url, list: &[Url]) -> Vec<u8> {
    let urls = std::iter::once(start).chain(list).flat_map(|url| [url.as_str(), "\n"]);
    hash(urls.collect::<String>().as_bytes()).to_le_bytes().to_vec()
}
