//! What the fuzz targets call: readers of bytes from outside that are no part of the interface.

use crate::links::LinkBook;
use crate::options::Limits;
use crate::outline::{self, OutlineLimits, Reading};
use crate::robots::Rules;
use crate::sitemap;
use url::Url;

/// Addresses that a listing may give.
const ADDRESSES: usize = 1000;

fn page() -> Url {
    Url::parse("http://example.com/a/b?c=d").expect("a URL")
}

/// Reads a page.
///
/// # Panics
/// If it gives more links than its limits allow.
pub fn outline(body: &[u8]) {
    let url_length = Limits::default().url_length;
    let limits = OutlineLimits { links: 100, url_length, reading: Reading::Full };
    let outline = outline::outline(body, None, &[], &page(), limits, &LinkBook::default());
    assert!(outline.links.len() <= limits.links);
}

/// Reads a sitemap or feed.
///
/// # Panics
/// If it gives more addresses than were asked for.
pub fn listing(file: &[u8]) {
    let listing = sitemap::read(file, &page(), 1 << 20, ADDRESSES);
    assert!(listing.pages.len() + listing.sitemaps.len() <= ADDRESSES);
}

/// Reads a robots.txt and asks it for a path.
pub fn robots(text: &[u8], path: &str) {
    let rules = Rules::parse("sitewrap", text, 0);
    let _ = (rules.delay(), rules.sitemaps(&page()));
    if let Ok(url) = page().join(path) {
        let _ = rules.allow(&url);
    }
}
