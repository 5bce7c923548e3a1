//! Whatever an archive holds, reading it ends, and each record is a page, an error or passed over.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_archive::WarcReader;
use std::io::Cursor;
use std::path::Path;

fuzz_target!(|file: &[u8]| {
    let input = Cursor::new(file.to_vec());
    let Ok(pages) = WarcReader::new(input, Path::new("fuzz.warc")) else { return };
    // Every record takes a byte of the file at least, and so does what lies between them.
    assert!(pages.count() <= 2 * file.len() + 1);
});
