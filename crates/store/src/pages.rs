//! Pages: storing them and reading them.

use crate::error::StoreError;
use crate::row;
use crate::rows::{PageMeta, PageRow};
use crate::store::{Store, Writer};
use crate::table::Table;
use crate::values::Place;
use sitewrap_model::{Page, PageId};
use std::collections::HashMap;

impl Writer<'_> {
    /// Adds pages to the transaction; gives their ids. A page whose URL is stored already, or
    /// stands earlier in the list, takes its place and keeps its id.
    pub(crate) fn put_pages(
        &mut self,
        store: &Store,
        pages: &[Page],
    ) -> Result<Vec<PageId>, StoreError> {
        // Ids, body lengths and places of the URLs that this transaction has written so far.
        let mut written: HashMap<&str, (PageId, Option<Body>)> = HashMap::new();
        let mut ids = Vec::with_capacity(pages.len());
        for page in pages {
            let url = page.url.as_str();
            let before = match written.get(url) {
                Some(&before) => Some(before),
                None => store
                    .page_id(url)?
                    .map(|id| Ok::<_, StoreError>((id, store.known_body(id)?)))
                    .transpose()?,
            };
            let (id, old) = match before {
                Some(before) => before,
                None => (self.new_page(url)?, None),
            };
            if let Some((length, place)) = old {
                self.head.body_bytes = self.head.body_bytes.saturating_sub(length);
                self.head.values.release(place);
            }
            let what = format!("the body of {url}");
            let append = |packed: &[u8]| store.values.append(&mut self.head.values, packed);
            let place = row::compress(&what, &page.body, append)??;
            let row = PageRow::new(page, place);
            self.head.body_bytes += row.body_len;
            written.insert(url, (id, Some((row.body_len, place))));
            self.put_row(id, &row)?;
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
            let mut page = store.require(id)?;
            page.mark_soft_404();
            self.put_row(id, &page)?;
        }
        Ok(())
    }

    /// Adds the row of a page to the transaction.
    pub(crate) fn put_row(&mut self, id: PageId, row: &PageRow) -> Result<(), StoreError> {
        let bytes = row::encode(&format!("page {}", id.0), row)?;
        self.writes.put(Table::Pages, &key(id), &bytes);
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
        self.read_head(|head| head.pages) as usize
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

    /// The length and the place of a stored body; none for a page whose row is damaged, so that the
    /// page can be stored anew.
    fn known_body(&self, id: PageId) -> Result<Option<Body>, StoreError> {
        match self.require(id) {
            Err(StoreError::BadRow { .. }) => Ok(None),
            row => row.map(|row| Some((row.body_len, row.body))),
        }
    }

    /// A checksum of a page's stored body, which is as it was stored: another body has another one.
    /// Far cheaper to ask for than the page.
    pub fn body_checksum(&self, id: PageId) -> Result<u32, StoreError> {
        let place = self.require(id)?.body;
        self.values.read(place, |problem| bad_body(id, problem))?;
        Ok(place.checksum)
    }

    fn require_page(&self, id: PageId) -> Result<Page, StoreError> {
        let row = self.require(id)?;
        let body = self.body(id, &row)?;
        Ok(row.into_meta(id).with_body(body))
    }

    /// The body of a page, given its row.
    pub(crate) fn body(&self, id: PageId, row: &PageRow) -> Result<Vec<u8>, StoreError> {
        let packed = self.values.read(row.body, |problem| bad_body(id, problem))?;
        row::decompress(&packed, row.body_len).map_err(|problem| bad_body(id, &problem))
    }

    fn require_meta(&self, id: PageId) -> Result<PageMeta, StoreError> {
        self.require(id).map(|row| row.into_meta(id))
    }

    /// The row of a page that the counters say is there.
    pub(crate) fn require(&self, id: PageId) -> Result<PageRow, StoreError> {
        let row = self.tables.get(Table::Pages, &key(id))?;
        let payload = row.ok_or_else(|| row::bad(Table::Pages, &key(id), "is gone"))?;
        row::decode(Table::Pages, &key(id), &payload)
    }
}

/// The name by which messages know the bodies, as one of the store's tables.
pub(crate) const BODIES: &str = "bodies";

/// The error for a body that cannot be used.
pub(crate) fn bad_body(id: PageId, problem: &str) -> StoreError {
    StoreError::BadRow { table: BODIES, row: id.0.to_string(), problem: problem.to_owned() }
}

/// The length of a body, not packed, and its place.
type Body = (u64, Place);

/// The key of a page's rows: in the order of ids.
fn key(id: PageId) -> [u8; 4] {
    id.0.to_be_bytes()
}
