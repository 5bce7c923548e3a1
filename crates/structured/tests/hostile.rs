//! Whatever a page states, it is read, and what is given is bounded.

use proptest::prelude::*;
use sitewrap_structured::Structured;
use sitewrap_tree::{Document, Parsing};

/// Most bytes of what a page states, as JSON: a megabyte of text with its names and escapes.
const MOST_BYTES: usize = 8 << 20;

fn stated(html: &str) -> Structured {
    let parsing = Parsing { scripts: true, ..Parsing::default() };
    let url = "https://a.example/x";
    let (document, _) = Document::parse_with(html.as_bytes(), None, Some(url), &parsing);
    let stated = Structured::of(&document, url);
    let bytes = serde_json::to_string(&stated.records()).expect("records are JSON").len();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
    stated
}

fn json_ld(json: &str) -> String {
    format!("<script type='application/ld+json'>{json}</script>")
}

#[test]
fn references_that_multiply_are_bounded() {
    // Each thing refers to the next one many times, and the last to the first.
    let node = |n: usize| {
        let refs = vec![format!("{{\"@id\":\"#{}\"}}", (n + 1) % 40); 40].join(",");
        format!("{{\"@id\":\"#{n}\",\"@type\":\"Person\",\"name\":\"{n}\",\"knows\":[{refs}]}}")
    };
    let nodes: Vec<String> = (0..40).map(node).collect();
    assert!(!stated(&json_ld(&format!("{{\"@graph\":[{}]}}", nodes.join(",")))).things.is_empty());
}

#[test]
fn items_that_take_each_other_in_are_bounded() {
    let item = |n: usize| {
        let refs: Vec<String> = (0..60).map(|at| format!("i{at}")).collect();
        let refs = refs.join(" ");
        format!("<p id=i{n} itemprop=p itemscope itemref='{refs}'><b itemprop=name>{n}</b></p>")
    };
    let items: String = (0..60).map(item).collect();
    stated(&format!("<div itemscope>{items}</div>"));
}

#[test]
fn depth_and_length_are_bounded() {
    stated(&"<div itemscope itemprop=a>".repeat(20_000));
    stated(&"<div typeof=Person property=a vocab='https://schema.org/'>".repeat(20_000));
    stated(&json_ld(&"{\"a\":".repeat(100_000)));
    stated(&json_ld(&format!("[{}]", "{\"@type\":\"A\",\"name\":\"b\"},".repeat(100_000))));
    stated(&json_ld(&format!("{{\"name\":\"{}\"}}", "x".repeat(4 << 20))));
    stated(&format!("<script>{}</script>", "a={\"b\":[".repeat(100_000)));
    stated(&format!("<div {}typeof=A>", "prefix='a: b' ".repeat(1000)));
    stated(&"<meta property=article:tag content=a>".repeat(50_000));
}

const PIECES: &[&str] = &[
    "<div itemscope itemtype='https://schema.org/Product'>",
    "<p itemprop=offers itemscope itemref='a b' id=a>",
    "<b itemprop='name sku' id=b>",
    "<div vocab='https://schema.org/' typeof=Article resource='#x'>",
    "<i property=author typeof=Person about='#y'>",
    "<i property=name rel='schema:author'>",
    "</div>",
    "</p>",
    "</b>",
    "Oak",
    "<h1>Oak</h1>",
    "<title>Oak</title>",
    "<meta property=og:title content=Oak>",
    "<meta name=author content=Bo>",
    "<script type='application/ld+json'>",
    "<script type='application/json'>",
    "<script>x=",
    "</script>",
    "{\"@type\":\"Product\",\"@id\":\"#x\",\"name\":\"Oak\",\"sku\":\"1\"",
    ",\"mainEntity\":",
    ",\"author\":{\"@id\":\"#x\"}",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "\\u",
    "é\u{0}",
];

proptest! {
    #[test]
    fn whatever_the_page_it_is_read(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        let html = pieces.concat();
        let first = stated(&html);
        prop_assert_eq!(&first, &stated(&html));
        prop_assert!(first.facts().iter().all(|fact| !fact.values.is_empty()));
        prop_assert!(!first.has_main || !first.things.is_empty());
    }
}
