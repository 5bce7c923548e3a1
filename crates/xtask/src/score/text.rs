//! When two texts count as the same.

use icu_normalizer::ComposingNormalizerBorrowed;
use std::collections::HashMap;

/// Texts up to this length, in characters, are the same only if they are equal.
const LONG: usize = 80;

/// What is left off at both ends of a value.
const ENDS: &[char] = &[' ', '\t', '\n', ':', ';', ',', '|', '-', '–', '—', '·', '•'];

/// A value as it is compared: Unicode compatibility forms, case, white space and typographic quotes
/// make no difference, nor does the time of a day beside an ISO date.
pub fn normal(text: &str) -> String {
    let text = ComposingNormalizerBorrowed::new_nfkc().normalize(text);
    let folded: String = text.chars().flat_map(fold).collect();
    let folded = iso_day(folded.trim()).map_or(folded.as_str(), |day| day).to_owned();
    let line = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    line.trim_matches(ENDS).to_owned()
}

/// A character without case, and quotes straight.
fn fold(c: char) -> impl Iterator<Item = char> {
    let straight = match c {
        '‘' | '’' | '‚' => '\'',
        '“' | '”' | '„' => '"',
        'ς' => 'σ',
        c => c,
    };
    let sharp = straight == 'ß' || straight == 'ẞ';
    let lower = (!sharp).then(|| straight.to_lowercase()).into_iter().flatten();
    lower.chain(sharp.then_some(['s', 's']).into_iter().flatten())
}

/// The day of an ISO time that is all there is of a text; `None` where it is none.
fn iso_day(text: &str) -> Option<&str> {
    let (day, time) = text.split_at_checked(10)?;
    let parts: Vec<&str> = day.split('-').collect();
    let are_digits =
        |part: &&str, count: usize| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    let is_day = matches!(&*parts, [year, month, date]
        if are_digits(year, 4) && are_digits(month, 2) && are_digits(date, 2));
    let clock = time.strip_prefix('t')?;
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b == b':' || b == b'.');
    let is_offset = |text: &str| {
        let text: String = text.chars().filter(|c| *c != ':').collect();
        text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit())
    };
    let is_time = match clock.split_once(['z', '+', '-']) {
        None => !clock.is_empty() && digits(clock),
        Some((clock, "")) => time.ends_with('z') && !clock.is_empty() && digits(clock),
        Some((clock, offset)) => !clock.is_empty() && digits(clock) && is_offset(offset),
    };
    (is_day && is_time).then_some(day)
}

fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{3040}'..='\u{30ff}')
}

/// The words of a text, single characters where it is Chinese or Japanese, with their counts.
fn words(text: &str) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if text.chars().any(is_cjk) {
        for (at, c) in text.char_indices().filter(|(_, c)| is_word(*c)) {
            *counts.entry(&text[at..at + c.len_utf8()]).or_default() += 1;
        }
    } else {
        for word in text.split(|c| !is_word(c)).filter(|word| !word.is_empty()) {
            *counts.entry(word).or_default() += 1;
        }
    }
    counts
}

/// Whether a text is long.
pub(super) fn is_long(text: &str) -> bool {
    text.len() > LONG && text.chars().count() > LONG
}

/// Equal; or both long, with nine tenths of their words in common.
pub(super) fn same(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    if !is_long(a) || !is_long(b) {
        return false;
    }
    let (a, b) = (words(a), words(b));
    let total: usize = a.values().chain(b.values()).sum();
    let shared: usize = a.iter().filter_map(|(word, count)| Some(*count.min(b.get(word)?))).sum();
    20 * shared >= 9 * total
}

/// How many values of two bags agree, each used once.
pub(super) fn hits(truth: &[String], found: &[String]) -> usize {
    let mut left: Vec<&String> = found.iter().collect();
    let mut rest: Vec<&String> = Vec::new();
    for value in truth {
        match left.iter().position(|known| *known == value) {
            Some(at) => drop(left.swap_remove(at)),
            None => rest.push(value),
        }
    }
    let mut count = truth.len() - rest.len();
    left.retain(|value| is_long(value));
    for value in rest.into_iter().filter(|value| is_long(value)) {
        if let Some(at) = left.iter().position(|known| same(value, known)) {
            left.remove(at);
            count += 1;
        }
    }
    count
}

/// Whether two lists of pieces are one running text cut in different places.
pub(super) fn same_prose(truth: &[String], found: &[String]) -> bool {
    let length = |pieces: &[String]| pieces.iter().map(String::len).sum::<usize>() + pieces.len();
    // Equal texts may be short; all others need to be long.
    let (a, b) = (length(truth), length(found));
    if truth.is_empty() || found.is_empty() || 4 * a.min(b) < a.max(b) {
        return false;
    }
    same(&truth.join(" "), &found.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typography_and_case_make_no_difference() {
        assert_eq!(normal("  “Straße”\u{a0}—  It’s: "), "\"strasse\" — it's");
        assert_eq!(normal("2024-01-04T08:31:00+01:00"), "2024-01-04");
        assert_eq!(normal("2024-01-04T08:31:00Z"), "2024-01-04");
        assert_eq!(normal("2024-01-04 at eight"), "2024-01-04 at eight");
        assert_eq!(normal("• Weight:"), "weight");
    }

    #[test]
    fn long_texts_may_differ_a_little() {
        let text = |last: &str| format!("{} {last}", "one two three four five six ".repeat(4));
        assert!(same(&text("seven"), &text("eight")));
        assert!(!same("seven", "eight"));
        assert!(!same(&text("seven"), &"other words ".repeat(10)));
    }

    #[test]
    fn a_value_is_used_once() {
        let bag = |values: &[&str]| values.iter().map(|&v| v.to_owned()).collect::<Vec<_>>();
        assert_eq!(hits(&bag(&["a", "a", "b"]), &bag(&["a", "b", "b"])), 2);
    }
}
