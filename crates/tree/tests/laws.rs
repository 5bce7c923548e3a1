//! What holds for every page.

use proptest::prelude::*;
use sitewrap_tree::{Document, Limits, NodeId, TagTree};

/// Preorder: parents come first, subtrees are contiguous, children partition them.
fn assert_preorder(tree: &TagTree) {
    assert_eq!(tree.tag(tree.root()).as_str(), "body");
    assert_eq!(tree.subtree_len(tree.root()), tree.len());
    for node in tree.nodes() {
        let children: Vec<NodeId> = tree.children(node).collect();
        let below: usize = children.iter().map(|&child| tree.subtree_len(child)).sum();
        assert_eq!(tree.subtree_len(node), 1 + below);
        for &child in &children {
            assert!(child > node);
            assert_eq!(tree.parent(child), Some(node));
            assert_eq!(tree.depth(child), tree.depth(node) + 1);
        }
        for pair in children.windows(2) {
            assert!(!(tree.is_text(pair[0]) && tree.is_text(pair[1])), "adjacent text");
        }
        if tree.is_text(node) {
            assert!(children.is_empty() && !tree.text(node).trim().is_empty());
        }
    }
}

/// HTML-like text: tags with and without their ends, in any order, text and bits of markup.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(vec![
            "div", "p", "b", "i", "a", "table", "tr", "td", "ul", "li", "select", "option", "svg",
            "math", "template", "script", "style", "title", "textarea", "form", "button", "nobr",
            "frameset", "frame", "body", "html", "head", "h1", "pre", "br", "img", "iframe",
            "noscript", "caption", "col", "mi", "foreignObject", "xmp", "dd", "dt",
        ])
        .prop_flat_map(|tag| {
            prop_oneof![
                2 => Just(format!("<{tag}>")),
                1 => Just(format!("<{tag} id=\"x\" class='a b' href=/u>")),
                2 => Just(format!("</{tag}>")),
            ]
        }),
        2 => "[a-z <>&\"'=/é\u{a0}\r\n\0-]{0,12}",
        1 => Just("<!-- c -->".to_owned()),
        1 => Just("&amp;lt&nbsp;".to_owned()),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Once a text before and a text in an element that lay too deep were two text nodes.
#[test]
fn text_around_elements_that_lie_too_deep_is_one_text() {
    let limits = Limits { depth: 3, ..Limits::default() };
    // The rows and cells that the parser adds lie deeper than the markup.
    let html = b"<table><td>one <b>two</b> three</td></table>";
    let page = Document::parse_within(html, None, None, &limits);
    assert_preorder(&page.tree);
    let texts: Vec<&str> = page
        .tree
        .nodes()
        .map(|node| page.tree.text(node))
        .filter(|text| !text.is_empty())
        .collect();
    assert_eq!(texts.len(), 1, "{texts:?}");
    let words: Vec<&str> = texts[0].split_whitespace().collect();
    assert_eq!(words, ["one", "two", "three"]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_give_a_tree(
        body in proptest::collection::vec(any::<u8>(), 0..600),
        content_type in proptest::option::of("[a-z/;= ]{0,8}(charset=)?[a-z0-9_-]{0,10}"),
        url in proptest::option::of(".{0,20}"),
    ) {
        let page = Document::parse(&body, content_type.as_deref(), url.as_deref());
        assert_preorder(&page.tree);
    }

    #[test]
    fn any_markup_gives_a_tree_within_its_bounds(html in markup()) {
        assert_preorder(&Document::parse(html.as_bytes(), None, Some("http://a.example/")).tree);
        let limits = Limits {
            bytes: 300, depth: 5, nodes: 40, attributes: 1, attribute_bytes: 3, tree_bytes: 20,
        };
        let page = Document::parse_within(html.as_bytes(), None, None, &limits);
        assert_preorder(&page.tree);
        for node in page.tree.nodes() {
            prop_assert!(page.tree.depth(node) < 6);
            prop_assert!(page.tree.attrs(node).count() <= 1);
            prop_assert!(page.tree.attrs(node).all(|attr| attr.value.len() <= 3));
        }
    }

    /// Writing and parsing reaches a fixed point: what HTML cannot express is gone after some
    /// rounds. (Only `plaintext`, which no tag can end, grows each time.)
    #[test]
    fn written_trees_read_the_same(html in markup()) {
        let mut page = Document::parse(html.as_bytes(), Some("text/html; charset=utf-8"), None);
        let mut written = page.tree.outer_html(page.tree.root());
        for _ in 0..20 {
            page = Document::parse(written.as_bytes(), Some("text/html; charset=utf-8"), None);
            let again = page.tree.outer_html(page.tree.root());
            if again == written {
                return Ok(());
            }
            written = again;
        }
        prop_assert!(false, "no fixed point: {written}");
    }

    #[test]
    fn paths_are_unique(html in markup()) {
        let tree = Document::parse(html.as_bytes(), None, None).tree;
        let mut paths: Vec<_> = tree.nodes().map(|node| tree.xpath(node)).collect();
        paths.sort();
        paths.dedup();
        prop_assert_eq!(paths.len(), tree.len());
    }
}
