//! One place tells all bounds, and README says the same.

use crate::support::Scratch;
use std::fs;
use std::path::Path;

/// The rows of the table that the program prints.
fn printed(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
        cells.map(str::to_owned).collect()
    };
    text.lines().map(cells).collect()
}

/// The rows of the table of README that begins so.
fn of_readme() -> Vec<Vec<String>> {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = fs::read_to_string(readme).expect("README");
    let lines = readme.lines().skip_while(|line| !line.starts_with("| bound "));
    let rows = lines.take_while(|line| line.starts_with('|'));
    let rows = rows.filter(|line| !line.starts_with("|-"));
    let cells = |line: &str| {
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().replace('`', "")).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn readme_tells_the_bounds_of_the_program() {
    let scratch = Scratch::new();
    let table = scratch.run(["limits"]).expect_code(0).stdout;
    let rows = printed(&table);
    assert!(rows.len() > 20 && rows.iter().all(|row| row.len() == 4), "{table}");
    assert_eq!(rows, of_readme());
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_sitewrap"))
        .args(["help", "limits"])
        .env("COLUMNS", "200")
        .output()
        .expect("the binary runs");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    assert!(table.lines().all(|line| help.contains(line)), "{help}");
}
