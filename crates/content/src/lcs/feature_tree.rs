//! A page as a feature tree in level order [SON11]: what a node of it is compared by.

use rustc_hash::FxHasher;
use sitewrap_layout::{Layout, Rect};
use sitewrap_tree::{NodeId, TagTree};
use std::hash::Hasher;

/// Nodes that take part at most, those nearest to the body first: the comparison takes the product of
/// the nodes of two pages.
pub(super) const MAX_NODES: usize = 6_000;

/// The least share of a node's text that is its own, for a node to be one of content.
const TEXT_RATE: f64 = 0.75;

/// The elements of a page in level order, as far as they take part in a comparison.
#[derive(Clone, Debug)]
pub struct FeatureTree {
    pub(super) nodes: Vec<FeatureNode>,
    /// The boxes of the nodes, if the page was laid out.
    pub(super) boxes: Option<Vec<[i32; 4]>>,
    /// Tells pages with other text or other markup apart.
    fingerprint: u64,
}

/// An element and what it is compared by; texts are kept as hashes.
#[derive(Clone, Debug)]
pub(super) struct FeatureNode {
    pub(super) node: NodeId,
    /// Index of the parent in level order; that of the body is its own.
    pub(super) parent: u32,
    pub(super) tag: u64,
    pub(super) id: u64,
    pub(super) class: u64,
    pub(super) depth: u32,
    pub(super) inner: u64,
    pub(super) is_content: bool,
}

/// Whether an element holds text by its nature.
pub(super) fn is_content_tag(tag: &str) -> bool {
    matches!(tag, "p" | "span" | "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

impl FeatureTree {
    /// The feature tree of a page; without `layout` widths, heights and places are no features.
    ///
    /// # Complexity
    /// Linear in the size of the tree.
    pub fn of(tree: &TagTree, layout: Option<&Layout>) -> Self {
        let inner = inner_hashes(tree);
        let own = own_text(tree);
        let mut nodes: Vec<FeatureNode> = Vec::new();
        let mut level = vec![(tree.root(), 0)];
        let mut depth = 0;
        while !level.is_empty() && nodes.len() < MAX_NODES {
            let mut below = Vec::new();
            for (node, parent) in level {
                if nodes.len() == MAX_NODES {
                    break;
                }
                let at = nodes.len() as u32;
                nodes.push(feature_node(tree, node, parent, depth, inner[node.index()], &own));
                let children = tree.children(node).filter(|&child| !tree.is_text(child));
                below.extend(children.map(|child| (child, at)));
            }
            (level, depth) = (below, depth + 1);
        }
        let boxes = layout.map(|layout| {
            nodes.iter().map(|own| rounded(layout.rect(own.node))).collect::<Vec<_>>()
        });
        Self { nodes, boxes, fingerprint: inner[0] }
    }

    /// Number of nodes, at least 1 and 6,000 at most.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: a page has a body.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether two pages say the same in the same markup: one tells nothing of the other.
    pub fn equals(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
    }
}

fn feature_node(
    tree: &TagTree,
    node: NodeId,
    parent: u32,
    depth: u32,
    inner: u64,
    own: &[(u64, u64)],
) -> FeatureNode {
    let hashed = |name: &str| tree.attr(node, name).map_or(0, |value| hash(value.trim()));
    let tag = tree.tag(node).as_str();
    let (own_text, all_text) = own[node.index()];
    let is_content = is_content_tag(tag) || own_text as f64 > TEXT_RATE * all_text as f64;
    FeatureNode {
        node,
        parent,
        tag: hash(tag),
        id: hashed("id"),
        class: hashed("class"),
        depth,
        inner,
        is_content,
    }
}

fn rounded(rect: Rect) -> [i32; 4] {
    [rect.width, rect.height, rect.left, rect.top].map(|length| length.round() as i32)
}

/// A hash of what each node holds: tags, attributes and texts below it, not its own.
fn inner_hashes(tree: &TagTree) -> Vec<u64> {
    let mut inner = vec![0_u64; tree.len()];
    // Children stand behind their parents, so that backwards each is whole when its parent takes it
    // in; the last child comes first.
    for node in tree.nodes().rev() {
        let Some(parent) = tree.parent(node) else { continue };
        let mut hasher = FxHasher::default();
        hasher.write(tree.tag(node).as_str().as_bytes());
        hasher.write(tree.text(node).trim().as_bytes());
        for attr in tree.attrs(node) {
            hasher.write(attr.name.as_bytes());
            hasher.write(attr.value.as_bytes());
        }
        hasher.write_u64(inner[node.index()]);
        hasher.write_u64(inner[parent.index()]);
        inner[parent.index()] = hasher.finish();
    }
    inner
}

/// Characters of each node's own text and of all text below it, white space left out.
fn own_text(tree: &TagTree) -> Vec<(u64, u64)> {
    let mut texts = vec![(0, 0); tree.len()];
    for node in tree.nodes().rev() {
        let text = tree.text(node).chars().filter(|c| !c.is_whitespace()).count() as u64;
        let all = texts[node.index()].1 + text;
        if let Some(parent) = tree.parent(node) {
            texts[parent.index()].0 += text;
            texts[parent.index()].1 += all;
        }
    }
    texts
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}
