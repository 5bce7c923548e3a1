//! What the fuzz targets call: readers of bytes from outside that are no part of the interface.

use crate::retry_after;
use crate::robots::Rules;
use url::{Position, Url};

/// Reads a robots.txt and asks it for a path of a host; gives the path with its query as it is asked
/// for, and whether it is allowed. `None` if it is no path.
pub fn robots(text: &[u8], path: &str) -> Option<(String, bool)> {
    let page = Url::parse("http://example.com/a/b?c=d").ok()?;
    let rules = Rules::parse("sitewrap", text, 0);
    let _ = (rules.delay(), rules.sitemaps(&page));
    let url = page.join(path).ok()?;
    let asked = url[Position::BeforePath..Position::AfterQuery].to_owned();
    Some((asked, rules.allow(&url)))
}

/// Reads the value of a `Retry-After` header.
pub fn retry_after(value: &str) {
    let _ = retry_after::retry_after(value, 0);
}
