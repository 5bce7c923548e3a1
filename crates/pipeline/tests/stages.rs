//! The stages over a store: what they tell an observer, and what they promise about order, duplicates
//! and samples.

use sitewrap_model::{Extraction, Page, PageId, Reason};
use sitewrap_pipeline::{
    Event, ExtractOptions, InduceError, InduceParams, LoadedSite, MissingPage, Observer,
    PageCluster, Stage, clusters, explain_clusters, extract_pages, extract_stored, import_pages,
    induce, stored_pages,
};
use sitewrap_store::{Store, StoreError};
use std::fs;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// Keeps what a stage told.
#[derive(Default)]
struct Told(Mutex<Vec<(Stage, Option<u64>)>>);

impl Observer for Told {
    fn observe(&self, event: Event<'_>) {
        let told = match event {
            Event::Started { stage, total } => (stage, Some(total.unwrap_or(0))),
            Event::Advanced { stage, by } => (stage, Some(by)),
            Event::Finished { stage, .. } => (stage, None),
            _ => return,
        };
        self.0.lock().expect("the list").push(told);
    }
}

fn product(number: usize) -> Page {
    let notes = "<li class=note>A note</li>".repeat(number % 4);
    let body = format!(
        "<body class=product><h1 class=title>Lamp {number}</h1><p class=price>£{number}.50</p>\
         <ul class=notes>{notes}</ul><div class=stock>In stock ({number} left)</div>"
    );
    Page::imported(format!("http://shop.example/lamp/{number}"), body.into_bytes())
}

fn article(number: usize) -> Page {
    let body = format!(
        "<body class=article><article><header><h2 class=head>News {number}</h2>\
         <time class=date>2026-01-{:02}</time></header><section class=text>Text {number}</section>\
         <footer class=by><a class=author href=/by/{number}>Author {number}</a></footer></article>",
        number % 28 + 1
    );
    Page::imported(format!("http://shop.example/news/{number}"), body.into_bytes())
}

fn store_of(pages: impl IntoIterator<Item = Page>) -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path().join("store")).expect("a store");
    import_pages(&store, pages.into_iter().map(Ok), &()).expect("an import");
    (folder, store)
}

fn both_kinds() -> Vec<Page> {
    (0..12).map(product).chain((0..8).map(article)).collect()
}

fn page_type_of<'c>(clusters: &'c [PageCluster], part: &str) -> Vec<Option<&'c str>> {
    let some = clusters.iter().filter(|page| page.url.contains(part));
    some.map(|page| page.page_type.as_deref()).collect()
}

#[test]
fn pages_in_memory_give_what_stored_pages_give() {
    let mut pages = both_kinds();
    pages.push(Page { status: 404, ..product(30) });
    pages.push(Page { body: b" ".to_vec(), ..product(31) });
    let (_folder, store) = store_of(pages.clone());
    let params = InduceParams::default();
    induce(&store, &params, &()).unwrap();
    let wrappers = store.wrappers().unwrap().unwrap();
    let mut stored: Vec<Extraction> = Vec::new();
    let sink = |page: &Extraction| {
        stored.push(page.clone());
        Ok::<_, StoreError>(())
    };
    extract_stored(&store, &wrappers, ExtractOptions::default(), &(), sink).unwrap();

    let site = LoadedSite::new(pages, &params, &()).unwrap();
    let mut learnt = site.learn(&params, &()).unwrap();
    let clusters = clusters(&store).unwrap().unwrap().into_iter().map(|page| page.cluster);
    assert_eq!(learnt.clusters, clusters.collect::<Vec<_>>());
    learnt.wrappers.version = wrappers.version;
    assert_eq!(learnt.wrappers, wrappers);
    assert_eq!(site.extract(&learnt), stored);
}

#[test]
fn pages_of_one_template_get_one_page_type() {
    let (_folder, store) = store_of(both_kinds());
    assert_eq!(clusters(&store).unwrap(), None);
    let summary = induce(&store, &InduceParams::default(), &()).unwrap();
    assert_eq!((summary.version, summary.pages, summary.clusters), (1, 20, 2));
    let clusters = clusters(&store).unwrap().unwrap();
    let (lamps, news) = (page_type_of(&clusters, "/lamp/"), page_type_of(&clusters, "/news/"));
    assert!(lamps.iter().all(|page_type| page_type.is_some() && *page_type == lamps[0]));
    assert!(news.iter().all(|page_type| page_type.is_some() && *page_type == news[0]));
    assert_ne!(lamps[0], news[0]);
}

#[test]
fn pages_beyond_the_sample_join_the_cluster_that_fits() {
    let (_folder, store) = store_of(both_kinds());
    let params = InduceParams { sample: 12, ..InduceParams::default() };
    let summary = induce(&store, &params, &()).unwrap();
    assert_eq!(summary.pages, 12);
    let clusters = clusters(&store).unwrap().unwrap();
    let (lamps, news) = (page_type_of(&clusters, "/lamp/"), page_type_of(&clusters, "/news/"));
    assert!(lamps.iter().all(|page_type| page_type.is_some() && *page_type == lamps[0]));
    assert!(news.iter().all(|page_type| page_type.is_some() && *page_type == news[0]));
}

#[test]
fn twins_are_of_one_cluster_and_pages_that_came_later_of_none() {
    let duplicate = Page { url: "http://shop.example/lamp/again".to_owned(), ..product(3) };
    let (_folder, store) = store_of(both_kinds().into_iter().chain([duplicate]));
    induce(&store, &InduceParams::default(), &()).unwrap();
    import_pages(&store, [Ok(product(99))].into_iter(), &()).unwrap();
    let clusters = clusters(&store).unwrap().unwrap();
    assert_eq!(clusters[20].cluster, clusters[3].cluster);
    assert!(clusters[20].cluster.is_some());
    assert_eq!(clusters[21].cluster, None);
}

#[test]
fn pages_to_learn_from_are_answers_in_html() {
    let missing = Page { status: 404, ..product(1) };
    let (_folder, store) = store_of([missing]);
    let error = induce(&store, &InduceParams::default(), &()).unwrap_err();
    assert!(matches!(error, InduceError::NoPages), "{error}");
}

/// Keeps the warnings.
#[derive(Default)]
struct Warned(Mutex<Vec<String>>);

impl Observer for Warned {
    fn observe(&self, event: Event<'_>) {
        if let Event::Warning(line) = event {
            self.0.lock().expect("the list").push(line.to_owned());
        }
    }
}

#[test]
fn pages_that_cannot_be_read_are_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let missing = |number: usize| MissingPage {
        url: format!("page-{number}.html"),
        reason: Reason::Other("no such file".to_owned()),
    };
    for (count, told) in [(1, None), (3, None), (1000, Some("997 more"))] {
        let warned = Warned::default();
        let pages = (0..count).map(|number| Err(missing(number))).chain([Ok(product(1))]);
        let counts = import_pages(&store, pages, &warned).unwrap();
        assert_eq!((counts.stored, counts.missing), (1, count));
        let lines = warned.0.into_inner().unwrap();
        let [line] = &*lines else { panic!("{lines:?}") };
        assert!(line.contains("page-0.html: no such file") && !line.contains("page-3."), "{line}");
        assert_eq!(line.contains("more"), told.is_some_and(|told| line.contains(told)), "{line}");
    }
}

#[test]
fn damaged_pages_are_left_out_and_the_others_are_learnt_from() {
    let (folder, store) = store_of(both_kinds());
    drop(store);
    let path = folder.path().join("store");
    // The threads of a store that was dropped may hold its lock for a moment longer.
    let database = (0..200)
        .find_map(|_| {
            let opened = sled::Config::new().path(&path).segment_size(64 << 10).open().ok();
            opened.or_else(|| {
                thread::sleep(Duration::from_millis(10));
                None
            })
        })
        .expect("the lock is let go");
    let rows = database.open_tree("pages").unwrap();
    // The row of the last four pages, which came with the others but do not fit into one block.
    assert!(rows.insert(16_u32.to_be_bytes(), b"no such row").unwrap().is_some());
    drop((rows, database));
    // The values begin with the body of the first page.
    let values = path.join("values/1");
    let mut bytes = fs::read(&values).unwrap();
    bytes[0] ^= 1;
    fs::write(&values, bytes).unwrap();
    let store = Store::open_existing(&path).unwrap();
    let warned = Warned::default();
    let summary = induce(&store, &InduceParams::default(), &warned).unwrap();
    assert_eq!((summary.pages, summary.clusters), (15, 2));
    let warnings = warned.0.into_inner().unwrap();
    let [warning] = &warnings[..] else { panic!("told once: {warnings:?}") };
    assert!(warning.contains("5 pages") && warning.contains("row 16 of table pages"), "{warning}");
    assert_eq!(clusters(&store).unwrap().unwrap().len(), 16, "what is known of 0 is whole");
    let wrappers = store.wrappers().unwrap().unwrap();
    let mut missing = Vec::new();
    let counts = extract_pages(
        &wrappers,
        stored_pages(&store),
        ExtractOptions::default(),
        None,
        &(),
        |extraction: &Extraction| {
            if let Some(Reason::Damaged(_)) = extraction.reason {
                missing.push(extraction.url.clone());
            }
            Ok::<_, StoreError>(())
        },
    );
    assert_eq!(counts.unwrap().records, 15);
    let urls = both_kinds().into_iter().map(|page| page.url);
    let expected: Vec<String> = urls
        .enumerate()
        .filter(|(at, _)| [0, 16, 17, 18, 19].contains(at))
        .map(|(_, url)| url)
        .collect();
    assert_eq!(missing, expected);
}

#[test]
fn stages_tell_every_step_once() {
    let (_folder, store) = store_of(both_kinds());
    let told = Told::default();
    induce(&store, &InduceParams::default(), &told).unwrap();
    let told = told.0.into_inner().unwrap();
    let ended: Vec<_> =
        told.iter().filter(|(_, step)| step.is_none()).map(|(stage, _)| *stage).collect();
    assert_eq!(ended, [Stage::Parse, Stage::Compare, Stage::Cluster, Stage::Induce]);
    // The first entry is the total, the others the steps.
    let steps = || told.iter().filter(|(stage, _)| *stage == Stage::Parse).filter_map(|(_, n)| *n);
    assert_eq!((steps().next(), steps().skip(1).sum::<u64>()), (Some(20), 20));
}

#[test]
fn extraction_keeps_the_order_and_gives_missing_pages_a_line() {
    let (_folder, store) = store_of(both_kinds());
    induce(&store, &InduceParams::default(), &()).unwrap();
    let wrappers = store.wrappers().unwrap().unwrap();
    let missing =
        MissingPage { url: "gone".to_owned(), reason: Reason::Other("it was removed".to_owned()) };
    let pages = (0..200).map(|number| match number {
        150 => Ok(Err(missing.clone())),
        number => Ok::<_, StoreError>(Ok(product(number))),
    });
    let mut lines: Vec<Extraction> = Vec::new();
    let counts =
        extract_pages(&wrappers, pages, ExtractOptions::default(), None, &(), |extraction| {
            lines.push(extraction.clone());
            Ok(())
        })
        .unwrap();
    assert_eq!((counts.pages, counts.records), (200, 199));
    for (number, line) in lines.iter().enumerate() {
        match number {
            150 => assert_eq!(line.reason, Some(Reason::Other("it was removed".to_owned()))),
            number => assert_eq!(line.url, product(number).url),
        }
    }
}

#[test]
fn a_sink_that_fails_ends_the_extraction() {
    let (_folder, store) = store_of(both_kinds());
    induce(&store, &InduceParams::default(), &()).unwrap();
    let wrappers = store.wrappers().unwrap().unwrap();
    let pages = stored_pages(&store).map(|page| page.map_err(|error| error.to_string()));
    let mut seen = 0;
    let outcome = extract_pages(&wrappers, pages, ExtractOptions::default(), None, &(), |_| {
        seen += 1;
        if seen == 3 { Err("the disk is full".to_owned()) } else { Ok(()) }
    });
    assert_eq!(outcome.unwrap_err(), "the disk is full");
    assert_eq!(seen, 3);
}

#[test]
fn an_import_of_a_known_page_replaces_it() {
    let (_folder, store) = store_of(both_kinds());
    let changed = Page { body: b"<body>changed".to_vec(), ..product(0) };
    let counts = import_pages(&store, [Ok(changed)].into_iter(), &()).unwrap();
    assert_eq!((counts.stored, store.page_count()), (1, 20));
    assert_eq!(store.page(PageId(0)).unwrap().unwrap().body, b"<body>changed");
}

#[test]
fn a_sample_holds_rare_kinds_and_labels_the_rest_as_a_whole_does() {
    let lamps = (0..80).filter(|number| number % 4 != 0).map(product);
    let (_folder, store) = store_of(lamps.chain((0..4).map(article)));
    induce(&store, &InduceParams::default(), &()).unwrap();
    let whole = clusters(&store).unwrap().unwrap();
    let params = InduceParams { sample: 16, ..InduceParams::default() };
    assert_eq!(induce(&store, &params, &()).unwrap().pages, 16);
    let sampled = clusters(&store).unwrap().unwrap();
    let label = |pages: &[PageCluster]| pages.iter().map(|page| page.cluster).collect::<Vec<_>>();
    assert_eq!(label(&sampled), label(&whole));
    let explained = explain_clusters(&store, &()).unwrap().unwrap();
    assert!(!explained.has_changed);
    assert_eq!(explained.clusters.iter().map(|it| it.pages).collect::<Vec<_>>(), [60, 4]);
    assert_eq!(explained.clusters.iter().map(|it| it.compared).sum::<usize>(), 16);
}
