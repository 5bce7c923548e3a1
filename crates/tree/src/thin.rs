//! Pages too heavy to be learned from whole: how heavy, and what is left out of them.
//!
//! A page within the [`Limits`](crate::Limits) may have 400,000 nodes, and a wrapper is learned from
//! hundreds of pages at once. What makes pages so large is lists: a list of 95,000 items shows its item as
//! well by a thousand of them.

use crate::{Document, NodeId, StructuredData, TagTree, TagTreeBuilder};

/// Bytes of memory that a node takes, about, with what learning keeps beside it: 216 on pages that are
/// lists of 95,000 items, 170 on nested ones.
const NODE_BYTES: usize = 200;

/// What an element keeps of many children in the first attempt, and in the last one; each attempt halves it.
const MOST_CHILDREN: u32 = 1 << 17;
const LEAST_CHILDREN: u32 = 8;

/// Of the children that are kept, this part stands at the end: what follows a list.
const LAST_PART: u32 = 4;

/// Of the weight of a document, its structured data may have this part.
const STRUCTURED_PART: usize = 4;

impl Document {
    /// Bytes of memory that learning from the page takes, about.
    pub fn weight(&self) -> usize {
        weight(&self.tree, self.tree.nodes()) + self.structured.bytes()
    }

    /// The page, made at most `most` heavy: elements with very many children keep the first and
    /// the last of them, as many as there is room for; where that is not enough, the tree ends early.
    ///
    /// # Complexity
    /// Linear in the nodes, some ten passes.
    ///
    /// # Example
    /// ```
    /// use sitewrap_tree::Document;
    /// let page = format!("<h1>All</h1><ul>{}</ul><p>End", "<li>one".repeat(90_000));
    /// let page = Document::parse(page.as_bytes(), None, None);
    /// let thin = page.thinned(1 << 20);
    /// assert!(page.weight() > 30 << 20 && thin.weight() <= 1 << 20);
    /// let text = |page: &Document| page.tree.text(page.tree.nodes().last().unwrap()).to_owned();
    /// assert_eq!(text(&thin), "End");
    /// ```
    #[must_use]
    pub fn thinned(&self, most: usize) -> Self {
        if self.weight() <= most {
            return self.clone();
        }
        let structured = match self.structured.bytes() {
            bytes if bytes > most / STRUCTURED_PART => StructuredData::default(),
            _ => self.structured.clone(),
        };
        Self {
            tree: thinned(&self.tree, most - structured.bytes().min(most)),
            title: self.title.clone(),
            html_attrs: self.html_attrs.clone(),
            links: self.links.clone(),
            structured,
            encoding: self.encoding,
            problems: self.problems.clone(),
        }
    }
}

impl StructuredData {
    /// Bytes of its texts.
    pub fn bytes(&self) -> usize {
        let scripts = self.scripts.iter().map(|script| script.text.len());
        let pairs =
            self.meta.iter().chain(&self.itemprops).map(|(key, value)| key.len() + value.len());
        self.json_ld.iter().map(String::len).chain(scripts).chain(pairs).sum()
    }
}

fn weight(tree: &TagTree, nodes: impl Iterator<Item = NodeId>) -> usize {
    nodes.map(|node| weight_of(tree, node)).sum()
}

fn weight_of(tree: &TagTree, node: NodeId) -> usize {
    let attrs: usize = tree.attrs(node).map(|attr| NODE_BYTES / 8 + attr.value.len()).sum();
    NODE_BYTES + tree.text(node).len() + attrs
}

/// A tree of at most the weight `most`, but for its root.
fn thinned(tree: &TagTree, most: usize) -> TagTree {
    let mut children = MOST_CHILDREN;
    let mut kept: Vec<NodeId> = tree.nodes().collect();
    while weight(tree, kept.iter().copied()) > most && children >= LEAST_CHILDREN {
        kept = first_and_last(tree, children);
        children /= 2;
    }
    let mut weight = 0;
    let fits = |node: &NodeId| {
        weight += weight_of(tree, *node);
        weight <= most || *node == tree.root()
    };
    copied(tree, kept.into_iter().take_while(fits))
}

/// The nodes that are left if no element has more than so many children.
fn first_and_last(tree: &TagTree, most: u32) -> Vec<NodeId> {
    let (mut counts, mut places) = (vec![0u32; tree.len()], vec![0u32; tree.len()]);
    for node in tree.nodes() {
        if let Some(parent) = tree.parent(node) {
            places[node.index()] = counts[parent.index()];
            counts[parent.index()] += 1;
        }
    }
    let is_kept = |node: NodeId| {
        let of = tree.parent(node).map_or(0, |parent| counts[parent.index()]);
        let last = most / LAST_PART;
        let place = places[node.index()];
        of <= most || place < most - last || place >= of - last
    };
    let mut kept = Vec::new();
    let mut next = 0;
    while next < tree.len() as u32 {
        let node = NodeId(next);
        if is_kept(node) {
            kept.push(node);
            next += 1;
        } else {
            next += tree.subtree_len(node) as u32;
        }
    }
    kept
}

/// A tree of some of the nodes of another, each with all that are above it.
fn copied(tree: &TagTree, nodes: impl Iterator<Item = NodeId>) -> TagTree {
    let mut builder = TagTreeBuilder::without_root();
    let mut open: Vec<NodeId> = Vec::new();
    for node in nodes {
        while open.last().is_some_and(|&last| !tree.contains(last, node)) {
            builder.close();
            open.pop();
        }
        if tree.is_text(node) {
            builder.text(tree.text(node));
        } else {
            builder.open_copy(tree, node);
            open.push(node);
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(page: &str) -> Document {
        Document::parse(page.as_bytes(), None, None)
    }

    fn texts(tree: &TagTree) -> Vec<&str> {
        tree.nodes().map(|node| tree.text(node)).filter(|text| !text.is_empty()).collect()
    }

    #[test]
    fn a_page_that_is_light_enough_stays_as_it_is() {
        let page = parse("<title>A</title><p class=a>One <b>two</b><ul><li>x<li title=y>z</ul>");
        let thin = page.thinned(page.weight());
        assert_eq!(format!("{:?}", thin.tree), format!("{:?}", page.tree));
        assert_eq!(thin.title, page.title);
    }

    #[test]
    fn long_lists_lose_their_middle_and_short_ones_nothing() {
        let items: String = (0..4000).map(|at| format!("<li><a href=/{at}>{at}</a>")).collect();
        let page = parse(&format!("<ol><li>p<li>q<li>r</ol><ul>{items}</ul><p>end"));
        let thin = page.thinned(400_000);
        let texts = texts(&thin.tree);
        assert_eq!(texts[..5], ["p", "q", "r", "0", "1"]);
        assert_eq!(texts[texts.len() - 2..], ["3999", "end"]);
        assert_eq!(texts.len(), 3 + 512 + 1, "the largest power of two for which there is room");
    }

    #[test]
    fn data_that_is_heavier_than_the_page_goes() {
        let data = format!("<script type=application/ld+json>[\"{}\"]</script>", "x".repeat(9000));
        let page = parse(&format!("<body>{data}<p>one<p>two"));
        let thin = page.thinned(4000);
        assert!(thin.structured.json_ld.is_empty() && !page.structured.json_ld.is_empty());
        assert_eq!(texts(&thin.tree), ["one", "two"]);
    }

    proptest! {
        #[test]
        fn no_page_stays_too_heavy(page in "(<div>|<p class=a>|</div>|<ul>|<li>|word|<b>|</b>){0,300}", most in 0usize..20_000) {
            let page = parse(&page);
            let thin = page.thinned(most);
            let root = weight_of(&page.tree, page.tree.root());
            prop_assert!(thin.weight() <= most.max(root));
            prop_assert!(page.weight() > most || thin.tree.len() == page.tree.len());
        }
    }
}
