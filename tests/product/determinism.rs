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

/// What manifests in the order of `batches` lead to, each imported and then induced from with
/// `induce`: clusters, wrappers and records, the lines of lists sorted, as those follow the order of
/// import.
fn outputs(batches: &[&[PathBuf]], threads: &str, induce: &[&str]) -> Vec<String> {
    let scratch = Scratch::new();
    let run = |args: &[&str]| {
        let args = [args, &["--threads", threads]].concat();
        scratch.run(args).expect_code(0).stdout
    };
    for (number, names) in batches.iter().enumerate() {
        let mut manifest = String::new();
        for (place, name) in names.iter().enumerate() {
            let file = format!("{place}.html");
            let content = fs::read(demo_folder().join("site").join(name)).expect("a page");
            scratch.write(&format!("site{number}/{file}"), content);
            let url = format!("http://demo.example/{}", name.display());
            manifest.push_str(&format!("{}\n", serde_json::json!({"url": url, "file": file})));
        }
        scratch.write(&format!("site{number}/pages.jsonl"), manifest);
        run(&["import", &scratch.path(&format!("site{number}")).display().to_string()]);
        run(&[&["induce"], induce].concat());
    }
    let mut outputs = Vec::new();
    for list in [&["clusters"][..], &["extract"], &["graph", "--format", "jsonl"]] {
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

/// The pages of the demo site, and the same in another order.
fn two_orders() -> (Vec<PathBuf>, Vec<PathBuf>) {
    let mut names = Vec::new();
    pages(&demo_folder().join("site"), Path::new(""), &mut names);
    names.sort();
    // A fixed shuffle: steps of a prime that does not divide the number of pages.
    let count = names.len();
    let shuffled = (0..count).map(|place| names[place * 89 % count].clone()).collect();
    (names, shuffled)
}

#[track_caller]
fn assert_same(one_thread: &[String], two_threads: &[String]) {
    assert!(one_thread.len() > 4, "wrappers were found");
    assert_eq!(one_thread.len(), two_threads.len());
    for (first, second) in one_thread.iter().zip(two_threads) {
        assert_eq!(first, second);
    }
}

#[track_caller]
fn assert_order_and_threads_do_not_matter(induce: &[&str]) {
    let (names, shuffled) = two_orders();
    assert_same(&outputs(&[&names], "1", induce), &outputs(&[&shuffled], "2", induce));
}

#[test]
fn threads_and_order_change_nothing_by_default() {
    assert_order_and_threads_do_not_matter(&[]);
}

#[test]
fn threads_and_order_change_nothing_in_the_paper_s_method() {
    assert_order_and_threads_do_not_matter(&["--method", "paper"]);
}

#[test]
fn threads_and_order_change_nothing_above_the_sample() {
    assert_order_and_threads_do_not_matter(&["--sample", "60"]);
}

#[test]
fn threads_and_order_change_nothing_when_pages_come_later() {
    let (names, shuffled) = two_orders();
    // The same pages come later, in another order and on other numbers of threads.
    let is_later =
        |name: &&PathBuf| name.to_string_lossy().bytes().map(u32::from).sum::<u32>() % 3 == 0;
    let split = |names: &[PathBuf]| -> (Vec<PathBuf>, Vec<PathBuf>) {
        let (later, first): (Vec<_>, Vec<_>) = names.iter().partition(is_later);
        (first.into_iter().cloned().collect(), later.into_iter().cloned().collect())
    };
    let ((first, later), (other_first, other_later)) = (split(&names), split(&shuffled));
    assert!(later.len() > 20);
    let one = outputs(&[&first, &later], "1", &[]);
    assert_same(&one, &outputs(&[&other_first, &other_later], "2", &[]));
}
