//! A linked tree to a tag tree: the body in document order, and what the head says.

use crate::address::Base;
use crate::hidden::is_hidden;
use crate::marks::{MARK, Marks};
use crate::positions::{Origins, Positions};
use crate::sink::{Arena, DOCUMENT, Kind, Linked, NONE};
use crate::tag_tree::{Tag, TagTree, TagTreeBuilder};
use crate::text::is_inline;
use crate::{Limits, Problem};
use html5ever::{Attribute, LocalName, local_name};
use std::borrow::Cow;

/// What is taken from a linked tree.
pub(crate) struct Compacted {
    pub(crate) tree: TagTree,
    pub(crate) title: Option<String>,
    pub(crate) html_attrs: Vec<(String, String)>,
    /// The elements `meta` and `link` in source order.
    pub(crate) head: Vec<HeadElement>,
    /// Where the nodes of the tree stand, if the parser's tree is marked.
    pub(crate) positions: Option<Positions>,
}

/// A `meta` or `link`, wherever it stands.
pub(crate) struct HeadElement {
    name: LocalName,
    attrs: Vec<(String, String)>,
}

impl HeadElement {
    /// Whether this is the element of that name.
    pub(crate) fn is(&self, name: &str) -> bool {
        &*self.name == name
    }

    /// The value of one attribute.
    pub(crate) fn attr(&self, name: &str) -> Option<&str> {
        self.attrs.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

pub(crate) fn compact(
    arena: &Arena,
    base: &Base,
    marks: Option<&Marks>,
    limits: &Limits,
    problems: &mut Vec<Problem>,
) -> Compacted {
    let html = arena.children(DOCUMENT).find(|&id| is_html(arena, id, &local_name!("html")));
    let mut compactor = Compactor::new(arena, base, marks, limits);
    let tree = compactor.tree(html.and_then(|html| body_of(arena, html)));
    compactor.report(problems);
    let positions =
        compactor.origins.zip(marks).map(|(origins, marks)| origins.positions(arena, marks));
    let html_attrs = html.map(|html| plain_attrs(arena, html)).unwrap_or_default();
    Compacted { tree, title: title(arena, marks), html_attrs, head: head(arena), positions }
}

/// The `body`, or the `frameset` that stands in its place.
fn body_of(arena: &Arena, html: u32) -> Option<u32> {
    arena.children(html).find(|&id| {
        is_html(arena, id, &local_name!("body")) || is_html(arena, id, &local_name!("frameset"))
    })
}

fn is_html(arena: &Arena, id: u32, name: &LocalName) -> bool {
    matches!(&arena.get(id).kind, Kind::Element { is_html: true, local, .. } if local == name)
}

fn plain_attrs(arena: &Arena, id: u32) -> Vec<(String, String)> {
    match &arena.get(id).kind {
        Kind::Element { attrs, .. } => {
            let plain = attrs.iter().filter(|attr| &*attr.name.local != MARK);
            plain.map(|attr| (attr_name(attr).to_string(), attr.value.to_string())).collect()
        }
        _ => Vec::new(),
    }
}

/// The text of the first `title` that is not one of an SVG, white space collapsed.
fn title(arena: &Arena, marks: Option<&Marks>) -> Option<String> {
    let title = (0..arena.nodes.len() as u32)
        .find(|&id| arena.get(id).parent != NONE && is_html(arena, id, &local_name!("title")))?;
    let text: String = arena
        .children(title)
        .filter_map(|id| match &arena.get(id).kind {
            Kind::Text(text) => Some(&**text),
            _ => None,
        })
        .collect();
    let text = match marks {
        Some(marks) => marks.strip(&text).0,
        None => text,
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn head(arena: &Arena) -> Vec<HeadElement> {
    let is_wanted = |name: &LocalName| matches!(&**name, "meta" | "link");
    (0..arena.nodes.len() as u32)
        .filter(|&id| arena.get(id).parent != NONE)
        .filter_map(|id| match &arena.get(id).kind {
            Kind::Element { is_html: true, local, .. } if is_wanted(local) => {
                Some(HeadElement { name: local.clone(), attrs: plain_attrs(arena, id) })
            }
            _ => None,
        })
        .collect()
}

/// The name of an attribute in lower case, with its prefix (`xlink:href`).
fn attr_name(attr: &Attribute) -> LocalName {
    let local = lowercase(&attr.name.local);
    match &attr.name.prefix {
        Some(prefix) if !prefix.is_empty() => LocalName::from(format!("{prefix}:{local}")),
        _ => local,
    }
}

/// Names in SVG and MathML may have capitals.
fn lowercase(name: &LocalName) -> LocalName {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        LocalName::from(name.to_ascii_lowercase())
    } else {
        name.clone()
    }
}

/// White space as a reader sees it: with no-break and zero-width spaces.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}'))
}

/// Whether an element only says how letters look, and bears no name: what is in it is no less a part of what holds
/// it. One page of a site has it where the next has not, and it stands now within a cell, now around its paragraphs.
pub(crate) fn is_look(arena: &Arena, id: u32) -> bool {
    let is_name = |attr: &Attribute| matches!(&*attr.name.local, "class" | "id" | "itemprop");
    matches!(&arena.get(id).kind, Kind::Element { is_html: true, local, attrs }
        if *local == local_name!("font") && !attrs.iter().any(is_name))
}

struct Compactor<'a> {
    arena: &'a Arena,
    /// What URLs are relative to.
    base: &'a Base,
    limits: &'a Limits,
    builder: TagTreeBuilder,
    /// Text of adjacent text nodes, not added yet.
    text: String,
    /// Whether some of it stands in an element that only says how it looks.
    is_text_hoisted: bool,
    /// White space of elements that hold nothing else; it goes to the text that follows.
    gap: String,
    /// The parser's nodes of this text, if origins are kept.
    text_ids: Vec<u32>,
    marks: Option<&'a Marks>,
    /// Where the nodes of the tree come from, if they are marked.
    origins: Option<Origins>,
    /// Bytes in the tree.
    stored: usize,
    /// Elements left out because of their depth whose content is being added.
    beyond: usize,
    depth_cut: usize,
    attrs_cut: usize,
    text_cut: usize,
}

impl<'a> Compactor<'a> {
    fn new(arena: &'a Arena, base: &'a Base, marks: Option<&'a Marks>, limits: &'a Limits) -> Self {
        Self {
            arena,
            base,
            limits,
            builder: TagTreeBuilder::without_root(),
            text: String::new(),
            is_text_hoisted: false,
            gap: String::new(),
            text_ids: Vec::new(),
            marks,
            origins: marks.map(|_| Origins::default()),
            stored: 0,
            beyond: 0,
            depth_cut: 0,
            attrs_cut: 0,
            text_cut: 0,
        }
    }

    fn tree(&mut self, body: Option<u32>) -> TagTree {
        match body {
            Some(body) if is_html(self.arena, body, &local_name!("body")) => self.walk(body),
            other => {
                self.open(NONE, &local_name!("body"), &[]);
                if let Some(frameset) = other {
                    self.walk(frameset);
                }
            }
        }
        std::mem::replace(&mut self.builder, TagTreeBuilder::without_root()).finish()
    }

    /// Adds the subtree of `top`. The depth of the tree is bounded but not that of the linked
    /// one, which repairs can deepen further; so this follows the links up and down.
    fn walk(&mut self, top: u32) {
        let mut at = top;
        loop {
            let is_opened = self.enter(at);
            let mut next = if is_opened { self.arena.get(at).first_child } else { NONE };
            if next == NONE && is_opened {
                self.leave(at);
            }
            while next == NONE {
                if at == top {
                    return;
                }
                let Linked { parent, next: sibling, .. } = *self.arena.get(at);
                next = sibling;
                if next == NONE {
                    at = parent;
                    self.leave(at);
                }
            }
            at = next;
        }
    }

    /// Adds a node; says whether its children are to follow, after which [`Self::leave`] is due.
    fn enter(&mut self, id: u32) -> bool {
        match &self.arena.get(id).kind {
            Kind::Other => false,
            Kind::Text(text) => {
                self.text.push_str(text);
                self.is_text_hoisted |= is_look(self.arena, self.arena.get(id).parent);
                if self.origins.is_some() {
                    self.text_ids.push(id);
                }
                false
            }
            Kind::Element { .. } if is_hidden(self.arena, id) => false,
            Kind::Element { .. } if is_look(self.arena, id) => true,
            Kind::Element { local, attrs, .. } => {
                if self.is_full() {
                    self.text.push(' ');
                } else {
                    // No node of its own, but what parts two words.
                    let parts = |text: &str| !text.is_empty() && is_blank(text);
                    if is_inline(local) && parts(&self.unmarked()) {
                        self.builder.pad(is_inline);
                    }
                    self.flush();
                    if !is_inline(local) {
                        self.gap.clear();
                    }
                }
                self.open(id, local, attrs);
                if &**local == "iframe" {
                    // What a frame holds is for browsers without frames.
                    self.leave(id);
                    return false;
                }
                true
            }
        }
    }

    /// Whether an element that comes now lies too deep. What text stands around and in such
    /// elements is one text, in the element that holds them.
    fn is_full(&self) -> bool {
        self.builder.open_len() >= self.limits.depth
    }

    fn open(&mut self, id: u32, name: &LocalName, attrs: &'a [Attribute]) {
        if self.is_full() {
            self.beyond += 1;
            self.depth_cut += 1;
            return;
        }
        self.builder.open_tag(Tag::from(lowercase(name)));
        let mut kept = 0;
        let is_mark = |attr: &&Attribute| self.marks.is_some() && &*attr.name.local == MARK;
        for attr in attrs.iter().filter(|attr| !is_mark(attr)) {
            let absolute = self.base.absolute_attribute(name, &attr.name.local, &attr.value);
            let written = absolute.as_deref().unwrap_or(&attr.value);
            let room = self.limits.tree_bytes.saturating_sub(self.stored);
            let value = cut(written, self.limits.attribute_bytes.min(room));
            let is_cut = value.len() < written.len();
            self.attrs_cut += usize::from(is_cut || kept == self.limits.attributes);
            if kept == self.limits.attributes || (is_cut && room == 0) {
                continue;
            }
            kept += 1;
            self.stored += value.len();
            self.builder.attribute(attr_name(attr), value);
        }
        if id != NONE && is_look(self.arena, self.arena.get(id).parent) {
            self.builder.hoisted();
        }
        if let Some(origins) = &mut self.origins {
            origins.push(id, None);
        }
    }

    fn leave(&mut self, id: u32) {
        if is_look(self.arena, id) {
            return;
        }
        if self.beyond > 0 {
            self.text.push(' ');
            self.beyond -= 1;
        } else {
            self.keep_gap();
            self.flush();
            self.builder.close();
        }
    }

    /// Keeps the white space of an inline element that holds nothing else, as listings with coloured
    /// words have it (`<span class="w">  </span>`): in `pre` as it stands, elsewhere as a space.
    fn keep_gap(&mut self) {
        let Some(tag) = self.builder.open_tags().next_back() else { return };
        if !is_inline(tag) {
            self.gap.clear();
            return;
        }
        let text = self.unmarked();
        if !text.is_empty() && text.chars().all(char::is_whitespace) {
            let is_verbatim = self.builder.open_tags().any(|tag| tag == "pre");
            let gap = if is_verbatim { text.into_owned() } else { " ".to_owned() };
            self.gap.push_str(&gap);
        }
    }

    /// The text that is not added yet, without the marks of its place.
    fn unmarked(&self) -> Cow<'_, str> {
        match self.marks {
            Some(marks) if !self.text.is_empty() => Cow::Owned(marks.strip(&self.text).0),
            _ => Cow::Borrowed(&self.text),
        }
    }

    fn flush(&mut self) {
        let place = self.marks.and_then(|marks| {
            let (text, place) = marks.strip(&self.text);
            self.text = text;
            place
        });
        if !is_blank(&self.text) {
            self.text.insert_str(0, &self.gap);
            self.gap.clear();
            let text = cut(&self.text, self.limits.tree_bytes.saturating_sub(self.stored));
            self.text_cut += self.text.len() - text.len();
            if !is_blank(text) {
                self.stored += text.len();
                self.builder.text(text);
                if self.is_text_hoisted {
                    self.builder.hoisted();
                }
                if let (Some(origins), Some(marks)) = (&mut self.origins, self.marks) {
                    let shows = |&&id: &&u32| match &self.arena.get(id).kind {
                        Kind::Text(text) => !is_blank(&marks.strip(text).0),
                        _ => false,
                    };
                    let first = self.text_ids.iter().find(shows).copied();
                    origins.push(first.unwrap_or(NONE), place);
                }
            }
        }
        self.text.clear();
        self.text_ids.clear();
        self.is_text_hoisted = false;
    }

    fn report(&self, problems: &mut Vec<Problem>) {
        if self.depth_cut > 0 {
            problems.push(Problem::DepthCut { elements: self.depth_cut });
        }
        if self.attrs_cut > 0 {
            problems.push(Problem::AttributesCut { attributes: self.attrs_cut });
        }
        if self.text_cut > 0 {
            problems.push(Problem::TextCut { bytes: self.text_cut });
        }
    }
}

/// The longest beginning of at most `max` bytes that ends with a whole character.
fn cut(text: &str, max: usize) -> &str {
    let mut end = max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
