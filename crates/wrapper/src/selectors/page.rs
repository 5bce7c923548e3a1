//! A page in which paths are followed.

use super::path::{Axis, Path, Step, Test};
use crate::page::text;
use crate::page::view::View;
use crate::parameters::book;
use rustc_hash::FxHashMap;
use sitewrap_tree::{NodeId, TagTree};

/// A page with its elements by tag.
#[derive(Debug)]
pub(crate) struct Page<'t> {
    pub(crate) view: View<'t>,
    by_tag: FxHashMap<&'t str, Vec<NodeId>>,
    elements: Vec<NodeId>,
}

impl<'t> Page<'t> {
    pub(crate) fn new(tree: &'t TagTree) -> Self {
        let mut by_tag: FxHashMap<&str, Vec<NodeId>> = FxHashMap::default();
        let elements: Vec<NodeId> = tree.nodes().filter(|&node| !tree.is_text(node)).collect();
        for &node in &elements {
            by_tag.entry(tree.tag(node).as_str()).or_default().push(node);
        }
        Self { view: View::new(tree), by_tag, elements }
    }

    pub(crate) fn tree(&self) -> &'t TagTree {
        self.view.tree
    }

    /// The nodes that a path leads to from `scope`, in document order.
    pub(crate) fn select(&self, path: &Path, scope: NodeId) -> Vec<NodeId> {
        let mut found = vec![scope];
        for step in &path.steps {
            let mut next = Vec::new();
            for &from in &found {
                self.follow(step, from, &mut next);
            }
            next.sort_unstable();
            next.dedup();
            found = next;
            if found.is_empty() {
                break;
            }
        }
        found
    }

    fn follow(&self, step: &Step, from: NodeId, found: &mut Vec<NodeId>) {
        let tree = self.tree();
        match step.axis {
            Axis::Descendant => {
                let of_tag = match step.tag.as_str() {
                    "*" => &self.elements[..],
                    tag => self.by_tag.get(tag).map_or(&[][..], |nodes| nodes),
                };
                let start = of_tag.partition_point(|&node| node <= from);
                let below = of_tag[start..].iter().take_while(|&&node| tree.contains(from, node));
                found.extend(below.copied().filter(|&node| self.matches(step, node)));
            }
            Axis::Child => {
                let children = tree.children(from).filter(|&node| !tree.is_hoisted(node));
                found.extend(children.filter(|&node| self.matches(step, node)));
            }
            Axis::Adjacent => {
                let mut behind = self.siblings_behind(from).filter(|&node| !tree.is_text(node));
                found.extend(behind.next().filter(|&node| self.matches(step, node)));
            }
            Axis::Next => {
                found.extend(self.siblings_behind(from).find(|&node| self.matches(step, node)));
            }
        }
    }

    fn matches(&self, step: &Step, node: NodeId) -> bool {
        let tree = self.tree();
        let tag = tree.tag(node).as_str();
        !tree.is_text(node)
            && (step.tag == "*" || step.tag == tag)
            && step.tests.iter().all(|test| match test {
                Test::Attr(name, value) => tree.attr(node, name) == Some(value),
                Test::Class(word) => tree.classes(node).any(|known| known == word),
                Test::Not(word) => !tree.classes(node).any(|known| known == word),
                Test::Holds(tag) => {
                    let mut children = tree.children(node).filter(|&child| !tree.is_hoisted(child));
                    children.any(|child| tree.tag(child).as_str() == tag)
                }
                Test::Text(text) => self.label(node).as_deref() == Some(text),
            })
            && step.nth.is_none_or(|nth| self.nth(node) == nth)
    }

    /// The place of an element among its siblings with its tag, from 1.
    pub(crate) fn nth(&self, node: NodeId) -> u32 {
        let tree = self.tree();
        let Some(parent) = tree.parent(node) else { return 1 };
        let before = tree.children(parent).take_while(|&sibling| sibling != node);
        1 + before.filter(|&sibling| tree.tag(sibling) == tree.tag(node)).count() as u32
    }

    /// The siblings behind a node.
    pub(crate) fn siblings_behind(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let tree = self.tree();
        let parent = tree.parent(node);
        let siblings = parent.into_iter().flat_map(move |parent| tree.children(parent));
        siblings.filter(move |&sibling| sibling > node)
    }

    /// The text of an element that could be a label: short, and in one piece, so that XPath and
    /// this crate read it alike.
    pub(crate) fn label(&self, node: NodeId) -> Option<String> {
        let tree = self.tree();
        if self.view.text_len(node) > book().label_chars {
            return None;
        }
        let mut texts = tree.subtree(node).filter(|&node| tree.is_text(node));
        let only = texts.next().filter(|_| texts.next().is_none())?;
        let is_plain = |c: char| !c.is_control() && (c == ' ' || !c.is_whitespace());
        let label = tree.text(only).split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        (!label.is_empty() && label.chars().all(is_plain)).then_some(label)
    }

    /// The texts right below an element that are not blank, one line each, without the separators
    /// at their ends; none where some of it stands in elements without a node: other parsers see other texts.
    pub(crate) fn own_texts(&self, node: NodeId) -> Vec<String> {
        let tree = self.tree();
        if tree.children(node).any(|child| tree.is_hoisted(child)) {
            return Vec::new();
        }
        let texts = tree.children(node).filter(|&child| tree.is_text(child));
        texts.map(|child| text::trim(&text::line(tree, child)).to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    #[test]
    fn what_stands_in_a_font_is_below_its_element_and_no_child_of_it() {
        let html = "<div id=a><font size=2><p>deep</p></font></div><b id=b>one <font>two</font></b><i id=c>x <u>y</u></i>";
        let document = Document::parse(html.as_bytes(), None, None);
        let page = Page::new(&document.tree);
        let by_id = |id: &str| {
            let mut nodes = document.tree.nodes();
            nodes.find(|&node| document.tree.attr(node, "id") == Some(id)).expect("an id")
        };
        let to = |axis| Path { steps: vec![Step::to(axis, "p")] };
        assert!(page.select(&to(Axis::Child), by_id("a")).is_empty());
        assert_eq!(page.select(&to(Axis::Descendant), by_id("a")).len(), 1);
        assert!(page.own_texts(by_id("b")).is_empty());
        assert_eq!(page.own_texts(by_id("c")), ["x"]);
    }
}
