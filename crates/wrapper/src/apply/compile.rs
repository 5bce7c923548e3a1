//! Templates made ready to be applied to many pages.

use crate::apply::align::Slot;
use crate::apply::recognise::{Recogniser, Vocabulary};
use crate::page::view::feature_hash;
use crate::wrapper::presence::Presence;
use crate::wrapper::template::{
    Content, Element, Map, Matching, Pairs, Part, Prose, Repeat, TemplateNode,
};

/// A template node with its children.
#[derive(Debug)]
pub(crate) struct CompiledElement<'w> {
    pub(crate) element: &'w Element,
    pub(crate) children: Level<'w>,
}

/// The children of a template node, or the unit of a list.
#[derive(Debug, Default)]
pub(crate) struct Level<'w> {
    pub(crate) nodes: Vec<CompiledNode<'w>>,
    pub(crate) slots: Vec<Slot>,
    /// Slots of nodes that are looked through.
    pub(crate) through: Vec<usize>,
    /// The number of each node in the template, each before those in it.
    pub(crate) numbers: Vec<usize>,
}

/// A node among the children of a template node.
#[derive(Debug)]
pub(crate) enum CompiledNode<'w> {
    Element(CompiledElement<'w>),
    Repeat { repeat: &'w Repeat, unit: Level<'w>, unit_of_kind: Vec<usize>, plain: bool },
    Map(&'w Map),
    Prose(&'w Prose),
}

impl CompiledNode<'_> {
    /// In how many instances of its parent the node is there.
    pub(crate) fn presence(&self) -> Presence {
        match self {
            Self::Element(compiled) => compiled.element.presence,
            Self::Repeat { repeat, .. } => repeat.presence,
            Self::Map(map) => map.presence,
            Self::Prose(prose) => prose.presence,
        }
    }

    /// Whether the node is a list or a map that stands in running text, which no page has to have.
    pub(crate) fn is_within(&self) -> bool {
        match self {
            Self::Repeat { repeat, .. } => repeat.within,
            Self::Map(map) => matches!(map.pairs, Pairs::InText),
            Self::Element(_) | Self::Prose(_) => false,
        }
    }

    /// Whether the node is a map that all cells of a row belong to.
    pub(crate) fn is_row(&self) -> bool {
        matches!(self, Self::Map(map) if matches!(map.pairs, Pairs::Cells(_)))
    }

    /// A name for the node in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Element(compiled) => element_name(compiled.element),
            Self::Repeat { repeat, unit, .. } if repeat.through => {
                unit.nodes.first().map(Self::name).unwrap_or_default()
            }
            Self::Repeat { repeat, .. } => repeat.field.name.clone(),
            Self::Map(map) => map.field.name.clone(),
            Self::Prose(prose) => prose.field.name.clone(),
        }
    }
}

/// A name for a template node in messages: what it is called, or what it says.
pub(crate) fn element_name(element: &Element) -> String {
    if let Some(feature) = element.features.iter().find(|f| f.name.starts_with(['.', '#'])) {
        return format!("{}{}", element.tag, feature.name);
    }
    match &element.content {
        Content::Fixed(text) if !text.is_empty() => format!("{} {text:?}", element.tag),
        Content::Text(pattern) => {
            let parts = pattern.parts.iter().find_map(|part| match part {
                Part::Field(field) => Some(field),
                Part::Fixed(_) => None,
            });
            let field = pattern.whole.as_ref().or(parts);
            field.map_or_else(|| element.tag.clone(), |field| field.name.clone())
        }
        _ => element.tag.clone(),
    }
}

/// All features that a template knows.
pub(crate) fn collect_vocabulary(element: &Element, vocabulary: &mut Vocabulary) {
    vocabulary.extend(element.features.iter().map(|feature| feature_hash(&feature.name)));
    if let Content::Children(children) = &element.content {
        collect_from(children, vocabulary);
    }
}

fn collect_from(nodes: &[TemplateNode], vocabulary: &mut Vocabulary) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => collect_vocabulary(element, vocabulary),
            TemplateNode::Repeat(repeat) => collect_from(&repeat.unit, vocabulary),
            TemplateNode::Map(map) => match &map.pairs {
                Pairs::Nodes(element) | Pairs::Lines(element) => {
                    collect_vocabulary(element, vocabulary);
                }
                Pairs::InText => {}
                Pairs::Cells(cells) => {
                    cells.iter().for_each(|cell| collect_vocabulary(cell, vocabulary));
                }
                Pairs::Runs { key, values } => {
                    collect_vocabulary(key, vocabulary);
                    values.iter().for_each(|value| collect_vocabulary(value, vocabulary));
                }
            },
            TemplateNode::Prose(prose) => {
                prose.paragraphs.iter().for_each(|element| collect_vocabulary(element, vocabulary));
            }
        }
    }
}

/// Makes the nodes of a template ready, and numbers them.
#[derive(Debug)]
pub(crate) struct Compiler {
    matching: Matching,
    /// Nodes so far, the root apart.
    pub(crate) nodes: usize,
}

impl Compiler {
    pub(crate) fn new(matching: Matching) -> Self {
        Self { matching, nodes: 0 }
    }

    /// Makes a template node and all below it ready.
    pub(crate) fn element<'w>(&mut self, element: &'w Element) -> CompiledElement<'w> {
        let children = match &element.content {
            Content::Children(children) => self.level(children),
            _ => Level::default(),
        };
        CompiledElement { element, children }
    }

    fn level<'w>(&mut self, nodes: &'w [TemplateNode]) -> Level<'w> {
        let matching = self.matching;
        let recogniser = |element: &Element| Recogniser::new(element, matching);
        let mut level = Level::default();
        for node in nodes {
            level.numbers.push(self.nodes);
            self.nodes += 1;
            let (compiled, kinds, many) = match node {
                TemplateNode::Element(element) => {
                    if element.through {
                        level.through.push(level.nodes.len());
                    }
                    let compiled = CompiledNode::Element(self.element(element));
                    (compiled, vec![recogniser(element)], false)
                }
                TemplateNode::Repeat(repeat) => {
                    let unit = self.level(&repeat.unit);
                    let (mut kinds, mut unit_of_kind) = (Vec::new(), Vec::new());
                    let slots = if repeat.within || repeat.way { &[] } else { &unit.slots[..] };
                    for (index, slot) in slots.iter().enumerate() {
                        kinds.extend(slot.kinds.iter().cloned());
                        unit_of_kind.resize(kinds.len(), index);
                    }
                    let plain = count_fields(&repeat.unit) == 1;
                    (CompiledNode::Repeat { repeat, unit, unit_of_kind, plain }, kinds, true)
                }
                TemplateNode::Map(map) => {
                    let kinds = match &map.pairs {
                        Pairs::Nodes(element) => vec![recogniser(element)],
                        // Lines are found by their labels, and all cells of a row belong to its map.
                        Pairs::Lines(_) | Pairs::Cells(_) | Pairs::InText => Vec::new(),
                        // HTML itself says what is a term and what a definition, whatever their classes.
                        Pairs::Runs { key, values } if key.tag == "dt" => std::iter::once(&**key)
                            .chain(values)
                            .map(|element| Recogniser::new(element, Matching::Tags))
                            .collect(),
                        Pairs::Runs { key, values } => {
                            std::iter::once(&**key).chain(values).map(recogniser).collect()
                        }
                    };
                    (CompiledNode::Map(map), kinds, true)
                }
                TemplateNode::Prose(prose) => {
                    let paragraphs = prose.paragraphs.iter();
                    let kinds = paragraphs.map(|of| Recogniser::paragraph(of, matching)).collect();
                    (CompiledNode::Prose(prose), kinds, true)
                }
            };
            level.nodes.push(compiled);
            let (is_required, share) =
                (node.presence().is_required(), node.presence().share() as f32);
            let (is_due, is_anywhere) = (is_due(node, matching), is_anywhere(node));
            level.slots.push(Slot {
                kinds,
                many,
                is_anywhere,
                is_due,
                is_running: is_running(node),
                is_required,
                share,
            });
        }
        level
    }
}

/// Whether a node is a text that varies, and that (almost) all instances of its parent have.
fn is_due(node: &TemplateNode, matching: Matching) -> bool {
    match node {
        TemplateNode::Element(element) => {
            element.tag == "#text"
                && matching == Matching::Features
                && matches!(element.content, Content::Text(_))
                && element.label_words.is_empty()
                && element.presence.is_required()
        }
        _ => false,
    }
}

/// Whether a node is running text.
fn is_running(node: &TemplateNode) -> bool {
    match node {
        TemplateNode::Prose(_) => true,
        TemplateNode::Element(element) => {
            matches!(&element.content, Content::Text(pattern) if pattern.running)
        }
        TemplateNode::Repeat(_) | TemplateNode::Map(_) => false,
    }
}

/// Whether a node only recognises what is no content and comes several times: boilerplate goes and comes
/// as the site pleases, before, between and behind what is content.
fn is_anywhere(node: &TemplateNode) -> bool {
    let is_blank = |node: &TemplateNode| match node {
        TemplateNode::Element(element) => {
            element.attrs.is_empty()
                && matches!(element.content, Content::Fixed(_) | Content::Ignored)
        }
        _ => false,
    };
    matches!(node, TemplateNode::Repeat(repeat) if !repeat.within && repeat.unit.iter().all(is_blank))
}

/// Number of fields among nodes, lists and maps counting more than one, but for rows that are maps.
pub(crate) fn count_fields(nodes: &[TemplateNode]) -> usize {
    nodes
        .iter()
        .map(|node| match node {
            TemplateNode::Element(element) => element_fields(element),
            TemplateNode::Prose(prose) => {
                let fields = std::iter::once(&prose.field).chain(prose.lead.as_deref());
                fields.filter(|field| !field.is_dropped()).count()
            }
            // A row that is a map is all that there is of an item.
            TemplateNode::Map(map) if matches!(map.pairs, Pairs::Cells(_)) => 1,
            TemplateNode::Repeat(_) | TemplateNode::Map(_) => 2,
        })
        .sum()
}

/// Number of fields in an element, lists and maps counting more than one.
pub(crate) fn element_fields(element: &Element) -> usize {
    let inside = match &element.content {
        Content::Children(children) => count_fields(children),
        Content::Text(pattern) => {
            let parts = pattern.parts.iter().filter_map(Part::field);
            let fields = parts.chain(&pattern.whole).chain(pattern.lead.as_deref());
            fields.filter(|field| !field.is_dropped()).count()
        }
        Content::Fixed(_) | Content::Ignored => 0,
    };
    inside + element.attrs.iter().filter(|attr| !attr.field.is_dropped()).count()
}
