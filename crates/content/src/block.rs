//! What are the pieces of text that a page is made of?
//!
//! A block is what stands between two line breaks: the text of a paragraph, a heading, a list item,
//! a table cell, or of a part of one that `br` cuts. All methods judge blocks, so that none can tear
//! a sentence.

use crate::width::Signs;
use sitewrap_tree::{NodeId, TagTree};
use std::ops::Range;

/// A line of text of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// From the first text node of the line to the one past the last. Elements within are inline.
    pub nodes: Range<u32>,
    /// The innermost element that is no inline one and holds the line.
    pub holder: NodeId,
    /// Where the text stands in [`Blocks::text`].
    pub(crate) span: Range<u32>,
    /// What the text consists of.
    pub(crate) signs: Signs,
    /// Columns of the text within links.
    pub(crate) linked: u32,
}

impl Block {
    /// Columns of letters and digits in the text; Chinese, Japanese and Korean characters have two.
    pub fn columns(&self) -> u32 {
        self.signs.columns
    }
}

/// The blocks of a page in document order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    all: Vec<Block>,
    text: String,
    /// For each node, and one past the last, the first block that begins there or behind.
    first: Vec<u32>,
}

/// Elements whose text no reader reads as part of the page.
const UNREAD: [&str; 11] = [
    "select", "datalist", "textarea", "svg", "math", "object", "canvas", "iframe", "audio",
    "video", "progress",
];

impl Blocks {
    /// The blocks of a tree. What is in `select`, `textarea`, `svg` and the like is in none.
    ///
    /// # Complexity
    /// Linear in the size of the tree.
    pub fn of(tree: &TagTree) -> Self {
        Self::up_to(tree, u32::MAX)
    }

    /// Columns of the blocks of a tree; once there are `most`, no more are counted.
    pub(crate) fn columns_up_to(tree: &TagTree, most: u32) -> u32 {
        Self::up_to(tree, most).iter().map(Block::columns).sum()
    }

    /// The blocks of a tree up to the node where they have `most` columns.
    fn up_to(tree: &TagTree, most: u32) -> Self {
        let mut blocks = Self { first: Vec::with_capacity(tree.len() + 1), ..Self::default() };
        let mut line = Line::default();
        let mut open: Vec<Open> = Vec::new();
        let mut unread_end = 0;
        let (mut columns, mut counted) = (0, 0);
        for node in tree.nodes() {
            for block in &blocks.all[counted..] {
                columns += block.columns();
            }
            counted = blocks.all.len();
            if columns >= most {
                break;
            }
            while open.last().is_some_and(|last| !tree.contains(last.node, node)) {
                if open.pop().is_some_and(|last| last.breaks) {
                    blocks.end_line(&mut line);
                }
            }
            blocks.first.push(blocks.all.len() as u32 + u32::from(!line.is_empty()));
            if node.0 < unread_end {
                continue;
            }
            if tree.is_text(node) {
                let holder = open.iter().rev().find(|above| above.breaks);
                let in_link = open.last().is_some_and(|above| above.in_link);
                let holder = holder.map_or(tree.root(), |above| above.node);
                blocks.add(&mut line, tree.text(node), node, holder, in_link);
                continue;
            }
            let tag = tree.tag(node).as_str();
            if UNREAD.contains(&tag) {
                unread_end = node.0 + tree.subtree_len(node) as u32;
                continue;
            }
            let breaks = breaks_line(tag);
            if breaks {
                blocks.end_line(&mut line);
                if let Some(first) = blocks.first.last_mut() {
                    *first = blocks.all.len() as u32;
                }
            }
            let in_link = tag == "a" || open.last().is_some_and(|above| above.in_link);
            open.push(Open { node, breaks, in_link });
        }
        blocks.end_line(&mut line);
        blocks.first.push(blocks.all.len() as u32);
        blocks
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether the page has no text.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The blocks in document order.
    pub fn iter(&self) -> std::slice::Iter<'_, Block> {
        self.all.iter()
    }

    /// The blocks in document order, to be taken by their indices.
    pub(crate) fn all(&self) -> &[Block] {
        &self.all
    }

    /// The text of a block: one line, white space collapsed, not empty.
    pub fn text(&self, block: &Block) -> &str {
        &self.text[block.span.start as usize..block.span.end as usize]
    }

    /// The blocks that begin below a node, as indices.
    pub(crate) fn below(&self, tree: &TagTree, node: NodeId) -> Range<usize> {
        let end = node.index() + tree.subtree_len(node);
        self.first[node.index()] as usize..self.first[end] as usize
    }

    fn add(&mut self, line: &mut Line, piece: &str, node: NodeId, holder: NodeId, in_link: bool) {
        if piece.starts_with(char::is_whitespace) {
            line.is_spaced = true;
        }
        let before = self.text.len();
        for word in piece.split_whitespace() {
            if line.is_empty() {
                line.start = node.0;
                line.holder = Some(holder);
                line.text_start = self.text.len();
            } else if line.is_spaced {
                self.text.push(' ');
            }
            self.text.push_str(word);
            line.is_spaced = true;
        }
        if self.text.len() == before {
            return;
        }
        line.end = node.0 + 1;
        line.is_spaced = piece.ends_with(char::is_whitespace);
        let columns = line.signs.columns;
        line.signs.count(&self.text[before..]);
        if in_link {
            line.linked += line.signs.columns - columns;
        }
    }

    fn end_line(&mut self, line: &mut Line) {
        if let Some(holder) = line.holder {
            let span = line.text_start as u32..self.text.len() as u32;
            line.signs.end(&self.text[line.text_start..]);
            let signs = line.signs;
            let nodes = line.start..line.end;
            self.all.push(Block { nodes, holder, span, signs, linked: line.linked });
        }
        *line = Line::default();
    }
}

/// An element that is open.
struct Open {
    node: NodeId,
    breaks: bool,
    in_link: bool,
}

/// The line that is being read.
#[derive(Default)]
struct Line {
    start: u32,
    end: u32,
    text_start: usize,
    signs: Signs,
    linked: u32,
    is_spaced: bool,
    /// None as long as the line is empty.
    holder: Option<NodeId>,
}

impl Line {
    fn is_empty(&self) -> bool {
        self.holder.is_none()
    }
}

/// Whether an element begins a line of its own; table cells do here.
pub(crate) fn breaks_line(tag: &str) -> bool {
    matches!(
        tag,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "br"
            | "button"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "frameset"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "legend"
            | "li"
            | "listing"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "plaintext"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
            | "xmp"
    )
}

#[cfg(test)]
mod tests {
    use super::Blocks;
    use sitewrap_tree::Document;

    #[test]
    fn lines_are_what_a_reader_sees() {
        let body = "<p>One <b>li</b>ne<br>two <a href=/x>links</a><ul><li>a<li>b</ul>tail\
            <select><option>no</select><table><tr><td>1<td>2</table>";
        let document = Document::parse(body.as_bytes(), None, None);
        let blocks = Blocks::of(&document.tree);
        let texts: Vec<&str> = blocks.iter().map(|block| blocks.text(block)).collect();
        assert_eq!(texts, ["One line", "two links", "a", "b", "tail", "1", "2"]);
        let linked: Vec<u32> = blocks.iter().map(|block| block.linked).collect();
        assert_eq!(linked, [0, 5, 0, 0, 0, 0, 0]);
        let root = document.tree.root();
        assert_eq!(blocks.below(&document.tree, root), 0..7);
    }
}
