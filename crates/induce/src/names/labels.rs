//! Template text that names what follows it.

use super::subject::Label;
use sitewrap_extract::{Content, Element, TemplateNode};

const MARKED: [&str; 11] =
    ["h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "label", "legend", "caption"];

/// Longest label, in characters.
const MAX_LABEL: usize = 40;

/// Fixed text as a label, if it can be one.
pub(super) fn label_of(tag: &str, text: &str) -> Option<Label> {
    let text = text.trim();
    let has_colon = text.ends_with([':', '：']);
    let is_marked = MARKED.contains(&tag) || has_colon;
    let is_wrapper = matches!(
        tag,
        "div"
            | "header"
            | "span"
            | "p"
            | "#text"
            | "b"
            | "strong"
            | "td"
            | "summary"
            | "small"
            | "em"
    );
    let short = text.chars().count() <= MAX_LABEL && text.chars().any(char::is_alphabetic);
    (short && (is_marked || is_wrapper)).then(|| Label { text: text.to_owned(), is_marked })
}

/// Whether a fixed node is a heading of what follows it.
pub(super) fn heading_of(element: &Element) -> Option<String> {
    match &element.content {
        Content::Fixed(text) => {
            let is_heading = matches!(element.tag.as_str(), "h2" | "h3" | "h4" | "h5" | "h6");
            label_of(&element.tag, text).filter(|_| is_heading).map(|label| label.text)
        }
        // A box around a heading, perhaps with a link beside it.
        Content::Children(children) if children.len() <= 3 => {
            children.iter().find_map(|child| match child {
                TemplateNode::Element(child) => heading_of(child),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Number of things among nodes that a reader would tell apart: a text with its link and its
/// attributes is one.
pub(super) fn things(nodes: &[TemplateNode]) -> usize {
    nodes
        .iter()
        .map(|node| match node {
            TemplateNode::Element(element) => things_in(element),
            TemplateNode::Repeat(repeat) => usize::from(things(&repeat.unit) > 0),
            TemplateNode::Map(_) | TemplateNode::Prose(_) => 1,
        })
        .sum()
}

/// As [`things`], of one element.
pub(super) fn things_in(element: &Element) -> usize {
    let inside = match &element.content {
        Content::Children(children) => things(children),
        Content::Text(_) => 1,
        Content::Fixed(_) | Content::Ignored => 0,
    };
    inside.max(usize::from(!element.attrs.is_empty()))
}
