//! Singular and plural: a list has the plural of what it holds, and labels come in both.

use crate::words::lexicon::{Role, is};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The plural of a name, for a list; names that end in `s` are taken as plural.
pub fn plural(name: &str) -> String {
    const ITEMS: [&str; 4] = ["ed", "ing", "all", "more"];
    let ascii = name.bytes().last().is_some_and(|b| b.is_ascii_lowercase());
    match name {
        _ if !ascii
            || name.ends_with('s')
            || name.ends_with("people")
            || name.ends_with("news")
            || is(Role::Mass, name.rsplit('_').next().unwrap_or(name)) =>
        {
            name.to_owned()
        }
        _ if is(Role::Joining, name.rsplit('_').next().unwrap_or(name)) => name.to_owned(),
        // `related`, `trending`
        _ if ITEMS.iter().any(|end| name.ends_with(end)) && name.len() > 4 => {
            format!("{name}_items")
        }
        "person" => "people".to_owned(),
        _ if name.ends_with("children") => name.to_owned(),
        _ if name.ends_with('y') && !name.ends_with(['a', 'e', 'o', 'u']) && {
            let before = name.chars().rev().nth(1);
            before.is_some_and(|c| !matches!(c, 'a' | 'e' | 'i' | 'o' | 'u'))
        } =>
        {
            format!("{}ies", &name[..name.len() - 1])
        }
        _ if name.ends_with("ch") || name.ends_with("sh") || name.ends_with('x') => {
            format!("{name}es")
        }
        _ => format!("{name}s"),
    }
}

/// One of what a plural names: `categories` gives `category`.
pub fn singular(name: &str) -> String {
    let last = name.rsplit('_').next().unwrap_or(name);
    if is(Role::Mass, last)
        || last.len() < 4
        || last.ends_with("ss")
        || last.ends_with("us")
        || last.ends_with("is")
    {
        return name.to_owned();
    }
    let cut = |end: usize| name[..name.len() - end].to_owned();
    if name == "people" {
        return "person".to_owned();
    }
    match last {
        _ if last.ends_with("ies") && last.len() > 4 && last != "movies" => format!("{}y", cut(3)),
        _ if ["ches", "shes", "xes", "sses"].iter().any(|end| last.ends_with(end)) => cut(2),
        _ if last.ends_with('s') => cut(1),
        _ => name.to_owned(),
    }
}

/// The index of the most frequent text, if all are one label with a colon behind, in the
/// singular or in the plural: `Author:`, `Authors:`, `Author(s):`.
pub fn one_label(texts: &[String]) -> Option<usize> {
    let singular = |text: &String| {
        let label = text.strip_suffix([':', '：'])?.trim_end();
        let label = label.strip_suffix("(s)").or(label.strip_suffix('s')).unwrap_or(label);
        Some(label.to_lowercase()).filter(|label| !label.is_empty())
    };
    let label = singular(texts.first()?)?;
    if !texts.iter().all(|text| singular(text).as_ref() == Some(&label)) {
        return None;
    }
    let mut counts: BTreeMap<&str, (usize, Reverse<usize>)> = BTreeMap::new();
    for (at, text) in texts.iter().enumerate() {
        counts.entry(text).or_insert((0, Reverse(at))).0 += 1;
    }
    counts.into_values().max().map(|(_, Reverse(at))| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_back() {
        for (one, many) in [
            ("review", "reviews"),
            ("category", "categories"),
            ("box", "boxes"),
            ("survey", "surveys"),
            ("related", "related_items"),
        ] {
            assert_eq!(plural(one), many);
        }
        for (many, one) in [
            ("categories", "category"),
            ("news", "news"),
            ("addresses", "address"),
            ("tags", "tag"),
        ] {
            assert_eq!(singular(many), one);
        }
    }
}
