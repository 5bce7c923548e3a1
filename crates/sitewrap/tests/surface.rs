//! What the crate shows: no name comes or goes, and no function stays without an example, by accident.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The source files of the crate in alphabetical order, with their names.
fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(folder).expect("the sources");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), fs::read_to_string(path).expect("text"))).collect()
}

/// The names that a line `pub use path::{A, B as C};` shows.
fn used(line: &str) -> Vec<&str> {
    let names = line.rsplit_once("::").map_or(line, |(_, names)| names);
    let names = line.split_once('{').map_or(names, |(_, names)| names);
    let names = names.trim_end_matches([';', '}']).split(',').map(str::trim);
    let shown = names.map(|name| name.rsplit_once(" as ").map_or(name, |(_, name)| name));
    shown.filter(|name| !name.is_empty()).collect()
}

/// The statements of a file that begin with `pub`, each on one line, with the documentation before them.
fn public(source: &str) -> Vec<(String, String)> {
    let (mut found, mut docs) = (Vec::new(), String::new());
    let mut lines = source.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if line.starts_with("///") || line.starts_with("#[") {
            docs.push_str(line);
            docs.push('\n');
            continue;
        }
        if line.starts_with("pub ") {
            let mut statement = line.to_owned();
            while !statement.contains([';', '{', ','])
                || statement.starts_with("pub use") && !statement.ends_with(';')
            {
                let Some(next) = lines.next() else { break };
                statement.push(' ');
                statement.push_str(next);
            }
            found.push((statement, std::mem::take(&mut docs)));
        }
        docs.clear();
    }
    found
}

#[test]
fn the_surface_is_as_it_was_reviewed() {
    let mut surface = String::new();
    for (name, source) in sources() {
        for (statement, _) in public(&source) {
            if statement.starts_with("pub use") {
                let from = statement["pub use ".len()..].split("::").next().unwrap_or_default();
                let mut names = used(&statement);
                names.sort_unstable();
                let _ = writeln!(surface, "{name} shows of {from}: {}", names.join(", "));
            } else {
                let end = statement.find(['(', '{', ';', ':', '<']).unwrap_or(statement.len());
                let _ = writeln!(surface, "{name} has {}", statement[..end].trim_end());
            }
        }
    }
    let reviewed = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/surface.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&reviewed, &surface).expect("the file is written");
    }
    let reviewed = fs::read_to_string(&reviewed).expect("the file");
    let told = "what the crate shows has changed; look at it, then run with UPDATE_SNAPSHOTS=1";
    assert!(surface == reviewed, "{told}:\n{surface}");
}

/// Options of a crawl are shown together, where it is explained.
#[test]
fn each_function_has_an_example() {
    let mut functions = 0;
    for (name, source) in sources() {
        for (statement, docs) in public(&source) {
            let is_function = statement.starts_with("pub fn");
            if is_function && !statement.contains("(mut self") {
                assert!(docs.contains("/// ```"), "{name}: {statement} has no example");
                functions += 1;
            }
        }
    }
    assert!(functions > 15, "{functions}");
}
