//! What comes through, and what does not.

use super::*;
use proptest::prelude::*;
use sitewrap_tree::Document;

const ORIGIN: &str = "https://a.test";

fn clean(html: &str) -> String {
    let tree = Document::parse(html.as_bytes(), Some("text/html; charset=utf-8"), None).tree;
    let body = tree.children(tree.root()).collect::<Vec<_>>();
    fragment(&tree, &body, ORIGIN)
}

#[test]
fn structure_stays_and_looks_go() {
    let html = "<h1 id=top class=big>Tea</h1><p style='color:red'>Made by <b>Ann</b>, \
                <a href=/ann rel=author onclick=go()>a <i>friend</i></a>.<br>Twice.</p>\
                <div class=box><span>Boil</span> water.</div>\
                <ul><li>leaves<li>water</ul><pre>\n\n  1\n 2</pre><img data-src=/a.png alt='A \"cup\"'>";
    assert_eq!(
        clean(html),
        "<h2>Tea</h2><p>Made by <strong>Ann</strong>, \
         <a href=\"https://a.test/ann\">a <em>friend</em></a>.<br>Twice.</p>\
         <p>Boil water.</p><ul><li>leaves</li><li>water</li></ul><pre>\n\n  1\n 2</pre>\
         <p><img src=\"https://a.test/a.png\" alt=\"A &quot;cup&quot;\"></p>"
    );
}

#[test]
fn words_without_a_block_are_paragraphs() {
    assert_eq!(
        clean("One <b>two</b><p>three</p>four"),
        "<p>One <strong>two</strong></p><p>three</p><p>four</p>"
    );
}

#[test]
fn blocks_whose_words_have_no_place_go() {
    assert_eq!(clean("<blockquote><hr><ul>between items</ul></blockquote>"), "");
    assert_eq!(
        clean("<blockquote>Tea<hr></blockquote>"),
        "<blockquote><p>Tea</p><hr></blockquote>"
    );
}

#[test]
fn tables_keep_their_spans() {
    let html = "<table class=t><caption>Tides</caption><tr><th colspan=2 onclick=x>Low</th></tr>\
                <tr><td rowspan=999999>1</td><td>2</td></tr></table>";
    assert_eq!(
        clean(html),
        "<table><caption>Tides</caption><tbody><tr><th colspan=\"2\">Low</th></tr>\
         <tr><td>1</td><td>2</td></tr></tbody></table>"
    );
}

#[test]
fn nothing_hostile_comes_through() {
    let html = "<p onmouseover=alert(1)>a<script>alert(2)</script><style>p{}</style></p>\
        <a href='javascript:alert(3)'>b</a><a href=' java\tscript:alert(4)'>c</a>\
        <a href='JaVaScRiPt&colon;alert(5)'>d</a><a href='data:text/html,<script>'>e</a>\
        <a href='vbscript:x'>f</a><img src=x onerror=alert(6)><img src='javascript:alert(7)'>\
        <iframe srcdoc='<script>alert(8)</script>'></iframe><svg onload=alert(9)><a xlink:href=x>g</a></svg>\
        <math><mtext><script>alert(10)</script></mtext></math><object data=x>h</object>\
        <form action=javascript:x><button formaction=y>i</button></form>\
        <p>&lt;script&gt;alert(11)&lt;/script&gt;</p><a href='//evil.test/\"onclick=\"x'>j</a>\
        <noscript><p title='</noscript><img src=x onerror=alert(12)>'></noscript>";
    let clean = clean(html);
    for bad in [
        "<script",
        "on mouse",
        "onmouseover",
        "javascript",
        "vbscript",
        "data:",
        "onerror",
        "srcdoc",
        "<svg",
        "<iframe",
        "<form",
        "<object",
        "alert(1)",
        "alert(2)",
    ] {
        let escaped = clean.replace("&lt;script&gt;", "");
        assert!(!escaped.contains(bad), "{bad} in {clean}");
    }
    assert!(clean.contains("&lt;script&gt;alert(11)&lt;/script&gt;"), "{clean}");
    assert!(clean.contains("href=\"https://evil.test/&quot;onclick=&quot;x\""), "{clean}");
}

/// Tags that a fragment may have.
fn is_allowed(tag: &str) -> bool {
    !matches!(role(tag), Role::Nothing | Role::Open | Role::Box)
}

proptest! {
    #[test]
    fn any_garbage_gives_a_clean_fragment_that_stays_as_it_is(
        parts in prop::collection::vec(prop_oneof![
            prop::sample::select(vec![
                "<p>", "</p>", "<div class=x>", "</div>", "<ul>", "<li>", "</ul>", "<table>",
                "<tr>", "<td colspan=3>", "<th>", "</table>", "<a href=/x>", "<a href=javascript:x>",
                "</a>", "<b>", "<i>", "</b>", "<pre>", "\n", "</pre>", "<script>x</script>", "<img src=/y onerror=z>",
                "<blockquote>", "</blockquote>", "<dl><dt>", "<dd>", "</dl>", "<h3>", "</h3>", "<svg><p>",
                "<button>", "<form>", "<br>", "<hr>", "<figure>", "<figcaption>", "<code>", "</code>", " ",
                "<span onclick=x>", "</span>", "<select><option>", "<template>", "<math><mi>",
            ]).prop_map(str::to_owned),
            "[a-z<>&\"' ]{0,6}",
        ], 0..40),
    ) {
        let once = clean(&parts.concat());
        let tree = Document::parse(once.as_bytes(), Some("text/html; charset=utf-8"), None).tree;
        for node in tree.nodes().skip(1).filter(|&node| !tree.is_text(node)) {
            prop_assert!(is_allowed(tree.tag(node).as_str()), "{once}");
            for attr in tree.attrs(node) {
                let known = matches!(attr.name, "href" | "src" | "alt" | "colspan" | "rowspan");
                prop_assert!(known, "{once}");
            }
        }
        prop_assert_eq!(clean(&once), once.clone());
    }
}
