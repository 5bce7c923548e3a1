//! Lines of `Label: value` that line breaks part.
//!
//! Pages without class words often say what they know line by line:
//!
//! ```html
//! <b>Publisher:</b> <a href="/heron">Heron Books</a><br>
//! <b>Edition:</b> Revised<br>
//! ISBN: 9781234567897<br>
//! ```
//!
//! Any line may be missing, so that neither the place nor the neighbours of a value tell what it
//! is; the label does.

use crate::page::text::collapse;
use crate::page::view::View;
use crate::parameters::book;
use sitewrap_lexicon::COLONS;
use sitewrap_tree::{NodeId, TagTree, html};
use std::ops::Range;

/// A label and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledLine {
    /// The nodes of label and value, as indices into the nodes that were given.
    pub nodes: Range<usize>,
    /// The label without its colon.
    pub label: String,
    /// The value on one line; not empty.
    pub value: String,
    /// The index of the first node of the value; that of the label where both are one text.
    pub value_from: usize,
}

/// Finds the lines with a label among sibling nodes.
///
/// # Arguments
/// `nodes` are siblings in document order, without the breaks between them.
///
/// # Returns
/// In order, without overlap: lines that begin with a label (an element, or words at the start of
/// a text, with a colon behind) and have a value behind it, or on the lines below it up to the next
/// label or empty line.
///
/// # Complexity
/// Linear in the nodes below `nodes`.
pub fn labelled_lines(view: &View<'_>, nodes: &[NodeId]) -> Vec<LabelledLine> {
    let tree = view.tree;
    let lines = at_labels(tree, nodes, lines(tree, nodes));
    let heads: Vec<Option<Head>> =
        lines.iter().map(|line| head(tree, &nodes[line.nodes.clone()])).collect();
    let mut found = Vec::new();
    for (at, (line, head)) in lines.iter().zip(&heads).enumerate() {
        let Some(head) = head else { continue };
        let mut end = line.nodes.end;
        if !head.has_value {
            for below in (at + 1..lines.len()).take(book().label_lines) {
                if heads[below].is_some() || lines[below].breaks != 1 {
                    break;
                }
                end = lines[below].nodes.end;
            }
        }
        let value_from = line.nodes.start + head.nodes;
        let value = run_text(tree, &nodes[value_from..end]);
        let value = value[head.skip.min(value.len())..].trim_start_matches([':', '：', ' ']);
        // `Height: 6-5 | Weight: 220`
        let goes_on = lines.get(at + 1).is_some_and(|next| next.nodes.start == end && next.inner);
        let value = if goes_on { crate::page::text::trim(value) } else { value };
        if !value.is_empty() {
            let (label, value) = (head.label.clone(), value.to_owned());
            found.push(LabelledLine { nodes: line.nodes.start..end, label, value, value_from });
        }
    }
    found
}

/// Nodes between two breaks.
struct Line {
    nodes: Range<usize>,
    /// Line breaks before it; 0 for the first line and behind a block.
    breaks: usize,
    /// Whether it is the second or a further label of one line with its value.
    inner: bool,
}

fn lines(tree: &TagTree, nodes: &[NodeId]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut open = false;
    for (at, &node) in nodes.iter().enumerate() {
        let is_phrase = tree.subtree(node).all(|below| html::is_phrasing(tree.tag(below).as_str()));
        let breaks = at.checked_sub(1).map_or(Some(0), |before| breaks(tree, nodes[before], node));
        match lines.last_mut() {
            Some(line) if open && is_phrase && breaks == Some(0) => line.nodes.end = at + 1,
            _ if is_phrase => {
                let breaks = breaks.filter(|_| open).unwrap_or(0);
                lines.push(Line { nodes: at..at + 1, breaks, inner: false });
            }
            _ => {}
        }
        open = is_phrase;
    }
    lines
}

/// Cuts lines that begin with a label at the further labels in them, which are elements with a
/// colon in them: `<b>Height:</b> 6-5 <b>Weight:</b> 220`.
fn at_labels(tree: &TagTree, nodes: &[NodeId], lines: Vec<Line>) -> Vec<Line> {
    let mut cut = Vec::with_capacity(lines.len());
    for line in lines {
        let end = line.nodes.end;
        // Two labels with two values.
        if end - line.nodes.start < 4 || head(tree, &nodes[line.nodes.clone()]).is_none() {
            cut.push(line);
            continue;
        }
        let is_label = |at: &usize| {
            let own = &nodes[*at..*at + 1];
            !tree.is_text(own[0])
                && tree.inner_line(own[0]).ends_with(is_colon)
                && head(tree, own).is_some()
        };
        let labels = line.nodes.clone().skip(2).filter(is_label);
        let mut starts: Vec<usize> = std::iter::once(line.nodes.start).chain(labels).collect();
        starts.push(end);
        cut.extend(starts.windows(2).enumerate().map(|(place, two)| Line {
            nodes: two[0]..two[1],
            breaks: if place == 0 { line.breaks } else { 0 },
            inner: place > 0,
        }));
    }
    cut
}

/// The line breaks between two siblings; `None` if other nodes stand there.
fn breaks(tree: &TagTree, before: NodeId, behind: NodeId) -> Option<usize> {
    let mut at = before.0 + tree.subtree_len(before) as u32;
    let mut breaks = 0;
    while at < behind.0 {
        match tree.tag(NodeId(at)).as_str() {
            "br" => breaks += 1,
            "wbr" => {}
            _ => return None,
        }
        at += tree.subtree_len(NodeId(at)) as u32;
    }
    Some(breaks)
}

/// The label of a line.
struct Head {
    label: String,
    /// Nodes of the line that hold nothing but the label.
    nodes: usize,
    /// Bytes of the label in the text of the nodes behind those.
    skip: usize,
    /// Whether the line has something behind the label.
    has_value: bool,
}

fn head(tree: &TagTree, line: &[NodeId]) -> Option<Head> {
    let &first = line.first()?;
    let text = tree.inner_line(first);
    let behind = || run_text(tree, &line[1..]);
    if tree.is_text(first) {
        let at = text.char_indices().take(book().label_chars).find(|(_, c)| is_colon(*c))?.0;
        let rest = text[at..].trim_start_matches(is_colon);
        // A time of day and an address have no space behind their colon, nor has any text in Chinese.
        let is_parted = rest.is_empty() || rest.starts_with(' ') || text[at..].starts_with('：');
        let label = label(&text[..at]).filter(|_| is_parted)?;
        if rest.trim().is_empty() {
            return Some(Head { label, nodes: 1, skip: 0, has_value: !behind().is_empty() });
        }
        return Some(Head { label, nodes: 0, skip: text.len() - rest.len(), has_value: true });
    }
    let is_link = tree.subtree(first).any(|below| tree.tag(below).as_str() == "a");
    let label = label(&text).filter(|_| !is_link)?;
    let behind = behind();
    if !text.ends_with(is_colon) && !behind.starts_with(is_colon) {
        return None;
    }
    let has_value = !behind.trim_start_matches(is_colon).trim().is_empty();
    Some(Head { label, nodes: 1, skip: 0, has_value })
}

fn is_colon(c: char) -> bool {
    COLONS.contains(&c)
}

/// A short phrase with letters, without the colon behind it. A colon in a quotation is part of that.
fn label(text: &str) -> Option<String> {
    let label = text.trim_end_matches(is_colon).trim();
    let fits = label.chars().count() <= book().label_chars
        && label.split(' ').count() <= book().label_words
        && label.chars().any(char::is_alphabetic)
        && !label.contains(['"', '“', '”', '„', '«', '»'])
        && !label.contains(is_colon);
    fits.then(|| label.to_owned())
}

/// The text of siblings on one line; a break between them counts as a space.
fn run_text(tree: &TagTree, nodes: &[NodeId]) -> String {
    let mut text = String::new();
    for (at, &node) in nodes.iter().enumerate() {
        let breaks = at.checked_sub(1).map(|before| breaks(tree, nodes[before], node));
        if breaks.is_some_and(|breaks| breaks != Some(0)) {
            text.push(' ');
        }
        tree.subtree(node).for_each(|below| text.push_str(tree.text(below)));
    }
    collapse(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    /// Labels and values of the children of the page's first `p`.
    fn found(html: &str) -> Vec<(String, String)> {
        let page = Document::parse(format!("<p>{html}</p>").as_bytes(), None, None);
        let view = View::new(&page.tree);
        let paragraph = page.tree.nodes().find(|&node| page.tree.tag(node).as_str() == "p");
        let nodes: Vec<NodeId> = view.content_children(paragraph.expect("a paragraph")).collect();
        labelled_lines(&view, &nodes).into_iter().map(|line| (line.label, line.value)).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn labels_stand_in_elements_or_at_the_start_of_a_text() {
        let html = "<b>Publisher:</b> <a href='/h'>Heron</a>, Leeds<br><b>Size</b>: 12 cm<br>\
                    ISBN: 978-1<br>Opens 12:30 daily<br>see <b>Note:</b> here<br>In “Tea: a\
                    history”";
        let expected = [("Publisher", "Heron, Leeds"), ("Size", "12 cm"), ("ISBN", "978-1")];
        assert_eq!(found(html), pairs(&expected));
    }

    #[test]
    fn a_label_alone_has_the_lines_below() {
        let html = "<b>Address:</b><br>12 High St<br>Leeds<br><b>Phone:</b> 0113<br>Closed<br>\
                    <b>Fax:</b><br><br>Other text";
        assert_eq!(found(html), pairs(&[("Address", "12 High St Leeds"), ("Phone", "0113")]));
    }

    #[test]
    fn a_line_may_have_several_labels() {
        let html = "<b>Height:</b> 6-5 | <b>Weight:</b> 220 <b>Age:</b> 31<br><b>Born:</b> May<br>";
        let wanted = [("Height", "6-5"), ("Weight", "220"), ("Age", "31"), ("Born", "May")];
        assert_eq!(found(html), pairs(&wanted));
    }

    #[test]
    fn amounts_in_pieces_stay_whole() {
        assert_eq!(found("<b>Price:</b> $<b>12</b>.50<br>"), pairs(&[("Price", "$12.50")]));
    }
}
