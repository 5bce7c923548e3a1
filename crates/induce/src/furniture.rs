//! Site furniture: what varies on the pages of a type, but not because of the page.
//!
//! A box of most-read articles changes over the days of a crawl, and shows the same on a product
//! page and an article page fetched in one minute. Content that stands at the same place on many
//! pages of *other* types is furniture.

use crate::corpus::{Corpus, Instance};
use rustc_hash::{FxHashMap, FxHashSet};

/// Content on this share of the pages of other types is furniture.
const ON_OTHER_PAGES: f64 = 0.3;

/// Nodes (with those below) and bytes of text that make a block.
const MIN_NODES: usize = 6;
const MIN_TEXT: usize = 30;

/// Fewer pages of other types than this prove nothing.
const MIN_OTHER_PAGES: usize = 8;

/// Which content stands at which place on how many pages of a site.
pub(crate) struct Site {
    /// Pages by hash of path and content.
    everywhere: FxHashMap<u64, u32>,
    pages: usize,
}

/// The pages of one type against those of the others.
pub(crate) struct Furniture<'s> {
    site: &'s Site,
    own: FxHashMap<u64, u32>,
    other_pages: usize,
}

impl Site {
    pub(crate) fn new(corpora: &[Corpus<'_>]) -> Self {
        let mut everywhere = FxHashMap::default();
        for corpus in corpora {
            count(corpus, &mut everywhere);
        }
        Self { everywhere, pages: corpora.iter().map(Corpus::len).sum() }
    }

    /// What is furniture on the pages of `corpus`.
    pub(crate) fn beside(&self, corpus: &Corpus<'_>) -> Furniture<'_> {
        let mut own = FxHashMap::default();
        count(corpus, &mut own);
        Furniture { site: self, own, other_pages: self.pages - corpus.len() }
    }
}

impl Furniture<'_> {
    /// Whether a node has content that stands at its place on many pages of other types.
    pub(crate) fn is_furniture(&self, corpus: &Corpus<'_>, instance: Instance) -> bool {
        if self.other_pages < MIN_OTHER_PAGES {
            return false;
        }
        let key = corpus.placed(instance);
        let all = self.site.everywhere.get(&key).copied().unwrap_or(0);
        let own = self.own.get(&key).copied().unwrap_or(0);
        f64::from(all - own) >= ON_OTHER_PAGES * self.other_pages as f64
    }

    /// Whether a node is a block of furniture. Small nodes are not: a word such as `In stock` may
    /// well stand in like lists on pages of all types.
    pub(crate) fn is_block(&self, corpus: &Corpus<'_>, (page, node): Instance) -> bool {
        let view = corpus.view(page);
        let large = view.tree.subtree_len(node) >= MIN_NODES || view.text_len(node) >= MIN_TEXT;
        large && self.is_furniture(corpus, (page, node))
    }
}

fn count(corpus: &Corpus<'_>, counts: &mut FxHashMap<u64, u32>) {
    for (page, view) in corpus.views().iter().enumerate() {
        let seen: FxHashSet<u64> =
            view.tree.nodes().map(|node| corpus.placed((page, node))).collect();
        for key in seen {
            *counts.entry(key).or_default() += 1;
        }
    }
}
