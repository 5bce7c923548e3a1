//! The tag tree: a flat arena in document order.

use html5ever::{LocalName, local_name};
use std::fmt;
use std::ops::Range;

/// Identifies a node of one [`TagTree`]: its place in document order (preorder), the root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The id as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The label of a node: a tag name in lower case, or `#text`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(LocalName);

impl Tag {
    /// The label with this name.
    pub fn new(name: &str) -> Self {
        Self(LocalName::from(name))
    }

    /// The label of text nodes.
    pub fn text() -> Self {
        Self::new("#text")
    }

    /// The name, such as `div` or `#text`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<LocalName> for Tag {
    fn from(name: LocalName) -> Self {
        Self(name)
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An attribute of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attr<'t> {
    /// Name in lower case.
    pub name: &'t str,
    /// Value, entities decoded.
    pub value: &'t str,
}

#[derive(Clone, Debug)]
struct Node {
    tag: Tag,
    parent: u32,
    /// One past the last node of the subtree.
    end: u32,
    /// Into `text` for a text node, into `attrs` for an element.
    payload: Range<u32>,
}

#[derive(Clone, Debug)]
struct StoredAttr {
    name: LocalName,
    value: Range<u32>,
}

/// The body of a page as an ordered tree, labelled by tag name; text that is not blank is a node
/// with the label `#text`. Nodes are stored in document order, so the subtree of a node is a
/// contiguous range of ids.
#[derive(Clone, Debug)]
pub struct TagTree {
    /// The label of text nodes; to make it anew costs more than to compare with it.
    text_tag: Tag,
    nodes: Vec<Node>,
    attrs: Vec<StoredAttr>,
    text: String,
    /// Nodes whose parent in the page has no node, in document order.
    hoisted: Vec<u32>,
}

impl TagTree {
    /// The root, normally `body`.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Number of nodes, at least 1.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of memory that the tree holds, about.
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.attrs.capacity() * size_of::<StoredAttr>()
            + self.text.capacity()
            + self.hoisted.capacity() * size_of::<u32>()
    }

    /// Never true: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Whether a node stands in an element that only says how letters look (`font`) and has no node itself: in the
    /// page it is no child of its parent.
    pub fn is_hoisted(&self, node: NodeId) -> bool {
        self.hoisted.binary_search(&node.0).is_ok()
    }

    /// The label of a node.
    pub fn tag(&self, node: NodeId) -> &Tag {
        &self.nodes[node.index()].tag
    }

    /// Whether a node is a text node.
    pub fn is_text(&self, node: NodeId) -> bool {
        *self.tag(node) == self.text_tag
    }

    /// The parent; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node.0 != 0).then(|| NodeId(self.nodes[node.index()].parent))
    }

    /// Distance from the root, which has 0; found in as many steps. It is not kept, because trees
    /// are, by the thousand.
    pub fn depth(&self, node: NodeId) -> u32 {
        std::iter::successors(self.parent(node), |&above| self.parent(above)).count() as u32
    }

    /// The nodes of the subtree of `node`, itself first, in document order.
    pub fn subtree(
        &self,
        node: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (node.0..self.nodes[node.index()].end).map(NodeId)
    }

    /// Number of nodes in the subtree of `node`, itself included.
    pub fn subtree_len(&self, node: NodeId) -> usize {
        (self.nodes[node.index()].end - node.0) as usize
    }

    /// Whether `node` lies in the subtree of `ancestor` (each node lies in its own).
    pub fn contains(&self, ancestor: NodeId, node: NodeId) -> bool {
        ancestor <= node && node.0 < self.nodes[ancestor.index()].end
    }

    /// The children of a node, in order.
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children { tree: self, next: node.0 + 1, end: self.nodes[node.index()].end }
    }

    /// The text of a text node as written, entities decoded; empty for an element.
    pub fn text(&self, node: NodeId) -> &str {
        let stored = &self.nodes[node.index()];
        if self.is_text(node) { self.slice(&stored.payload) } else { "" }
    }

    /// The attributes of an element in source order; none for a text node.
    pub fn attrs(&self, node: NodeId) -> impl Iterator<Item = Attr<'_>> {
        let stored = self.stored_attrs(node).iter();
        stored.map(|attr| Attr { name: &attr.name, value: self.slice(&attr.value) })
    }

    /// The value of one attribute.
    pub fn attr(&self, node: NodeId, name: &str) -> Option<&str> {
        let stored = self.stored_attrs(node).iter().find(|attr| *attr.name == *name)?;
        Some(self.slice(&stored.value))
    }

    fn stored_attrs(&self, node: NodeId) -> &[StoredAttr] {
        if self.is_text(node) {
            return &[];
        }
        let Range { start, end } = self.nodes[node.index()].payload;
        &self.attrs[start as usize..end as usize]
    }

    /// The words of the `class` attribute.
    pub fn classes(&self, node: NodeId) -> impl Iterator<Item = &str> {
        let class = self.stored_attrs(node).iter().find(|attr| attr.name == local_name!("class"));
        class.map_or("", |attr| self.slice(&attr.value)).split_ascii_whitespace()
    }

    fn slice(&self, range: &Range<u32>) -> &str {
        &self.text[range.start as usize..range.end as usize]
    }
}

/// The children of a node; see [`TagTree::children`].
#[derive(Clone, Debug)]
pub struct Children<'t> {
    tree: &'t TagTree,
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let child = NodeId(self.next);
        self.next = self.tree.nodes[child.index()].end;
        Some(child)
    }
}

/// Builds a [`TagTree`] in document order.
///
/// # Example
/// ```
/// use sitewrap_tree::TagTreeBuilder;
/// let mut builder = TagTreeBuilder::new("body");
/// builder.open("p", [("class", "price")]);
/// builder.text("£5");
/// builder.close();
/// let tree = builder.finish();
/// assert_eq!(tree.len(), 3);
/// ```
#[derive(Debug)]
pub struct TagTreeBuilder {
    tree: TagTree,
    open: Vec<u32>,
}

impl TagTreeBuilder {
    /// A tree whose root has the label `root`.
    pub fn new(root: &str) -> Self {
        let mut builder = Self::without_root();
        builder.open(root, []);
        builder
    }

    /// A tree whose root is the first element that is opened. There has to be one.
    pub(crate) fn without_root() -> Self {
        let text_tag = Tag::text();
        let tree = TagTree {
            text_tag,
            nodes: Vec::new(),
            attrs: Vec::new(),
            text: String::new(),
            hoisted: Vec::new(),
        };
        Self { tree, open: Vec::new() }
    }

    /// Number of elements that are open.
    pub(crate) fn open_len(&self) -> usize {
        self.open.len()
    }

    /// The tags of the elements that are open, the root first.
    pub(crate) fn open_tags(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.open.iter().map(|&node| self.tree.nodes[node as usize].tag.as_str())
    }

    /// Adds an element below the one that is open, and opens it.
    pub fn open<'a>(&mut self, tag: &str, attrs: impl IntoIterator<Item = (&'a str, &'a str)>) {
        self.open_tag(Tag::new(tag));
        for (name, value) in attrs {
            self.attribute(LocalName::from(name), value);
        }
    }

    /// As [`open`](Self::open), without attributes so far.
    pub(crate) fn open_tag(&mut self, tag: Tag) {
        let first = self.tree.attrs.len() as u32;
        let id = self.push(tag, first..first);
        self.open.push(id);
    }

    /// Adds an attribute to the element that was opened last, to which nothing was added yet.
    pub(crate) fn attribute(&mut self, name: LocalName, value: &str) {
        let value = self.store(value);
        self.tree.attrs.push(StoredAttr { name, value });
        if let Some(element) = self.tree.nodes.last_mut() {
            element.payload.end = self.tree.attrs.len() as u32;
        }
    }

    /// As [`open`](Self::open), with the label and the attributes of an element of another tree.
    pub(crate) fn open_copy(&mut self, tree: &TagTree, node: NodeId) {
        self.open_tag(tree.tag(node).clone());
        for attr in tree.stored_attrs(node) {
            self.attribute(attr.name.clone(), tree.slice(&attr.value));
        }
    }

    /// Adds a text node below the element that is open.
    pub fn text(&mut self, text: &str) {
        let payload = self.store(text);
        let id = self.push(self.tree.text_tag.clone(), payload);
        self.tree.nodes[id as usize].end = id + 1;
    }

    /// Says that the node that was added last stands in an element without a node.
    pub(crate) fn hoisted(&mut self) {
        self.tree.hoisted.extend(self.tree.nodes.len().checked_sub(1).map(|last| last as u32));
    }

    /// Adds a space to the text that was added last, if since then only elements have ended that
    /// `is_inline` holds for: `<b>two</b> <i>words</i>`.
    pub(crate) fn pad(&mut self, is_inline: impl Fn(&str) -> bool) {
        let Some(last) = self.tree.nodes.last().filter(|last| last.tag == self.tree.text_tag)
        else {
            return;
        };
        let holder = self.open.last().copied();
        let mut above = last.parent;
        while Some(above) != holder {
            let Some(node) = self.tree.nodes.get(above as usize) else { return };
            if !is_inline(node.tag.as_str()) {
                return;
            }
            above = node.parent;
        }
        self.tree.text.push(' ');
        if let Some(last) = self.tree.nodes.last_mut() {
            last.payload.end += 1;
        }
    }

    /// Closes the element that was opened last; the root stays open.
    pub fn close(&mut self) {
        if self.open.len() > 1 {
            self.close_last();
        }
    }

    /// The finished tree; elements that are still open are closed.
    pub fn finish(mut self) -> TagTree {
        while !self.open.is_empty() {
            self.close_last();
        }
        // Trees are kept by the thousand, and grown vectors are up to half empty.
        self.tree.nodes.shrink_to_fit();
        self.tree.attrs.shrink_to_fit();
        self.tree.text.shrink_to_fit();
        self.tree.hoisted.shrink_to_fit();
        self.tree
    }

    fn close_last(&mut self) {
        if let Some(id) = self.open.pop() {
            self.tree.nodes[id as usize].end = self.tree.nodes.len() as u32;
        }
    }

    fn push(&mut self, tag: Tag, payload: Range<u32>) -> u32 {
        let id = self.tree.nodes.len() as u32;
        let parent = self.open.last().copied().unwrap_or(0);
        self.tree.nodes.push(Node { tag, parent, end: id + 1, payload });
        id
    }

    fn store(&mut self, text: &str) -> Range<u32> {
        let start = self.tree.text.len() as u32;
        self.tree.text.push_str(text);
        start..self.tree.text.len() as u32
    }
}
