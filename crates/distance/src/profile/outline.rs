//! The outline of one page: its elements with alike siblings folded, before anything is known of
//! the other pages.

use super::Parameters;
use super::hash::hash_step;
use super::pagers::{is_pager, tells_kind, tells_page_of_list};
use super::texts::short_text;
use super::tokens::without_numbers;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use sitewrap_hash::spread;
use sitewrap_tree::{Document, NodeId, TagTree, html};

/// A tag with its class and id words, as far as one page can tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct RawLabel {
    /// Tag name; for `input` and `button` with the type, as in `input[radio]`.
    pub(super) tag: Box<str>,
    /// `#id` first, then the classes in source order, numbers replaced, each once. An id with a
    /// number names an item and stands last, since the classes tell what kind of item it is.
    pub(super) tokens: Box<[Box<str>]>,
}

impl RawLabel {
    /// A hash of the tag and the first class word or id.
    fn step(&self) -> u64 {
        let tag = hash_step(0, &self.tag);
        let word = self.tokens.first().filter(|word| !word.starts_with(LOOK));
        word.map_or(tag, |word| hash_step(tag, word))
    }
}

/// The folded elements of one page: a trie in which siblings with the same tag and the same words
/// are one node. It is all that clustering keeps of a page (a few KB), and is far cheaper to
/// hold than a tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outline {
    labels: Vec<RawLabel>,
    /// Parents come before their children.
    nodes: Vec<OutlineNode>,
}

/// One or more alike siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct OutlineNode {
    /// The node above; the root has its own index.
    pub(super) parent: u32,
    /// Index of the label.
    pub(super) label: u32,
    /// How many elements were folded into this node.
    pub(super) elements: u32,
    /// How many of the elements that were folded into the parent have such a child.
    pub(super) bearers: u32,
}

/// A path of tags with their first words that elements of a page are at: numbers that mean the same on
/// all pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The path.
    pub path: u64,
    /// The path of the elements above; that of no element for the root.
    pub above: u64,
    /// Whether several elements are at it.
    pub is_several: bool,
}

impl Outline {
    /// The outline of a page.
    pub fn of(page: &Document) -> Self {
        Self::of_with(page, &Parameters::default())
    }

    /// As [`Outline::of`], by other parameters.
    pub fn of_with(page: &Document, parameters: &Parameters) -> Self {
        Self::of_tree(&page.html_attrs, &page.tree, parameters)
    }

    /// The outline of a page, given the attributes of its `html` element and its tag tree.
    pub fn of_tree(
        html_attrs: &[(String, String)],
        tree: &TagTree,
        parameters: &Parameters,
    ) -> Self {
        let mut writer = Writer::default();
        let attr = |name: &str| {
            html_attrs.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str())
        };
        let html = Element::bare("html", attr("id"), attr("class"));
        let html = writer.node(0, ABOVE, html).unwrap_or_default();
        let mut places = vec![html; tree.len()];
        // The element around each that is no running text, and its place.
        let has_words = has_words(tree, parameters);
        let mut around = vec![(ABOVE, html); if has_words { 0 } else { tree.len() }];
        let is_told = tells_kind(tree);
        let mut skipped_until = 0;
        for node in tree.nodes() {
            if node.0 < skipped_until || has_words && tree.is_text(node) {
                continue;
            }
            let (bearer, place) = match tree.parent(node) {
                Some(parent) if !has_words => around[parent.index()],
                _ => (ABOVE, html),
            };
            if tree.is_text(node) {
                if let Some(text) = short_text(tree.text(node), parameters) {
                    writer.node(place, bearer, Element::bare(TEXT, "", text));
                }
                continue;
            }
            if html::is_metadata(tree.tag(node).as_str()) {
                skipped_until = node.0 + tree.subtree_len(node) as u32;
                continue;
            }
            let parent = tree.parent(node);
            let place = parent.map_or(html, |parent| places[parent.index()]);
            let bearer = parent.map_or(ABOVE, |parent| parent.0);
            match writer.node(place, bearer, Element::of(tree, node, !has_words)) {
                Some(place) => places[node.index()] = place,
                None => skipped_until = node.0 + tree.subtree_len(node) as u32,
            }
            if is_told && is_pager(tree, node, parameters) {
                skipped_until = node.0 + tree.subtree_len(node) as u32;
            }
            if !has_words {
                let is_prose = html::is_prose(tree.tag(node).as_str());
                let outside = tree.parent(node).map_or((ABOVE, html), |p| around[p.index()]);
                around[node.index()] =
                    if is_prose { outside } else { (node.0, places[node.index()]) };
            }
        }
        Self { labels: writer.labels, nodes: writer.nodes }
    }

    /// A number that is equal for pages whose tags are alike near the root: a cheap guess at the
    /// kind of page, for drawing samples.
    pub fn signature(&self, parameters: &Parameters) -> u64 {
        let tags: Vec<u64> = self.labels.iter().map(|label| hash_step(0, &label.tag)).collect();
        let mut paths: Vec<(u64, u32)> = Vec::with_capacity(self.nodes.len());
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        for (index, node) in self.nodes.iter().enumerate() {
            let (above, depth) = if index == 0 { (0, 0) } else { paths[node.parent as usize] };
            let path = spread(above ^ tags[node.label as usize]);
            paths.push((path, depth + 1));
            if depth < parameters.signature_depth {
                seen.insert(path);
            }
        }
        seen.into_iter().fold(0, u64::wrapping_add)
    }

    /// The page's marks: each path of tags with their first words that some element of the page is
    /// at, rising by path. Unlike the paths of a profile they leave nothing out: no running text, no
    /// names of items.
    pub fn marks(&self) -> Vec<Mark> {
        let steps: Vec<u64> = self.labels.iter().map(RawLabel::step).collect();
        let mut elements: FxHashMap<u64, (u64, u32)> = FxHashMap::default();
        let mut paths: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let above = if index == 0 { 0 } else { paths[node.parent as usize] };
            let path = spread(above ^ steps[node.label as usize]);
            paths.push(path);
            if &*self.labels[node.label as usize].tag != TEXT {
                elements.entry(path).or_insert((above, 0)).1 += node.elements;
            }
        }
        let mark = |(path, (above, count))| Mark { path, above, is_several: count > 1 };
        let mut marks: Vec<Mark> = elements.into_iter().map(mark).collect();
        marks.sort_unstable_by_key(|mark| mark.path);
        marks
    }

    /// Number of nodes, at most [`MOST_OUTLINE_NODES`]: what comparing the page costs grows with it
    /// and with nothing else of the page.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: an outline has the node of the `html` element.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Nodes in an order that puts parents first.
    pub(super) fn nodes(&self) -> &[OutlineNode] {
        &self.nodes
    }

    /// The distinct labels, to which nodes refer.
    pub(super) fn labels(&self) -> &[RawLabel] {
        &self.labels
    }
}

/// Most nodes of an outline. Thousands of siblings with classes of their own, as a hostile page can
/// have, tell no template: once there are so many nodes, further ones are left out with all below
/// them. The largest of ten sites and collections of pages have 3,300 and, once, 4,900; half have 365.
pub const MOST_OUTLINE_NODES: usize = 8_192;
/// Most words of one element that are looked at.
const MOST_WORDS: usize = 64;
/// Most bytes of all labels of an outline: once there are so many, further elements with other words are left
/// out as those beyond the bound on nodes are. Outlines of all pages are in memory together.
const MOST_LABEL_BYTES: usize = 512 << 10;
/// Stands for the `html` element and what is above it, which are no nodes of a tag tree.
const ABOVE: u32 = u32::MAX;
/// Stands for no element.
const NOWHERE: u32 = u32::MAX - 1;

/// What an element shows of its template.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Element<'t> {
    tag: &'t str,
    /// The `type` attribute of form controls.
    kind: &'t str,
    id: &'t str,
    class: &'t str,
    /// `align`, `valign` and `bgcolor`, on pages that have hardly any class words.
    looks: [&'t str; 3],
}

impl<'t> Element<'t> {
    fn bare(tag: &'t str, id: &'t str, class: &'t str) -> Self {
        Self { tag, kind: "", id, class, looks: [""; 3] }
    }

    fn of(tree: &'t TagTree, node: NodeId, with_looks: bool) -> Self {
        let mut element = Self::bare(tree.tag(node).as_str(), "", "");
        let is_control = matches!(element.tag, "input" | "button");
        for attr in tree.attrs(node) {
            match attr.name {
                "id" => element.id = attr.value,
                "class" => element.class = attr.value,
                "type" if is_control => element.kind = attr.value,
                "align" if with_looks => element.looks[0] = attr.value,
                "valign" if with_looks => element.looks[1] = attr.value,
                "bgcolor" if with_looks => element.looks[2] = attr.value,
                _ => {}
            }
        }
        element
    }

    fn label(&self) -> RawLabel {
        let tag = match self.kind {
            "" => self.tag.into(),
            kind => format!("{}[{kind}]", self.tag).into_boxed_str(),
        };
        if self.tag == TEXT {
            return RawLabel { tag, tokens: [without_numbers(self.class).into()].into() };
        }
        let mut tokens: Vec<Box<str>> = Vec::new();
        let id = without_numbers(self.id);
        let is_numbered = id != self.id;
        if !id.is_empty() && !is_numbered {
            tokens.push(format!("#{id}").into_boxed_str());
        }
        for class in self.class.split_ascii_whitespace().take(MOST_WORDS) {
            if self.tag == "body" && tells_page_of_list(class) {
                continue;
            }
            let class = without_numbers(class);
            if !tokens.iter().any(|token| **token == *class) {
                tokens.push(class.into());
            }
        }
        if is_numbered {
            tokens.push(format!("#{id}").into_boxed_str());
        }
        for (name, value) in ["align", "valign", "bgcolor"].iter().zip(self.looks) {
            if !value.is_empty() {
                let look = format!("{LOOK}{name}:{}", value.to_ascii_lowercase());
                tokens.push(look.into_boxed_str());
            }
        }
        RawLabel { tag, tokens: tokens.into_boxed_slice() }
    }
}

/// The tag of a node that stands for a short text.
pub(super) const TEXT: &str = "#text";
/// Begins a word that is no class word but tells how an element looks.
pub(super) const LOOK: char = '=';

/// Whether a page has so many class words and ids that texts and looks are not in its outline as well.
fn has_words(tree: &TagTree, parameters: &Parameters) -> bool {
    let mut elements = 0;
    let mut with_words = 0;
    for node in tree.nodes().filter(|&node| !tree.is_text(node)) {
        elements += 1;
        let has_word = tree.attrs(node).any(|attr| matches!(attr.name, "class" | "id"));
        with_words += usize::from(has_word);
    }
    with_words as f64 >= parameters.few_words * f64::from(elements)
}

/// Interns labels and folds siblings while an outline is written. Elements are known by their raw
/// attributes first, so that words are cut and normalized once a page, not once an element.
#[derive(Default)]
struct Writer<'t> {
    labels: Vec<RawLabel>,
    label_bytes: usize,
    nodes: Vec<OutlineNode>,
    /// For each node the element that bears the last one folded into it.
    last_bearer: Vec<u32>,
    by_element: FxHashMap<Element<'t>, u32>,
    by_label: FxHashMap<RawLabel, u32>,
    by_place: FxHashMap<(u32, u32), u32>,
}

impl<'t> Writer<'t> {
    /// The node for `element`, a child of the element `bearer` that was folded into `parent`; the
    /// first node is its own parent. `None` for a node beyond the bound.
    fn node(&mut self, parent: u32, bearer: u32, element: Element<'t>) -> Option<u32> {
        let is_full = self.nodes.len() == MOST_OUTLINE_NODES;
        let label = self.label(element, is_full || self.label_bytes > MOST_LABEL_BYTES)?;
        let index = match self.by_place.get(&(parent, label)) {
            Some(&index) => index,
            None if is_full => return None,
            None => {
                let index = self.nodes.len() as u32;
                self.by_place.insert((parent, label), index);
                self.nodes.push(OutlineNode { parent, label, elements: 0, bearers: 0 });
                self.last_bearer.push(NOWHERE);
                index
            }
        };
        let node = &mut self.nodes[index as usize];
        node.elements += 1;
        let last = &mut self.last_bearer[index as usize];
        if *last != bearer {
            *last = bearer;
            node.bearers += 1;
        }
        Some(index)
    }

    /// The label of an element; `None` for a new one if `is_full`.
    fn label(&mut self, element: Element<'t>, is_full: bool) -> Option<u32> {
        if let Some(&known) = self.by_element.get(&element) {
            return Some(known);
        }
        let label = element.label();
        if is_full && !self.by_label.contains_key(&label) {
            return None;
        }
        let next = self.labels.len() as u32;
        let index = *self.by_label.entry(label).or_insert_with_key(|label| {
            self.label_bytes += label.tokens.iter().map(|token| token.len()).sum::<usize>();
            self.labels.push(label.clone());
            next
        });
        self.by_element.insert(element, index);
        Some(index)
    }
}
