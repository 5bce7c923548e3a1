//! The text of a tree as a reader sees it.

use crate::{NodeId, TagTree};

/// What separates the text of an element from what stands around it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    Nothing,
    Space,
    Line,
}

impl TagTree {
    /// The text below a node, or of a text node, as a reader sees it.
    ///
    /// White space (no-break spaces included) is collapsed to single spaces. Block elements,
    /// `br` and table rows stand on lines of their own, separated by one `\n`; table cells are
    /// separated by a space. Inline elements separate nothing: `<b>Hel</b>lo` is one word. There
    /// is no white space at either end. White space in `pre` is collapsed as well.
    ///
    /// # Complexity
    /// Linear in the size of the subtree.
    pub fn inner_text(&self, node: NodeId) -> String {
        self.text_of(self.subtree(node), '\n')
    }

    /// As [`TagTree::inner_text`], of siblings in the order of the page.
    pub fn inner_text_of(&self, siblings: &[NodeId]) -> String {
        self.text_of(siblings.iter().flat_map(|&node| self.subtree(node)), '\n')
    }

    /// As [`TagTree::inner_text`], on one line: with a space for each `\n`.
    pub fn inner_line(&self, node: NodeId) -> String {
        self.text_of(self.subtree(node), ' ')
    }

    /// The text of nodes in the order of the page, with `line` between lines.
    fn text_of(&self, nodes: impl Iterator<Item = NodeId>, line: char) -> String {
        let mut text = String::new();
        let mut gap = Gap::Nothing;
        // Elements that are open, so that the gap behind them is known when they end.
        let mut open: Vec<(NodeId, Gap)> = Vec::new();
        for at in nodes {
            close_ended(self, &mut open, at, &mut gap);
            if self.is_text(at) {
                append_words(&mut text, self.text(at), &mut gap, line);
            } else {
                let around = gap_around(self.tag(at).as_str());
                gap = gap.max(around);
                if around > Gap::Nothing {
                    open.push((at, around));
                }
            }
        }
        text
    }

    /// The text of the text nodes right below a node, as [`TagTree::inner_text`] gives it; the
    /// children that are elements count as spaces.
    pub fn own_text(&self, node: NodeId) -> String {
        let mut text = String::new();
        for child in self.children(node) {
            let mut gap = Gap::Space;
            append_words(&mut text, self.text(child), &mut gap, '\n');
        }
        text
    }
}

fn close_ended(tree: &TagTree, open: &mut Vec<(NodeId, Gap)>, at: NodeId, gap: &mut Gap) {
    while let Some(&(node, around)) = open.last()
        && !tree.contains(node, at)
    {
        *gap = (*gap).max(around);
        open.pop();
    }
}

/// Appends the words of a text node behind the gap that is due, and gives the gap behind them;
/// `line` stands between lines.
fn append_words(text: &mut String, piece: &str, gap: &mut Gap, line: char) {
    text.reserve(piece.len() + 1);
    if piece.starts_with(char::is_whitespace) {
        *gap = (*gap).max(Gap::Space);
    }
    let trimmed = piece.trim();
    if is_collapsed(trimmed) {
        append(text, trimmed, gap, line);
    } else {
        trimmed.split_whitespace().for_each(|word| append(text, word, gap, line));
    }
    if !piece.ends_with(char::is_whitespace) {
        *gap = Gap::Nothing;
    }
}

/// Appends a word, or several with single spaces, behind the gap that is due.
fn append(text: &mut String, words: &str, gap: &mut Gap, line: char) {
    if words.is_empty() {
        return;
    }
    if !text.is_empty() {
        match gap {
            Gap::Nothing => {}
            Gap::Space => text.push(' '),
            Gap::Line => text.push(line),
        }
    }
    text.push_str(words);
    *gap = Gap::Space;
}

/// Whether all white space is single spaces, as far as bytes tell: those with which the white space
/// beyond ASCII begins begin other characters as well.
fn is_collapsed(text: &str) -> bool {
    let mut before = 0;
    text.bytes().all(|byte| {
        let is_double = byte == b' ' && before == b' ';
        before = byte;
        !is_double && !matches!(byte, b'\t'..=b'\r' | 0xc2 | 0xe1..=0xe3)
    })
}

/// Whether words beside an element are on one line with those in it.
pub(crate) fn is_inline(tag: &str) -> bool {
    gap_around(tag) == Gap::Nothing
}

fn gap_around(tag: &str) -> Gap {
    match tag {
        "td" | "th" => Gap::Space,
        "address" | "article" | "aside" | "blockquote" | "body" | "br" | "caption" | "center"
        | "dd" | "details" | "dialog" | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption"
        | "figure" | "footer" | "form" | "frameset" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        | "header" | "hgroup" | "hr" | "legend" | "li" | "listing" | "main" | "menu" | "nav"
        | "ol" | "optgroup" | "option" | "p" | "plaintext" | "pre" | "search" | "section"
        | "summary" | "table" | "tbody" | "tfoot" | "thead" | "tr" | "ul" | "xmp" => Gap::Line,
        _ => Gap::Nothing,
    }
}
