//! Content as Markdown (CommonMark, with the tables of GitHub Flavored Markdown).

use super::lines::{Gap, VERBATIM, around, gap, kept_blocks, verbatim};
use crate::block::{Block, Blocks};
use sitewrap_tree::{NodeId, TagTree};

const LISTS: [&str; 3] = ["ul", "ol", "menu"];

/// Levels of lists and quotes that are shown.
const MAX_LEVELS: usize = 8;

/// The kept blocks as Markdown: headings, lists, quotes, code, tables, links, emphasis.
pub(crate) fn markdown(tree: &TagTree, blocks: &Blocks, kept: &[bool]) -> String {
    let mut writer = Writer { tree, text: String::new(), before: None, columns: 0, table: None };
    for block in kept_blocks(blocks, kept) {
        writer.block(block);
    }
    writer.end();
    writer.text
}

struct Writer<'t> {
    tree: &'t TagTree,
    text: String,
    before: Option<&'t Block>,
    /// Cells of the first row of the table that is being written, counted up to its end; 0 where
    /// the head of the table is written.
    columns: usize,
    /// The table that was looked at last, and whether it holds data.
    table: Option<(NodeId, bool)>,
}

impl<'t> Writer<'t> {
    fn block(&mut self, block: &'t Block) {
        let tree = self.tree;
        let between = self.before.map(|before| gap(tree, before, block));
        let in_table = self.is_cell(block);
        if in_table && between == Some(Gap::Cell) {
            self.text.push_str(" | ");
            self.columns += usize::from(self.columns > 0);
            self.text.push_str(&inline(tree, block).replace('|', "\\|"));
            self.before = Some(block);
            return;
        }
        let was_row = self.end_row();
        let code = around(tree, block, &VERBATIM);
        let previous = self.before;
        let goes_on = |tags: &[&str]| {
            let before = previous.and_then(|before| around(tree, before, tags));
            before.is_some() && before == around(tree, block, tags)
        };
        let same_code = code.is_some() && goes_on(&VERBATIM);
        let same_item = goes_on(&["li"]) && between == Some(Gap::Line);
        if code.is_none() || !same_code {
            self.end_code();
        }
        self.text.push_str(match between {
            None => "",
            Some(_) if same_code => "\n",
            Some(Gap::Line) if same_item => "  \n",
            Some(Gap::Line) if was_row || around(tree, block, &["li"]).is_some() => "\n",
            Some(Gap::Line) => "  \n",
            Some(_) => "\n\n",
        });
        let quotes = levels(tree, block, &["blockquote"]);
        self.text.push_str(&"> ".repeat(quotes));
        if code.is_some() {
            if !same_code {
                self.text.push_str("```\n");
            }
            let code = verbatim(tree, block);
            self.text.push_str(&code.trim_matches('\n').trim_end().replace("```", "'''"));
        } else if in_table {
            let starts_table = !(was_row && goes_on(&["table"]));
            self.columns = usize::from(starts_table);
            self.text.push_str("| ");
            self.text.push_str(&inline(tree, block).replace('|', "\\|"));
        } else {
            let lead = lead(tree, block, same_item);
            let words = inline(tree, block);
            self.text.push_str(&lead);
            let digits = if lead.is_empty() { digits_of_item(&words) } else { 0 };
            self.text.push_str(&words[..digits]);
            if lead.is_empty() && (digits > 0 || begins_as_markup(&words)) {
                self.text.push('\\');
            }
            self.text.push_str(&words[digits..]);
        }
        self.before = Some(block);
    }

    /// Ends a row, and below the first one of a table writes the line that makes it the head.
    /// Gives whether there was one.
    fn end_row(&mut self) -> bool {
        let row = self.before.filter(|before| self.is_cell(before));
        if row.is_some() {
            self.text.push_str(" |");
            if self.columns > 0 {
                self.text.push_str("\n|");
                self.text.push_str(&" --- |".repeat(self.columns));
                self.columns = 0;
            }
        }
        row.is_some()
    }

    /// Whether a block is a cell of a table that holds data.
    fn is_cell(&mut self, block: &Block) -> bool {
        let Some(table) = around(self.tree, block, &["table"]) else { return false };
        if self.table.is_none_or(|(last, _)| last != table) {
            self.table = Some((table, is_data(self.tree, table)));
        }
        self.table.is_some_and(|(_, is_data)| is_data)
            && around(self.tree, block, &["tr"]).is_some()
    }

    fn end_code(&mut self) {
        if self.before.is_some_and(|before| around(self.tree, before, &VERBATIM).is_some()) {
            self.text.push_str("\n```");
        }
    }

    fn end(&mut self) {
        self.end_row();
        self.end_code();
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }
}

/// Whether a table holds data: those that lay a page out hold other tables, or paragraphs.
fn is_data(tree: &TagTree, table: NodeId) -> bool {
    let lays_out =
        |tag: &str| matches!(tag, "table" | "p" | "div" | "h1" | "h2" | "h3" | "ul" | "ol");
    !tree.subtree(table).skip(1).any(|node| lays_out(tree.tag(node).as_str()))
}

/// How many elements with these tags are around a block.
fn levels(tree: &TagTree, block: &Block, tags: &[&str]) -> usize {
    let above = std::iter::successors(Some(block.holder), |&node| tree.parent(node));
    above.filter(|&node| tags.contains(&tree.tag(node).as_str())).count().min(MAX_LEVELS)
}

/// What stands before the first words of a block.
fn lead(tree: &TagTree, block: &Block, goes_on: bool) -> String {
    let tag = around(tree, block, &["h1", "h2", "h3", "h4", "h5", "h6"]);
    if let Some(level) = tag.and_then(|node| tree.tag(node).as_str()[1..].parse::<usize>().ok()) {
        return format!("{} ", "#".repeat(level));
    }
    let Some(item) = around(tree, block, &["li"]) else { return String::new() };
    let depth = levels(tree, block, &LISTS).max(1);
    let indent = "    ".repeat(depth - 1);
    if goes_on {
        return format!("{indent}  ");
    }
    let list = tree.parent(item).filter(|&list| tree.tag(list).as_str() == "ol");
    match list {
        Some(list) => {
            let is_item = |&node: &NodeId| tree.tag(node).as_str() == "li";
            let number =
                tree.children(list).take_while(|&node| node <= item).filter(is_item).count();
            format!("{indent}{number}. ")
        }
        None => format!("{indent}- "),
    }
}

/// The words of a block with links, emphasis and code.
fn inline(tree: &TagTree, block: &Block) -> String {
    let mut text = String::new();
    // Elements that are open, with what closes them and where their words begin.
    let mut open: Vec<(NodeId, String, usize)> = Vec::new();
    let mut is_spaced = false;
    let start = first_inline(tree, block);
    for node in (start.0..block.nodes.end).map(NodeId) {
        while open.last().is_some_and(|(last, ..)| !tree.contains(*last, node)) {
            close(&mut text, open.pop());
        }
        if !tree.is_text(node) {
            let (before, after) = marks(tree, node);
            if !before.is_empty() {
                if is_spaced && !text.is_empty() {
                    text.push(' ');
                    is_spaced = false;
                }
                text.push_str(&before);
                open.push((node, after, text.len()));
            }
            continue;
        }
        let piece = tree.text(node);
        is_spaced |= piece.starts_with(char::is_whitespace);
        for word in piece.split_whitespace() {
            let begins = open.last().is_some_and(|(.., at)| *at == text.len());
            if is_spaced && !text.is_empty() && !begins {
                text.push(' ');
            }
            match open.iter().any(|(_, after, _)| after == "`") {
                true => text.push_str(&word.replace('`', "'")),
                false => escape(word, &mut text),
            }
            is_spaced = true;
        }
        is_spaced = piece.ends_with(char::is_whitespace);
    }
    while let Some(last) = open.pop() {
        close(&mut text, Some(last));
    }
    text
}

/// The outermost inline element that begins with the block, else its first text.
fn first_inline(tree: &TagTree, block: &Block) -> NodeId {
    let first = NodeId(block.nodes.start);
    let above = std::iter::successors(Some(first), |&node| tree.parent(node));
    above
        .take_while(|&node| node > block.holder)
        .last()
        .filter(|&top| {
            (top.0..first.0).all(|node| !crate::block::breaks_line(tree.tag(NodeId(node)).as_str()))
        })
        .unwrap_or(first)
}

/// Closes an element. One without words goes, and so does a link that is but a sign: the `¶` by which
/// headings link to themselves.
fn close(text: &mut String, last: Option<(NodeId, String, usize)>) {
    let Some((_, after, at)) = last else { return };
    let is_sign = after.starts_with(']') && !text[at..].contains(char::is_alphanumeric);
    if text.len() > at && !is_sign {
        text.push_str(&after);
    } else {
        let mark = if after.starts_with(']') { 1 } else { after.len() };
        text.truncate(at - mark);
    }
}

/// What stands before and behind the words of an element; nothing where it has no meaning.
fn marks(tree: &TagTree, node: NodeId) -> (String, String) {
    let both = |mark: &str| (mark.to_owned(), mark.to_owned());
    match tree.tag(node).as_str() {
        "strong" | "b" => both("**"),
        "em" | "i" => both("*"),
        "code" | "tt" | "kbd" | "samp" => both("`"),
        "a" => match tree.attr(node, "href").filter(|href| is_safe(href)) {
            Some(href) => {
                let href = href.replace(' ', "%20").replace('(', "%28").replace(')', "%29");
                ("[".to_owned(), format!("]({href})"))
            }
            None => Default::default(),
        },
        _ => Default::default(),
    }
}

/// Whether a link leads to the web or a mailbox.
fn is_safe(href: &str) -> bool {
    let is = |scheme: &str| {
        href.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    (is("http://") || is("https://") || is("mailto:"))
        && !href.contains(|c: char| {
            c.is_control() || c.is_whitespace() && c != ' ' || c == '<' || c == '>'
        })
}

/// Writes a word so that no sign in it is read as markup.
fn escape(word: &str, text: &mut String) {
    for c in word.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>') {
            text.push('\\');
        }
        text.push(c);
    }
}

/// A line of text, with nothing in it that is read as markup.
pub(super) fn plain(line: &str) -> String {
    let mut words = String::with_capacity(line.len());
    for word in line.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        escape(word, &mut words);
    }
    let digits = digits_of_item(&words);
    if digits > 0 || begins_as_markup(&words) {
        words.insert(digits, '\\');
    }
    words
}

/// Whether a line begins with a sign that makes it a heading, a list or a table.
fn begins_as_markup(line: &str) -> bool {
    line.starts_with(['#', '+', '-', '|', '=', '~'])
}

/// Bytes of the number of a line that begins as an item of a list does (`7. `), else 0.
fn digits_of_item(line: &str) -> usize {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with(['.', ')']) { line.len() - rest.len() } else { 0 }
}
