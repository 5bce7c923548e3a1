//! The children of a template node: kinds become single nodes, lists, maps and running text.

pub(crate) mod alternatives;
mod captions;
pub(crate) mod class_slots;
pub(crate) mod columns;
mod headed;
mod headed_rows;
mod in_text;
pub(crate) mod kinds;
pub(crate) mod label_words;
pub(crate) mod labelled;
mod labelled_links;
pub(crate) mod labelled_paragraphs;
pub(crate) mod landmarks;
pub(crate) mod layout;
pub(crate) mod led;
mod marks;
mod mixed;
pub(crate) mod multi_node;
pub(crate) mod order;
mod pair_rows;
pub(crate) mod pairs;
pub(crate) mod parts;
mod placeholders;
pub(crate) mod positions;
pub(crate) mod reading;
mod rows;
pub(crate) mod section_lists;
pub(crate) mod sections;
mod separators;
pub(crate) mod sides;
pub(crate) mod slots;
pub(crate) mod structures;
pub(crate) mod title;
pub(crate) mod turns;
pub(crate) mod varying;
pub(crate) mod way;
pub(crate) mod wrapped;

use crate::corpus::{Corpus, Instance};
use crate::element::{Context, element};
use crate::features::features;
use crate::level::alternatives::join_alternatives;
use crate::level::captions::captions;
use crate::level::columns::split_columns;
use crate::level::headed_rows::headed_rows;
use crate::level::kinds::Children;
use crate::level::labelled::part_lines;
use crate::level::led::led_items;
use crate::level::marks::mark;
use crate::level::mixed::join_mixed;
use crate::level::multi_node::{MultiNode, multi_node_records, units};
use crate::level::order::{Placed, in_order};
use crate::level::pair_rows::join_pair_rows;
use crate::level::placeholders::part_placeholders;
use crate::level::section_lists::{SectionLists, join_section_lists};
use crate::level::sections::{Section, sections};
use crate::level::separators::split_separators;
use crate::level::slots::{Slots, split_slots};
use crate::level::turns::split_turns;
use crate::level::wrapped::open_wrapped;
use crate::text::pattern::field_with_examples;
use crate::text::prose::{
    ProseKinds, find_prose, heads_items, is_prose, join_bare_texts, part_called,
    part_trailing_headings,
};
use crate::text::prose_boxes::prose_boxes;
use rustc_hash::FxHashSet;
use sitewrap_wrapper::{Content, Element, Field, Presence, Prose, Repeat, TemplateNode};

/// Builds the template nodes for the children of a node; `groups` holds the children of each of
/// its instances.
pub(crate) fn level(context: &Context<'_, '_>, groups: &Groups, depth: usize) -> Vec<TemplateNode> {
    let (mut content, boilerplate) = part_boilerplate(context, groups);
    let lines = part_lines(context.corpus, &mut content);
    let wrappers = open_wrapped(context.corpus, &mut content);
    let mut level = Level::new(context, groups, content, depth);
    level.build();
    let mut nodes = level.nodes;
    nodes.extend(lines);
    nodes.extend(wrappers);
    if let Some(boilerplate) = boilerplate {
        let mut level = Level::new(context, groups, boilerplate, depth);
        level.boilerplate();
        let same_kind = context.corpus.parameters().same_kind;
        level.nodes.retain(|boilerplate| !is_content_elsewhere(boilerplate, &nodes, same_kind));
        nodes.extend(level.nodes);
    }
    in_order(nodes, groups.len(), context.corpus.parameters().kinds)
}

mod maps;

type Groups = Vec<Vec<Instance>>;

/// Children that are content, and those that are blocks of site boilerplate, if there are any.
fn part_boilerplate(context: &Context<'_, '_>, groups: &Groups) -> (Groups, Option<Groups>) {
    let is_block = |child: &Instance| context.boilerplate.is_block(context.corpus, *child);
    let (boilerplate, content): (Groups, Groups) =
        groups.iter().map(|group| group.iter().partition(|child| is_block(child))).unzip();
    let any = boilerplate.iter().any(|group| !group.is_empty());
    (content, any.then_some(boilerplate))
}

/// Whether a node of boilerplate is that of content on other pages (a side column, which shows a table of
/// contents to a few): nodes of one look that never come together are one to extraction.
fn is_content_elsewhere(boilerplate: &Placed, content: &[Placed], least: f32) -> bool {
    let TemplateNode::Repeat(Repeat { unit, .. }) = &boilerplate.node else { return false };
    let [TemplateNode::Element(outline)] = &unit[..] else { return false };
    let has = |group: usize| boilerplate.firsts.iter().any(|(of, _)| *of == group);
    content.iter().any(|placed| {
        matches!(&placed.node, TemplateNode::Element(element) if alike(element, outline, least))
            && !placed.firsts.iter().any(|(group, _)| has(*group))
    })
}

/// Whether two template nodes are of one kind, by their features.
fn alike(a: &Element, b: &Element, least: f32) -> bool {
    let weights = |of: &Element| of.features.iter().map(|feature| feature.weight).sum::<f32>();
    let shared: f32 = a
        .features
        .iter()
        .filter_map(|one| {
            let other = b.features.iter().find(|other| other.name == one.name)?;
            Some(one.weight.min(other.weight))
        })
        .sum();
    a.tag == b.tag && 2.0 * shared >= least * (weights(a) + weights(b))
}

struct Level<'a, 't> {
    context: &'a Context<'a, 't>,
    corpus: &'a Corpus<'t>,
    /// All children of each instance, boilerplate too: the places of nodes are counted in these.
    siblings: &'a Groups,
    children: Children,
    depth: usize,
    nodes: Vec<Placed>,
    done: FxHashSet<usize>,
    /// Kinds that are running text.
    running: Vec<usize>,
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
        let (nodes, done, running) = (Vec::new(), FxHashSet::default(), Vec::new());
        Self { context, corpus, siblings, children, depth, nodes, done, running }
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

    /// Nodes that recognise boilerplate, so that it is not taken for content. Boilerplate may go and
    /// come as the site pleases, so that none of it is required.
    fn boilerplate(&mut self) {
        for kind in 0..self.children.count {
            let Presence { seen, of, .. } = self.presence(&[kind]);
            let unit = vec![TemplateNode::Element(self.outline(&[kind]))];
            self.repeat(&[kind], unit, Presence::new(seen.min(of / 2), of));
        }
    }

    fn build(&mut self) {
        if self.row_maps() {
            return;
        }
        if split_columns(self.corpus, &mut self.children) {
            (0..self.children.count).for_each(|column| self.node(column, &Slots::default()));
            return;
        }
        split_separators(self.corpus, &mut self.children);
        self.split_header_rows();
        join_pair_rows(self.corpus, &mut self.children);
        self.maps();
        self.definitions();
        split_turns(self.corpus, &mut self.children, &self.done);
        if let Some(sections) = join_section_lists(self.corpus, &mut self.children, &self.done) {
            self.section_lists(&sections);
        }
        join_alternatives(self.corpus, &mut self.children, &self.done);
        join_mixed(self.corpus, &mut self.children, &self.done);
        part_placeholders(self.corpus, &mut self.children, &self.done);
        if let Some((sections, slots)) = captions(self.corpus, &mut self.children, &self.done) {
            self.sections(sections, &slots);
            return;
        }
        let slots = split_slots(self.corpus, &mut self.children, &self.done);
        if let Some(sections) = sections(self.corpus, &self.children, &slots, &self.done) {
            self.sections(sections, &slots);
            return;
        }
        for &kind in &slots.labelled {
            self.node(kind, &slots);
            self.done.insert(kind);
        }
        if let Some(MultiNode { kinds }) = led_items(self.corpus, &self.children, &self.done) {
            self.list_of_units(&kinds);
        }
        self.running_text();
        self.groups();
        for kind in 0..self.children.count {
            if !self.done.contains(&kind) {
                self.node(kind, &slots);
            }
        }
        self.lists_in_text();
    }

    /// The template node of a kind: one element, or a list.
    fn node(&mut self, kind: usize, slots: &Slots) {
        let members = self.all_of(&[kind]);
        if members.is_empty() {
            return;
        }
        let presence = self.presence(&[kind]);
        if self.children.is_many(kind) {
            self.context.layout.look_at(self.corpus, &self.children, kind);
            let of = Presence::new(members.len() as u32, members.len() as u32);
            let unit = element(self.context, &members, of, self.depth);
            self.repeat(&[kind], vec![TemplateNode::Element(unit)], presence);
        } else {
            let mut node = element(self.context, &members, presence, self.depth);
            node.label_words = slots.labels.get(&kind).cloned().unwrap_or_default();
            if !self.context.boilerplate.is_boilerplate(members[0])
                && let Some(mark) = mark(self.corpus, &self.children, kind, &node)
            {
                node.content = mark;
            }
            if matches!(&node.content, Content::Text(pattern) if pattern.running) {
                self.running.push(kind);
            }
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
        Presence::new(having.count() as u32, self.children.groups.len() as u32)
    }

    fn repeat(&mut self, kinds: &[usize], unit: Vec<TemplateNode>, presence: Presence) {
        let items = self.children.counts(kinds[0]).iter().sum::<usize>() as u32;
        let node = Repeat {
            field: Field::default(),
            unit,
            within: false,
            through: false,
            way: false,
            presence,
            items,
        };
        self.push(kinds, TemplateNode::Repeat(node));
    }

    /// Each section is a level of its own; its nodes stand between its heading and the next one.
    fn sections(&mut self, mut sections: Vec<Section>, slots: &Slots) {
        let start = |section: &Section| section.first.map_or(-1.0, |first| self.place(first));
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

    /// Sections of one form.
    fn section_lists(&mut self, sections: &SectionLists) {
        match sections {
            SectionLists::List { head, body } => self.list_of_sections(*head, *body),
            SectionLists::Apart(bodies) => self.like_blocks(bodies),
        }
    }

    /// A list of sections: each has a heading, and a block of items. What tells the blocks apart, as
    /// ids do, does not tell that they are sections.
    fn list_of_sections(&mut self, head: usize, body: usize) {
        let part = |kind: usize| {
            let members = self.all_of(&[kind]);
            let of = Presence::new(members.len() as u32, members.len() as u32);
            let mut element = element(self.context, &members, of, self.depth);
            element.features.retain(|feature| !feature.name.starts_with('#'));
            TemplateNode::Element(element)
        };
        let unit = vec![part(head), part(body)];
        let presence = self.presence(&[head]);
        self.repeat(&[head, body], unit, presence);
        self.done.extend([head, body]);
    }

    /// Blocks of sections with names of their own. What stands in them is learned from all of them:
    /// a block with the same five items on all pages shows that it is a list only beside the others.
    fn like_blocks(&mut self, bodies: &[usize]) {
        let members = self.all_of(bodies);
        let of = Presence::new(members.len() as u32, members.len() as u32);
        let all = element(self.context, &members, of, self.depth);
        for &kind in bodies {
            let node = Element {
                features: features(self.corpus, &self.all_of(&[kind])),
                presence: self.presence(&[kind]),
                ..all.clone()
            };
            self.push(&[kind], TemplateNode::Element(node));
        }
        self.done.extend(bodies);
    }

    /// The members of kinds.
    fn all_of(&self, kinds: &[usize]) -> Vec<Instance> {
        let members = kinds.iter().flat_map(|&kind| self.children.members(kind));
        members.map(|(_, instance)| instance).collect()
    }

    /// A template node that only recognises the members of kinds.
    fn outline(&self, kinds: &[usize]) -> Element {
        let members = self.all_of(kinds);
        Element {
            tag: self.corpus.tag(members[0]).to_owned(),
            features: features(self.corpus, &members),
            label_words: Vec::new(),
            through: false,
            presence: self.presence(kinds),
            attrs: Vec::new(),
            content: Content::Ignored,
        }
    }

    fn running_text(&mut self) {
        part_called(self.corpus, &mut self.children, &self.done);
        join_bare_texts(self.corpus, &mut self.children, &self.done);
        let paragraphs: Vec<usize> = (0..self.children.count)
            .filter(|kind| !self.done.contains(kind) && self.children.is_many(*kind))
            .filter(|kind| is_prose(self.corpus, &self.children, *kind))
            .collect();
        let boxes = prose_boxes(self.corpus, &self.children, &self.done);
        let paragraphs: Vec<usize> = paragraphs.into_iter().chain(boxes).collect();
        if paragraphs.is_empty() || heads_items(self.corpus, &self.children) {
            return;
        }
        part_trailing_headings(self.corpus, &mut self.children, &paragraphs, &self.done);
        let ProseKinds { paragraphs, between, tags } =
            find_prose(self.corpus, &self.children, paragraphs, &self.done);
        let texts: Vec<String> = paragraphs
            .iter()
            .flat_map(|&kind| self.children.members(kind).take(3))
            .map(|(_, instance)| self.corpus.line(instance))
            .collect();
        let node = Prose {
            field: field_with_examples(texts.iter().map(String::as_str), self.corpus.parameters()),
            paragraphs: paragraphs.iter().map(|&kind| self.outline(&[kind])).collect(),
            between: tags,
            lead: Some(Box::default()),
            presence: self.presence(&paragraphs),
        };
        self.push(&paragraphs, TemplateNode::Prose(node));
        self.running.extend(paragraphs.iter().chain(&between));
        self.done.extend(paragraphs);
        self.done.extend(between);
    }

    /// Lists whose items span several siblings.
    fn groups(&mut self) {
        let many = |level: &Self| -> Vec<usize> {
            let is_free =
                |kind: &usize| !level.done.contains(kind) && level.children.is_many(*kind);
            (0..level.children.count).filter(is_free).collect()
        };
        for MultiNode { kinds } in headed_rows(self.corpus, &self.children, &many(self)) {
            if !kinds.iter().any(|kind| self.done.contains(kind)) {
                self.list_of_units(&kinds);
            }
        }
        for MultiNode { kinds } in multi_node_records(self.corpus, &self.children, &many(self)) {
            let is_term = |(_, child)| self.corpus.tag(child) == "dt";
            let sure = self.children.members(kinds[0]).all(is_term);
            let keyed = kinds[1..].iter().any(|&kind| {
                self.children.members(kind).any(|(_, (p, n))| self.corpus.view(p).text_len(n) > 0)
            });
            if !(keyed && self.map_of_units(&kinds, sure)) {
                self.list_of_units(&kinds);
            }
        }
    }

    /// A list each of whose items is a level of its own: a member of the first kind, and those of the others up to the next.
    fn list_of_units(&mut self, kinds: &[usize]) {
        let (_, units) = units(&self.children, kinds);
        let unit = level(self.context, &units, self.depth + 1);
        let presence = self.presence(kinds);
        self.repeat(kinds, unit, presence);
        self.done.extend(kinds);
    }
}
