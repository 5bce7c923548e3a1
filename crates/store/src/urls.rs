//! Which page has which URL.
//!
//! The table of URLs has a row for each block of pages, so that a page whose block is damaged is still
//! known by its URL. To find a page by its URL, an index over all of them is made in memory when it is
//! first asked for: five to ten bytes a page.

use crate::blocks::{id_of, key};
use crate::error::StoreError;
use crate::row;
use crate::store::{Store, Writer};
use crate::table::Table;
use crate::url_index::UrlIndex;
use sitewrap_model::PageId;
use std::ops::Range;
use std::sync::PoisonError;

impl Store {
    /// The id of the page with this URL.
    ///
    /// # Errors
    /// If the files cannot be read.
    pub fn page_id(&self, url: &str) -> Result<Option<PageId>, StoreError> {
        let mut known = self.urls.lock().unwrap_or_else(PoisonError::into_inner);
        let index = match &mut *known {
            Some(index) => index,
            none => none.insert(index(self)?),
        };
        index.find(url, |id| Ok(self.page_url(id)?.is_some_and(|known| known == url)))
    }

    /// Makes new pages known to the index, if there is one.
    pub(crate) fn know_urls(&self, pages: &[(String, PageId)]) {
        let mut known = self.urls.lock().unwrap_or_else(PoisonError::into_inner);
        // One that is full is made anew when it is asked for, twice as large.
        *known = known.take().filter(|index| index.has_room_for(pages.len()));
        if let Some(index) = &mut *known {
            pages.iter().for_each(|(url, id)| index.add(url, *id));
        }
    }

    /// The URL of a page, also of one of which nothing else can be read; `None` for an id that is not
    /// in the store, or if the URL is lost too.
    ///
    /// # Errors
    /// If the files cannot be read.
    pub fn page_url(&self, id: PageId) -> Result<Option<String>, StoreError> {
        match self.urls_around(id) {
            Ok(Some(url)) => return Ok(Some(url)),
            Ok(None) | Err(StoreError::BadRow { .. }) => {}
            Err(error) => return Err(error),
        }
        match self.blocks().require(id) {
            Ok(row) => Ok(Some(row.url)),
            Err(StoreError::BadRow { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The URL of a page by the table of URLs.
    fn urls_around(&self, id: PageId) -> Result<Option<String>, StoreError> {
        let Some((first, packed)) = self.tables.latest(Table::Urls, &key(id))? else {
            return Ok(None);
        };
        let (first, urls) = read(&first, &packed)?;
        Ok(urls.into_iter().nth((id.0 - first.0) as usize))
    }

    /// The rows of the table of URLs: the id of the first page, and the URLs of that one and those
    /// that follow.
    pub(crate) fn url_rows(
        &self,
    ) -> impl Iterator<Item = Result<(PageId, Vec<String>), StoreError>> + '_ {
        self.tables.scan(Table::Urls, b"").map(|row| row.and_then(|(key, row)| read(&key, &row)))
    }
}

impl Writer<'_> {
    /// Adds the URLs of pages with consecutive ids.
    pub(crate) fn put_urls(&mut self, first: PageId, urls: &[String]) -> Result<(), StoreError> {
        const WHAT: &str = "the URLs of pages";
        let packed = row::pack(WHAT, &row::encode(WHAT, &urls)?)?;
        self.writes.put(Table::Urls, &key(first), &packed);
        Ok(())
    }
}

/// The index of all pages, with room for as many again. A page is left out if both its URL and
/// what else is known of it are damaged.
fn index(store: &Store) -> Result<UrlIndex, StoreError> {
    let count = store.page_count() as u32;
    let mut index = UrlIndex::with_room_for(count as usize);
    let mut next = 0;
    for read in store.url_rows() {
        let (first, urls) = match read {
            // Its pages are met as a gap before what follows.
            Err(StoreError::BadRow { .. }) => continue,
            read => read?,
        };
        add_pages(&mut index, store, next..first.0.min(count))?;
        next = first.0.saturating_add(urls.len() as u32);
        // Those of a commit that ends meanwhile are added by it.
        let counted = urls.iter().zip(first.0..count);
        counted.for_each(|(url, id)| index.add(url, PageId(id)));
    }
    add_pages(&mut index, store, next..count)?;
    Ok(index)
}

/// Adds pages by what is known of them beside their URLs.
fn add_pages(index: &mut UrlIndex, store: &Store, ids: Range<u32>) -> Result<(), StoreError> {
    let mut blocks = store.blocks();
    for id in ids.map(PageId) {
        match blocks.require(id) {
            Ok(row) => index.add(&row.url, id),
            Err(StoreError::BadRow { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// What a row of the table of URLs holds.
pub(crate) fn read(first: &[u8], packed: &[u8]) -> Result<(PageId, Vec<String>), StoreError> {
    let bytes = row::unpack(Table::Urls, first, packed)?;
    Ok((id_of(Table::Urls, first)?, row::decode(Table::Urls, first, &bytes)?))
}
