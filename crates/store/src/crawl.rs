//! What a crawl writes and reads again: batches, frontier, links, state.

use crate::error::StoreError;
use crate::pages::Packed;
use crate::row;
use crate::rows::{FrontierRow, LinksRow};
use crate::store::{Store, Writer};
use crate::table::Table;
use sitewrap_model::{CrawlBatch, FrontierEntry, Links, PageId};
use std::collections::{BTreeMap, HashSet};

/// The crawl's side.
impl Store {
    /// Stores a batch, whole or not at all; gives the ids of its pages, in their order. When this
    /// returns, the batch survives the end of the process.
    ///
    /// A page whose URL is stored already replaces the one that was there and keeps its id. The
    /// links and relations of a page that is in the batch replace those it had; links of other pages
    /// are added to theirs. Soft 404s are marked among the pages of earlier batches.
    ///
    /// # Errors
    /// If the files cannot be written; the batch is not stored then. If they cannot be flushed,
    /// the batch may be stored or not.
    pub fn commit(&self, batch: &CrawlBatch) -> Result<Vec<PageId>, StoreError> {
        let pages = batch.pages.iter().map(Packed::new).collect::<Result<Vec<_>, _>>()?;
        let mut writer = self.writer();
        let ids = writer.put_pages(self, pages)?;
        for entry in &batch.frontier {
            let row = row::encode(&entry.url, &FrontierRow::from(entry))?;
            writer.writes.put(Table::Frontier, entry.url.as_str(), &row);
        }
        writer.mark_soft_404s(self, &batch.soft_404s)?;
        writer.put_links(self, batch)?;
        writer.put_relations(self, batch)?;
        for (name, bytes) in &batch.state {
            writer.writes.put(Table::State, name.as_str(), &row::pack(name, bytes)?);
        }
        writer.commit()?;
        Ok(ids)
    }

    /// The frontier entries in the order of their URLs (breadth-first order is `(depth, seq)`).
    pub fn frontier(&self) -> impl Iterator<Item = Result<FrontierEntry, StoreError>> + '_ {
        self.tables.scan(Table::Frontier, b"").map(|row| {
            let (key, payload) = row?;
            frontier_entry(&key, &payload)
        })
    }

    /// The frontier entry of a URL.
    ///
    /// # Errors
    /// If the row is damaged or the files cannot be read; so for all that follow.
    pub fn frontier_entry(&self, url: &str) -> Result<Option<FrontierEntry>, StoreError> {
        let row = self.tables.get(Table::Frontier, url.as_bytes())?;
        row.map(|payload| frontier_entry(url.as_bytes(), &payload)).transpose()
    }

    /// The links, in the order of the URLs that they lead from.
    pub fn links(&self) -> impl Iterator<Item = Result<Links, StoreError>> + '_ {
        self.tables.scan(Table::Links, b"").map(|row| {
            let (key, payload) = row?;
            links(&key, &payload)
        })
    }

    /// Where a URL leads; `None` if nothing is known of it.
    pub fn links_from(&self, url: &str) -> Result<Option<Links>, StoreError> {
        let row = self.tables.get(Table::Links, url.as_bytes())?;
        row.map(|payload| links(url.as_bytes(), &payload)).transpose()
    }

    /// A blob of the crawl's state.
    pub fn state(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let row = self.tables.get(Table::State, name.as_bytes())?;
        row.map(|packed| row::unpack(Table::State, name.as_bytes(), &packed)).transpose()
    }
}

impl Writer<'_> {
    /// Adds the links of a batch to the transaction.
    fn put_links(&mut self, store: &Store, batch: &CrawlBatch) -> Result<(), StoreError> {
        let fetched: HashSet<&str> = batch.pages.iter().map(|page| page.url.as_str()).collect();
        let mut all: BTreeMap<&str, Links> = BTreeMap::new();
        for links in &batch.links {
            join(all.entry(&links.from).or_insert_with(|| no_links(&links.from)), links);
        }
        // A page that was fetched again and has no links any more loses those it had.
        for &url in &fetched {
            if !all.contains_key(url) && store.tables.contains(Table::Links, url.as_bytes())? {
                all.insert(url, no_links(url));
            }
        }
        for (from, mut new) in all {
            if !fetched.contains(from)
                && let Some(mut known) = store.links_from(from)?
            {
                join(&mut known, &new);
                new = known;
            }
            let row = row::encode(from, &LinksRow::new(&new)?)?;
            self.writes.put(Table::Links, from, &row);
        }
        Ok(())
    }
}

fn no_links(from: &str) -> Links {
    Links { from: from.into(), to: Vec::new(), beyond: Vec::new() }
}

/// Adds links of one URL to others of it.
fn join(known: &mut Links, more: &Links) {
    known.to.extend(&more.to);
    known.to.sort_unstable();
    known.to.dedup();
    for url in &more.beyond {
        if !known.beyond.contains(url) {
            known.beyond.push(url.clone());
        }
    }
}

fn frontier_entry(key: &[u8], payload: &[u8]) -> Result<FrontierEntry, StoreError> {
    let row: FrontierRow = row::decode(Table::Frontier, key, payload)?;
    Ok(row.into_entry(url(Table::Frontier, key)?))
}

fn links(key: &[u8], payload: &[u8]) -> Result<Links, StoreError> {
    let row: LinksRow = row::decode(Table::Links, key, payload)?;
    row.into_links(key, url(Table::Links, key)?)
}

fn url(table: Table, key: &[u8]) -> Result<String, StoreError> {
    String::from_utf8(key.to_vec()).map_err(|_| row::bad(table, key, "has a key that is no URL"))
}
