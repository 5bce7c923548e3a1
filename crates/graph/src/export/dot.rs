//! The plan of a site in the language of Graphviz.

use crate::site::SiteGraph;
use crate::type_graph::{TypeGraph, TypeLink};
use sitewrap_model::Place;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Names of blocks that the label of an arrow tells.
const NAMED: usize = 3;

/// The page types and what joins them as a directed graph: a node a type, an arrow for each two types
/// and place, as thick as its links are many.
pub fn to_dot(graph: &SiteGraph, plan: &TypeGraph) -> String {
    let mut out =
        String::from("digraph site {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n");
    for (place, node) in plan.types.iter().enumerate() {
        let name = quoted(&format!("{}\n{}", node.group.name(), node.nodes));
        let _ = writeln!(out, "  t{place} [label={name}];");
    }
    let mut arrows: BTreeMap<(usize, usize, Place), Vec<&TypeLink>> = BTreeMap::new();
    for link in &plan.links {
        let place = graph.block_kinds[link.block as usize].place;
        arrows.entry((link.from, link.to, place)).or_default().push(link);
    }
    for ((from, to, place), links) in arrows {
        let count: usize = links.iter().map(|link| link.links).sum();
        let names = links.iter().take(NAMED);
        let names: Vec<&str> =
            names.map(|link| graph.block_kinds[link.block as usize].name.as_str()).collect();
        let label = quoted(&format!("{place} {}\n{count}", names.join(", ")));
        let width = 1.0 + (count as f64).log10();
        let _ = writeln!(out, "  t{from} -> t{to} [label={label}, penwidth={width:.2}];");
    }
    out.push_str("}\n");
    out
}

/// A text as a quoted string of the language; control characters but line ends are left out.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_string() {
        assert_eq!(quoted("a\"b\\\nc\u{0}"), "\"a\\\"b\\\\\\nc\"");
    }
}
