//! Text of nodes as values of fields.

use crate::parameters::book;
use crate::record::sources::{Sheet, Source, Span, Take};
use crate::wrapper::template::{Field, Part, TextPattern};
use sitewrap_lexicon::{COLONS, Role, is};
use sitewrap_model::Value;
use sitewrap_tree::{NodeId, TagTree, html};

/// The text of a node as a reader sees it, on one line.
pub fn line(tree: &TagTree, node: NodeId) -> String {
    tree.inner_line(node)
}

/// The texts of nodes on one line, with a space between them, without what their own markup hides
/// (a note that a script would show beside the value); all of it where all is hidden.
pub(crate) fn lines(tree: &TagTree, nodes: &[NodeId]) -> String {
    let mut shown = Vec::new();
    for &node in nodes {
        take_shown(tree, node, &mut shown);
    }
    if shown.is_empty() {
        shown.extend(nodes.iter().map(|&node| line(tree, node)));
    }
    shown.retain(|text| !text.is_empty());
    shown.join(" ")
}

fn take_shown(tree: &TagTree, node: NodeId, shown: &mut Vec<String>) {
    let mut from = node.0;
    let mut inside = Vec::new();
    for below in tree.subtree(node).filter(|&below| is_hidden(tree, below)) {
        if below.0 >= from {
            inside.push(below);
            from = below.0 + tree.subtree_len(below) as u32;
        }
    }
    if inside.is_empty() {
        shown.push(line(tree, node));
        return;
    }
    // The largest subtrees without a hidden node, in order.
    let end = node.0 + tree.subtree_len(node) as u32;
    let mut at = node.0;
    while at < end {
        let here = NodeId(at);
        let len = tree.subtree_len(here) as u32;
        if inside.contains(&here) {
            at += len;
        } else if inside.iter().any(|hidden| tree.contains(here, *hidden)) {
            at += 1;
        } else {
            shown.push(line(tree, here));
            at += len;
        }
    }
}

fn is_hidden(tree: &TagTree, node: NodeId) -> bool {
    tree.attr(node, "hidden").is_some() || tree.attr(node, "style").is_some_and(html::hides)
}

/// Text with each run of white space as one space, none at the ends.
pub fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Cuts `text` by the fixed parts of a pattern: the varying parts in order, or `None` where a
/// fixed part is missing. Fixed words are whole words, but for the ending of the last one, and a sign between
/// facts is none within a word (`AH-1283 - Sax`).
pub fn cut<'s>(parts: &[Part], text: &'s str) -> Option<Vec<&'s str>> {
    cut_to(parts, text, false)
}

impl TextPattern {
    /// Cuts `text` by the parts of the pattern, as [`cut`] does. Of a text that ends early, where it may, the varying parts
    /// that it has.
    pub fn cut<'s>(&self, text: &'s str) -> Option<Vec<&'s str>> {
        cut_to(&self.parts, text, self.ends_early)
    }
}

fn cut_to<'s>(parts: &[Part], text: &'s str, ends_early: bool) -> Option<Vec<&'s str>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut open = false;
    for (i, part) in parts.iter().enumerate() {
        let Part::Fixed(fixed) = part else {
            open = true;
            continue;
        };
        let at = match place_of(fixed, rest, i + 1 == parts.len()) {
            None if ends_early && open => break,
            at => at?,
        };
        if !open && at > 0 {
            return None;
        }
        if open {
            found.push(trim(&rest[..at]));
            open = false;
        }
        rest = &rest[at + fixed.len()..];
    }
    if open {
        found.push(trim(rest));
    }
    Some(found)
}

/// Where a fixed part stands in a text: the last one at its end, another one first.
fn place_of(fixed: &str, text: &str, is_last: bool) -> Option<usize> {
    let is_sign = is(Role::Separator, fixed);
    let behind = |at: usize| &text[at + fixed.len()..];
    let starts = |&(at, _): &(usize, &str)| {
        let before = &text[..at];
        !(runs_on(before, fixed) || is_sign && runs_on(before, behind(at)))
    };
    let place = if is_last {
        text.rmatch_indices(fixed).filter(starts).find(|&(at, _)| is_ending(behind(at)))
    } else {
        text.match_indices(fixed).filter(starts).find(|&(at, _)| !runs_on(fixed, behind(at)))
    };
    place.map(|(at, _)| at)
}

/// Whether a word runs on from one text to the next. Scripts without spaces have no such words.
fn runs_on(before: &str, behind: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() && !is_ideograph(c);
    before.ends_with(is_of_word) && behind.starts_with(is_of_word)
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Whether what stands behind the last fixed part is nothing, or the ending of its last word, which
/// is a plural or a case, with a bracket that closes behind it.
fn is_ending(rest: &str) -> bool {
    let rest = rest.trim_end_matches([')', ']', '.']);
    rest.len() <= book().ending_bytes && rest.chars().all(char::is_alphabetic)
}

/// Whether a sign parts what stands beside it, at whichever end of a text it is.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '·' | '•' | ',' | ';' | ':' | '»' | '›')
}

/// Whether a text is nothing but signs that part what stands beside it: `/` between two breadcrumbs.
pub(crate) fn is_separators(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| is_separator(c) || "/<>«‹←→".contains(c))
}

/// A text without the signs that lead on to it and from it: `> Lamps`, `| 6 photos`, `All lamps »`. A slash
/// or an arrow before a number may say something of it (`> 18`), and of two that point at what is
/// between them each is a quotation mark.
fn without_leads(text: &str) -> &str {
    let is_quoted = text.contains('«') && text.contains('»');
    let is_one_of = |signs: &str, c: &char| signs.contains(*c) && !(is_quoted && "«»".contains(*c));
    let first = text.chars().next().filter(|c| is_one_of("|·•»›>/←«‹", c));
    let behind = first.map_or(text, |sign| {
        let rest = text.trim_start_matches(sign);
        let value = rest.trim_start();
        let leads_on = !matches!(sign, '>' | '/') || value.starts_with(char::is_alphabetic);
        if value.len() < rest.len() && !value.is_empty() && leads_on { value } else { text }
    });
    let last = behind.chars().next_back().filter(|c| is_one_of("→»›", c));
    last.map_or(behind, |sign| {
        let rest = behind.trim_end_matches(sign);
        let value = rest.trim_end();
        if value.len() < rest.len() && !value.is_empty() { value } else { behind }
    })
}

/// A part of a text without the separators at its ends.
pub(crate) fn trim(text: &str) -> &str {
    let trimmed = text.trim_matches(is_separator);
    // A bracket that opens before the part is closed by what stands behind it: `(934 x 716`.
    let trimmed = trimmed.strip_prefix('(').filter(|rest| !rest.contains(')')).unwrap_or(trimmed);
    // So is one that opens behind a space: `1a2b3c (`.
    let opened = trimmed.strip_suffix(['(', '[']).filter(|rest| rest.ends_with(' '));
    without_dashes(opened.map_or(trimmed, |rest| rest.trim_end_matches(is_separator)))
}

/// A text between elements without what parts it from them. A colon at its end belongs to the label that it makes
/// of the words before it (`28 KB, type:`).
pub fn between(text: &str) -> &str {
    let is_sign = |c: char| is_separator(c) && !COLONS.contains(&c);
    without_dashes(text.trim_start_matches(is_separator).trim_end_matches(is_sign))
}

/// A text without the dashes that part it from what stands beside it: `9 September -`, `- Ann Lee`, a dash alone. Before a
/// number one may be a part of it.
fn without_dashes(text: &str) -> &str {
    let is_dash = |c: char| matches!(c, '-' | '–' | '—');
    if text.chars().all(is_dash) {
        return "";
    }
    let is_apart = |rest: &&str| {
        let words = rest.trim_start();
        words.len() < rest.len() && words.starts_with(char::is_alphabetic)
    };
    let text = text.strip_prefix(is_dash).filter(is_apart).map_or(text, str::trim_start);
    let before = text.strip_suffix(is_dash).filter(|rest| rest.ends_with(char::is_whitespace));
    before.map_or(text, str::trim_end)
}

/// Puts the text of a node into a record as its pattern says. A text without the fixed parts goes whole to
/// the first field, so that nothing is lost on a page that words it otherwise. A text between elements often bears
/// what parts it from them, which is no part of the whole.
pub(crate) fn insert(
    pattern: &TextPattern,
    text: &str,
    is_between: bool,
    node: NodeId,
    sheet: &mut Sheet,
) {
    let (text, whole) = if is_between { (between(text), trim(text)) } else { (text, text) };
    if whole.is_empty() {
        return;
    }
    let fields: Vec<&Field> = pattern
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Field(field) => Some(field),
            Part::Fixed(_) => None,
        })
        .collect();
    let mut put = |field: &Field, text: &str, take: Take| {
        let source = || Source::Value(Span { first: node, last: node, take });
        sheet.put(&field.name, Value::Text(text.to_owned()), source);
    };
    let value = if pattern.running { whole } else { without_leads(whole) };
    if let Some(field) = &pattern.whole {
        put(field, value, Take::Text);
    }
    match pattern.cut(text) {
        Some(values) => {
            for (field, value) in fields.iter().zip(values).filter(|(_, value)| !value.is_empty()) {
                put(field, value, Take::Part);
            }
        }
        None => {
            if let (None, Some(first)) = (&pattern.whole, fields.first()) {
                put(first, value, Take::Text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> Part {
        Part::Fixed(text.to_owned())
    }

    fn field() -> Part {
        Part::Field(Field::default())
    }

    #[test]
    fn cuts_what_stands_between_fixed_parts() {
        let parts = [fixed("In stock ("), field(), fixed("available)")];
        assert_eq!(cut(&parts, "In stock (22 available)"), Some(vec!["22"]));
        assert_eq!(cut(&parts, "Sold out"), None);
        let parts = [field(), fixed("review")];
        assert_eq!(cut(&parts, "22 reviews"), Some(vec!["22"]));
        assert_eq!(cut(&parts, "22 reviewers of it"), None);
        assert_eq!((trim("1a2b3c ("), trim("fn f(")), ("1a2b3c", "fn f("));
        assert_eq!((between("9 May -"), between("– Ann Lee")), ("9 May", "Ann Lee"));
        assert_eq!((between("—"), between("— last modified 9 May")), ("", "last modified 9 May"));
        assert_eq!((between("- 5"), between("non-")), ("- 5", "non-"));
        let led = ["> Lamps", "| 6 photos", "> 18", "/ 1", "» ", "/a", "— Ann"].map(without_leads);
        assert_eq!(led, ["Lamps", "6 photos", "> 18", "/ 1", "» ", "/a", "— Ann"]);
        let led = ["« Older", "All »", "« Oui »", "«Да»", "→", "Von »A"].map(without_leads);
        assert_eq!(led, ["Older", "All", "« Oui »", "«Да»", "→", "Von »A"]);
        let parts = [fixed("by"), field(), fixed("on"), field()];
        assert_eq!(cut(&parts, "by Jane Doe on Monday"), Some(vec!["Jane Doe", "Monday"]));
        assert_eq!(cut(&parts, "text by Jane on Monday"), None);
        assert_eq!(cut(&parts, "by London Lee on Monday"), Some(vec!["London Lee", "Monday"]));
        let parts = [fixed("("), field(), fixed("customer review")];
        assert_eq!(cut(&parts, "(1 customer review)"), Some(vec!["1"]));
        assert_eq!(cut(&parts, "(3 customer reviews)"), Some(vec!["3"]));
        let parts = [field(), fixed("-"), field()];
        assert_eq!(cut(&parts, "AH-1283 - Sax"), Some(vec!["AH-1283", "Sax"]));
        assert_eq!(cut(&parts, "AH-1283"), None);
        let parts = vec![fixed("Added:"), field(), fixed("|"), field(), fixed("views")];
        let pattern = TextPattern { parts, ends_early: true, ..TextPattern::default() };
        assert_eq!(pattern.cut("Added: 9 May | 12 views"), Some(vec!["9 May", "12"]));
        assert_eq!(pattern.cut("Added: 9 May"), Some(vec!["9 May"]));
        assert_eq!(pattern.cut("9 May | 12 views"), None);
    }
}
