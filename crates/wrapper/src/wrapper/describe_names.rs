//! The fields of a wrapper with the evidence for their names, as text for people.

use crate::wrapper::template::{Content, Element, Field, NamedBy, Part, TemplateNode};
use std::fmt::Write;

/// One line a field, in document order: its path, and what its name was taken from.
pub(crate) fn describe_names(root: &Element) -> String {
    let mut out = String::new();
    take_element(root, "", &mut out);
    out
}

fn take_element(element: &Element, path: &str, out: &mut String) {
    element.attrs.iter().for_each(|attr| line(&attr.field, path, out));
    match &element.content {
        Content::Children(children) => take_nodes(children, path, out),
        Content::Text(pattern) => {
            pattern.whole.iter().for_each(|whole| line(whole, path, out));
            for part in &pattern.parts {
                if let Part::Field(field) = part {
                    line(field, path, out);
                }
            }
            pattern.lead.iter().for_each(|lead| line(lead, path, out));
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}

fn take_nodes(nodes: &[TemplateNode], path: &str, out: &mut String) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => take_element(element, path, out),
            TemplateNode::Repeat(repeat) if repeat.through => take_nodes(&repeat.unit, path, out),
            TemplateNode::Repeat(repeat) if repeat.field.name.is_empty() => {}
            TemplateNode::Repeat(repeat) => {
                line(&repeat.field, path, out);
                let path = format!("{path}{}[].", repeat.field.name);
                take_nodes(&repeat.unit, &path, out);
            }
            TemplateNode::Map(map) => line(&map.field, path, out),
            TemplateNode::Prose(prose) => {
                line(&prose.field, path, out);
                prose.lead.iter().for_each(|lead| line(lead, path, out));
            }
        }
    }
}

fn line(field: &Field, path: &str, out: &mut String) {
    let _ = write!(out, "  {path}{}: ", field.name);
    let found = field.evidence.iter().map(|evidence| {
        let kind = kind(evidence.by);
        if evidence.what.is_empty() {
            kind.to_owned()
        } else {
            format!("{kind} {:?}", evidence.what)
        }
    });
    let found: Vec<String> = found.collect();
    let _ = match &found[..] {
        [] => write!(out, "{}", kind(field.named_by)),
        found => write!(out, "{}", found.join(", ")),
    };
    if let Some(quality) = &field.quality {
        let _ = write!(out, "; quality {:.2}", quality.score);
        if let Some(worst) = quality.reasons().first() {
            let _ = write!(out, ", {worst}");
        }
    }
    if let Some(extra) = &field.extra {
        let _ = write!(out, "; no core field: {extra}");
    }
    out.push('\n');
}

fn kind(by: NamedBy) -> &'static str {
    match by {
        NamedBy::Data => "data",
        NamedBy::Markup => "markup",
        NamedBy::Label => "label",
        NamedBy::Tag => "tag",
        NamedBy::Class => "class",
        NamedBy::Values => "values",
        NamedBy::Place => "place",
    }
}
