//! Whatever a sitemap or feed holds, the addresses in it are few enough and whole.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_crawl::fuzzing;

fuzz_target!(|file: &[u8]| fuzzing::listing(file));
