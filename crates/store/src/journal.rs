//! What a crawl has found, as a log: one row a commit.
//!
//! Most of what a crawl notes is read again only as a whole, when it resumes or is summed up. So a
//! commit writes one row of all that it notes; a URL stands where its latest row says. A log that is
//! mostly out of date is written anew when the store is opened for writing (see
//! [`tidy`](crate::tidy)).

use crate::error::StoreError;
use crate::row;
use crate::rows::{EntryRow, PageLinksRow, links_of, relations_of};
use crate::store::{Store, Writer};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use sitewrap_model::{CrawlBatch, FrontierEntry, Links, Relations};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A row of the log, before it is packed.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct LogRow<'a> {
    /// Frontier entries; of several of one URL, the last one counts.
    #[serde(borrow)]
    pub(crate) entries: Vec<EntryRow<'a>>,
    /// Where URLs lead, each once.
    #[serde(borrow)]
    pub(crate) links: Vec<PageLinksRow<'a>>,
}

/// URLs that were met, by their hashes.
#[derive(Default)]
pub(crate) struct Met(HashSet<u64>);

impl Met {
    /// Whether a URL is met for the first time.
    pub(crate) fn is_new(&mut self, url: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        url.hash(&mut hasher);
        self.0.insert(hasher.finish())
    }
}

/// Reading what the crawl has found. Damage of the log is an error of each reader; what is told comes
/// from the latest commit to the first.
impl Store {
    /// The frontier: each URL once, as it stands (breadth-first order is `(depth, seq)`).
    pub fn frontier(&self) -> impl Iterator<Item = Result<FrontierEntry, StoreError>> + '_ {
        let mut met = Met::default();
        self.log(move |row| {
            let entries = row.entries.into_iter().rev().filter(|entry| met.is_new(entry.url));
            entries.map(EntryRow::into_entry).collect()
        })
    }

    /// The frontier entry of a URL.
    ///
    /// # Errors
    /// If a row is damaged or the files cannot be read.
    pub fn frontier_entry(&self, url: &str) -> Result<Option<FrontierEntry>, StoreError> {
        let of_url = |row: LogRow<'_>| {
            let entry = row.entries.into_iter().rev().find(|entry| entry.url == url);
            entry.map(EntryRow::into_entry).into_iter().collect()
        };
        self.log(of_url).next().transpose()
    }

    /// Where the URLs lead that lead anywhere.
    pub fn links(&self) -> impl Iterator<Item = Result<Links, StoreError>> + '_ {
        self.page_links(links_of)
    }

    /// How pages stand to others, by their URLs; those of which nothing is known are left out.
    pub fn relations(&self) -> impl Iterator<Item = Result<(String, Relations), StoreError>> + '_ {
        self.page_links(relations_of)
    }

    fn page_links<'s, T: 's>(
        &'s self,
        read: impl Fn(PageLinksRow<'_>) -> Option<T> + 's,
    ) -> impl Iterator<Item = Result<T, StoreError>> + 's {
        let mut met = Met::default();
        self.log(move |row| {
            let links = row.links.into_iter().filter(|links| met.is_new(links.url));
            links.filter_map(&read).collect()
        })
    }

    /// What is read from the rows of the log, from the latest to the first.
    fn log<'s, T: 's>(
        &'s self,
        mut read: impl FnMut(LogRow<'_>) -> Vec<T> + 's,
    ) -> impl Iterator<Item = Result<T, StoreError>> + 's {
        let rows = self.tables.scan(Table::Journal, b"").rev();
        rows.flat_map(move |row| {
            let found = row.and_then(|(key, payload)| {
                let bytes = self.log_row(&key, &payload)?;
                row::decode(Table::Journal, &key, &bytes).map(&mut read)
            });
            let (found, error) = match found {
                Ok(found) => (found, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            error.into_iter().chain(found.into_iter().map(Ok))
        })
    }

    /// What a row of the log holds, encoded; `payload` is its place.
    pub(crate) fn log_row(&self, key: &[u8], payload: &[u8]) -> Result<Vec<u8>, StoreError> {
        let place = row::decode(Table::Journal, key, payload)?;
        let packed = self.values.read(place, |problem| row::bad(Table::Journal, key, problem))?;
        row::unpack(Table::Journal, key, &packed)
    }
}

impl Writer<'_> {
    /// Adds what a batch tells of the crawl to the transaction.
    pub(crate) fn put_journal(&mut self, batch: &CrawlBatch) -> Result<(), StoreError> {
        let mut links: BTreeMap<&str, PageLinksRow<'_>> = BTreeMap::new();
        // A page that was fetched again and says nothing any more loses what it said.
        for page in &batch.pages {
            links.insert(&page.url, PageLinksRow::none(&page.url));
        }
        for found in &batch.links {
            let row = links.entry(&found.from).or_insert_with(|| PageLinksRow::none(&found.from));
            row.lead(found);
        }
        for (url, relations) in &batch.relations {
            let row = links.entry(url).or_insert_with(|| PageLinksRow::none(url));
            row.relations = Some(relations.into());
        }
        let entries = batch.frontier.iter().map(EntryRow::from).collect();
        self.put_log(&LogRow { entries, links: links.into_values().collect() })
    }

    /// Adds a row of the log to the transaction, if it says anything.
    pub(crate) fn put_log(&mut self, row: &LogRow<'_>) -> Result<(), StoreError> {
        if row.entries.is_empty() && row.links.is_empty() {
            return Ok(());
        }
        const WHAT: &str = "what the crawl has found";
        let packed = row::pack(WHAT, &row::encode(WHAT, row)?)?;
        self.head.journal_bytes += packed.len() as u64;
        let place = self.store.values.append(&mut self.head.values, &packed)?;
        // The number of the commit to be, so that rows are in the order of the commits.
        let key = (self.head.commits + 1).to_be_bytes();
        self.writes.put(Table::Journal, &key, &row::encode(WHAT, &place)?);
        Ok(())
    }
}
