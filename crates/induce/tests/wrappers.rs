//! Wrappers induced from small sites written here: what a user would miss if it went wrong.

use proptest::prelude::*;
use sitewrap_induce::{Params, induce};
use sitewrap_model::{Clustering, Extraction, Value};
use sitewrap_tree::Document;
use sitewrap_wrapper::{Extractor, WrapperSet, describe};
use std::fmt::Write;

const NAMES: [&str; 12] = [
    "Lantern", "Kettle", "Compass", "Barrel", "Anchor", "Cleat", "Sextant", "Pulley", "Beacon",
    "Rudder", "Windlass", "Hatch",
];

/// A product page; what is optional depends on the number.
fn product(n: usize) -> String {
    let name = NAMES[n % NAMES.len()];
    let sale = if n.is_multiple_of(3) {
        format!("<p class='was'>£{}.00</p>", n + 50)
    } else {
        String::new()
    };
    let mut rows = format!("<tr><th>Code</th><td>K-{n}</td></tr>");
    if n.is_multiple_of(2) {
        let _ = write!(rows, "<tr><th>Weight</th><td>{} kg</td></tr>", n + 1);
    }
    if n % 4 != 1 {
        let _ = write!(rows, "<tr><th>Made in</th><td>Port {}</td></tr>", n * 7);
    }
    let reviews: String = (0..n % 4)
        .map(|i| {
            let stars = ["One", "Two", "Three", "Four"][(n + i) % 4];
            format!(
                "<li class='review'><h4 class='stars {stars}'>Verdict {n} {i}</h4>\
                 <p class='by'>by <b>Reviewer {i} of {n}</b></p></li>"
            )
        })
        .collect();
    format!(
        "<html><body><nav><a href='/'>Home</a> <a href='/all'>All</a></nav>\
         <main><h1>{name} {n}</h1><p class='price'>£{n}.50</p>{sale}\
         <p class='stock'>In stock ({} available)</p>\
         <table class='facts'>{rows}</table><ul class='reviews'>{reviews}</ul></main>\
         <footer>Harbour Store since 1911</footer></body></html>",
        n * 3 + 1
    )
}

fn writer(n: usize) -> String {
    format!("{} {}", NAMES[n % 5], NAMES[n % 7 + 3])
}

/// An article page with running text of any length.
fn article(n: usize) -> String {
    let body: String = (0..2 + n % 5)
        .map(|i| format!("<p>Paragraph {i} of story {n} says what happened, at some length.</p>"))
        .collect();
    let author = writer(n);
    format!(
        "<html><body><nav><a href='/'>Home</a> <a href='/all'>All</a></nav>\
         <main><article><h1>Story {n}</h1><p class='meta'>by <a href='/staff/{n}'>{author}</a>\
         </p><div class='story'>{body}</div></article></main>\
         <footer>Harbour Store since 1911</footer></body></html>"
    )
}

struct Site {
    urls: Vec<String>,
    documents: Vec<Document>,
    labels: Vec<Option<usize>>,
}

fn site() -> Site {
    let mut site = Site { urls: Vec::new(), documents: Vec::new(), labels: Vec::new() };
    for n in 0..24 {
        site.add(format!("http://site.test/item/{n}"), &product(n), 0);
        site.add(format!("http://site.test/news/{n}"), &article(n), 1);
    }
    site
}

impl Site {
    fn add(&mut self, url: String, html: &str, label: usize) {
        self.documents.push(Document::parse(html.as_bytes(), None, Some(&url)));
        self.urls.push(url);
        self.labels.push(Some(label));
    }

    fn induce(&self) -> WrapperSet {
        let documents: Vec<&Document> = self.documents.iter().collect();
        let urls: Vec<&str> = self.urls.iter().map(String::as_str).collect();
        induce(&documents, &urls, &Clustering::from_labels(&self.labels), &Params::default())
    }
}

fn extract(set: &WrapperSet, url: &str, html: &str) -> Extraction {
    let document = Document::parse(html.as_bytes(), None, Some(url));
    Extractor::new(set).extract(url, &document.tree)
}

/// The value at a path such as `facts.Code` or `reviews.0.title`.
fn at<'v>(extraction: &'v Extraction, path: &str) -> Option<&'v Value> {
    let mut parts = path.split('.');
    let mut value = extraction.record.as_ref()?.get(parts.next()?)?;
    for part in parts {
        value = match value {
            Value::Record(record) => record.get(part)?,
            Value::List(list) => list.get(part.parse::<usize>().ok()?)?,
            Value::Text(_) | Value::Typed(_) => return None,
        };
    }
    Some(value)
}

fn text(extraction: &Extraction, path: &str) -> Option<String> {
    match at(extraction, path)? {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

#[test]
fn a_new_product_gives_the_record_that_a_person_would_make() {
    let set = site().induce();
    let found = extract(&set, "http://site.test/item/99", &product(99));
    assert!(found.satisfied, "{found:?}");
    let is = |path: &str, value: &str| {
        assert_eq!(text(&found, path).as_deref(), Some(value), "{path} in {found:?}");
    };
    is("title", &format!("{} 99", NAMES[99 % NAMES.len()]));
    is("price", "£99.50");
    is("was_price", "£149.00");
    is("availability", "298");
    is("facts.Code", "K-99");
    is("facts.Made in", "Port 693");
    is("reviews.2.title", "Verdict 99 2");
    is("reviews.2.rating", "Two");
}

/// A page with sixty entries of which one lacks its author, and a heading or not.
fn index(n: usize, heading: &str) -> String {
    let entry = |i: usize| {
        let author = if i == n % 60 { "" } else { "<p class='by'>by <b>Someone</b></p>" };
        format!("<li><a href='/e/{n}-{i}'>Entry {i} of {n}</a>{author}</li>")
    };
    let entries: String = (0..60).map(entry).collect();
    format!("<html><body><main>{heading}<ul class='entries'>{entries}</ul></main></body></html>")
}

#[test]
fn what_one_item_in_sixty_lacks_is_required_of_no_page() {
    let mut site = site();
    let heading = |n: usize| format!("<h1>Index {n}</h1>");
    for n in 0..24 {
        site.add(format!("http://site.test/index/{n}"), &index(n, &heading(n)), 2);
    }
    let set = site.induce();
    let found = extract(&set, "http://site.test/index/30", &index(30, &heading(30)));
    assert!(found.satisfied, "{found:?}");
    let found = extract(&set, "http://site.test/index/30", &index(30, ""));
    assert!(!found.satisfied && found.record.is_some(), "{found:?}");
}

/// A page of a manual: what the thing is, and its methods, if it has any.
fn manual(kind: &str, n: usize, methods: usize) -> String {
    let method =
        |k: usize| format!("<div class=method><h3>get_{k}</h3><p>Gives {n} of {k}.</p></div>");
    let methods: String = (0..methods).map(method).collect();
    let section = format!("<h2>Methods</h2><section class=methods>{methods}</section>");
    let section = if methods.is_empty() { String::new() } else { section };
    format!(
        "<html><body><nav><a href='/'>Top</a></nav><main><p class=kind>{kind}</p><p class=hint>What a {kind} is</p><h1>Thing{n}</h1>\
         <p class=about>Holds {n} values.</p>{section}</main></body></html>"
    )
}

#[test]
fn a_page_that_fits_two_types_is_of_the_type_that_its_heading_says() {
    let mut site = Site { urls: Vec::new(), documents: Vec::new(), labels: Vec::new() };
    for n in 0..24 {
        let methods = if n % 3 == 0 { 3 } else { 0 };
        site.add(format!("http://site.test/a/{n}"), &manual("Struct", n, methods), 0);
        site.add(format!("http://site.test/b/{n}"), &manual("Enum", n, 0), 1);
    }
    let set = site.induce();
    let of = |page: &str| extract(&set, "http://site.test/c/99", page).wrapper;
    let rich = of(&manual("Struct", 99, 3));
    assert!(rich.is_some());
    assert_eq!(of(&manual("Struct", 99, 0)), rich);
    assert_ne!(of(&manual("Enum", 99, 0)), rich);
}

#[test]
fn a_missing_neighbour_moves_no_value() {
    let set = site().induce();
    for n in 100..112 {
        let found = extract(&set, "http://site.test/item/1", &product(n));
        assert_eq!(text(&found, "price"), Some(format!("£{n}.50")), "{found:?}");
        assert_eq!(text(&found, "was_price").is_some(), n % 3 == 0, "{found:?}");
        assert_eq!(text(&found, "facts.Weight").is_some(), n % 2 == 0, "{found:?}");
        let reviews = match at(&found, "reviews") {
            Some(Value::List(items)) => items.len(),
            _ => 0,
        };
        assert_eq!(reviews, n % 4, "{found:?}");
    }
}

#[test]
fn running_text_is_one_field_however_long() {
    let set = site().induce();
    let found = extract(&set, "http://site.test/news/4", &article(104));
    let record = found.record.as_ref().expect("an article has a record");
    let bodies: Vec<String> = record
        .iter()
        .filter_map(|(_, value)| match value {
            Value::Text(text) if text.contains("Paragraph") => Some(text.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(bodies.len(), 1, "{found:?}");
    for i in 0..2 + 104 % 5 {
        assert!(bodies[0].contains(&format!("Paragraph {i} of story 104")), "{found:?}");
    }
    assert_eq!(text(&found, "author").as_deref(), Some(writer(104).as_str()), "{found:?}");
}

#[test]
fn boilerplate_and_fixed_words_are_not_in_the_record() {
    let set = site().induce();
    let found = extract(&set, "http://site.test/item/7", &product(7));
    let json = serde_json::to_string(&found.record).expect("records are JSON");
    for word in ["Home", "since 1911", "In stock", "available"] {
        assert!(!json.contains(word), "{word} in {json}");
    }
}

#[test]
fn a_page_of_another_kind_is_no_match() {
    let set = site().induce();
    let login = "<html><body><form><label>Name</label><input name=u><label>Word</label>\
                 <input name=p type=password><button>Go</button></form></body></html>";
    for html in [login, "", "<p>Not found</p>", "<html><body><h1>503</h1></body></html>"] {
        let found = extract(&set, "http://site.test/x", html);
        assert!(found.record.is_none(), "{found:?}");
        assert!(found.reason.is_some(), "{found:?}");
    }
}

#[test]
fn the_order_of_pages_changes_nothing() {
    let forward = site();
    let mut backward = site();
    backward.urls.reverse();
    backward.documents.reverse();
    backward.labels.reverse();
    let of = |site: &Site| {
        let set = site.induce();
        let found = extract(&set, "http://site.test/item/31", &product(31));
        serde_json::to_string(&found).expect("extractions are JSON")
    };
    assert_eq!(of(&forward), of(&backward));
}

#[test]
fn threads_change_nothing() {
    let bytes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| serde_json::to_vec(&site().induce()).expect("wrappers are JSON"))
    };
    assert_eq!(bytes(1), bytes(3));
}

#[test]
fn a_template_can_be_read() {
    let set = site().induce();
    let shown: String = set.wrappers.iter().map(describe).collect();
    for part in [
        "! h1 = {title}",
        "? 33% p.was = {was_price}",
        "reviews[]",
        "\"Made in\"",
        "\"In stock (\"",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
}

/// Pages of a few tags in any nesting.
fn any_page() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![Just("x".to_owned()), "[a-z ]{0,12}", Just("<br>".to_owned())];
    leaf.prop_recursive(5, 40, 6, |inner| {
        let tag = prop_oneof![
            Just("div"),
            Just("p"),
            Just("ul"),
            Just("li"),
            Just("table"),
            Just("tr"),
            Just("td"),
            Just("a"),
            Just("dl"),
            Just("dt"),
            Just("dd"),
            Just("h1"),
            Just("span"),
        ];
        let class =
            prop_oneof![Just(""), Just(" class='a'"), Just(" class='b c'"), Just(" id='i'")];
        (tag, class, prop::collection::vec(inner, 0..6))
            .prop_map(|(tag, class, inside)| format!("<{tag}{class}>{}</{tag}>", inside.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_pages_give_wrappers_that_match_their_own_pages(
        pages in prop::collection::vec(any_page(), 2..6),
    ) {
        let mut site = Site { urls: Vec::new(), documents: Vec::new(), labels: Vec::new() };
        for (n, html) in pages.iter().enumerate() {
            site.add(format!("http://any.test/{n}"), html, 0);
        }
        let set = site.induce();
        prop_assert_eq!(set.wrappers.len(), 1);
        let extractor = Extractor::new(&set);
        for (url, document) in site.urls.iter().zip(&site.documents) {
            let found = extractor.extract(url, &document.tree);
            prop_assert!((0.0..=1.0).contains(&found.fit), "{:?}", found);
            prop_assert!(found.record.is_some() || found.reason.is_some());
        }
    }
}
