//! Records as tables in files.

use crate::support::demo_store;
use std::fs;

#[test]
fn records_become_a_database_and_a_folder_of_files() {
    let scratch = demo_store();
    let lines = scratch.run(["extract"]).expect_code(0).json_lines();
    let path = |name: &str| scratch.path(name).display().to_string();
    for (format, name) in [("sqlite", "shop.db"), ("parquet", "shop")] {
        let args = ["extract", "--format", format, "--output", &path(name)];
        assert_eq!(scratch.run(args).expect_code(0).stdout, "");
        // A second time, in the place of the first.
        scratch.run(args).expect_code(0);
    }
    let database = fs::read(path("shop.db")).expect("the database");
    assert!(database.starts_with(b"SQLite format 3\0"));
    let mut types: Vec<&str> = lines
        .iter()
        .filter(|line| !line["record"].is_null())
        .filter_map(|line| line["page_type"].as_str())
        .collect();
    types.sort_unstable();
    types.dedup();
    let files = fs::read_dir(path("shop")).expect("the folder");
    let mut files: Vec<String> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let expected: Vec<String> = types.iter().map(|name| format!("{name}.parquet")).collect();
    assert_eq!(files, expected);
    for file in files {
        let bytes = fs::read(scratch.path("shop").join(file)).expect("a file");
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    }
}

#[test]
fn files_need_a_name_and_other_forms_may_have_one() {
    let scratch = demo_store();
    scratch.run(["extract", "--format", "sqlite"]).expect_code(2);
    let folder = scratch.path("no/such/folder/x.db").display().to_string();
    let run = scratch.run(["extract", "--format", "sqlite", "--output", &folder]).expect_code(1);
    assert!(run.last_message().contains(&folder), "{}", run.stderr);
    let (taken, store) = (scratch.write("taken", "x"), scratch.path("store"));
    for (format, path, code) in [("parquet", &taken, 1), ("sqlite", &store, 2), ("csv", &store, 2)]
    {
        let path = path.display().to_string();
        let args = ["extract", "--format", format, "--output", &path];
        let run = scratch.run(args).expect_code(code);
        assert_eq!(run.stderr.lines().count(), 1, "told before pages are read: {}", run.stderr);
        assert!(run.last_message().contains(&path), "{}", run.stderr);
    }
    assert_eq!(fs::read_to_string(taken).expect("the file"), "x");
    let file = scratch.path("records.jsonl");
    let args = ["extract", "--output", &file.display().to_string()];
    assert_eq!(scratch.run(args).expect_code(0).stdout, "");
    let printed = scratch.run(["extract"]).stdout;
    assert_eq!(fs::read_to_string(file).expect("the file"), printed);
}

#[test]
fn rows_of_items_repeat_what_is_around_them() {
    let scratch = demo_store();
    let table = |form: &str| {
        let args = ["extract", "--format", "csv", "--lists", form];
        let text = scratch.run(args).expect_code(0).stdout;
        csv::Reader::from_reader(text.as_bytes())
            .records()
            .collect::<Result<Vec<_>, _>>()
            .expect("rows of equal length")
    };
    let (json, joined, rows) = (table("json"), table("joined"), table("rows"));
    assert_eq!(json.len(), joined.len());
    assert!(rows.len() > json.len());
    let urls = |rows: &[csv::StringRecord]| {
        let mut urls: Vec<String> = rows.iter().map(|row| row[0].to_owned()).collect();
        urls.dedup();
        urls
    };
    assert_eq!(urls(&json), urls(&rows));
}
