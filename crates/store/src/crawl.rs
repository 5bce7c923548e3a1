//! What a crawl writes and reads again: batches, frontier, links, state.

use crate::error::StoreError;
use crate::pages::Packed;
use crate::row;
use crate::rows::FrontierRow;
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
    /// links of a page that is in the batch replace those it had; links of other pages are added
    /// to theirs.
    ///
    /// # Errors
    /// If the files cannot be written; the batch is not stored then. If they cannot be flushed,
    /// the batch may be stored or not.
    pub fn commit(&self, batch: &CrawlBatch) -> Result<Vec<PageId>, StoreError> {
        let pages = batch.pages.iter().map(Packed::new).collect::<Result<Vec<_>, _>>()?;
        let mut writer = self.writer();
        let ids = writer.put_pages(self, &pages)?;
        for entry in &batch.frontier {
            let row = row::encode(&entry.url, &FrontierRow::from(entry))?;
            writer.writes.put(Table::Frontier, entry.url.as_str(), &row);
        }
        writer.put_links(self, batch)?;
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

    /// The URLs that lead to others, in rising order, each with those it leads to in the order in
    /// which they were committed.
    pub fn links(&self) -> impl Iterator<Item = Result<(String, Vec<String>), StoreError>> + '_ {
        self.tables.scan(Table::Links, b"").map(|row| {
            let (key, payload) = row?;
            Ok((url(Table::Links, &key)?, targets(&key, &payload)?))
        })
    }

    /// The URLs that a URL leads to, each once, in the order in which they were committed.
    pub fn links_from(&self, url: &str) -> Result<Vec<String>, StoreError> {
        let row = self.tables.get(Table::Links, url.as_bytes())?;
        row.map_or(Ok(Vec::new()), |payload| targets(url.as_bytes(), &payload))
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
        let mut links: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for Links { from, to } in &batch.links {
            links.entry(from).or_default().extend(to.iter().map(|to| &**to));
        }
        // A page that was fetched again and has no links any more loses those it had.
        for url in &fetched {
            if !links.contains_key(url) && store.tables.contains(Table::Links, url.as_bytes())? {
                links.insert(url, Vec::new());
            }
        }
        for (from, new) in links {
            let old = if fetched.contains(from) { Vec::new() } else { store.links_from(from)? };
            let mut seen = HashSet::with_capacity(old.len() + new.len());
            let all = old.iter().map(String::as_str).chain(new);
            let all: Vec<&str> = all.filter(|to| seen.insert(*to)).collect();
            let packed = row::pack(from, &row::encode(from, &all)?)?;
            self.writes.put(Table::Links, from, &packed);
        }
        Ok(())
    }
}

fn frontier_entry(key: &[u8], payload: &[u8]) -> Result<FrontierEntry, StoreError> {
    let row: FrontierRow = row::decode(Table::Frontier, key, payload)?;
    Ok(row.into_entry(url(Table::Frontier, key)?))
}

fn targets(key: &[u8], packed: &[u8]) -> Result<Vec<String>, StoreError> {
    row::decode(Table::Links, key, &row::unpack(Table::Links, key, packed)?)
}

fn url(table: Table, key: &[u8]) -> Result<String, StoreError> {
    String::from_utf8(key.to_vec()).map_err(|_| row::bad(table, key, "has a key that is no URL"))
}
