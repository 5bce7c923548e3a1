//! Where nodes stand in a page: bytes as sent, and paths that other HTML parsers follow.

use proptest::prelude::*;
use sitewrap_tree::{Document, NodeId, Positions, TagTree};

fn parse(body: &[u8]) -> (Document, Positions) {
    Document::parse_with_positions(body, None, Some("https://a.example/"))
}

/// The text node that has `text` in it.
fn find(tree: &TagTree, text: &str) -> NodeId {
    let found = tree.nodes().find(|&node| tree.text(node).contains(text));
    found.unwrap_or_else(|| panic!("no text {text:?} in\n{tree}"))
}

/// A text of the page, the bytes that it should stand in, and the path that should lead to it.
type Case = (&'static str, &'static str, &'static str);

fn check(html: &str, cases: &[Case]) {
    let (page, positions) = parse(html.as_bytes());
    let plain = Document::parse(html.as_bytes(), None, Some("https://a.example/"));
    assert_eq!(page.tree.to_string(), plain.tree.to_string());
    assert_eq!(page.title, plain.title);
    for (text, bytes, path) in cases {
        let node = find(&page.tree, text);
        let range = positions.text_bytes(&page.tree, node, node).expect(text);
        assert_eq!(&html[range], *bytes);
        assert_eq!(positions.xpath(&page.tree, node), *path);
    }
}

#[test]
fn removed_markup_moves_nothing() {
    check(
        "<title>T</title><script>var a='<p>no</p>';</script><p>one <!-- no --> two\
         <style>p{}</style><noscript><p>no</p></noscript><p> three<script></script> four</p>\
         <template><p>no</p></template><p>five &amp; six\n</p>",
        &[
            ("one", "one <!-- no --> two", "/html/body/p[1]/text()[1]"),
            ("three", "three<script></script> four", "/html/body/p[2]/text()[1]"),
            ("five", "five &amp; six", "/html/body/p[3]/text()[1]"),
        ],
    );
}

#[test]
fn what_stands_around_removed_markup_becomes_no_markup() {
    check(
        "<p>a <<script>1</script>b>bold &am<style>p{}</style>p; so <<noscript></noscript>/p></p>",
        &[(
            "bold",
            "a <<script>1</script>b>bold &am<style>p{}</style>p; so <<noscript></noscript>/p>",
            "/html/body/p[1]/text()[1]",
        )],
    );
}

#[test]
fn blank_texts_and_comments_count_as_in_a_browser() {
    check(
        "<div> <b>a</b> tail <!-- x --> <i>b</i> end</div>",
        &[
            ("tail", "tail", "/html/body/div[1]/text()[2]"),
            ("end", "end", "/html/body/div[1]/text()[4]"),
        ],
    );
}

#[test]
fn what_the_parser_moves_keeps_its_bytes() {
    // Text in a table is put before it; a formatting element that is closed too late is repeated.
    check(
        "<table>lost<tr><td>cell</table><p><b>bold <i>both</b> after</i></p>",
        &[
            ("lost", "lost", "/html/body/text()[1]"),
            ("cell", "cell", "/html/body/table[1]/tbody[1]/tr[1]/td[1]/text()[1]"),
            ("both", "both", "/html/body/p[1]/b[1]/i[1]/text()[1]"),
            ("after", "after", "/html/body/p[1]/i[1]/text()[1]"),
        ],
    );
}

#[test]
fn like_elements_left_open_are_counted_as_without_positions() {
    // Of like formatting elements that are open, the fourth makes the parser forget the first.
    check(
        "<p><b class=x>1<b class=x>2<b class=x>3<b class=x>4<b class=x>5</p><p>six<a href=y>seven\
         <p>eight",
        &[
            ("six", "six", "/html/body/p[2]/b[1]/b[1]/b[1]/text()[1]"),
            ("eight", "eight", "/html/body/p[3]/b[1]/b[1]/b[1]/a[1]/text()[1]"),
        ],
    );
    // What is opened again has its place from the tag that opened it first.
    let html = b"<p>one<a href=/two>two<p>three";
    let (page, positions) = parse(html);
    let links: Vec<NodeId> =
        page.tree.nodes().filter(|&node| page.tree.tag(node).as_str() == "a").collect();
    let places =
        links.iter().map(|&link| &html[positions.attr_bytes(link, "href").expect("a place")]);
    assert_eq!(places.collect::<Vec<_>>(), [b"/two", b"/two"]);
}

#[test]
fn what_only_says_how_letters_look_has_no_node_but_stands_in_paths() {
    let body = b"<p>Age: <font size=2><font color=red>12</font></font> years<center><font face=x><p>deep</p></font>";
    let (page, positions) = Document::parse_with_positions(body, None, None);
    let tree = &page.tree;
    let at = |text: &str| tree.nodes().find(|&node| tree.text(node) == text).unwrap();
    let line = at("Age: 12 years");
    assert_eq!(positions.xpath(tree, line), "/html/body/p[1]/text()[1]");
    assert_eq!(
        &body[positions.text_bytes(tree, line, line).unwrap()],
        b"Age: <font size=2><font color=red>12</font></font> years"
    );
    let deep = at("deep");
    assert_eq!(positions.xpath(tree, deep), "/html/body/center[1]/font[1]/p[1]/text()[1]");
    let paragraph = tree.parent(deep).unwrap();
    assert!(tree.is_hoisted(paragraph) && tree.is_hoisted(line) && !tree.is_hoisted(deep));
    let (named, _) = Document::parse_with_positions(b"<font class=price>5</font>", None, None);
    assert_eq!(named.tree.len(), 3);
}

#[test]
fn elements_that_xpath_cannot_name_are_counted() {
    check(
        "<p>x</p><svg><text>drawn</text></svg><o:p>odd</o:p><p>y</p>",
        &[
            ("drawn", "drawn", "/html/body/*[2]/*[1]/text()[1]"),
            ("odd", "odd", "/html/body/*[3]/text()[1]"),
            ("y", "y", "/html/body/p[2]/text()[1]"),
        ],
    );
}

#[test]
fn a_tag_with_an_attribute_name_that_begins_with_an_equals_sign_stays_as_it_is() {
    check(
        "<p>x</p><q a/='b>held <i>more</i></q>",
        &[
            ("held", "held", "/html/body/q[1]/text()[1]"),
            ("more", "more", "/html/body/q[1]/i[1]/text()[1]"),
        ],
    );
}

#[test]
fn an_attribute_leads_to_its_value_and_without_one_to_its_tag() {
    let html = "<p><A Href='/x?a=1&amp;b=2' data-on title=plain>t</a><img src=\"/i.png\"></p>";
    let (page, positions) = parse(html.as_bytes());
    let of = |tag: &str, name: &str| {
        let node = page.tree.nodes().find(|&node| page.tree.tag(node).as_str() == tag);
        &html[positions.attr_bytes(node.expect(tag), name).expect(name)]
    };
    assert_eq!(of("a", "href"), "/x?a=1&amp;b=2");
    assert_eq!(of("a", "title"), "plain");
    assert_eq!(of("a", "data-on"), "<A Href='/x?a=1&amp;b=2' data-on title=plain>");
    assert_eq!(of("img", "src"), "/i.png");
    assert!(
        page.tree.nodes().all(|node| page.tree.attrs(node).all(|a| a.name != "sitewrap-place"))
    );
}

#[test]
fn bytes_count_before_decoding() {
    let utf16: Vec<u8> = "<p>né</p><b>£5</b>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (body, wanted) in [
        (&b"\xef\xbb\xbf<p>n\xc3\xa9</p><b>5</b>"[..], &b"n\xc3\xa9"[..]),
        (b"<p>n\xe9</p><b>5</b>", b"n\xe9"),
        (&utf16, b"n\0\xe9\0"),
    ] {
        let (page, positions) = parse(body);
        let node = find(&page.tree, "n\u{e9}");
        let range = positions.text_bytes(&page.tree, node, node).expect("a range");
        assert_eq!(&body[range], wanted);
    }
}

#[test]
fn a_page_cannot_forge_its_places() {
    // Signs that the page uses itself are not taken for marks, nor is the attribute.
    let html = "<p sitewrap-place=77>a \u{fdd0}0\u{fdd0} b &#xFDD1;9&#xFDD1; c</p><p>d</p>";
    let (page, positions) = parse(html.as_bytes());
    for node in page.tree.nodes() {
        if let Some(range) = positions.text_bytes(&page.tree, node, node) {
            assert!(range.end <= html.len());
        }
    }
    let last = find(&page.tree, "d");
    let range = positions.text_bytes(&page.tree, last, last).expect("a range");
    assert_eq!(&html[range], "d");
}

/// Words in markup that is nested, closed and left open in any way. Without SVG and MathML: in what
/// is left of broken ones, cleaner and parser differ on what is a comment or an element.
fn markup() -> impl Strategy<Value = String> {
    let tags = vec![
        "div", "p", "b", "a", "table", "tr", "td", "ul", "li", "select", "option", "script",
        "title", "textarea", "button", "body", "html", "h1", "pre", "br", "noscript", "caption",
        "dd", "style", "form", "template", "xmp",
    ];
    let piece = prop_oneof![
        3 => prop::sample::select(tags).prop_flat_map(|tag| {
            prop_oneof![
                2 => Just(format!("<{tag} class='k'>")),
                2 => Just(format!("</{tag}>")),
            ]
        }),
        3 => "[ ]{0,2}[a-z]{1,6}[ ]{0,2}",
        1 => Just("<!-- c -->".to_owned()),
        1 => Just(" &amp; ".to_owned()),
        1 => Just(" &#32; ".to_owned()),
        1 => "<[bp] [ab /='\"]{1,6}>",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Once the mark of a text hid that it was white space alone, so that the next text lacked a space.
#[test]
fn spaces_in_elements_of_their_own_are_kept_with_positions_as_without() {
    for space in [" ", "&nbsp;", "&#32;", "<!-- c --> &nbsp;"] {
        let html = format!(
            "<p>a<b>{space}</b><i>word</i><font>{space}</font> <a>and</a>{space}<u>more</u></p>"
        );
        let (page, _) = parse(html.as_bytes());
        let plain = Document::parse(html.as_bytes(), None, Some("https://a.example/"));
        let texts = |page: &Document| {
            let tree = &page.tree;
            tree.nodes().map(|node| tree.text(node).to_owned()).collect::<Vec<String>>()
        };
        assert_eq!(texts(&page), texts(&plain), "{html}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The bytes of a text begin and end with it, and hold its characters in order, whatever markup
    /// that makes no node stands between them.
    #[test]
    fn the_bytes_of_a_text_hold_it(html in markup()) {
        let (page, positions) = parse(html.as_bytes());
        for node in page.tree.nodes().filter(|&node| page.tree.is_text(node)) {
            let Some(range) = positions.text_bytes(&page.tree, node, node) else { continue };
            let written = html[range].replace("&amp;", "&").replace("&#32;", " ");
            let (written, text) = (written.trim(), page.tree.text(node).trim());
            prop_assert_eq!(written.chars().next(), text.chars().next());
            prop_assert_eq!(written.chars().last(), text.chars().last());
            let mut left = written.chars();
            for c in text.chars().filter(|c| !c.is_whitespace()) {
                prop_assert!(left.any(|w| w == c), "{text:?} is not in {written:?}");
            }
        }
    }

    #[test]
    fn asking_for_positions_changes_no_tree(html in markup()) {
        let (page, positions) = parse(html.as_bytes());
        let plain = Document::parse(html.as_bytes(), None, Some("https://a.example/"));
        // But for white space beside comments in tables, which a parser moves out piece by piece.
        let written = |tree: &TagTree| {
            tree.to_string().split(' ').filter(|word| !word.is_empty()).collect::<String>()
        };
        prop_assert_eq!(written(&page.tree), written(&plain.tree));
        let mut paths: Vec<String> =
            page.tree.nodes().map(|node| positions.xpath(&page.tree, node)).collect();
        paths.sort();
        paths.dedup();
        prop_assert_eq!(paths.len(), page.tree.len());
    }
}

#[test]
fn comments_in_tables_end_texts_with_and_without_positions() {
    // What is left over in a table moves before it, but for blanks alone.
    for html in ["<table>lost<!-- x -->\n<tr><td>cell", "<table>lost</!>\n", "<table>a<?b?> c"] {
        let plain = Document::parse(html.as_bytes(), None, None).tree;
        let (page, _) = parse(html.as_bytes());
        let texts = |tree: &TagTree| -> Vec<String> {
            tree.nodes().map(|node| tree.text(node).to_owned()).collect()
        };
        assert_eq!(texts(&plain), texts(&page.tree), "{html}");
    }
}
