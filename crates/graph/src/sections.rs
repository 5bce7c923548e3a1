//! The sections of a site, told by hosts and directories.

use crate::builder::origin;
use crate::rows::NodeId;
use crate::site::SiteGraph;
use rustc_hash::FxHashMap;

/// Stored pages below which a directory is no section of its own: where each article has its
/// directory, articles are no sections.
const FEWEST: usize = 5;

/// The sections of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sections {
    /// What the URLs of each begin with; in order.
    pub names: Vec<String>,
    /// By node, its section.
    pub of: Vec<NodeId>,
}

impl Sections {
    /// The sections of a graph's nodes: the directories below the directory that all stored pages of
    /// a host share, as far as they have five stored pages; a host for the rest of its pages, and for
    /// all of it where there are none.
    pub fn new(graph: &SiteGraph) -> Self {
        let shared = shared_directories(graph);
        let section = |url: &str, wanted: bool| -> usize {
            let origin = origin(url);
            let known = shared.get(origin).map_or("/", |shared| shared);
            section_end(url, origin.len(), known, wanted)
        };
        let mut pages: FxHashMap<&str, usize> = FxHashMap::default();
        for node in graph.nodes.iter().filter(|node| node.stored) {
            *pages.entry(&node.url[..section(&node.url, true)]).or_default() += 1;
        }
        let name = |url: &'_ str| -> usize {
            let end = section(url, true);
            let is_large = pages.get(&url[..end]).is_some_and(|&pages| pages >= FEWEST);
            if is_large { end } else { section(url, false) }
        };
        let of_node: Vec<&str> =
            graph.nodes.iter().map(|node| &node.url[..name(&node.url)]).collect();
        let mut names: Vec<&str> = of_node.clone();
        names.sort_unstable();
        names.dedup();
        let place = |name: &&str| names.binary_search(name).unwrap_or_default() as NodeId;
        let of = of_node.iter().map(place).collect();
        Self { names: names.into_iter().map(str::to_owned).collect(), of }
    }
}

/// By host, the directory that all its stored pages are in, such as `/docs/`.
fn shared_directories(graph: &SiteGraph) -> FxHashMap<&str, &str> {
    let mut shared: FxHashMap<&str, &str> = FxHashMap::default();
    for node in graph.nodes.iter().filter(|node| node.stored) {
        let origin = origin(&node.url);
        let path = path(&node.url, origin.len());
        let directory = &path[..path.rfind('/').map_or(0, |at| at + 1)];
        let known = shared.entry(origin).or_insert(directory);
        let same = known.bytes().zip(directory.bytes()).take_while(|(a, b)| a == b).count();
        // Both are split at slashes, which are no part of a longer character.
        *known = &known
            [..known.as_bytes()[..same].iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1)];
    }
    shared
}

/// The path of a URL, which begins with a slash if there is one.
fn path(url: &str, origin: usize) -> &str {
    let rest = &url[origin..];
    &rest[..rest.find(['?', '#']).unwrap_or(rest.len())]
}

/// Where the part of a URL ends that names its section: with `below`, the directory next below the
/// shared one; else the shared one. A URL outside the shared one is of its host.
fn section_end(url: &str, origin: usize, shared: &str, below: bool) -> usize {
    let path = path(url, origin);
    let Some(rest) = path.strip_prefix(shared) else { return origin };
    let inner = rest.find('/').filter(|_| below).map_or(0, |at| at + 1);
    origin + shared.len() + inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::GraphBuilder;
    use crate::site::Standing;

    fn sections(pages: &[&str]) -> Vec<String> {
        let mut builder = GraphBuilder::new();
        for url in pages {
            builder.page(url, Standing::Page, None, None);
        }
        builder.known("https://else.example/x/y", Standing::Outside);
        let graph = builder.finish();
        let sections = Sections::new(&graph);
        sections.of.iter().map(|&section| sections.names[section as usize].clone()).collect()
    }

    #[test]
    fn directories_of_many_pages_are_sections_below_what_all_share() {
        let mut pages: Vec<String> =
            (0..6).map(|n| format!("https://a.example/docs/api/{n}.html?v=/x/")).collect();
        pages.push("https://a.example/docs/one/index.html".to_owned());
        pages.push("https://a.example/docs/index.html".to_owned());
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let found = sections(&pages);
        assert_eq!(found[..6], ["https://a.example/docs/api/"; 6]);
        assert_eq!(found[6..8], ["https://a.example/docs/"; 2]);
        assert_eq!(found[8], "https://else.example/");
    }

    #[test]
    fn directories_are_compared_as_a_whole() {
        let found = sections(&["https://a.example/ab/x", "https://a.example/ac/x"]);
        assert_eq!(found[..2], ["https://a.example/"; 2]);
    }
}
