//! What pages state, as it is given: a folder for each case with the page and what is expected.
//!
//! `SITEWRAP_BLESS=1 cargo test -p sitewrap-structured --test golden` writes what is expected anew.

use sitewrap_structured::Structured;
use sitewrap_tree::{Document, Parsing};
use std::fs;
use std::path::Path;

#[test]
fn pages_state_what_is_expected() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let bless = std::env::var_os("SITEWRAP_BLESS").is_some();
    let mut seen = 0;
    for case in fs::read_dir(cases).unwrap() {
        let case = case.unwrap().path();
        let url = "https://shop.example/p/7";
        let html = fs::read(case.join("page.html")).unwrap();
        let parsing = Parsing { scripts: true, ..Parsing::default() };
        let (document, _) = Document::parse_with(&html, None, Some(url), &parsing);
        let stated = Structured::of(&document, url);
        let mut lines = serde_json::to_string_pretty(&stated.records()).unwrap();
        for fact in stated.facts() {
            let (source, values) = (fact.source.name(), fact.values.join("; "));
            lines += &format!("\n{} = {values} ({source} {})", fact.name, fact.path);
        }
        lines.push('\n');
        let expected = case.join("expected.txt");
        if bless {
            fs::write(&expected, &lines).unwrap();
        }
        assert_eq!(lines, fs::read_to_string(&expected).unwrap(), "{}", case.display());
        seen += 1;
    }
    assert!(seen >= 8);
}
