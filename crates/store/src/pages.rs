//! Pages: storing them and reading them.

use crate::error::StoreError;
use crate::row;
use crate::rows::{PageMeta, PageRow};
use crate::store::{Store, Writer};
use sitewrap_model::{Page, PageId};
use std::collections::HashMap;

impl Writer<'_> {
    /// Adds pages to the transaction; gives their ids. A page whose URL is stored already, or
    /// stands earlier in the list, takes its place and keeps its id.
    pub(crate) fn put_pages(&mut self, pages: &[Page]) -> Result<Vec<PageId>, StoreError> {
        let mut new: HashMap<&str, PageId> = HashMap::new();
        let mut ids = Vec::with_capacity(pages.len());
        for page in pages {
            let url = page.url.as_str();
            let known = match new.get(url) {
                Some(&id) => Some(id),
                None => self.store.page_id(url)?,
            };
            if let Some(id) = known {
                self.release_body(id)?;
            }
            let (values, what) = (&self.store.values, format!("the body of {url}"));
            let append = |packed: &[u8]| values.append(&mut self.head.values, packed);
            let place = row::compress(&what, &page.body, append)??;
            let row = PageRow::new(page, place);
            self.head.body_bytes += row.body_len;
            ids.push(match known {
                Some(id) => {
                    self.replace_row(id, &row)?;
                    id
                }
                None => {
                    let id = self.new_page(&row)?;
                    new.insert(url, id);
                    id
                }
            });
        }
        Ok(ids)
    }

    /// Marks pages that are stored as soft 404s. What is not stored is passed over.
    pub(crate) fn mark_soft_404s(&mut self, urls: &[String]) -> Result<(), StoreError> {
        for url in urls {
            let Some(id) = self.store.page_id(url)? else { continue };
            let mut page = self.row(id)?;
            page.mark_soft_404();
            self.replace_row(id, &page)?;
        }
        Ok(())
    }

    /// Adds a page that is not stored yet; gives its id.
    fn new_page(&mut self, row: &PageRow) -> Result<PageId, StoreError> {
        let id = PageId(self.head.pages);
        self.head.pages = id.0.checked_add(1).ok_or_else(|| StoreError::Unstorable {
            what: format!("the page {}", row.url),
            problem: "the store is full of pages".to_owned(),
        })?;
        self.put_new_row(id, row)?;
        Ok(id)
    }

    /// Counts a page's body as replaced. That of a page whose row is damaged is not known any more.
    fn release_body(&mut self, id: PageId) -> Result<(), StoreError> {
        match self.row(id) {
            Ok(row) => {
                self.head.body_bytes = self.head.body_bytes.saturating_sub(row.body_len);
                self.head.values.release(row.body);
                Ok(())
            }
            Err(StoreError::BadRow { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// Reading pages.
impl Store {
    /// Number of pages; their ids are all numbers below it.
    pub fn page_count(&self) -> usize {
        self.read_head(|head| head.pages) as usize
    }

    /// A page; `None` for an id that is not in the store.
    ///
    /// # Errors
    /// If a row is damaged or the files cannot be read; so for all that follow.
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
        let mut blocks = self.blocks();
        (0..self.head().pages).map(PageId).map(move |id| {
            let row = blocks.require(id)?;
            let body = self.body(id, &row)?;
            Ok((id, row.into_meta(id).with_body(body)))
        })
    }

    /// What is known of the pages that are stored now, in the order of their ids, without reading
    /// their bodies.
    pub fn page_metas(&self) -> impl ExactSizeIterator<Item = Result<PageMeta, StoreError>> + '_ {
        let mut blocks = self.blocks();
        let ids = (0..self.head().pages).map(PageId);
        ids.map(move |id| blocks.require(id).map(|row| row.into_meta(id)))
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

    fn require(&self, id: PageId) -> Result<PageRow, StoreError> {
        self.blocks().require(id)
    }
}

/// The name by which messages know the bodies, as one of the store's tables.
pub(crate) const BODIES: &str = "bodies";

/// The error for a body that cannot be used.
pub(crate) fn bad_body(id: PageId, problem: &str) -> StoreError {
    StoreError::BadRow { table: BODIES, row: id.0.to_string(), problem: problem.to_owned() }
}
