//! A store whose process is killed, again and again, keeps each finished commit whole.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{batch, page, url};
use sitewrap_store::{Store, StoreError};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Pages in each batch that the killed process writes.
const BATCH: usize = 7;
/// Names the store to the process that is to be killed.
const STORE: &str = "SITEWRAP_TEST_STORE";

/// Starts this test's program again to run the test `name`, with the store in `dir`.
fn start(name: &str, dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--ignored"])
        .env(STORE, dir)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn store_of_this_process() -> Option<PathBuf> {
    std::env::var_os(STORE).map(PathBuf::from)
}

/// Not a test: writes batches until it is killed, and prints the number of pages after each.
#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn write_until_killed() {
    let Some(dir) = store_of_this_process() else { return };
    let store = Store::open(dir).unwrap();
    println!("\nopen");
    for first in (store.page_count()..).step_by(BATCH) {
        let mut batch = batch(first..first + BATCH, 0);
        // Rewriting a page of an earlier batch belongs to the same commit.
        batch.pages.push(page(first / 2, first));
        store.commit(&batch).unwrap();
        println!("{}", store.page_count());
    }
}

/// Checks that the store holds whole batches only, and at least `committed` pages.
fn check(store: &Store, committed: usize) {
    let count = store.page_count();
    assert!(count >= committed, "{committed} pages were committed, {count} are there");
    assert_eq!(count % BATCH, 0, "half of a batch is there");
    assert_eq!(store.lost_commits(), 0);
    // Which revision each page is at after as many batches: the last that rewrote it.
    let mut revisions = vec![0; count];
    for first in (0..count).step_by(BATCH) {
        revisions[first / 2] = first;
    }
    for (place, read) in store.pages().enumerate() {
        let (id, read) = read.unwrap();
        assert_eq!(id.index(), place);
        assert_eq!(read, page(place, revisions[place]));
        assert_eq!(store.page_id(&read.url).unwrap(), Some(id));
    }
    assert_eq!(store.page_id(&url(count)).unwrap(), None);
    assert_eq!(store.frontier_counts().unwrap().fetched, count);
    let last = store.state("last").unwrap().map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(last, (count > 0).then(|| count.to_string()));
}

#[test]
fn no_committed_batch_is_lost_and_none_is_half_there() {
    let dir = tempfile::tempdir().unwrap();
    let mut committed = 0;
    for round in 0..25 {
        let mut child = start("write_until_killed", dir.path());
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        lines.find(|line| line.as_ref().unwrap() == "open").unwrap().unwrap();
        // The process goes on writing while this one reads, so it is killed at any moment.
        for line in lines.by_ref().take(round % 6) {
            committed = line.unwrap().parse().unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        for line in lines.map_while(Result::ok) {
            committed = line.parse().unwrap_or(committed);
        }
        check(&Store::open_existing(dir.path()).unwrap(), committed);
    }
    assert!(committed > 0);
}

#[test]
fn a_process_killed_while_it_makes_the_store_leaves_one_that_opens() {
    for _ in 0..8 {
        let dir = tempfile::tempdir().unwrap();
        let mut child = start("write_until_killed", &dir.path().join("store"));
        while !dir.path().join("store/db").exists() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        check(&Store::open(dir.path().join("store")).unwrap(), 0);
    }
}

/// Not a test: tries to open the store, and prints what comes of it.
#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn open_and_tell() {
    let Some(dir) = store_of_this_process() else { return };
    for open in [Store::open, Store::open_existing] {
        match open(&dir) {
            Ok(_) => println!("\nit opens"),
            Err(error @ StoreError::InUse(_)) => println!("\nerror: {error}"),
            Err(other) => println!("\nanother error: {other}"),
        }
    }
}

#[test]
fn a_second_process_is_told_that_the_store_is_in_use() {
    let dir = tempfile::tempdir().unwrap();
    let tell = || {
        let output = start("open_and_tell", dir.path()).wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let store = Store::open(dir.path()).unwrap();
    store.commit(&batch(0..3, 0)).unwrap();
    let text = tell();
    assert_eq!(text.matches("\nerror: the store ").count(), 2, "{text}");
    assert_eq!(text.matches("is in use by another process").count(), 2, "{text}");
    assert!(matches!(Store::open(dir.path()).err(), Some(StoreError::InUse(_))));
    store.commit(&batch(3..5, 0)).unwrap();
    drop(store);
    assert_eq!(tell().matches("\nit opens").count(), 2);
}
