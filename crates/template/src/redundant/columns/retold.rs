//! Fields that say nothing but what others say, in a few settings of fixed words.
//!
//! A shop reads out `The price is 12 €` to those who do not see it, and `From 12 € to 14 €` on some pages, and heads a
//! list by `All reviews of Teapot`. What stands in such words is a value already.

use super::column::{Column, STOPS, Said};
use super::source::{Source, is_shown};
use crate::parameters::Parameters;
use crate::share::Share;
use rustc_hash::{FxHashMap, FxHashSet};

/// Stands for a value in a setting.
const VALUE: &str = "\u{1}";

/// The fields, of these that are not dropped, which are read aloud and say what is shown, or are shown and say what the
/// page is called. `order` has the better source first.
pub(super) fn retold(
    order: &[usize],
    sources: &[Source],
    columns: &[Column],
    parameters: &Parameters,
    dropped: &FxHashSet<usize>,
) -> FxHashSet<usize> {
    let kept = || order.iter().copied().filter(|field| !dropped.contains(field));
    let of = |holds: fn(Source) -> bool| -> Vec<usize> {
        kept().filter(|field| holds(sources[*field])).collect()
    };
    let (shown, titles) = (of(is_shown), of(|source| source == Source::Title));
    let is_retold = |field: &usize| match sources[*field] {
        Source::Spoken => says_only(&columns[*field], &shown, columns, parameters),
        Source::Heading | Source::Text => says_only(&columns[*field], &titles, columns, parameters),
        _ => false,
    };
    kept().filter(is_retold).collect()
}

/// Whether (almost) all values are values that other columns have in the same records, in one of a few settings. A
/// number in a setting may be a value that nothing else says.
fn says_only(
    column: &Column,
    others: &[usize],
    columns: &[Column],
    parameters: &Parameters,
) -> bool {
    let mut settings: FxHashMap<String, usize> = FxHashMap::default();
    let texts = column.texts().into_iter();
    for (record, text) in texts.filter(|(_, text)| text.len() <= parameters.value_bytes) {
        let said = others.iter().filter_map(|&other| match columns[other].values.get(&record) {
            Some(Said::Text(value)) if value.chars().nth(1).is_some() => Some(&**value),
            _ => None,
        });
        let mut said: Vec<&str> = said.filter(|value| value.len() < text.len()).collect();
        // The longest first, for it may hold others.
        said.sort_unstable_by_key(|value| (std::cmp::Reverse(value.len()), *value));
        let setting = said.iter().fold(text.to_owned(), |text, value| without(&text, value));
        *settings.entry(setting.trim_matches(STOPS).to_owned()).or_default() += 1;
    }
    let is_telling = |setting: &str| {
        setting.contains(VALUE)
            && setting != VALUE
            && !setting.contains(|c: char| c.is_ascii_digit())
    };
    settings.retain(|setting, count| *count > 1 && is_telling(setting));
    let told = settings.values().sum();
    settings.len() <= parameters.few
        && Share::new(told, column.values.len(), parameters).is_nearly_all()
}

/// A text with all places of a value in it marked, but for those within a longer number.
fn without(text: &str, value: &str) -> String {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let (mut found, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once(value) {
        let mut next = behind.chars();
        let follows = match next.next() {
            Some('.' | ',') => next.next(),
            next => next,
        };
        let mut last = before.chars().rev();
        let leads = match last.next() {
            Some('.' | ',') => last.next(),
            last => last,
        };
        let is_part = is_digit(value.chars().next_back()) && is_digit(follows)
            || is_digit(value.chars().next()) && is_digit(leads);
        found.push_str(before);
        found.push_str(if is_part { value } else { VALUE });
        rest = behind;
    }
    found + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_wherever_it_stands_but_within_a_number() {
        let marked = |text: &str, value: &str| without(text, value).replace(VALUE, "*");
        assert_eq!(marked("from 12 € to 112 €", "12"), "from * € to 112 €");
        assert_eq!(marked("12,50 and 3.12 and 12.", "12"), "12,50 and 3.12 and *.");
        assert_eq!(marked("all of teapot: teapots", "teapot"), "all of *: *s");
    }
}
