//! Pages that are all script, and the mark of those that a browser has rendered.

use sitewrap_model::Page;

/// The header that a rendered page is stored with; its value names the browser.
pub const RENDERED: &str = "x-sitewrap-rendered";

/// The browser that rendered a stored page: its body is then the browser's document, in UTF-8, and
/// not what the server sent. `None` for a page as fetched.
pub fn rendered_by(page: &Page) -> Option<&str> {
    page.header(RENDERED)
}

/// What the user should know if so many of the pages fetched are all script.
pub(crate) fn shell_notice(shells: usize, fetched: usize) -> Option<String> {
    if shells == 0 || shells * 10 < fetched {
        return None;
    }
    Some(format!("{shells} of {fetched} pages are all script and hold next to no text"))
}
