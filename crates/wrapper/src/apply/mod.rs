//! Applying a template to a page: what is matched becomes a record.

mod account;
pub(crate) mod align;
pub(crate) mod blocks;
pub(crate) mod compile;
pub(crate) mod cover;
pub(crate) mod lead;
pub(crate) mod mapped;
pub(crate) mod pairs;
pub(crate) mod recognise;
pub(crate) mod siblings;
mod tally;
pub(crate) mod values;
pub(crate) mod way;
pub(crate) mod within;

pub use tally::Applied;
pub(crate) use tally::Tally;

use crate::apply::align::{Place, align};
use crate::apply::compile::{
    CompiledElement, CompiledNode, Compiler, Level, collect_vocabulary, element_fields,
};
use crate::apply::cover::Cover;
use crate::apply::lead::lead;
use crate::apply::mapped::Mapped;
use crate::apply::pairs::put_pairs;
use crate::apply::recognise::Vocabulary;
use crate::apply::siblings::{absorb_between, cut_items, opened, part_lines};
use crate::apply::values::{attr_value, origin};
use crate::apply::within::find_within;
use crate::page::fragment::{ProseForm, fragment};
use crate::page::text;
use crate::page::view::View;
use crate::parameters::book;
use crate::record::sources::{Item, Sheet, Source, Span};
use crate::wrapper::gaps::{PageCounts, Standing};
use crate::wrapper::presence::Presence;
use crate::wrapper::template::{Content, Element, Field, Pairs, Template};
use sitewrap_model::Value;
use sitewrap_tree::{NodeId, html};
use sitewrap_values::ValueType;
use std::borrow::Cow;

/// A template made ready to be applied to many pages.
#[derive(Debug)]
pub struct Compiled<'w> {
    root: CompiledElement<'w>,
    vocabulary: Vocabulary,
    /// Nodes of the template, the root apart.
    nodes: usize,
    has_fields: bool,
    /// For a template that is matched by tags alone.
    mapped: Option<Mapped<'w>>,
    /// Labels of items that stand in others of their list.
    nested: &'w [String],
    /// Labels of elements that only lay a page out.
    opened: &'w [String],
}

impl<'w> Compiled<'w> {
    /// Makes a template ready.
    pub fn new(template: &'w Template) -> Self {
        let mut vocabulary = Vocabulary::default();
        collect_vocabulary(&template.root, &mut vocabulary);
        let mut compiler = Compiler::new(template.matching);
        let root = compiler.element(&template.root);
        let has_fields = element_fields(&template.root) > 0;
        let (nodes, mapped) = (compiler.nodes, Mapped::new(template));
        let (nested, opened) = (&template.nested[..], &template.opened[..]);
        Self { root, vocabulary, nodes, has_fields, mapped, nested, opened }
    }

    /// Whether the template has fields: a page without a value of any does not fit it.
    pub fn has_fields(&self) -> bool {
        self.has_fields
    }

    /// Applies the template to the page at `url`.
    pub fn apply(&self, view: &View<'_>, url: &str) -> Applied {
        self.fill(view, url, false, ProseForm::Text)
    }

    /// As [`Compiled::apply`], and counts which nodes of the template the page has; not for
    /// templates that are matched by their tags alone.
    pub fn apply_counted(&self, view: &View<'_>, url: &str, counts: &mut PageCounts) -> Applied {
        if self.mapped.is_some() {
            return self.apply(view, url);
        }
        let mut sheet = Sheet::new(false);
        let view = &self.seen(view);
        let mut job = self.job(view, url, ProseForm::Text);
        job.standings = Some(vec![Standing::default(); self.nodes]);
        job.element(&self.root, view.tree.root(), &mut sheet);
        counts.take(&job.standings.take().unwrap_or_default());
        job.tally.applied(sheet)
    }

    /// As [`Compiled::apply`]; with sources, tells where the values stand, and gives running text
    /// in the form that is asked for.
    pub(crate) fn fill(
        &self,
        view: &View<'_>,
        url: &str,
        with_sources: bool,
        prose: ProseForm,
    ) -> Applied {
        let mut sheet = Sheet::new(with_sources);
        if let Some(mapped) = &self.mapped {
            return mapped.apply(view, url, sheet);
        }
        let view = &self.seen(view);
        let mut job = self.job(view, url, prose);
        job.tally.text = view.text_len(view.tree.root());
        job.element(&self.root, view.tree.root(), &mut sheet);
        job.tally.applied(sheet)
    }

    /// A page as the template sees it.
    fn seen<'v, 't>(&self, view: &'v View<'t>) -> Cow<'v, View<'t>> {
        match (self.nested, self.opened) {
            ([], []) => Cow::Borrowed(view),
            (nested, opened) => Cow::Owned(view.clone().with_nested(nested).with_opened(opened)),
        }
    }

    fn job<'a, 't>(&'a self, view: &'a View<'t>, url: &'a str, prose: ProseForm) -> Job<'a, 't> {
        let (vocabulary, tally) = (&self.vocabulary, Tally::default());
        let pages = self.root.element.presence.of;
        let (standings, covers) = (None, None);
        Job { view, url, origin: origin(url), vocabulary, pages, tally, prose, standings, covers }
    }
}

struct Job<'a, 't> {
    view: &'a View<'t>,
    /// Address of the page.
    url: &'a str,
    /// Scheme, host and port of the page.
    origin: &'a str,
    vocabulary: &'a Vocabulary,
    /// Pages from which the template was made.
    pages: u32,
    tally: Tally,
    prose: ProseForm,
    /// How the page has each node of the template, if that is counted.
    standings: Option<Vec<Standing>>,
    /// What the template makes of nodes with all that is in them, if that is kept.
    covers: Option<Vec<(NodeId, Cover)>>,
}

impl Job<'_, '_> {
    /// Keeps what the template makes of a node, if that is kept.
    pub(super) fn cover(&mut self, node: NodeId, cover: Cover) {
        if let Some(covers) = &mut self.covers {
            covers.push((node, cover));
        }
    }

    fn element(&mut self, compiled: &CompiledElement<'_>, node: NodeId, sheet: &mut Sheet) {
        let tree = self.view.tree;
        self.attrs(compiled.element, node, sheet);
        match &compiled.element.content {
            Content::Children(_) => {
                self.tally.matched += 1;
                let children: Vec<NodeId> = self.view.content_children(node).collect();
                self.level(&compiled.children, &children, sheet);
            }
            Content::Text(pattern) => {
                let text = match pattern.running {
                    // Each block stands on a line of its own.
                    true => tree.inner_text(node),
                    false => text::line(tree, node),
                };
                let text = if text::is_separators(&text) { "" } else { &text };
                text::insert(pattern, text, tree.is_text(node), node, sheet);
                if let Some(whole) = &pattern.whole
                    && !text.is_empty()
                    && self.is_html(whole, pattern.running)
                {
                    let inside = if tree.is_text(node) { Some(node) } else { None };
                    let nodes: Vec<NodeId> =
                        inside.into_iter().chain(tree.children(node)).collect();
                    let html = fragment(tree, &nodes, self.origin);
                    let source = || Source::Value(Span::text(node));
                    sheet.put(&whole.name, Value::Text(html), source);
                }
                if let Some(field) = &pattern.lead {
                    self.lead(field, &[node], sheet);
                }
                self.tally.matched += self.view.own_len(node);
                self.cover(node, Cover::Value);
            }
            // What is in a node that is looked through is counted where it stands.
            Content::Fixed(_) | Content::Ignored if compiled.element.through => {
                self.tally.matched += 1;
            }
            Content::Fixed(text) => {
                let is_otherwise = self.says_otherwise(compiled.element, node, text);
                self.tally.contradicted += usize::from(is_otherwise);
                self.tally.matched += self.view.own_len(node);
                self.cover(node, Cover::Template);
            }
            Content::Ignored => {
                self.tally.matched += self.view.own_len(node);
                self.cover(node, Cover::LeftOut);
            }
        }
    }

    fn attrs(&self, element: &Element, node: NodeId, sheet: &mut Sheet) {
        for attr in &element.attrs {
            if let Some(value) = attr_value(self.view, node, attr, self.origin) {
                let source = || Source::Value(Span::attr(node, &attr.attr));
                sheet.put(&attr.field.name, Value::Text(value), source);
            }
        }
    }

    /// Whether a heading or a label that (almost) all pages of the type have says something else
    /// here. Templates keep the beginnings of texts.
    fn says_otherwise(&self, element: &Element, node: NodeId, text: &str) -> bool {
        let Presence { seen, of, .. } = element.presence;
        let is_on_all = Presence::new(seen, of.max(self.pages)).is_required();
        is_on_all
            && !text.is_empty()
            && self.view.tree.subtree_len(node) <= book().label_nodes
            && !text::line(self.view.tree, node).starts_with(text)
    }

    fn level(&mut self, level: &Level<'_>, children: &[NodeId], sheet: &mut Sheet) {
        if let [CompiledNode::Repeat { repeat, .. }, ..] = &level.nodes[..]
            && repeat.way
        {
            self.way(level, children, sheet);
            return;
        }
        let mut of_slot: Vec<Vec<(NodeId, usize)>> = vec![Vec::new(); level.nodes.len()];
        let rest;
        let mut children = children;
        let has_lines = |node: &CompiledNode<'_>| matches!(node, CompiledNode::Map(map) if matches!(map.pairs, Pairs::Lines(_)));
        if let Some(slot) = level.nodes.iter().position(has_lines) {
            let (lines, others) = part_lines(self.view, children);
            of_slot[slot] = lines.into_iter().map(|node| (node, 0)).collect();
            rest = others;
            children = &rest;
        }
        let opened_children;
        if !level.through.is_empty() {
            opened_children =
                opened(&level.slots, &level.through, children, self.view, self.vocabulary);
            children = &opened_children;
        }

        let mut places = match level.nodes.first().is_some_and(CompiledNode::is_row) {
            true => vec![Some(Place { slot: 0, kind: 0 }); children.len()],
            false => align(&level.slots, children, self.view, self.vocabulary),
        };
        for (index, node) in level.nodes.iter().enumerate() {
            if let CompiledNode::Prose(prose) = node {
                absorb_between(prose, index, children, &mut places, self.view);
            }
        }
        for (&child, place) in children.iter().zip(&places) {
            match place {
                Some(Place { slot, kind }) => of_slot[*slot].push((child, *kind)),
                None => {
                    self.cover(child, Cover::Unmatched);
                    self.tally.unmatched += self.view.own_len(child);
                    self.tally.unmatched_text += self.view.text_len(child);
                }
            }
        }
        find_within(level, &mut of_slot, self.view);
        for ((node, found), &number) in level.nodes.iter().zip(&of_slot).zip(&level.numbers) {
            self.stand(number, !found.is_empty());
            self.node(node, found, sheet);
        }
    }

    /// Keeps whether the page has the node of the template with that number, if that is counted.
    fn stand(&mut self, number: usize, is_there: bool) {
        if let Some(standing) = self.standings.as_mut().map(|all| &mut all[number]) {
            *standing = match *standing {
                Standing::Lacking => Standing::Lacking,
                _ if !is_there => Standing::Lacking,
                _ => Standing::Whole,
            };
        }
    }

    fn node(&mut self, node: &CompiledNode<'_>, found: &[(NodeId, usize)], sheet: &mut Sheet) {
        if found.is_empty() {
            self.absent(node);
            return;
        }
        match node {
            CompiledNode::Element(element) => self.element(element, found[0].0, sheet),
            CompiledNode::Repeat { repeat, unit, unit_of_kind, plain } => {
                let inner = sheet.inner();
                let nodes = found.iter().map(|(node, _)| *node);
                let (list, items) = match &unit.nodes[..] {
                    [CompiledNode::Map(_)] if repeat.within => {
                        self.row_items(unit, *plain, nodes, &inner)
                    }
                    _ if repeat.within => self.leaf_items(unit, *plain, nodes, text::line, &inner),
                    _ => self.items(unit, unit_of_kind, *plain, found, &inner),
                };
                if repeat.through {
                    sheet.put_through(list, items);
                } else if !list.is_empty() {
                    sheet.put(&repeat.field.name, Value::List(list), || Source::List(items));
                }
            }
            CompiledNode::Map(map) => {
                // What stands in running text is told by that.
                for &(node, _) in found.iter().filter(|_| !matches!(map.pairs, Pairs::InText)) {
                    self.tally.matched += self.view.tree.subtree_len(node);
                    self.cover(node, Cover::Pairs);
                }
                let mut pairs = sheet.inner();
                put_pairs(self.view, self.origin, map, found, &mut pairs);
                let Sheet { record, sources } = pairs;
                if !record.is_empty() {
                    let source = || Source::Record(sources.unwrap_or_default());
                    sheet.put(&map.field.name, Value::Record(record), source);
                }
            }
            CompiledNode::Prose(prose) => {
                let mut text = self.paragraphs(found);
                if self.is_html(&prose.field, true) {
                    let nodes: Vec<NodeId> = found.iter().map(|&(node, _)| node).collect();
                    text = fragment(self.view.tree, &nodes, self.origin);
                }
                if !text.is_empty() {
                    let span = Span::texts(found[0].0, found[found.len() - 1].0);
                    sheet.put(&prose.field.name, Value::Text(text), || Source::Value(span));
                }
                if let Some(field) = &prose.lead {
                    let nodes: Vec<NodeId> = found.iter().map(|&(node, _)| node).collect();
                    self.lead(field, &nodes, sheet);
                }
            }
        }
    }

    fn absent(&mut self, node: &CompiledNode<'_>) {
        if node.presence().is_required() && !node.is_within() {
            self.tally.miss(|| node.name());
        }
    }

    fn items(
        &mut self,
        unit: &Level<'_>,
        unit_of_kind: &[usize],
        plain: bool,
        found: &[(NodeId, usize)],
        blank: &Sheet,
    ) -> (Vec<Value>, Vec<Item>) {
        let (mut list, mut items) = (Vec::new(), Vec::new());
        // What the items of a list say tells nothing of the page.
        let contradicted = self.tally.contradicted;
        for nodes in cut_items(unit, unit_of_kind, found) {
            let mut sheet = blank.inner();
            match (&unit.nodes[..], &nodes[..]) {
                ([CompiledNode::Element(element)], [node]) => {
                    self.element(element, *node, &mut sheet);
                }
                _ => self.level(unit, &nodes, &mut sheet),
            }
            let Sheet { record, sources } = sheet;
            if record.is_empty() {
                continue;
            }
            if let Some(sources) = sources {
                items.push(Item { nodes, source: sources.of_item(plain) });
            }
            let only = record.iter().next().filter(|_| plain).map(|(_, value)| value.clone());
            list.push(only.unwrap_or(Value::Record(record)));
        }
        self.tally.contradicted = contradicted;
        (list, items)
    }

    /// Puts the first paragraph of running text into a record.
    fn lead(&self, field: &Field, nodes: &[NodeId], sheet: &mut Sheet) {
        if let Some((node, text)) = lead(self.view.tree, nodes) {
            let is_html = self.is_html(field, true);
            let text = if is_html { fragment(self.view.tree, &[node], self.origin) } else { text };
            sheet.put(&field.name, Value::Text(text), || Source::Value(Span::text(node)));
        }
    }

    /// Whether a field is given as HTML: by its type, or as all running text is.
    fn is_html(&self, field: &Field, is_running: bool) -> bool {
        field.format.value_type == ValueType::Html || (is_running && self.prose == ProseForm::Html)
    }

    /// Running text: what stands in one line of the page is one paragraph.
    fn paragraphs(&mut self, found: &[(NodeId, usize)]) -> String {
        let tree = self.view.tree;
        let mut out = String::new();
        let in_one_line = |before: &(NodeId, usize), after: &(NodeId, usize)| {
            let is_in_line =
                |node| tree.is_text(node) || html::is_phrasing(tree.tag(node).as_str());
            let end = before.0.index() + tree.subtree_len(before.0);
            is_in_line(before.0) && is_in_line(after.0) && end == after.0.index()
        };
        for line in found.chunk_by(in_one_line) {
            let nodes: Vec<NodeId> = line.iter().map(|(node, _)| *node).collect();
            for &node in &nodes {
                self.tally.matched += tree.subtree_len(node);
                self.cover(node, Cover::Value);
            }
            let paragraph = tree.inner_text_of(&nodes);
            if !paragraph.is_empty() {
                if !out.is_empty() {
                    out.push_str("\n\n");
                }
                out.push_str(&paragraph);
            }
        }
        out
    }
}
