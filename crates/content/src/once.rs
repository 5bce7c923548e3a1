//! What a page says twice is content once.
//!
//! Pages repeat their heading in a box to share or to cite them, the first words of the text as a
//! heading, and a sentence of it as a pull quote: all read like content.

use crate::block::{Block, Blocks};
use crate::kind::Kinds;
use memchr::memmem;
use rustc_hash::FxHashSet;
use sitewrap_tree::TagTree;

/// Columns from which a line is not repeated by chance: three words.
const LEAST_COLUMNS: u32 = 16;

/// Quotes of a page that are looked for in its text at most.
const MAX_QUOTES: usize = 64;

/// Leaves out of the kept blocks those that repeat another: a line that an earlier one equals, a line
/// that the next one begins with, and a quote set apart that stands in a paragraph of the text. Only
/// letters and digits are compared. Cells and listings may repeat.
///
/// # Complexity
/// Linear in the text, and once more for each quote, 64 at most.
pub(crate) fn keep_once(tree: &TagTree, blocks: &Blocks, kept: &mut [bool]) {
    let mut lines: Vec<Line> = (0..kept.len())
        .filter(|&at| kept[at])
        .map(|at| Line::of(tree, blocks, at))
        .filter(|line| !line.letters.is_empty())
        .collect();
    leave_out_equal(&mut lines);
    leave_out_openings(&mut lines);
    leave_out_quotes(&mut lines);
    lines.iter().filter(|line| line.is_repeated).for_each(|line| kept[line.at] = false);
}

/// A kept line.
struct Line {
    /// Which block it is.
    at: usize,
    /// Its letters and digits in lower case.
    letters: String,
    /// Whether it is long enough, and neither a cell nor part of a listing.
    may_go: bool,
    is_set_apart: bool,
    is_repeated: bool,
}

impl Line {
    fn of(tree: &TagTree, blocks: &Blocks, at: usize) -> Self {
        let block = &blocks.all()[at];
        let is_verbatim =
            || above(tree, block).any(|tag| matches!(tag, "td" | "th" | "pre" | "xmp" | "listing"));
        Self {
            at,
            letters: Kinds::known().letters(blocks.text(block)),
            may_go: block.columns() >= LEAST_COLUMNS && !is_verbatim(),
            is_set_apart: above(tree, block)
                .any(|tag| matches!(tag, "blockquote" | "aside" | "figure")),
            is_repeated: false,
        }
    }
}

fn leave_out_equal(lines: &mut [Line]) {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for line in lines.iter_mut().filter(|line| line.may_go) {
        line.is_repeated = !seen.insert(&line.letters);
    }
}

/// Headings that are the first words of the text.
fn leave_out_openings(lines: &mut [Line]) {
    let mut next: Option<&str> = None;
    for line in lines.iter_mut().rev().filter(|line| !line.is_repeated) {
        line.is_repeated = line.may_go && next.is_some_and(|next| next.starts_with(&line.letters));
        if !line.is_repeated {
            next = Some(&line.letters);
        }
    }
}

fn leave_out_quotes(lines: &mut [Line]) {
    let quotes = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.may_go && line.is_set_apart && !line.is_repeated);
    let quotes: Vec<usize> = quotes.map(|(at, _)| at).take(MAX_QUOTES).collect();
    for quote in quotes {
        let finder = memmem::Finder::new(&lines[quote].letters);
        let others = lines.iter().enumerate();
        let mut others = others.filter(|(at, line)| *at != quote && !line.is_repeated);
        let is_said = others.any(|(_, line)| finder.find(line.letters.as_bytes()).is_some());
        lines[quote].is_repeated = is_said;
    }
}

fn above<'t>(tree: &'t TagTree, block: &Block) -> impl Iterator<Item = &'t str> {
    let nodes = std::iter::successors(Some(block.holder), move |&node| tree.parent(node));
    nodes.map(move |node| tree.tag(node).as_str())
}

#[cfg(test)]
mod tests {
    use super::keep_once;
    use crate::block::Blocks;
    use sitewrap_tree::Document;

    #[test]
    fn a_repeated_heading_and_a_pull_quote_are_left_out() {
        let page = "<h1>Storks are back in town</h1><blockquote>“Nobody had expected them so early”\
            </blockquote><p>“Nobody had expected them so early”, the warden says.</p>\
            <pre>print the number</pre><pre>print the number</pre><div>Storks are back in town!</div>\
            <blockquote>They nest where they like best.</blockquote>";
        let tree = Document::parse(page.as_bytes(), None, None).tree;
        let blocks = Blocks::of(&tree);
        let mut kept = vec![true; blocks.len()];
        keep_once(&tree, &blocks, &mut kept);
        assert_eq!(kept, [true, false, true, true, true, false, true]);
    }

    #[test]
    fn a_heading_that_the_text_begins_with_is_left_out() {
        let page = "<h1>Storks are back in town</h1><p>Storks are back in town, a week early.</p>\
            <h2>Storks are back</h2><p>They nest by the mill.</p><p>Storks are back</p>";
        let tree = Document::parse(page.as_bytes(), None, None).tree;
        let blocks = Blocks::of(&tree);
        let mut kept = vec![true; blocks.len()];
        keep_once(&tree, &blocks, &mut kept);
        assert_eq!(kept, [false, true, true, true, true]);
    }
}
