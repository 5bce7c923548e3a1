//! The mark of pages that a browser has rendered.

use sitewrap_model::Page;

/// The header that a rendered page is stored with; its value names the browser.
pub(crate) const RENDERED: &str = "x-sitewrap-rendered";

/// The browser that rendered a stored page: its body is then the browser's document, in UTF-8, and
/// not what the server sent. `None` for a page as fetched.
pub fn rendered_by(page: &Page) -> Option<&str> {
    page.header(RENDERED)
}
