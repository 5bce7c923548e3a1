//! What becomes of all that a page says, and which nodes induction took for one field.

use sitewrap_induce::{Params, induce, learnt_from};
use sitewrap_model::{Accounts, Clustering, Explained};
use sitewrap_tree::{Document, NodeId};
use sitewrap_wrapper::{Extractor, line};

const PAGES: usize = 24;
const URL: &str = "https://shop.example/p";

fn page(n: usize, more: &str) -> Document {
    let html = format!(
        "<body><p class=shop>Nettle & Clay</p><h1 class=name>Kettle {n}</h1>\
         <p class=stock>Stock: {} pieces</p><a class=maker href='/maker/{n}'>Maker {n}</a>{more}</body>",
        n * 3 + 1
    );
    Document::parse(html.as_bytes(), None, Some(URL))
}

/// What becomes of a page that says `more` than those that were learned from, which say `learnt` besides.
fn explained(learnt: impl Fn(usize) -> String, more: &str) -> Explained {
    let pages: Vec<Document> = (0..PAGES).map(|n| page(n, &learnt(n))).collect();
    let documents: Vec<&Document> = pages.iter().collect();
    let clusters = Clustering::from_labels(&[Some(0); PAGES]);
    let set = induce(&documents, &[URL; PAGES], &clusters, &Params::default());
    let page = page(99, more);
    let extractor = Extractor::new(&set);
    let extraction = extractor.extract(URL, &page.tree);
    let path = |node: NodeId| page.tree.tag(node).as_str().to_owned();
    extractor.explain(&extraction, URL, &page.tree, &path).expect("the wrapper fits")
}

#[test]
fn all_that_a_page_says_is_template_or_a_value() {
    let Explained { texts, addresses, unexplained } = explained(|_| String::new(), "");
    assert_eq!(texts, Accounts { all: 4, template: 1, values: 3, ..Accounts::default() });
    assert_eq!(addresses, Accounts { all: 1, values: 1, ..Accounts::default() });
    assert_eq!(unexplained, []);
}

#[test]
fn what_no_page_had_before_is_told() {
    let new = "<table class=new><tr><td>Out of the blue<td><a href='/blue'></a></table>";
    let Explained { texts, addresses, unexplained } = explained(|_| String::new(), new);
    assert_eq!((texts.all, texts.unexplained, addresses.unexplained), (5, 1, 1));
    let texts: Vec<&str> = unexplained.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["Out of the blue", "https://shop.example/blue"]);
    assert_eq!(unexplained[1].xpath, "a/@href");
}

#[test]
fn a_way_that_stands_on_the_page_once_more_is_left_out() {
    let ways = |n: usize| {
        let way =
            format!("<a href=/>Home</a> &gt; <a href=/c/{0}>Cups {0}</a> &gt; Kettle {n}", n % 5);
        format!("<div class=z>{way}</div><div class=foot>{way}</div>")
    };
    let Explained { texts, unexplained, .. } = explained(ways, &ways(99));
    assert_eq!((texts.left_out, unexplained), (3, vec![]), "{texts:?}");
}

#[test]
fn the_nodes_that_became_a_field_are_kept() {
    let pages: Vec<Document> = (0..PAGES).map(|n| page(n, "")).collect();
    let documents: Vec<&Document> = pages.iter().collect();
    let clusters = Clustering::from_labels(&[Some(0); PAGES]);
    let learnt = learnt_from(&documents, &[URL; PAGES], &clusters, &Params::default());
    assert_eq!(learnt.len(), 1);
    assert_eq!(learnt[0].pages, (0..PAGES).collect::<Vec<_>>());
    let says = |role: &[(usize, NodeId)]| -> Vec<String> {
        role.iter().map(|&(page, node)| line(&pages[page].tree, node)).collect()
    };
    let names: Vec<String> = (0..PAGES).map(|n| format!("Kettle {n}")).collect();
    assert!(learnt[0].roles.iter().any(|role| says(role) == names), "{:?}", learnt[0].roles);
}
