//! Pages as they come, and the documents they give.

use sitewrap_tree::{Document, LinkKind, NodeId, TagTree};

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
    assert_eq!(meta, [("description", "x\"y"), ("og:title", "T"), ("name", "T")]);
    assert_eq!(page.structured.json_ld, [r#"{"a": "</b>"}"#]);
    assert_eq!(page.links.len(), 1);
    assert_eq!(page.links[0].kind, LinkKind::Canonical);
    assert_eq!(page.links[0].url, "https://a.example/tea");
    assert_eq!(shape(&page.tree), r#"body(p("x"))"#);
}
