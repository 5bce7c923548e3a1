//! Pages as they come, and the documents they give.

use sitewrap_tree::{Document, LinkKind, NodeId, Problem, TagTree};

/// Tags and texts of a tree on one line: `body(p(b("x")))`.
fn shape(tree: &TagTree) -> String {
    let mut shape = String::new();
    let mut open: Vec<NodeId> = Vec::new();
    for node in tree.nodes() {
        while open.last().is_some_and(|&last| !tree.contains(last, node)) {
            open.pop();
            shape.push(')');
        }
        if !shape.is_empty() && !shape.ends_with('(') {
            shape.push(' ');
        }
        if tree.is_text(node) {
            shape.push_str(&format!("{:?}", tree.text(node)));
        } else {
            shape.push_str(tree.tag(node).as_str());
            if tree.subtree_len(node) > 1 {
                shape.push('(');
                open.push(node);
            }
        }
    }
    shape + &")".repeat(open.len())
}

fn page(html: &str) -> Document {
    Document::parse(
        html.as_bytes(),
        Some("text/html; charset=utf-8"),
        Some("https://a.example/b/c"),
    )
}

fn shape_of(html: &str) -> String {
    shape(&page(html).tree)
}

#[test]
fn broken_nesting_is_repaired_as_browsers_do() {
    assert_eq!(shape_of("<p>1<b>2<i>3</b>4</i>5"), r#"body(p("1" b("2" i("3")) i("4") "5"))"#);
    assert_eq!(shape_of("<p>a<p>b<div>c"), r#"body(p("a") p("b") div("c"))"#);
    assert_eq!(shape_of("<ul><li>a<li>b</ul>"), r#"body(ul(li("a") li("b")))"#);
}

#[test]
fn a_table_without_tbody_gets_one() {
    assert_eq!(
        shape_of("<table><tr><td>a<td>b</table>"),
        r#"body(table(tbody(tr(td("a") td("b")))))"#
    );
}

#[test]
fn what_no_reader_sees_is_dropped_and_text_around_it_merged() {
    let html = "<body>a<script>if (1 < 2) document.write('<p>')</script>b<!-- <p> --><style>p{}\
                </style><noscript><p>n</noscript><template><p>t</template>c<p> &nbsp; </p>";
    assert_eq!(shape_of(html), r#"body("abc" p)"#);
}

#[test]
fn pages_without_a_body_have_one() {
    assert_eq!(shape_of(""), "body");
    assert_eq!(shape_of("<title>x</title>"), "body");
    assert_eq!(
        shape_of("<frameset><frame src=x><noframes>no</noframes></frameset>"),
        "body(frameset(frame))"
    );
}

#[test]
fn the_head_is_set_aside() {
    let page = page(
        r#"<html lang=en class="a b"><head><title> Tea &amp;
           cake</title><meta name=description content="x&quot;y"><meta property="og:title"
           content=T itemprop=name><script type="application/LD+json">{"a": "</b>"}</script>
           <link rel=canonical href="/tea"><body><p>x"#,
    );
    assert_eq!(page.title.as_deref(), Some("Tea & cake"));
    let attrs: Vec<_> = page.html_attrs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    assert_eq!(attrs, [("lang", "en"), ("class", "a b")]);
    let meta: Vec<_> = page.structured.meta.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(meta, [("description", "x\"y"), ("og:title", "T")]);
    assert_eq!(page.structured.itemprops, [("name".to_owned(), "T".to_owned())]);
    assert_eq!(page.structured.json_ld, [r#"{"a": "</b>"}"#]);
    assert_eq!(page.links.len(), 1);
    assert_eq!(page.links[0].kind, LinkKind::Canonical);
    assert_eq!(page.links[0].url, "https://a.example/tea");
    assert_eq!(shape(&page.tree), r#"body(p("x"))"#);
}

#[test]
fn urls_become_absolute_whatever_their_attribute() {
    let page = page(
        r##"<a href=x?q=1&amp;copy=2&reg=3>A</a><img src=" /i.png " srcset="s.png 1x, /l,b.png 2x,,
           t.png" data-src="lazy.png"><form action="?go"></form><iframe src=//f.example/></iframe>
           <video poster=p.png><source src=v.mp4></video><a href="mailto:x@y">M</a>
           <a href="#top"> <b>to</b> top</a><a href=""></a><img src="data:image/gif;base64,R0=">
           <a href='/"q"'>Q</a><a href="http://[">bad</a>"##,
    );
    let tree = &page.tree;
    let values = |name: &str| -> Vec<&str> {
        tree.nodes().filter_map(|node| tree.attr(node, name)).collect()
    };
    assert_eq!(
        values("href"),
        [
            "https://a.example/b/x?q=1&copy=2&reg=3",
            "mailto:x@y",
            "https://a.example/b/c#top",
            "",
            "https://a.example/%22q%22",
            "http://[",
        ]
    );
    assert_eq!(
        values("src"),
        [
            "https://a.example/i.png",
            "https://f.example/",
            "https://a.example/b/v.mp4",
            "data:image/gif;base64,R0=",
        ]
    );
    assert_eq!(
        values("srcset"),
        ["https://a.example/b/s.png 1x, https://a.example/l,b.png 2x, https://a.example/b/t.png"]
    );
    assert_eq!(values("data-src"), ["lazy.png"]);
    assert_eq!(values("poster"), ["https://a.example/b/p.png"]);
    assert_eq!(values("action"), ["https://a.example/b/c?go"]);
    let links: Vec<_> = page.links.iter().map(|l| (l.url.as_str(), l.text.as_str())).collect();
    assert_eq!(
        links,
        [
            ("https://a.example/b/x?q=1&copy=2&reg=3", "A"),
            ("https://a.example/b/c?go", ""),
            ("https://f.example/", ""),
            ("https://a.example/b/c#top", "to top"),
            ("https://a.example/%22q%22", "Q"),
        ]
    );
}

#[test]
fn the_first_base_counts() {
    let page = page("<base target=x><base href=/r/><base href=/other/><a href=y>y</a>");
    assert_eq!(page.links[0].url, "https://a.example/r/y");
}

#[test]
fn without_an_address_only_what_is_absolute_is_a_link() {
    let html = b"<a href=x>x</a><a href=http://B.example>y</a>";
    let page = Document::parse(html, None, None);
    assert_eq!(page.tree.attr(NodeId(1), "href"), Some("x"));
    assert_eq!(page.links.len(), 1);
    assert_eq!(page.links[0].url, "http://b.example/");
    let page = Document::parse(b"<base href=http://b.example><a href=x>x</a>", None, Some("c/d"));
    assert_eq!(page.links[0].url, "http://b.example/x");
    assert_eq!(page.problems, [Problem::InvalidUrl]);
}

#[test]
fn links_tell_what_they_are() {
    let page = page(
        r#"<link rel="stylesheet" href=s.css><link rel="Alternate" hreflang=de href=/de>
           <link rel="prev" href=1><meta http-equiv=Refresh content="0; URL='next'">
           <p><a rel="nofollow tag" href=t><img alt="a  cat" src=i></a><map><area href=z></map>"#,
    );
    let links: Vec<_> =
        page.links.iter().map(|l| (l.kind, l.rel.as_deref(), l.text.as_str())).collect();
    assert_eq!(
        links,
        [
            (LinkKind::Alternate, Some("Alternate"), ""),
            (LinkKind::Neighbour, Some("prev"), ""),
            (LinkKind::Refresh, None, ""),
            (LinkKind::Anchor, Some("nofollow tag"), "a cat"),
            (LinkKind::Anchor, None, ""),
        ]
    );
}

#[test]
fn entities_in_attributes_and_text_are_decoded_once() {
    let page = page(r#"<p title="a &amp;lt; &quot;b&quot;">&amp;lt; caf&eacute; &#8364;</p>"#);
    assert_eq!(page.tree.attr(NodeId(1), "title"), Some(r#"a &lt; "b""#));
    assert_eq!(page.tree.text(NodeId(2)), "&lt; café €");
}

#[test]
fn marks_and_a_base_before_the_doctype_do_no_harm() {
    let html = "\u{feff}<base href=\"http://b.example/\"/>\u{feff}<!DOCTYPE html><html lang=en>\
                <head><title>T</title></head><body class=c><p>x</body></html>";
    let page = Document::parse(html.as_bytes(), None, None);
    assert_eq!(page.title.as_deref(), Some("T"));
    assert_eq!(page.html_attrs, [("lang".to_owned(), "en".to_owned())]);
    assert_eq!(page.tree.attr(page.tree.root(), "class"), Some("c"));
    assert_eq!(shape(&page.tree), r#"body(p("x"))"#);
    assert_eq!(page.problems, []);
}

#[test]
fn text_reads_as_on_the_page() {
    let text = |html: &str| {
        let page = page(html);
        page.tree.inner_text(page.tree.root())
    };
    assert_eq!(
        text("<p>Hel<b>lo</b>,\n  <i>you</i></p><p>two<br>lines</p>"),
        "Hello, you\ntwo\nlines"
    );
    assert_eq!(text("<table><tr><td>a<td>b<tr><td>c</table>d"), "a b\nc\nd");
    assert_eq!(text("a<div>b</div>c&nbsp;<span> d </span>"), "a\nb\nc d");
    assert_eq!(text("<ul><li>1<li>2</ul><select><option>x<option>y</select>"), "1\n2\nx\ny");
    let page = page("<div>by <b>Jane</b> on <i>Monday</i></div>");
    assert_eq!(page.tree.own_text(NodeId(1)), "by on");
}

#[test]
fn html_is_written_so_that_it_reads_the_same() {
    let html = "<div class=\"a &quot;b&quot;\">x &lt; y &amp; z&nbsp;<br><img src=\"i\"></div>";
    let page = Document::parse(html.as_bytes(), None, None);
    assert_eq!(page.tree.outer_html(NodeId(1)), html);
    assert_eq!(page.tree.inner_html(NodeId(1)), "x &lt; y &amp; z&nbsp;<br><img src=\"i\">");
    let pre = Document::parse(b"<pre>\n\n  a</pre>", None, None);
    assert_eq!(pre.tree.outer_html(NodeId(1)), "<pre>\n\n  a</pre>");
    for html in ["<pre><br>\na</pre>", "<svg><textarea>\na</textarea></svg>"] {
        let page = Document::parse(html.as_bytes(), None, None);
        assert_eq!(page.tree.outer_html(NodeId(1)), html);
    }
}

#[test]
fn paths_are_those_of_a_browser() {
    let page = page("<script></script><div>a</div><p>b</p><div><i>c</i>d<i>e</i>f</div>");
    let tree = &page.tree;
    let path_to = |text: &str| {
        tree.nodes().find(|&node| tree.text(node) == text).map(|node| tree.xpath(node))
    };
    assert_eq!(path_to("e").as_deref(), Some("/html/body/div[2]/i[2]/text()[1]"));
    assert_eq!(path_to("f").as_deref(), Some("/html/body/div[2]/text()[2]"));
    assert_eq!(tree.xpath(tree.root()), "/html/body");
}

#[test]
fn a_tree_prints_one_node_a_line() {
    let page = page("<p class=price>£5");
    assert_eq!(page.tree.to_string(), "body\n  p class=\"price\"\n    \"£5\"\n");
}

#[test]
fn white_space_between_inline_elements_parts_their_words() {
    let page = page("<p><b>Ann</b> <i>Lee</i><b>!</b> <u> </u>\n<s>now</s></p><p> <b>then</b></p>");
    assert_eq!(page.tree.inner_text(page.tree.root()), "Ann Lee! now\nthen");
}

#[test]
fn white_space_in_elements_of_its_own_parts_words_and_keeps_listings_in_shape() {
    let text = |html: &str| page(html).tree.inner_text(sitewrap_tree::NodeId(0));
    assert_eq!(
        text("<p><b>one</b><i> </i><b>two</b><p><b>three</b><i> </i><p>four"),
        "one two\nthree\nfour"
    );
    let tree = page("<pre><b>if</b><i>  </i><u>x</u><i>\n  </i><u>y</u></pre>").tree;
    let all: String = tree.nodes().map(|node| tree.text(node)).collect();
    assert_eq!(all, "if  x\n  y");
}
