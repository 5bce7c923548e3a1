//! Taking fields out of a template: their nodes stay, so that they are known.

use rustc_hash::FxHashSet;
use sitewrap_wrapper::{
    AttrField, Content, Element, Field, Pairs, Part, Presence, Repeat, TemplateNode,
};

/// Takes the fields with these numbers out of an element and all below it.
pub(super) fn prune_element(element: &mut Element, dropped: &FxHashSet<usize>) {
    let is_dropped = |field: &Field| is_dropped(field, dropped);
    element.attrs.retain(|attr: &AttrField| !is_dropped(&attr.field));
    match &mut element.content {
        Content::Children(children) => prune_nodes(children, dropped),
        Content::Text(pattern) => {
            pattern.whole.take_if(|whole| is_dropped(whole));
            pattern.lead.take_if(|lead| is_dropped(lead));
            let parts = |part: &Part| matches!(part, Part::Field(field) if !is_dropped(field));
            if pattern.whole.is_none() && !pattern.parts.iter().any(parts) {
                element.content = Content::Ignored;
            }
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}

fn prune_nodes(nodes: &mut [TemplateNode], dropped: &FxHashSet<usize>) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => prune_element(element, dropped),
            TemplateNode::Repeat(repeat) if is_dropped(&repeat.field, dropped) => {
                repeat.unit.iter_mut().for_each(ignore);
            }
            TemplateNode::Repeat(repeat) => prune_nodes(&mut repeat.unit, dropped),
            TemplateNode::Map(map) if is_dropped(&map.field, dropped) => {
                let unit = match map.pairs.clone() {
                    // Lines that no map takes would fall to the nodes beside them.
                    Pairs::Lines(_) | Pairs::InText => continue,
                    Pairs::Nodes(pair) => vec![pair],
                    Pairs::Cells(cells) => cells,
                    Pairs::Runs { key, values } => std::iter::once(*key).chain(values).collect(),
                };
                *node = unnamed(unit, map.presence);
            }
            TemplateNode::Prose(prose) if is_dropped(&prose.field, dropped) => {
                *node = unnamed(prose.paragraphs.clone(), prose.presence);
            }
            TemplateNode::Prose(prose) => {
                prose.lead.take_if(|lead| is_dropped(lead, dropped));
            }
            TemplateNode::Map(_) => {}
        }
    }
}

/// A list that only recognises nodes.
fn unnamed(unit: Vec<Element>, presence: Presence) -> TemplateNode {
    let unit = unit.into_iter().map(TemplateNode::Element).collect();
    TemplateNode::Repeat(Repeat {
        field: Field::default(),
        unit,
        within: false,
        through: false,
        way: false,
        presence,
        items: 0,
    })
}

fn is_dropped(field: &Field, dropped: &FxHashSet<usize>) -> bool {
    field.name.parse().is_ok_and(|field: usize| dropped.contains(&field))
}

/// Leaves a node of a list in the template without its fields.
fn ignore(node: &mut TemplateNode) {
    if let TemplateNode::Element(element) = node {
        element.attrs.clear();
        element.content = Content::Ignored;
    }
}
