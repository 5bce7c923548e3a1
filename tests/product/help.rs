//! What the program says of itself.

use crate::support::Scratch;
use std::fs;
use std::path::Path;

const COMMANDS: [&str; 17] = [
    "crawl",
    "import",
    "pages",
    "induce",
    "clusters",
    "graph",
    "wrappers",
    "extract",
    "content",
    "keywords",
    "filter",
    "run",
    "status",
    "demo",
    "limits",
    "completions",
    "man",
];

/// The help of the program and of all its commands is that of `help.txt`; after a change that is
/// meant, write it anew with `UPDATE_SNAPSHOTS=1`.
#[test]
#[cfg_attr(
    any(
        feature = "browser",
        not(all(feature = "search", feature = "sqlite", feature = "parquet"))
    ),
    ignore = "it is that of a build with the default features"
)]
fn help_is_as_it_was_reviewed() {
    let mut text = help(&["--help"]);
    for command in COMMANDS {
        text.push_str(&format!("\n======== sitewrap {command}\n{}", help(&[command, "-h"])));
    }
    let snapshot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/product/help.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&snapshot, &text).expect("the snapshot is written");
    }
    let reviewed = fs::read_to_string(&snapshot).expect("the snapshot");
    assert!(text == reviewed, "the help has changed; look at it, then run with UPDATE_SNAPSHOTS=1");
}

fn help(args: &[&str]) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sitewrap"));
    // Without a terminal clap wraps at the width it is given.
    command.args(args).env("COLUMNS", "100").env_remove("SITEWRAP_STORE");
    crate::support::finish(&mut command).expect_code(0).stdout
}

#[test]
fn every_command_has_a_manual_page_and_completions() {
    let scratch = Scratch::new();
    assert!(scratch.run(["man"]).expect_code(0).stdout.contains(".TH sitewrap"));
    for command in COMMANDS {
        let page = scratch.run(["man", command]).expect_code(0).stdout;
        assert!(page.contains(&format!("sitewrap\\-{command}")), "{command}: {page}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = scratch.run(["completions", shell]).expect_code(0).stdout;
        assert!(script.contains("max-pages"), "{shell}");
    }
    scratch.run(["man", "no-such-command"]).expect_code(2);
}

#[test]
fn the_help_of_each_command_is_there_by_either_way_and_a_wrong_word_is_told() {
    assert_eq!(help(&["help", "extract"]), help(&["extract", "--help"]));
    assert!(help(&["help", "wrappers", "edit"]).contains("--rename"));
    assert!(help(&["help", "--help"]).contains("sitewrap help"));
    assert!(help(&["help"]).contains("Exit codes:"));
    let scratch = Scratch::new();
    let wrong = scratch.run(["help", "extrakt"]).expect_code(2);
    assert!(wrong.last_message().contains("`extrakt`"), "{}", wrong.stderr);
}

#[cfg(feature = "search")]
#[test]
fn colours_are_there_where_they_are_asked_for() {
    let scratch = crate::support::demo_store();
    let marked = |when: &str| {
        let run = scratch.run(["search", "lantern", "--format", "table", "--color", when]);
        run.expect_code(0).stdout.contains('\u{1b}')
    };
    assert!(marked("always") && !marked("never") && !marked("auto"));
}
