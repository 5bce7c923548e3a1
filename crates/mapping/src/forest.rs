//! Trees of many pages as one forest in which equal subtrees are stored once (hash-consing).

use rustc_hash::{FxBuildHasher, FxHashMap};
use sitewrap_hash::join;
use sitewrap_tree::{NodeId, TagTree};
use std::hash::{BuildHasher, Hash};

/// Identifies a distinct subtree of one [`Forest`]: equal subtrees, on whatever pages, have equal
/// ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubtreeId(pub(crate) u32);

impl SubtreeId {
    /// The id as an index below [`Forest::distinct`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Subtree {
    pub(crate) label: u32,
    /// Number of nodes, the root of the subtree included.
    pub(crate) size: u32,
    first: u32,
    len: u32,
}

/// The labelled trees of many pages, equal subtrees stored once.
///
/// Pages are numbered as they were given. Within a page nodes keep their order, so that the
/// [`NodeId`] of a node is its place in preorder, as in the [`TagTree`] the page came from.
///
/// # Example
/// ```
/// use sitewrap_mapping::Forest;
/// use sitewrap_tree::TagTreeBuilder;
/// let mut builder = TagTreeBuilder::new("body");
/// for _ in 0..3 {
///     builder.open("p", []);
///     builder.text("any");
///     builder.close();
/// }
/// let page = builder.finish();
/// let forest = Forest::new(&[&page, &page]);
/// assert_eq!(forest.root(0), forest.root(1));
/// assert_eq!(forest.distinct(), 3);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Forest {
    subtrees: Vec<Subtree>,
    children: Vec<SubtreeId>,
    /// Hashes of structure and labels, the same in every forest: ids depend on the order of pages,
    /// these do not.
    hashes: Vec<u64>,
    roots: Vec<SubtreeId>,
    labels: usize,
}

impl Forest {
    /// The forest of `trees` as the paper labels them: by tag name, text nodes by `#text`.
    pub fn new(trees: &[&TagTree]) -> Self {
        Self::with_labels(trees, TagTree::tag)
    }

    /// The forest of `trees` with labels of the caller's choice, such as tag and class together.
    ///
    /// # Arguments
    /// `label` gives the label of a node; labels are equal if they compare equal.
    ///
    /// # Complexity
    /// Time linear in the number of nodes; memory linear in the number of distinct subtrees and
    /// their children.
    pub fn with_labels<'t, L: Hash + Eq>(
        trees: &[&'t TagTree],
        mut label: impl FnMut(&'t TagTree, NodeId) -> L,
    ) -> Self {
        let mut planter = Planter::default();
        for tree in trees {
            planter.plant(tree, &mut label);
        }
        planter.finish()
    }

    /// Number of pages.
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether there are no pages.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Number of distinct subtrees.
    pub fn distinct(&self) -> usize {
        self.subtrees.len()
    }

    /// Number of distinct labels.
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// The whole tree of a page.
    pub fn root(&self, page: usize) -> SubtreeId {
        self.roots[page]
    }

    /// Number of nodes of a page.
    pub fn page_size(&self, page: usize) -> usize {
        self.size(self.root(page))
    }

    /// The label of the root of a subtree, below [`Forest::labels`].
    pub fn label(&self, subtree: SubtreeId) -> u32 {
        self.subtrees[subtree.index()].label
    }

    /// Number of nodes of a subtree, its root included.
    pub fn size(&self, subtree: SubtreeId) -> usize {
        self.subtrees[subtree.index()].size as usize
    }

    /// The child subtrees of the root of a subtree, in order.
    pub fn children(&self, subtree: SubtreeId) -> &[SubtreeId] {
        &self.children[self.child_range(subtree)]
    }

    pub(crate) fn subtree(&self, id: SubtreeId) -> Subtree {
        self.subtrees[id.index()]
    }

    pub(crate) fn child_range(&self, id: SubtreeId) -> std::ops::Range<usize> {
        let Subtree { first, len, .. } = self.subtrees[id.index()];
        first as usize..(first + len) as usize
    }

    pub(crate) fn child_slice(&self, range: std::ops::Range<usize>) -> &[SubtreeId] {
        &self.children[range]
    }

    /// A hash of structure and labels, the same in every forest.
    pub fn hash(&self, id: SubtreeId) -> u64 {
        self.hashes[id.index()]
    }
}

/// Adds trees to a forest.
struct Planter<L> {
    forest: Forest,
    labels: FxHashMap<L, u32>,
    /// Open addressing over `forest.hashes`; 0 is empty, else a subtree id + 1.
    table: Vec<u32>,
    /// The ids of the nodes of the tree at hand.
    ids: Vec<SubtreeId>,
    list: Vec<SubtreeId>,
}

impl<L> Default for Planter<L> {
    fn default() -> Self {
        Self {
            forest: Forest::default(),
            labels: FxHashMap::default(),
            table: vec![0; 1024],
            ids: Vec::new(),
            list: Vec::new(),
        }
    }
}

impl<L: Hash + Eq> Planter<L> {
    /// Backwards in preorder: a node comes after all nodes below it.
    fn plant<'t>(&mut self, tree: &'t TagTree, label: &mut impl FnMut(&'t TagTree, NodeId) -> L) {
        self.ids.clear();
        self.ids.resize(tree.len(), SubtreeId(0));
        for node in tree.nodes().rev() {
            let label = label(tree, node);
            let mut hash = FxBuildHasher.hash_one(&label);
            let fresh = self.labels.len() as u32;
            let label = *self.labels.entry(label).or_insert(fresh);
            self.list.clear();
            for child in tree.children(node) {
                let child = self.ids[child.index()];
                // Their order matters: children `x y` and `y x` must differ.
                hash = join(hash, self.forest.hashes[child.index()]);
                self.list.push(child);
            }
            let size = tree.subtree_len(node) as u32;
            self.ids[node.index()] = self.intern(label, size, hash);
        }
        self.forest.roots.push(self.ids[0]);
    }

    /// The id of the subtree with this label and the children in `list`.
    fn intern(&mut self, label: u32, size: u32, hash: u64) -> SubtreeId {
        if self.forest.distinct() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut slot = (hash >> 20) as usize & mask;
        while let Some(known) = self.table[slot].checked_sub(1).map(SubtreeId) {
            if self.forest.hash(known) == hash
                && self.forest.label(known) == label
                && self.forest.children(known) == self.list
            {
                return known;
            }
            slot = (slot + 1) & mask;
        }
        let forest = &mut self.forest;
        let id = SubtreeId(forest.subtrees.len() as u32);
        let (first, len) = (forest.children.len() as u32, self.list.len() as u32);
        forest.children.extend_from_slice(&self.list);
        forest.subtrees.push(Subtree { label, size, first, len });
        forest.hashes.push(hash);
        self.table[slot] = id.0 + 1;
        id
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        self.table.clear();
        self.table.resize(mask + 1, 0);
        for (id, hash) in self.forest.hashes.iter().enumerate() {
            let mut slot = (hash >> 20) as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = id as u32 + 1;
        }
    }

    fn finish(mut self) -> Forest {
        self.forest.labels = self.labels.len();
        self.forest
    }
}
