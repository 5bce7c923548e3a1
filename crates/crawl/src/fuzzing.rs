//! What the fuzz targets call: readers of bytes from outside that are no part of the interface.

use crate::frontier::links::LinkBook;
use crate::frontier::url_pattern::lesson::Lesson;
use crate::lists::sitemap;
use crate::lists::turn::turn_of;
use crate::options::Limits;
use crate::page::findings::{self, ReadLimits, Reading};
use crate::page::likeness::{Likeness, Pattern};
use crate::page::link_header::sent_links;
use crate::traps::actions::action_of;
use crate::traps::dates::{calendar_of, has_date};
use sitewrap_tree::normalize;
use std::borrow::Cow;
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
pub fn findings(body: &[u8]) {
    let url_length = Limits::default().url_length;
    let limits = ReadLimits { links: 100, style_sheets: 0, url_length, reading: Reading::Full };
    let findings = findings::findings(body, None, &[], &page(), limits, &LinkBook::default());
    assert!(findings.links.len() <= limits.links);
}

/// Reads a sitemap or feed.
///
/// # Panics
/// If it gives more addresses than were asked for.
pub fn listing(file: &[u8]) {
    let listing = sitemap::read(file, &page(), 1 << 20, ADDRESSES);
    assert!(listing.pages.len() + listing.sitemaps.len() <= ADDRESSES);
}

/// Reads the values of the headers `Link`, `Content-Type` and `X-Robots-Tag`, and the page behind them.
///
/// # Panics
/// If the page gives more links than its limits allow, or is not like itself.
pub fn headers(values: &[Cow<'_, str>; 3], body: &[u8]) {
    let [link, content_type, directives] = values;
    let sent = sent_links([&**link, link].into_iter());
    let _ = findings::directives(directives);
    let limits =
        ReadLimits { links: 100, style_sheets: 0, url_length: 500, reading: Reading::Full };
    let book = LinkBook::default();
    let findings = findings::findings(body, Some(content_type), &sent, &page(), limits, &book);
    assert!(findings.links.len() <= limits.links);
    let own = Likeness::of(body, Some(content_type), &page());
    let alike = Pattern::of(&own, &own).is_some_and(|pattern| pattern.fits(&own));
    assert!(alike, "a page is like itself");
}

/// Reads a link of a page, and what its address says.
///
/// # Panics
/// If an address has two spellings, or its patterns differ from one time to the next.
pub fn address(base: &str, link: &str) {
    let Some(base) = Url::parse(base).ok().and_then(normalize) else { return };
    let Some(url) = base.join(link).ok().and_then(normalize) else { return };
    assert_eq!(normalize(url.clone()).as_ref(), Some(&url), "the spelling of a spelling");
    assert_eq!(Url::parse(url.as_str()).ok().as_ref(), Some(&url), "it is an address");
    let mut lesson = Lesson::default();
    [&base, &url].into_iter().for_each(|url| lesson.add(url.as_str()));
    let (patterns, known) = lesson.learn();
    assert_eq!(known[1], patterns.pattern(url.as_str()), "known and new addresses alike");
    let _ = (turn_of(&base, &url), action_of(&url), calendar_of(&url), has_date(&url));
}
