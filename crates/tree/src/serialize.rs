//! Trees written out: as HTML, as positional XPaths, as an indented dump.

use crate::entity::escape_into;
use crate::parse::is_void;
use crate::{NodeId, TagTree};
use std::fmt::{self, Write as _};

impl TagTree {
    /// A node with all below it as HTML, by the fragment serialisation of the HTML standard:
    /// names in lower case, attributes in double quotes, `&`, `<`, `>`, `"` and no-break spaces
    /// escaped, no end tag for void elements. Parsing it again gives the same tree, unless the
    /// tree cannot be written as HTML at all (an `a` within an `a`, or anything after `plaintext`).
    ///
    /// # Complexity
    /// Linear in the size of the subtree.
    pub fn outer_html(&self, node: NodeId) -> String {
        let mut html = String::new();
        self.write_html(self.subtree(node), &mut html);
        html
    }

    /// What is below a node as HTML; see [`TagTree::outer_html`].
    pub fn inner_html(&self, node: NodeId) -> String {
        let mut html = String::new();
        let mut below = self.subtree(node);
        below.next();
        self.write_html(below, &mut html);
        html
    }

    /// The absolute path of a node by positions, such as `/html/body/div[2]/p[1]/text()[1]`.
    /// A position counts the siblings of the same label, from 1. It is that of a browser's or
    /// another HTML5 parser's tree for elements; positions of text nodes differ where blank ones
    /// were dropped.
    ///
    /// # Complexity
    /// Linear in the number of siblings of the node and of its ancestors.
    pub fn xpath(&self, node: NodeId) -> String {
        let ancestors = std::iter::successors(Some(node), |&node| self.parent(node));
        let mut steps: Vec<String> = ancestors
            .map(|node| {
                let Some(parent) = self.parent(node) else {
                    return format!("/html/{}", self.tag(node));
                };
                let alike = |&sibling: &NodeId| self.tag(sibling) == self.tag(node);
                let before = self.children(parent).take_while(|&sibling| sibling != node);
                let position = before.filter(alike).count() + 1;
                let label = if self.is_text(node) { "text()" } else { self.tag(node).as_str() };
                format!("/{label}[{position}]")
            })
            .collect();
        steps.reverse();
        steps.concat()
    }

    fn write_html(&self, nodes: impl Iterator<Item = NodeId>, html: &mut String) {
        let mut open: Vec<NodeId> = Vec::new();
        for node in nodes {
            self.close_ended(&mut open, Some(node), html);
            if self.is_text(node) {
                self.write_text(node, html);
                continue;
            }
            let name = self.tag(node).as_str();
            html.push('<');
            html.push_str(name);
            for attr in self.attrs(node) {
                html.push(' ');
                html.push_str(attr.name);
                html.push_str("=\"");
                escape_into(html, attr.value, true);
                html.push('"');
            }
            html.push('>');
            if !is_void(name) {
                open.push(node);
            }
        }
        self.close_ended(&mut open, None, html);
    }

    /// Writes the end tags of elements that do not contain `next`.
    fn close_ended(&self, open: &mut Vec<NodeId>, next: Option<NodeId>, html: &mut String) {
        while let Some(node) = open.pop() {
            if next.is_some_and(|next| self.contains(node, next)) {
                open.push(node);
                return;
            }
            html.push_str("</");
            html.push_str(self.tag(node).as_str());
            html.push('>');
        }
    }

    fn write_text(&self, node: NodeId, html: &mut String) {
        let text = self.text(node);
        let parent = self.parent(node).filter(|&parent| !self.is_foreign(parent));
        match parent.map(|parent| (self.tag(parent).as_str(), parent.0 + 1 == node.0)) {
            Some(("xmp" | "plaintext", _)) => return html.push_str(text),
            // A parser drops a line feed that follows these start tags.
            Some(("pre" | "textarea" | "listing", true)) if text.starts_with('\n') => {
                html.push('\n');
            }
            _ => {}
        }
        escape_into(html, text, false);
    }

    /// Whether an element is one of SVG or MathML, although it has the name of an HTML element
    /// that is parsed in a way of its own; always false for other names.
    fn is_foreign(&self, element: NodeId) -> bool {
        if !matches!(
            self.tag(element).as_str(),
            "xmp" | "plaintext" | "pre" | "textarea" | "listing"
        ) {
            return false;
        }
        let ancestors: Vec<&str> =
            std::iter::successors(self.parent(element), |&node| self.parent(node))
                .map(|node| self.tag(node).as_str())
                .collect();
        // SVG and MathML begin at their elements in HTML, and HTML again at some of theirs.
        let vocabulary =
            ancestors.iter().rev().fold("html", |vocabulary, &tag| match (vocabulary, tag) {
                ("html", "svg" | "math") => tag,
                ("svg", "foreignobject" | "desc" | "title")
                | ("math", "mi" | "mo" | "mn" | "ms" | "mtext") => "html",
                _ => vocabulary,
            });
        vocabulary != "html"
    }
}

/// One node a line, indented by its depth: `p class="price"`, `"£5"`. Meant for reading.
impl fmt::Display for TagTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for node in self.nodes() {
            for _ in 0..self.depth(node) {
                f.write_str("  ")?;
            }
            if self.is_text(node) {
                write!(f, "{:?}", self.text(node))?;
            } else {
                write!(f, "{}", self.tag(node))?;
                for attr in self.attrs(node) {
                    write!(f, " {}={:?}", attr.name, attr.value)?;
                }
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}
