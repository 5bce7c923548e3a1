//! Bundles that are whole and were made to do harm: reading and using them ends without a panic.

use serde_json::{Value, json};
use sitewrap_bundle::{Bundle, BundleError, HostWrappers};
use sitewrap_tree::Document;
use sitewrap_wrapper::{Extractor, Fields, Typer};
use std::thread;

/// See `format.rs`.
const SHOP: &[u8] = include_bytes!("shop.bundle");
const PAGE: &str = include_str!("../../../data/demo/site/index.html");
/// The stack of a thread of the pool that pages are extracted on.
const STACK: usize = 2 << 20;
const MUTANTS: u64 = 400;

/// The content of the bundle of the shop.
fn content() -> Value {
    let length = u64::from_le_bytes(SHOP[16..24].try_into().expect("eight bytes"));
    let content = zstd::bulk::decompress(&SHOP[24..], length as usize).expect("a content");
    serde_json::from_slice(&content).expect("JSON")
}

/// A content as a whole bundle.
fn sealed(content: &str) -> Vec<u8> {
    let mut bytes = SHOP[..24].to_vec();
    bytes[16..24].copy_from_slice(&(content.len() as u64).to_le_bytes());
    bytes.extend(zstd::bulk::compress(content.as_bytes(), 1).expect("a frame"));
    let sum = crc32fast::hash(&bytes[12..]);
    bytes[8..12].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Does with wrappers what extraction does, on a stack as extraction has it.
fn used(bundle: &Bundle, pages: &[String]) -> usize {
    let use_them = || {
        let mut records = 0;
        for fields in [Fields::Core, Fields::All] {
            let ready = HostWrappers::new(bundle, fields);
            for set in ready.sets() {
                let (extractor, typer) = (Extractor::new(set), Typer::new(set));
                for page in pages {
                    let document = Document::parse(page.as_bytes(), None, None);
                    let raw = extractor.extract("http://demo.example/", &document.tree);
                    records += usize::from(typer.typed(raw).record.is_some());
                }
            }
        }
        records
    };
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, use_them);
        worker.expect("a thread").join().expect("no panic")
    })
}

/// Numbers that look as if drawn by lot, the same each time.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// Changes a value somewhere in it.
fn mutate(value: &mut Value, lots: &mut Lots) {
    match value {
        Value::Array(items) if !items.is_empty() && lots.below(8) > 0 => {
            let at = lots.below(items.len());
            mutate(&mut items[at], lots);
        }
        Value::Object(fields) if !fields.is_empty() && lots.below(12) > 0 => {
            let at = lots.below(fields.len());
            if let Some(field) = fields.values_mut().nth(at) {
                mutate(field, lots);
            }
        }
        Value::Array(items) => match lots.below(4) {
            0 => items.clear(),
            1 => drop(items.pop()),
            2 => items.reverse(),
            _ => items.extend(items.clone()),
        },
        Value::Number(_) => {
            let numbers =
                [json!(0), json!(1), json!(u32::MAX), json!(-1), json!(1e38), json!(-0.0)];
            *value = numbers[lots.below(numbers.len())].clone();
        }
        Value::String(text) => {
            let texts =
                ["", "#text", "dt", "class", "\u{fdd0}é ", ".", "a.b", "title", "paper", "tags"];
            texts[lots.below(texts.len())].clone_into(text);
        }
        Value::Bool(is) => *is = !*is,
        Value::Object(_) | Value::Null => *value = Value::Null,
    }
}

#[test]
fn mutants_are_refused_or_used_without_a_panic() {
    let whole = content();
    let pages = [PAGE.to_owned()];
    let (mut read, mut records) = (0, 0);
    for seed in 0..MUTANTS {
        let mut lots = Lots(seed);
        let mut mutant = whole.clone();
        (0..=lots.below(40)).for_each(|_| mutate(&mut mutant, &mut lots));
        if let Ok(bundle) = Bundle::from_bytes(&sealed(&mutant.to_string())) {
            read += 1;
            records += used(&bundle, &pages);
        }
    }
    // Else the test would test nothing.
    assert!(read > 30 && records > 10, "{read} of {MUTANTS} read, {records} records");
}

#[test]
fn edits_of_no_field_change_nothing() {
    let mut content = content();
    content["sites"][0]["edits"]["types"][0]["fields"] = json!([]);
    let bundle = Bundle::from_bytes(&sealed(&content.to_string())).expect("a bundle");
    assert!(used(&bundle, &[PAGE.to_owned()]) > 0);
    content["sites"][0]["edits"]["types"][0]["page_type"] = json!("of no site");
    content["sites"][0]["edits"]["types"][0]["signature"]["paths"] = json!([]);
    let bundle = Bundle::from_bytes(&sealed(&content.to_string())).expect("a bundle");
    assert!(used(&bundle, &[PAGE.to_owned()]) > 0);
}

/// A bundle with one template: lists in elements in lists, so many levels deep.
fn nested(levels: usize) -> String {
    let field = r#"{"name":"a","named_by":"place"}"#;
    let presence = r#""presence":{"seen":2,"of":2}"#;
    let element = format!(r#"{{"tag":"div","features":[],{presence},"content":{{"#);
    let repeat = format!(r#"{{"repeat":{{"field":{field},{presence},"items":4,"unit":["#);
    let mut begin = format!(
        r#"{{"sites":[{{"hosts":["demo.example"],"version":1,"edits":{{"types":[]}},"wrappers":{{"version":1,
        "wrappers":[{{"name":"a","page_type":"a","pages":2,"signature":{{"paths":[]}},
        "template":{{"matching":"features","root":{element}"children":["#
    );
    let mut end = Vec::new();
    for level in 0..levels {
        match level % 2 {
            0 => begin.push_str(&repeat),
            _ => begin.push_str(&format!(r#"{{"element":{element}"children":["#)),
        }
        end.push(["]}}", "]}}}"][level % 2]);
    }
    begin.push_str(&format!(r#"{{"element":{element}"text":{{"whole":{field}}}}}}}}}"#));
    begin.extend(end.into_iter().rev());
    begin.push_str("]}}}}]}}]}");
    begin
}

#[test]
fn templates_are_as_deep_as_pages_and_no_deeper() {
    let page = format!("<body>{}x", "<div>".repeat(500));
    let deepest = Bundle::from_bytes(&sealed(&nested(1000))).expect("a page may be so deep");
    used(&deepest, &[page]);
    let bytes = deepest.to_bytes().expect("what is read can be written");
    assert_eq!(Bundle::from_bytes(&bytes).expect("a bundle"), deepest);
    for levels in [1200, 5000, 100_000] {
        let error = Bundle::from_bytes(&sealed(&nested(levels)));
        assert!(matches!(error, Err(BundleError::TooLarge { .. })), "{levels}");
    }
}
