//! Lists whose items are looked through: what they hold are fields of the record around them.
//!
//! A gallery is laid out in rows of three pictures, a list of features in two columns. The rows say
//! nothing, so that records have the list as one. The cells of a table stay in their rows, by which
//! one of them is told from the next.
//!
//! Of the blocks of a page that are made alike, often only one says something, as that between the
//! head and the foot does. It is no item of a list: it is the page.

use crate::element::has_fields;
use rustc_hash::FxHashSet;
use sitewrap_wrapper::{Content, Element, Field, Repeat, Template, TemplateNode};

/// Opens the lists of a template whose items are but rows of another, and those with the numbers in
/// `lone`, of which no record has more than one item.
pub(crate) fn open_lists(template: &mut Template, lone: &FxHashSet<usize>) {
    open_element(&mut template.root, lone);
}

fn open_element(element: &mut Element, lone: &FxHashSet<usize>) {
    if let Content::Children(children) = &mut element.content {
        open(children, lone);
    }
}

fn open(nodes: &mut [TemplateNode], lone: &FxHashSet<usize>) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => open_element(element, lone),
            TemplateNode::Repeat(repeat) => {
                open(&mut repeat.unit, lone);
                let is_lone = repeat.field.name.parse().is_ok_and(|list| lone.contains(&list));
                if !repeat.within && (are_rows(&repeat.unit) || is_lone && are_blocks(&repeat.unit))
                {
                    repeat.through = true;
                    repeat.field = Field::default();
                }
            }
            TemplateNode::Map(_) | TemplateNode::Prose(_) => {}
        }
    }
}

fn are_rows(items: &[TemplateNode]) -> bool {
    only_list(items).is_some_and(|list| !is_of_cells(list))
}

/// The list that is all that nodes hold.
fn only_list(nodes: &[TemplateNode]) -> Option<&Repeat> {
    let mut holders = nodes.iter().filter(|node| has_fields(node));
    let only = holders.next().filter(|_| holders.next().is_none())?;
    match only {
        TemplateNode::Repeat(repeat) => Some(repeat).filter(|repeat| !repeat.within),
        TemplateNode::Element(Element { attrs, content: Content::Children(children), .. }) => {
            attrs.is_empty().then(|| only_list(children))?
        }
        TemplateNode::Element(_) | TemplateNode::Map(_) | TemplateNode::Prose(_) => None,
    }
}

/// Whether the items of a list are cells that hold one text each.
fn is_of_cells(list: &Repeat) -> bool {
    match &list.unit[..] {
        [TemplateNode::Element(cell)] => {
            matches!(cell.tag.as_str(), "td" | "th") && is_one_text(cell)
        }
        _ => false,
    }
}

fn is_one_text(element: &Element) -> bool {
    match &element.content {
        Content::Text(_) => true,
        Content::Children(children) => match &children[..] {
            [TemplateNode::Element(only)] => is_one_text(only),
            _ => false,
        },
        Content::Fixed(_) | Content::Ignored => false,
    }
}

/// Whether items are parts of a page: what holds lists, maps or running text.
fn are_blocks(items: &[TemplateNode]) -> bool {
    items.iter().any(|node| match node {
        TemplateNode::Element(element) => match &element.content {
            Content::Children(children) => are_blocks(children),
            Content::Text(_) | Content::Fixed(_) | Content::Ignored => false,
        },
        TemplateNode::Repeat(repeat) => has_fields(node) && !repeat.within,
        TemplateNode::Map(_) | TemplateNode::Prose(_) => true,
    })
}
