//! Where html5ever builds a page's tree: an arena of linked nodes.
//!
//! The parser moves nodes about while it repairs nesting, so this tree is linked; the finished one
//! is copied in document order to a [`TagTree`](crate::TagTree) by [`compact`](crate::compact).

use crate::marks::MARK;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::Tag;
use html5ever::{Attribute, ExpandedName, LocalName, Namespace, QualName, ns};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// The document node.
pub(crate) const DOCUMENT: u32 = 0;

/// A node with the name of its element, so that the parser can ask for the name without borrowing
/// the arena.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub(crate) id: u32,
    ns: Namespace,
    local: LocalName,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// The document, the content of a template, a comment: nothing of it is in the tag tree.
    Other,
    Text(StrTendril),
    Element {
        is_html: bool,
        local: LocalName,
        attrs: Vec<Attribute>,
    },
}

#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) kind: Kind,
    pub(crate) parent: u32,
    pub(crate) first_child: u32,
    pub(crate) next: u32,
    last_child: u32,
    previous: u32,
}

/// The nodes of a document while it is being parsed.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Linked>,
}

impl Arena {
    fn add(&mut self, kind: Kind) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Linked {
            kind,
            parent: NONE,
            first_child: NONE,
            next: NONE,
            last_child: NONE,
            previous: NONE,
        });
        id
    }

    pub(crate) fn get(&self, id: u32) -> &Linked {
        &self.nodes[id as usize]
    }

    fn get_mut(&mut self, id: u32) -> &mut Linked {
        &mut self.nodes[id as usize]
    }

    /// The children of a node, in order.
    pub(crate) fn children(&self, id: u32) -> impl Iterator<Item = u32> {
        let exists = |id: u32| (id != NONE).then_some(id);
        std::iter::successors(exists(self.get(id).first_child), move |&child| {
            exists(self.get(child).next)
        })
    }

    fn detach(&mut self, id: u32) {
        let Linked { parent, previous, next, .. } = *self.get(id);
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.get_mut(parent).first_child = next,
            _ => self.get_mut(previous).next = next,
        }
        match next {
            NONE => self.get_mut(parent).last_child = previous,
            _ => self.get_mut(next).previous = previous,
        }
        let node = self.get_mut(id);
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    }

    fn append(&mut self, parent: u32, child: u32) {
        self.detach(child);
        let last = std::mem::replace(&mut self.get_mut(parent).last_child, child);
        match last {
            NONE => self.get_mut(parent).first_child = child,
            _ => self.get_mut(last).next = child,
        }
        let node = self.get_mut(child);
        (node.parent, node.previous) = (parent, last);
    }

    fn insert_before(&mut self, sibling: u32, child: u32) {
        self.detach(child);
        let Linked { parent, previous, .. } = *self.get(sibling);
        if parent == NONE {
            return;
        }
        self.get_mut(sibling).previous = child;
        match previous {
            NONE => self.get_mut(parent).first_child = child,
            _ => self.get_mut(previous).next = child,
        }
        let node = self.get_mut(child);
        (node.parent, node.previous, node.next) = (parent, previous, sibling);
    }

    /// Adds text to a text node, or says that the node is none.
    fn extend_text(&mut self, id: u32, text: &StrTendril) -> bool {
        if id != NONE
            && let Kind::Text(existing) = &mut self.get_mut(id).kind
        {
            existing.push_tendril(text);
            return true;
        }
        false
    }
}

/// The marks of start tags, which the tree builder must not see: it compares the attributes of open
/// formatting elements, and with a mark no two of them would be alike.
#[derive(Debug, Default)]
struct TagMarks {
    /// The start tag that is being handled: its name and its mark.
    current: Option<(LocalName, Attribute)>,
    /// The last node of that name that was made for it. Nodes of that name that were made before it are
    /// elements opened again.
    made: Option<u32>,
    /// By name and attributes, the mark of the last start tag with these: what an element that is
    /// opened again has its place from.
    of_tags: BTreeMap<(LocalName, Vec<Attribute>), Attribute>,
}

/// The tree sink: an [`Arena`] that the parser builds through shared references.
#[derive(Debug)]
pub(crate) struct Sink {
    arena: RefCell<Arena>,
    /// For a text that is marked.
    marks: Option<RefCell<TagMarks>>,
}

impl Sink {
    /// A document with room for so many nodes.
    pub(crate) fn with_capacity(nodes: usize, is_marked: bool) -> Self {
        let mut arena = Arena { nodes: Vec::with_capacity(nodes + 1) };
        arena.add(Kind::Other);
        Self { arena: RefCell::new(arena), marks: is_marked.then(RefCell::default) }
    }

    /// Takes the mark of a tag that the tree builder is about to get.
    pub(crate) fn take_mark(&self, tag: &mut Tag) {
        let Some(marks) = &self.marks else { return };
        let at = tag.attrs.iter().position(|attr| &*attr.name.local == MARK);
        let mut marks = marks.borrow_mut();
        marks.made = None;
        marks.current = at.map(|at| (tag.name.clone(), tag.attrs.remove(at)));
    }

    /// Gives the mark that was taken to the node that was made of the tag.
    pub(crate) fn put_mark(&self) {
        let Some(marks) = &self.marks else { return };
        let TagMarks { current, made, of_tags } = &mut *marks.borrow_mut();
        let (Some((_, mark)), Some(id)) = (current.take(), made.take()) else { return };
        if let Kind::Element { local, attrs, .. } = &mut self.arena.borrow_mut().get_mut(id).kind {
            attrs.retain(|attr| &*attr.name.local != MARK);
            of_tags.insert((local.clone(), attrs.clone()), mark.clone());
            attrs.push(mark);
        }
    }

    /// Marks an element that is being made: for now as one that is opened again.
    fn mark(&self, id: u32, local: &LocalName, attrs: &mut Vec<Attribute>) {
        let Some(marks) = &self.marks else { return };
        let TagMarks { current, made, of_tags } = &mut *marks.borrow_mut();
        if current.as_ref().is_some_and(|(name, _)| is_made_of(local, name)) {
            *made = Some(id);
        }
        if let Some(mark) = of_tags.get(&(local.clone(), attrs.clone())) {
            attrs.push(mark.clone());
        }
    }

    /// Number of nodes made so far, detached ones included.
    pub(crate) fn len(&self) -> usize {
        self.arena.borrow().nodes.len()
    }

    fn unnamed(id: u32) -> Handle {
        Handle { id, ns: Namespace::default(), local: LocalName::default() }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Arena;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Arena {
        self.arena.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Self::unnamed(DOCUMENT)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        ExpandedName { ns: &target.ns, local: &target.local }
    }

    fn create_element(
        &self,
        name: QualName,
        mut attrs: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Handle {
        let mut arena = self.arena.borrow_mut();
        let is_html = name.ns == ns!(html);
        self.mark(arena.nodes.len() as u32, &name.local, &mut attrs);
        let id = arena.add(Kind::Element { is_html, local: name.local.clone(), attrs });
        if flags.template {
            // The content of a template is the node behind it; see `get_template_contents`.
            arena.add(Kind::Other);
        }
        Handle { id, ns: name.ns, local: name.local }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        // Only paths count comments. Others end what stands before them, as in a table, and are no nodes.
        let counts = self.marks.is_some();
        Self::unnamed(if counts { self.arena.borrow_mut().add(Kind::Other) } else { NONE })
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        Self::unnamed(self.arena.borrow_mut().add(Kind::Other))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let mut arena = self.arena.borrow_mut();
        match child {
            NodeOrText::AppendNode(child) if child.id == NONE => {}
            NodeOrText::AppendNode(child) => arena.append(parent.id, child.id),
            NodeOrText::AppendText(text) => {
                let last = arena.get(parent.id).last_child;
                if !arena.extend_text(last, &text) {
                    let child = arena.add(Kind::Text(text));
                    arena.append(parent.id, child);
                }
            }
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        prev_element: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let has_parent = self.arena.borrow().get(element.id).parent != NONE;
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        Self::unnamed(target.id + 1)
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.id == y.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        let mut arena = self.arena.borrow_mut();
        match new_node {
            NodeOrText::AppendNode(node) if node.id == NONE => {}
            NodeOrText::AppendNode(node) => arena.insert_before(sibling.id, node.id),
            NodeOrText::AppendText(text) => {
                let previous = arena.get(sibling.id).previous;
                if !arena.extend_text(previous, &text) {
                    let node = arena.add(Kind::Text(text));
                    arena.insert_before(sibling.id, node);
                }
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, new: Vec<Attribute>) {
        if let Kind::Element { attrs, .. } = &mut self.arena.borrow_mut().get_mut(target.id).kind {
            let is_marked = attrs.iter().any(|attr| &*attr.name.local == MARK);
            if let (Some(marks), false) = (&self.marks, is_marked) {
                marks.borrow_mut().made = Some(target.id);
            }
            for attr in new {
                if !attrs.iter().any(|existing| existing.name == attr.name) {
                    attrs.push(attr);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.arena.borrow_mut().detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut arena = self.arena.borrow_mut();
        while arena.get(node.id).first_child != NONE {
            let child = arena.get(node.id).first_child;
            arena.append(new_parent.id, child);
        }
    }
}

/// Whether the parser makes an element of this name of a start tag of that one: names of SVG get their
/// capitals, and `image` is corrected.
fn is_made_of(element: &LocalName, tag: &LocalName) -> bool {
    element.eq_ignore_ascii_case(tag) || (&**element, &**tag) == ("img", "image")
}
