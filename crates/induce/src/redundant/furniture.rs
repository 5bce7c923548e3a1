//! Site furniture: what varies on the pages of a type, but not because of the page.
//!
//! A box of most-read articles changes over the days of a crawl, and shows the same on a product
//! page and an article page fetched in one minute. Content that stands at the same place on many
//! pages of *other* types is furniture.

use crate::corpus::{Corpus, Instance};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::NodeId;

/// Content on this share of the pages of other types is furniture.
const ON_OTHER_PAGES: f64 = 0.3;

/// Nodes (with those below) and bytes of text that make a block.
const MIN_NODES: usize = 6;
const MIN_TEXT: usize = 30;

/// Fewer pages of other types than this prove nothing.
const MIN_OTHER_PAGES: usize = 8;

/// Which content stands at which place on how many pages of a site: what stands on enough of them
/// to be furniture on some.
pub(crate) struct Site {
    /// Pages by hash of path and content.
    everywhere: FxHashMap<u64, u32>,
    pages: usize,
}

/// The nodes of the pages of one type that are furniture, page by page.
pub(crate) struct Furniture {
    marked: Vec<Marks>,
}

/// A set of nodes: a bit for each node of a page.
struct Marks(Vec<u64>);

impl Site {
    pub(crate) fn new(corpora: &[Corpus<'_>]) -> Self {
        let mut everywhere = FxHashMap::default();
        for corpus in corpora {
            for page in 0..corpus.len() {
                for key in corpus.placed(page).into_iter().collect::<FxHashSet<u64>>() {
                    *everywhere.entry(key).or_default() += 1;
                }
            }
        }
        let pages = corpora.iter().map(Corpus::len).sum();
        let largest = corpora.iter().map(Corpus::len).max().unwrap_or(0);
        let least = ON_OTHER_PAGES * (pages - largest) as f64;
        // Most content stands on one page alone.
        everywhere.retain(|_, pages| f64::from(*pages) >= least);
        everywhere.shrink_to_fit();
        Self { everywhere, pages }
    }

    /// What is furniture on the pages of `corpus`: content that stands at its place on many pages
    /// of other types.
    pub(crate) fn beside(&self, corpus: &Corpus<'_>) -> Furniture {
        let other_pages = self.pages - corpus.len();
        if other_pages < MIN_OTHER_PAGES {
            return Furniture { marked: Vec::new() };
        }
        let mut own: FxHashMap<u64, u32> = FxHashMap::default();
        for page in 0..corpus.len() {
            let placed = corpus.placed(page).into_iter();
            let known = placed.filter(|key| self.everywhere.contains_key(key));
            for key in known.collect::<FxHashSet<u64>>() {
                *own.entry(key).or_default() += 1;
            }
        }
        let is_furniture = |key: &u64| {
            let all = self.everywhere.get(key).copied().unwrap_or(0);
            let own = own.get(key).copied().unwrap_or(0);
            f64::from(all - own) >= ON_OTHER_PAGES * other_pages as f64
        };
        let marks = |page| Marks::of(corpus.placed(page).iter().map(is_furniture));
        Furniture { marked: (0..corpus.len()).map(marks).collect() }
    }
}

impl Furniture {
    /// Whether a node has content that stands at its place on many pages of other types.
    pub(crate) fn is_furniture(&self, (page, node): Instance) -> bool {
        self.marked.get(page).is_some_and(|marks| marks.has(node))
    }

    /// Whether a node is a block of furniture. Small nodes are not: a word such as `In stock` may
    /// well stand in like lists on pages of all types.
    pub(crate) fn is_block(&self, corpus: &Corpus<'_>, (page, node): Instance) -> bool {
        let view = corpus.view(page);
        let large = view.tree.subtree_len(node) >= MIN_NODES || view.text_len(node) >= MIN_TEXT;
        large && self.is_furniture((page, node))
    }
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
