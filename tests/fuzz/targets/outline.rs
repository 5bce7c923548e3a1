//! Whatever a page holds, the crawl gets its links and its structure from it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_crawl::fuzzing;

fuzz_target!(|body: &[u8]| fuzzing::findings(body));
