//! Pages: storing them and reading them.

use crate::error::StoreError;
use crate::row::{self, PackedRow};
use crate::rows::{PageMeta, PageRow};
use crate::store::{Store, Writer};
use crate::table::Table;
use sitewrap_model::{Page, PageId};
use sled::IVec;
use std::collections::HashMap;

/// A page made ready for the store, before the writer's turn comes: packing is what costs time.
pub(crate) struct Packed<'a> {
    page: &'a Page,
    body: PackedRow,
}

impl<'a> Packed<'a> {
    /// Compresses the body of a page.
    pub(crate) fn new(page: &'a Page) -> Result<Self, StoreError> {
        let body = PackedRow::new(&format!("the body of {}", page.url), &page.body)?;
        Ok(Self { page, body })
    }
}

impl Writer<'_> {
    /// Adds pages to the transaction; gives their ids. A page whose URL is stored already, or
    /// stands earlier in the list, takes its place and keeps its id.
    pub(crate) fn put_pages(
        &mut self,
        store: &Store,
        pages: Vec<Packed<'_>>,
    ) -> Result<Vec<PageId>, StoreError> {
        // Ids and body lengths of the URLs that this transaction has written so far.
        let mut written: HashMap<&str, (PageId, u64)> = HashMap::new();
        let mut ids = Vec::with_capacity(pages.len());
        for Packed { page, body } in pages {
            let url = page.url.as_str();
            let before = match written.get(url) {
                Some(&before) => Some(before),
                None => store
                    .page_id(url)?
                    .map(|id| Ok::<_, StoreError>((id, store.known_length(id)?)))
                    .transpose()?,
            };
            let (id, old_length) = match before {
                Some(before) => before,
                None => (self.new_page(url)?, 0),
            };
            let length = page.body.len() as u64;
            self.head.body_bytes = self.head.body_bytes.saturating_sub(old_length) + length;
            let row = row::encode(&format!("the page {url}"), &PageRow::from(page))?;
            self.writes.put(Table::Pages, &key(id), &row);
            self.writes.put_packed(Table::Bodies, &key(id), body);
            written.insert(url, (id, length));
            ids.push(id);
        }
        Ok(ids)
    }

    /// Marks pages that are stored as soft 404s. What is not stored is passed over.
    pub(crate) fn mark_soft_404s(
        &mut self,
        store: &Store,
        urls: &[String],
    ) -> Result<(), StoreError> {
        for url in urls {
            let Some(id) = store.page_id(url)? else { continue };
            let payload = store.require(Table::Pages, id)?;
            let mut page: PageRow = row::decode(Table::Pages, &key(id), &payload)?;
            page.mark_soft_404();
            let row = row::encode(&format!("the page {url}"), &page)?;
            self.writes.put(Table::Pages, &key(id), &row);
        }
        Ok(())
    }

    /// The id of a page that is not stored yet.
    fn new_page(&mut self, url: &str) -> Result<PageId, StoreError> {
        let id = PageId(self.head.pages);
        self.head.pages = id.0.checked_add(1).ok_or_else(|| StoreError::Unstorable {
            what: format!("the page {url}"),
            problem: "the store is full of pages".to_owned(),
        })?;
        self.writes.put(Table::Urls, url, &id.0.to_be_bytes());
        Ok(id)
    }
}

/// Reading pages.
impl Store {
    /// Number of pages; their ids are all numbers below it.
    pub fn page_count(&self) -> usize {
        self.head().pages as usize
    }

    /// The id of the page with this URL.
    ///
    /// # Errors
    /// If the row is damaged or the files cannot be read; so for all that follow.
    pub fn page_id(&self, url: &str) -> Result<Option<PageId>, StoreError> {
        let Some(payload) = self.tables.get(Table::Urls, url.as_bytes())? else { return Ok(None) };
        let id = <[u8; 4]>::try_from(&*payload)
            .map_err(|_| row::bad(Table::Urls, url.as_bytes(), "holds no page id"))?;
        Ok(Some(PageId(u32::from_be_bytes(id))))
    }

    /// A page; `None` for an id that is not in the store.
    pub fn page(&self, id: PageId) -> Result<Option<Page>, StoreError> {
        if id.index() < self.page_count() { self.require_page(id).map(Some) } else { Ok(None) }
    }

    /// The page with this URL.
    pub fn page_by_url(&self, url: &str) -> Result<Option<Page>, StoreError> {
        self.page_id(url)?.map(|id| self.require_page(id)).transpose()
    }

    /// What is known of a page, without reading its body; `None` for an id that is not in the
    /// store.
    pub fn page_meta(&self, id: PageId) -> Result<Option<PageMeta>, StoreError> {
        if id.index() < self.page_count() { self.require_meta(id).map(Some) } else { Ok(None) }
    }

    /// The pages that are stored now, in the order of their ids; each is read when its turn
    /// comes. A damaged page is an error in its place, and the next pages follow.
    pub fn pages(&self) -> impl ExactSizeIterator<Item = Result<(PageId, Page), StoreError>> + '_ {
        (0..self.head().pages).map(|id| Ok((PageId(id), self.require_page(PageId(id))?)))
    }

    /// What is known of the pages that are stored now, in the order of their ids, without reading
    /// their bodies.
    pub fn page_metas(&self) -> impl ExactSizeIterator<Item = Result<PageMeta, StoreError>> + '_ {
        (0..self.head().pages).map(|id| self.require_meta(PageId(id)))
    }

    /// The length of a stored body; 0 for a page whose row is damaged, so that the page can be
    /// stored anew.
    fn known_length(&self, id: PageId) -> Result<u64, StoreError> {
        match self.require_meta(id) {
            Err(StoreError::BadRow { .. }) => Ok(0),
            meta => Ok(meta?.body_len),
        }
    }

    /// A checksum of a page's stored body: another body has another one. Far cheaper to ask for
    /// than the page.
    pub fn body_checksum(&self, id: PageId) -> Result<u32, StoreError> {
        let row = self.require(Table::Bodies, id)?;
        Ok(crc32fast::hash(&row))
    }

    fn require_page(&self, id: PageId) -> Result<Page, StoreError> {
        let meta = self.require_meta(id)?;
        let packed = self.require(Table::Bodies, id)?;
        Ok(meta.with_body(row::unpack(Table::Bodies, &key(id), &packed)?))
    }

    fn require_meta(&self, id: PageId) -> Result<PageMeta, StoreError> {
        let payload = self.require(Table::Pages, id)?;
        Ok(row::decode::<PageRow>(Table::Pages, &key(id), &payload)?.into_meta(id))
    }

    /// The row of a page that the counters say is there.
    fn require(&self, table: Table, id: PageId) -> Result<IVec, StoreError> {
        self.tables.get(table, &key(id))?.ok_or_else(|| row::bad(table, &key(id), "is gone"))
    }
}

/// The key of a page's rows: in the order of ids.
fn key(id: PageId) -> [u8; 4] {
    id.0.to_be_bytes()
}
