//! Bodies of records that come from main content: chosen when wrappers are learnt, the same wherever records are
//! made, and free of cost elsewhere.

use sitewrap_model::{Extraction, Page, Value};
use sitewrap_pipeline::{
    ExtractOptions, HostExtractor, InduceParams, LoadedSite, bundle, extract_stored, import_pages,
    induce,
};
use sitewrap_store::{Store, StoreError};
use sitewrap_wrapper::{BodyFrom, Fields, Wrapper};
use tempfile::TempDir;

const THINGS: [&str; 12] = [
    "anchor", "bollard", "capstan", "davit", "fender", "gangway", "halyard", "keel", "lanyard",
    "mast", "rudder", "winch",
];

/// What a page says, each sentence in a section of its own.
fn sentences(page: usize) -> Vec<String> {
    let thing = THINGS[page];
    let ends = [
        "is made of steel or of bronze, and has to stand the salt of many years at sea",
        "wants a coat of paint each spring, or rust takes it before the summer is over",
        "was unknown to the builders of the first boats, who made do with ropes and stones",
        "can be had from every chandler on this coast, new or taken from an old ship",
        "is the first thing that a young sailor learns to care for, and the last to forget",
    ];
    let of = |(at, end): (usize, &&str)| {
        format!("Number {at} of notes: the {thing} {end}, says {page}{at}.")
    };
    ends.iter().enumerate().map(of).collect()
}

/// A page of documentation, built otherwise than each other: what holds a sentence differs from page to page.
fn manual(page: usize) -> Page {
    let thing = THINGS[page];
    let mut body = format!(
        "<body><nav><a href=/>Home</a> <a href=/all>All</a></nav><main><h1>{thing}</h1>\
         <p class=lead>The {thing} belongs to every boat, whatever its size and its age may be."
    );
    for (at, sentence) in sentences(page).iter().enumerate() {
        let section = match (page * 3 + at * 5) % 7 {
            0 => {
                format!("<section id={thing}><h2>Of {thing}</h2><div><p>{sentence}</div></section>")
            }
            1 => format!("<dl><dt>{thing} {at}<dd><p>{sentence}</dl>"),
            2 => format!("<div class=box{page}><div><div>{sentence}</div></div></div>"),
            3 => format!("<blockquote><p>{sentence}</blockquote>"),
            4 => format!("<ul><li>{sentence}</ul>"),
            5 => format!("<table><tr><td>{sentence}</table>"),
            _ => format!(
                "<details><summary>{thing}</summary><section>{sentence}</section></details>"
            ),
        };
        body.push_str(&section);
    }
    body.push_str("</main><footer>Harbour office</footer>");
    Page::imported(format!("https://manual.example/things/{thing}"), body.into_bytes())
}

fn store_of(pages: impl IntoIterator<Item = Page>) -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path().join("store")).expect("a store");
    import_pages(&store, pages.into_iter().map(Ok), &()).expect("an import");
    (folder, store)
}

#[test]
fn a_manual_has_its_text_whoever_makes_the_records() {
    let pages: Vec<Page> = (0..THINGS.len()).map(manual).collect();
    let (_folder, store) = store_of(pages.clone());
    let params = InduceParams::default();
    induce(&store, &params, &()).unwrap();
    let wrappers = store.wrappers().unwrap().unwrap();
    let from: Vec<BodyFrom> = wrappers.wrappers.iter().map(Wrapper::body_from).collect();
    assert_eq!(from, [BodyFrom::Content], "{wrappers:?}");

    let core = wrappers.clone().with_fields(Fields::Core);
    let mut stored: Vec<Extraction> = Vec::new();
    let sink = |page: &Extraction| {
        stored.push(page.clone());
        Ok::<_, StoreError>(())
    };
    extract_stored(&store, &core, ExtractOptions::default(), &(), sink).unwrap();
    for (number, extraction) in stored.iter().enumerate() {
        assert_eq!(extraction.from_content.as_deref(), Some("body"));
        let record = extraction.record.as_ref().expect("a record");
        let body = record.get("body").and_then(Value::as_text).expect("a text");
        for sentence in sentences(number) {
            assert!(body.contains(&sentence), "{body}");
        }
    }

    let bundle = bundle(&store).unwrap().expect("wrappers");
    let hosts = sitewrap_bundle::HostWrappers::new(&bundle, Fields::Core);
    let extractor = HostExtractor::new(&hosts, ExtractOptions::default());
    let of_bundle: Vec<Extraction> = pages.iter().map(|page| extractor.extract(page)).collect();
    assert_eq!(of_bundle, stored);

    let site = LoadedSite::new(pages, &params, &()).unwrap();
    let learnt = site.learn(&params, &()).unwrap();
    let mut in_memory = site.extract(&learnt);
    for (page, stored) in in_memory.iter_mut().zip(&stored) {
        page.version = stored.version;
        assert_eq!(page.from_content, stored.from_content);
        let body = |page: &Extraction| page.record.as_ref().and_then(|it| it.get("body").cloned());
        assert_eq!(body(page), body(stored));
    }
}

#[test]
fn the_paper_s_method_knows_nothing_of_it() {
    let pages: Vec<Page> = (0..THINGS.len()).map(manual).collect();
    let params = InduceParams::paper();
    let site = LoadedSite::new(pages, &params, &()).unwrap();
    let learnt = site.learn(&params, &()).unwrap();
    let mut wrappers = learnt.wrappers.wrappers.iter();
    assert!(wrappers.all(|wrapper| wrapper.body_from() == BodyFrom::Wrapper));
}
