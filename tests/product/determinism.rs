//! The same pages give the same output, byte for byte, whatever the threads and the order.

use crate::support::{Scratch, demo_folder};
use std::fs;
use std::path::{Path, PathBuf};

/// The HTML files of the demo site: path below the folder.
fn pages(folder: &Path, below: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), below.join(entry.file_name()));
        if path.is_dir() {
            pages(&path, &name, found);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            found.push(name);
        }
    }
}

/// What a manifest in the order of `names` leads to: clusters, wrappers and records, the lines of
/// lists sorted, as those follow the order of import.
fn outputs(names: &[PathBuf], threads: &str, method: &str) -> Vec<String> {
    let scratch = Scratch::new();
    let mut manifest = String::new();
    for (place, name) in names.iter().enumerate() {
        let file = format!("{place}.html");
        let content = fs::read(demo_folder().join("site").join(name)).expect("a page");
        scratch.write(&format!("site/{file}"), content);
        let url = format!("http://demo.example/{}", name.display());
        manifest.push_str(&format!("{}\n", serde_json::json!({"url": url, "file": file})));
    }
    scratch.write("site/pages.jsonl", manifest);
    let folder = scratch.path("site").display().to_string();
    let run = |args: &[&str]| {
        let args = [args, &["--threads", threads]].concat();
        scratch.run(args).expect_code(0).stdout
    };
    run(&["import", &folder]);
    run(&["induce", "--method", method]);
    let mut outputs = Vec::new();
    for list in [&["clusters"][..], &["extract"]] {
        let output = run(list);
        let mut lines: Vec<_> = output.lines().collect();
        lines.sort_unstable();
        outputs.push(lines.join("\n"));
    }
    let wrappers = scratch.run(["wrappers", "list", "--format", "jsonl"]).json_lines();
    for wrapper in &wrappers {
        outputs.push(run(&["wrappers", "show", wrapper["name"].as_str().expect("a name")]));
    }
    outputs
}

#[track_caller]
fn assert_same(method: &str) {
    let mut names = Vec::new();
    pages(&demo_folder().join("site"), Path::new(""), &mut names);
    names.sort();
    let one_thread = outputs(&names, "1", method);
    assert!(one_thread.len() > 4, "wrappers were found");
    // A fixed shuffle: steps of a prime that does not divide the number of pages.
    let count = names.len();
    let shuffled: Vec<_> = (0..count).map(|place| names[place * 89 % count].clone()).collect();
    let two_threads = outputs(&shuffled, "2", method);
    for (first, second) in one_thread.iter().zip(&two_threads) {
        assert_eq!(first, second);
    }
    assert_eq!(one_thread.len(), two_threads.len());
}

#[test]
fn threads_and_order_change_nothing_by_default() {
    assert_same("default");
}

#[test]
fn threads_and_order_change_nothing_in_the_paper_s_method() {
    assert_same("paper");
}
