//! JSON-LD, as far as pages use it: `@graph`, `@id`, `@type`, `@value`, `@list`; of `@context` the
//! prefixes that it declares.

use crate::json::{Json, read_all};
use crate::terms::{plain_text, term, type_term};
use crate::thing::{Budget, MAX_DEPTH, Source, Stated, Thing};
use rustc_hash::{FxHashMap, FxHashSet};

/// Properties that point from a thing to the page around it, or to its parts that stand beside it.
/// What they point to by its id is not repeated within the thing.
const AROUND: [&str; 7] = [
    "isPartOf",
    "hasPart",
    "mainEntity",
    "mainEntityOfPage",
    "breadcrumb",
    "potentialAction",
    "comment",
];

/// A thing that stands for itself.
#[derive(Debug)]
pub(crate) struct Root {
    pub(crate) thing: Thing,
    /// Whether it is repeated within another.
    pub(crate) is_embedded: bool,
}

/// The things of a page's JSON-LD in their order.
pub(crate) fn json_ld(scripts: &[String], budget: &mut Budget) -> Vec<Root> {
    let blocks: Vec<Json> = scripts.iter().flat_map(|script| read_all(script)).collect();
    let mut nodes = Vec::new();
    blocks.iter().for_each(|block| roots(block, &mut nodes, 0));
    let mut reading =
        Reading { by_id: FxHashMap::default(), embedded: FxHashSet::default(), budget };
    for node in &nodes {
        let defines = matches!(node, Json::Object(members) if members.len() > 1);
        if let Some(id) = id(node).filter(|_| defines) {
            // A thing that is told in parts: the first part is the one that references mean.
            reading.by_id.entry(id).or_insert(node);
        }
    }
    let prefixes: Vec<(String, String)> = blocks.iter().flat_map(prefixes).collect();
    let mut found = Vec::new();
    for node in &nodes {
        let way = Way { prefixes: &prefixes, depth: 0, is_reference: false };
        if let Some(thing) = reading.thing(node, way)
            && !thing.properties.is_empty()
        {
            found.push(Root { thing, is_embedded: false });
        }
    }
    for root in &mut found {
        let id = root.thing.id.as_deref();
        root.is_embedded = id.is_some_and(|id| reading.embedded.contains(id));
    }
    found
}

/// The objects that stand for themselves: in lists and graphs.
fn roots<'j>(json: &'j Json, nodes: &mut Vec<&'j Json>, depth: usize) {
    match json {
        Json::List(items) if depth < MAX_DEPTH => {
            items.iter().for_each(|item| roots(item, nodes, depth + 1));
        }
        Json::Object(members) => {
            if members.iter().any(|(key, _)| !matches!(&**key, "@graph" | "@context" | "@id")) {
                nodes.push(json);
            }
            if let Some(graph) = json.get("@graph").filter(|_| depth < MAX_DEPTH) {
                roots(graph, nodes, depth + 1);
            }
        }
        _ => {}
    }
}

fn id(json: &Json) -> Option<&str> {
    json.get("@id").or_else(|| json.get("id")).and_then(Json::text)
}

/// The prefixes that a block declares.
fn prefixes(block: &Json) -> Vec<(String, String)> {
    let context = match block {
        Json::List(items) => items.first().and_then(|item| item.get("@context")),
        other => other.get("@context"),
    };
    let contexts: &[Json] = match context {
        Some(Json::List(contexts)) => contexts,
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    let objects = contexts.iter().filter_map(|context| match context {
        Json::Object(members) => Some(members),
        _ => None,
    });
    let declared = objects.flatten().filter_map(|(key, value)| match value {
        Json::Text(url) if url.ends_with(['/', '#']) => Some((key.clone(), url.clone())),
        _ => None,
    });
    declared.take(32).collect()
}

/// How a value was come to.
#[derive(Clone, Copy)]
struct Way<'p> {
    prefixes: &'p [(String, String)],
    depth: usize,
    /// Whether it is within a thing that was found by its id.
    is_reference: bool,
}

struct Reading<'j, 'b> {
    by_id: FxHashMap<&'j str, &'j Json>,
    /// Ids of things that were put where they are referred to.
    embedded: FxHashSet<&'j str>,
    budget: &'b mut Budget,
}

impl<'j> Reading<'j, '_> {
    fn thing(&mut self, json: &'j Json, way: Way<'_>) -> Option<Thing> {
        let Json::Object(members) = json else { return None };
        if way.depth > MAX_DEPTH || !self.budget.take_thing() {
            return None;
        }
        let mut thing = Thing { id: id(json).and_then(plain_text), ..Thing::default() };
        for (key, value) in members {
            match key.as_str() {
                "@type" | "type" => self.types(value, way, &mut thing),
                key if key.starts_with('@') || key == "id" => {}
                key => {
                    if let Some(name) = term(key, way.prefixes) {
                        self.values(&name, value, Way { depth: way.depth + 1, ..way }, &mut thing);
                    }
                }
            }
        }
        Some(thing)
    }

    fn types(&self, json: &Json, way: Way<'_>, thing: &mut Thing) {
        let names = match json {
            Json::List(names) => names.as_slice(),
            one => std::slice::from_ref(one),
        };
        let names = names.iter().filter_map(Json::text).take(8);
        thing.types.extend(names.filter_map(|name| type_term(name, way.prefixes)));
    }

    /// Adds the values of a property.
    fn values(&mut self, name: &str, json: &'j Json, way: Way<'_>, thing: &mut Thing) {
        match json {
            Json::List(items) => {
                items.iter().for_each(|item| match item {
                    Json::List(_) => {}
                    item => self.values(name, item, way, thing),
                });
            }
            Json::Object(_) => self.object(name, json, way, thing),
            Json::Text(text) | Json::Number(text) => self.text(name, text, thing),
            Json::Bool(yes) => self.text(name, if *yes { "true" } else { "false" }, thing),
            Json::Null => {}
        }
    }

    fn text(&mut self, name: &str, text: &str, thing: &mut Thing) {
        // What goes through two systems is escaped twice, and nothing undoes either in a script.
        if let Some(text) = plain_text(&sitewrap_tree::decode_entities(text))
            && self.budget.take_text(text.len())
        {
            thing.add(name, Source::JsonLd, Stated::Text(text));
        }
    }

    fn object(&mut self, name: &str, json: &'j Json, way: Way<'_>, thing: &mut Thing) {
        let inner = ["@value", "@list", "@set"].into_iter().find_map(|key| json.get(key));
        if let Some(inner) = inner.filter(|_| way.depth <= MAX_DEPTH) {
            return self.values(name, inner, Way { depth: way.depth + 1, ..way }, thing);
        }
        let Json::Object(members) = json else { return };
        let is_bare = members.iter().all(|(key, _)| matches!(&**key, "@id" | "@type" | "id"));
        let target = id(json).filter(|_| is_bare);
        let known = target.and_then(|id| Some((id, *self.by_id.get(id)?)));
        let found = match known {
            Some((id, known)) if !way.is_reference && !AROUND.contains(&name) => {
                self.embedded.insert(id);
                self.thing(known, Way { is_reference: true, ..way })
            }
            _ => self.thing(json, way),
        };
        if let Some(found) =
            found.filter(|found| !found.properties.is_empty() || found.id.is_some())
        {
            thing.add(name, Source::JsonLd, Stated::Thing(found));
        }
    }
}
