//! What kind of pages a template makes, by what it holds.

use sitewrap_template::Corpus;
use sitewrap_terms::grammar::{is_date, is_price};
use sitewrap_wrapper::{Content, Element, Field, Part, Template, TemplateNode};

/// What a template holds, as far as it tells kinds of pages apart; lists do not count as content.
#[derive(Debug, Default)]
pub(super) struct Inventory {
    prices: usize,
    dates: usize,
    prose: usize,
    lists: usize,
    fields: usize,
    has_password: bool,
}

impl Inventory {
    pub(super) fn of(corpus: &Corpus<'_>, template: &Template) -> Self {
        Self { has_password: has_password(corpus), ..Self::of_template(template) }
    }

    /// What the template alone tells.
    pub(super) fn of_template(template: &Template) -> Self {
        let mut inventory = Self::default();
        take_element(&template.root, &mut inventory);
        inventory
    }

    /// Whether the pages hold lists and little else.
    pub(super) fn is_list(&self) -> bool {
        self.lists > 0 && self.prose == 0
    }
}

fn has_password(corpus: &Corpus<'_>) -> bool {
    let having = (0..corpus.len()).filter(|&page| {
        let tree = corpus.tree(page);
        tree.nodes().any(|node| {
            tree.tag(node).as_str() == "input" && tree.attr(node, "type") == Some("password")
        })
    });
    corpus.share(having.count(), corpus.len()).is_nearly_all()
}

/// The kind, where what is held tells it.
pub(super) fn by_content(inventory: &Inventory) -> Option<&'static str> {
    match inventory {
        Inventory { has_password: true, fields, prose: 0, lists: 0 | 1, .. } if *fields <= 8 => {
            Some("login")
        }
        Inventory { prices, fields, .. } if *prices > 0 && *fields >= 3 => Some("product"),
        Inventory { prose, dates, .. } if *prose > 0 && *dates > 0 => Some("article"),
        _ => None,
    }
}

fn take_stock(nodes: &[TemplateNode], inventory: &mut Inventory) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => take_element(element, inventory),
            TemplateNode::Repeat(repeat) if repeat.through => take_stock(&repeat.unit, inventory),
            TemplateNode::Repeat(_) => inventory.lists += 1,
            TemplateNode::Map(map) => {
                inventory.fields += 1;
                let keys = map.keys.iter().map(|key| key.to_lowercase());
                inventory.prices += keys.filter(|key| key.contains("price")).count();
            }
            TemplateNode::Prose(_) => inventory.prose += 1,
        }
    }
}

fn take_element(element: &Element, inventory: &mut Inventory) {
    inventory.fields += element.attrs.len();
    let all = |field: &Field, holds: fn(&str) -> bool| {
        !field.examples.is_empty() && field.examples.iter().all(|example| holds(example))
    };
    inventory.dates += usize::from(element.tag == "time");
    match &element.content {
        Content::Children(children) => take_stock(children, inventory),
        Content::Text(pattern) => {
            inventory.fields += 1;
            let parts = pattern.parts.iter().filter_map(|part| match part {
                Part::Field(field) => Some(field),
                Part::Fixed(_) => None,
            });
            for field in pattern.whole.iter().chain(parts) {
                let long = field.examples.iter().any(|example| example.len() >= 100);
                inventory.prices += usize::from(all(field, is_price));
                inventory.dates += usize::from(all(field, is_date));
                inventory.prose += usize::from(long);
            }
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}
