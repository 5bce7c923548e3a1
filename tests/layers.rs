//! Who may depend on whom: `cargo metadata` compared with the table of ARCHITECTURE.md.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each crate with the crates of the workspace that it may depend on. An arrow that is not here is
/// a decision: change ARCHITECTURE.md first.
const ALLOWED: &[(&str, &[&str])] = &[
    // In the place of a crate that spider names.
    ("spider_fingerprint", &[]),
    ("sitewrap-model", &[]),
    ("sitewrap-hash", &[]),
    ("sitewrap-tree", &[]),
    ("sitewrap-lexicon", &[]),
    ("sitewrap-values", &["lexicon", "model"]),
    ("sitewrap-archive", &["model", "tree"]),
    ("sitewrap-fetch", &["model", "tree"]),
    ("sitewrap-crawl", &["fetch", "graph", "hash", "model", "tree"]),
    ("sitewrap-mapping", &["hash", "tree"]),
    ("sitewrap-distance", &["hash", "lexicon", "mapping", "tree", "model"]),
    ("sitewrap-cluster", &["hash", "model"]),
    ("sitewrap-graph", &["model"]),
    ("sitewrap-words", &[]),
    ("sitewrap-stdio", &[]),
    ("sitewrap-search", &["hash", "model", "words"]),
    ("sitewrap-keywords", &["hash", "lexicon", "words"]),
    ("sitewrap-filter", &["hash", "words"]),
    ("sitewrap-join", &["model"]),
    ("sitewrap-structured", &["lexicon", "tree", "model"]),
    ("sitewrap-wrapper", &["lexicon", "mapping", "structured", "tree", "model", "values"]),
    ("sitewrap-terms", &["lexicon", "structured", "values", "model"]),
    (
        "sitewrap-template",
        &["distance", "mapping", "structured", "terms", "tree", "model", "values", "wrapper"],
    ),
    ("sitewrap-naming", &["structured", "template", "terms", "tree", "model", "wrapper"]),
    (
        "sitewrap-induce",
        &["naming", "structured", "template", "terms", "tree", "model", "values", "wrapper"],
    ),
    ("sitewrap-layout", &["tree"]),
    ("sitewrap-content", &["wrapper", "layout", "model", "structured", "terms", "tree", "values"]),
    ("sitewrap-store", &["wrapper", "model"]),
    ("sitewrap-bundle", &["wrapper", "model"]),
    (
        "sitewrap-pipeline",
        &[
            "archive",
            "bundle",
            "crawl",
            "cluster",
            "content",
            "distance",
            "wrapper",
            "filter",
            "graph",
            "hash",
            "induce",
            "join",
            "keywords",
            "layout",
            "model",
            "search",
            "store",
            "structured",
            "terms",
            "tree",
            "values",
        ],
    ),
    ("sitewrap", &["bundle", "crawl", "wrapper", "model", "pipeline", "store", "values"]),
    (
        "sitewrap-cli",
        &[
            "archive", "bundle", "crawl", "cluster", "content", "distance", "wrapper", "filter",
            "graph", "induce", "keywords", "layout", "model", "pipeline", "search", "sitewrap",
            "stdio", "store", "tree", "values",
        ],
    ),
    // Measures the product; nothing of the product uses it.
    ("sitewrap-xtask", &["archive", "wrapper", "induce", "model", "pipeline", "tree"]),
];

/// Crates that compute and do no I/O.
const PURE: &[&str] = &[
    "model",
    "hash",
    "tree",
    "lexicon",
    "values",
    "mapping",
    "distance",
    "cluster",
    "graph",
    "join",
    "words",
    "keywords",
    "filter",
    "structured",
    "wrapper",
    "terms",
    "template",
    "naming",
    "induce",
    "content",
    "layout",
    "bundle",
];

/// What pure crates must not reach for.
const EFFECTS: &[&str] = &["tokio", "reqwest", "spider", "axum", "sled", "indicatif", "clap"];

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo metadata runs")
}

/// What a package depends on outside its tests.
fn dependencies(package: &Package) -> BTreeSet<&str> {
    let all = package.dependencies.iter();
    all.filter(|dependency| dependency.kind != DependencyKind::Development)
        .map(|dependency| dependency.name.as_str())
        .collect()
}

#[test]
fn every_arrow_points_down_the_table() {
    for package in metadata().workspace_packages() {
        let name = package.name.as_str();
        let (_, allowed) = ALLOWED
            .iter()
            .find(|(crate_name, _)| *crate_name == name)
            .unwrap_or_else(|| panic!("{name} is not in the table of layers"));
        for dependency in dependencies(package) {
            // The library has no name behind that of the project.
            let inner = match dependency {
                "sitewrap" => dependency,
                _ => match dependency.strip_prefix("sitewrap-") {
                    Some(inner) => inner,
                    None => continue,
                },
            };
            assert!(allowed.contains(&inner), "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn crates_that_compute_do_no_io() {
    for package in metadata().workspace_packages() {
        let name = package.name.as_str();
        if PURE.iter().any(|pure| name.strip_prefix("sitewrap-") == Some(pure)) {
            let found: Vec<_> =
                dependencies(package).into_iter().filter(|dep| EFFECTS.contains(dep)).collect();
            assert!(found.is_empty(), "{name} computes only, but depends on {found:?}");
        }
    }
}

/// The source files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.extension() {
            _ if path.is_dir() => sources(&path, found),
            Some(extension) if extension == "rs" => found.push(path),
            _ => {}
        }
    }
}

/// Whether a line says something in the words of the command line: an option, or a command of the program.
fn speaks_of_the_command(line: &str) -> bool {
    let says = |before: &str| {
        let mut after = line.match_indices(before).map(|(at, _)| &line[at + before.len()..]);
        after.any(|rest| rest.starts_with(|first: char| first.is_ascii_lowercase()))
    };
    says(" --") || says("(--") || says("`--") || says("`sitewrap ")
}

#[test]
fn libraries_do_not_speak_of_the_command() {
    for package in metadata().workspace_packages() {
        if ["sitewrap-cli", "sitewrap-xtask"].contains(&package.name.as_str()) {
            continue;
        }
        let folder = package.manifest_path.parent().expect("a folder").join("src");
        let mut files = Vec::new();
        sources(folder.as_std_path(), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("text");
            let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let found = code.find(|line| speaks_of_the_command(line));
            assert_eq!(found, None, "{}: the advice is for the cli to give", file.display());
        }
    }
}
