//! The style sheets that a crawl has stored beside the pages.

use sitewrap_crawl::STYLE_SHEET_STATE;
use sitewrap_layout::style_sheets_with;
use sitewrap_model::Page;
use sitewrap_store::{Store, StoreError};
use std::collections::HashMap;
use std::sync::Arc;

/// The style sheets of a store by their addresses.
#[derive(Clone, Debug, Default)]
pub struct StyleSheets(Arc<HashMap<String, String>>);

impl StyleSheets {
    /// Reads those of a store; a crawl bounds what they are together.
    ///
    /// # Errors
    /// If a row is damaged or the files cannot be read.
    pub fn of(store: &Store) -> Result<Self, StoreError> {
        let mut sheets = HashMap::new();
        for row in store.states(STYLE_SHEET_STATE) {
            let (url, css) = row?;
            // One that cannot be had is empty.
            if !css.is_empty() {
                sheets.insert(url, String::from_utf8_lossy(&css).into_owned());
            }
        }
        Ok(Self(Arc::new(sheets)))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Their bytes together.
    pub fn bytes(&self) -> usize {
        self.0.values().map(String::len).sum()
    }

    /// The style sheets of a page: those that it has in itself, and of those that it names the ones that are
    /// stored.
    pub(crate) fn of_page(&self, page: &Page) -> Vec<String> {
        let get = |url: &str| self.0.get(url).cloned();
        style_sheets_with(&page.body, page.content_type(), Some(&page.final_url), get)
    }
}
