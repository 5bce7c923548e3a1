//! Whatever the pages of a site, they are clustered, give wrappers and records, and give the same ones
//! again.
//!
//! Pages are parted by a form feed, which white space in HTML seldom is; each begins with a line that is the
//! path of its address.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_model::Page;
use sitewrap_pipeline::{InduceParams, LoadedSite};

/// Most pages of an input.
const PAGES: usize = 12;

/// The page that a part of the input is, at the place of the part.
fn page((at, part): (usize, &[u8])) -> Page {
    let end = part.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let path: String =
        part[..end].iter().filter(|b| b.is_ascii_graphic()).map(|&b| b as char).collect();
    Page::imported(format!("http://example.com/{path}?{at}"), part[end..].to_vec())
}

fuzz_target!(|input: &[u8]| {
    let pages: Vec<Page> =
        input.split(|&byte| byte == 0x0c).take(PAGES).enumerate().map(page).collect();
    let params = InduceParams::default();
    let Ok(site) = LoadedSite::new(pages.clone(), &params, &()) else { return };
    let learnt = site.learn(&params, &()).expect("pages in memory are read");
    let records = site.extract(&learnt);
    let reversed = pages.into_iter().rev();
    let again = LoadedSite::new(reversed, &params, &()).expect("there are the same pages");
    let learnt_again = again.learn(&params, &()).expect("pages in memory are read");
    assert_eq!(learnt.wrappers, learnt_again.wrappers, "the order of pages changes wrappers");
    let records_again: Vec<_> = again.extract(&learnt_again).into_iter().rev().collect();
    assert_eq!(records, records_again, "the order of pages changes records");
});
