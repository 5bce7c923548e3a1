//! Tag soup: whatever pieces of markup and bytes stand in whatever order, parsing gives a tree that
//! is sound and within its bounds.
//!
//! `PROPTEST_CASES=100000 cargo test -p sitewrap-tree --test soup` looks longer than the gate does.

use proptest::prelude::*;
use sitewrap_tree::{Document, Limits, TagTree};

/// Bounds that short soups reach.
fn tight() -> Limits {
    Limits { bytes: 4 << 10, depth: 24, nodes: 300, ..Limits::default() }
}

/// Pieces that parsers have tripped over: what opens modes, moves nodes, is cut off or is not what
/// it seems.
const PIECES: &[&str] = &[
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<caption>",
    "<colgroup>",
    "<tbody>",
    "<b>",
    "<i>",
    "</b>",
    "</i>",
    "<a href=x>",
    "</a>",
    "<nobr>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<li>",
    "<dd>",
    "<select>",
    "<option>",
    "</select>",
    "<textarea>",
    "</textarea>",
    "<title>",
    "</title>",
    "<svg>",
    "<foreignObject>",
    "<math>",
    "<mi>",
    "<annotation-xml>",
    "</svg>",
    "<template>",
    "</template>",
    "<frameset>",
    "<frame>",
    "<body class=a>",
    "</body>",
    "</html>",
    "<html lang=x>",
    "<head>",
    "<base href=//b.example/>",
    "<base href=\"http://[\">",
    "<script>",
    "</script>",
    "<script type=application/ld+json>",
    "<!--",
    "-->",
    "<!-->",
    "<!--!>",
    "<style>",
    "</style>",
    "<noscript>",
    "</noscript>",
    "<plaintext>",
    "<iframe>",
    "<xmp>",
    "<form>",
    "</form>",
    "<button>",
    "<input type=",
    "<meta charset=utf-16>",
    "<meta charset=shift_jis>",
    "<![CDATA[",
    "]]>",
    "<?php",
    "?>",
    "<!DOCTYPE",
    "<a",
    "='",
    "=\"",
    ">",
    "<",
    "/>",
    "&#0;",
    "&#x110000;",
    "&amp",
    "&notit;",
    "&",
    "\0",
    "x",
    " ",
    "\r\n",
    "é",
    "\u{202e}",
    "href",
    "<img srcset='a 1x, ,, b 2x,'>",
    "<x-y z>",
    "<a:b c:d=e>",
    "</",
    "</p attr>",
    "<br/>",
    "</br>",
];

/// One of them, some bytes, or the same piece many times.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        12 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..6),
        1 => (prop::sample::select(PIECES), 10usize..60)
            .prop_map(|(piece, times)| piece.repeat(times).into_bytes()),
    ]
}

fn soup() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(piece(), 0..80).prop_map(|pieces| pieces.concat())
}

fn check(tree: &TagTree) -> Result<(), TestCaseError> {
    prop_assert_eq!(tree.tag(tree.root()).as_str(), "body");
    for node in tree.nodes() {
        let mut next = node.0 + 1;
        for child in tree.children(node) {
            prop_assert_eq!((child.0, tree.parent(child)), (next, Some(node)));
            prop_assert_eq!(tree.depth(child), tree.depth(node) + 1);
            next += tree.subtree_len(child) as u32;
        }
        prop_assert_eq!(next - node.0, tree.subtree_len(node) as u32);
        prop_assert!(!tree.is_text(node) || !tree.text(node).trim().is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_soup_gives_a_sound_tree(html in soup(), with_header in any::<bool>()) {
        let content_type = with_header.then_some("text/html; charset=utf-8");
        let page = Document::parse(&html, content_type, Some("http://a.example/b/"));
        check(&page.tree)?;
        let again = Document::parse(&html, content_type, Some("http://a.example/b/"));
        prop_assert_eq!(page.tree.len(), again.tree.len());
        for link in &page.links {
            prop_assert!(link.url.contains(':'), "{}", link.url);
        }
    }

    #[test]
    fn bounds_hold_and_what_they_cut_is_told(html in soup()) {
        let limits = tight();
        let cut = Document::parse_within(&html, Some("text/html"), None, &limits);
        check(&cut.tree)?;
        // One tag can make many nodes, see `Limits::nodes`.
        prop_assert!(cut.tree.len() <= 4 * limits.nodes, "{}", cut.tree.len());
        let deepest = cut.tree.nodes().map(|node| cut.tree.depth(node)).max().unwrap_or(0);
        prop_assert!(deepest <= limits.depth as u32, "{deepest}");
        let whole = Document::parse(&html, Some("text/html"), None);
        if whole.tree.len() > cut.tree.len() {
            prop_assert!(!cut.problems.is_empty());
        }
    }
}
