//! RDFa Lite 1.1 (`vocab`, `typeof`, `property`, `resource`, `prefix`), with `about` and `rel` of RDFa
//! Core, which older systems write.

use crate::microdata::inner_text;
use crate::terms::{is_type, is_wording, plain_text, term};
use crate::thing::{Budget, MAX_DEPTH, Source, Stated, Thing};
use rustc_hash::FxHashMap;
use sitewrap_tree::{Document, NodeId, TagTree};
use std::rc::Rc;

/// Prefixes that are taken from one attribute.
const MAX_PREFIXES: usize = 64;

/// What holds within an element.
#[derive(Clone)]
struct Scope {
    /// One past the last node of the element.
    end: usize,
    /// Whether words without a prefix are terms of schema.org.
    is_schema: bool,
    prefixes: Rc<Vec<(String, String)>>,
    subject: Option<usize>,
    /// The property whose value the next thing within is.
    awaited: Option<(usize, String)>,
}

impl Scope {
    /// The terms of schema.org that the words of an attribute mean.
    fn terms(&self, words: &str) -> Vec<String> {
        let known = words.split_ascii_whitespace().take(8);
        let known = known.filter(|word| self.is_schema || word.contains(':'));
        known.filter_map(|word| term(word, &self.prefixes)).collect()
    }
}

/// A value, or the thing that is one.
enum Value {
    Text(String),
    Thing(usize),
}

#[derive(Default)]
struct Subject {
    types: Vec<String>,
    id: Option<String>,
    values: Vec<(String, Value)>,
    is_part: bool,
}

/// The things that a page's RDFa speaks of and that are no part of others, in document order.
pub(crate) fn rdfa(document: &Document, budget: &mut Budget) -> Vec<Thing> {
    let mut reading =
        Reading { tree: &document.tree, subjects: Vec::new(), by_id: FxHashMap::default() };
    let mut open = vec![page_scope(document)];
    for node in document.tree.nodes() {
        while open.len() > 1 && open.last().is_some_and(|scope| node.index() >= scope.end) {
            open.pop();
        }
        if !document.tree.attrs(node).any(|attr| is_mark(attr.name)) {
            continue;
        }
        let Some(around) = open.last() else { break };
        if let Some(scope) = reading.element(node, around, budget) {
            open.push(scope);
        }
    }
    let roots: Vec<usize> = (0..reading.subjects.len())
        .filter(|&at| !reading.subjects[at].is_part && !reading.subjects[at].types.is_empty())
        .collect();
    let things = roots.into_iter().filter_map(|at| reading.thing(at, &mut Vec::new(), budget));
    things.filter(|thing| !thing.properties.is_empty()).collect()
}

/// Whether an attribute is one of RDFa.
fn is_mark(attribute: &str) -> bool {
    matches!(attribute, "vocab" | "prefix" | "typeof" | "property" | "about" | "resource" | "rel")
}

/// What the `html` element declares.
fn page_scope(document: &Document) -> Scope {
    let mut prefixes = Vec::new();
    let mut is_schema = true;
    for (name, value) in &document.html_attrs {
        match name.as_str() {
            "prefix" => prefixes.extend(declared(value)),
            "vocab" => is_schema = is_schema_org(value),
            _ => {
                if let Some(prefix) = name.strip_prefix("xmlns:").filter(|_| prefixes.len() < 64) {
                    prefixes.push((prefix.to_owned(), value.clone()));
                }
            }
        }
    }
    let end = document.tree.len();
    Scope { end, is_schema, prefixes: Rc::new(prefixes), subject: None, awaited: None }
}

/// `prefix="schema: https://schema.org/ dc: …"`.
fn declared(value: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = value.split_ascii_whitespace().take(2 * MAX_PREFIXES).collect();
    let pairs = words
        .chunks_exact(2)
        .filter_map(|pair| Some((pair[0].strip_suffix(':')?.to_owned(), pair[1].to_owned())));
    pairs.collect()
}

fn is_schema_org(vocab: &str) -> bool {
    term(&format!("{}/name", vocab.trim().trim_end_matches('/')), &[]).is_some()
}

struct Reading<'t> {
    tree: &'t TagTree,
    subjects: Vec<Subject>,
    by_id: FxHashMap<String, usize>,
}

impl Reading<'_> {
    /// Takes an element that has an attribute of RDFa; gives what holds within it.
    fn element(&mut self, node: NodeId, around: &Scope, budget: &mut Budget) -> Option<Scope> {
        let tree = self.tree;
        let attr = |name: &str| tree.attr(node, name);
        let mut scope = around.clone();
        scope.end = node.index() + tree.subtree_len(node);
        if let Some(vocab) = attr("vocab") {
            scope.is_schema = is_schema_org(vocab);
        }
        if let Some(prefix) = attr("prefix") {
            let own = declared(prefix).into_iter().chain(around.prefixes.iter().cloned());
            scope.prefixes = Rc::new(own.take(MAX_PREFIXES).collect());
        }
        let properties = scope.terms(attr("property").unwrap_or_default());
        let relation = attr("rel").filter(|rel| rel.contains(':')).unwrap_or_default();
        let relation = scope.terms(relation).into_iter().next();
        let about = attr("about");
        let own_id = about.or_else(|| attr("resource").filter(|_| attr("property").is_none()));
        let new = match attr("typeof") {
            Some(types) => {
                let id = about.or_else(|| attr("resource")).or_else(|| attr("href"));
                let new = self.subject(id, budget)?;
                for kind in scope.terms(types).into_iter().filter(|kind| is_type(kind)) {
                    if !self.subjects[new].types.contains(&kind) {
                        self.subjects[new].types.push(kind);
                    }
                }
                Some(new)
            }
            None => own_id.and_then(|id| self.subject(Some(id), budget)),
        };
        let is_value = new.is_some() && about.is_none() && attr("typeof").is_some();
        let holder = if is_value { around.subject } else { new.or(around.subject) };
        for name in properties {
            let Some(holder) = holder else { break };
            let value = match new.filter(|_| is_value) {
                Some(thing) => Some(Value::Thing(thing)),
                None => value(tree, node, &name).map(Value::Text),
            };
            if let Some(value) = value {
                self.state(holder, name, value);
            }
        }
        if let (Some((holder, name)), Some(thing)) = (&around.awaited, new) {
            self.state(*holder, name.clone(), Value::Thing(thing));
            scope.awaited = None;
        }
        scope.subject = new.or(around.subject);
        if let Some((name, subject)) = relation.zip(around.subject)
            && new.is_none()
        {
            scope.awaited = Some((subject, name));
        }
        Some(scope)
    }

    /// A thing, or the one that is known by this id. `None` if there are too many.
    fn subject(&mut self, id: Option<&str>, budget: &mut Budget) -> Option<usize> {
        if let Some(known) = id.and_then(|id| self.by_id.get(id)) {
            return Some(*known);
        }
        if !budget.take_thing() {
            return None;
        }
        let at = self.subjects.len();
        if let Some(id) = id {
            self.by_id.insert(id.to_owned(), at);
        }
        self.subjects.push(Subject { id: id.and_then(plain_text), ..Subject::default() });
        Some(at)
    }

    fn state(&mut self, holder: usize, name: String, value: Value) {
        if let Value::Thing(thing) = value {
            self.subjects[thing].is_part = thing != holder;
        }
        self.subjects[holder].values.push((name, value));
    }

    fn thing(&self, at: usize, around: &mut Vec<usize>, budget: &mut Budget) -> Option<Thing> {
        if around.len() > MAX_DEPTH || around.contains(&at) {
            return None;
        }
        around.push(at);
        let subject = &self.subjects[at];
        let (types, id) = (subject.types.clone(), subject.id.clone());
        let mut thing = Thing { types, id, properties: Vec::new() };
        for (name, value) in &subject.values {
            let value = match value {
                Value::Text(text) => {
                    budget.take_text(text.len()).then(|| Stated::Text(text.clone()))
                }
                Value::Thing(part) => self.thing(*part, around, budget).map(Stated::Thing),
            };
            if let Some(value) = value {
                thing.add(name, Source::Rdfa, value);
            }
        }
        around.pop();
        Some(thing)
    }
}

/// The value of a property that is no thing.
fn value(tree: &TagTree, node: NodeId, property: &str) -> Option<String> {
    if let Some(content) = tree.attr(node, "content").or_else(|| tree.attr(node, "datetime")) {
        return plain_text(content);
    }
    let address = ["resource", "href", "src"].into_iter().find_map(|name| tree.attr(node, name));
    match address {
        Some(address) if !is_wording(property) => plain_text(address),
        _ => inner_text(tree, node),
    }
}
