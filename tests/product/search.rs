//! Search over the pages of a store and their records.

use crate::support::{Reply, Scratch, Server, demo_store, store_of};
use serde_json::{Value, json};
use std::fs;

/// The pages that a query finds.
fn hits(scratch: &Scratch, arguments: &[&str]) -> Vec<Value> {
    let arguments = ["search"].iter().chain(arguments);
    scratch.run(arguments).expect_code(0).json_lines()
}

#[test]
fn the_demo_site_is_searched_by_words_fields_and_facets() {
    let scratch = demo_store();
    let found = hits(&scratch, &["lantern type:product"]);
    assert!(!found.is_empty());
    for hit in &found {
        assert_eq!(hit["page_type"], "product", "{hit:#}");
        for key in ["url", "score", "title", "snippet"] {
            assert!(!hit[key].is_null(), "{key} of {hit:#}");
        }
    }
    assert!(found[0]["title"].as_str().is_some_and(|title| title.contains("antern")), "{found:#?}");
    assert!(found[0]["snippet"].as_str().is_some_and(|text| text.contains("<mark>")), "{found:#?}");

    let records = scratch.run(["extract", "--values", "typed", "--page-type", "product"]);
    let amount = |record: &Value| record["record"]["price"]["amount"].as_f64();
    let dear = records.json_lines().iter().filter(|r| amount(r).is_some_and(|n| n > 20.0)).count();
    let found = hits(&scratch, &["type:product price:>20", "--limit", "1000"]);
    assert!(dear > 0 && found.len() == dear, "{} of {dear}", found.len());

    let facets = hits(&scratch, &["lantern", "--facets"]);
    assert!(facets.iter().any(|facet| facet["field"] == "type"), "{facets:#?}");
    let table = scratch.run(["search", "lantern", "--format", "table"]).expect_code(0).stdout;
    assert!(table.contains("*") && table.contains("type: "), "{table}");
    let vectors = hits(&scratch, &["lantern", "--model", "tfidf"]);
    assert!(!vectors.is_empty());
    assert_eq!(hits(&scratch, &["lantern"]), hits(&scratch, &["lantern"]));
}

#[test]
fn the_index_follows_the_pages_and_wrappers_and_is_made_anew_if_damaged() {
    let scratch = Scratch::new();
    let add = |n: usize, word: &str| {
        scratch
            .write("site/page.html", format!("<title>Page {n}</title><p>This page says {word}."));
        let line = json!({"url": format!("http://a.example/{n}"), "file": "page.html"});
        scratch.write("site/pages.jsonl", format!("{line}\n"));
        scratch.run(["import", &scratch.path("site").display().to_string()]).expect_code(0);
    };
    add(1, "lantern");
    assert_eq!(hits(&scratch, &["lantern"]).len(), 1);
    add(2, "lantern");
    let told = scratch.run(["search", "lantern"]).expect_code(0);
    assert_eq!(told.json_lines().len(), 2);
    assert!(told.stderr.contains("1 of 2 pages"), "only what is new is written: {}", told.stderr);
    add(1, "kettle");
    assert_eq!(hits(&scratch, &["lantern"]).len(), 1);
    assert_eq!(hits(&scratch, &["kettle"])[0]["url"], "http://a.example/1");
    assert!(!scratch.run(["search", "kettle"]).stderr.contains("index"), "nothing has changed");

    let index = scratch.path("store").join("search/index");
    let meta = fs::read_dir(&index)
        .expect("an index")
        .filter_map(Result::ok)
        .find(|file| file.path().extension().is_some_and(|end| end == "idx"));
    fs::write(meta.expect("a file").path(), "damaged").expect("it is written");
    assert_eq!(hits(&scratch, &["kettle"]).len(), 1);
}

#[test]
fn what_cannot_be_answered_is_told() {
    let scratch = demo_store();
    scratch.run(["search", "zeppelin"]).expect_code(3);
    let unknown = scratch.run(["search", "prize:>3"]).expect_code(1).stderr;
    assert!(
        unknown.contains("no page has the field `prize`") && unknown.contains("price"),
        "{unknown}"
    );
    let broken = scratch.run(["search", "title:("]).expect_code(1).stderr;
    assert!(broken.contains("the query cannot be read"), "{broken}");
    let long = "lantern ".repeat(10_000);
    let long = scratch.run(["search", &long]).expect_code(1).stderr;
    assert!(long.contains("bytes"), "{long}");
    let empty = Scratch::new();
    let missing = empty.run(["search", "lantern"]).expect_code(1).stderr;
    assert!(missing.contains("sitewrap crawl") || missing.contains("no store"), "{missing}");
}

/// What the web gets wrong is no reason to fail: nothing, one page, a farm of pages of one text, a page
/// of more links than are read.
#[test]
fn strange_sites_are_searched_as_any_other() {
    let none = Scratch::new();
    let server = Server::start(|_| Reply::status(404));
    // Only a store that the crawl has made itself goes with it.
    fs::create_dir(none.path("store")).expect("a folder");
    none.run(["crawl", &server.url("/"), "--allow-private", "--delay", "0"]).expect_code(1);
    let run = none.run(["search", "lantern"]).expect_code(3);
    assert!(run.last_message().contains("no pages") && run.stdout.is_empty(), "{}", run.stderr);
    assert!(none.run(["index"]).expect_code(3).last_message().contains("no pages"));

    let one = store_of(&[("/", "<title>One lantern</title><a href=/>Here</a>".to_owned())]);
    let found = hits(&one, &["lantern"]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["url"], "http://a.example/");

    let links: String = (0..30).map(|n| format!("<li><a href=/{n}>Buy a lamp</a></li>")).collect();
    let farm: Vec<(String, String)> =
        (0..30).map(|n| (format!("/{n}"), format!("<ul>{links}</ul>"))).collect();
    let farm: Vec<(&str, String)> = farm.iter().map(|(url, body)| (&**url, body.clone())).collect();
    let farm = store_of(&farm);
    let found = hits(&farm, &["lamp", "--limit", "100"]);
    assert_eq!(found.len(), 30);
    assert!(found.iter().all(|hit| hit["score"] == found[0]["score"]), "{found:#?}");

    let mut body =
        String::from("<title>Links</title><p>Every lantern hangs here, by the door.</p>");
    (0..1_000_000).for_each(|n| body.push_str(&format!("<a href=/{n}>x</a>")));
    let huge = store_of(&[("/", body), ("/1", "<a href=/>up to the lantern</a>".to_owned())]);
    assert_eq!(hits(&huge, &["lantern"]).len(), 2);
}

#[test]
fn run_builds_the_index() {
    let (server, scratch) = (Server::demo(), Scratch::new());
    let run = scratch.run(["run", &server.url("/"), "--allow-private", "--delay", "0"]);
    assert!(run.expect_code(0).stderr.contains("index"));
    let told = scratch.run(["search", "lantern"]).expect_code(0);
    assert!(!told.stderr.contains("index"), "nothing is left to write: {}", told.stderr);
    assert!(!told.stdout.is_empty());
}
