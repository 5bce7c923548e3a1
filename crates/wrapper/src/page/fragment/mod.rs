//! Running text as clean HTML.
//!
//! What a page says is kept, how it looks is not: of all markup only what structures a text comes
//! through, with no class, id, style or handler, and links only to the web and to mailboxes. The
//! output is made anew from the tree, tag by tag, so that nothing can come through that is not
//! written here: it is balanced, and its characters are escaped.

mod role;
#[cfg(test)]
mod tests;

use role::{Role, role};
use sitewrap_tree::{NodeId, TagTree, html};
use sitewrap_values::address as absolute;

/// In which form running text is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProseForm {
    /// As text, with a blank line between paragraphs.
    #[default]
    Text,
    /// As an HTML fragment of paragraphs, headings, lists, quotes, code, tables, links and
    /// pictures, which is safe to show on another page.
    Html,
}

/// Sibling nodes as an HTML fragment; `origin` is scheme, host and port of the page.
///
/// The same nodes give the same bytes, and what a parser makes of the fragment gives them again.
pub fn fragment(tree: &TagTree, nodes: &[NodeId], origin: &str) -> String {
    let mut writer = Writer { tree, origin, html: String::new(), said: 0, open: Vec::new() };
    for &node in nodes {
        writer.subtree(node);
    }
    writer.close_to(0);
    writer.html
}

struct Writer<'a> {
    tree: &'a TagTree,
    /// Scheme, host and port of the page.
    origin: &'a str,
    html: String,
    /// Where the last words or picture of the output end.
    said: usize,
    /// Elements whose end tags are due.
    open: Vec<Open>,
}

struct Open {
    name: &'static str,
    /// Index of the first node past it; none for a paragraph that words without a block began.
    end: Option<usize>,
    /// Where its start tag begins in the output, and where its content does.
    start: usize,
    body: usize,
}

impl Writer<'_> {
    fn subtree(&mut self, top: NodeId) {
        let end = top.index() + self.tree.subtree_len(top);
        self.close_ended(top.index());
        let mut at = top.index();
        while at < end {
            let node = NodeId(at as u32);
            self.close_ended(at);
            at += if self.node(node) { 1 } else { self.tree.subtree_len(node) };
        }
        self.close_ended(end);
    }

    /// Writes a node; gives whether what is below it is to be written.
    fn node(&mut self, node: NodeId) -> bool {
        if self.tree.is_text(node) {
            self.text(self.tree.text(node));
            return false;
        }
        let end = node.index() + self.tree.subtree_len(node);
        match role(self.tree.tag(node).as_str()) {
            Role::Nothing => return false,
            Role::Open => {}
            Role::Void("img") => self.picture(node),
            Role::Void("br") => {
                if self.may_hold_words() && !self.in_flow() {
                    self.trim();
                    self.html.push_str("<br>");
                }
            }
            Role::Void(_) => {
                self.end_phrase();
                if !self.in_phrase() && self.may_hold_words() {
                    self.trim();
                    self.html.push_str("<hr>");
                }
            }
            Role::Block(name) => return self.block(name, node, end),
            Role::Part(name, holders) => {
                let holds = self.holder().is_some_and(|holder| holders.contains(&holder));
                if holds {
                    let spans = self.spans(name, node);
                    self.begin(name, Some(end), &spans);
                } else if matches!(name, "li" | "dd" | "dt") {
                    return self.boxed(node, end);
                }
            }
            Role::Box => return self.boxed(node, end),
            Role::Inline("a") => self.link(node, end),
            Role::Inline(name) => {
                if self.says_something(node) && self.may_hold_words() {
                    self.phrase();
                    self.begin(name, Some(end), "");
                }
            }
        }
        true
    }

    /// A block of text. One that says nothing is left out.
    fn block(&mut self, name: &'static str, node: NodeId, end: usize) -> bool {
        if !self.says_something(node) {
            return false;
        }
        self.end_phrase();
        if !self.in_phrase() && self.may_hold_words() {
            self.begin(name, Some(end), "");
        }
        true
    }

    /// A box is a paragraph if it holds no blocks.
    fn boxed(&mut self, node: NodeId, end: usize) -> bool {
        let is_block = |below: NodeId| {
            let role = role(self.tree.tag(below).as_str());
            matches!(role, Role::Block(_) | Role::Box | Role::Part(..) | Role::Void("hr"))
        };
        let has_blocks = self.tree.subtree(node).skip(1).any(is_block);
        if !has_blocks {
            return self.block("p", node, end);
        }
        self.end_phrase();
        true
    }

    fn link(&mut self, node: NodeId, end: usize) {
        if self.in_any(&["a"]) || !self.says_something(node) || !self.may_hold_words() {
            return;
        }
        let href = self.tree.attr(node, "href");
        let href = href.and_then(|href| web_address(href, self.origin, true));
        let holds_blocks = self.tree.subtree(node).skip(1).any(|below| {
            matches!(
                role(self.tree.tag(below).as_str()),
                Role::Block(_) | Role::Box | Role::Part(..)
            )
        });
        if let Some(href) = href.filter(|_| !holds_blocks) {
            self.phrase();
            let mut attr = String::from(" href=\"");
            escape(&href, &mut attr);
            attr.push('"');
            self.begin("a", Some(end), &attr);
        }
    }

    /// A picture with its address.
    fn picture(&mut self, node: NodeId) {
        let Some(src) = self.picture_address(node).filter(|_| self.may_hold_words()) else {
            return;
        };
        self.phrase();
        self.html.push_str("<img src=\"");
        escape(&src, &mut self.html);
        self.html.push_str("\" alt=\"");
        let alt = crate::page::text::collapse(self.tree.attr(node, "alt").unwrap_or_default());
        escape(&alt, &mut self.html);
        self.html.push_str("\">");
        self.said = self.html.len();
    }

    /// The address of a picture; of one that a script would load, that which it would load.
    fn picture_address(&self, node: NodeId) -> Option<String> {
        let of = |name: &str| web_address(self.tree.attr(node, name)?, self.origin, false);
        of("src").or_else(|| of("data-src"))
    }

    fn text(&mut self, text: &str) {
        if !self.may_hold_words() {
            return;
        }
        if self.in_any(&["pre"]) {
            // A parser drops a line feed that follows the start tag.
            if text.starts_with('\n') && self.html.ends_with("<pre>") {
                self.html.push('\n');
            }
            return self.words(text);
        }
        let words = crate::page::text::collapse(text);
        let is_space = |c: Option<char>| c.is_some_and(char::is_whitespace);
        if words.is_empty() && (self.in_flow() || self.ends_with_space()) {
            return;
        }
        self.phrase();
        if is_space(text.chars().next()) && !self.ends_with_space() {
            self.html.push(' ');
        }
        self.words(&words);
        if !words.is_empty() && is_space(text.chars().last()) {
            self.html.push(' ');
        }
    }

    fn words(&mut self, words: &str) {
        escape(words, &mut self.html);
        if !words.trim().is_empty() {
            self.said = self.html.len();
        }
    }

    /// Whether white space here would be the first of its line, or follow other white space.
    fn ends_with_space(&self) -> bool {
        let begins = self.open.last().is_none_or(|open| open.body == self.html.len());
        let in_phrase = self.open.last().is_some_and(|open| is_inline(open.name));
        self.html.ends_with([' ', '\n']) || self.html.ends_with("<br>") || (begins && !in_phrase)
    }

    /// Whether words here would stand in no block.
    fn in_flow(&self) -> bool {
        let holds = ["li", "dt", "dd", "th", "td", "figcaption", "figure"];
        !self.in_phrase() && !self.in_any(&holds)
    }

    /// Words that stand in no block begin a paragraph, which the next block ends.
    fn phrase(&mut self) {
        if self.in_flow() {
            self.begin("p", None, "");
        }
    }

    /// Ends a paragraph that words without a block began.
    fn end_phrase(&mut self) {
        if let Some(at) = self.open.iter().rposition(|open| open.end.is_none()) {
            self.close_to(at);
        }
    }

    fn begin(&mut self, name: &'static str, end: Option<usize>, attrs: &str) {
        if !is_inline(name) {
            self.trim();
        }
        let start = self.html.len();
        self.html.push('<');
        self.html.push_str(name);
        self.html.push_str(attrs);
        self.html.push('>');
        self.open.push(Open { name, end, start, body: self.html.len() });
    }

    /// Takes away white space at the end of a line.
    fn trim(&mut self) {
        if !self.in_any(&["pre"]) {
            let body = self.open.last().map_or(0, |open| open.body);
            let shown = self.html[body..].trim_end_matches(' ').len();
            self.html.truncate(body + shown);
        }
    }

    /// Writes the end tags of elements that end before a node.
    fn close_ended(&mut self, at: usize) {
        let ended = self.open.iter().position(|open| open.end.is_some_and(|end| end <= at));
        if let Some(ended) = ended {
            self.close_to(ended);
        }
    }

    /// Writes end tags down to a depth; elements that came to say nothing, but for cells,
    /// go. White space at the end of a phrase stands behind it, that at the end of a block
    /// nowhere.
    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(Open { name, start, body, .. }) = self.open.pop() else { return };
            let keeps_space = name == "pre" || self.in_any(&["pre"]);
            let shown = self.html[body..].trim_end_matches(' ').len();
            let has_space = body + shown < self.html.len() && !keeps_space;
            if has_space {
                self.html.truncate(body + shown);
            }
            if self.said <= body && !html::is_cell(name) {
                self.html.truncate(start);
            } else {
                self.html.push_str("</");
                self.html.push_str(name);
                self.html.push('>');
            }
            if has_space && is_inline(name) && !self.ends_with_space() {
                self.html.push(' ');
            }
        }
    }

    fn holder(&self) -> Option<&'static str> {
        self.open.last().map(|open| open.name)
    }

    /// Whether words may stand here: not between the rows of a table or the items of a list.
    fn may_hold_words(&self) -> bool {
        self.holder().is_none_or(|holder| !html::is_frame(holder))
    }

    /// Whether an element is open that holds words only: no block begins inside it.
    fn in_phrase(&self) -> bool {
        self.open.iter().any(|open| html::holds_words_only(open.name))
    }

    fn in_any(&self, names: &[&str]) -> bool {
        self.open.iter().any(|open| names.contains(&open.name))
    }

    /// Whether a node has words or a picture that come through.
    fn says_something(&self, node: NodeId) -> bool {
        let end = node.index() + self.tree.subtree_len(node);
        let mut at = node.index();
        while at < end {
            let here = NodeId(at as u32);
            let tag = self.tree.tag(here).as_str();
            let is_picture = tag == "img" && self.picture_address(here).is_some();
            if is_picture || !self.tree.text(here).trim().is_empty() {
                return true;
            }
            let skip = role(tag) == Role::Nothing;
            at += if skip { self.tree.subtree_len(here) } else { 1 };
        }
        false
    }

    /// How many columns and rows a cell spans.
    fn spans(&self, name: &str, node: NodeId) -> String {
        let mut attrs = String::new();
        for span in ["colspan", "rowspan"].iter().filter(|_| html::is_cell(name)) {
            let given = self.tree.attr(node, span).and_then(|value| value.trim().parse().ok());
            if let Some(2..=1000) = given {
                attrs.push_str(&format!(" {span}=\"{}\"", given.unwrap_or(1)));
            }
        }
        attrs
    }
}

/// The absolute address that an attribute leads to, if it is one of the web (or of a mailbox,
/// where that is asked for). White space and control characters, which browsers disregard, hide
/// no other scheme.
fn web_address(value: &str, origin: &str, mail: bool) -> Option<String> {
    let value: String = value.chars().filter(|c| !c.is_control()).collect();
    let address = absolute(value.trim(), origin)?;
    let (scheme, _) = address.split_once(':')?;
    let is = |name: &str| scheme.eq_ignore_ascii_case(name);
    let is_web = (is("http") || is("https")) && address[scheme.len()..].starts_with("://");
    (is_web || (mail && is("mailto"))).then_some(address)
}

fn is_inline(name: &str) -> bool {
    matches!(role(name), Role::Inline(_))
}

fn escape(text: &str, html: &mut String) {
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            c => html.push(c),
        }
    }
}
