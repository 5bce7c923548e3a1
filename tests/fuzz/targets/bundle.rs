//! Whatever stands in a file of wrappers, it is refused or used: it extracts pages, and what can be read after it
//! was written again is the same.
//!
//! Fuzzers do not guess checksums: the content is given, and is put into a bundle that is whole.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_bundle::{Bundle, HostWrappers};
use sitewrap_wrapper::{Extractor, Fields, Typer};
use sitewrap_tree::Document;

const PAGE: &str = "<body class=product><h1>Lamp</h1><ul><li>a<li>b</ul><p>Price: <b>2.50 EUR</b></p>\
                    <dl><dt>Weight</dt><dd>1 kg</dd></dl></body>";

/// A content as a bundle.
fn sealed(content: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89SWB\r\n\x1a\n\0\0\0\0\x01\0\0\0".to_vec();
    bytes.extend((content.len() as u64).to_le_bytes());
    bytes.extend(zstd::bulk::compress(content, 1).expect("memory takes it"));
    let sum = crc32fast::hash(&bytes[12..]);
    bytes[8..12].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fuzz_target!(|content: &[u8]| {
    let _ = Bundle::from_bytes(content);
    let Ok(bundle) = Bundle::from_bytes(&sealed(content)) else { return };
    let document = Document::parse(PAGE.as_bytes(), None, None);
    for set in HostWrappers::new(&bundle, Fields::Core).sets() {
        let raw = Extractor::new(set).extract("https://shop.example/lamp", &document.tree);
        let _ = Typer::new(set).typed(raw);
    }
    let again = bundle.to_bytes().expect("what was read can be written");
    // Numbers beyond all bounds, as no release writes them, are nothing in JSON.
    if let Ok(again) = Bundle::from_bytes(&again) {
        assert_eq!(again, bundle);
    }
});
