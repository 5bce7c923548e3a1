//! The way from the home page to a page: the steps of a trail of breadcrumbs.
//!
//! Trails are made in many forms: a list, links with signs between them, nested spans; the first steps may be
//! those of all pages, and the last has a link or none. What a step is, all of them share: a link, or a phrase
//! among the links.

use super::Job;
use crate::apply::compile::{CompiledNode, Level};
use crate::apply::cover::Cover;
use crate::page::text::{is_separators, line, trim};
use crate::record::sources::{Item, Sheet, Source, Span};
use crate::wrapper::template::{Content, TextPattern};
use sitewrap_model::Value;
use sitewrap_tree::{NodeId, TagTree, html};

/// The steps among siblings and all that is in them, in document order: links, and elements or texts that
/// hold a phrase and no link. What stands before the first link is the name of the trail (`You are here:`).
pub fn steps(tree: &TagTree, nodes: &[NodeId]) -> Vec<NodeId> {
    let is_link = |node: NodeId| tree.tag(node).as_str() == "a";
    let mut steps = Vec::new();
    let mut open: Vec<NodeId> = nodes.iter().rev().copied().collect();
    while let Some(node) = open.pop() {
        let in_line = |of: NodeId| html::is_phrasing(tree.tag(of).as_str()) && !is_link(of);
        if is_link(node) || tree.subtree(node).skip(1).all(in_line) {
            if step(tree, node).contains(char::is_alphanumeric) {
                steps.push(node);
            }
        } else {
            let from = open.len();
            open.extend(tree.children(node));
            open[from..].reverse();
        }
    }
    let name = steps.iter().position(|&step| is_link(step)).unwrap_or(0);
    steps.drain(..name);
    steps
}

/// What a step says, without the signs that part it from the others.
fn step(tree: &TagTree, node: NodeId) -> String {
    let text = line(tree, node);
    let is_sign = |c: char| matches!(c, '>' | '›' | '»' | '/' | '\\' | '→' | ' ');
    let text = trim(&text).trim_start_matches(is_sign);
    // Of two signs that point at what is between them each is a quotation mark.
    let is_end = |c: char| is_sign(c) && !(c == '»' && text.contains('«'));
    let text = text.trim_end_matches(is_end);
    if is_separators(text) { String::new() } else { text.to_owned() }
}

impl Job<'_, '_> {
    /// The items of the list that a trail is; `found` are the children of its node.
    pub(super) fn way(
        &mut self,
        unit: &Level<'_>,
        plain: bool,
        found: &[(NodeId, usize)],
        blank: &Sheet,
    ) -> (Vec<Value>, Vec<Item>) {
        let (mut list, mut items) = (Vec::new(), Vec::new());
        let [CompiledNode::Element(item)] = &unit.nodes[..] else { return (list, items) };
        let tree = self.view.tree;
        let nodes: Vec<NodeId> = found.iter().map(|(node, _)| *node).collect();
        for &node in &nodes {
            self.tally.matched += tree.subtree_len(node);
            self.cover(node, Cover::Value);
        }
        for node in steps(tree, &nodes) {
            let mut sheet = blank.inner();
            self.attrs(item.element, node, &mut sheet);
            if let Content::Text(TextPattern { whole: Some(field), .. }) = &item.element.content {
                let text = Value::Text(step(tree, node));
                sheet.put(&field.name, text, || Source::Value(Span::text(node)));
            }
            let Sheet { record, sources } = sheet;
            let Some((_, first)) = record.iter().next() else { continue };
            if let Some(sources) = sources {
                items.push(Item { nodes: vec![node], source: sources.of_item(plain) });
            }
            list.push(if plain { first.clone() } else { Value::Record(record) });
        }
        (list, items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    /// The steps of what stands in the `nav` of a page.
    fn told(html: &str) -> Vec<String> {
        let tree = Document::parse(format!("<nav>{html}</nav>").as_bytes(), None, None).tree;
        let nav = tree.nodes().find(|&node| tree.tag(node).as_str() == "nav").expect("a nav");
        let nodes: Vec<NodeId> = tree.children(nav).collect();
        steps(&tree, &nodes).into_iter().map(|node| step(&tree, node)).collect()
    }

    #[test]
    fn a_step_is_a_link_or_a_phrase_among_links() {
        let wanted = ["Home", "Tools", "Long drill"];
        for html in [
            "<ol><li><a href=/>Home</a><li><a href=/t>Tools</a><li>Long <b>drill</b></ol>",
            "<a href=/>Home</a> &gt; <a href=/t>Tools</a> &gt; Long drill",
            "You are here: <a href=/>Home</a> / <a href=/t>Tools</a> / <span>Long drill</span>",
            "<b>You are here:</b><span><span><a href=/>Home</a> » <span><a href=/t>Tools</a> » \
             <span>Long drill</span></span></span></span>",
            "<ul><li><a href=/><svg></svg>Home</a></li><li>»</li><li><a href=/t>Tools</a></li>\
             <li>»</li><li><a href=/d>Long drill</a></ul>",
            "<table><tr><td><a href=/>Home</a><td>&gt;<td><a href=/t>Tools</a><td>Long drill</table>",
        ] {
            assert_eq!(told(html), wanted, "{html}");
        }
    }
}
