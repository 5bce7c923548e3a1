//! The URLs that the user names: the start page, and those of a list.

use crate::CrawlError;
use crate::event::EndReason;
use crate::frontier::{EntryId, Source};
use crate::page::words::hash;
use crate::run::Run;
use url::Url;

/// Where the journal keeps which list is being fetched, while it is.
const LIST_KEY: &str = "list";

impl Run<'_> {
    /// Queues the start page and the list. What became of them in an earlier crawl does not count,
    /// save when that was a crawl of the same list that was broken off: then what it has seen to
    /// stays so.
    pub(crate) async fn ask(&mut self, list: &[Url]) -> Result<(), CrawlError> {
        let mut goes_on = false;
        if !self.options.follow_links {
            let name = list_name(&self.start, list);
            goes_on = self.recall(LIST_KEY.to_owned()).await?.as_ref() == Some(&name);
            self.ledger.batch().state.push((LIST_KEY.to_owned(), name));
        }
        let seed = self.seed.clone();
        for url in std::iter::once(&seed).chain(list) {
            match self.frontier.find(url) {
                Some(id) => self.frontier.ask_for(id, !goes_on),
                None => {
                    self.discover(url, Source::Seed, None);
                }
            }
        }
        Ok(())
    }

    /// Whether an entry belongs to what is to be fetched: any, or those that the user names and
    /// what they redirect to.
    pub(crate) fn is_asked_for(&self, id: EntryId) -> bool {
        self.options.follow_links || self.frontier.depth(id) == 0
    }

    /// Notes that a list has been seen to from start to end.
    pub(crate) fn close_list(&mut self, end: &EndReason) {
        if !self.options.follow_links && matches!(end, EndReason::Complete | EndReason::PageLimit) {
            self.ledger.batch().state.push((LIST_KEY.to_owned(), Vec::new()));
        }
    }
}

/// A name for a list: the same for the same URLs in the same order.
fn list_name(start: &Url, list: &[Url]) -> Vec<u8> {
    let urls = std::iter::once(start).chain(list).flat_map(|url| [url.as_str(), "\n"]);
    hash(urls.collect::<String>().as_bytes()).to_le_bytes().to_vec()
}
