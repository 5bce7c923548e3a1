//! Values that the tests of the store share.

use sitewrap_model::{
    CrawlBatch, FrontierEntry, FrontierState, Header, Links, ListPage, Marks, Page, Relations,
};

/// The address of the page with this number.
pub(crate) fn url(number: usize) -> String {
    format!("https://shop.example/item/{number}")
}

/// A page with a body of some kilobytes that tells its number and its revision.
pub(crate) fn page(number: usize, revision: usize) -> Page {
    let row = format!("<p class=\"row\">item {number}, revision {revision}</p>\n");
    Page {
        final_url: format!("{}?final", url(number)),
        url: url(number),
        status: 200,
        headers: vec![
            Header { name: "content-type".into(), value: "text/html; charset=utf-8".into() },
            Header { name: "etag".into(), value: format!("\"{revision}\"") },
        ],
        body: row.repeat(20 + number % 50).into_bytes(),
        fetched_at: 1_700_000_000_000 + number as u64,
        depth: 2,
        referrer: Some("https://shop.example/".into()),
        marks: Marks::default(),
    }
}

/// Links from the page with this number to entries of the frontier.
pub(crate) fn links(from: usize, to: &[u64]) -> Links {
    Links { from: url(from).into(), to: to.to_vec(), beyond: Vec::new() }
}

/// A frontier entry for the page with this number.
pub(crate) fn entry(number: usize, state: FrontierState) -> FrontierEntry {
    FrontierEntry {
        url: url(number),
        seq: number as u64,
        depth: 2,
        referrer: Some("https://shop.example/".into()),
        state,
        fingerprint: None,
    }
}

/// What is known of a page of a list, whose first page is the one with the number before.
pub(crate) fn relations(number: usize) -> Relations {
    Relations {
        canonical: Some(url(number)),
        prev: Some(url(number.saturating_sub(1))),
        next: None,
        languages: vec![("de".into(), url(number + 1))],
        list: Some(ListPage { first: url(number.saturating_sub(1)).into(), number: 2 }),
    }
}

/// A batch of the pages with these numbers and all that a crawl stores with them: the pages
/// themselves, their frontier entries, a link from each to the one before, and the state `last`.
pub(crate) fn batch(numbers: std::ops::Range<usize>, revision: usize) -> CrawlBatch {
    CrawlBatch {
        pages: numbers.clone().map(|number| page(number, revision)).collect(),
        frontier: numbers.clone().map(|number| entry(number, FrontierState::Fetched)).collect(),
        links: numbers.clone().map(|n| links(n, &[n.saturating_sub(1) as u64])).collect(),
        relations: numbers.clone().map(|n| (url(n), relations(n))).collect(),
        state: vec![("last".into(), numbers.end.to_string().into_bytes())],
        soft_404s: Vec::new(),
    }
}
