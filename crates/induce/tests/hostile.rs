//! Pages that try to make induction or extraction long: it ends, within the bounds that the `DESIGN.md` of
//! `template` states, and what a person would want from such pages is still found.

use sitewrap_induce::{Params, induce};
use sitewrap_model::{Clustering, Extraction};
use sitewrap_tree::Document;
use sitewrap_wrapper::{Content, Extractor, WrapperSet};

/// Kinds of children that a template node has at the most.
const MAX_KINDS: usize = 400;

const PAGES: usize = 4;

fn wrap(page: impl Fn(usize) -> String) -> (WrapperSet, Vec<Extraction>) {
    let urls: Vec<String> = (0..PAGES).map(|n| format!("http://hostile.test/{n}")).collect();
    let parse = |n: usize| Document::parse(page(n).as_bytes(), None, Some(&urls[n]));
    let documents: Vec<Document> = (0..PAGES).map(parse).collect();
    let pages: Vec<&Document> = documents.iter().collect();
    let addresses: Vec<&str> = urls.iter().map(String::as_str).collect();
    let labels = Clustering::from_labels(&[Some(0); PAGES]);
    let set = induce(&pages, &addresses, &labels, &Params::default());
    let extractor = Extractor::new(&set);
    let extract = |(page, url): (&&Document, &&str)| extractor.extract(url, &page.tree);
    let all = pages.iter().zip(&addresses).map(extract).collect();
    (set, all)
}

fn title(extraction: &Extraction) -> Option<String> {
    let record = serde_json::to_value(extraction.record.as_ref()?).ok()?;
    Some(record.get("title")?.as_str()?.to_owned())
}

fn class(at: usize) -> String {
    let letter = |at: usize| char::from(b'a' + (at % 26) as u8);
    [at / 676, at / 26, at].map(letter).iter().collect()
}

#[test]
fn thousands_of_unlike_children_leave_a_bounded_template() {
    let (set, all) = wrap(|n| {
        let child = |at: usize| format!("<div class=f{}>v{}</div>", class(at), n * at + at);
        let children: String = (0..2500).map(child).collect();
        format!("<h1>Page {n}</h1>{children}")
    });
    let Content::Children(children) = &set.wrappers[0].template.root.content else {
        panic!("a body without children");
    };
    let children = children.len();
    assert!((MAX_KINDS / 2..=MAX_KINDS).contains(&children), "{children}");
    // Most of a page is not in the template: an honest "no match".
    assert!(all.iter().all(|page| page.record.is_none() && page.reason.is_some()));
}

#[test]
fn a_swarm_of_one_tag_does_not_crowd_out_the_title() {
    let (_, all) = wrap(|n| {
        let child = |at: usize| format!("<div class=f{}>v{}</div>", class(at), n * at + at);
        let children: String = (0..350).map(child).collect();
        format!("<h1>Page {n}</h1>{children}")
    });
    assert_eq!(title(&all[3]).as_deref(), Some("Page 3"));
}

#[test]
fn long_flat_lists_of_mixed_children_end() {
    let parts = ["<p>x</p>", "<div class=a>y</div>", "<b>z</b>", "<span>w</span>"];
    let (_, all) = wrap(|n| {
        let list: String = (0..8000).map(|at| parts[(at * at + at / 7 + n) % 4]).collect();
        format!("<h1>Page {n}</h1>{list}")
    });
    assert_eq!(title(&all[2]).as_deref(), Some("Page 2"));
}

#[test]
fn wide_tables_and_deep_nests_end() {
    let (_, all) = wrap(|n| {
        let row = |a: usize| (0..300).map(|b| format!("<td>{}", n * a + b)).collect::<String>();
        let rows: String = (0..40).map(|a| format!("<tr>{}", row(a))).collect();
        format!("<h1>Page {n}</h1><table>{rows}</table>{}deep {n}", "<div>".repeat(5000))
    });
    assert_eq!(title(&all[1]).as_deref(), Some("Page 1"));
}

#[test]
fn storms_of_attributes_end() {
    let (_, all) = wrap(|n| {
        let attributes =
            |at: usize| (0..120).map(|k| format!(" a{at}-{k}={n}{k}")).collect::<String>();
        let children: String = (0..100).map(|at| format!("<i{}>x</i>", attributes(at))).collect();
        format!("<h1>Page {n}</h1><p>{children}</p>")
    });
    assert_eq!(title(&all[0]).as_deref(), Some("Page 0"));
}
