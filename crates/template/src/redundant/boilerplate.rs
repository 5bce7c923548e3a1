//! Site boilerplate: what varies on the pages of a type, but not because of the page.
//!
//! A box of most-read articles changes over the days of a crawl, and shows the same on a product
//! page and an article page fetched in one minute. Content that stands at the same place on many
//! pages of *other* types is boilerplate, unless a page has it there several times, as the name of who
//! has written most posts.

use crate::corpus::{Corpus, Instance};
use crate::parameters::Parameters;
use crate::share::Share;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::NodeId;

/// Which content stands at which place on how many pages of a site: what stands on enough of them
/// to be boilerplate on some.
pub struct Site {
    /// Pages by hash of path and content.
    everywhere: FxHashMap<u64, u32>,
    /// Pages by hash of path and content, of links alone.
    links: FxHashMap<u64, u32>,
    pages: usize,
    parameters: Parameters,
}

/// The nodes of the pages of one type that are boilerplate, page by page.
pub struct Boilerplate {
    marked: Vec<Marks>,
    /// Links that stand at their place on several pages of other types.
    in_sections: Vec<Marks>,
    parameters: Parameters,
}

/// A set of nodes: a bit for each node of a page.
#[derive(Clone)]
struct Marks(Vec<u64>);

impl Site {
    /// Counts what stands where on the pages of all types.
    pub fn new(corpora: &[Corpus<'_>], parameters: &Parameters) -> Self {
        let mut everywhere: FxHashMap<u64, u32> = FxHashMap::default();
        let mut links: FxHashMap<u64, u32> = FxHashMap::default();
        let mut of_items: FxHashSet<u64> = FxHashSet::default();
        for corpus in corpora {
            for page in 0..corpus.len() {
                let placed = corpus.placed(page);
                for key in link_keys(corpus, page, &placed) {
                    *links.entry(key).or_default() += 1;
                }
                let mut own = FxHashSet::default();
                for key in placed {
                    if !own.insert(key) {
                        of_items.insert(key);
                    }
                }
                for key in own {
                    *everywhere.entry(key).or_default() += 1;
                }
            }
        }
        let pages = corpora.iter().map(Corpus::len).sum();
        let largest = corpora.iter().map(Corpus::len).max().unwrap_or(0);
        let least = parameters.some * (pages - largest) as f64;
        // Most content stands on one page alone.
        everywhere.retain(|key, pages| f64::from(*pages) >= least && !of_items.contains(key));
        everywhere.shrink_to_fit();
        links.retain(|_, pages| *pages >= parameters.many as u32);
        Self { everywhere, links, pages, parameters: parameters.clone() }
    }

    /// What is boilerplate on the pages of `corpus`: content that stands at its place on many pages
    /// of other types.
    pub fn beside(&self, corpus: &Corpus<'_>) -> Boilerplate {
        let other_pages = self.pages - corpus.len();
        let parameters = self.parameters.clone();
        if other_pages < parameters.many {
            return Boilerplate { marked: Vec::new(), in_sections: Vec::new(), parameters };
        }
        let placed: Vec<Vec<u64>> = (0..corpus.len()).map(|page| corpus.placed(page)).collect();
        let mut own: FxHashMap<u64, u32> = FxHashMap::default();
        for placed in &placed {
            let known = placed.iter().copied().filter(|key| self.everywhere.contains_key(key));
            for key in known.collect::<FxHashSet<u64>>() {
                *own.entry(key).or_default() += 1;
            }
        }
        let is_boilerplate = |key: &u64| {
            let all = self.everywhere.get(key).copied().unwrap_or(0);
            let own = own.get(key).copied().unwrap_or(0);
            f64::from(all - own) >= parameters.some * other_pages as f64
        };
        let marks = |placed: &Vec<u64>| Marks::of(placed.iter().map(is_boilerplate));
        let mut own_links: FxHashMap<u64, u32> = FxHashMap::default();
        for (page, placed) in placed.iter().enumerate() {
            for key in link_keys(corpus, page, placed) {
                *own_links.entry(key).or_default() += 1;
            }
        }
        let in_section = |key: &u64| {
            let own = own_links.get(key).copied().unwrap_or(0);
            self.links.get(key).is_some_and(|all| all - own >= parameters.many as u32)
        };
        let links = |placed: &Vec<u64>| Marks::of(placed.iter().map(in_section));
        Boilerplate {
            marked: placed.iter().map(marks).collect(),
            in_sections: placed.iter().map(links).collect(),
            parameters,
        }
    }
}

impl Boilerplate {
    /// That of some of the pages, by their indices.
    pub fn part(&self, pages: &[usize]) -> Self {
        let part =
            |marks: &[Marks]| pages.iter().filter_map(|&page| marks.get(page).cloned()).collect();
        Self {
            marked: part(&self.marked),
            in_sections: part(&self.in_sections),
            parameters: self.parameters.clone(),
        }
    }

    /// Whether a node has content that stands at its place on many pages of other types.
    pub(crate) fn is_boilerplate(&self, (page, node): Instance) -> bool {
        self.marked.get(page).is_some_and(|marks| marks.has(node))
    }

    /// Whether links with the same words are those of a menu that each section of the site has for
    /// itself: (almost) all stand on several pages of other types, whatever the page is about.
    pub(crate) fn is_of_section(&self, links: &[Instance]) -> bool {
        let marked = links.iter().filter(|(page, node)| {
            self.in_sections.get(*page).is_some_and(|marks| marks.has(*node))
        });
        Share::new(marked.count(), links.len(), &self.parameters).is_nearly_all()
    }

    /// Whether a node is a block of boilerplate. Small nodes are not: a word such as `In stock` may
    /// well stand in like lists on pages of all types.
    pub(crate) fn is_block(&self, corpus: &Corpus<'_>, instance: Instance) -> bool {
        corpus.is_large(instance) && self.is_boilerplate(instance)
    }
}

/// The links of a page, by path and content, each once.
fn link_keys(corpus: &Corpus<'_>, page: usize, placed: &[u64]) -> FxHashSet<u64> {
    let tree = corpus.tree(page);
    let is_link = |node: &NodeId| tree.tag(*node).as_str() == "a";
    tree.nodes().filter(is_link).map(|node| placed[node.index()]).collect()
}

impl Marks {
    fn of(marks: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (at, is_marked) in marks.enumerate() {
            if at % 64 == 0 {
                words.push(0);
            }
            words[at / 64] |= u64::from(is_marked) << (at % 64);
        }
        Self(words)
    }

    fn has(&self, node: NodeId) -> bool {
        self.0[node.index() / 64] >> (node.index() % 64) & 1 == 1
    }
}
