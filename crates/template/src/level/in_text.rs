//! The pictures, the links and the facts in running text.
//!
//! A text that a person has written is one value, whatever is in it. Its pictures are no words, and where
//! its links lead is not said: both would be lost. They are lists beside it.

use super::Level;
use crate::attributes::attr_fields;
use crate::corpus::Instance;
use crate::level::order::Placed;
use rustc_hash::FxHashSet;
use sitewrap_tree::{NodeId, html};
use sitewrap_wrapper::{
    AttrField, Content, Element, Field, Map, Pairs, Presence, Repeat, TemplateNode, TextPattern,
    fact_blocks, is_in_text, pair_of, table_rows,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

impl Level<'_, '_> {
    /// Adds the lists of the pictures and of the links in the running text of the level; in the items of a
    /// list (articles, comments) only the pictures, unless the same ones recur: these are smileys.
    pub(super) fn lists_in_text(&mut self) {
        if self.running.is_empty() {
            return;
        }
        let pictures = self.in_running_text("img");
        if let Some(address) = self.address(&pictures.found)
            && (self.is_once_a_page() || self.are_of_one_text_each(&pictures, &address))
        {
            self.list_in_text("img", pictures, vec![address], Content::Ignored);
        }
        if !self.is_once_a_page() {
            return;
        }
        let facts = self.facts_in_text();
        self.tables_in_text(&facts);
        let links = self.in_running_text("a");
        let pages = self.corpus.share(links.firsts.len(), self.children.groups.len());
        if pages.recurs() {
            let says = Content::Text(TextPattern {
                whole: Some(Field::default()),
                ..TextPattern::default()
            });
            let address = attr_fields(self.corpus, &links.found);
            let address = address.into_iter().filter(|field| field.attr == "href").collect();
            self.list_in_text("a", links, address, says);
        }
    }

    /// Adds the list of the rows of the tables with headers in the running text. What `facts` are known is none of it.
    fn tables_in_text(&mut self, facts: &[String]) {
        let facts: FxHashSet<&str> = facts.iter().map(String::as_str).collect();
        let mut pages_of: BTreeMap<String, usize> = BTreeMap::new();
        let (mut firsts, mut count) = (Vec::new(), 0);
        for (at, tops) in self.running_tops() {
            let mut names = BTreeSet::new();
            for (page, top) in tops {
                let (tree, view) = (self.corpus.tree(page), self.corpus.view(page));
                for row in table_rows(view, top) {
                    if pair_of(view, row).is_some_and(|(key, _)| facts.contains(key.as_str())) {
                        continue;
                    }
                    count += 1;
                    if firsts.last().is_none_or(|(last, _)| *last != at) {
                        firsts.push((at, row));
                    }
                    names.extend(
                        tree.children(row).filter_map(|cell| view.header(cell)).map(str::to_owned),
                    );
                }
            }
            names.into_iter().for_each(|name| *pages_of.entry(name).or_default() += 1);
        }
        if firsts.is_empty() {
            return;
        }
        let keys = most_frequent(&pages_of, self.corpus.parameters().distinct);
        let presence = Presence::new(firsts.len() as u32, self.children.groups.len() as u32);
        let cell = Element {
            tag: "td".to_owned(),
            features: Vec::new(),
            label_words: Vec::new(),
            through: false,
            presence: Presence::new(count, count),
            attrs: Vec::new(),
            content: Content::Ignored,
        };
        let row = Map {
            field: Field { examples: keys.iter().take(3).cloned().collect(), ..Field::default() },
            pairs: Pairs::Cells(vec![cell]),
            keys,
            names: BTreeMap::new(),
            formats: BTreeMap::new(),
            presence: Presence::new(count, count),
        };
        let rows = Repeat {
            field: Field::default(),
            unit: vec![TemplateNode::Map(Box::new(row))],
            within: true,
            through: false,
            way: false,
            presence,
            items: count,
        };
        self.push_in_text(firsts, TemplateNode::Repeat(rows));
    }

    /// Adds the map of the facts in the running text, if there are labels that recur; gives these.
    fn facts_in_text(&mut self) -> Vec<String> {
        let mut pages_of: BTreeMap<String, usize> = BTreeMap::new();
        let mut keys_of: Vec<(usize, NodeId, BTreeSet<String>)> = Vec::new();
        for (at, tops) in self.running_tops() {
            let mut keys = BTreeSet::new();
            let mut first = None;
            for (page, top) in tops {
                for row in fact_blocks(self.corpus.view(page), top).into_iter().flatten() {
                    first = first.or(Some(row.node));
                    keys.extend(row.facts.into_iter().map(|(key, _)| key));
                }
            }
            keys.iter().for_each(|key| *pages_of.entry(key.clone()).or_default() += 1);
            keys_of.extend(first.map(|first| (at, first, keys)));
        }
        pages_of.retain(|_, pages| *pages >= self.corpus.parameters().few);
        keys_of.retain(|(.., keys)| keys.iter().any(|key| pages_of.contains_key(key)));
        if !self.corpus.share(keys_of.len(), self.children.groups.len()).recurs()
            || keys_of.is_empty()
        {
            return Vec::new();
        }
        let keys = most_frequent(&pages_of, self.corpus.parameters().distinct);
        let map = Map {
            field: Field { examples: keys.iter().take(3).cloned().collect(), ..Field::default() },
            pairs: Pairs::InText,
            keys: keys.clone(),
            names: BTreeMap::new(),
            formats: BTreeMap::new(),
            presence: Presence::new(keys_of.len() as u32, self.children.groups.len() as u32),
        };
        let firsts = keys_of.into_iter().map(|(at, first, _)| (at, first)).collect();
        self.push_in_text(firsts, TemplateNode::Map(Box::new(map)));
        keys
    }

    /// Adds a node for what stands in the running text; it stands behind that.
    fn push_in_text(&mut self, firsts: Vec<(usize, NodeId)>, node: TemplateNode) {
        let place = self.running.iter().map(|&kind| self.place(kind)).fold(0.0, f64::max);
        self.nodes.push(Placed { place, firsts, node });
    }

    /// The nodes of the running text of each instance of the level.
    fn running_tops(&self) -> impl Iterator<Item = (usize, Vec<Instance>)> + '_ {
        let groups = self.children.groups.iter().zip(&self.children.kinds).enumerate();
        groups.map(|(at, (group, kinds))| {
            let running = group.iter().zip(kinds).filter(|(_, kind)| self.running.contains(kind));
            (at, running.map(|(top, _)| *top).collect())
        })
    }

    /// The attribute that holds the addresses of pictures.
    fn address(&self, pictures: &[Instance]) -> Option<AttrField> {
        if pictures.is_empty() {
            return None;
        }
        let fields = attr_fields(self.corpus, pictures);
        let named = |name: &str| fields.iter().find(|field| field.attr == name).cloned();
        html::picture_attrs().find_map(named)
    }

    /// Whether most pictures stand in one text each, on however many pages that is.
    fn are_of_one_text_each(&self, of: &InText, address: &AttrField) -> bool {
        let address = |&(page, node): &Instance| self.corpus.tree(page).attr(node, &address.attr);
        let places = of.found.iter().zip(&of.texts);
        let places: FxHashSet<_> =
            places.filter_map(|(picture, text)| Some((address(picture)?, *text))).collect();
        let pictures: FxHashSet<&str> = places.iter().map(|(address, _)| *address).collect();
        self.corpus.share(pictures.len(), places.len()).is_most()
    }

    fn list_in_text(&mut self, tag: &str, of: InText, attrs: Vec<AttrField>, content: Content) {
        let count = of.found.len() as u32;
        let item = Element {
            tag: tag.to_owned(),
            features: Vec::new(),
            label_words: Vec::new(),
            through: false,
            presence: Presence::new(count, count),
            attrs,
            content,
        };
        let list = Repeat {
            field: Field::default(),
            unit: vec![TemplateNode::Element(item)],
            within: true,
            through: false,
            way: false,
            presence: Presence::new(of.firsts.len() as u32, self.children.groups.len() as u32),
            items: count,
        };
        self.push_in_text(of.firsts, TemplateNode::Repeat(list));
    }

    /// Whether no page has two instances of the level.
    fn is_once_a_page(&self) -> bool {
        let mut pages = FxHashSet::default();
        let mut groups = self.children.groups.iter().filter_map(|group| group.first());
        groups.all(|(page, _)| pages.insert(*page))
    }

    /// The pictures or links in the running text.
    fn in_running_text(&self, tag: &str) -> InText {
        let mut of = InText::default();
        for (at, tops) in self.running_tops() {
            let before = of.found.len();
            for (page, top) in tops {
                let tree = self.corpus.tree(page);
                let below = tree.subtree(top).filter(|&node| is_in_text(tree, node, tag));
                of.found.extend(below.map(|node| (page, node)));
                of.texts.resize(of.found.len(), self.corpus.content((page, top)));
            }
            of.firsts.extend(of.found.get(before).map(|&(_, first)| (at, first)));
        }
        of
    }
}

/// The labels that most pages have, `most` at most, those of more pages first.
fn most_frequent(pages_of: &BTreeMap<String, usize>, most: usize) -> Vec<String> {
    let mut labels: Vec<(&String, &usize)> = pages_of.iter().collect();
    labels.sort_by_key(|(_, pages)| Reverse(**pages));
    labels.into_iter().take(most).map(|(label, _)| label.clone()).collect()
}

/// Pictures or links in running text.
#[derive(Default)]
struct InText {
    /// The first of each instance of the level that has one.
    firsts: Vec<(usize, NodeId)>,
    found: Vec<Instance>,
    /// The content of the text that each stands in.
    texts: Vec<u64>,
}
