//! Whatever a robots.txt holds, it says yes or no.
//!
//! The first line is the path that is asked for.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_crawl::fuzzing;

fuzz_target!(|input: &[u8]| {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    fuzzing::robots(&input[end..], &String::from_utf8_lossy(&input[..end]));
});
