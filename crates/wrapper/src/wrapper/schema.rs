//! The schema of a page type: the fields of its records, read off the template.

use crate::apply::compile::count_fields;
use crate::wrapper::Wrapper;
use crate::wrapper::template::{Content, Element, Field, Map, Part, TemplateNode};
use rustc_hash::FxHashSet;

/// The fields of one record: of a page, or of an item of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema<'w> {
    /// In the order of the template, which is that of the page.
    pub fields: Vec<SchemaField<'w>>,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct SchemaField<'w> {
    /// Its name, format, examples and how often it is filled.
    pub field: &'w Field,
    /// Whether its value is one, a list or a map.
    pub shape: Shape<'w>,
    /// Whether all nodes on the way to it are required: a record without it is not satisfied.
    pub required: bool,
}

/// What the value of a field is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'w> {
    /// One value, read by the field's format.
    Value,
    /// A list of records.
    Records(Schema<'w>),
    /// A list of values: of an item that has just one field, the values of that field.
    Values(Box<SchemaField<'w>>),
    /// A map of names on the page to values.
    Map(&'w Map),
}

impl<'w> Schema<'w> {
    /// The schema of a wrapper's records.
    pub fn of(wrapper: &'w Wrapper) -> Self {
        let mut schema = Self::default();
        schema.element(&wrapper.template.root, true);
        if let Some(content) = wrapper.content() {
            let field = &content.field;
            schema.put(SchemaField { field, shape: Shape::Value, required: false });
        }
        schema
    }

    /// Adds a field in the place of the one of its name, if there is one.
    fn put(&mut self, field: SchemaField<'w>) {
        match self.fields.iter_mut().find(|known| known.field.name == field.field.name) {
            Some(known) => *known = field,
            None => self.fields.push(field),
        }
    }

    /// The field with this name.
    pub fn get(&self, name: &str) -> Option<&SchemaField<'w>> {
        self.fields.iter().find(|known| known.field.name == name)
    }

    /// The fields by the names of the lists that they are in and their own, parted by dots, each once and in
    /// the order of the page; the names that are known of a map stand as fields in it. A list stands before
    /// what is in it.
    pub fn paths(&self) -> Vec<String> {
        let mut paths = Vec::new();
        self.add_paths("", &mut paths);
        let mut seen = FxHashSet::default();
        paths.retain(|path| seen.insert(path.clone()));
        paths
    }

    fn add_paths(&self, prefix: &str, paths: &mut Vec<String>) {
        for SchemaField { field, shape, .. } in &self.fields {
            let path = format!("{prefix}{}", field.name);
            paths.push(path.clone());
            match shape {
                Shape::Records(inner) => inner.add_paths(&format!("{path}."), paths),
                Shape::Map(map) => {
                    let names = map.keys.iter().filter_map(|key| map.name_of(key));
                    paths.extend(names.map(|name| format!("{path}.{name}")));
                }
                Shape::Value | Shape::Values(_) => {}
            }
        }
    }

    fn push(&mut self, field: &'w Field, shape: Shape<'w>, required: bool) {
        if field.is_dropped() {
            return;
        }
        match self.fields.iter_mut().find(|known| known.field.name == field.name) {
            // The same field at another place.
            Some(known) => known.required |= required,
            None => self.fields.push(SchemaField { field, shape, required }),
        }
    }

    fn element(&mut self, element: &'w Element, required: bool) {
        for attr in &element.attrs {
            // Not each node has the attribute, even if each page has the node.
            let everywhere = attr.field.filled.is_required();
            self.push(&attr.field, Shape::Value, required && everywhere);
        }
        match &element.content {
            Content::Children(children) => self.nodes(children, required),
            Content::Text(pattern) => {
                if let Some(whole) = &pattern.whole {
                    self.push(whole, Shape::Value, required);
                }
                for part in &pattern.parts {
                    if let Part::Field(field) = part {
                        self.push(field, Shape::Value, required);
                    }
                }
                if let Some(lead) = &pattern.lead {
                    self.push(lead, Shape::Value, false);
                }
            }
            Content::Fixed(_) | Content::Ignored => {}
        }
    }

    fn nodes(&mut self, nodes: &'w [TemplateNode], required: bool) {
        for node in nodes {
            let required = required && node.presence().is_required();
            match node {
                TemplateNode::Element(element) => self.element(element, required),
                TemplateNode::Repeat(repeat) if repeat.through => {
                    self.nodes(&repeat.unit, required);
                }
                TemplateNode::Repeat(repeat) => {
                    let mut items = Self::default();
                    items.nodes(&repeat.unit, true);
                    if items.fields.is_empty() {
                        continue;
                    }
                    let is_plain = count_fields(&repeat.unit) == 1;
                    let shape = match items.fields.pop() {
                        Some(only) if is_plain => Shape::Values(Box::new(only)),
                        last => {
                            items.fields.extend(last);
                            Shape::Records(items)
                        }
                    };
                    self.push(&repeat.field, shape, required && !repeat.within);
                }
                TemplateNode::Map(map) => self.push(&map.field, Shape::Map(map), required),
                TemplateNode::Prose(prose) => {
                    self.push(&prose.field, Shape::Value, required);
                    if let Some(lead) = &prose.lead {
                        self.push(lead, Shape::Value, false);
                    }
                }
            }
        }
    }
}
