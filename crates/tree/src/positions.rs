//! Where the nodes of a tree stand in the page as it was sent.

use crate::compact::is_look;
use crate::marks::{MARK, Marks, TagPlace};
use crate::offsets::Offsets;
use crate::sink::{Arena, DOCUMENT, Kind, NONE};
use crate::{NodeId, TagTree};
use html5ever::LocalName;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::ops::Range;

/// Where the nodes of a [`TagTree`] stand in the page it was made from: in its bytes, and in the
/// tree that a browser or another HTML5 parser makes of it.
///
/// Byte ranges count in the body as it was given to
/// [`Document::parse_with_positions`](crate::Document::parse_with_positions), before decoding,
/// whatever its encoding. A node that has no markup or text of its own (an implied `tbody`, what
/// lies beyond a [limit](crate::Limits)) has no range.
#[derive(Clone, Debug)]
pub struct Positions {
    /// By node.
    places: Vec<Place>,
    /// The elements without a node, which are all `font`, by their number in the parser's tree: where each stands, and
    /// the number of what holds it.
    looks: FxHashMap<u32, (Step, u32)>,
    offsets: Option<Offsets>,
}

/// Where one node stands.
#[derive(Clone, Debug, Default)]
struct Place {
    /// The number of what holds it in the parser's tree.
    above: u32,
    step: Step,
    /// Of a text: from its first word to the end of its last, in the page's text.
    text: Option<Range<u32>>,
    /// Of an element.
    tag: Option<TagPlace>,
}

/// The place of a node among its siblings, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// The node was made up: it is in no other parser's tree.
    #[default]
    None,
    /// Among siblings of the same label.
    OfLabel(u32),
    /// Among sibling elements, for names that XPath cannot tell in an HTML document: those of SVG
    /// and MathML, and those that are no XML names.
    OfElements(u32),
}

impl Step {
    fn write(self, label: &str, path: &mut String) {
        // Writing to a string never fails.
        let _ = match self {
            Self::None => Ok(()),
            Self::OfLabel(n) => write!(path, "/{label}[{n}]"),
            Self::OfElements(n) => write!(path, "/*[{n}]"),
        };
    }
}

/// What positions are made of: for each node of a tag tree its node in the parser's tree, and the
/// place of its text.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    nodes: Vec<(u32, Option<Range<u32>>)>,
}

impl Origins {
    /// The origin of the next node of the tag tree.
    pub(crate) fn push(&mut self, id: u32, text: Option<Range<u32>>) {
        self.nodes.push((id, text));
    }

    /// The positions of the nodes.
    pub(crate) fn positions(self, arena: &Arena, marks: &Marks) -> Positions {
        let steps = steps(arena);
        let place = |(id, text): (u32, Option<Range<u32>>)| {
            if id == NONE {
                return Place::default();
            }
            let mark = match &arena.get(id).kind {
                Kind::Element { attrs, .. } => {
                    attrs.iter().find(|attr| &*attr.name.local == MARK).map(|attr| &*attr.value)
                }
                _ => None,
            };
            let tag = mark.and_then(|mark| marks.tag_place(mark)).cloned();
            let above = arena.get(id).parent;
            Place { above, step: steps[id as usize], text, tag }
        };
        let looks = (0..arena.nodes.len() as u32).filter(|&id| is_look(arena, id));
        let looks = looks.map(|id| (id, (steps[id as usize], arena.get(id).parent))).collect();
        Positions { places: self.nodes.into_iter().map(place).collect(), looks, offsets: None }
    }
}

/// The place of each node of the parser's tree among its siblings.
fn steps(arena: &Arena) -> Vec<Step> {
    let mut steps = vec![Step::None; arena.nodes.len()];
    let mut of_label: FxHashMap<&LocalName, u32> = FxHashMap::default();
    for parent in 0..arena.nodes.len() as u32 {
        of_label.clear();
        let (mut elements, mut texts) = (0, 0);
        for child in arena.children(parent) {
            steps[child as usize] = match &arena.get(child).kind {
                Kind::Other => Step::None,
                Kind::Text(_) => {
                    texts += 1;
                    Step::OfLabel(texts)
                }
                Kind::Element { is_html, local, .. } => {
                    elements += 1;
                    if *is_html && is_plain(local) {
                        let count = of_label.entry(local).or_default();
                        *count += 1;
                        Step::OfLabel(*count)
                    } else {
                        Step::OfElements(elements)
                    }
                }
            };
        }
    }
    steps[DOCUMENT as usize] = Step::None;
    steps
}

fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

impl Positions {
    /// These positions, in a page whose text stands at `offsets` in its bytes.
    pub(crate) fn at(mut self, offsets: Option<Offsets>) -> Self {
        self.offsets = offsets;
        self
    }

    /// No positions, for a page that cannot be marked.
    pub(crate) fn none(tree: &TagTree) -> Self {
        let places = vec![Place::default(); tree.len()];
        Self { places, looks: FxHashMap::default(), offsets: None }
    }

    /// The absolute XPath of a node by positions, such as `/html/body/div[2]/p[1]/text()[3]`: what
    /// finds the node in the tree of a browser, or of another parser that follows the HTML standard,
    /// where scripts, comments and blank texts are nodes as well. Elements of SVG and MathML, and
    /// those with names that XPath cannot spell, are `*[n]`.
    ///
    /// A text node stands for the texts around comments within it; the path is that of the first.
    ///
    /// # Complexity
    /// Linear in the depth of the node.
    pub fn xpath(&self, tree: &TagTree, node: NodeId) -> String {
        let mut line: Vec<NodeId> =
            std::iter::successors(Some(node), |&node| tree.parent(node)).collect();
        line.reverse();
        let mut path = "/html".to_owned();
        for node in line {
            let place = &self.places[node.index()];
            let looks = std::iter::successors(self.looks.get(&place.above), |(_, above)| {
                self.looks.get(above)
            });
            let looks: Vec<Step> = looks.map(|(step, _)| *step).collect();
            looks.into_iter().rev().for_each(|look| look.write("font", &mut path));
            if node == tree.root() && matches!(place.step, Step::OfLabel(_)) {
                let _ = write!(path, "/{}", tree.tag(node));
                continue;
            }
            let label = if tree.is_text(node) { "text()" } else { tree.tag(node).as_str() };
            place.step.write(label, &mut path);
        }
        path
    }

    /// The bytes of the texts below the nodes `first` to `last`, which are siblings or one: from the
    /// first word to the end of the last, with the tags between. For nodes without text those of
    /// their first start tag. `None` if none of them has a place.
    pub fn text_bytes(&self, tree: &TagTree, first: NodeId, last: NodeId) -> Option<Range<usize>> {
        let end = last.index() + tree.subtree_len(last);
        let below = self.places.get(first.index()..end)?;
        // What the parser moved need not stand in the order of the tree.
        let texts = below.iter().filter_map(|place| place.text.clone());
        let around = |a: Range<u32>, b: Range<u32>| a.start.min(b.start)..a.end.max(b.end);
        let text = texts.reduce(around);
        let tag = || below.iter().find_map(|place| Some(place.tag.as_ref()?.tag.clone()));
        Some(self.offsets.as_ref()?.bytes(text.or_else(tag)?))
    }

    /// The bytes of an attribute's value without its quotes; of its start tag where the attribute
    /// has no value. `None` if the element has no start tag in the page.
    pub fn attr_bytes(&self, node: NodeId, name: &str) -> Option<Range<usize>> {
        let place = self.places.get(node.index())?.tag.as_ref()?;
        let value = place.attrs.iter().find(|(known, _)| **known == *name);
        let range = value.map_or(&place.tag, |(_, range)| range);
        Some(self.offsets.as_ref()?.bytes(range.clone()))
    }
}
