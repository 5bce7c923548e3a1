//! The fields of a wrapper with what of a node is their value.

use crate::apply::compile::count_fields;
use crate::wrapper::template::{AttrField, Content, Element, Map, Part, TemplateNode, TextPattern};

/// A field of a template.
#[derive(Clone, Debug)]
pub(crate) struct FieldOf<'w> {
    pub(crate) name: &'w str,
    pub(crate) kind: Kind<'w>,
}

/// What a field's value is made of.
#[derive(Clone, Debug)]
pub(crate) enum Kind<'w> {
    /// An attribute.
    Attr(&'w AttrField),
    /// A text: the whole of it, or the varying part of that number.
    Text(&'w TextPattern, Option<usize>),
    /// Running text.
    Prose,
    /// A list of records, or of values.
    List { items: Vec<FieldOf<'w>>, plain: bool },
    /// A map.
    Map(&'w Map),
}

/// The fields of an element and of all below it, lists and maps as one.
pub(crate) fn fields(element: &Element) -> Vec<FieldOf<'_>> {
    let mut found = Vec::new();
    of_element(element, &mut found);
    found
}

fn of_element<'w>(element: &'w Element, found: &mut Vec<FieldOf<'w>>) {
    for attr in &element.attrs {
        found.push(FieldOf { name: &attr.field.name, kind: Kind::Attr(attr) });
    }
    match &element.content {
        Content::Children(children) => of_nodes(children, found),
        Content::Text(pattern) => {
            if let Some(whole) = &pattern.whole {
                found.push(FieldOf { name: &whole.name, kind: Kind::Text(pattern, None) });
            }
            let parts = pattern.parts.iter().filter_map(|part| match part {
                Part::Field(field) => Some(field),
                Part::Fixed(_) => None,
            });
            found.extend(parts.enumerate().map(|(at, field)| FieldOf {
                name: &field.name,
                kind: Kind::Text(pattern, Some(at)),
            }));
            let lead = pattern.lead.iter();
            found.extend(lead.map(|lead| FieldOf { name: &lead.name, kind: Kind::Prose }));
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}

fn of_nodes<'w>(nodes: &'w [TemplateNode], found: &mut Vec<FieldOf<'w>>) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => of_element(element, found),
            TemplateNode::Repeat(repeat) if repeat.through => of_nodes(&repeat.unit, found),
            TemplateNode::Repeat(repeat) => {
                let mut items = Vec::new();
                of_nodes(&repeat.unit, &mut items);
                let plain = count_fields(&repeat.unit) == 1;
                let kind = Kind::List { items, plain };
                found.push(FieldOf { name: &repeat.field.name, kind });
            }
            TemplateNode::Map(map) => {
                found.push(FieldOf { name: &map.field.name, kind: Kind::Map(map) });
            }
            TemplateNode::Prose(prose) => {
                let fields = std::iter::once(&prose.field).chain(prose.lead.as_deref());
                found.extend(fields.map(|field| FieldOf { name: &field.name, kind: Kind::Prose }));
            }
        }
    }
}
