//! Whatever an address is, it has one spelling, which has one again, and what is read out of it ends.
//!
//! The first line is a base, the second what a page links to.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_crawl::fuzzing;

fuzz_target!(|input: &str| {
    let (base, link) = input.split_once('\n').unwrap_or(("http://example.com/a/", input));
    fuzzing::address(base, link);
});
