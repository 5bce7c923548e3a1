//! Whatever a page states for machines, it is read, within bounds, the same each time, and written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_structured::{Structured, statements, texts_of};
use sitewrap_tree::{Document, Parsing};

/// Most bytes of what a page states, as JSON. Texts are bounded at a megabyte; the rest is names and
/// characters that are escaped.
const MOST_BYTES: usize = 16 << 20;

fuzz_target!(|body: &[u8]| {
    let parsing = Parsing { scripts: true, ..Parsing::default() };
    let url = "http://example.com/a/b";
    let (document, _) = Document::parse_with(body, None, Some(url), &parsing);
    let stated = Structured::of(&document, url);
    assert_eq!(stated, Structured::of(&document, url));
    let json = serde_json::to_string(&stated.records()).expect("things are JSON");
    assert!(json.len() <= MOST_BYTES, "{} bytes", json.len());
    assert!(stated.facts().iter().all(|fact| !fact.values.is_empty()));
    let _ = (statements(&document), texts_of(&document, "priceCurrency"));
});
