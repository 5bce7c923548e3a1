//! Singular and plural: a list has the plural of what it holds, and labels come in both.

use crate::book;
use crate::words::lexicon::{COLONS, Role, is};
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

/// What two texts begin with, if they are the same up to the ending of the last word: `1 review` and `2 reviews`
/// without their numbers give `review`. How many letters the word and the endings have is `affix` of the book.
pub fn common_stem<'t>(a: &'t str, b: &str) -> Option<&'t str> {
    let same = a.char_indices().zip(b.chars()).take_while(|((_, a), b)| a == b);
    let end = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
    let (head, ending) = a.split_at(end);
    let is_ending = |ending: &str| {
        ending.chars().count() <= book().affix && ending.chars().all(char::is_alphabetic)
    };
    let last = head.rsplit(' ').next().unwrap_or(head);
    let is_word = last.chars().filter(|c| c.is_alphabetic()).count() >= book().affix;
    // What ends otherwise must be the word itself: `logo.ai` and `logo.tif` are two files.
    let goes_on = ending.is_empty() && b.len() == end || head.ends_with(char::is_alphabetic);
    (is_word && goes_on && is_ending(ending) && is_ending(&b[end..])).then_some(head)
}

/// The index of the most frequent text, if all are one label in the singular or in the plural, of whatever
/// language: `Author:`, `Authors:`, `Author(s):`; `Category`, `Categories`; `Antwort`, `Antworten`. One text without
/// a colon behind it may be a value.
pub fn one_label(texts: &[String]) -> Option<usize> {
    let label = |text: &String| {
        let label = text.trim_end_matches(COLONS).trim_end();
        let label = label.strip_suffix("(s)").unwrap_or(label);
        // `reviews)` behind a number in an element of its own
        let label = label.trim_end_matches([')', ']']);
        let is_word = label.contains(char::is_alphabetic) && !label.contains(char::is_numeric);
        is_word.then(|| label.to_lowercase())
    };
    let first = texts.first()?;
    let has_colon = first.ends_with(COLONS);
    if !has_colon && texts.iter().all(|text| text == first) {
        return None;
    }
    let mut stem = label(first)?;
    for text in texts {
        let shorter = common_stem(&stem, &label(text)?)?.len();
        stem.truncate(shorter);
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
    fn a_label_in_both_numbers_is_one() {
        let index = |texts: &[&str]| {
            one_label(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(index(&["Category", "Categories", "Categories"]), Some(1));
        assert_eq!(index(&["Author:", "Author(s):", "Authors:", "Author:"]), Some(0));
        assert_eq!(index(&["Antwort", "Antworten"]), Some(0));
        assert_eq!(index(&["customer reviews)", "customer review)"]), Some(0));
        assert_eq!(index(&["отзыв", "отзыва", "отзывов", "отзывов"]), Some(2));
        assert_eq!(index(&["Category", "Tags"]), None, "two labels");
        assert_eq!(index(&["Size S", "Size M"]), None, "two values");
        assert_eq!(index(&["logo.tif", "logo.ai"]), None, "two files");
        assert_eq!(index(&["Journal", "Journal"]), None, "a value that has no other form");
    }

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
