//! Lists that are laid out in rows: a gallery of three pictures a row, a list of features in two
//! columns.
//!
//! The rows say nothing, so that records have the list as one. The cells of a table stay in their
//! rows, by which one of them is told from the next.

use crate::element::has_fields;
use sitewrap_wrapper::{Content, Element, Field, Repeat, Template, TemplateNode};

/// Marks the lists of a template whose items are but rows of another.
pub(crate) fn mark_rows(template: &mut Template) {
    mark_element(&mut template.root);
}

fn mark_element(element: &mut Element) {
    if let Content::Children(children) = &mut element.content {
        mark(children);
    }
}

fn mark(nodes: &mut [TemplateNode]) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => mark_element(element),
            TemplateNode::Repeat(repeat) => {
                mark(&mut repeat.unit);
                if !repeat.within && only_list(&repeat.unit).is_some_and(|list| !is_of_cells(list))
                {
                    repeat.rows = true;
                    repeat.field = Field::default();
                }
            }
            TemplateNode::Map(_) | TemplateNode::Prose(_) => {}
        }
    }
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
