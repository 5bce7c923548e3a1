//! The wrappers of a store as a bundle, to be used without it.

use sitewrap_bundle::{Bundle, Site};
use sitewrap_store::{Store, StoreError};

/// The wrappers of a store with their edits, for the hosts of its pages; `None` where it has none.
///
/// # Errors
/// If the store cannot be read. The host of a page that is damaged does not count.
pub fn bundle(store: &Store) -> Result<Option<Bundle>, StoreError> {
    let Some(edited) = store.wrappers()? else { return Ok(None) };
    let Some(induced) = store.induced()? else { return Ok(None) };
    let mut urls = Vec::with_capacity(store.page_count());
    for meta in store.page_metas() {
        match meta {
            // Behind a redirect the page is of another host than was asked.
            Ok(meta) => urls.extend([meta.url, meta.final_url]),
            Err(StoreError::BadRow { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    let urls = urls.iter().map(String::as_str);
    let site = Site::new(urls, edited.version, induced, store.edits()?);
    Ok(Some(Bundle::of(site)))
}
