//! Template text that names what follows it.

use super::subject::Label;
use sitewrap_terms::book;
use sitewrap_terms::grammar::{counted_word, is_price};
use sitewrap_terms::words::fold;
use sitewrap_terms::words::lexicon::{COLONS, Role, is};
use sitewrap_terms::words::plural::plural;
use sitewrap_tree::html;
use sitewrap_wrapper::{Content, Element, Field, Part, TemplateNode, TextPattern};

/// Fixed text as a label, if it can be one.
pub(super) fn label_of(tag: &str, text: &str) -> Option<Label> {
    let text = text.trim();
    let has_colon = text.ends_with(COLONS);
    // `<label>Compare</label>` is what a box to tick is for.
    let is_bidding =
        || is(Role::Bidding, &fold(text.split_whitespace().next().unwrap_or_default()));
    let is_label = html::is_label(tag) && !(tag == "label" && is_bidding());
    let is_marked = html::is_heading(tag) || is_label || has_colon;
    let is_wrapper = matches!(
        tag,
        "div"
            | "header"
            | "span"
            | "p"
            | "#text"
            | "b"
            | "strong"
            | "td"
            | "summary"
            | "small"
            | "em"
    );
    let short = text.chars().count() <= book().value_bytes && text.chars().any(char::is_alphabetic);
    let is_title = tag == "h1";
    (short && (is_marked || is_wrapper)).then(|| Label {
        text: text.to_owned(),
        is_marked,
        is_title,
    })
}

/// As [`label_of`], of an element: blocks that only lay things out are labels where words tell them from their like.
pub(super) fn caption_of(element: &Element, text: &str) -> Option<Label> {
    let is_caption = matches!(element.tag.as_str(), "table" | "tr" | "center")
        && !element.label_words.is_empty();
    match is_caption {
        true => label_of("p", text).map(|label| Label { is_marked: true, ..label }),
        false => label_of(&element.tag, text),
    }
}

/// The fixed words of a heading that counts what follows it (`3 comments`, `Works (12)`).
pub(super) fn counting_label(tag: &str, pattern: &TextPattern) -> Option<Label> {
    let is_count = |field: &Field| {
        let is_number = |value: &String| value.chars().all(|c| c.is_ascii_digit());
        !field.examples.is_empty() && field.examples.iter().all(is_number)
    };
    if !html::is_subheading(tag) {
        return None;
    }
    if let ([], Some(whole)) = (&pattern.parts[..], &pattern.whole) {
        return label_of(tag, &plural(&counted_word(&whole.examples)?));
    }
    let mut words = String::new();
    for part in &pattern.parts {
        match part {
            Part::Fixed(text) => words.push_str(text),
            Part::Field(field) if is_count(field) => {}
            Part::Field(_) => return None,
        }
    }
    let words = words.trim_matches(|c: char| !c.is_alphabetic());
    (pattern.parts.len() > 1).then(|| label_of(tag, words)).flatten()
}

/// The labels of the ends of spans of time and ranges of prices among sibling nodes, for each node: of two
/// elements made for dates, or that hold amounts, with a dash or a word such as `to` between them, the first says
/// the date or the price of the thing.
pub(super) fn end_labels(nodes: &[TemplateNode]) -> Vec<Option<Label>> {
    let mut labels = vec![None; nodes.len()];
    let ends: Vec<Option<(&str, &str)>> = nodes.iter().map(end_of).collect();
    for at in 1..nodes.len().saturating_sub(1) {
        let TemplateNode::Element(between) = &nodes[at] else { continue };
        let Content::Fixed(text) = &between.content else { continue };
        let text = text.trim();
        if !(matches!(text, "–" | "—" | "-") || is(Role::To, text)) {
            continue;
        }
        let first = (0..at).rev().find(|&before| ends[before].is_some());
        // A lowered price may stand between the two, where there is one.
        let last = (at + 1..nodes.len())
            .find(|&behind| first.is_some_and(|first| ends[behind] == ends[first]));
        if let Some((last, (_, end))) = last.and_then(|last| Some((last, ends[last]?))) {
            labels[last] = Some(Label { text: end.to_owned(), is_marked: true, is_title: false });
        }
    }
    labels
}

/// The tag of a node and what it says as the end of something, if it holds one day or one amount.
fn end_of(node: &TemplateNode) -> Option<(&str, &'static str)> {
    let TemplateNode::Element(element) = node else { return None };
    if things_in(element) != 1 {
        return None;
    }
    if element.tag == "time" {
        return Some((&element.tag, "end date"));
    }
    let examples = sole_text(element)?;
    let are_prices = !examples.is_empty() && examples.iter().all(|value| is_price(value));
    are_prices.then_some((&element.tag, "max price"))
}

/// Values of the only text in an element.
fn sole_text(element: &Element) -> Option<&[String]> {
    match &element.content {
        Content::Text(TextPattern { whole: Some(whole), parts, .. }) if parts.is_empty() => {
            Some(&whole.examples)
        }
        Content::Children(children) => match &children[..] {
            [TemplateNode::Element(only)] => sole_text(only),
            _ => None,
        },
        _ => None,
    }
}

/// The labels of tiles among sibling nodes, for each node: blocks side by side that hold one value
/// and, below it, fixed words that say what it is (`4.5` above `out of 5 stars`). Of a block alone
/// they do where they say what it counts (`12` above `Replies`).
pub(super) fn tile_labels(nodes: &[TemplateNode]) -> Vec<Option<Label>> {
    let labels: Vec<Option<Label>> = nodes.iter().map(tile_label).collect();
    if labels.iter().flatten().count() > 1 {
        return labels;
    }
    let counts = |(node, label): (&TemplateNode, Option<Label>)| {
        label.filter(|label| are_counts_of(node, &label.text))
    };
    nodes.iter().zip(labels).map(counts).collect()
}

/// Whether all values in a node are numbers that, with these words behind them, count something.
fn are_counts_of(node: &TemplateNode, words: &str) -> bool {
    let TemplateNode::Element(element) = node else { return false };
    match &element.content {
        Content::Children(children) => children.iter().any(|child| are_counts_of(child, words)),
        Content::Text(TextPattern { whole: Some(whole), parts, .. }) if parts.is_empty() => {
            let all: Vec<String> =
                whole.examples.iter().map(|value| format!("{} {words}", value.trim())).collect();
            counted_word(&all).is_some_and(|one| plural(&one) == words.to_lowercase())
        }
        Content::Text(_) | Content::Fixed(_) | Content::Ignored => false,
    }
}

fn tile_label(node: &TemplateNode) -> Option<Label> {
    let TemplateNode::Element(element) = node else { return None };
    let Content::Children(children) = &element.content else { return None };
    // Icons, and what shows the value again, say nothing.
    let telling: Vec<&TemplateNode> = children.iter().filter(|child| !is_mute(child)).collect();
    match telling[..] {
        [only] => tile_label(only),
        [value, TemplateNode::Element(below)] if things(std::slice::from_ref(value)) == 1 => {
            let Content::Fixed(text) = &below.content else { return None };
            let label = label_of(&below.tag, text)?;
            let is_value = !matches!(value, TemplateNode::Repeat(_));
            is_value.then_some(Label { is_marked: true, ..label })
        }
        _ => None,
    }
}

/// Whether a node holds neither a field nor words.
fn is_mute(node: &TemplateNode) -> bool {
    let TemplateNode::Element(element) = node else {
        return things(std::slice::from_ref(node)) == 0;
    };
    match &element.content {
        Content::Ignored => element.attrs.is_empty(),
        Content::Fixed(text) => element.attrs.is_empty() && !text.contains(char::is_alphanumeric),
        Content::Children(_) | Content::Text(_) => false,
    }
}

/// Whether an element is a part of its page whose headings and labels say nothing of what follows it.
pub(super) fn is_closed(element: &Element) -> bool {
    matches!(element.tag.as_str(), "aside" | "nav")
}

/// Whether a fixed node is a heading of what follows it.
pub(super) fn heading_of(element: &Element) -> Option<String> {
    if is_closed(element) {
        return None;
    }
    match &element.content {
        Content::Text(pattern) => counting_label(&element.tag, pattern).map(|label| label.text),
        Content::Fixed(text) => {
            let is_heading = html::is_subheading(element.tag.as_str());
            label_of(&element.tag, text).filter(|_| is_heading).map(|label| label.text)
        }
        // A box around a heading, perhaps with a link beside it. A heading above a list in its own
        // box names that list and nothing after the box.
        Content::Children(children) if children.len() <= 3 && !children.iter().any(holds_list) => {
            children.iter().find_map(|child| match child {
                TemplateNode::Element(child) => heading_of(child),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Whether there is a list, a map or running text in a node.
fn holds_list(node: &TemplateNode) -> bool {
    match node {
        TemplateNode::Element(element) => match &element.content {
            Content::Children(children) => children.iter().any(holds_list),
            Content::Text(_) | Content::Fixed(_) | Content::Ignored => false,
        },
        TemplateNode::Repeat(_) | TemplateNode::Map(_) | TemplateNode::Prose(_) => true,
    }
}

/// Whether an element holds what was a value and is left out of records, such as one that stands on the page once
/// more: labels before it were for that.
pub(super) fn held_value(element: &Element) -> bool {
    let holds_words = matches!(element.tag.as_str(), "a" | "dd" | "p" | "td" | "time")
        || html::is_heading(&element.tag)
        || html::is_list(&element.tag);
    match &element.content {
        Content::Ignored => holds_words,
        Content::Children(children) => children
            .iter()
            .any(|child| matches!(child, TemplateNode::Element(inner) if held_value(inner))),
        Content::Text(_) | Content::Fixed(_) => false,
    }
}

/// Number of things among nodes that a reader would tell apart: a text with its link and its
/// attributes is one.
pub(super) fn things(nodes: &[TemplateNode]) -> usize {
    nodes
        .iter()
        .map(|node| match node {
            TemplateNode::Element(element) => things_in(element),
            TemplateNode::Repeat(repeat) if repeat.through => things(&repeat.unit),
            TemplateNode::Repeat(repeat) => usize::from(things(&repeat.unit) > 0),
            TemplateNode::Map(_) | TemplateNode::Prose(_) => 1,
        })
        .sum()
}

/// Whether an element is a mark of what it stands in: it says the same wherever it is, and is not always there.
fn is_mark(element: &Element) -> bool {
    let Content::Text(pattern) = &element.content else { return false };
    let says_one = pattern.whole.as_ref().is_some_and(|whole| whole.examples.len() == 1);
    says_one
        && element.attrs.is_empty()
        && !html::is_heading(&element.tag)
        && element.presence.seen < element.presence.of
}

/// As [`things`], of one element.
pub(super) fn things_in(element: &Element) -> usize {
    // The link around a text that others have bare is no thing of its own.
    if element.through || is_mark(element) {
        return 0;
    }
    let inside = match &element.content {
        Content::Children(children) => things(children),
        Content::Text(_) => 1,
        Content::Fixed(_) | Content::Ignored => 0,
    };
    inside.max(usize::from(!element.attrs.is_empty()))
}
