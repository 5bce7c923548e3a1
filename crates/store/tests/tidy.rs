//! What is out of date gives its room free, and nothing else is lost with it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{batch, entry, url};
use sitewrap_model::{CrawlBatch, FrontierState, Page, SkipReason};
use sitewrap_store::Store;
use std::fs;
use std::path::Path;

/// Bytes that cannot be packed, other ones for each seed.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    std::iter::repeat_with(byte).take(length).collect()
}

/// A page of a megabyte.
fn page(number: usize, revision: usize) -> Page {
    Page::imported(url(number), noise((number * 100 + revision) as u64, 1 << 20))
}

fn commit(store: &Store, pages: Vec<Page>) {
    store.commit(&CrawlBatch { pages, ..CrawlBatch::default() }).unwrap();
}

fn value_bytes(dir: &Path) -> u64 {
    let files = fs::read_dir(dir.join("values")).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

fn pages(store: &Store) -> Vec<Page> {
    store.pages().map(|page| page.unwrap().1).collect()
}

#[test]
fn bodies_that_were_replaced_give_their_room_free() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    commit(&store, (0..6).map(|number| page(number, 0)).collect());
    for revision in 1..3 {
        commit(&store, (0..5).map(|number| page(number, revision)).collect());
    }
    let expected: Vec<Page> = (0..6).map(|n| page(n, if n < 5 { 2 } else { 0 })).collect();
    drop(store);
    // Only a store that is opened for writing is changed.
    assert_eq!(pages(&Store::open_existing(dir.path()).unwrap()), expected);
    assert!(value_bytes(dir.path()) > 16 << 20);
    for _ in 0..2 {
        let store = Store::open(dir.path()).unwrap();
        assert_eq!(pages(&store), expected);
        assert!(value_bytes(dir.path()) < 7 << 20);
        assert_eq!(store.verify().damaged, []);
        assert_eq!(store.lost_commits(), 0);
    }
    let store = Store::open(dir.path()).unwrap();
    commit(&store, vec![page(0, 9)]);
    assert_eq!(pages(&store)[0], page(0, 9));
}

#[test]
fn files_that_no_commit_knows_are_removed() {
    let dir = tempfile::tempdir().unwrap();
    commit(&Store::open(dir.path()).unwrap(), vec![page(0, 0)]);
    // What a process that is killed may leave: a file that was begun, and bodies behind the end.
    fs::write(dir.path().join("values/2"), "begun").unwrap();
    let file = dir.path().join("values/1");
    fs::write(&file, [fs::read(&file).unwrap(), noise(3, 5000)].concat()).unwrap();
    let store = Store::open(dir.path()).unwrap();
    assert!(!dir.path().join("values/2").exists());
    commit(&store, vec![page(1, 0)]);
    assert_eq!(pages(&store), [page(0, 0), page(1, 0)]);
}

#[test]
fn a_log_that_says_the_same_again_and_again_is_written_anew() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    for round in 0..120 {
        // Reasons that cannot be packed, so that there is something to give free.
        let reason = String::from_utf8_lossy(&noise(round, 40_000)).into_owned();
        let mut batch = batch(0..30, round as usize);
        batch.frontier[0].state = FrontierState::Skipped(SkipReason::Other(reason));
        store.commit(&batch).unwrap();
    }
    store.commit(&batch(0..30, 120)).unwrap();
    let all = |store: &Store| {
        let mut entries: Vec<_> = store.frontier().map(Result::unwrap).collect();
        let mut links: Vec<_> = store.links().map(Result::unwrap).collect();
        let mut relations: Vec<_> = store.relations().map(Result::unwrap).collect();
        entries.sort_by_key(|entry| entry.seq);
        links.sort_by(|a, b| a.from.cmp(&b.from));
        relations.sort_by(|a, b| a.0.cmp(&b.0));
        (entries, links, relations)
    };
    let before = all(&store);
    assert_eq!(before.0.len(), 30);
    assert!(before.0.iter().all(|entry| entry.state == FrontierState::Fetched));
    let rows = store.verify().rows;
    drop(store);
    let store = Store::open(dir.path()).unwrap();
    let whole = store.verify();
    assert_eq!(rows - whole.rows, 120, "one row of the log says all that holds");
    assert_eq!(whole.damaged, []);
    assert_eq!(all(&store), before);
    let frontier = vec![entry(7, FrontierState::Queued)];
    store.commit(&CrawlBatch { frontier, ..CrawlBatch::default() }).unwrap();
    assert_eq!(all(&store).0[7], entry(7, FrontierState::Queued));
}
