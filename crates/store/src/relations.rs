//! How pages stand to others: canonical addresses, languages, places in lists.

use crate::error::StoreError;
use crate::row;
use crate::store::{Store, Writer};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use sitewrap_model::{CrawlBatch, ListPage, Relations};
use std::collections::BTreeMap;

/// A row of the table of relations; its key is the URL.
#[derive(Default, Serialize, Deserialize)]
struct RelationsRow {
    canonical: Option<String>,
    prev: Option<String>,
    next: Option<String>,
    languages: Vec<(String, String)>,
    /// URL of the first page, and number.
    list: Option<(String, u32)>,
}

impl From<&Relations> for RelationsRow {
    fn from(relations: &Relations) -> Self {
        let Relations { canonical, prev, next, languages, list } = relations.clone();
        Self { canonical, prev, next, languages, list: list.map(|at| (at.first, at.number)) }
    }
}

impl RelationsRow {
    fn into_relations(self) -> Relations {
        let Self { canonical, prev, next, languages, list } = self;
        let list = list.map(|(first, number)| ListPage { first, number });
        Relations { canonical, prev, next, languages, list }
    }
}

impl Store {
    /// How a page stands to others; of a URL that nothing is known of, nothing.
    ///
    /// # Errors
    /// If the row is damaged or the files cannot be read.
    pub fn relations_of(&self, url: &str) -> Result<Relations, StoreError> {
        let row = self.tables.get(Table::Relations, url.as_bytes())?;
        row.map_or(Ok(Relations::default()), |payload| relations(url.as_bytes(), &payload))
    }

    /// All relations that are stored, in the order of their keys.
    pub(crate) fn relations(&self) -> impl Iterator<Item = Result<Relations, StoreError>> + '_ {
        self.tables.scan(Table::Relations, b"").map(|row| {
            let (key, payload) = row?;
            relations(&key, &payload)
        })
    }
}

impl Writer<'_> {
    /// Adds the relations of a batch to the transaction.
    pub(crate) fn put_relations(
        &mut self,
        store: &Store,
        batch: &CrawlBatch,
    ) -> Result<(), StoreError> {
        let none = Relations::default();
        let mut rows: BTreeMap<&str, &Relations> = BTreeMap::new();
        // A page that was fetched again and says nothing any more loses what it said.
        for page in &batch.pages {
            if store.tables.contains(Table::Relations, page.url.as_bytes())? {
                rows.insert(&page.url, &none);
            }
        }
        rows.extend(batch.relations.iter().map(|(url, relations)| (url.as_str(), relations)));
        for (url, relations) in rows {
            let row = row::encode(url, &RelationsRow::from(relations))?;
            self.writes.put(Table::Relations, url, &row);
        }
        Ok(())
    }
}

fn relations(key: &[u8], payload: &[u8]) -> Result<Relations, StoreError> {
    row::decode(Table::Relations, key, payload).map(RelationsRow::into_relations)
}
