//! The paper's induction, from pages to records.

use proptest::prelude::*;
use sitewrap_induce::{Method, Params, induce};
use sitewrap_model::{Clustering, Extraction, Reason, Value};
use sitewrap_tree::Document;
use sitewrap_wrapper::{Content, Element, Extractor, TemplateNode, WrapperSet};

/// Induces one wrapper by the paper from the bodies of pages, as one cluster.
fn wrap(bodies: &[String]) -> WrapperSet {
    let pages: Vec<Document> = bodies.iter().map(|body| page(body)).collect();
    let urls: Vec<String> = (0..pages.len()).map(|at| format!("http://a.test/{at}")).collect();
    let params = Params { method: Method::Paper, ..Params::default() };
    let clustering = Clustering::from_labels(&vec![Some(0); pages.len()]);
    let pages: Vec<&Document> = pages.iter().collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    induce(&pages, &urls, &clustering, &params)
}

fn page(body: &str) -> Document {
    Document::parse(format!("<body>{body}</body>").as_bytes(), None, None)
}

fn extract(set: &WrapperSet, body: &str) -> Extraction {
    Extractor::new(set).extract("http://a.test/new", &page(body).tree)
}

/// The value of a field in a page's record.
fn value(extraction: &Extraction, field: &str) -> Option<String> {
    match extraction.record.as_ref()?.get(field)? {
        Value::Text(text) => Some(text.clone()),
        Value::List(_) | Value::Record(_) | Value::Typed(_) => None,
    }
}

/// The children of a template node.
fn children(element: &Element) -> Vec<&Element> {
    fn as_element(node: &TemplateNode) -> &Element {
        match node {
            TemplateNode::Element(element) => element,
            other => panic!("the paper knows elements only, not {other:?}"),
        }
    }
    let Content::Children(children) = &element.content else { return Vec::new() };
    children.iter().map(as_element).collect()
}

fn tags(element: &Element) -> Vec<&str> {
    children(element).iter().map(|child| child.tag.as_str()).collect()
}

/// Product pages; every third has an old price.
fn shop(count: usize) -> Vec<String> {
    let one = |at: usize| {
        let old =
            if at.is_multiple_of(3) { format!("<del>{}.00</del>", at + 90) } else { String::new() };
        let maker = at % 5;
        format!(
            "<h1>Item {at}</h1><dl><dt>Price:</dt><dd>{at}.50</dd>{old}</dl>\
             <a href='/maker/{maker}'>Maker {maker}</a>"
        )
    };
    (0..count).map(one).collect()
}

#[test]
fn an_optional_node_is_inserted_behind_the_last_child_with_a_counterpart() {
    let short = "<h1>One</h1><p>a</p><ul><li>x</li></ul>".to_owned();
    let long = "<h1>Two</h1><em>new</em><p>b</p><ul><li>y</li></ul><hr>".to_owned();
    for pages in [[short.clone(), long.clone()], [long, short]] {
        let set = wrap(&pages);
        let root = &set.wrappers[0].template.root;
        assert_eq!(tags(root), ["h1", "em", "p", "ul", "hr"]);
        let required: Vec<bool> =
            children(root).iter().map(|child| child.presence.is_required()).collect();
        assert_eq!(required, [true, false, true, true, false]);
    }
}

#[test]
fn a_subtree_that_the_template_lacks_is_inserted_whole_before_all_if_it_stands_first() {
    let shared = "<p>a</p><p>b</p><p>c</p>";
    let first = "<section><i>1</i><i>2</i></section>";
    let set = wrap(&[shared.to_owned(), shared.to_owned(), format!("{first}{shared}")]);
    let root = &set.wrappers[0].template.root;
    assert_eq!(tags(root), ["section", "p", "p", "p"]);
    let section = children(root)[0];
    assert_eq!(tags(section), ["i", "i"]);
    assert_eq!((section.presence.seen, section.presence.of), (1, 3));
}

#[test]
fn equal_text_is_template_text_and_the_rest_is_content() {
    let set = wrap(&shop(30));
    let list = children(&set.wrappers[0].template.root)[1];
    let text = |element: &Element| children(element)[0].content.clone();
    assert_eq!(tags(list), ["dt", "dd", "del"]);
    assert_eq!(text(children(list)[0]), Content::Fixed("Price:".to_owned()));
    assert!(matches!(text(children(list)[1]), Content::Text(pattern) if pattern.whole.is_some()));
    let old = children(list)[2].presence;
    assert_eq!((old.seen, old.of), (10, 30));
}

#[test]
fn a_new_page_gives_its_content_under_names_from_labels_and_tags() {
    let set = wrap(&shop(30));
    let new = "<h1>New</h1><dl><dt>Price:</dt><dd>7.25</dd></dl><a href='/maker/9'>Me</a>";
    let found = extract(&set, new);
    assert!(found.satisfied, "{:?}", found.reason);
    assert_eq!(value(&found, "title").as_deref(), Some("New"));
    assert_eq!(value(&found, "price").as_deref(), Some("7.25"));
    let record = found.record.unwrap_or_default();
    assert!(record.iter().any(|(_, value)| *value == Value::Text("/maker/9".to_owned())));
}

#[test]
fn an_optional_neighbour_does_not_shift_values() {
    let body = |at: usize, note: bool| {
        let note = if note { format!("<div><em>Note {at}</em></div>") } else { String::new() };
        format!("<h1>T{at}</h1>{note}<div><b>SKU</b><i>{at}</i></div><p>Text {at}</p>")
    };
    let pages: Vec<String> = (0..20).map(|at| body(at, at % 2 == 0)).collect();
    let set = wrap(&pages);
    let (with, without) = (extract(&set, &body(70, true)), extract(&set, &body(71, false)));
    let field = |found: &Extraction, wanted: &str| {
        let record = found.record.clone().unwrap_or_default();
        let wanted = Value::Text(wanted.to_owned());
        record.iter().find(|(_, value)| **value == wanted).map(|(name, _)| name.to_owned())
    };
    assert!(field(&with, "70").is_some());
    assert_eq!(field(&with, "70"), field(&without, "71"));
    assert_eq!(field(&with, "Text 70"), field(&without, "Text 71"));
}

#[test]
fn a_page_without_a_required_node_says_so_and_still_gives_the_rest() {
    let set = wrap(&shop(30));
    let found = extract(&set, "<h1>Bare</h1><a href='/maker/1'>Maker 1</a>");
    assert!(!found.satisfied);
    assert_eq!(found.reason, Some(Reason::Lacks(vec!["dl".to_owned()])));
    assert_eq!(value(&found, "title").as_deref(), Some("Bare"));
}

#[test]
fn pages_that_made_the_template_satisfy_it() {
    let pages = shop(40);
    let set = wrap(&pages);
    for page in &pages {
        let found = extract(&set, page);
        assert!(found.satisfied, "{page}: {:?}", found.reason);
        assert_eq!(found.fit, 1.0);
    }
}

#[test]
fn a_node_on_one_of_very_many_pages_is_left_out() {
    let mut pages = shop(60);
    pages[7].push_str("<blockquote>Once</blockquote>");
    let set = wrap(&pages);
    assert_eq!(tags(&set.wrappers[0].template.root), ["h1", "dl", "a"]);
}

#[test]
fn hostile_pages_end() {
    let deep = "<div>".repeat(3000);
    let wide: String = (0..600).map(|at| format!("<p><i>{at}</i></p><b>x</b>")).collect();
    let mixed: String = (0..600)
        .map(|at| format!("<p>{}</p>", ["<i></i>", "<b></b><i></i>", "<u></u>"][at * at % 3]))
        .collect();
    let pages = [deep, wide, mixed];
    let set = wrap(&pages);
    for page in &pages {
        extract(&set, page);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_of_pages_is_no_matter(
        bodies in prop::collection::vec("(<p>[ab]</p>|<div><i>c</i></div>|<b>[xyz]</b>){1,6}", 2..12),
        by in 0usize..12,
    ) {
        let set = wrap(&bodies);
        let mut turned = bodies.clone();
        turned.rotate_left(by % bodies.len());
        prop_assert_eq!(&wrap(&turned).wrappers[0].template, &set.wrappers[0].template);
        turned.reverse();
        prop_assert_eq!(&wrap(&turned).wrappers[0].template, &set.wrappers[0].template);
    }
}
