//! Which files use each other in a circle: none of more than two, but for those that are named here.
//!
//! Files that use one another in a circle can only be understood together. Read are the `use`
//! declarations and paths of each file, as text; a name that a module hands on is followed to the file
//! that it comes from. Tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Files in a circle that need no reason.
const FREE: usize = 2;

/// Circles that are there still: the crate, and how many files. They may only shrink, and what has shrunk is
/// noted here.
const KNOWN: &[(&str, &[usize])] = &[];

/// A module of a crate, by its path from the root.
type Module = Vec<String>;

/// The modules of a crate, each with the text of its file.
#[derive(Default)]
struct Crate {
    files: BTreeMap<Module, String>,
    /// By module, the names that its `use` declarations bring in, with the paths that they stand for.
    names: BTreeMap<Module, Vec<(String, Module)>>,
}

impl Crate {
    fn read(folder: &Path) -> Self {
        let mut found = Self::default();
        for path in sources(folder) {
            let module = module_of(path.strip_prefix(folder).expect("it lies in the folder"));
            if module.iter().any(|part| part == "tests") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source is read");
            let binary = module.is_empty() && found.files.contains_key(&module);
            if !binary {
                found.files.insert(module, without_tests(&code_of(&text)).to_owned());
            }
        }
        let names = found.files.iter().map(|(module, text)| {
            let uses = uses(text).into_iter().flat_map(|tree| paths_of(&tree));
            let named =
                uses.filter_map(|(path, name)| Some((name, found.absolute(module, &path)?)));
            (module.clone(), named.collect())
        });
        found.names = names.collect();
        found
    }

    /// The path of a path that is written in a module; `None` if it leads out of the crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (Module::new(), &path[1..]),
            "self" => (module.clone(), &path[1..]),
            "super" => (module.clone(), path),
            child => {
                let inner = [&module[..], &[child.to_owned()]].concat();
                if !self.files.contains_key(&inner) {
                    return None;
                }
                (module.clone(), path)
            }
        };
        while rest.first().is_some_and(|part| part == "super") {
            at.pop()?;
            rest = &rest[1..];
        }
        at.extend_from_slice(rest);
        Some(at)
    }

    /// The module whose file a path leads to.
    fn file_of(&self, path: &[String], steps: usize) -> Option<Module> {
        let known = (0..=path.len()).rev().find(|&end| self.files.contains_key(&path[..end]))?;
        let (module, rest) = path.split_at(known);
        let handed_on = rest.first().and_then(|first| {
            let names = &self.names.get(module)?;
            names.iter().find(|(name, to)| name == first && to != path).map(|(_, to)| to)
        });
        match handed_on {
            Some(to) if steps > 0 => {
                self.file_of(&[to, &rest[1..]].concat(), steps - 1).or(Some(module.to_vec()))
            }
            _ => Some(module.to_vec()),
        }
    }

    /// The files that each file uses.
    fn arrows(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let arrows = self.files.iter().map(|(module, text)| {
            let named = self.names[module].iter().map(|(_, path)| path.clone());
            let inline = inline_paths(text).into_iter();
            let inline = inline.filter_map(|path| self.absolute(module, &path));
            let targets = named.chain(inline).filter_map(|path| self.file_of(&path, 8));
            (module, targets.filter(|target| target != module).collect())
        });
        arrows.collect()
    }

    /// The files that use one another in circles, circle by circle.
    fn circles(&self) -> Vec<BTreeSet<Module>> {
        let arrows = self.arrows();
        let reached = |from: &Module| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(next) = open.pop() {
                for target in &arrows[&next] {
                    if seen.insert(target.clone()) {
                        open.push(target.clone());
                    }
                }
            }
            seen
        };
        let reach: BTreeMap<&Module, BTreeSet<Module>> =
            self.files.keys().map(|module| (module, reached(module))).collect();
        let circles: BTreeSet<BTreeSet<Module>> = reach
            .iter()
            .map(|(from, to)| to.iter().filter(|to| reach[to].contains(*from)).cloned().collect())
            .collect();
        circles.into_iter().filter(|circle| !circle.is_empty()).collect()
    }
}

/// All source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder is read") {
        let path = entry.expect("an entry is read").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The module that a file holds.
fn module_of(file: &Path) -> Module {
    let mut module: Module =
        file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let last = module.last().map_or("", String::as_str);
    if last == "mod" || module.len() == 1 && ["lib", "main"].contains(&last) {
        module.pop();
    }
    module
}

/// A source without what stands in comments and texts.
fn code_of(source: &str) -> String {
    let (mut code, mut rest) = (String::new(), source);
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |end| end + 5)
        } else if first == '"' {
            text_length(rest)
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest[1..].find('\'').map_or(1, |end| end + 2).max(3)
        } else {
            0
        };
        if skipped == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[skipped.min(rest.len())..];
        }
    }
    code
}

/// The length of a text in quotes.
fn text_length(source: &str) -> usize {
    let mut escaped = false;
    for (at, c) in source.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    source.len()
}

/// A source up to its tests, which stand last.
fn without_tests(code: &str) -> &str {
    let tests = code.match_indices("#[cfg(test)]").find(|(at, _)| {
        let after = code[at + "#[cfg(test)]".len()..].trim_start();
        after.starts_with("mod ") && after.find('{') < after.find(';')
    });
    tests.map_or(code, |(at, _)| &code[..at])
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What stands between `use` and `;`, for each declaration.
fn uses(code: &str) -> Vec<String> {
    let starts = code.match_indices("use ").filter(|(at, _)| !code[..*at].ends_with(is_name));
    let trees = starts.filter_map(|(at, word)| {
        let tree = &code[at + word.len()..];
        Some(tree[..tree.find(';')?].to_owned())
    });
    trees.collect()
}

/// The paths of a tree of `use`, each with the name that it brings in.
fn paths_of(tree: &str) -> Vec<(Module, String)> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let (path, name) = tree.split_once(" as ").map_or((tree, None), |(p, n)| (p, Some(n)));
        let mut path: Module = path.split("::").map(|part| part.trim().to_owned()).collect();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self" || last == "*") {
            path.pop();
        }
        let name = name.map(str::trim).unwrap_or(path.last().map_or("", String::as_str)).to_owned();
        return vec![(path, name)];
    };
    let stem: Module = tree[..open]
        .split("::")
        .map(|part| part.trim().to_owned())
        .filter(|p| !p.is_empty())
        .collect();
    let inner = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let inner = parts.into_iter().filter(|part| !part.trim().is_empty()).flat_map(paths_of);
    inner
        .map(|(path, name)| match path.as_slice() {
            [own] if own == "self" || own == "*" => {
                (stem.clone(), stem.last().cloned().unwrap_or_default())
            }
            _ => ([&stem[..], &path[..]].concat(), name),
        })
        .collect()
}

/// The paths of a source beside those of its `use` declarations, and some of these.
fn inline_paths(code: &str) -> Vec<Module> {
    let mut paths = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(is_name) {
        let mut path = Module::new();
        let continues = rest[..start].ends_with("::") || rest[..start].ends_with('.');
        rest = &rest[start..];
        loop {
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            path.push(rest[..end].to_owned());
            rest = &rest[end..];
            match rest.strip_prefix("::") {
                Some(after) if after.starts_with(is_name) => rest = after,
                _ => break,
            }
        }
        if path.len() > 1 && !continues {
            paths.push(path);
        }
    }
    paths
}

/// The crates of the workspace, by their folders.
fn crates() -> Vec<(String, Crate)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = fs::read_dir(folder).expect("the crates are there");
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("a crate").path()).collect();
    folders.retain(|folder| folder.join("src").is_dir());
    folders.sort();
    let name =
        |folder: &Path| folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    folders.iter().map(|folder| (name(folder), Crate::read(&folder.join("src")))).collect()
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let mut told = Vec::new();
    for (name, read) in crates() {
        let mut circles = read.circles();
        circles.retain(|circle| circle.len() > FREE);
        circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        let known = KNOWN.iter().find(|(known, _)| *known == name).map_or(&[][..], |it| it.1);
        let sizes: Vec<usize> = circles.iter().map(BTreeSet::len).collect();
        if sizes != known {
            let lines = circles.iter().map(|circle| {
                let files: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
                format!("  {}: {}", files.len(), files.join(", "))
            });
            let lines: Vec<String> = lines.collect();
            told.push(format!("{name}: {sizes:?}, known are {known:?}\n{}", lines.join("\n")));
        }
    }
    assert!(
        told.is_empty(),
        "circles of files, to be untied or, where they have shrunk, to be noted:\n{}",
        told.join("\n")
    );
}

#[test]
fn paths_are_read_as_they_are_meant() {
    let tree = "crate::a::{self, b::{C, D as E}, *}";
    let found: Vec<String> = paths_of(tree)
        .into_iter()
        .map(|(path, name)| format!("{} {name}", path.join("/")))
        .collect();
    assert_eq!(found, ["crate/a a", "crate/a/b/C C", "crate/a/b/D E", "crate/a a"]);
    let code = code_of("use a::B; // crate::no\nlet x = \"crate::no\"; super::c::d();");
    assert_eq!(uses(&code), ["a::B"]);
    assert_eq!(
        inline_paths(&code),
        [["a", "B"].map(str::to_owned).to_vec(), ["super", "c", "d"].map(str::to_owned).to_vec()]
    );
}
