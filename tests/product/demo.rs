//! The first thing a stranger runs.

use crate::support::{Scratch, demo_folder};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use url::Url;

/// Shares of truth values that the records hold, as they must at least be: page type and field of
/// the truth, floor.
const FLOORS: [(&str, &str, f64); 12] = [
    ("product", "title", 1.0),
    ("product", "price", 0.95),
    ("product", "sku", 0.95),
    ("product", "availability", 0.95),
    ("product", "image", 0.95),
    ("product", "related", 0.8),
    ("article", "title", 1.0),
    ("category", "items", 0.95),
    ("author", "name", 1.0),
    ("tag", "items", 0.95),
    ("tag", "breadcrumb", 0.95),
    ("article", "date", 0.95),
];

/// All texts of a value, white space collapsed and addresses without their origin.
fn texts(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let path = Url::parse(&text).ok().filter(|url| url.scheme() == "http");
            found.insert(path.map_or(text, |url| url.path().to_owned()));
        }
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, found)),
        Value::Number(number) => drop(found.insert(number.to_string())),
        Value::Null | Value::Bool(_) => {}
    }
}

fn all_texts(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    texts(value, &mut found);
    found
}

#[test]
fn the_demo_finds_the_records_of_its_site_and_of_new_pages() {
    let scratch = Scratch::new();
    let output = scratch.path("records.jsonl");
    let run =
        scratch.run(["demo".as_ref(), "--output".as_ref(), output.as_os_str()]).expect_code(0);
    let store = scratch.path("store").display().to_string();
    assert!(run.stdout.contains("page type") && run.stdout.contains(&store), "{}", run.stdout);

    let records = fs::read_to_string(&output).expect("the records");
    let records: BTreeMap<String, Value> = records
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).expect("a JSON line");
            let url = Url::parse(line["url"].as_str().expect("a URL")).expect("a URL");
            (url.path().to_owned(), line)
        })
        .collect();
    assert!(records.len() >= 90, "{} pages", records.len());

    let mut found: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let truth = fs::read_to_string(demo_folder().join("truth.jsonl")).expect("the truth");
    let mut new_pages = 0;
    for line in truth.lines() {
        let page: Value = serde_json::from_str(line).expect("a JSON line");
        let path = page["path"].as_str().expect("a path");
        if path == "/basket/" {
            // robots.txt keeps the crawl away.
            continue;
        }
        let line = records.get(path).expect("a line for each page");
        if page["new"] == true {
            new_pages += 1;
            assert!(line["record"].is_object(), "{line}");
        }
        let known = all_texts(&line["record"]);
        for (field, value) in page["record"].as_object().expect("an object") {
            let key = (page["type"].as_str().expect("a type").to_owned(), field.clone());
            let (hits, count) = found.entry(key).or_default();
            for text in all_texts(value) {
                *count += 1;
                *hits += usize::from(known.contains(&text));
            }
        }
    }
    assert_eq!(new_pages, 10);
    for (page_type, field, floor) in FLOORS {
        let (hits, count) = found[&(page_type.to_owned(), field.to_owned())];
        assert!(hits as f64 >= floor * count as f64, "{page_type} {field}: {hits} of {count}");
    }
}

#[test]
fn the_demo_does_not_mix_with_other_pages() {
    let scratch = crate::support::demo_store();
    let run = scratch.run(["demo"]).expect_code(1);
    assert!(run.last_message().contains("new folder"), "{}", run.stderr);
}
