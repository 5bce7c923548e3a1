//! Whatever headers an answer has, they are read: `Link`, `Retry-After`, `Content-Type` with its
//! charset, `X-Robots-Tag`; with a page behind them in the encoding that they name.
//!
//! The first four lines are the headers, the rest is the page.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_crawl::fuzzing;
use sitewrap_fetch::fuzzing::retry_after;

fuzz_target!(|input: &[u8]| {
    let mut lines = input.splitn(5, |&byte| byte == b'\n');
    let mut next = || lines.next().unwrap_or_default();
    let [link, wait, content_type, directives] =
        [next(), next(), next(), next()].map(String::from_utf8_lossy);
    retry_after(&wait);
    fuzzing::headers(&[link, content_type, directives], next());
});
