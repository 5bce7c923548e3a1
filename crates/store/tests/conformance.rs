//! What the store promises to those who write and read it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{batch, entry, links, page, relations, url};
use sitewrap_model::{
    ClusterId, CrawlBatch, Fingerprint, FrontierState, Links, Page, PageId, Relations, SkipReason,
};
use sitewrap_store::{Induction, PageLabel, Store, StoreError};
use sitewrap_wrapper::edit::{Change, Edits};
use sitewrap_wrapper::{
    Content, Element, Feature, Matching, Presence, Signature, Template, TemplateNode, Wrapper,
    WrapperSet,
};

fn pages(pages: Vec<Page>) -> CrawlBatch {
    CrawlBatch { pages, ..CrawlBatch::default() }
}

/// Where the page with this number leads.
fn links_of(store: &Store, number: usize) -> Option<Links> {
    store.links().map(Result::unwrap).find(|links| *links.from == *url(number))
}

/// How the page with this number stands to others.
fn relations_of(store: &Store, number: usize) -> Option<Relations> {
    let all = store.relations().map(Result::unwrap);
    all.into_iter().find_map(|(of, relations)| (of == url(number)).then_some(relations))
}

fn all_pages(store: &Store) -> Vec<(PageId, Page)> {
    store.pages().collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_new_store_is_empty() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("deep/new")).unwrap();
    assert_eq!(store.page_count(), 0);
    assert_eq!(store.page(PageId(0)).unwrap(), None);
    assert_eq!(store.page_by_url(&url(0)).unwrap(), None);
    assert_eq!(store.pages().count(), 0);
    assert_eq!(store.frontier().count(), 0);
    assert_eq!(store.wrappers().unwrap(), None);
    assert_eq!(store.clustering().unwrap(), None);
    assert_eq!(store.lost_commits(), 0);
    assert_eq!(store.commit(&CrawlBatch::default()).unwrap(), []);
}

#[test]
fn what_was_committed_is_there_after_opening_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.commit(&batch(0..3, 0)).unwrap(), [PageId(0), PageId(1), PageId(2)]);
    drop(store);
    let store = Store::open_existing(dir.path()).unwrap();
    assert_eq!(store.commit(&batch(3..5, 0)).unwrap(), [PageId(3), PageId(4)]);
    let expected: Vec<_> = (0..5).map(|number| (PageId(number as u32), page(number, 0))).collect();
    assert_eq!(all_pages(&store), expected);
    assert_eq!(store.page_by_url(&url(4)).unwrap(), Some(page(4, 0)));
    assert_eq!(store.page_id(&url(4)).unwrap(), Some(PageId(4)));
    assert_eq!(store.page_id(&url(5)).unwrap(), None);
    assert_eq!(store.frontier_entry(&url(1)).unwrap(), Some(entry(1, FrontierState::Fetched)));
    assert_eq!(links_of(&store, 1), Some(links(1, &[0])));
    assert_eq!(store.state("last").unwrap(), Some(b"5".to_vec()));
    assert_eq!(store.state("none").unwrap(), None);
    assert_eq!(store.lost_commits(), 0);
}

#[test]
fn a_page_fetched_again_replaces_the_old_one_and_keeps_its_id() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    store.commit(&batch(0..3, 0)).unwrap();
    assert_eq!(store.commit(&pages(vec![page(1, 7), page(9, 0)])).unwrap(), [PageId(1), PageId(3)]);
    assert_eq!(store.page_count(), 4);
    assert_eq!(store.page(PageId(1)).unwrap(), Some(page(1, 7)));
    let bytes = all_pages(&store).iter().map(|(_, page)| page.body.len() as u64).sum::<u64>();
    assert_eq!(store.status().unwrap().body_bytes, bytes);
    assert_eq!(links_of(&store, 1), None, "the new page has none");
}

#[test]
fn a_url_that_comes_twice_in_a_batch_is_one_page() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let ids = store.commit(&pages(vec![page(5, 0), page(6, 0), page(5, 1)])).unwrap();
    assert_eq!(ids, [PageId(0), PageId(1), PageId(0)]);
    assert_eq!(all_pages(&store), [(PageId(0), page(5, 1)), (PageId(1), page(6, 0))]);
}

#[test]
fn pages_of_one_batch_stored_anew_and_marked_are_as_the_batch_has_them() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    // Blocks of one page, of more than fit into one, and of some.
    let mut first = 0;
    for count in [1, 40, 16, 17] {
        store
            .commit(&pages((first..first + count).map(|number| page(number, 0)).collect()))
            .unwrap();
        first += count;
    }
    let changed = [0, 1, 16, 17, 40, 41, 56, 57, 73];
    let mut again: Vec<Page> = changed.iter().map(|&number| page(number, 1)).collect();
    again.push(page(17, 2));
    again.push(page(74, 0));
    let soft_404s = vec![url(17), url(72), url(74)];
    store.commit(&CrawlBatch { soft_404s, ..pages(again) }).unwrap();
    let expected = |number: usize| match number {
        17 => (page(17, 2), true),
        72 => (page(72, 0), true),
        _ => (page(number, usize::from(changed.contains(&number))), false),
    };
    drop(store);
    for open in [Store::open, Store::open_existing] {
        let store = open(dir.path()).unwrap();
        assert_eq!(store.page_count(), 75);
        for (place, read) in store.pages().enumerate() {
            let (id, read) = read.unwrap();
            assert_eq!((id.index(), &read.url), (place, &url(place)));
            assert_eq!(
                (&read.body, read.is_soft_404()),
                (&expected(place).0.body, expected(place).1)
            );
            assert_eq!(store.page_id(&read.url).unwrap(), Some(id));
        }
        let bytes: u64 = store.pages().map(|page| page.unwrap().1.body.len() as u64).sum();
        assert_eq!(store.status().unwrap().body_bytes, bytes);
        assert_eq!(store.verify().damaged, []);
    }
}

#[test]
fn what_is_known_of_a_page_is_read_without_its_body() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    store.commit(&batch(0..2, 0)).unwrap();
    let metas: Vec<_> = store.page_metas().collect::<Result<_, _>>().unwrap();
    assert_eq!(metas.len(), 2);
    assert_eq!(metas[1], store.page_meta(PageId(1)).unwrap().unwrap());
    assert_eq!(metas[1].url, url(1));
    assert_eq!(metas[1].body.len, page(1, 0).body.len() as u64);
    assert_eq!(metas[1].content_type(), Some("text/html; charset=utf-8"));
    assert_eq!(store.page_meta(PageId(2)).unwrap(), None);
}

#[test]
fn bodies_of_any_bytes_and_urls_of_any_length_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let noise: Vec<u8> =
        (0_u32..3_000_000).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let odd = vec![
        Page::imported("https://a.example/".into(), Vec::new()),
        Page::imported(format!("https://a.example/{}", "x".repeat(100_000)), vec![0; 5_000_000]),
        Page::imported("file name with spaces \u{0} and ü".into(), noise),
        Page::imported(String::new(), b"no url".to_vec()),
    ];
    store.commit(&pages(odd.clone())).unwrap();
    drop(store);
    let store = Store::open_existing(dir.path()).unwrap();
    assert_eq!(all_pages(&store).into_iter().map(|(_, page)| page).collect::<Vec<_>>(), odd);
    assert_eq!(store.page_id(&odd[1].url).unwrap(), Some(PageId(1)));
}

#[test]
fn soft_404s_are_marked_and_stay_as_they_were_fetched() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    store.commit(&batch(0..3, 0)).unwrap();
    let soft_404s = vec![url(1), url(1), url(9)];
    store.commit(&CrawlBatch { soft_404s, ..CrawlBatch::default() }).unwrap();
    drop(store);
    let store = Store::open_existing(dir.path()).unwrap();
    let metas: Vec<_> = store.page_metas().collect::<Result<_, _>>().unwrap();
    assert_eq!([0, 1, 2].map(|at: usize| metas[at].is_soft_404()), [false, true, false]);
    assert_eq!(store.status().unwrap().successes, 2);
    let marked = store.page_by_url(&url(1)).unwrap().unwrap();
    assert!(marked.is_soft_404() && !marked.is_success());
    assert_eq!((&marked.body, &marked.headers), (&page(1, 0).body, &page(1, 0).headers));
    assert_eq!(relations_of(&store, 1), Some(relations(1)));
    assert_eq!(links_of(&store, 1), Some(links(1, &[0])));
    assert!(store.verify().damaged.is_empty());
    store.commit(&pages(vec![page(1, 1)])).unwrap();
    assert!(!store.page_by_url(&url(1)).unwrap().unwrap().is_soft_404(), "fetched again");
}

#[test]
fn frontier_entries_change_their_state() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let frontier = |states: &[FrontierState]| CrawlBatch {
        frontier: states.iter().cloned().enumerate().map(|(n, state)| entry(n, state)).collect(),
        ..CrawlBatch::default()
    };
    store.commit(&frontier(&vec![FrontierState::Queued; 5])).unwrap();
    let mut later = frontier(&[
        FrontierState::Fetched,
        FrontierState::Skipped(SkipReason::NotHtml("image/png".into())),
        FrontierState::Failed("timed out".into()),
        FrontierState::Duplicate(url(0)),
    ]);
    later.frontier[0].fingerprint = Some(Fingerprint { structure: u64::MAX, text: 1 });
    store.commit(&later).unwrap();
    let mut entries: Vec<_> = store.frontier().collect::<Result<_, _>>().unwrap();
    entries.sort_by_key(|entry| entry.seq);
    assert_eq!(entries[..4], later.frontier);
    assert_eq!(entries[4..], [entry(4, FrontierState::Queued)]);
    let counts = store.frontier_counts().unwrap();
    assert_eq!((counts.queued, counts.fetched, counts.skipped, counts.failed), (1, 2, 1, 1));
}

#[test]
fn of_several_forms_of_an_entry_in_one_batch_the_last_one_counts() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let frontier = vec![entry(0, FrontierState::Queued), entry(0, FrontierState::Fetched)];
    store.commit(&CrawlBatch { frontier, ..CrawlBatch::default() }).unwrap();
    let fetched = entry(0, FrontierState::Fetched);
    assert_eq!(store.frontier_entry(&url(0)).unwrap().as_ref(), Some(&fetched));
    assert_eq!(store.frontier().collect::<Result<Vec<_>, _>>().unwrap(), [fetched]);
}

#[test]
fn what_is_said_of_a_url_replaces_what_was_known_of_its_links() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let batch = |links: &[Links], pages: Vec<Page>| CrawlBatch {
        links: links.to_vec(),
        pages,
        ..CrawlBatch::default()
    };
    let beyond =
        |from: usize, to: usize| Links { beyond: vec![url(to).into()], ..links(from, &[2, 300]) };
    store.commit(&batch(&[beyond(1, 9), links(2, &[1])], vec![page(1, 0)])).unwrap();
    assert_eq!(links_of(&store, 1), Some(beyond(1, 9)));
    store.commit(&batch(&[links(1, &[u64::MAX])], vec![])).unwrap();
    assert_eq!(links_of(&store, 1), Some(links(1, &[u64::MAX])));
    store.commit(&batch(&[], vec![page(1, 1)])).unwrap();
    let all: Vec<_> = store.links().collect::<Result<_, _>>().unwrap();
    assert_eq!(all, [links(2, &[1])]);
}

#[test]
fn relations_are_kept_until_the_page_is_fetched_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    store.commit(&batch(0..3, 0)).unwrap();
    assert_eq!(relations_of(&store, 2), Some(relations(2)));
    assert_eq!(relations_of(&store, 9), None);
    let other = vec![(url(1), Relations { next: Some(url(5)), ..Relations::default() })];
    let batch = CrawlBatch { relations: other.clone(), ..pages(vec![page(1, 1), page(2, 1)]) };
    store.commit(&batch).unwrap();
    assert_eq!(relations_of(&store, 1).as_ref(), Some(&other[0].1));
    assert_eq!(relations_of(&store, 2), None);
    assert!(store.verify().damaged.is_empty());
}

/// A template node with one child in it, and so on; as deep as the trees of pages can be.
fn nested(depth: usize) -> Element {
    let presence = Presence::new(3, 7);
    let leaf = Element {
        tag: "p".into(),
        features: vec![Feature { name: ".price".into(), weight: 0.1 }],
        label_words: vec!["Price".into()],
        through: false,
        presence,
        attrs: Vec::new(),
        content: Content::Fixed("£".into()),
    };
    (0..depth).fold(leaf, |child, _| Element {
        tag: "div".into(),
        content: Content::Children(vec![TemplateNode::Element(child.clone())]),
        ..child
    })
}

fn wrappers(name: &str) -> WrapperSet {
    let wrapper = Wrapper {
        name: name.into(),
        page_type: name.into(),
        pages: 7,
        signature: Signature { paths: vec![(u64::MAX, 1.0 / 3.0)] },
        template: Template {
            root: nested(512),
            matching: Matching::Tags,
            nested: Vec::new(),
            opened: Vec::new(),
        },
        quality: None,
        main_content: None,
    };
    WrapperSet { version: 99, wrappers: vec![wrapper], ..WrapperSet::default() }
}

fn label(page: u32, cluster: Option<u32>) -> PageLabel {
    PageLabel {
        page: PageId(page),
        cluster: cluster.map(ClusterId),
        page_type: cluster.map(|_| "product".to_owned()),
    }
}

#[test]
fn edits_hold_for_later_inductions_and_leave_the_induced_wrappers_as_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let induced = Induction { wrappers: wrappers("product"), ..Induction::default() };
    store.put_induction(induced.clone()).unwrap();
    let rename = [Change::PageType("item".to_owned())];
    let edits = Edits::default().change(&wrappers("product"), "product", &rename).unwrap();
    assert_eq!(store.put_edits(&edits).unwrap(), 2);
    drop(store);

    let store = Store::open_existing(dir.path()).unwrap();
    let names =
        |set: Option<WrapperSet>| set.map(|set| (set.version, set.wrappers[0].name.clone()));
    assert_eq!(names(store.wrappers().unwrap()), Some((2, "item".to_owned())));
    assert_eq!(names(store.wrappers_version(1).unwrap()), Some((1, "product".to_owned())));
    assert_eq!(names(store.induced().unwrap()), Some((1, "product".to_owned())));
    assert_eq!(store.put_induction(induced.clone()).unwrap(), 3);
    assert_eq!(names(store.wrappers().unwrap()), Some((3, "item".to_owned())));
    assert_eq!(store.put_edits(&Edits::default()).unwrap(), 4);
    assert_eq!(names(store.wrappers().unwrap()), Some((4, "product".to_owned())));
    assert_eq!(store.wrapper_versions().unwrap(), [1, 2, 3, 4]);
}

#[test]
fn each_wrapper_set_gets_the_next_version_and_earlier_ones_stay() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let induced = |name| Induction { wrappers: wrappers(name), ..Induction::default() };
    assert_eq!(store.put_induction(induced("a")).unwrap(), 1);
    assert_eq!(store.put_induction(induced("b")).unwrap(), 2);
    drop(store);
    let store = Store::open_existing(dir.path()).unwrap();
    assert_eq!(store.put_induction(induced("c")).unwrap(), 3);
    assert_eq!(store.wrapper_versions().unwrap(), [1, 2, 3]);
    assert_eq!(store.wrappers().unwrap(), Some(WrapperSet { version: 3, ..wrappers("c") }));
    let second = store.wrappers_version(2).unwrap();
    assert_eq!(second, Some(WrapperSet { version: 2, ..wrappers("b") }));
    assert_eq!(store.wrappers_version(4).unwrap(), None);
}

#[test]
fn an_induction_is_stored_with_its_clustering_and_blobs() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let induction = |cluster, blob: &[u8]| Induction {
        wrappers: wrappers("a"),
        labels: vec![label(0, Some(cluster)), label(1, None)],
        blobs: vec![("profiles".into(), blob.to_vec())],
    };
    store.put_induction(induction(0, b"old")).unwrap();
    store.put_induction(induction(1, b"new")).unwrap();
    let rename = [Change::PageType("item".to_owned())];
    let edits = Edits::default().change(&wrappers("a"), "a", &rename).unwrap();
    assert_eq!(store.put_edits(&edits).unwrap(), 3);
    assert_eq!(store.clustering().unwrap(), Some((2, induction(1, b"").labels)));
    assert_eq!(store.blob("profiles").unwrap(), Some(b"new".to_vec()));
    assert_eq!(store.blob("profile").unwrap(), None);
    let status = store.status().unwrap();
    assert_eq!((status.wrapper_versions, status.wrappers), (vec![1, 2, 3], 1));
    assert!(status.induced_at >= status.created_at && status.created_at > 0);
}

#[test]
fn the_status_counts_what_is_stored() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    store.commit(&batch(0..10, 0)).unwrap();
    let missing = Page { status: 404, ..page(10, 0) };
    store.commit(&pages(vec![missing])).unwrap();
    let status = store.status().unwrap();
    assert_eq!((status.pages, status.successes, status.links), (11, 10, 10));
    assert_eq!((status.frontier.fetched, status.frontier.queued), (10, 0));
    assert!(status.disk_bytes > 0 && status.updated_at >= status.created_at);
    assert_eq!(status.path, dir.path());
}

#[test]
fn threads_share_a_store() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let store = &store;
            scope.spawn(move || {
                for round in 0..5 {
                    let first = (thread * 5 + round) * 4;
                    store.commit(&batch(first..first + 4, 0)).unwrap();
                    assert!(store.pages().all(|page| page.is_ok()));
                }
            });
        }
    });
    let mut urls: Vec<_> = all_pages(&store).into_iter().map(|(_, page)| page.url).collect();
    urls.sort_unstable();
    urls.dedup();
    assert_eq!(urls.len(), 80);
}

#[test]
fn a_store_is_asked_for_where_there_is_none() {
    let dir = tempfile::tempdir().unwrap();
    let error = |path: &str| Store::open_existing(dir.path().join(path)).err().unwrap();
    assert!(matches!(error("none"), StoreError::Missing(_)));
    assert!(error("none").to_string().contains("no store in"), "{}", error("none"));
    assert!(!dir.path().join("none").exists(), "asking makes no folder");
    std::fs::create_dir(dir.path().join("empty")).unwrap();
    assert!(matches!(error("empty"), StoreError::Missing(_)));
    assert_eq!(std::fs::read_dir(dir.path().join("empty")).unwrap().count(), 0);
}

#[test]
fn a_file_or_a_folder_of_other_files_is_no_store() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("notes.txt");
    std::fs::write(&file, "mine").unwrap();
    for opened in [Store::open(&file), Store::open_existing(&file)] {
        assert!(matches!(opened.err(), Some(StoreError::NotAFolder(_))));
    }
    assert!(matches!(Store::open(file.join("below")).err(), Some(StoreError::Io { .. })));
    let error = Store::open(dir.path()).err().unwrap();
    assert!(matches!(error, StoreError::NotAStore(_)), "{error}");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "nothing was added");
    let other = dir.path().join("other");
    sled::open(&other).unwrap().insert("theirs", "row").unwrap();
    assert!(matches!(Store::open(&other).err(), Some(StoreError::NotAStore(_))));
}
