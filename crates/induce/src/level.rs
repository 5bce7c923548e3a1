//! The children of a template node: kinds become single nodes, lists, maps and running text.

use crate::alternatives::join_alternatives;
use crate::corpus::{Corpus, Instance};
use crate::element::{Context, element, features};
use crate::flow::is_inline;
use crate::kinds::Children;
use crate::labelled::part_lines;
use crate::nesting::repeats_its_holder;
use crate::order::{Placed, in_order};
use crate::pairs::{Candidates, holds_records, map_keys};
use crate::parallel::{Parallel, join_parallel};
use crate::pattern::field_with_examples;
use crate::prose::{ProseKinds, find_prose, is_prose};
use crate::sections::{Section, sections};
use crate::slots::{Slots, split_slots};
use crate::tandem::{Tandem, tandems, units};
use rustc_hash::FxHashSet;
use sitewrap_extract::{
    Content, Element, Field, Map, Pairs, Presence, Prose, Repeat, TemplateNode, pair_of,
};
use sitewrap_tree::{NodeId, TagTree};
use std::collections::BTreeMap;

/// Builds the template nodes for the children of a node; `groups` holds the children of each of
/// its instances.
pub(crate) fn level(context: &Context<'_, '_>, groups: &Groups, depth: usize) -> Vec<TemplateNode> {
    let (mut content, furniture) = part_furniture(context, groups);
    let lines = part_lines(context.corpus, &mut content);
    let mut level = Level::new(context, groups, content, depth);
    level.build();
    let mut nodes = level.nodes;
    nodes.extend(lines);
    if let Some(furniture) = furniture {
        let mut level = Level::new(context, groups, furniture, depth);
        level.furniture();
        nodes.extend(level.nodes);
    }
    in_order(nodes, groups.len())
}

type Groups = Vec<Vec<Instance>>;

/// Children that are content, and those that are blocks of site furniture, if there are any.
fn part_furniture(context: &Context<'_, '_>, groups: &Groups) -> (Groups, Option<Groups>) {
    let is_block = |child: &Instance| context.furniture.is_block(context.corpus, *child);
    let (furniture, content): (Groups, Groups) =
        groups.iter().map(|group| group.iter().partition(|child| is_block(child))).unzip();
    let any = furniture.iter().any(|group| !group.is_empty());
    (content, any.then_some(furniture))
}

/// A value of more sibling nodes than this is no value but a record.
const MAX_VALUE_NODES: usize = 6;

/// Whether a node holds two things, below wrappers with a single child, of which the first is a
/// phrase and the second no list of records.
fn is_pair(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let mut holder = node;
    loop {
        let children: Vec<_> = corpus.view(page).content_children(holder).collect();
        match children[..] {
            [only] => holder = only,
            [key, value] => {
                return tree.subtree(key).all(|below| is_inline_or_cell(tree, below))
                    && !holds_records(corpus.view(page), value);
            }
            _ => return false,
        }
    }
}

fn is_inline_or_cell(tree: &TagTree, node: NodeId) -> bool {
    let tag = tree.tag(node).as_str();
    is_inline(tag) || matches!(tag, "th" | "td" | "dt" | "p" | "div" | "h3" | "h4" | "h5" | "h6")
}

struct Level<'a, 't> {
    context: &'a Context<'a, 't>,
    corpus: &'a Corpus<'t>,
    /// All children of each instance, furniture too: the places of nodes are counted in these.
    siblings: &'a Groups,
    children: Children,
    depth: usize,
    nodes: Vec<Placed>,
    done: FxHashSet<usize>,
}

impl<'a, 't> Level<'a, 't> {
    fn new(
        context: &'a Context<'a, 't>,
        siblings: &'a Groups,
        groups: Groups,
        depth: usize,
    ) -> Self {
        let corpus = context.corpus;
        let children = Children::new(corpus, groups);
        let (nodes, done) = (Vec::new(), FxHashSet::default());
        Self { context, corpus, siblings, children, depth, nodes, done }
    }

    /// Mean place of a kind among all siblings, 0..1, for the order of template nodes.
    fn place(&self, kind: usize) -> f64 {
        let (mut sum, mut count) = (0.0, 0usize);
        for (at, child) in self.children.members(kind) {
            let siblings = &self.siblings[at];
            // Siblings stand in document order, which is the order of their ids.
            let place = siblings.partition_point(|sibling| sibling.1 < child.1);
            sum += (place as f64 + 0.5) / siblings.len() as f64;
            count += 1;
        }
        if count == 0 { 0.0 } else { sum / count as f64 }
    }

    /// Nodes that recognise furniture, so that it is not taken for content. Furniture may go and
    /// come as the site pleases, so that none of it is required.
    fn furniture(&mut self) {
        for kind in 0..self.children.count {
            let Presence { seen, of } = self.presence(&[kind]);
            let unit = vec![TemplateNode::Element(self.outline(&[kind]))];
            self.repeat(&[kind], unit, Presence { seen: seen.min(of / 2), of });
        }
    }

    fn build(&mut self) {
        self.maps();
        self.definitions();
        if let Some(parallel) = join_parallel(self.corpus, &mut self.children, &self.done) {
            self.parallel(&parallel);
        }
        join_alternatives(self.corpus, &mut self.children, &self.done);
        let slots = split_slots(self.corpus, &mut self.children, &self.done);
        if let Some(sections) = sections(self.corpus, &self.children, &slots, &self.done) {
            self.sections(sections, &slots);
            return;
        }
        self.running_text();
        self.groups();
        for kind in 0..self.children.count {
            if !self.done.contains(&kind) {
                self.node(kind, &slots);
            }
        }
    }

    /// The template node of a kind: one element, or a list.
    fn node(&mut self, kind: usize, slots: &Slots) {
        let members: Vec<Instance> =
            self.children.members(kind).map(|(_, instance)| instance).collect();
        if members.is_empty() {
            return;
        }
        let presence = self.presence(&[kind]);
        if self.children.is_many(kind) || repeats_its_holder(self.corpus, &members) {
            let of = Presence { seen: members.len() as u32, of: members.len() as u32 };
            let unit = element(self.context, &members, of, self.depth);
            self.repeat(&[kind], vec![TemplateNode::Element(unit)], presence);
        } else {
            let mut node = element(self.context, &members, presence, self.depth);
            node.label_words = slots.labels.get(&kind).cloned().unwrap_or_default();
            self.push(&[kind], TemplateNode::Element(node));
        }
    }

    /// Adds the template node for kinds; it stands where the first of them does.
    fn push(&mut self, kinds: &[usize], node: TemplateNode) {
        let first_of = |(at, of): (usize, &Vec<usize>)| {
            let first = of.iter().position(|kind| kinds.contains(kind))?;
            Some((at, self.children.groups[at][first].1))
        };
        let firsts = self.children.kinds.iter().enumerate().filter_map(first_of).collect();
        self.nodes.push(Placed { place: self.place(kinds[0]), firsts, node });
    }

    /// In how many instances one of `kinds` is there.
    fn presence(&self, kinds: &[usize]) -> Presence {
        let having = self.children.kinds.iter().filter(|of| of.iter().any(|k| kinds.contains(k)));
        Presence { seen: having.count() as u32, of: self.children.groups.len() as u32 }
    }

    fn repeat(&mut self, kinds: &[usize], unit: Vec<TemplateNode>, presence: Presence) {
        let items = self.children.counts(kinds[0]).iter().sum::<usize>() as u32;
        let node = Repeat { field: Field::default(), unit, presence, items };
        self.push(kinds, TemplateNode::Repeat(node));
    }

    /// Kinds whose members are pairs of a name and a value.
    fn maps(&mut self) {
        for kind in 0..self.children.count {
            if !self.children.is_many(kind) {
                continue;
            }
            // Rows that hold nothing part the others; a few rows without a name go on with one.
            let is_filled =
                |&(_, (page, node)): &(usize, Instance)| self.corpus.view(page).text_len(node) > 0;
            let is_named = |&(at, (page, node)): &(usize, Instance)| {
                let view = self.corpus.view(page);
                let first = view.content_children(node).next().unwrap_or(node);
                is_filled(&(at, (page, first)))
            };
            let (filled, named) = self
                .children
                .members(kind)
                .filter(is_filled)
                .fold((0usize, 0usize), |(filled, named), member| {
                    (filled + 1, named + usize::from(is_named(&member)))
                });
            let few = 2 * (filled - named) <= filled;
            let candidates: Candidates = self
                .children
                .members(kind)
                .filter(|member| is_filled(member) && (!few || is_named(member)))
                .map(|(at, (page, node))| {
                    (
                        at,
                        is_pair(self.corpus, (page, node))
                            .then(|| pair_of(self.corpus.view(page), node))
                            .flatten(),
                    )
                })
                .collect();
            let sure = self.children.members(kind).all(|(_, child)| self.is_header_row(child));
            if let Some(keys) = map_keys(&candidates, sure) {
                let pairs = Pairs::Nodes(self.outline(&[kind]));
                self.map(&[kind], pairs, keys);
            }
        }
    }

    /// `dt` and `dd` whose terms recur from page to page are a map, however many nodes a
    /// definition has.
    fn definitions(&mut self) {
        let with_tag = |tag: &str| -> Vec<usize> {
            let is = |kind: &usize| {
                !self.done.contains(kind)
                    && self
                        .children
                        .members(*kind)
                        .next()
                        .is_some_and(|(_, m)| self.corpus.tag(m) == tag)
            };
            (0..self.children.count).filter(is).collect()
        };
        let (terms, definitions) = (with_tag("dt"), with_tag("dd"));
        let per_list = |kind: &Vec<usize>| kind.iter().filter(|k| terms.contains(k)).count();
        let several = self.children.kinds.iter().any(|kinds| per_list(kinds) > 1);
        if !several || definitions.is_empty() {
            return;
        }
        let apart = self.children.kinds.clone();
        self.children.join(&terms);
        let kinds: Vec<usize> = terms.into_iter().take(1).chain(definitions).collect();
        if !self.map_of_units(&kinds, true) {
            self.children.kinds = apart;
        }
    }

    /// Makes kinds that come in turn a map, if their units are pairs of a name and a value.
    fn map_of_units(&mut self, kinds: &[usize], sure: bool) -> bool {
        let (owners, units) = units(&self.children, kinds);
        let candidates: Candidates =
            owners.iter().zip(&units).map(|(&at, unit)| (at, self.pair_of_unit(unit))).collect();
        let Some(keys) = map_keys(&candidates, sure) else { return false };
        let key = self.outline(&kinds[..1]);
        let values = kinds[1..].iter().map(|&kind| self.outline(&[kind])).collect();
        self.map(kinds, Pairs::Runs { key, values }, keys);
        true
    }

    /// Each section is a level of its own; its nodes stand between its heading and the next one.
    fn sections(&mut self, mut sections: Vec<Section>, slots: &Slots) {
        let start = |section: &Section| section.head.map_or(-1.0, |head| self.place(head));
        sections.sort_by(|a, b| start(a).total_cmp(&start(b)));
        let starts: Vec<f64> = sections.iter().map(start).collect();
        for (at, section) in sections.into_iter().enumerate() {
            if let Some(head) = section.head {
                self.node(head, slots);
            }
            let mut level = Level::new(self.context, self.siblings, section.groups, self.depth);
            level.build();
            let end = starts.get(at + 1).copied().unwrap_or(1.0);
            let within = |node: Placed| Placed { place: node.place.clamp(starts[at], end), ..node };
            level.nodes.sort_by(|a, b| a.place.total_cmp(&b.place));
            self.nodes.extend(level.nodes.into_iter().map(within));
        }
    }

    /// Sections of one form are a list: each has a heading, and a block of items.
    fn parallel(&mut self, &Parallel { head, body }: &Parallel) {
        let part = |kind: usize| {
            let members: Vec<Instance> = self.children.members(kind).map(|(_, i)| i).collect();
            let of = Presence { seen: members.len() as u32, of: members.len() as u32 };
            TemplateNode::Element(element(self.context, &members, of, self.depth))
        };
        let unit = vec![part(head), part(body)];
        let presence = self.presence(&[head]);
        self.repeat(&[head, body], unit, presence);
        self.done.extend([head, body]);
    }

    /// A table row that begins with a header cell and has one other cell.
    fn is_header_row(&self, row: Instance) -> bool {
        let cells = self.corpus.children(row);
        matches!(cells[..], [key, _] if self.corpus.tag((row.0, key)) == "th")
    }

    fn map(&mut self, kinds: &[usize], pairs: Pairs, keys: Vec<String>) {
        let field = Field { examples: keys.iter().take(3).cloned().collect(), ..Field::default() };
        let node =
            Map { field, pairs, keys, formats: BTreeMap::new(), presence: self.presence(kinds) };
        self.push(kinds, TemplateNode::Map(node));
        self.done.extend(kinds);
    }

    /// A template node that only recognises the members of kinds.
    fn outline(&self, kinds: &[usize]) -> Element {
        let members: Vec<Instance> =
            kinds.iter().flat_map(|&kind| self.children.members(kind)).map(|(_, i)| i).collect();
        Element {
            tag: self.corpus.tag(members[0]).to_owned(),
            features: features(self.corpus, &members),
            label_words: Vec::new(),
            presence: self.presence(kinds),
            attrs: Vec::new(),
            content: Content::Ignored,
        }
    }

    fn running_text(&mut self) {
        let paragraphs: Vec<usize> = (0..self.children.count)
            .filter(|kind| !self.done.contains(kind) && self.children.is_many(*kind))
            .filter(|kind| is_prose(self.corpus, &self.children, *kind))
            .collect();
        if paragraphs.is_empty() {
            return;
        }
        let ProseKinds { paragraphs, between, tags } =
            find_prose(self.corpus, &self.children, paragraphs, &self.done);
        let texts: Vec<String> = paragraphs
            .iter()
            .flat_map(|&kind| self.children.members(kind).take(3))
            .map(|(_, instance)| self.corpus.line(instance))
            .collect();
        let node = Prose {
            field: field_with_examples(texts.iter().map(String::as_str)),
            paragraphs: paragraphs.iter().map(|&kind| self.outline(&[kind])).collect(),
            between: tags,
            presence: self.presence(&paragraphs),
        };
        self.push(&paragraphs, TemplateNode::Prose(node));
        self.done.extend(paragraphs);
        self.done.extend(between);
    }

    /// Lists whose items span several siblings.
    fn groups(&mut self) {
        let many: Vec<usize> = (0..self.children.count)
            .filter(|kind| !self.done.contains(kind) && self.children.is_many(*kind))
            .collect();
        for Tandem { kinds } in tandems(&self.children, &many) {
            let is_term = |(_, child)| self.corpus.tag(child) == "dt";
            let sure = self.children.members(kinds[0]).all(is_term);
            let keyed = kinds[1..].iter().any(|&kind| {
                self.children.members(kind).any(|(_, (p, n))| self.corpus.view(p).text_len(n) > 0)
            });
            if !(keyed && self.map_of_units(&kinds, sure)) {
                let (_, units) = units(&self.children, &kinds);
                let unit = level(self.context, &units, self.depth + 1);
                let presence = self.presence(&kinds);
                self.repeat(&kinds, unit, presence);
                self.done.extend(&kinds);
            }
        }
    }

    fn is_phrase(&self, (page, node): Instance) -> bool {
        let tree = self.corpus.tree(page);
        tree.subtree(node).all(|below| is_inline_or_cell(tree, below))
    }

    fn pair_of_unit(&self, unit: &[Instance]) -> Option<(String, String)> {
        let (first, rest) = unit.split_first()?;
        if rest.len() > MAX_VALUE_NODES || !self.is_phrase(*first) {
            return None;
        }
        let value: Vec<String> = rest
            .iter()
            .map(|&instance| self.corpus.line(instance))
            .filter(|text| !text.is_empty())
            .collect();
        (!value.is_empty()).then(|| (self.corpus.line(*first), value.join(" ")))
    }
}
