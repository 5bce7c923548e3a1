//! Pages that come after an induction: which join, which wait, what becomes of those that wait, and
//! what is never touched.

use sitewrap_model::Page;
use sitewrap_pipeline::{
    InduceParams, PageCluster, UpdateSummary, clusters, explain_clusters, import_pages, induce,
    update,
};
use sitewrap_store::Store;
use std::collections::BTreeMap;
use tempfile::TempDir;

fn page(path: &str, body: String) -> Page {
    Page::imported(format!("http://shop.example/{path}"), body.into_bytes())
}

fn product(number: usize) -> Page {
    let notes = "<li class=note>A note</li>".repeat(number % 4);
    page(
        &format!("lamp/{number}"),
        format!(
            "<body class=product><div class=page><h1 class=title>Lamp {number}</h1>\
             <p class=price>£{number}.50</p><ul class=notes>{notes}</ul>\
             <div class=stock>In stock ({number} left)</div></div>"
        ),
    )
}

fn article(number: usize) -> Page {
    page(
        &format!("news/{number}"),
        format!(
            "<body class=article><article><header><h2 class=head>News {number}</h2>\
             <time class=date>2026-01-{:02}</time></header><section class=text>Text {number}\
             </section><footer class=by><a class=author href=/by/{number}>Author {number}</a>\
             </footer></article>",
            number % 28 + 1
        ),
    )
}

fn review(number: usize) -> Page {
    page(
        &format!("review/{number}"),
        format!(
            "<body class=review><main class=opinion><h3 class=about>On lamp {number}</h3>\
             <blockquote class=words>Burns {number} nights</blockquote><dl class=marks>\
             <dt class=mark>Light</dt><dd class=points>{number}</dd></dl></main>"
        ),
    )
}

/// A page unlike any other.
fn odd(number: usize) -> Page {
    let tags = ["table", "form", "nav", "aside", "fieldset", "menu"];
    let (tag, other) = (tags[number % 6], tags[(number + 1) % 6]);
    let nested = format!("<{tag} class=odd{number}><{other}>").repeat(number + 2);
    page(&format!("odd/{number}"), format!("<body class=odd-{tag}>{nested}"))
}

fn both_kinds() -> Vec<Page> {
    (0..12).map(product).chain((0..8).map(article)).collect()
}

/// A store whose first pages were learnt from.
fn learnt(pages: Vec<Page>, params: &InduceParams) -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path().join("store")).expect("a store");
    add(&store, pages);
    induce(&store, params, &()).expect("an induction");
    (folder, store)
}

fn add(store: &Store, pages: impl IntoIterator<Item = Page>) {
    import_pages(store, pages.into_iter().map(Ok), &()).expect("an import");
}

fn taken_in(store: &Store, pages: impl IntoIterator<Item = Page>) -> UpdateSummary {
    add(store, pages);
    update(store, &InduceParams::default(), &())
        .expect("an update")
        .expect("an induction to go on from")
}

/// Cluster and page type by URL.
fn labels(store: &Store) -> BTreeMap<String, (Option<u32>, Option<String>)> {
    let label = |page: PageCluster| (page.url, (page.cluster.map(|id| id.0), page.page_type));
    let labelled = clusters(store).expect("the store is read").expect("an induction");
    labelled.into_iter().map(label).collect()
}

#[test]
fn later_pages_join_the_clusters_they_fit_and_nothing_else_changes() {
    let (_folder, store) = learnt(both_kinds(), &InduceParams::default());
    let (before, wrappers) = (labels(&store), store.wrappers().unwrap());
    let summary = taken_in(&store, (20..26).map(product).chain([article(30)]));
    assert_eq!((summary.new, summary.joined, summary.waiting), (7, 7, 0));
    assert_eq!((summary.version, summary.page_types.len()), (1, 0));
    let after = labels(&store);
    assert!(before.iter().all(|(url, label)| after[url] == *label));
    assert_eq!(after["http://shop.example/lamp/22"], before["http://shop.example/lamp/2"]);
    assert_eq!(after["http://shop.example/news/30"], before["http://shop.example/news/2"]);
    assert_eq!(store.wrappers().unwrap(), wrappers);
    assert_eq!(store.wrapper_versions().unwrap(), [1]);
}

#[test]
fn pages_of_a_new_kind_wait_until_there_are_enough_for_a_page_type() {
    let (_folder, store) = learnt(both_kinds(), &InduceParams::default());
    let (before, wrappers) = (labels(&store), store.wrappers().unwrap().unwrap());
    let least = InduceParams::default().book.cluster.new_type_pages;
    let few = least - 1;
    let summary = taken_in(&store, (0..few).map(review));
    assert_eq!((summary.joined, summary.waiting, summary.version), (0, few, 1));
    let duplicate = Page { url: "http://shop.example/twin".to_owned(), ..review(0) };
    assert_eq!(taken_in(&store, [duplicate]).waiting, few + 1, "a duplicate adds nothing");
    let summary = taken_in(&store, [review(few), odd(1)]);
    assert_eq!((summary.waiting, summary.version), (1, 2));
    assert_eq!(summary.page_types.len(), 1);
    assert_eq!(summary.page_types[0].pages, least + 1);

    let (after, later) = (labels(&store), store.wrappers().unwrap().unwrap());
    assert!(before.iter().all(|(url, label)| after[url] == *label));
    assert_eq!(later.wrappers[..2], wrappers.wrappers[..]);
    let new = &after["http://shop.example/review/0"];
    assert_eq!(*new, (Some(2), Some(later.wrappers[2].page_type.clone())));
    assert!((0..=few).all(|number| after[&review(number).url] == *new));
    assert_eq!(after["http://shop.example/twin"], *new);
    assert_eq!(after[&odd(1).url], (None, None));

    // From now on the new cluster takes in pages as the others do.
    let summary = taken_in(&store, (50..53).map(review));
    assert_eq!((summary.joined, summary.version), (3, 2));
    assert_eq!(labels(&store)[&review(52).url], *new);
}

#[test]
fn a_page_without_news_changes_nothing_and_one_with_another_body_is_placed_anew() {
    let (_folder, store) = learnt(both_kinds(), &InduceParams::default());
    assert_eq!(taken_in(&store, []).new, 0);
    let same = taken_in(&store, [product(3)]);
    assert_eq!((same.new, same.changed), (0, 0));
    let redesigned = Page { url: product(3).url, ..review(3) };
    let other_text = Page { url: product(4).url, ..product(70) };
    let summary = taken_in(&store, [redesigned, other_text]);
    assert_eq!((summary.new, summary.changed, summary.joined), (0, 2, 1));
    assert_eq!((summary.lost, summary.waiting), (1, 1));
    assert_eq!(labels(&store)[&product(3).url], (None, None));
}

#[test]
fn the_order_of_batches_does_not_matter_while_kinds_are_known() {
    let batches: [Vec<Page>; 3] = [
        (20..24).map(product).chain([review(0), odd(2)]).collect(),
        (20..23).map(article).chain([review(1), review(2)]).collect(),
        (30..33).map(product).chain((3..8).map(review)).collect(),
    ];
    let outcome = |order: [usize; 3], threads: usize| {
        let pool = rayon_pool(threads);
        pool.install(|| {
            let (_folder, store) = learnt(both_kinds(), &InduceParams::default());
            for batch in order {
                let mut pages = batches[batch].clone();
                pages.rotate_left(order[0]);
                taken_in(&store, pages);
            }
            (labels(&store), store.wrappers().unwrap().unwrap().wrappers)
        })
    };
    let first = outcome([0, 1, 2], 1);
    assert_eq!(first.1.len(), 3, "the reviews have a wrapper");
    assert_eq!(first, outcome([1, 0, 2], 2));
    // All at once is no different from one after another, here.
    let (_folder, store) = learnt(both_kinds(), &InduceParams::default());
    taken_in(&store, batches.concat());
    assert_eq!(first, (labels(&store), store.wrappers().unwrap().unwrap().wrappers));
}

fn rayon_pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

#[test]
fn the_paper_s_method_takes_in_pages_by_the_wrapper_that_fits() {
    let params = InduceParams::paper();
    let (_folder, store) = learnt(both_kinds(), &params);
    let before = labels(&store);
    add(&store, (20..23).map(product).chain((0..6).map(review)));
    let summary = update(&store, &params, &()).unwrap().unwrap();
    assert_eq!((summary.joined, summary.version, summary.page_types.len()), (3, 2, 1));
    let after = labels(&store);
    assert!(before.iter().all(|(url, label)| after[url] == *label));
    assert_eq!(after[&product(21).url], before[&product(1).url]);
    assert_eq!(after[&review(0).url].0, Some(2));
}

#[test]
fn other_settings_have_nothing_to_go_on_from() {
    let (_folder, store) = learnt(both_kinds(), &InduceParams::default());
    assert_eq!(update(&store, &InduceParams::paper(), &()).unwrap(), None);
    let (_folder, empty) = {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("store")).unwrap();
        (folder, store)
    };
    assert_eq!(update(&empty, &InduceParams::default(), &()).unwrap(), None);
}

#[test]
fn clusters_of_all_rounds_are_explained() {
    let (_folder, store) = learnt(both_kinds(), &InduceParams::default());
    taken_in(&store, (0..6).map(review).chain([odd(1), product(40)]));
    let explained = explain_clusters(&store, &()).unwrap().unwrap();
    assert!(!explained.has_changed);
    let told: Vec<_> = explained.clusters.iter().map(|it| (it.cluster.0, it.pages)).collect();
    assert_eq!(told, [(0, 13), (1, 8), (2, 6)]);
    assert!(explained.clusters[2].medoid.contains("/review/"));
    assert_eq!(explained.outliers.len(), 1);
    assert_eq!(explained.outliers[0].url, odd(1).url);
    add(&store, [product(41)]);
    assert!(explain_clusters(&store, &()).unwrap().unwrap().has_changed);
}
