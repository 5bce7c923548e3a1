//! Applying a template to a page: what is matched becomes a record.

use crate::align::{Place, Slot, align};
use crate::mapped::Mapped;
use crate::recognise::{Recogniser, Vocabulary};
use crate::template::{
    AttrField, Content, Element, Map, Pairs, Prose, Repeat, Template, TemplateNode,
};
use crate::text;
use crate::view::{View, feature_hash, normalize_token};
use sitewrap_model::{Record, Value};
use sitewrap_tree::NodeId;

/// A template made ready to be applied to many pages.
#[derive(Debug)]
pub struct Compiled<'w> {
    root: CompiledElement<'w>,
    vocabulary: Vocabulary,
    /// For a template that is matched by tags alone.
    mapped: Option<Mapped<'w>>,
}

/// What applying a template to a page gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The record; empty where nothing was found.
    pub record: Record,
    /// How well the page fits, 0..=1: the share of nodes matched, of page and template together.
    pub fit: f64,
    /// Required nodes that the page lacks, as paths of labels; only the first few.
    pub missing: Vec<String>,
}

#[derive(Debug)]
struct CompiledElement<'w> {
    element: &'w Element,
    children: Level<'w>,
}

/// The children of a template node, or the unit of a list.
#[derive(Debug, Default)]
struct Level<'w> {
    nodes: Vec<CompiledNode<'w>>,
    slots: Vec<Slot>,
}

#[derive(Debug)]
enum CompiledNode<'w> {
    Element(CompiledElement<'w>),
    Repeat { repeat: &'w Repeat, unit: Level<'w>, unit_of_kind: Vec<usize>, plain: bool },
    Map(&'w Map),
    Prose(&'w Prose),
}

/// Missing nodes that are named in [`Applied::missing`].
const MAX_MISSING_NAMED: usize = 8;

/// What was matched and what was not, in nodes.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) matched: usize,
    pub(crate) unmatched: usize,
    missing: usize,
    missing_named: Vec<String>,
}

impl Tally {
    /// Counts a required node that the page lacks.
    pub(crate) fn miss(&mut self, name: String) {
        self.missing += 1;
        if self.missing_named.len() < MAX_MISSING_NAMED {
            self.missing_named.push(name);
        }
    }

    /// The result for a page with this record.
    pub(crate) fn applied(self, record: Record) -> Applied {
        let matched = 2 * self.matched;
        let all = matched + self.unmatched + self.missing;
        let fit = if all == 0 { 0.0 } else { matched as f64 / all as f64 };
        Applied { record, fit, missing: self.missing_named }
    }
}

impl<'w> Compiled<'w> {
    /// Makes a template ready.
    pub fn new(template: &'w Template) -> Self {
        let mut vocabulary = Vocabulary::default();
        collect_vocabulary(&template.root, &mut vocabulary);
        let root = compile_element(&template.root, template);
        Self { root, vocabulary, mapped: Mapped::new(template) }
    }

    /// Applies the template to the page at `url`.
    pub fn apply(&self, view: &View<'_>, url: &str) -> Applied {
        if let Some(mapped) = &self.mapped {
            return mapped.apply(view, url);
        }
        let origin = origin(url);
        let mut job = Job { view, origin, vocabulary: &self.vocabulary, tally: Tally::default() };
        let mut record = Record::new();
        job.element(&self.root, view.tree.root(), &mut record);
        job.tally.applied(record)
    }
}

fn collect_vocabulary(element: &Element, vocabulary: &mut Vocabulary) {
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
                Pairs::Nodes(element) => collect_vocabulary(element, vocabulary),
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

fn compile_element<'w>(element: &'w Element, template: &Template) -> CompiledElement<'w> {
    let children = match &element.content {
        Content::Children(children) => compile_level(children, template),
        _ => Level::default(),
    };
    CompiledElement { element, children }
}

fn compile_level<'w>(nodes: &'w [TemplateNode], template: &Template) -> Level<'w> {
    let recogniser = |element: &Element| Recogniser::new(element, template.matching);
    let mut level = Level::default();
    for node in nodes {
        let (compiled, kinds, many) = match node {
            TemplateNode::Element(element) => {
                let compiled = CompiledNode::Element(compile_element(element, template));
                (compiled, vec![recogniser(element)], false)
            }
            TemplateNode::Repeat(repeat) => {
                let unit = compile_level(&repeat.unit, template);
                let (mut kinds, mut unit_of_kind) = (Vec::new(), Vec::new());
                for (index, slot) in unit.slots.iter().enumerate() {
                    kinds.extend(slot.kinds.iter().cloned());
                    unit_of_kind.resize(kinds.len(), index);
                }
                let plain = count_fields(&repeat.unit) == 1;
                (CompiledNode::Repeat { repeat, unit, unit_of_kind, plain }, kinds, true)
            }
            TemplateNode::Map(map) => {
                let kinds = match &map.pairs {
                    Pairs::Nodes(element) => vec![recogniser(element)],
                    Pairs::Runs { key, values } => {
                        std::iter::once(key).chain(values).map(recogniser).collect()
                    }
                };
                (CompiledNode::Map(map), kinds, true)
            }
            TemplateNode::Prose(prose) => {
                let kinds = prose.paragraphs.iter().map(recogniser).collect();
                (CompiledNode::Prose(prose), kinds, true)
            }
        };
        level.nodes.push(compiled);
        level.slots.push(Slot { kinds, many });
    }
    level
}

/// Number of fields among nodes, lists and maps counting more than one.
fn count_fields(nodes: &[TemplateNode]) -> usize {
    let element_fields = |element: &Element| {
        let inside = match &element.content {
            Content::Children(children) => count_fields(children),
            Content::Text(pattern) => {
                usize::from(pattern.whole.is_some())
                    + pattern.parts.iter().filter(|p| matches!(p, crate::Part::Field(_))).count()
            }
            Content::Fixed(_) | Content::Ignored => 0,
        };
        inside + element.attrs.len()
    };
    nodes
        .iter()
        .map(|node| match node {
            TemplateNode::Element(element) => element_fields(element),
            TemplateNode::Prose(_) => 1,
            TemplateNode::Repeat(_) | TemplateNode::Map(_) => 2,
        })
        .sum()
}

struct Job<'a, 't> {
    view: &'a View<'t>,
    /// Scheme, host and port of the page.
    origin: &'a str,
    vocabulary: &'a Vocabulary,
    tally: Tally,
}

impl Job<'_, '_> {
    fn element(&mut self, compiled: &CompiledElement<'_>, node: NodeId, record: &mut Record) {
        let tree = self.view.tree;
        for attr in &compiled.element.attrs {
            if let Some(value) = attr_value(self.view, node, attr, self.origin) {
                record.insert(attr.field.name.clone(), Value::Text(value));
            }
        }
        match &compiled.element.content {
            Content::Children(_) => {
                self.tally.matched += 1;
                let children: Vec<NodeId> = tree.children(node).collect();
                self.level(&compiled.children, &children, record);
            }
            Content::Text(pattern) => {
                let text = text::line(tree, node);
                // A text between elements often bears what parts it from them.
                let text = if tree.is_text(node) { text::trim(&text) } else { &text };
                text::insert(pattern, text, record);
                self.tally.matched += tree.subtree_len(node);
            }
            Content::Fixed(_) | Content::Ignored => {
                self.tally.matched += tree.subtree_len(node);
            }
        }
    }

    fn level(&mut self, level: &Level<'_>, children: &[NodeId], record: &mut Record) {
        let mut places = align(&level.slots, children, self.view, self.vocabulary);
        for (index, node) in level.nodes.iter().enumerate() {
            if let CompiledNode::Prose(prose) = node {
                absorb_between(prose, index, children, &mut places, self.view);
            }
        }
        let mut of_slot: Vec<Vec<(NodeId, usize)>> = vec![Vec::new(); level.nodes.len()];
        for (&child, place) in children.iter().zip(&places) {
            match place {
                Some(Place { slot, kind }) => of_slot[*slot].push((child, *kind)),
                None => self.tally.unmatched += self.view.tree.subtree_len(child),
            }
        }
        for (node, found) in level.nodes.iter().zip(&of_slot) {
            self.node(node, found, record);
        }
    }

    fn node(&mut self, node: &CompiledNode<'_>, found: &[(NodeId, usize)], record: &mut Record) {
        if found.is_empty() {
            self.absent(node);
            return;
        }
        match node {
            CompiledNode::Element(element) => self.element(element, found[0].0, record),
            CompiledNode::Repeat { repeat, unit, unit_of_kind, plain } => {
                let list = self.items(unit, unit_of_kind, *plain, found);
                if !list.is_empty() {
                    record.insert(repeat.field.name.clone(), Value::List(list));
                }
            }
            CompiledNode::Map(map) => {
                let pairs = self.pairs(map, found);
                if !pairs.is_empty() {
                    record.insert(map.field.name.clone(), Value::Record(pairs));
                }
            }
            CompiledNode::Prose(prose) => {
                let text = self.paragraphs(found);
                if !text.is_empty() {
                    record.insert(prose.field.name.clone(), Value::Text(text));
                }
            }
        }
    }

    fn absent(&mut self, node: &CompiledNode<'_>) {
        let (presence, name) = match node {
            CompiledNode::Element(compiled) => {
                (compiled.element.presence, element_name(compiled.element))
            }
            CompiledNode::Repeat { repeat, .. } => (repeat.presence, repeat.field.name.clone()),
            CompiledNode::Map(map) => (map.presence, map.field.name.clone()),
            CompiledNode::Prose(prose) => (prose.presence, prose.field.name.clone()),
        };
        if presence.is_required() {
            self.tally.miss(name);
        }
    }

    fn items(
        &mut self,
        unit: &Level<'_>,
        unit_of_kind: &[usize],
        plain: bool,
        found: &[(NodeId, usize)],
    ) -> Vec<Value> {
        let mut list = Vec::new();
        for item in cut_items(unit, unit_of_kind, found) {
            let mut record = Record::new();
            match (&unit.nodes[..], &item[..]) {
                ([CompiledNode::Element(element)], [node]) => {
                    self.element(element, *node, &mut record);
                }
                _ => self.level(unit, &item, &mut record),
            }
            if record.is_empty() {
                continue;
            }
            let only = record.iter().next().filter(|_| plain).map(|(_, value)| value.clone());
            list.push(only.unwrap_or(Value::Record(record)));
        }
        list
    }

    fn pairs(&mut self, map: &Map, found: &[(NodeId, usize)]) -> Record {
        let mut pairs = Record::new();
        for &(node, _) in found {
            self.tally.matched += self.view.tree.subtree_len(node);
        }
        match &map.pairs {
            Pairs::Nodes(_) => {
                for &(node, _) in found {
                    if let Some((key, value)) = pair_of(self.view, node) {
                        add_pair(&mut pairs, &key, &value);
                    }
                }
            }
            Pairs::Runs { .. } => {
                let mut key: Option<String> = None;
                for &(node, kind) in found {
                    let text = text::line(self.view.tree, node);
                    if kind == 0 {
                        key = Some(text);
                    } else if let Some(key) = &key {
                        add_pair(&mut pairs, key, &text);
                    }
                }
            }
        }
        pairs
    }

    fn paragraphs(&mut self, found: &[(NodeId, usize)]) -> String {
        let mut out = String::new();
        for &(node, _) in found {
            self.tally.matched += self.view.tree.subtree_len(node);
            let paragraph = self.view.tree.inner_text(node);
            let paragraph = paragraph.trim();
            if !paragraph.is_empty() {
                if !out.is_empty() {
                    out.push_str("\n\n");
                }
                out.push_str(paragraph);
            }
        }
        out
    }
}

/// A name for a template node in messages.
pub(crate) fn element_name(element: &Element) -> String {
    match element.features.iter().find(|f| f.name.starts_with(['.', '#'])) {
        Some(feature) => format!("{}{}", element.tag, feature.name),
        None => element.tag.clone(),
    }
}

/// Cuts the nodes of a list into items: a new item begins where a unit's first kind comes again,
/// or where the kinds go back in their order.
fn cut_items(
    unit: &Level<'_>,
    unit_of_kind: &[usize],
    found: &[(NodeId, usize)],
) -> Vec<Vec<NodeId>> {
    let mut items: Vec<Vec<NodeId>> = Vec::new();
    let mut last = usize::MAX;
    for &(node, kind) in found {
        let place = unit_of_kind.get(kind).copied().unwrap_or(0);
        let again = place == last && unit.slots[place].many;
        if items.is_empty() || (place <= last && !again) {
            items.push(Vec::new());
        }
        last = place;
        if let Some(item) = items.last_mut() {
            item.push(node);
        }
    }
    items
}

/// Gives to running text what stands between its paragraphs, and what may stand at its ends.
fn absorb_between(
    prose: &Prose,
    slot: usize,
    children: &[NodeId],
    places: &mut [Option<Place>],
    view: &View<'_>,
) {
    let is_paragraph = |place: &Option<Place>| place.is_some_and(|place| place.slot == slot);
    let Some(first) = places.iter().position(is_paragraph) else { return };
    let last = places.iter().rposition(is_paragraph).unwrap_or(first);
    let absorbed = Some(Place { slot, kind: 0 });
    for place in &mut places[first..=last] {
        if place.is_none() {
            *place = absorbed;
        }
    }
    let may_join = |child: NodeId| {
        let tag = view.tree.tag(child).as_str();
        prose.between.iter().any(|known| known == tag)
    };
    for at in (0..first).rev() {
        if places[at].is_some() || !may_join(children[at]) {
            break;
        }
        places[at] = absorbed;
    }
    for at in last + 1..places.len() {
        if places[at].is_some() || !may_join(children[at]) {
            break;
        }
        places[at] = absorbed;
    }
}

/// Scheme, host and port of a URL: all before its path.
pub(crate) fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |at| host + at);
    &url[..end]
}

/// The value of an attribute field on a node. A URL on the page's own host is given as a path, so
/// that records are the same for a mirror, a test server and the site itself.
pub(crate) fn attr_value(
    view: &View<'_>,
    node: NodeId,
    attr: &AttrField,
    origin: &str,
) -> Option<String> {
    let tree = view.tree;
    if attr.attr == "class" {
        let token = tree.classes(node).find(|class| {
            let class = normalize_token(class);
            attr.words.contains(&class)
        });
        return token.map(str::to_owned);
    }
    let value = text::collapse(tree.attr(node, &attr.attr)?);
    let path =
        value.strip_prefix(origin).filter(|path| path.starts_with('/') && !origin.is_empty());
    let value = path.map_or(value.clone(), str::to_owned);
    (!value.is_empty()).then_some(value)
}

/// Name and value of a node that holds both: below wrappers with a single child, the first child
/// is the name and the rest is the value. `None` if there is no name or no value.
pub fn pair_of(view: &View<'_>, node: NodeId) -> Option<(String, String)> {
    let tree = view.tree;
    let mut holder = node;
    loop {
        let mut children = tree.children(holder);
        let first = children.next()?;
        let rest: Vec<NodeId> = children.collect();
        if rest.is_empty() {
            holder = first;
            continue;
        }
        let key = clean_key(&text::line(tree, first));
        let value: Vec<String> = rest
            .iter()
            .map(|&part| text::line(tree, part))
            .filter(|text| !text.is_empty())
            .collect();
        let value = value.join(" ");
        let value = value.trim_start_matches([':', ' ']).to_owned();
        return (!key.is_empty() && !value.is_empty()).then_some((key, value));
    }
}

/// A name as written on the page, without the colon after it.
pub fn clean_key(key: &str) -> String {
    key.trim().trim_end_matches([':', '：', ' ']).to_owned()
}

fn add_pair(pairs: &mut Record, key: &str, value: &str) {
    let key = clean_key(key);
    let value = value.trim_start_matches([':', ' ']).to_owned();
    if key.is_empty() || value.is_empty() {
        return;
    }
    let value = Value::Text(value);
    let joined = match pairs.get(&key) {
        None => value,
        Some(Value::List(list)) => {
            let mut list = list.clone();
            list.push(value);
            Value::List(list)
        }
        Some(known) => Value::List(vec![known.clone(), value]),
    };
    pairs.insert(key, joined);
}
