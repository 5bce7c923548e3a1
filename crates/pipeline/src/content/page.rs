//! What of a page the search for content needs to know.

use crate::InputPage;
use crate::StyleSheets;
use crate::extract::unfit;
use sitewrap_content::Reason;
use sitewrap_layout::Layout;
use sitewrap_model::Page;
use sitewrap_tree::Document;
use url::Url;

pub(super) fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}

/// The host of an address; pages without one are of one site.
pub(super) fn site(url: &str) -> String {
    host(url).unwrap_or_default()
}

pub(super) fn body_bytes(page: &InputPage) -> usize {
    page.as_ref().map_or(0, |page| page.body.len())
}

/// Whether a page can have content; else why it has none.
pub(super) fn readable(page: &Page) -> Result<(), String> {
    match Reason::of_body(&page.body, page.content_type()) {
        Some(reason) => Err(reason.to_string()),
        None => unfit(page).map_or(Ok(()), |reason| Err(reason.to_string())),
    }
}

/// The boxes of a page's elements.
pub(super) fn boxes(page: &Page, document: &Document, sheets: &StyleSheets) -> Layout {
    Layout::of(document, &sheets.of_page(page))
}
