//! Attributes that are content.

use crate::corpus::{Corpus, Instance, SAID, is_content_attr, picture_of};
use crate::parameters::Parameters;
use crate::redundant::own::{has_other_source, leads_back, names_elements, shows_nothing};
use crate::text::pattern::field_with_examples;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::words::lexicon::{Role, is};
use sitewrap_tree::{NodeId, html};
use sitewrap_wrapper::{AttrField, is_stripe, normalize_token};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The attributes of the instances that vary and are content.
pub(crate) fn attr_fields(corpus: &Corpus<'_>, instances: &[Instance]) -> Vec<AttrField> {
    let mut values: BTreeMap<&str, Vec<Cow<'_, str>>> = BTreeMap::new();
    for &(page, node) in instances {
        if is_dot(corpus, (page, node)) {
            continue;
        }
        for attr in corpus.tree(page).attrs(node) {
            let picture = picture_of(attr);
            let value = picture.unwrap_or(attr.value).trim();
            let is_content =
                is_content_attr(attr.name) && !tells_type(attr.name) && !html::is_hook(attr.name)
                    || attr.name == SAID && is_drawn(corpus, (page, node))
                    || picture.is_some();
            if is_content && !value.is_empty() && value.len() <= corpus.parameters().attr_bytes {
                if is_told_elsewhere(corpus, (page, node), attr.name, value) {
                    continue;
                }
                let value = corpus.session(page).without(value);
                values.entry(attr.name).or_default().push(value);
            }
        }
    }
    // What `datetime` says for programs, `title` says again for readers.
    if values
        .get("datetime")
        .is_some_and(|times| varies(corpus, "datetime", times, instances.len()))
    {
        values.remove("title");
    }
    let mut fields: Vec<AttrField> = values
        .into_iter()
        .filter(|(name, values)| varies(corpus, name, values, instances.len()))
        .filter(|(name, _)| !name.starts_with("data-") || !names_elements(corpus, instances, name))
        .map(|(name, values)| AttrField {
            attr: name.to_owned(),
            words: Vec::new(),
            field: field_with_examples(values.iter().map(AsRef::as_ref), corpus.parameters()),
        })
        .collect();
    fields.extend(class_field(corpus, instances));
    fields
}

/// Whether an attribute tells scripts of what type an element is: `data-widget_type="button.default"`.
fn tells_type(name: &str) -> bool {
    name.strip_prefix("data-").is_some_and(|name| name.rsplit(['-', '_']).next() == Some("type"))
}

/// Whether an element says by signs alone what its label says in words, as the stars of a rating do. What
/// controls and parts of the page are called is not what they say.
fn is_drawn(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let is_part = |below: NodeId| {
        let tag = tree.tag(below).as_str();
        html::is_control(tag) || html::is_telling(tag) || matches!(tag, "img" | "iframe" | "video")
    };
    corpus.view(page).text_len(node) == 0 && !tree.subtree(node).any(is_part)
}

/// Whether an element is a picture that no reader sees, since it is a dot or a line: one that counts readers,
/// or that keeps others apart.
fn is_dot(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let is_none = |side| {
        let length = tree.attr(node, side).map(|length| length.trim().trim_end_matches("px"));
        matches!(length, Some("0" | "1"))
    };
    let is_loaded_later =
        || ["data-src", "srcset", "data-srcset"].iter().any(|name| tree.attr(node, name).is_some());
    tree.tag(node).as_str() == "img"
        && (is_none("width") || is_none("height"))
        && !is_loaded_later()
}

/// Whether a value says nothing that the page's address or the element's other attributes do not.
fn is_told_elsewhere(corpus: &Corpus<'_>, node: Instance, attr: &str, value: &str) -> bool {
    match attr {
        "href" => leads_back(value, corpus.url(node.0)),
        "src" | "data-src" => shows_nothing(value),
        "srcset" | "data-srcset" => has_other_source(corpus, node),
        // A record of a thing for programs, as COinS has it.
        "title" => value.contains('=') && value.contains('&') && !value.contains(' '),
        _ if attr.starts_with("data-") => leads_back(value, corpus.url(node.0)),
        _ => false,
    }
}

fn varies(corpus: &Corpus<'_>, name: &str, values: &[Cow<'_, str>], instances: usize) -> bool {
    let Parameters { same, recurring, .. } = corpus.parameters();
    if (values.len() as f64) < recurring * instances as f64 {
        return false;
    }
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    if counts.len() < 2 || most as f64 >= same * values.len() as f64 {
        return false;
    }
    // What scripts read: numbers, keys and structures; words and addresses may be content.
    let is_plain = |value: &Cow<'_, str>| {
        value.chars().any(char::is_alphabetic) && !value.contains(['{', '[', '<']) && !is_key(value)
    };
    !name.starts_with("data-") || name == "data-src" || values.iter().all(is_plain)
}

/// Whether a value is a key by which programs know a thing: a number in hexadecimal digits, or a UUID.
fn is_key(value: &str) -> bool {
    /// Words of the letters a to f alone are shorter, or have no digit.
    const LEAST: usize = 7;
    value.len() >= LEAST
        && value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-'))
        && value.bytes().any(|byte| byte.is_ascii_digit())
}

/// Class words that exclude each other, one on each instance: `star-rating Three`.
fn class_field(corpus: &Corpus<'_>, instances: &[Instance]) -> Option<AttrField> {
    // An icon shows what the text beside it says.
    if matches!(corpus.tag(instances[0]), "i" | "svg" | "body") {
        return None;
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let words_of = |&(page, node): &Instance| -> FxHashSet<String> {
        corpus.tree(page).classes(node).map(normalize_token).collect()
    };
    let all: Vec<FxHashSet<String>> = instances.iter().map(words_of).collect();
    for word in all.iter().flatten() {
        *counts.entry(word.clone()).or_default() += 1;
    }
    let (total, parameters) = (instances.len(), corpus.parameters());
    let has_fixed = counts.values().any(|&count| count as f64 >= parameters.same * total as f64);
    let values: Vec<String> = counts
        .into_iter()
        .filter(|(word, count)| {
            *count >= 2 && !corpus.share(*count, total).is_nearly_all() && is_value_word(word)
        })
        .map(|(word, _)| word)
        .collect();
    if !has_fixed || !(2..=parameters.sure).contains(&values.len()) {
        return None;
    }
    let one =
        |words: &&FxHashSet<String>| values.iter().filter(|v| words.contains(*v)).count() == 1;
    let several =
        |words: &&FxHashSet<String>| values.iter().filter(|v| words.contains(*v)).count() > 1;
    let ones = all.iter().filter(one).count();
    let severals = all.iter().filter(several).count();
    if !corpus.share(ones, total).is_half() || !corpus.share(severals, total).is_chance() {
        return None;
    }
    let field = field_with_examples(values.iter().map(String::as_str), corpus.parameters());
    Some(AttrField { attr: "class".to_owned(), words: values, field })
}

fn is_value_word(word: &str) -> bool {
    let lower = word.to_lowercase();
    let is_state = lower.rsplit(['-', '_']).next().is_some_and(|last| is(Role::State, last));
    !is_state && !is_stripe(word) && !word.contains('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_of_programs() {
        for key in ["9f5a663", "507bc6be412ebc514101bb7e", "7f9c0b52-3d1e-4c6a-9b1f-0a2d3c4e5f60"] {
            assert!(is_key(key), "{key}");
        }
        for value in ["facade", "effaced", "AB-1204", "12 cafes", "/c/9f5a663", "ad-42b"] {
            assert!(!is_key(value), "{value}");
        }
    }

    #[test]
    fn states_rows_and_sides_are_no_values() {
        for word in [
            "active",
            "Odd",
            "thread-even",
            "row_odd",
            "even-row-color",
            "col#",
            "left",
            "cover-right",
        ] {
            assert!(!is_value_word(word), "{word}");
        }
        assert!(
            ["Three", "in-stock", "event", "oddity", "left-handed"].into_iter().all(is_value_word)
        );
    }
}
