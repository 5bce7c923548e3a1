//! Files that were cut short or overwritten give errors that name the place, never wrong data.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{batch, page};
use sitewrap_model::{CrawlBatch, Links, PageId};
use sitewrap_store::{Induction, PageLabel, SCHEMA_VERSION, Salvage, Store, StoreError};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// A closed store of 120 pages in 12 commits.
fn stored() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    for first in (0..120).step_by(10) {
        store.commit(&batch(first..first + 10, 0)).unwrap();
    }
    dir
}

/// Changes rows behind the store's back.
fn tamper(dir: &Path, change: impl FnOnce(&sled::Db)) {
    // The threads of a store that was dropped may hold its lock for a moment longer.
    let mut patience = 200;
    let db = loop {
        match sled::Config::new().path(dir).segment_size(64 << 10).open() {
            Ok(db) => break db,
            Err(error) if patience == 0 => panic!("{error}"),
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
        patience -= 1;
    };
    change(&db);
    db.flush().unwrap();
}

/// Flips a bit of each of these bytes of the file of values, of which the first is a body.
fn flip_values(dir: &Path, bytes: std::ops::Range<usize>) {
    let file = dir.join("values/1");
    let mut values = fs::read(&file).unwrap();
    values[bytes].iter_mut().for_each(|byte| *byte ^= 1);
    fs::write(file, values).unwrap();
}

/// The store, opened as soon as its lock is free.
fn reopened(dir: &Path) -> Store {
    let tries = (0..200).find_map(|_| Store::open_existing(dir).ok());
    tries.expect("the lock is let go")
}

/// The key of the log's row of a commit.
fn commit(number: u64) -> [u8; 8] {
    number.to_be_bytes()
}

/// Flips a bit of a row's last byte.
fn flip(db: &sled::Db, table: &str, key: &[u8]) {
    let tree = db.open_tree(table).unwrap();
    let mut row = tree.get(key).unwrap().unwrap().to_vec();
    *row.last_mut().unwrap() ^= 1;
    tree.insert(key, row).unwrap();
}

#[test]
fn a_flipped_bit_is_an_error_that_names_its_row() {
    let dir = stored();
    tamper(dir.path(), |db| {
        flip(db, "pages", &10_u32.to_be_bytes());
        flip(db, "journal", &commit(3));
        db.open_tree("pages").unwrap().remove(30_u32.to_be_bytes()).unwrap();
    });
    let store = Store::open_existing(dir.path()).unwrap();
    let message = |id| store.page(PageId(id)).err().unwrap().to_string();
    let told = "row 12 of table pages does not match its checksum";
    assert!(message(12).contains(told), "{}", message(12));
    assert!(message(31).contains("row 31 of table pages is gone"), "{}", message(31));
    let good = store.pages().filter(Result::is_ok).count();
    assert_eq!(good, 100, "the pages of other blocks can be read");
    let error = store.frontier().find_map(Result::err).unwrap();
    assert!(error.to_string().contains("row 3 of table journal does not match"), "{error}");
    assert!(matches!(store.status(), Err(StoreError::BadRow { table: "pages", .. })));
}

#[test]
fn a_value_that_is_not_what_was_written_is_an_error_and_its_page_is_known() {
    let dir = stored();
    let length = fs::metadata(dir.path().join("values/1")).unwrap().len() as usize;
    flip_values(dir.path(), 0..1);
    let cut = fs::OpenOptions::new().write(true).open(dir.path().join("values/1")).unwrap();
    cut.set_len(length as u64 - 1).unwrap();
    let store = Store::open_existing(dir.path()).unwrap();
    let message = |id| store.page(PageId(id)).err().unwrap().to_string();
    let told = "row 0 of table bodies does not match its checksum";
    assert!(message(0).contains(told), "{}", message(0));
    assert!(message(119).contains("row 119 of table pages is cut short"), "{}", message(119));
    assert!(store.page_meta(PageId(0)).unwrap().is_some(), "what is whole can be read");
    assert_eq!(store.pages().filter(Result::is_ok).count(), 109);
    drop(store);
    fs::remove_file(dir.path().join("values/1")).unwrap();
    let store = Store::open_existing(dir.path()).unwrap();
    let message = store.page(PageId(5)).err().unwrap().to_string();
    assert!(message.contains("row 5 of table pages is gone"), "{message}");
    let error = store.frontier().find_map(Result::err).unwrap().to_string();
    assert!(error.contains("row 12 of table journal is gone"), "{error}");
    // Fetched again, the page is whole.
    store.commit(&batch(5..6, 1)).unwrap();
    assert_eq!(store.page(PageId(5)).unwrap(), Some(page(5, 1)));
}

#[test]
fn a_row_in_the_place_of_another_is_an_error() {
    let dir = stored();
    tamper(dir.path(), |db| {
        let pages = db.open_tree("pages").unwrap();
        let other = pages.get(10_u32.to_be_bytes()).unwrap().unwrap();
        pages.insert(20_u32.to_be_bytes(), other).unwrap();
    });
    let store = Store::open_existing(dir.path()).unwrap();
    assert!(matches!(store.page(PageId(20)), Err(StoreError::BadRow { table: "pages", .. })));
}

/// Gives a database a schema version.
fn put_schema(db: &sled::Db, version: u32) {
    let text = version.to_string();
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(b"metaschema");
    hasher.update(text.as_bytes());
    let row = [&hasher.finalize().to_le_bytes(), text.as_bytes()].concat();
    db.open_tree("meta").unwrap().insert("schema", row).unwrap();
}

#[test]
fn another_schema_version_is_told() {
    for (version, newer) in [(SCHEMA_VERSION + 1, true), (0, false)] {
        let dir = stored();
        tamper(dir.path(), |db| put_schema(db, version));
        let error = Store::open(dir.path()).err().unwrap();
        let is_newer = matches!(error, StoreError::SchemaNewer { .. });
        let is_older = matches!(error, StoreError::SchemaOlder { .. });
        assert_eq!((is_newer, is_older), (newer, !newer), "{error}");
        assert!(error.to_string().contains(&format!("schema version {version}")), "{error}");
    }
}

#[test]
fn stores_of_earlier_schemas_are_told_as_such() {
    for version in 1..SCHEMA_VERSION {
        let dir = tempfile::tempdir().unwrap();
        // Their logs had segments of another length, for which sled refuses a database.
        let db = sled::open(dir.path()).unwrap();
        put_schema(&db, version);
        db.flush().unwrap();
        drop(db);
        for open in [Store::open, Store::open_existing] {
            let error = open(dir.path().to_owned()).err().unwrap();
            assert!(matches!(error, StoreError::SchemaOlder { found, .. } if found == version));
            let told = error.to_string();
            assert!(told.contains("with the release that made it"), "what to do: {told}");
        }
    }
}

#[test]
fn a_store_without_its_schema_version_is_damaged() {
    let dir = stored();
    tamper(dir.path(), |db| {
        db.open_tree("meta").unwrap().remove("schema").unwrap();
    });
    assert!(matches!(Store::open(dir.path()).err(), Some(StoreError::Damaged { .. })));
}

/// Opens a store whose files were changed and reads all of it: each page that is given must be
/// the one that was stored.
fn read_all(dir: &Path) -> Result<(usize, u64), StoreError> {
    let store = Store::open_existing(dir)?;
    for read in store.pages().flatten() {
        assert_eq!(read.1, page(read.0.index(), 0));
    }
    let _ = store.status();
    Ok((store.page_count(), store.lost_commits()))
}

#[test]
fn a_log_that_was_cut_short_tells_what_it_lost() {
    let whole = stored();
    let log = fs::read(whole.path().join("db")).unwrap();
    for tenth in 0..10 {
        let dir = copy(whole.path());
        fs::write(dir.path().join("db"), &log[..log.len() * tenth / 10]).unwrap();
        match read_all(dir.path()) {
            Ok((pages, lost)) => {
                assert_eq!(pages % 10, 0, "whole commits only");
                assert_eq!(lost as usize, 12 - pages / 10, "after {tenth} tenths");
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
}

#[test]
fn a_store_whose_log_holds_nothing_any_more_is_not_made_anew() {
    for log in [&b""[..], b"not a log at all"] {
        let dir = stored();
        fs::write(dir.path().join("db"), log).unwrap();
        for _ in 0..2 {
            let error = Store::open(dir.path()).err().unwrap();
            assert!(error.to_string().contains("nothing is left of its 12 commits"), "{error}");
        }
    }
}

#[test]
fn a_summary_that_was_half_written_when_the_disk_was_full_does_no_harm() {
    let dir = stored();
    for half in [&b""[..], &b"not a summary, as far as it goes"[..]] {
        let file = dir.path().join("snap.0000000000FFFFFF.generating");
        fs::write(&file, half).unwrap();
        assert_eq!(read_all(dir.path()).unwrap(), (120, 0));
        assert!(!file.exists());
    }
}

#[test]
fn a_broken_configuration_is_told() {
    let dir = stored();
    fs::write(dir.path().join("conf"), "not a configuration").unwrap();
    assert!(matches!(Store::open(dir.path()).err(), Some(StoreError::Damaged { .. })));
}

#[test]
fn a_log_that_was_overwritten_gives_errors_and_no_wrong_pages() {
    let whole = stored();
    let log = fs::read(whole.path().join("db")).unwrap();
    for place in (0..log.len()).step_by(log.len() / 12) {
        let dir = copy(whole.path());
        let mut damaged = log.clone();
        let end = (place + 600).min(damaged.len());
        damaged[place..end].iter_mut().for_each(|byte| *byte = !*byte);
        fs::write(dir.path().join("db"), damaged).unwrap();
        if let Err(error) = read_all(dir.path()) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}

/// A copy of a store.
fn copy(from: &Path) -> TempDir {
    let to = tempfile::tempdir().unwrap();
    copy_folder(from, to.path());
    to
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&target).unwrap();
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn verifying_names_each_damaged_row_and_its_page() {
    let dir = stored();
    {
        let store = Store::open_existing(dir.path()).unwrap();
        let labels =
            vec![PageLabel { page: PageId(0), cluster: None, page_type: Some("item".to_owned()) }];
        let blobs = vec![("comparison".to_owned(), vec![1, 2, 3])];
        let induction = Induction { labels, blobs, ..Induction::default() };
        store.put_induction(induction).unwrap();
        let whole = store.verify();
        assert_eq!(whole.damaged, []);
        // Counters, schema, each page and its body, URLs and a row of the log for each commit, state,
        // wrappers, labels, blob.
        assert_eq!(whole.rows, 2 + 2 * 120 + 2 * 12 + 1 + 3);
    }
    flip_values(dir.path(), 0..1);
    tamper(dir.path(), |db| {
        flip(db, "pages", &20_u32.to_be_bytes());
        flip(db, "urls", &50_u32.to_be_bytes());
        flip(db, "journal", &commit(3));
        flip(db, "wrappers", &1_u32.to_be_bytes());
        flip(db, "clusterings", &1_u32.to_be_bytes());
        db.open_tree("pages").unwrap().remove(40_u32.to_be_bytes()).unwrap();
    });
    let store = Store::open_existing(dir.path()).unwrap();
    let found = store.verify();
    let told: Vec<_> =
        found.damaged.iter().map(|row| (row.table, row.row.clone(), row.url.clone())).collect();
    let of_page = |table, number: usize| (table, number.to_string(), Some(page(number, 0).url));
    let of_none = |table, number: usize| (table, number.to_string(), None);
    let mut expected = vec![of_page("bodies", 0)];
    expected.extend((20..30).chain(40..50).map(|number| of_page("pages", number)));
    let others = [("urls", 50), ("journal", 3), ("wrappers", 1), ("clusterings", 1)];
    expected.extend(others.map(|(table, number)| of_none(table, number)));
    assert_eq!(told, expected);

    // The remedy for pages works, in one commit and page by page.
    store.commit(&batch(0..30, 0)).unwrap();
    for number in [49, 40, 45, 41, 42, 43, 44, 46, 47, 48] {
        store.commit(&batch(number..number + 1, 0)).unwrap();
    }
    store.put_induction(Induction::default()).unwrap();
    let left: Vec<_> = store.verify().damaged.into_iter().map(|row| row.table).collect();
    assert_eq!(left, ["urls", "journal", "wrappers", "clusterings"]);
    for (place, read) in store.pages().enumerate() {
        assert_eq!(read.unwrap(), (PageId(place as u32), page(place, 0)));
    }
}

#[test]
fn a_page_is_known_by_its_url_while_one_of_two_places_that_tell_it_is_whole() {
    let dir = stored();
    tamper(dir.path(), |db| {
        flip(db, "urls", &10_u32.to_be_bytes());
        db.open_tree("urls").unwrap().remove(110_u32.to_be_bytes()).unwrap();
        flip(db, "pages", &20_u32.to_be_bytes());
        for table in ["urls", "pages"] {
            flip(db, table, &30_u32.to_be_bytes());
        }
    });
    let store = Store::open_existing(dir.path()).unwrap();
    let ids = [9, 10, 19, 20, 29, 30, 39, 40, 110, 119].map(|number| {
        let id = store.page_id(&page(number, 0).url).unwrap();
        id.map(|id| id.index() - number)
    });
    let (known, lost) = (Some(0), None);
    assert_eq!(ids, [known, known, known, known, known, lost, lost, known, known, known]);
    assert_eq!(store.page_url(PageId(20)).unwrap(), Some(page(20, 0).url));
    assert_eq!(store.page_url(PageId(30)).unwrap(), None);
    // What both have lost is stored as if it were new.
    assert_eq!(store.commit(&batch(30..32, 1)).unwrap(), [PageId(120), PageId(121)]);
    assert_eq!(store.page_by_url(&page(31, 1).url).unwrap(), Some(page(31, 1)));
}

#[test]
fn rows_of_the_log_that_are_gone_without_a_trace_are_told() {
    let dir = stored();
    // One among others, and the last one, which only a link still names.
    for (gone, told) in [
        (&[5][..], "of entry 40 is gone, and those of 9 others"),
        (&[5, 12], "of entry 40 is gone, and those of 19 others"),
    ] {
        tamper(dir.path(), |db| {
            let journal = db.open_tree("journal").unwrap();
            gone.iter().for_each(|&number| drop(journal.remove(commit(number)).unwrap()));
        });
        let store = Store::open_existing(dir.path()).unwrap();
        let links = Links { from: page(1, 0).url.into(), to: vec![119], beyond: Vec::new() };
        store.commit(&CrawlBatch { links: vec![links], ..CrawlBatch::default() }).unwrap();
        let found: Vec<_> = store
            .verify()
            .damaged
            .iter()
            .map(|row| format!("{} {}", row.row, row.problem))
            .collect();
        assert_eq!(found, [told]);
    }
}

#[test]
fn pages_are_saved_without_the_database() {
    let dir = stored();
    // Pages that were fetched again, so that there are blocks and bodies that count no more.
    let store = Store::open(dir.path()).unwrap();
    let again = (20..40).map(|n| {
        let first = page(n, 1);
        sitewrap_model::Page { fetched_at: first.fetched_at + 1, ..first }
    });
    let again: Vec<_> = again.collect();
    store.commit(&CrawlBatch { pages: again.clone(), ..CrawlBatch::default() }).unwrap();
    drop(store);
    fs::write(dir.path().join("db"), b"nothing is left of it").unwrap();
    // The first value is the body of the first page.
    flip_values(dir.path(), 0..1);
    assert!(Salvage::is_store(dir.path()));
    let (saved, lost): (Vec<_>, Vec<_>) = Salvage::of(dir.path()).unwrap().partition(Result::is_ok);
    assert_eq!(lost, [Err(common::url(0))]);
    let mut saved: Vec<_> = saved.into_iter().map(Result::unwrap).collect();
    saved.sort_by_key(|page| page.fetched_at);
    let mut wanted: Vec<_> = (1..120).map(|n| page(n, 0)).collect();
    wanted.splice(19..39, again);
    wanted.sort_by_key(|page| page.fetched_at);
    assert_eq!(saved, wanted);
}

#[test]
fn a_blob_of_the_database_that_is_gone_is_told() {
    let dir = stored();
    let noise = |seed: u64| -> Vec<u8> {
        let step = |state: &mut u64| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            Some((*state >> 56) as u8)
        };
        let mut state = seed;
        std::iter::from_fn(|| step(&mut state)).take(1 << 20).collect()
    };
    let store = Store::open(dir.path()).unwrap();
    let blobs = vec![("profiles".to_owned(), noise(1)), ("more".to_owned(), noise(2))];
    store.put_induction(Induction { blobs, ..Induction::default() }).unwrap();
    for first in (120..520).step_by(10) {
        store.commit(&batch(first..first + 10, 0)).unwrap();
    }
    drop(store);
    drop(reopened(dir.path()));
    let removed = fs::read_dir(dir.path().join("blobs")).unwrap();
    let removed = removed.map(|blob| fs::remove_file(blob.unwrap().path()).unwrap()).count();
    assert!(removed > 0, "the rows are in files of their own");
    let (done, ended) = std::sync::mpsc::channel();
    let path = dir.path().to_owned();
    thread::spawn(move || {
        let told = match Store::open_existing(path) {
            Ok(store) => !store.verify().damaged.is_empty() && store.blob("more").is_err(),
            Err(error) => matches!(error, StoreError::Damaged { .. } | StoreError::Io { .. }),
        };
        let _ = done.send(told);
    });
    assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Ok(true));
}

#[test]
fn damage_that_costs_nothing_is_healed() {
    let dir = stored();
    tamper(dir.path(), |db| flip(db, "urls", &0_u32.to_be_bytes()));
    let store = reopened(dir.path());
    let damaged: Vec<_> = store.verify().damaged.into_iter().map(|row| row.table).collect();
    assert_eq!(damaged, ["urls"]);
    assert_eq!(store.heal().unwrap(), 1);
    assert_eq!(store.verify().damaged, []);
    assert_eq!(store.heal().unwrap(), 0);
    assert_eq!(store.page_url(PageId(3)).unwrap(), Some(common::url(3)));
}

#[test]
fn a_store_is_read_without_writing_there() {
    let dir = stored();
    let files = || {
        let mut files = Vec::new();
        for folder in ["", "values", "blobs"] {
            for entry in fs::read_dir(dir.path().join(folder)).unwrap() {
                let path = entry.unwrap().path();
                files.extend(path.is_file().then(|| (path.clone(), fs::read(&path).unwrap())));
            }
        }
        files.sort();
        files
    };
    // The threads of the store that was dropped may still write.
    let mut before = files();
    loop {
        thread::sleep(Duration::from_millis(300));
        let now = files();
        if now == before {
            break;
        }
        before = now;
    }
    let store = Store::open_to_read(dir.path()).unwrap();
    assert_eq!(store.page_count(), 120);
    assert_eq!(store.page(PageId(7)).unwrap(), Some(page(7, 0)));
    assert_eq!(store.verify().damaged, []);
    let error = store.commit(&batch(120..121, 0)).err();
    assert!(matches!(error, Some(StoreError::ReadOnly(path)) if path == dir.path()));
    drop(store);
    assert_eq!(files(), before);
}
