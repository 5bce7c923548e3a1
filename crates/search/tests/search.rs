//! What queries find in an index, and what becomes of an index.

use sitewrap_model::{Record, Typed, Value};
use sitewrap_search::{Entry, Facet, Hits, Model, Query, SearchError, SearchIndex};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A page with a title, a text and a price.
fn page(n: usize, title: &str, text: &str, price: f64) -> Entry {
    let mut record = Record::new();
    record.insert("price", Value::Typed(Typed::Price { amount: price, currency: None }));
    record.insert("Made in", Value::Text(["Leeds", "York"][n / 2 % 2].to_owned()));
    record.insert("date", Value::Typed(Typed::Date(format!("2024-0{}-15", n % 9 + 1))));
    let mut review = Record::new();
    review.insert("author", Value::Text(format!("Reader{n}")));
    record.insert("reviews", Value::List(vec![Value::Record(review)]));
    Entry {
        url: format!("https://shop.test/goods/{n}"),
        page_type: Some(["product", "offer"][n % 2].to_owned()),
        title: Some(title.to_owned()),
        text: Some(text.to_owned()),
        record: Some(record),
        ..Entry::default()
    }
}

fn goods() -> Vec<Entry> {
    vec![
        page(0, "Oil lantern", "It burns for six hours and smells of summers.", 12.5),
        page(1, "Brass lamp", "A lamp for a desk, heavier than an oil lantern.", 40.0),
        page(2, "Kettle", "Boils water. Some call it a lantern of the kitchen.", 25.0),
        page(3, "Café chair", "Four legs, one seat & <b>no</b> back.", 7.0),
    ]
}

fn index(dir: &Path, pages: &[Entry]) -> SearchIndex {
    let mut index = SearchIndex::create(dir, Some("en")).expect("a folder to write to");
    let mut update = index.update().expect("nobody else writes");
    for (n, entry) in pages.iter().enumerate() {
        update.put(entry, n as u64).expect("there is room");
    }
    update.commit().expect("there is room");
    index
}

fn ask(index: &SearchIndex, text: &str) -> Result<Hits, SearchError> {
    ask_by(index, text, 0, Model::Bm25)
}

fn ask_by(index: &SearchIndex, text: &str, fuzzy: u8, model: Model) -> Result<Hits, SearchError> {
    index.search(&Query { text: text.to_owned(), limit: 10, offset: 0, fuzzy, model })
}

/// The numbers of the pages that a query finds, the best first.
fn found(index: &SearchIndex, text: &str) -> Vec<usize> {
    let hits = ask(index, text).unwrap_or_else(|error| panic!("{text}: {error}")).hits;
    let number = |url: &str| url.rsplit('/').next().and_then(|n| n.parse().ok());
    hits.iter().filter_map(|hit| number(&hit.url)).collect()
}

fn sorted(mut numbers: Vec<usize>) -> Vec<usize> {
    numbers.sort_unstable();
    numbers
}

#[test]
fn words_phrases_and_fields_find_pages() {
    let dir = TempDir::new().expect("a folder");
    let index = index(dir.path(), &goods());
    assert_eq!(found(&index, "lantern"), [0, 1, 2], "a title counts more than a text");
    assert_eq!(found(&index, "lanterns burning"), [0], "all words, whatever their endings");
    assert_eq!(found(&index, "\"oil lantern\""), [0, 1]);
    assert_eq!(found(&index, "lantern -kettle -desk"), [0]);
    assert_eq!(found(&index, "title:lamp"), [1]);
    assert_eq!(found(&index, "cafe"), [3]);
    assert_eq!(sorted(found(&index, "kettle OR chair")), [2, 3]);
    assert_eq!(found(&index, "reviews.author:Reader2"), [2]);
    assert_eq!(found(&index, "author:Reader2"), [2], "the one field of that name");
    assert_eq!(found(&index, "Reader3"), [3], "the values of records are searched");
    assert_eq!(sorted(found(&index, "type:offer")), [1, 3]);
    assert_eq!(sorted(found(&index, "made_in:York")), [2, 3]);
}

#[test]
fn amounts_and_days_are_compared_as_such() {
    let dir = TempDir::new().expect("a folder");
    let index = index(dir.path(), &goods());
    assert_eq!(sorted(found(&index, "price:[10 TO 30]")), [0, 2]);
    assert_eq!(sorted(found(&index, "price:>12.5")), [1, 2]);
    assert_eq!(sorted(found(&index, "price:<=12.5")), [0, 3]);
    assert_eq!(sorted(found(&index, "price:{7 TO 25}")), [0]);
    assert_eq!(found(&index, "price:40"), [1]);
    assert_eq!(sorted(found(&index, "date:[2024-02-01 TO 2024-03-31]")), [1, 2]);
    assert_eq!(sorted(found(&index, "date:[2024-03-01 TO *]")), [2, 3]);
    assert_eq!(found(&index, "lantern price:[10 TO 30] type:product"), [0, 2]);
}

#[test]
fn pages_with_some_words_are_told_where_none_has_all() {
    let dir = TempDir::new().expect("a folder");
    let index = index(dir.path(), &goods());
    let hits = ask(&index, "kettle zeppelin").expect("a query");
    assert!(hits.some_words && hits.total == 1);
    let none = ask(&index, "zeppelin").expect("a query");
    assert!(!none.some_words && none.total == 0 && none.hits.is_empty());
}

#[test]
fn words_may_differ_by_letters_if_asked() {
    let dir = TempDir::new().expect("a folder");
    let index = index(dir.path(), &goods());
    let by = |fuzzy| ask_by(&index, "lentern", fuzzy, Model::Bm25).expect("a query").total;
    assert_eq!((by(0), by(1)), (0, 3));
}

#[test]
fn snippets_mark_what_was_asked() {
    let dir = TempDir::new().expect("a folder");
    let index = index(dir.path(), &goods());
    let hits = ask(&index, "seats").expect("a query").hits;
    let (text, ranges) = hits[0].snippet.clone().expect("a snippet");
    let marked: Vec<&str> = ranges.into_iter().map(|range| &text[range]).collect();
    assert_eq!(marked, ["seat"]);
}

#[test]
fn facets_count_all_hits() {
    let dir = TempDir::new().expect("a folder");
    let index = index(dir.path(), &goods());
    let facets = ask(&index, "lantern").expect("a query").facets;
    let of = |page_type: Option<&str>, field: &str| {
        let is_asked =
            |facet: &&Facet| facet.page_type.as_deref() == page_type && facet.field == field;
        facets.iter().find(is_asked).map(|facet| facet.values.clone())
    };
    let expected = |values: &[(&str, u64)]| {
        Some(values.iter().map(|(value, count)| ((*value).to_owned(), *count)).collect::<Vec<_>>())
    };
    assert_eq!(of(None, "type"), expected(&[("product", 2), ("offer", 1)]));
    assert_eq!(of(Some("product"), "made_in"), expected(&[("Leeds", 1), ("York", 1)]));
    assert_eq!(of(Some("offer"), "made_in"), None, "the one offer has the one value");
}

#[test]
fn the_rank_of_pages_decides_among_like_texts() {
    let dir = TempDir::new().expect("a folder");
    let text = "The same words on each.";
    let pages: Vec<Entry> = (0..3).map(|n| page(n, "Same", text, 1.0)).collect();
    let mut index = index(dir.path(), &pages);
    assert_eq!(found(&index, "words"), [0, 1, 2], "pages of one score stand by their addresses");
    let keys: Vec<u64> = {
        let lone = |n: usize| {
            let dir = TempDir::new().expect("a folder");
            self::index(dir.path(), &pages[n..=n]).links().expect("links")[0].0
        };
        (0..3).map(lone).collect()
    };
    index.set_ranks(vec![(keys[0], 0.2), (keys[1], 0.4), (keys[2], 30.0)]).expect("room");
    assert_eq!(found(&index, "words"), [2, 1, 0]);
    drop(index);
    let index = SearchIndex::open(dir.path()).expect("an index");
    assert_eq!(found(&index, "words"), [2, 1, 0], "ranks are kept");
}

#[test]
fn cosines_equal_those_worked_out_by_hand() {
    let dir = TempDir::new().expect("a folder");
    let entry = |n: usize, text: &str| Entry {
        url: format!("x:{n}"),
        text: Some(text.to_owned()),
        ..Entry::default()
    };
    let pages = [entry(0, "tea tea milk"), entry(1, "tea sugar"), entry(2, "salt")];
    let index = index(dir.path(), &pages);
    let hits = ask_by(&index, "tea", 0, Model::TfIdf).expect("a query").hits;
    let (rare, usual) = (3f32.ln(), 1.5f32.ln());
    let query = usual;
    let twice = (1.0 + 2f32.ln()) * usual;
    let first = query * twice / (twice * twice + rare * rare).sqrt();
    let second = query * usual / (usual * usual + rare * rare).sqrt();
    assert_eq!(hits.len(), 2);
    assert!((hits[0].score - first).abs() < 1e-5 && (hits[1].score - second).abs() < 1e-5);
}

#[test]
fn bad_queries_are_told() {
    let dir = TempDir::new().expect("a folder");
    let index = index(dir.path(), &goods());
    assert!(matches!(ask(&index, "title:("), Err(SearchError::Syntax(_))));
    let unknown = ask(&index, "prize:[1 TO 3]").expect_err("no such field").to_string();
    assert!(unknown.contains("`prize`") && unknown.contains("price"), "{unknown}");
    let long = "lantern ".repeat(200_000);
    assert!(matches!(ask(&index, &long), Err(SearchError::TooLong { .. })));
    for text in
        ["", " ", "*", "-lantern", "\"", "[", "a:b:c", "((((", "price:[", "^", "\\", "+", "\u{0}"]
    {
        // No panic, whatever it is.
        let _ = ask(&index, text);
    }
}

#[test]
fn a_change_writes_what_has_changed_and_a_damaged_index_is_none() {
    let dir = TempDir::new().expect("a folder");
    let mut index = index(dir.path(), &goods());
    let mut update = index.update().expect("nobody else writes");
    update.remove("https://shop.test/goods/0");
    update.put(&page(2, "Teapot", "For tea.", 30.0), 77).expect("there is room");
    let counts = update.commit().expect("there is room");
    assert_eq!((counts.written, counts.removed), (1, 1));
    assert_eq!(found(&index, "lantern"), [1]);
    assert_eq!(found(&index, "teapots"), [2]);
    assert_eq!(index.digests().expect("digests").get("https://shop.test/goods/2"), Some(&77));
    drop(index);
    let index = SearchIndex::open(dir.path()).expect("an index");
    assert_eq!(index.len(), 3);
    drop(index);
    let files = fs::read_dir(dir.path().join("index")).expect("files");
    for file in files.filter_map(Result::ok).map(|entry| entry.path()) {
        let bytes = fs::read(&file).expect("a file");
        let is_part =
            file.extension().is_some_and(|end| end == "idx" || end == "store" || end == "term");
        if is_part && !bytes.is_empty() {
            let mut damaged = bytes.clone();
            damaged[bytes.len() / 2] ^= 0x10;
            fs::write(&file, damaged).expect("a file");
            assert!(SearchIndex::open(dir.path()).is_none(), "{}", file.display());
            fs::write(&file, bytes).expect("a file");
        }
    }
    fs::write(dir.path().join("index/meta.json"), "{").expect("a file");
    assert!(SearchIndex::open(dir.path()).is_none());
}

#[test]
fn a_query_of_a_megabyte_is_told_to_be_one() {
    let dir = TempDir::new().expect("a folder");
    let index = index(dir.path(), &goods());
    for text in ["lantern ".repeat(1 << 17), "(".repeat(1 << 20), "a:".repeat(1 << 19)] {
        let error = ask(&index, &text).expect_err("nobody means that");
        assert!(matches!(error, SearchError::TooLong { bytes, .. } if bytes == text.len()));
    }
    let deep = format!("{}a{}", "(".repeat(32), ")".repeat(32));
    let strange = ["(".repeat(2000), "(".repeat(32), deep, "-".repeat(4000), "\"".repeat(999)];
    let words = ["a:b ", "NOT ", "a^2", "+", "a AND ", "[a TO ", "*"].map(|word| word.repeat(500));
    for text in strange.into_iter().chain(words) {
        // Whatever it means, it is answered or refused.
        let _ = ask(&index, &text);
    }
}

/// Values of a field are few, however many segments the index has.
#[test]
fn facets_do_not_depend_on_segments() {
    let dir = TempDir::new().expect("a folder");
    let mut index = index(dir.path(), &goods());
    for n in 4..30 {
        let mut update = index.update().expect("nobody else writes");
        update.put(&page(n, "Lantern", "A lantern.", 1.0), n as u64).expect("there is room");
        update.commit().expect("there is room");
    }
    let facets = ask(&index, "lantern").expect("an answer").facets;
    let made: Vec<usize> = facets
        .iter()
        .filter(|facet| facet.field == "made_in")
        .map(|facet| facet.values.len())
        .collect();
    assert_eq!(made, [2, 2], "{facets:?}");
}
