//! Wrappers as text for people: the template as a tree.

use crate::wrapper::Wrapper;
use crate::wrapper::describe_names::describe_names;
use crate::wrapper::presence::Presence;
use crate::wrapper::template::{
    Content, Element, Field, Map, Pairs, Part, Prose, Repeat, TemplateNode, TextPattern,
};
use std::fmt::Write;

/// A wrapper's template as an indented tree, one node a line: whether it is required (`!`),
/// optional (`?`, with the share of pages) or repeated (`*`), its template text in quotes, and its
/// fields after `=`; then the fields once more, with what speaks for the name of each.
pub fn describe(wrapper: &Wrapper) -> String {
    let mut out = String::new();
    let pages = if wrapper.pages == 1 { "page" } else { "pages" };
    let _ = writeln!(out, "{} ({}, {} {pages})", wrapper.name, wrapper.page_type, wrapper.pages);
    if let Some(quality) = &wrapper.quality {
        let _ = writeln!(out, "quality {:.2}: {}", quality.score, quality.reasons().join("; "));
    }
    if let Some(content) = wrapper.content() {
        let when =
            if content.always { "" } else { " where the template has none of it, or a fragment" };
        let _ = writeln!(out, "{} is the main content of the page{when}", content.field.name);
    }
    element(&wrapper.template.root, 0, &mut out);
    out.push_str("\nnamed by\n");
    out.push_str(&describe_names(&wrapper.template.root));
    out
}

fn nodes(nodes: &[TemplateNode], depth: usize, out: &mut String) {
    for node in nodes {
        match node {
            TemplateNode::Element(node) => element(node, depth, out),
            TemplateNode::Repeat(node) => repeat(node, depth, out),
            TemplateNode::Map(node) => map(node, depth, out),
            TemplateNode::Prose(node) => prose(node, depth, out),
        }
    }
}

fn element(element: &Element, depth: usize, out: &mut String) {
    indent(depth, out);
    let _ = write!(out, "{} {}", mark(element.presence), name(element));
    for attr in &element.attrs {
        let _ = write!(out, " @{} = {}", attr.attr, attr.field.name);
    }
    match &element.content {
        Content::Children(children) => {
            out.push('\n');
            nodes(children, depth + 1, out);
        }
        Content::Text(text) => {
            let _ = writeln!(out, " {}", pattern(text));
        }
        Content::Fixed(text) if text.is_empty() => out.push('\n'),
        Content::Fixed(text) => {
            let _ = writeln!(out, " {text:?}");
        }
        Content::Ignored => out.push_str(" (not in the record)\n"),
    }
}

fn repeat(repeat: &Repeat, depth: usize, out: &mut String) {
    indent(depth, out);
    if repeat.through {
        let _ = writeln!(out, "* (looked through) {}", share(repeat.presence));
    } else {
        let within = match (repeat.within, repeat.way) {
            (true, _) => " (in the running text)",
            (_, true) => " (the way from the home page)",
            _ => "",
        };
        let _ = writeln!(out, "* = {}[]{within} {}", repeat.field.name, share(repeat.presence));
    }
    nodes(&repeat.unit, depth + 1, out);
}

fn map(map: &Map, depth: usize, out: &mut String) {
    indent(depth, out);
    let kind = match &map.pairs {
        Pairs::Nodes(element) | Pairs::Lines(element) => name(element),
        Pairs::Runs { key, .. } => name(key),
        Pairs::Cells(_) => "cells".to_owned(),
        Pairs::InText => "facts in the running text".to_owned(),
    };
    let key = |key: &String| match map.name_of(key) {
        Some(name) if name == key => format!("{key:?}"),
        Some(name) => format!("{key:?} as {name:?}"),
        None => format!("{key:?} dropped"),
    };
    let keys: Vec<String> = map.keys.iter().map(key).collect();
    let _ = writeln!(
        out,
        "* {kind} = {}{{{}}} {}",
        map.field.name,
        keys.join(", "),
        share(map.presence)
    );
}

fn prose(prose: &Prose, depth: usize, out: &mut String) {
    indent(depth, out);
    let kinds: Vec<String> = prose.paragraphs.iter().map(name).collect();
    let _ = writeln!(
        out,
        "* {} = {}{} (running text) {}",
        kinds.join(" | "),
        prose.field.name,
        lead(prose.lead.as_deref()),
        share(prose.presence)
    );
}

fn pattern(pattern: &TextPattern) -> String {
    let mut out = String::new();
    let field = |field: &Field| format!("{{{}}}", field.name);
    if let Some(whole) = &pattern.whole {
        let _ = write!(out, "= {}", field(whole));
    }
    if !pattern.parts.is_empty() {
        let parts: Vec<String> = pattern
            .parts
            .iter()
            .map(|part| match part {
                Part::Fixed(text) => format!("{text:?}"),
                Part::Field(part) => field(part),
            })
            .collect();
        let separator = if out.is_empty() { "= " } else { " = " };
        let end = if pattern.ends_early { " (may end early)" } else { "" };
        let _ = write!(out, "{separator}{}{end}", parts.join(" "));
    }
    out.push_str(&lead(pattern.lead.as_deref()));
    out
}

fn lead(field: Option<&Field>) -> String {
    field.map_or_else(String::new, |field| format!(" begins {{{}}}", field.name))
}

fn name(element: &Element) -> String {
    let mut name = element.tag.clone();
    for feature in element.features.iter().filter(|f| f.name.starts_with(['.', '#'])).take(3) {
        name.push_str(&feature.name);
    }
    for word in &element.label_words {
        let _ = write!(name, " {word:?}");
    }
    name
}

fn mark(presence: Presence) -> String {
    if presence.is_required() { "!".to_owned() } else { format!("? {}", share(presence)) }
}

fn share(presence: Presence) -> String {
    format!("{:.0}%", presence.share() * 100.0)
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_tells_that_texts_may_end_early() {
        let field = |name: &str| Part::Field(Field { name: name.to_owned(), ..Field::default() });
        let parts = vec![field("date"), Part::Fixed("by".to_owned()), field("author")];
        let known = TextPattern { parts, ends_early: true, ..TextPattern::default() };
        assert_eq!(pattern(&known), "= {date} \"by\" {author} (may end early)");
        let whole = TextPattern { ends_early: false, ..known };
        assert_eq!(pattern(&whole), "= {date} \"by\" {author}");
    }
}
