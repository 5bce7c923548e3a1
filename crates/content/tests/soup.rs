//! Whatever a page is, content comes out and nothing in it acts.

use proptest::prelude::*;
use sitewrap_content::{Blocks, Content, Evidence, FeatureTree, Lines, Method, Site, parse};
use sitewrap_tree::Document;

/// Pieces that pages are made of, with what has broken parsers before.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "<div>",
            "</div>",
            "<p>",
            "<a href=javascript:x()>",
            "</a>",
            "<a href=https://x.example/>",
            "<table>",
            "<tr>",
            "<td>",
            "</table>",
            "<li>",
            "<ul>",
            "</ul>",
            "<br>",
            "<pre>",
            "</pre>",
            "<b>",
            "</b>",
            "<h2>",
            "<noscript>",
            "</noscript>",
            "<script>x()</script>",
            "<img src=x onerror=y()>",
            "<select><option>",
            "<blockquote>",
            "<ol>",
            "<svg><title>",
            "<form>",
            "<button>",
            "\u{a0}",
            "```",
            "|",
        ])
        .prop_map(str::to_owned),
        "[a-z ,.]{0,30}",
        "\\PC{0,12}",
    ]
}

proptest! {
    #[test]
    fn any_page_gives_content_that_does_nothing(pieces in prop::collection::vec(piece(), 0..60)) {
        let body = pieces.concat();
        let document = parse(body.as_bytes(), None, Some("https://x.example/a"));
        let mut site = Site::default();
        site.add(&Lines::of(&Blocks::of(&document.tree)));
        let other = Document::parse(b"<div><p>Another page</p></div><ul><li>of the site", None, None);
        let sibling = FeatureTree::of(&other.tree, None);
        let evidence =
            Evidence { site: Some(&site), sibling: Some(&sibling), ..Evidence::default() };
        let methods = [Method::Best, Method::Blocks, Method::Decay, Method::Prune, Method::Lcs];
        for method in methods {
            let content = Content::with(&document, "https://x.example/a", method, &evidence);
            let text = content.text();
            prop_assert!(content.reason.is_none() || text.is_empty());
            let html = content.html();
            let acts = |markup: &str| ["<script", "onerror=\"", "href=\"javascript"].iter().any(|it| markup.contains(it));
            prop_assert!(!acts(&html), "{}", html);
            prop_assert!(!content.markdown().contains("](javascript"));
            content.facts();
        }
    }

    #[test]
    fn any_bytes_are_a_page(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let document = parse(&bytes, None, None);
        Content::of(&document, "", Method::Best, None).html();
    }
}
