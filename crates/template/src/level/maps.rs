//! Maps among the children of a node: pairs of a name and a value that recur from page to page.

use super::Level;
use crate::corpus::{Corpus, Instance};
use crate::level::captions::has_parts;
use crate::level::multi_node::units;
use crate::level::pairs::{Candidates, Keys, Told, holds_records, map_keys};
use crate::redundant::own::leads_back;
use crate::text::markup::is_inline;
use sitewrap_terms::words::lexicon::COLONS;
use sitewrap_tree::{NodeId, TagTree, html};
use sitewrap_wrapper::{
    Field, Map, Pairs, TemplateNode, labelled_lines, pair_of, pairs_side_by_side, parts_of_pair,
};
use std::collections::BTreeMap;

/// Whether a node holds two things, below wrappers with a single child, of which the first is a
/// phrase and the second no list of records.
fn is_pair(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let mut holder = node;
    loop {
        let mut children = parts_of_pair(corpus.view(page), holder);
        // Cells behind the value in which nothing stands, such as the place for a picture.
        while children.len() > 2
            && children.last().is_some_and(|&last| is_empty(corpus, (page, last)))
        {
            children.pop();
        }
        match children[..] {
            [only] => holder = only,
            [key, .., value] if children.len() == 2 || defines(tree, &children) => {
                let is_link = |below: &NodeId| tree.tag(*below).as_str() == "a";
                return tree.subtree(key).all(|below| is_inline_or_cell(tree, below))
                    && tree.subtree(key).filter(is_link).count() < 2
                    && !holds_records(corpus.view(page), value)
                    && !is_headed_list(tree, key, value);
            }
            _ => return false,
        }
    }
}

/// Whether nodes are a term and its definitions.
fn defines(tree: &TagTree, nodes: &[NodeId]) -> bool {
    let tags: Vec<&str> = nodes.iter().map(|&node| tree.tag(node).as_str()).collect();
    matches!(tags[..], ["dt", ..]) && tags[1..].iter().all(|tag| *tag == "dd")
}

/// Whether a node has no text and shows nothing else.
fn is_empty(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let shows = |below: NodeId| matches!(tree.tag(below).as_str(), "img" | "input" | "a");
    corpus.view(page).text_len(node) == 0 && !tree.subtree(node).any(shows)
}

/// Whether a heading stands above a list of several items: they are values of their own, and the
/// heading is what they are called (`Pros`, `Cons`).
fn is_headed_list(tree: &TagTree, key: NodeId, value: NodeId) -> bool {
    html::is_subheading(tree.tag(key).as_str())
        && html::is_list(tree.tag(value).as_str())
        && tree.children(value).filter(|&item| tree.tag(item).as_str() == "li").count() > 1
}

/// The pairs of a node; one that is none counts as such.
fn pairs(corpus: &Corpus<'_>, (page, node): Instance) -> Vec<Option<(String, String)>> {
    let view = corpus.view(page);
    match pairs_side_by_side(view, node) {
        Some(pairs) if !pairs.is_empty() => pairs.into_iter().map(Some).collect(),
        None if is_pair(corpus, (page, node)) => vec![pair_of(view, node)],
        _ => vec![None],
    }
}

fn is_inline_or_cell(tree: &TagTree, node: NodeId) -> bool {
    let tag = tree.tag(node).as_str();
    is_inline(tag) || matches!(tag, "th" | "td" | "dt" | "p" | "div" | "h3" | "h4" | "h5" | "h6")
}

impl Level<'_, '_> {
    /// Kinds whose members are pairs of a name and a value.
    pub(super) fn maps(&mut self) {
        for kind in 0..self.children.count {
            if !self.children.is_many(kind) {
                continue;
            }
            let told = self.told(kind);
            // Rows that hold nothing part the others, and what nobody has filled in says nothing, nor does a label
            // with a picture for its value; a few rows without a name go on with one.
            let is_label = |member: Instance| {
                told == Told::Colons && self.corpus.line(member).ends_with(COLONS)
            };
            let is_filled = |&(_, (page, node)): &(usize, Instance)| {
                self.corpus.view(page).text_len(node) > 0
                    && !self.is_left_empty((page, node))
                    && !is_label((page, node))
            };
            let is_named = |&(_, (page, node)): &(usize, Instance)| {
                let view = self.corpus.view(page);
                let first = view.content_children(node).next().unwrap_or(node);
                view.text_len(first) > 0
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
                .flat_map(|(at, member)| {
                    pairs(self.corpus, member).into_iter().map(move |pair| (at, pair))
                })
                .collect();
            if told != Told::Markup && self.are_boxes(kind)
                || self.are_titles(self.children.members(kind).filter_map(|(_, m)| self.name_of(m)))
            {
                continue;
            }
            if let Some(keys) = map_keys(self.corpus, &candidates, told) {
                let pairs = Pairs::Nodes(self.outline(&[kind]));
                self.map(&[kind], pairs, keys);
            }
        }
    }

    /// Parts the rows of tables of properties, whose names are marked, from those of other tables, and these from
    /// the rows of their headers.
    pub(super) fn split_header_rows(&mut self) {
        for kind in 0..self.children.count {
            let members: Vec<Instance> = self.children.members(kind).map(|(_, m)| m).collect();
            let part = |&(page, row): &Instance| match self.corpus.view(page).is_header_row(row) {
                true => 2,
                false => usize::from(self.is_header_row((page, row))),
            };
            let parts: Vec<usize> = members.iter().map(part).collect();
            let recurs = |part: usize| {
                let count = parts.iter().filter(|of| **of == part).count();
                count > 1 && self.corpus.share(count, members.len()).recurs()
            };
            if recurs(0) && recurs(1) {
                self.children.split(kind, &parts);
            }
        }
    }

    /// What tells that the members of a kind are pairs, if they are.
    fn told(&self, kind: usize) -> Told {
        let members = || self.children.members(kind).map(|(_, member)| member);
        if members().all(|child| self.is_header_row(child)) {
            return Told::Markup;
        }
        let (mut all, mut colons) = (0usize, 0usize);
        for (page, node) in members() {
            let Some((name, _)) = pair_of(self.corpus.view(page), node) else { continue };
            let line = self.corpus.line((page, node));
            let behind = line.strip_prefix(name.as_str()).unwrap_or_default().trim_start();
            all += 1;
            colons += usize::from(behind.starts_with(COLONS));
        }
        let most = all > 0 && self.corpus.share(colons, all).is_nearly_all();
        if most { Told::Colons } else { Told::Nothing }
    }

    /// Whether half of the members hold a heading and several lines with labels of their own: boxes
    /// of facts, whose names are those of the lines.
    fn are_boxes(&self, kind: usize) -> bool {
        let (mut all, mut boxes) = (0usize, 0usize);
        for (_, (page, node)) in self.children.members(kind) {
            let view = self.corpus.view(page);
            let lines = |below: NodeId| {
                let nodes: Vec<NodeId> = view.content_children(below).collect();
                nodes.len() > 1 && labelled_lines(view, &nodes).len() > 1
            };
            all += 1;
            boxes += usize::from(view.tree.subtree(node).skip(1).any(lines));
        }
        2 * boxes >= all
    }

    /// `dt` and `dd` whose terms recur from page to page are a map, however many nodes a
    /// definition has.
    pub(super) fn definitions(&mut self) {
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
    pub(super) fn map_of_units(&mut self, kinds: &[usize], sure: bool) -> bool {
        let (owners, units) = units(&self.children, kinds);
        if self.are_titles(units.iter().filter_map(|unit| unit.first().copied())) {
            return false;
        }
        let have_parts =
            |unit: &&Vec<Instance>| unit.iter().skip(1).any(|&value| has_parts(self.corpus, value));
        if self.corpus.share(units.iter().filter(have_parts).count(), units.len()).is_half() {
            return false;
        }
        let candidates: Candidates = owners
            .iter()
            .zip(&units)
            .filter(|(_, unit)| !self.is_without_value(unit))
            .map(|(&at, unit)| (at, self.pair_of_unit(unit)))
            .collect();
        let told = if sure { Told::Markup } else { Told::Nothing };
        let Some(keys) = map_keys(self.corpus, &candidates, told) else { return false };
        let key = self.outline(&kinds[..1]);
        let values = kinds[1..].iter().map(|&kind| self.outline(&[kind])).collect();
        self.map(kinds, Pairs::Runs { key: Box::new(key), values }, keys);
        true
    }

    /// A table row with a name and no value.
    fn is_left_empty(&self, (page, row): Instance) -> bool {
        let cells = self.corpus.children((page, row));
        self.corpus.tag((page, row)) == "tr"
            && cells.len() > 1
            && !is_empty(self.corpus, (page, cells[0]))
            && cells[1..].iter().all(|&cell| is_empty(self.corpus, (page, cell)))
    }

    /// A table row that begins with a header cell and has one other cell, or several such pairs.
    fn is_header_row(&self, row: Instance) -> bool {
        let cells = self.corpus.children(row);
        let is_header = |&cell: &NodeId| self.corpus.tag((row.0, cell)) == "th";
        let alternate = cells.chunks(2).all(|two| {
            two.first().is_some_and(is_header) && two.get(1).is_some_and(|cell| !is_header(cell))
        });
        !cells.is_empty() && alternate
    }

    pub(super) fn map(&mut self, kinds: &[usize], pairs: Pairs, Keys { keys, names }: Keys) {
        let field = Field { examples: keys.iter().take(3).cloned().collect(), ..Field::default() };
        let node = Map {
            field,
            pairs,
            keys,
            names,
            formats: BTreeMap::new(),
            presence: self.presence(kinds),
        };
        self.push(kinds, TemplateNode::Map(Box::new(node)));
        self.done.extend(kinds);
    }

    /// The node of a pair that is its name; the pair itself if all of it is a link.
    fn name_of(&self, (page, node): Instance) -> Option<Instance> {
        if self.corpus.tag((page, node)) == "a" {
            return Some((page, node));
        }
        self.corpus.view(page).content_children(node).next().map(|name| (page, name))
    }

    /// Whether (almost) all names lead to pages: they are titles of records, not labels of values.
    fn are_titles(&self, names: impl Iterator<Item = Instance>) -> bool {
        let (mut all, mut leading) = (0usize, 0usize);
        for (page, name) in names {
            let tree = self.corpus.tree(page);
            // `Director:`, with a link to what directors are.
            if self.corpus.line((page, name)).ends_with(COLONS) {
                all += 1;
                continue;
            }
            let leads = |below: NodeId| {
                let href = tree.attr(below, "href").unwrap_or_default();
                !href.is_empty()
                    && !leads_back(href, self.corpus.url(page))
                    && !href.starts_with('#')
            };
            all += 1;
            leading += usize::from(tree.subtree(name).any(leads));
        }
        all > 0 && self.corpus.share(leading, all).is_nearly_all()
    }

    fn is_phrase(&self, (page, node): Instance) -> bool {
        let tree = self.corpus.tree(page);
        tree.subtree(node).all(|below| is_inline_or_cell(tree, below))
    }

    /// A name with a place for a value that nobody has filled in.
    fn is_without_value(&self, unit: &[Instance]) -> bool {
        let is_said = |&(page, node): &Instance| self.corpus.view(page).text_len(node) > 0;
        unit.len() > 1 && is_said(&unit[0]) && !unit[1..].iter().any(is_said)
    }

    fn pair_of_unit(&self, unit: &[Instance]) -> Option<(String, String)> {
        let (first, rest) = unit.split_first()?;
        if !self.is_phrase(*first) {
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
