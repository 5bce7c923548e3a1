//! The way from the home page to a page: the steps of a trail of breadcrumbs.
//!
//! Trails are made in many forms: a list, links with signs between them, nested spans; the first steps may be
//! those of all pages, and the last has a link or none. What a step is, all of them share: a link, or a phrase
//! among the links.

use super::Job;
use crate::apply::compile::{CompiledNode, Level};
use crate::apply::cover::Cover;
use crate::page::text::{is_separators, line, trim};
use crate::record::sources::{Sheet, Source};
use sitewrap_model::Value;
use sitewrap_tree::{NodeId, TagTree, html};

/// The steps among siblings and all that is in them, in document order: links, and elements or texts that
/// hold a phrase and no link. What stands before the first link is the name of the trail (`You are here:`). A link that
/// leads neither to the domain of `url` nor to that of the first step leads away (`Edit on GitHub`), and a list of several
/// that unfolds below a step leads to what is beside it.
///
/// # Complexity
/// Linear in the nodes below `nodes` times the depth of nested phrases.
pub fn steps(tree: &TagTree, url: &str, nodes: &[NodeId]) -> Vec<NodeId> {
    let is_link = |node: NodeId| tree.tag(node).as_str() == "a";
    let mut steps = Vec::new();
    let mut open: Vec<NodeId> = nodes.iter().rev().copied().collect();
    while let Some(node) = open.pop() {
        let in_line = |of: NodeId| html::is_phrasing(tree.tag(of).as_str()) && !is_link(of);
        if is_link(node) || tree.subtree(node).skip(1).all(in_line) {
            if says(tree, node).contains(char::is_alphanumeric) {
                steps.push(node);
            }
        } else {
            let from = open.len();
            open.extend(tree.children(node).filter(|&child| !unfolds(tree, child)));
            open[from..].reverse();
        }
    }
    let name = steps.iter().position(|&step| is_link(step)).unwrap_or(0);
    steps.drain(..name);
    let leads_to = |step: NodeId| tree.attr(step, "href").and_then(domain);
    let own = [domain(url), steps.first().and_then(|&first| leads_to(first))];
    steps.retain(|&step| leads_to(step).is_none_or(|to| own.contains(&Some(to))));
    steps
}

/// Whether a list has several items and stands in the item of another list.
fn unfolds(tree: &TagTree, list: NodeId) -> bool {
    let tag = |node: NodeId| tree.tag(node).as_str();
    let is_item = |node: &NodeId| tag(*node) == "li";
    html::is_list(tag(list))
        && tree.parent(list).as_ref().is_some_and(is_item)
        && tree.children(list).filter(is_item).nth(1).is_some()
}

/// The last two labels of the host of an address, if it has one: what the parts of a site share.
fn domain(address: &str) -> Option<&str> {
    let (_, behind) = address.split_once("://")?;
    let host = behind.split(['/', '?', '#']).next()?;
    let last = host.rmatch_indices('.').nth(1).map_or(0, |(at, _)| at + 1);
    Some(&host[last..])
}

/// Of the steps to the page at `url` the one before the page itself, if that is not the home page, and the one
/// that is the page. What leads to another page is the former; behind it stands the page at most.
pub fn last_steps(tree: &TagTree, url: &str, steps: &[NodeId]) -> [Option<NodeId>; 2] {
    let bare = |address: &str| {
        let address = address.split('#').next().unwrap_or_default();
        address.trim_end_matches('/').to_owned()
    };
    let own = bare(url);
    let leads_on = |step: &NodeId| tree.attr(*step, "href").is_some_and(|to| bare(to) != own);
    let Some(last) = steps.iter().rposition(leads_on) else { return [None, None] };
    let parent = (last > 0 && steps.len() - last <= 2).then_some(steps[last]);
    [parent, steps.get(last + 1).filter(|_| steps.len() == last + 2).copied()]
}

/// Whether a sign points from a step to the next, or is a space beside it.
pub fn points_on(c: char) -> bool {
    c.is_whitespace() || matches!(c, '>' | '›' | '»' | '→' | '▸' | '▶' | '❯' | '/' | '\\')
}

/// What a step says, without the signs that part it from the others.
fn says(tree: &TagTree, node: NodeId) -> String {
    let text = line(tree, node);
    let text = trim(&text).trim_start_matches(points_on);
    // Of two signs that point at what is between them each is a quotation mark.
    let is_end = |c: char| points_on(c) && !(c == '»' && text.contains('«'));
    let text = text.trim_end_matches(is_end);
    if is_separators(text) { String::new() } else { text.to_owned() }
}

impl Job<'_, '_> {
    /// Takes the children of the node of a trail: a list of all steps, the step before the page, and the page.
    pub(super) fn way(&mut self, level: &Level<'_>, children: &[NodeId], sheet: &mut Sheet) {
        let tree = self.view.tree;
        let steps = steps(tree, self.url, children);
        let mut last = last_steps(tree, self.url, &steps).into_iter();
        self.tally.matched += children.iter().map(|child| tree.subtree_len(*child)).sum::<usize>();
        for (node, &number) in level.nodes.iter().zip(&level.numbers) {
            let is_there = match node {
                CompiledNode::Repeat { repeat, unit, plain, .. } => {
                    let nodes = steps.iter().copied();
                    let (list, items) = self.leaf_items(unit, *plain, nodes, says, &sheet.inner());
                    let is_there = !list.is_empty();
                    if is_there {
                        let source = || Source::List(items);
                        sheet.put(&repeat.field.name, Value::List(list), source);
                    }
                    // Of a trail that stands on the page once more nothing is taken.
                    let cover = if is_there { Cover::Value } else { Cover::LeftOut };
                    children.iter().for_each(|child| self.cover(*child, cover));
                    let below = children.iter().flat_map(|child| tree.subtree(*child));
                    for list in below.filter(|&node| unfolds(tree, node)) {
                        self.cover(list, Cover::LeftOut);
                    }
                    is_there
                }
                CompiledNode::Element(element) => {
                    let step = last.next().flatten();
                    if let Some(step) = step {
                        self.leaf(element.element, step, says(tree, step), sheet);
                    }
                    step.is_some()
                }
                CompiledNode::Map(_) | CompiledNode::Prose(_) => false,
            };
            self.stand(number, is_there);
            if !is_there {
                self.absent(node);
            }
        }
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
        steps(&tree, "http://site.test/t/d", &nodes)
            .into_iter()
            .map(|node| says(&tree, node))
            .collect()
    }

    #[test]
    fn a_step_is_a_link_or_a_phrase_among_links() {
        let wanted = ["Home", "Tools", "Long drill"];
        for html in [
            "<ol><li><a href=/>Home</a><li><a href=/t>Tools</a><li>Long <b>drill</b></ol>",
            "<a href=/>Home</a> &gt; <a href=/t>Tools</a> &gt; Long drill",
            "You are here: <a href=/>Home</a> / <a href=/t>Tools</a> / <span>Long drill</span>",
            "<a href=/>Home</a> ❯ <a href=/t>Tools</a> ❯ Long drill",
            "<b>You are here:</b><span><span><a href=/>Home</a> » <span><a href=/t>Tools</a> » \
             <span>Long drill</span></span></span></span>",
            "<ul><li><a href=/><svg></svg>Home</a></li><li>»</li><li><a href=/t>Tools</a></li>\
             <li>»</li><li><a href=/d>Long drill</a></ul>",
            "<table><tr><td><a href=/>Home</a><td>&gt;<td><a href=/t>Tools</a><td>Long drill</table>",
            "<ul><li><a href=https://www.site.test/>Home</a><li><a href=/t>Tools</a><li>Long drill\
             <li><a href=https://code.test/t/d.rst>Edit this page</a></ul>",
            "<ul><li><a href=/>Home</a><li><a href=/t>Tools</a><ul><li><a href=/s>Saws</a><li>\
             <a href=/r>Drills</a></ul><li>Long drill</ul>",
            "<ul><li><a href=/>Home</a><ul><li><a href=/t>Tools</a><ul><li>Long drill</ul></ul></ul>",
        ] {
            assert_eq!(told(html), wanted, "{html}");
        }
    }
}
