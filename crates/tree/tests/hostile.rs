//! Pages made to hurt: each must give a tree, in bounded time and memory.
//!
//! Without the bounds each of these takes minutes or gigabytes, so a broken one shows as a test
//! run that does not end; there is no clock in here.

use sitewrap_tree::{Document, Limits, Problem};

const HTML: Option<&str> = Some("text/html; charset=utf-8");

fn parse(html: &str) -> Document {
    Document::parse(html.as_bytes(), HTML, Some("https://a.example/"))
}

fn depth(page: &Document) -> u32 {
    page.tree.nodes().map(|node| page.tree.depth(node)).max().unwrap_or(0)
}

#[test]
fn deep_nesting_is_flattened_and_keeps_its_text() {
    for tag in ["div", "b", "span", "table><tr><td", "svg><g", "ul><li", "font size=1"] {
        let page = parse(&(format!("<{tag}>").repeat(100_000) + "x" + "</div>after"));
        assert!(depth(&page) <= 512, "{tag}: {}", depth(&page));
        let text = page.tree.inner_text(page.tree.root());
        assert!(text.contains('x') && text.ends_with("after"), "{tag}: {text:?}");
        assert!(!page.problems.is_empty(), "{tag}");
    }
}

#[test]
fn what_follows_deep_nesting_stands_where_it_belongs() {
    let deep = "<div>".repeat(2000) + "x" + &"</div>".repeat(2000);
    let page = parse(&format!("<section>{deep}</section><footer>end</footer>"));
    let root = page.tree.root();
    let tags: Vec<_> = page.tree.children(root).map(|n| page.tree.tag(n).as_str()).collect();
    assert_eq!(tags, ["section", "footer"]);
}

#[test]
fn many_open_paragraphs_are_not_deep() {
    let page = parse(&"<p>a<li>b".repeat(5000));
    assert_eq!(page.problems, []);
    assert_eq!(page.tree.len(), 1 + 4 * 5000);
}

#[test]
fn misnested_formatting_does_not_multiply_without_end() {
    let html: String = (0..5000).map(|i| format!("<p><b c={i}>")).collect();
    let page = parse(&html);
    assert!(page.tree.len() <= 410_000, "{}", page.tree.len());

    let long = "x".repeat(60_000);
    let html = format!("<b title='{long}'>") + &"<p>a</p>".repeat(50_000);
    assert!(parse(&html).tree.len() <= 410_000);
    let html = format!("<p><b title='{long}'>") + &"<p>a".repeat(50_000);
    let page = parse(&html);
    assert!(page.problems.iter().any(|p| matches!(p, Problem::AttributesCut { .. })));
    assert!(page.tree.len() > 100_000);
}

#[test]
fn too_many_nodes_stop_the_parser() {
    let limits = Limits { nodes: 1000, ..Limits::default() };
    let html = "<p>a".repeat(5000);
    let page = Document::parse_within(html.as_bytes(), HTML, None, &limits);
    assert!(matches!(page.problems[..], [Problem::ParsingStopped { nodes: 1000..1010 }]));
    assert!((900..1010).contains(&page.tree.len()));
}

#[test]
fn a_page_of_20_mb_is_read_up_to_the_limit() {
    let html = "<p>Ж word".repeat(2_000_000);
    let page = parse(&html);
    assert_eq!(page.problems[0], Problem::BytesCut { kept: 8 << 20, of: html.len() });
    let words = "word ".repeat(4 << 20);
    let page = parse(&words);
    assert_eq!(page.tree.len(), 2);
    assert_eq!(page.tree.text(sitewrap_tree::NodeId(1)).len(), 8 << 20);
    // A character that the limit cuts in two is not malformed.
    let page = parse(&"ЖЖЖЖЖЖЖЖa".repeat(1 << 20));
    assert!(matches!(page.problems[..], [Problem::BytesCut { .. }]));
    assert_eq!(page.encoding, "UTF-8");
}

#[test]
fn attributes_without_end_are_cut() {
    let many: String = (0..50_000).map(|i| format!(" a{i}=1")).collect();
    for html in [
        format!("<p{many}>x</p><p>y"),
        format!("<textarea><p{many}>x</textarea><p>y"),
        // The cleaner takes this for a title's text, the parser for markup.
        format!("<svg><title><p{many}>x</p></title></svg><p>y"),
        format!("<select><xmp><p{many}>x"),
        format!("<p{many}"),
    ] {
        let page = parse(&html);
        let attrs = page.tree.nodes().map(|node| page.tree.attrs(node).count()).max();
        assert!(attrs.is_some_and(|count| count <= 256), "{}", &html[..40]);
    }
    let page = parse(&format!("<p title='{}Ж'>x", "y".repeat((64 << 10) - 1)));
    assert!(matches!(page.problems[..], [Problem::AttributesCut { attributes: 1 }]));
    let p = sitewrap_tree::NodeId(1);
    assert_eq!(page.tree.attr(p, "title").map(str::len), Some((64 << 10) - 1));
}

#[test]
fn end_tags_and_openings_without_end_cost_no_more_than_others() {
    let spans = "<span>".repeat(500);
    let limits = Limits { nodes: 50_000, ..Limits::default() };
    for html in [
        "</p>".repeat(50_000),
        format!("{spans}{}", "</x>".repeat(50_000)),
        format!("{spans}{}", "</b>".repeat(50_000)),
        "<".repeat(400_000),
        "<!--".repeat(200_000),
        "<!--->".repeat(200_000),
        "<a href=".repeat(50_000),
        "&".repeat(400_000),
        "<table>".repeat(50_000),
        "<table>x".repeat(50_000),
        "<select><option>".repeat(50_000),
        "<template>".repeat(50_000),
        "<button><nobr>".repeat(50_000),
        "<a><div>".repeat(50_000),
        "<svg><p>".repeat(50_000),
        "<form><math><mi></form>".repeat(50_000),
    ] {
        let page = Document::parse_within(html.as_bytes(), HTML, None, &limits);
        assert!(depth(&page) <= 512, "{}", &html[..40]);
    }
}

#[test]
fn zeros_and_no_bytes_at_all() {
    for body in
        [&b""[..], b"\0", b"\0\0\0\0", b"<p>\0a\0</p>\0", b"\xff\xfe", b"\xef\xbb\xbf", b"<"]
    {
        let page = Document::parse(body, None, None);
        assert_eq!(page.tree.tag(page.tree.root()).as_str(), "body");
    }
    let page = parse("<p\0q>a\0b<i cl\0ass='\0'>");
    assert_eq!(page.tree.inner_text(page.tree.root()).replace('\u{fffd}', ""), "ab");
}

/// Once the end tag of a frame was taken for that of one that lay too deep and was left out, so that the
/// parser still waited for it, and panicked at the next tag.
#[test]
fn the_end_of_a_frame_is_its_own_where_another_lay_too_deep() {
    let deep = Limits::default().depth + 8;
    let (open, close) = ("<div>".repeat(deep), "</div>".repeat(deep));
    for raw in ["iframe", "textarea", "title", "style", "xmp"] {
        let html = format!("{open}<{raw}>{close}<{raw}></{raw}><p>after\0</p>");
        let page = Document::parse(html.as_bytes(), None, None);
        assert!(page.tree.nodes().any(|node| page.tree.text(node).contains("after")), "{raw}");
    }
}
