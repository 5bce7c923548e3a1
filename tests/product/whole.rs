//! Output is whole or not there, and never over what a command reads.

#[cfg(target_os = "linux")]
use crate::support::finish;
use crate::support::{Scratch, demo_folder, demo_store};
use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

const OLD: &str = "what was there before\n";

/// The names in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// Pages enough that their extraction takes a second.
fn many_pages(scratch: &Scratch) -> String {
    let site = demo_folder().join("site/index.html");
    let page = fs::read_to_string(site).expect("a page");
    let line = |at: usize| {
        serde_json::json!({"url": format!("http://demo.example/{at}"), "html": page}).to_string()
    };
    let lines: Vec<_> = (0..4000).map(line).collect();
    scratch.write("pages.jsonl", lines.join("\n")).display().to_string()
}

fn kill(mut child: Child) {
    assert!(child.try_wait().expect("a child").is_none(), "the kill met a running process");
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
}

#[test]
fn a_killed_extraction_leaves_the_old_file_and_the_next_one_no_litter() {
    let scratch = demo_store();
    let pages = many_pages(&scratch);
    for (format, name) in [("jsonl", "o.jsonl"), ("json", "o.json"), ("csv", "o.csv")] {
        let folder = scratch.path("out");
        let place = scratch.write(&format!("out/{name}"), OLD);
        let output = place.display().to_string();
        let args = ["extract", &pages, "--format", format, "--output", &output];
        let child = scratch.command(args).stderr(Stdio::null()).spawn().expect("it starts");
        while names(&folder).len() < 2 {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(50));
        kill(child);
        assert_eq!(fs::read_to_string(&place).expect("it is there"), OLD, "{format}");
        let site = demo_folder().join("site").display().to_string();
        let base = "http://demo.example/";
        let args = ["extract", &site, "--base-url", base, "--format", format, "--output", &output];
        scratch.run(args).expect_code(0);
        assert_ne!(fs::read_to_string(&place).expect("it is there"), OLD, "{format}");
        assert_eq!(names(&folder), [name], "{format}");
        fs::remove_file(&place).expect("it is there");
    }
}

#[test]
fn a_failed_extraction_leaves_the_old_files() {
    let scratch = demo_store();
    let missing = scratch.path("none.html").display().to_string();
    for (format, name) in [("jsonl", "o.jsonl"), ("csv", "o.csv"), ("sqlite", "o.db")] {
        let place = scratch.write(name, OLD);
        let output = place.display().to_string();
        scratch.run(["extract", &missing, "--format", format, "--output", &output]).expect_code(1);
        assert_eq!(fs::read_to_string(&place).expect("it is there"), OLD, "{format}");
    }
}

#[test]
fn output_is_not_written_over_what_is_read() {
    let scratch = demo_store();
    let page = demo_folder().join("site/index.html");
    let page = fs::read_to_string(page).expect("a page");
    let input = scratch.write("in/page.html", &page);
    let line = r#"{"url":"http://demo.example/","file":"page.html"}"#;
    let manifest = scratch.write("in/pages.jsonl", line);
    let folder = scratch.path("in").display().to_string();
    let store = scratch.path("store");
    let before = names(&store);
    let text = |path: &Path| path.display().to_string();
    let cases = [
        (text(&input), text(&input)),
        (folder.clone(), text(&input)),
        (folder.clone(), text(&manifest)),
        (folder.clone(), text(&store.join("db"))),
        (folder.clone(), text(&store.join("new.jsonl"))),
        (folder.clone(), text(&scratch.path("in/../store/conf"))),
    ];
    for (input, output) in &cases {
        let run = scratch.run(["extract", input, "--output", output]).expect_code(2);
        assert!(run.stderr.contains("name another"), "{output}: {}", run.stderr);
    }
    let places = ["store", "store/sub"].map(|name| text(&scratch.path(name)));
    for place in &places {
        scratch.run(["extract", "--format", "parquet", "--output", place]).expect_code(2);
    }
    let archive = text(&store.join("a.warc.gz"));
    scratch.run(["pages", "--warc", &archive]).expect_code(2);
    scratch.run(["clusters", "--report", &archive]).expect_code(2);
    scratch.run(["crawl", "http://127.0.0.1:1/", "--warc", &archive]).expect_code(2);
    assert_eq!(names(&store), before);
    assert_eq!(fs::read_to_string(&input).expect("it is there"), page);
    assert_eq!(fs::read_to_string(&manifest).expect("it is there"), line);
    // Records beside the pages that they are made of are no harm, twice neither.
    let output = text(&scratch.path("in/records.jsonl"));
    for _ in 0..2 {
        scratch.run(["extract", &folder, "--output", &output]).expect_code(0);
    }
    scratch.run(["status", "--verify"]).expect_code(0);
}

#[cfg(feature = "parquet")]
#[test]
fn a_folder_of_parquet_files_is_replaced_whole() {
    let scratch = demo_store();
    let place = scratch.path("shop");
    let output = place.display().to_string();
    let args = ["extract", "--format", "parquet", "--output", &output];
    scratch.run(args).expect_code(0);
    let written = names(&place);
    // A file of a page type that is no more, one of another program, and one that is no Parquet.
    fs::copy(place.join(&written[0]), place.join("stale.parquet")).expect("a copy");
    scratch.write("shop/other.parquet", OLD);
    scratch.write("shop/notes.txt", OLD);
    scratch.run(args).expect_code(0);
    let mut wanted = written.clone();
    wanted.extend(["notes.txt".to_owned(), "other.parquet".to_owned()]);
    wanted.sort();
    assert_eq!(names(&place), wanted);
}

/// Whether a program can be run so; a test that needs it is skipped where it cannot.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn can_run(program: &str, args: &[&str]) -> bool {
    let run = Command::new(program).args(args).arg("true").output();
    let can = run.is_ok_and(|run| run.status.success());
    if !can {
        eprintln!("skipped: `{program}` cannot be run here");
    }
    can
}

/// The same command, started by another program with these arguments.
#[cfg(target_os = "linux")]
fn started_by(program: &str, args: &[&str], command: &Command) -> Command {
    let mut outer = Command::new(program);
    outer.args(args).arg(command.get_program()).args(command.get_args());
    outer.env_remove("SITEWRAP_STORE").env_remove("RUST_LOG");
    outer
}

#[cfg(target_os = "linux")]
#[test]
fn a_kill_between_the_renames_of_a_folder_leaves_whole_files() {
    const TRACE: [&str; 4] = ["-f", "-qq", "-e", "trace=rename,renameat,renameat2"];
    if !can_run("strace", &TRACE) {
        return;
    }
    let scratch = demo_store();
    let output = scratch.path("shop").display().to_string();
    let args = ["extract", "--format", "parquet", "--output", &output, "--quiet"];
    scratch.run(args).expect_code(0);
    let written = names(&scratch.path("shop"));
    let old: Vec<Vec<u8>> = written
        .iter()
        .map(|name| fs::read(scratch.path("shop").join(name)).expect("a file"))
        .collect();
    scratch.run(["wrappers", "edit", "product", "--rename", "title=heading"]).expect_code(0);
    for at in 1..=3 {
        let inject = format!("inject=rename,renameat,renameat2:signal=KILL:when={at}");
        let strace = [&TRACE[..], &["-e", &inject]].concat();
        let killed = finish(&mut started_by("strace", &strace, &scratch.command(args)));
        assert_ne!(killed.code, Some(0), "{at}: {}", killed.stderr);
        let is_whole = |(name, old): (&String, &Vec<u8>)| {
            let now = fs::read(scratch.path("shop").join(name)).expect("it is there");
            now == *old || now.starts_with(b"PAR1") && now.ends_with(b"PAR1")
        };
        assert!(written.iter().zip(&old).all(is_whole), "{at}");
    }
    scratch.run(args).expect_code(0);
    assert_eq!(names(&scratch.path("shop")), written, "no litter");
    scratch.run(["status", "--verify"]).expect_code(0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_store_on_a_mount_that_cannot_be_written_is_read() {
    let scratch = demo_store();
    let store = scratch.path("store").display().to_string();
    let script = "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\"";
    let shares = ["-Urm", "sh", "-c", script, &store];
    if !can_run("unshare", &shares) {
        return;
    }
    let records = scratch.run(["extract", "--quiet"]).expect_code(0).stdout;
    for args in [&["extract", "--quiet"][..], &["pages"], &["status"], &["wrappers", "list"]] {
        let run = finish(&mut started_by("unshare", &shares, &scratch.command(args)));
        let run = run.expect_code(0);
        assert!(args[0] != "extract" || run.stdout == records);
    }
    let refused =
        finish(&mut started_by("unshare", &shares, &scratch.command(["induce", "--fresh"])));
    let refused = refused.expect_code(1);
    assert_eq!(refused.stderr.lines().filter(|line| line.starts_with("sitewrap: ")).count(), 1);
    scratch.run(["status", "--verify"]).expect_code(0);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_to_the_end_is_told() {
    let scratch = demo_store();
    let full = || fs::File::options().write(true).open("/dev/full").expect("a device");
    let commands: [&[&str]; 10] = [
        &["extract"],
        &["extract", "--format", "csv"],
        &["pages"],
        &["pages", "--format", "table"],
        &["clusters"],
        &["graph"],
        &["content"],
        &["wrappers", "list"],
        &["status"],
        &["man"],
    ];
    for args in commands {
        let mut command = scratch.command(args);
        let run = command.stdout(full()).stderr(Stdio::piped()).output().expect("it runs");
        let told = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{args:?}: {told}");
        assert!(told.contains("No space left"), "{args:?}: {told}");
    }
    for args in &commands[..3] {
        let closed = ["-c", "exec \"$0\" \"$@\" >&-"];
        let run = finish(&mut started_by("sh", &closed, &scratch.command(*args)));
        assert!(run.expect_code(1).stderr.contains("standard output is closed"), "{args:?}");
    }
    let run = scratch.run(["extract", "--output", "/dev/full"]).expect_code(1);
    assert!(run.stderr.contains("/dev/full cannot be written"), "{}", run.stderr);
}
