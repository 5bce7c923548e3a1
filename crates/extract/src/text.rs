//! Text of nodes as values of fields.

use crate::template::{Field, Part, TextPattern};
use sitewrap_model::{Record, Value};
use sitewrap_tree::{NodeId, TagTree};

/// The text of a node as a reader sees it, on one line.
pub fn line(tree: &TagTree, node: NodeId) -> String {
    collapse(&tree.inner_text(node))
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
/// fixed part is missing.
pub fn cut<'s>(parts: &[Part], text: &'s str) -> Option<Vec<&'s str>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut open = false;
    for (i, part) in parts.iter().enumerate() {
        match part {
            Part::Field(_) => open = true,
            Part::Fixed(fixed) => {
                let last = i + 1 == parts.len();
                let at = if last { rest.rfind(fixed.as_str()) } else { rest.find(fixed.as_str()) }?;
                let at_end = at + fixed.len() == rest.len();
                if (!open && at > 0) || (last && !at_end) {
                    return None;
                }
                if open {
                    found.push(trim(&rest[..at]));
                    open = false;
                }
                rest = &rest[at + fixed.len()..];
            }
        }
    }
    if open {
        found.push(trim(rest));
    }
    Some(found)
}

/// A part of a text without the separators at its ends.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, '|' | '·' | '•' | ',' | ';' | ':' | '»' | '›')
    })
}

/// Puts a text into a record as its pattern says. A text without the fixed parts goes whole to
/// the first field, so that nothing is lost on a page that words it otherwise.
pub(crate) fn insert(pattern: &TextPattern, text: &str, record: &mut Record) {
    if text.is_empty() {
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
    if let Some(whole) = &pattern.whole {
        put(record, whole, text);
    }
    match cut(&pattern.parts, text) {
        Some(values) => {
            for (field, value) in fields.iter().zip(values).filter(|(_, value)| !value.is_empty()) {
                put(record, field, value);
            }
        }
        None => {
            if let (None, Some(first)) = (&pattern.whole, fields.first()) {
                put(record, first, text);
            }
        }
    }
}

fn put(record: &mut Record, field: &Field, text: &str) {
    record.insert(field.name.clone(), Value::Text(text.to_owned()));
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
        let parts = [fixed("by"), field(), fixed("on"), field()];
        assert_eq!(cut(&parts, "by Jane Doe on Monday"), Some(vec!["Jane Doe", "Monday"]));
        assert_eq!(cut(&parts, "text by Jane on Monday"), None);
    }
}
