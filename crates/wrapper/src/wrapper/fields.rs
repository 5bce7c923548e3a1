//! The fields of a template one after another, with the places where they stand.

use crate::wrapper::template::{
    Content, Element, Field, Map, Pairs, Part, Template, TemplateNode, TextPattern,
};
use rustc_hash::FxHashMap;
use sitewrap_values::ValueSource;
use std::hash::Hash;

/// Where a field stands in a template.
#[derive(Clone, Debug)]
pub struct FieldPlace<'t> {
    /// The lists that the field is in, outermost first, and the field itself.
    pub path: Vec<&'t Field>,
    /// Elements from the root down to the node that the values are taken from.
    pub elements: Vec<&'t Element>,
    /// What of the node the values are.
    pub source: ValueSource<'t>,
    /// Which varying part of the text it is, from 0; `None` for a whole.
    pub part: Option<usize>,
    /// Whether it is the map's field.
    pub map: Option<&'t Map>,
}

/// A field of a template, to be changed.
#[derive(Debug)]
pub enum FieldMut<'t> {
    /// A value, a list or running text.
    Field(&'t mut Field),
    /// A map of names on the page to values.
    Map(&'t mut Map),
}

impl<'t> FieldPlace<'t> {
    /// The field.
    pub fn field(&self) -> &'t Field {
        self.path[self.path.len() - 1]
    }

    /// The names of the lists that the field is in and its own, parted by dots: `reviews.author`.
    pub fn dotted(&self) -> String {
        let names: Vec<&str> = self.path.iter().map(|field| field.name.as_str()).collect();
        names.join(".")
    }
}

/// For each field, the first one with its name in its record: itself, or the same field at another place, as a
/// price has that stands elsewhere where it is lowered.
pub fn first_places(places: &[FieldPlace<'_>]) -> Vec<usize> {
    firsts(places.iter().map(|place| (!place.field().is_dropped()).then(|| place.dotted())))
}

/// For each name the place of the first that is equal; what has none is its own.
pub(crate) fn firsts<N: Eq + Hash>(names: impl Iterator<Item = Option<N>>) -> Vec<usize> {
    let mut firsts: FxHashMap<N, usize> = FxHashMap::default();
    let first =
        |(at, name): (usize, Option<N>)| name.map_or(at, |name| *firsts.entry(name).or_insert(at));
    names.enumerate().map(first).collect()
}

impl FieldMut<'_> {
    /// The field.
    pub fn field(&mut self) -> &mut Field {
        match self {
            Self::Field(field) => field,
            Self::Map(map) => &mut map.field,
        }
    }
}

impl Template {
    /// The fields in the order of the template, lists before what is in them.
    pub fn field_places(&self) -> Vec<FieldPlace<'_>> {
        let mut walk = Walk::default();
        walk.element(&self.root);
        walk.found
    }

    /// The fields, to be changed, in the same order as [`Template::field_places`].
    pub fn fields_mut(&mut self) -> Vec<FieldMut<'_>> {
        let mut found = Vec::new();
        take_element(&mut self.root, &mut found);
        found
    }
}

#[derive(Default)]
struct Walk<'t> {
    lists: Vec<&'t Field>,
    elements: Vec<&'t Element>,
    found: Vec<FieldPlace<'t>>,
}

impl<'t> Walk<'t> {
    fn place(&mut self, field: &'t Field, source: ValueSource<'t>) -> &mut FieldPlace<'t> {
        let path = self.lists.iter().copied().chain([field]).collect();
        let elements = self.elements.clone();
        self.found.push(FieldPlace { path, elements, source, part: None, map: None });
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    fn element(&mut self, element: &'t Element) {
        self.elements.push(element);
        for attr in &element.attrs {
            let source = match attr.attr.as_str() {
                "class" => ValueSource::ClassWord,
                name => ValueSource::Attr { tag: &element.tag, attr: name },
            };
            self.place(&attr.field, source);
        }
        match &element.content {
            Content::Children(children) => self.nodes(children),
            Content::Text(pattern) => self.pattern(pattern),
            Content::Fixed(_) | Content::Ignored => {}
        }
        self.elements.pop();
    }

    fn pattern(&mut self, pattern: &'t TextPattern) {
        if let Some(whole) = &pattern.whole {
            self.place(whole, ValueSource::Text);
        }
        for (at, field) in pattern.parts.iter().filter_map(Part::field).enumerate() {
            self.place(field, ValueSource::Text).part = Some(at);
        }
        if let Some(lead) = &pattern.lead {
            self.place(lead, ValueSource::Lead);
        }
    }

    fn nodes(&mut self, nodes: &'t [TemplateNode]) {
        for node in nodes {
            match node {
                TemplateNode::Element(element) => self.element(element),
                TemplateNode::Repeat(repeat) if repeat.through => self.nodes(&repeat.unit),
                TemplateNode::Repeat(repeat) => {
                    self.place(&repeat.field, ValueSource::List);
                    self.lists.push(&repeat.field);
                    self.nodes(&repeat.unit);
                    self.lists.pop();
                }
                TemplateNode::Map(map) => {
                    let first = match &map.pairs {
                        Pairs::Nodes(element) | Pairs::Lines(element) => Some(element),
                        Pairs::Runs { key, .. } => Some(&**key),
                        Pairs::Cells(cells) => cells.first(),
                        Pairs::InText => None,
                    };
                    self.elements.extend(first);
                    self.place(&map.field, ValueSource::Map).map = Some(map);
                    self.elements.truncate(self.elements.len() - usize::from(first.is_some()));
                }
                TemplateNode::Prose(prose) => {
                    let first = prose.paragraphs.first();
                    self.elements.extend(first);
                    self.place(&prose.field, ValueSource::Prose);
                    if let Some(lead) = &prose.lead {
                        self.place(lead, ValueSource::Lead);
                    }
                    self.elements.truncate(self.elements.len() - usize::from(first.is_some()));
                }
            }
        }
    }
}

fn take_element<'t>(element: &'t mut Element, found: &mut Vec<FieldMut<'t>>) {
    found.extend(element.attrs.iter_mut().map(|attr| FieldMut::Field(&mut attr.field)));
    match &mut element.content {
        Content::Children(children) => take_nodes(children, found),
        Content::Text(pattern) => {
            found.extend(pattern.whole.as_mut().map(FieldMut::Field));
            let parts = pattern.parts.iter_mut().filter_map(|part| match part {
                Part::Field(field) => Some(FieldMut::Field(field)),
                Part::Fixed(_) => None,
            });
            found.extend(parts);
            found.extend(pattern.lead.as_deref_mut().map(FieldMut::Field));
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}

fn take_nodes<'t>(nodes: &'t mut [TemplateNode], found: &mut Vec<FieldMut<'t>>) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => take_element(element, found),
            TemplateNode::Repeat(repeat) => {
                if !repeat.through {
                    found.push(FieldMut::Field(&mut repeat.field));
                }
                take_nodes(&mut repeat.unit, found);
            }
            TemplateNode::Map(map) => found.push(FieldMut::Map(map)),
            TemplateNode::Prose(prose) => {
                found.push(FieldMut::Field(&mut prose.field));
                found.extend(prose.lead.as_deref_mut().map(FieldMut::Field));
            }
        }
    }
}
