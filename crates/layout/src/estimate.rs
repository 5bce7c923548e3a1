//! Boxes from the tree alone: what a page without style sheets looks like, roughly.
//!
//! Widths come from above, heights from below, places from above again; lines are filled with
//! letters of one width. Only the order of sizes can be trusted.

use crate::rect::{PAGE_WIDTH, Rect};
use sitewrap_tree::{NodeId, TagTree};

/// Width of a letter and height of a line of 16 px type, and the margin of a page.
const LETTER: f32 = 7.5;
const LINE: f32 = 18.0;
const MARGIN: f32 = 8.0;

/// What lists and quotes are moved in by.
const INDENT: f32 = 40.0;

/// Margin below a paragraph, a heading or a list.
const GAP: f32 = 16.0;

/// How an element takes its place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// In a line, with the text around it.
    Inline,
    /// Below what comes before it.
    Block,
    /// Beside its siblings.
    Beside,
    /// Not shown.
    None,
}

/// What is inside an element as far as it was read, from its end to its start.
#[derive(Clone, Copy, Default)]
struct Inside {
    height: f32,
    /// Length of the line that is being filled.
    run: f32,
    /// Height of the tallest of those beside each other.
    tallest: f32,
    /// Letters of all text.
    length: f32,
}

/// The boxes of a tree.
///
/// # Complexity
/// Linear in the size of the tree.
pub(crate) fn estimated(tree: &TagTree) -> Vec<Rect> {
    let flows: Vec<Flow> = flows(tree);
    let mut boxes = widths(tree, &flows);
    let mut inside = vec![Inside::default(); tree.len()];
    for node in tree.nodes().rev() {
        let at = node.index();
        let own = finished(inside[at], boxes[at].width);
        let length = own.length + text_length(tree, node);
        if flows[at] == Flow::Inline {
            boxes[at].width = length.min(boxes[at].width);
        }
        boxes[at].height = match flows[at] {
            Flow::None => 0.0,
            Flow::Inline => own.height.max(if length > 0.0 { LINE } else { 0.0 }),
            Flow::Block | Flow::Beside => own.height + gap(tree, node),
        };
        let Some(parent) = tree.parent(node) else { continue };
        let outer = boxes[parent.index()].width;
        let above = &mut inside[parent.index()];
        above.length += length;
        match flows[at] {
            Flow::None => {}
            Flow::Inline => above.run += length,
            Flow::Beside => above.tallest = above.tallest.max(boxes[at].height),
            Flow::Block => {
                *above = finished(*above, outer);
                above.height += boxes[at].height;
            }
        }
    }
    place(tree, &flows, &mut boxes);
    boxes
}

/// Ends the line that is being filled.
fn finished(mut inside: Inside, width: f32) -> Inside {
    if inside.run > 0.0 {
        inside.height += (inside.run / width.max(LETTER)).ceil() * LINE;
    }
    inside.height += inside.tallest;
    (inside.run, inside.tallest) = (0.0, 0.0);
    inside
}

fn text_length(tree: &TagTree, node: NodeId) -> f32 {
    let columns = |c: char| if u32::from(c) >= 0x1100 { 2.0 } else { 1.0 };
    tree.text(node).split_whitespace().flat_map(str::chars).map(columns).sum::<f32>() * LETTER
}

fn flows(tree: &TagTree) -> Vec<Flow> {
    let mut flows: Vec<Flow> = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        let is_hidden = tree.parent(node).is_some_and(|above| flows[above.index()] == Flow::None)
            || tree.attr(node, "hidden").is_some();
        flows.push(if is_hidden { Flow::None } else { flow(tree.tag(node).as_str()) });
    }
    flows
}

fn flow(tag: &str) -> Flow {
    match tag {
        "td" | "th" => Flow::Beside,
        "datalist" | "option" | "object" | "template" => Flow::None,
        "#text" | "br" | "img" | "input" | "select" | "textarea" | "button" | "label" => {
            Flow::Inline
        }
        tag if sitewrap_tree::html::is_phrasing(tag) => Flow::Inline,
        _ => Flow::Block,
    }
}

fn gap(tree: &TagTree, node: NodeId) -> f32 {
    let tag = tree.tag(node).as_str();
    let has_gap = matches!(tag, "p" | "ul" | "ol" | "dl" | "pre" | "blockquote" | "table");
    if has_gap || sitewrap_tree::html::is_heading(tag) { GAP } else { 0.0 }
}

/// Boxes with widths; those of lines are the widest that they can be.
fn widths(tree: &TagTree, flows: &[Flow]) -> Vec<Rect> {
    let mut cells = vec![0_u32; tree.len()];
    for node in tree.nodes().filter(|node| flows[node.index()] == Flow::Beside) {
        tree.parent(node).into_iter().for_each(|row| cells[row.index()] += 1);
    }
    let mut boxes: Vec<Rect> = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        let tag = tree.tag(node).as_str();
        let outer = tree.parent(node).map(|above| (boxes[above.index()].width, above.index()));
        let width = match outer {
            None => PAGE_WIDTH - 2.0 * MARGIN,
            Some((outer, row)) if flows[node.index()] == Flow::Beside => {
                outer / cells[row].max(1) as f32
            }
            Some((outer, _)) if indents(tag) => (outer - INDENT).max(INDENT),
            Some((outer, _)) => outer,
        };
        let width = if flows[node.index()] == Flow::None { 0.0 } else { width };
        boxes.push(Rect { width, ..Rect::default() });
    }
    boxes
}

fn indents(tag: &str) -> bool {
    matches!(tag, "ul" | "ol" | "menu" | "dd" | "blockquote" | "figure")
}

/// Puts boxes below and beside each other.
fn place(tree: &TagTree, flows: &[Flow], boxes: &mut [Rect]) {
    // Where the next child of each element comes.
    let mut next: Vec<(f32, f32)> = vec![(0.0, 0.0); tree.len()];
    for node in tree.nodes() {
        let at = node.index();
        let parent = tree.parent(node);
        let (left, top) = parent.map_or((MARGIN, MARGIN), |above| next[above.index()]);
        let indent = if indents(tree.tag(node).as_str()) { INDENT } else { 0.0 };
        boxes[at].left = left + indent;
        boxes[at].top = top;
        next[at] = (boxes[at].left, top);
        let Some(above) = parent.map(NodeId::index) else { continue };
        let edge = boxes[above].left;
        match flows[at] {
            Flow::None => {}
            Flow::Beside => next[above].0 += boxes[at].width,
            Flow::Block => next[above] = (edge, top + boxes[at].height),
            Flow::Inline => {
                let end = left + boxes[at].width;
                let is_full = end >= edge + boxes[above].width;
                let down = if is_full { boxes[at].height.max(LINE) } else { 0.0 };
                next[above] = (if is_full { edge } else { end }, top + down);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::estimated;
    use sitewrap_tree::{Document, NodeId};

    #[test]
    fn more_text_is_higher_and_cells_are_beside_each_other() {
        let short = "<p>Short.</p>";
        let long = format!("<p>{}</p>", "A long paragraph. ".repeat(60));
        let table = "<table><tr><td>one</td><td>two</td></tr></table>";
        let tree = Document::parse(format!("{short}{long}{table}").as_bytes(), None, None).tree;
        let boxes = estimated(&tree);
        let all = |tag: &str| -> Vec<NodeId> {
            tree.nodes().filter(|&node| tree.tag(node).as_str() == tag).collect()
        };
        let rect = |node: NodeId| boxes[node.index()];
        let (p, td) = (all("p"), all("td"));
        assert!(rect(p[1]).height > 3.0 * rect(p[0]).height);
        assert!(rect(p[1]).top >= rect(p[0]).height);
        assert!(rect(td[1]).left >= rect(td[0]).left + rect(td[0]).width - 1.0);
        assert!((rect(td[1]).top - rect(td[0]).top).abs() < 1.0);
        assert!(rect(tree.root()).height >= rect(p[1]).height + rect(td[0]).height);
    }
}
