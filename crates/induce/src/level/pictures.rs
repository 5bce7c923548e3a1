//! The pictures in running text.
//!
//! A text that a person has written is one value, whatever is in it. Its pictures are no words, and would
//! be lost: they are a list beside it.

use super::Level;
use crate::attributes::attr_fields;
use crate::corpus::Instance;
use crate::level::order::Placed;
use rustc_hash::FxHashSet;
use sitewrap_extract::{Content, Element, Field, Presence, Repeat, TemplateNode};
use sitewrap_tree::NodeId;

/// Attributes that say where a picture is to be had, the plain one first.
const ADDRESSES: [&str; 3] = ["src", "data-src", "data-original"];

impl Level<'_, '_> {
    /// Adds the list of the pictures in the running text of the level, where pages have one such text:
    /// those in the items of a list (comments) are smileys more often than not.
    pub(super) fn pictures(&mut self) {
        if self.running.is_empty() || !self.is_once_a_page() {
            return;
        }
        let (firsts, pictures) = self.in_running_text();
        if pictures.is_empty() {
            return;
        }
        let fields = attr_fields(self.corpus, &pictures);
        let address = |name: &str| fields.iter().find(|field| field.attr == name);
        let Some(address) = ADDRESSES.iter().find_map(|name| address(name)) else { return };
        let item = Element {
            tag: "img".to_owned(),
            features: Vec::new(),
            label_words: Vec::new(),
            through: false,
            presence: Presence::new(pictures.len() as u32, pictures.len() as u32),
            attrs: vec![address.clone()],
            content: Content::Ignored,
        };
        let list = Repeat {
            field: Field::default(),
            unit: vec![TemplateNode::Element(item)],
            within: true,
            presence: Presence::new(firsts.len() as u32, self.children.groups.len() as u32),
            items: pictures.len() as u32,
        };
        let place = self.running.iter().map(|&kind| self.place(kind)).fold(0.0, f64::max);
        self.nodes.push(Placed { place, firsts, node: TemplateNode::Repeat(list) });
    }

    /// Whether no page has two instances of the level.
    fn is_once_a_page(&self) -> bool {
        let mut pages = FxHashSet::default();
        let mut groups = self.children.groups.iter().filter_map(|group| group.first());
        groups.all(|(page, _)| pages.insert(*page))
    }

    /// The pictures in the running text, and the first of each instance that has one.
    fn in_running_text(&self) -> (Vec<(usize, NodeId)>, Vec<Instance>) {
        let (mut firsts, mut pictures): (Vec<_>, Vec<Instance>) = (Vec::new(), Vec::new());
        for (at, (group, kinds)) in
            self.children.groups.iter().zip(&self.children.kinds).enumerate()
        {
            let before = pictures.len();
            let running = group.iter().zip(kinds).filter(|(_, kind)| self.running.contains(kind));
            for (&(page, top), _) in running {
                let below = self.corpus.tree(page).subtree(top).map(|node| (page, node));
                pictures.extend(below.filter(|node| self.corpus.tag(*node) == "img"));
            }
            firsts.extend(pictures.get(before).map(|&(_, first)| (at, first)));
        }
        (firsts, pictures)
    }
}
