//! An extractor that is ready gives what the set of wrappers gives page by page.

use sitewrap::{Extractor, Fields, LearnOptions, Page, RecordOptions, Values, learn};
use std::fs;
use std::path::Path;

/// Pages of a site of the quality corpus, as far as `keep` wants them by their place.
fn pages(keep: impl Fn(usize) -> bool) -> Vec<Page> {
    let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/quality/magazine");
    let lines = fs::read_to_string(site.join("pages.jsonl")).expect("the list of pages");
    let page = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| line[key].as_str().expect("a text").to_owned();
        let body = fs::read(site.join(text("file"))).expect("a page");
        Page::imported(text("url"), body)
    };
    lines.lines().enumerate().filter(|(at, _)| keep(*at)).map(|(_, line)| page(line)).collect()
}

#[test]
fn an_extractor_gives_what_its_wrappers_give() {
    let learnt = pages(|at| at % 3 != 0);
    let wrappers = learn(learnt, &LearnOptions::default()).expect("wrappers");
    let mut all = pages(|_| true);
    all.push(Page::imported("https://other.example/".to_owned(), b"<h1>Tea</h1>".to_vec()));
    all.push(Page { status: 404, ..all[0].clone() });
    all.push(Page::imported(all[0].url.clone(), Vec::new()));
    let told = RecordOptions {
        fields: Fields::All,
        values: Values::Typed,
        provenance: true,
        explain: true,
        ..RecordOptions::default()
    };
    for options in [RecordOptions::default(), told] {
        let wrappers = wrappers.clone().with_options(options);
        let extractor = wrappers.extractor();
        let records = all.iter().filter(|page| {
            let extraction = extractor.extract(page);
            assert_eq!(extraction, wrappers.extract(page), "{}", page.url);
            extraction.record.is_some()
        });
        assert!(records.count() > 10);
    }
}

#[test]
fn an_extractor_lives_on_its_own_and_goes_to_threads() {
    fn shared<T: Clone + Send + Sync + 'static>(_: &T) {}
    let site = pages(|_| true);
    let wrappers = learn(site.clone(), &LearnOptions::default()).expect("wrappers");
    let one_by_one: Vec<_> = site.iter().map(|page| wrappers.extract(page)).collect();
    let extractor: Extractor = wrappers.extractor();
    shared(&extractor);
    drop(wrappers);
    let workers: Vec<_> = (0..3)
        .map(|_| {
            let (extractor, site) = (extractor.clone(), site.clone());
            std::thread::spawn(move || {
                site.iter().map(|page| extractor.extract(page)).collect::<Vec<_>>()
            })
        })
        .collect();
    for worker in workers {
        assert_eq!(worker.join().expect("no panic"), one_by_one);
    }
}
