//! A template that grows page by page, as in \[QYZ11\].

use crate::corpus::Instance;
use sitewrap_mapping::{Budget, Forest, Params, Weights, mapping};
use sitewrap_tree::{NodeId, Tag, TagTree, TagTreeBuilder};

/// Most nodes of a template while it grows. Every page may add what it has and the template lacks,
/// so that a cluster of pages that have little in common would add up without end.
const MAX_NODES: usize = 12_000;

/// Nodes below this depth are left out.
const MAX_DEPTH: usize = 96;

/// Work for one mapping, about a nanosecond a unit: two child lists of 4,000 nodes are still
/// aligned optimally.
const MAX_WORK: u64 = 1 << 24;

/// A node of a growing template.
#[derive(Debug)]
pub(crate) struct GrowingNode {
    /// In document order.
    pub(crate) children: Vec<usize>,
    /// Pages with nodes of theirs, in the order in which the pages were added. There is one for
    /// nearly every node of every page, so they are kept small.
    instances: Vec<(u32, NodeId)>,
    tag: Tag,
    depth: usize,
}

impl GrowingNode {
    /// The nodes of pages that were matched with this one, at least one.
    pub(crate) fn instances(&self) -> Vec<Instance> {
        self.instances.iter().map(|&(page, node)| (page as usize, node)).collect()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.instances.len()
    }
}

/// A template that grows. Node 0 is the root.
#[derive(Debug)]
pub(crate) struct Growth {
    nodes: Vec<GrowingNode>,
}

impl Growth {
    /// The initial template: the page with the index `page`, as it is.
    pub(crate) fn new(page: usize, tree: &TagTree) -> Self {
        let mut growth = Self { nodes: Vec::new() };
        growth.graft(page, tree, tree.root(), 0);
        growth
    }

    pub(crate) fn node(&self, at: usize) -> &GrowingNode {
        &self.nodes[at]
    }

    /// Maps a page to the template and adjusts the template: nodes in the mapping are counted,
    /// subtrees of the page outside it are inserted where they stand on the page.
    pub(crate) fn add(&mut self, page: usize, tree: &TagTree) {
        let (outline, order) = self.outline();
        let forest = Forest::new(&[&outline, tree]);
        let mut counterparts: Vec<Option<usize>> = vec![None; tree.len()];
        let pairs = mapping(&forest, 0, 1, &params()).pairs;
        for (of_template, of_page) in &pairs {
            let at = order[of_template.index()];
            counterparts[of_page.index()] = Some(at);
            self.nodes[at].instances.push((page as u32, *of_page));
        }
        for (of_template, of_page) in &pairs {
            self.insert_missing(page, tree, *of_page, order[of_template.index()], &counterparts);
        }
    }

    /// Walks the children of `node`, whose counterpart is `at`, and inserts each without a
    /// counterpart behind the place of the last one that has one.
    fn insert_missing(
        &mut self,
        page: usize,
        tree: &TagTree,
        node: NodeId,
        at: usize,
        counterparts: &[Option<usize>],
    ) {
        let mut place = 0;
        for child in tree.children(node) {
            let children = &self.nodes[at].children;
            if let Some(counterpart) = counterparts[child.index()] {
                let further = children[place..].iter().position(|&known| known == counterpart);
                place += further.map_or(0, |further| further + 1);
            } else if let Some(new) = self.graft(page, tree, child, self.nodes[at].depth + 1) {
                self.nodes[at].children.insert(place, new);
                place += 1;
            }
        }
    }

    /// Makes template nodes of a subtree of a page, as far as the bounds allow. Gives the one for
    /// its root.
    fn graft(&mut self, page: usize, tree: &TagTree, root: NodeId, depth: usize) -> Option<usize> {
        let mut made: Vec<Option<usize>> = vec![None; tree.subtree_len(root)];
        for node in tree.subtree(root) {
            let above = tree.parent(node).filter(|_| node != root);
            let parent = match above.map(|above| made[above.index() - root.index()]) {
                Some(None) => continue,
                Some(parent) => parent,
                None => None,
            };
            let depth = parent.map_or(depth, |parent| self.nodes[parent].depth + 1);
            if depth > MAX_DEPTH || self.nodes.len() >= MAX_NODES {
                continue;
            }
            let at = self.nodes.len();
            let tag = tree.tag(node).clone();
            let instances = vec![(page as u32, node)];
            self.nodes.push(GrowingNode { children: Vec::new(), instances, tag, depth });
            if let Some(parent) = parent {
                self.nodes[parent].children.push(at);
            }
            made[node.index() - root.index()] = Some(at);
        }
        made[0]
    }

    /// The template as a tree of tags, and the template's node for each node of that tree.
    fn outline(&self) -> (TagTree, Vec<usize>) {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut builder = TagTreeBuilder::new(self.nodes[0].tag.as_str());
        order.push(0);
        let mut open = vec![self.nodes[0].children.iter()];
        while let Some(children) = open.last_mut() {
            let Some(&child) = children.next() else {
                open.pop();
                builder.close();
                continue;
            };
            let node = &self.nodes[child];
            order.push(child);
            builder.open(node.tag.as_str(), []);
            open.push(node.children.iter());
        }
        (builder.finish(), order)
    }
}

/// A pair whose tags differ gains nothing, for a template node stands for one tag.
fn params() -> Params {
    let weights = Weights::new(2, 1, 1).unwrap_or_default();
    Params { weights, budget: Budget { pair: MAX_WORK, ..Budget::default() }, ..Params::default() }
}
