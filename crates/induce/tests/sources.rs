//! Where the values of a record come from: every value has a source, and it stands there.

use sitewrap_induce::{Params, induce};
use sitewrap_model::{Clustering, Record, Value};
use sitewrap_tree::{Document, TagTree};
use sitewrap_wrapper::{Extractor, Item, Source, Sources, Take, collapse};

const URL: &str = "https://shop.example/p";
const NAMES: [&str; 7] = ["Lantern", "Kettle", "Compass", "Barrel", "Anchor", "Cleat", "Sextant"];

/// A page with a text cut in parts, an attribute, class words, a map, a list, one in rows, and running text.
fn page(n: usize) -> Document {
    let name = NAMES[n % NAMES.len()];
    let reviews: String = (0..1 + n % 3)
        .map(|i| {
            let stars = ["one", "two", "three"][(n + i) % 3];
            format!("<li class='review {stars}'><b>Reader {n}-{i}</b><p>Verdict {n} {i}</p></li>")
        })
        .collect();
    let story: String =
        (0..2 + n % 3).map(|i| format!("<p>The {name} {n} has a story of part {i}.</p>")).collect();
    let tile = |i: usize| format!("<p class=tile><b>View {n}-{i}</b><i>{} px</i></p>", n * 7 + i);
    let row = |i: usize| format!("<div class=strip>{}{}</div>", tile(2 * i), tile(2 * i + 1));
    let views: String = (0..1 + n % 3).map(row).collect();
    let html = format!(
        "<body><h1>{name} {n}</h1><img class=big src='/img/{n}.png'>\
         <p class=stock>In stock ({} available)</p>\
         <table><tr><th>Code:</th><td>K-{n}</td></tr><tr><th>Weight:</th><td>{n} kg</td></tr></table>\
         <ul>{reviews}</ul><div class=views>{views}</div><div class=story>{story}</div></body>",
        n * 3 + 1
    );
    Document::parse(html.as_bytes(), None, Some(URL))
}

#[test]
fn each_value_stands_where_its_source_says() {
    let pages: Vec<Document> = (0..24).map(page).collect();
    let documents: Vec<&Document> = pages.iter().collect();
    let clusters = Clustering::from_labels(&vec![Some(0); pages.len()]);
    let set = induce(&documents, &vec![URL; pages.len()], &clusters, &Params::default());
    let extractor = Extractor::new(&set);
    let mut checked = 0;
    for page in &pages {
        let (traced, sources) = extractor.trace(URL, &page.tree);
        assert_eq!(traced, extractor.extract(URL, &page.tree));
        let (record, sources) = (traced.record.unwrap(), sources.unwrap());
        checked += check_record(&page.tree, &record, &sources);
    }
    assert!(checked > 24 * 8, "only {checked} values were checked");
}

fn check_record(tree: &TagTree, record: &Record, sources: &Sources) -> usize {
    let names: Vec<&str> = record.iter().map(|(name, _)| name).collect();
    let sourced: Vec<&str> = sources.iter().map(|(name, _)| name).collect();
    assert_eq!(names, sourced);
    record
        .iter()
        .map(|(name, value)| {
            check(tree, value, sources.get(name).expect("every field has a source"))
        })
        .sum()
}

fn check(tree: &TagTree, value: &Value, source: &Source) -> usize {
    match (value, source) {
        (Value::Text(text), Source::Value(span)) => {
            let (first, last) = (span.first, span.last);
            assert_eq!(tree.parent(first), tree.parent(last));
            let stands = match &span.take {
                Take::Attr(name) => {
                    tree.attr(first, name).expect("the attribute is there").to_owned()
                }
                Take::Text | Take::Part => tree
                    .nodes()
                    .filter(|node| tree.is_text(*node))
                    .filter(|&node| node >= first && (node <= last || tree.contains(last, node)))
                    .map(|node| tree.text(node))
                    .collect::<Vec<_>>()
                    .join(" "),
            };
            let (stands, text) = (collapse(&stands), collapse(text));
            assert!(stands.contains(&text), "{text:?} is not in {stands:?}");
            1
        }
        (Value::List(values), Source::List(items)) => {
            assert_eq!(values.len(), items.len());
            values.iter().zip(items).map(|(value, item)| check_item(tree, value, item)).sum()
        }
        (Value::Record(record), Source::Record(sources)) => check_record(tree, record, sources),
        (value, source) => panic!("{value:?} has the source {source:?}"),
    }
}

fn check_item(tree: &TagTree, value: &Value, item: &Item) -> usize {
    assert!(!item.nodes.is_empty());
    check(tree, value, &item.source)
}
