//! Where the values of a record stand in the page's tree, kept beside the record when asked for.

use crate::record::pair::{add_pair, clean_key};
use crate::wrapper::template::Map;
use sitewrap_model::{Record, Value};
use sitewrap_tree::NodeId;

/// Where the values of a record come from: the same names in the same order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    fields: Vec<(String, Source)>,
}

/// Where one field's value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A single value.
    Value(Span),
    /// A list: one a value, in their order.
    List(Vec<Item>),
    /// A map of names on the page to values, or a nested record.
    Record(Sources),
}

/// Sibling nodes from which a value was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first node.
    pub first: NodeId,
    /// The last node; `first` where there is one only. All between are siblings of both.
    pub last: NodeId,
    /// What of the node is the value.
    pub take: Take,
}

/// What of a node is a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Take {
    /// Its text.
    Text,
    /// A part of its text.
    Part,
    /// The attribute of that name, or one word of it.
    Attr(String),
}

/// An item of a list, or a pair of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The nodes of the item, as they stand in the page: siblings, one or more.
    pub nodes: Vec<NodeId>,
    /// Where its value comes from; a [`Source::Record`] where it is a record.
    pub source: Source,
}

impl Sources {
    /// Where a field's value comes from.
    pub fn get(&self, name: &str) -> Option<&Source> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, source)| source)
    }

    /// Fields with their sources, in the order of the record.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.fields.iter().map(|(name, source)| (name.as_str(), source))
    }

    /// The spans of all single values, those in lists included.
    pub(crate) fn spans(&self) -> Vec<Span> {
        let mut open: Vec<&Source> = self.fields.iter().map(|(_, source)| source).rev().collect();
        let mut found = Vec::new();
        while let Some(source) = open.pop() {
            match source {
                Source::Value(span) => found.push(span.clone()),
                Source::List(items) => open.extend(items.iter().map(|item| &item.source).rev()),
                Source::Record(inner) => {
                    open.extend(inner.fields.iter().map(|(_, source)| source).rev());
                }
            }
        }
        found
    }

    /// The source of a list's item that is a record of these; of a `plain` list, whose items have
    /// one field, that of the field.
    pub(crate) fn of_item(mut self, plain: bool) -> Source {
        if plain && !self.fields.is_empty() {
            return self.fields.swap_remove(0).1;
        }
        Source::Record(self)
    }

    fn get_mut(&mut self, name: &str) -> Option<&mut Source> {
        self.fields.iter_mut().find(|(known, _)| known == name).map(|(_, source)| source)
    }

    fn insert(&mut self, name: &str, source: Source) {
        match self.get_mut(name) {
            Some(old) => *old = source,
            None => self.fields.push((name.to_owned(), source)),
        }
    }
}

impl Span {
    /// The text of a node.
    pub(crate) fn text(node: NodeId) -> Self {
        Self::texts(node, node)
    }

    /// The text of sibling nodes.
    pub(crate) fn texts(first: NodeId, last: NodeId) -> Self {
        Self { first, last, take: Take::Text }
    }

    /// An attribute of a node.
    pub(crate) fn attr(node: NodeId, name: &str) -> Self {
        Self { first: node, last: node, take: Take::Attr(name.to_owned()) }
    }
}

/// A record that is being filled, with the sources of its values if they are asked for.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) record: Record,
    pub(crate) sources: Option<Sources>,
}

impl Sheet {
    /// An empty sheet that keeps sources, or not.
    pub(crate) fn new(with_sources: bool) -> Self {
        Self { record: Record::new(), sources: with_sources.then(Sources::default) }
    }

    /// An empty sheet for a record within this one.
    pub(crate) fn inner(&self) -> Self {
        Self::new(self.sources.is_some())
    }

    /// Adds a value; as in [`Record::insert`], a name that is there already is replaced, but for lists: a page may
    /// have both of two that stand for each other on most.
    /// A field without a name is one that was dropped.
    pub(crate) fn put(&mut self, name: &str, value: Value, source: impl FnOnce() -> Source) {
        if name.is_empty() {
            return;
        }
        let source = self.sources.is_some().then(source);
        if let (Some(Value::List(known)), Value::List(more)) = (self.record.get_mut(name), &value) {
            known.extend_from_slice(more);
            let known = self.sources.as_mut().and_then(|sources| sources.get_mut(name));
            if let (Some(Source::List(known)), Some(Source::List(more))) = (known, source) {
                known.extend(more);
            }
            return;
        }
        self.record.insert(name, value);
        if let (Some(sources), Some(source)) = (&mut self.sources, source) {
            sources.insert(name, source);
        }
    }

    /// Adds what items that are looked through hold, each a record: the parts of a list as one list, and of
    /// another field the first value.
    pub(crate) fn put_through(&mut self, records: Vec<Value>, items: Vec<Item>) {
        let mut items = items.into_iter();
        let mut lists: Vec<(String, Vec<Value>, Vec<Item>)> = Vec::new();
        for value in records {
            let source = items.next().map(|item| item.source);
            let Value::Record(record) = value else { continue };
            for (name, value) in record.iter() {
                let source = match &source {
                    Some(Source::Record(sources)) => sources.get(name).cloned(),
                    _ => None,
                };
                let Value::List(values) = value else {
                    self.put_first(name, value, source);
                    continue;
                };
                let items = if let Some(Source::List(items)) = source { items } else { Vec::new() };
                match lists.iter_mut().find(|(known, ..)| known == name) {
                    Some((_, all, of_all)) => {
                        all.extend_from_slice(values);
                        of_all.extend(items);
                    }
                    None => lists.push((name.to_owned(), values.clone(), items)),
                }
            }
        }
        for (name, values, items) in lists {
            self.put(&name, Value::List(values), || Source::List(items));
        }
    }

    /// Adds a value, unless there is one of that name.
    fn put_first(&mut self, name: &str, value: &Value, source: Option<Source>) {
        if self.record.get(name).is_some() {
            return;
        }
        self.record.insert(name, value.clone());
        if let (Some(sources), Some(source)) = (&mut self.sources, source) {
            sources.insert(name, source);
        }
    }

    /// Adds a row of a map that compares things: a value for each column, empty where its cell is,
    /// so that the values of all rows line up.
    pub(crate) fn put_row(&mut self, map: &Map, key: &str, cells: Vec<(String, Span)>) {
        let key = clean_key(key);
        let Some(name) = map.name_of(&key).filter(|name| !name.is_empty()) else { return };
        if cells.iter().all(|(text, _)| text.is_empty()) {
            return;
        }
        let (texts, spans): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
        self.record.insert(name, Value::List(texts.into_iter().map(Value::Text).collect()));
        if let Some(sources) = &mut self.sources {
            let item = |span: Span| Item { nodes: vec![span.first], source: Source::Value(span) };
            sources.insert(name, Source::List(spans.into_iter().map(item).collect()));
        }
    }

    /// Adds a pair of a map, found in `span`; a name that comes again gets a list.
    pub(crate) fn put_pair(
        &mut self,
        map: &Map,
        (key, value): (&str, &str),
        span: impl FnOnce() -> Span,
    ) {
        let added = add_pair(&mut self.record, key, value, &map.names);
        let Some(key) = added else { return };
        let Some(sources) = &mut self.sources else { return };
        let span = span();
        let item = |span: Span| Item { nodes: vec![span.first], source: Source::Value(span) };
        let source = match sources.get(&key) {
            None => Source::Value(span),
            Some(Source::List(items)) => {
                Source::List(items.iter().cloned().chain([item(span)]).collect())
            }
            Some(Source::Value(known)) => Source::List(vec![item(known.clone()), item(span)]),
            // A pair's value is never a record.
            Some(Source::Record(_)) => return,
        };
        sources.insert(&key, source);
    }
}
