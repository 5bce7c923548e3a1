//! The children of a template node: kinds become single nodes, lists, maps and running text.

use crate::corpus::{Corpus, Instance};
use crate::element::{Context, element, features};
use crate::flow::is_inline;
use crate::kinds::Children;
use crate::pairs::{Candidates, map_keys};
use crate::pattern::field_with_examples;
use crate::prose::{ProseKinds, find_prose, is_prose};
use crate::slots::split_slots;
use crate::tandem::{Tandem, tandems, units};
use rustc_hash::FxHashSet;
use sitewrap_extract::{
    Content, Element, Field, Map, Pairs, Presence, Prose, Repeat, TemplateNode, pair_of,
};
use sitewrap_tree::{NodeId, TagTree};

/// Builds the template nodes for the children of a node; `groups` holds the children of each of
/// its instances.
pub(crate) fn level(
    context: &Context<'_, '_>,
    groups: Vec<Vec<Instance>>,
    depth: usize,
) -> Vec<TemplateNode> {
    let all = groups.len() as u32;
    let (content, furniture) = part_furniture(context, groups);
    let mut nodes = Level::new(context, content, depth).build();
    nodes.extend(
        furniture.and_then(|groups| furniture_nodes(context, groups, all)).into_iter().flatten(),
    );
    nodes
}

/// Children that are content, and those that are blocks of site furniture, if there are any.
fn part_furniture(
    context: &Context<'_, '_>,
    groups: Vec<Vec<Instance>>,
) -> (Vec<Vec<Instance>>, Option<Vec<Vec<Instance>>>) {
    let is_block = |child: &Instance| context.furniture.is_block(context.corpus, *child);
    let (furniture, content): (Vec<Vec<Instance>>, Vec<Vec<Instance>>) =
        groups.into_iter().map(|group| group.into_iter().partition(is_block)).unzip();
    let any = furniture.iter().any(|group| !group.is_empty());
    (content, any.then_some(furniture))
}

/// Nodes that recognise furniture, so that it is not taken for content.
fn furniture_nodes(
    context: &Context<'_, '_>,
    groups: Vec<Vec<Instance>>,
    all: u32,
) -> Option<Vec<TemplateNode>> {
    let level = Level::new(context, groups, 0);
    let kinds = 0..level.children.count;
    let nodes = kinds.map(|kind| {
        let presence = Presence { seen: level.presence(&[kind]).seen, of: all };
        let mut outline = level.outline(&[kind]);
        outline.presence = Presence { seen: 1, of: 1 };
        TemplateNode::Repeat(Repeat {
            field: Field::default(),
            items: presence.seen,
            unit: vec![TemplateNode::Element(outline)],
            // Furniture may go and come, as the site pleases.
            presence: Presence { seen: presence.seen.min(all / 2), of: all },
        })
    });
    Some(nodes.collect())
}

/// A value of more sibling nodes than this is no value but a record.
const MAX_VALUE_NODES: usize = 6;

/// Whether a node holds two things, below wrappers with a single child, of which the first is a
/// phrase.
fn is_pair(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let mut holder = node;
    loop {
        let children: Vec<_> = tree.children(holder).collect();
        match children[..] {
            [only] => holder = only,
            [key, _] => return tree.subtree(key).all(|below| is_inline_or_cell(tree, below)),
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
    children: Children,
    depth: usize,
    /// Template nodes with their mean place among the siblings.
    nodes: Vec<(f64, TemplateNode)>,
    done: FxHashSet<usize>,
}

impl<'a, 't> Level<'a, 't> {
    fn new(context: &'a Context<'a, 't>, groups: Vec<Vec<Instance>>, depth: usize) -> Self {
        let corpus = context.corpus;
        let children = Children::new(corpus, groups);
        Self { context, corpus, children, depth, nodes: Vec::new(), done: FxHashSet::default() }
    }

    fn build(mut self) -> Vec<TemplateNode> {
        self.maps();
        let labels = split_slots(self.corpus, &mut self.children, &self.done);
        self.running_text();
        self.groups();
        for kind in 0..self.children.count {
            if self.done.contains(&kind) {
                continue;
            }
            let members: Vec<Instance> =
                self.children.members(kind).map(|(_, instance)| instance).collect();
            if members.is_empty() {
                continue;
            }
            let presence = self.presence(&[kind]);
            if self.children.is_many(kind) {
                let of = Presence { seen: members.len() as u32, of: members.len() as u32 };
                let unit = element(self.context, &members, of, self.depth);
                self.repeat(&[kind], vec![TemplateNode::Element(unit)], presence);
            } else {
                let mut node = element(self.context, &members, presence, self.depth);
                node.label_words = labels.get(&kind).cloned().unwrap_or_default();
                self.nodes.push((self.children.place(kind), TemplateNode::Element(node)));
            }
        }
        self.nodes.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.nodes.into_iter().map(|(_, node)| node).collect()
    }

    /// In how many instances one of `kinds` is there.
    fn presence(&self, kinds: &[usize]) -> Presence {
        let having = self.children.kinds.iter().filter(|of| of.iter().any(|k| kinds.contains(k)));
        Presence { seen: having.count() as u32, of: self.children.groups.len() as u32 }
    }

    fn repeat(&mut self, kinds: &[usize], unit: Vec<TemplateNode>, presence: Presence) {
        let items = self.children.counts(kinds[0]).iter().sum::<usize>() as u32;
        let node = Repeat { field: Field::default(), unit, presence, items };
        self.nodes.push((self.children.place(kinds[0]), TemplateNode::Repeat(node)));
    }

    /// Kinds whose members are pairs of a name and a value.
    fn maps(&mut self) {
        for kind in 0..self.children.count {
            if !self.children.is_many(kind) {
                continue;
            }
            let candidates: Candidates = self
                .children
                .members(kind)
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

    /// A table row that begins with a header cell and has one other cell.
    fn is_header_row(&self, row: Instance) -> bool {
        let cells = self.corpus.children(row);
        matches!(cells[..], [key, _] if self.corpus.tag((row.0, key)) == "th")
    }

    fn map(&mut self, kinds: &[usize], pairs: Pairs, keys: Vec<String>) {
        let field = Field { examples: keys.iter().take(3).cloned().collect(), ..Field::default() };
        let node = Map { field, pairs, keys, presence: self.presence(kinds) };
        self.nodes.push((self.children.place(kinds[0]), TemplateNode::Map(node)));
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
        self.nodes.push((self.children.place(paragraphs[0]), TemplateNode::Prose(node)));
        self.done.extend(paragraphs);
        self.done.extend(between);
    }

    /// Lists whose items span several siblings.
    fn groups(&mut self) {
        let many: Vec<usize> = (0..self.children.count)
            .filter(|kind| !self.done.contains(kind) && self.children.is_many(*kind))
            .collect();
        for Tandem { kinds } in tandems(&self.children, &many) {
            let (owners, units) = units(&self.children, &kinds);
            let candidates: Candidates = owners
                .iter()
                .zip(&units)
                .map(|(&at, unit)| (at, self.pair_of_unit(unit)))
                .collect();
            let sure = self
                .children
                .members(kinds[0])
                .all(|(_, child)| matches!(self.corpus.tag(child), "dt"));
            let keyed = kinds[1..].iter().any(|&kind| {
                self.children.members(kind).any(|(_, (p, n))| self.corpus.view(p).text_len(n) > 0)
            });
            match map_keys(&candidates, sure).filter(|_| keyed) {
                Some(keys) => {
                    let key = self.outline(&kinds[..1]);
                    let values = kinds[1..].iter().map(|&kind| self.outline(&[kind])).collect();
                    self.map(&kinds, Pairs::Runs { key, values }, keys);
                }
                None => {
                    let unit = level(self.context, units, self.depth + 1);
                    let presence = self.presence(&kinds);
                    self.repeat(&kinds, unit, presence);
                    self.done.extend(&kinds);
                }
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
