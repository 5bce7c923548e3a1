//! Arrows that say which of two links leads back and which leads on.

use super::labels::{things, things_in};
use super::subject::Label;
use sitewrap_wrapper::{Content, Element, Field, TemplateNode};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrow {
    Back,
    On,
}

/// The labels of two links among sibling nodes, for each node: an arrow that points back stands before
/// the one, an arrow that points on behind the other. One alone may part breadcrumbs or adorn a link.
pub(super) fn arrow_labels(nodes: &[TemplateNode]) -> Vec<Option<Label>> {
    let arrows: Vec<Option<Arrow>> = (0..nodes.len())
        .map(|at| around(nodes, at).or_else(|| nodes.get(at).and_then(inside)))
        .collect();
    let only = |arrow| arrows.iter().filter(|found| **found == Some(arrow)).count() == 1;
    if !(only(Arrow::Back) && only(Arrow::On)) {
        return vec![None; nodes.len()];
    }
    let label = |arrow: Arrow| Label {
        text: if arrow == Arrow::Back { "previous" } else { "next" }.to_owned(),
        is_marked: true,
        is_title: false,
    };
    arrows.into_iter().map(|arrow| arrow.map(label)).collect()
}

/// The arrow beside a node that holds one thing.
fn around(nodes: &[TemplateNode], at: usize) -> Option<Arrow> {
    let TemplateNode::Element(element) = &nodes[at] else { return None };
    if things_in(element) != 1 {
        return None;
    }
    let fixed = |at: usize| nodes.get(at).and_then(fixed_arrow);
    let before = at.checked_sub(1).and_then(fixed).filter(|arrow| *arrow == Arrow::Back);
    before.or_else(|| fixed(at + 1).filter(|arrow| *arrow == Arrow::On))
}

/// The arrow within a node that holds one thing: beside that thing, or at an end of all its texts.
fn inside(node: &TemplateNode) -> Option<Arrow> {
    let TemplateNode::Element(element) = node else { return None };
    match &element.content {
        Content::Children(children) if things(children) == 1 => {
            let found = (0..children.len()).find_map(|at| around(children, at));
            found.or_else(|| children.iter().find_map(inside))
        }
        Content::Text(pattern) if leads_elsewhere(element) => {
            let Field { examples, .. } = pattern.whole.as_ref()?;
            let all = |is: &dyn Fn(&str) -> bool| {
                !examples.is_empty() && examples.iter().all(|example| is(example))
            };
            let begins = all(&|text| arrow_of(text.split(' ').next()) == Some(Arrow::Back));
            let ends = all(&|text| arrow_of(text.rsplit(' ').next()) == Some(Arrow::On));
            begins.then_some(Arrow::Back).or_else(|| ends.then_some(Arrow::On))
        }
        _ => None,
    }
}

fn leads_elsewhere(element: &Element) -> bool {
    element.attrs.iter().any(|attr| attr.attr == "href")
}

fn fixed_arrow(node: &TemplateNode) -> Option<Arrow> {
    match node {
        TemplateNode::Element(Element { content: Content::Fixed(text), .. }) => {
            arrow_of(Some(text.trim()))
        }
        _ => None,
    }
}

/// What a word of nothing but arrows says.
fn arrow_of(word: Option<&str>) -> Option<Arrow> {
    let word = word.filter(|word| !word.is_empty())?;
    let all = |arrows: &str| word.chars().all(|c| arrows.contains(c));
    match () {
        () if all("«‹←<◄◀⟵") => Some(Arrow::Back),
        () if all("»›→>►▶⟶") => Some(Arrow::On),
        () => None,
    }
}
