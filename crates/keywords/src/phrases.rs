//! Which phrases does a text have?
//!
//! A phrase is what stands between two words that can be in none: a whole run. Inside of runs, what
//! comes again in other surroundings is a phrase as well; in Chinese, whose verbs are not told from
//! nouns, that is the better witness.

use crate::grade::Grade;
use crate::reading::{Gap, Reading, Token};
use sitewrap_words::is_dense;
use std::ops::Range;

/// Words of the longest phrase.
pub(crate) const MAX_WORDS: usize = 5;

/// Words of the longest part of a run that is taken for a phrase.
const PART_WORDS: usize = 4;

/// Occurrences of a phrase of which it is asked how they are written: the first ones.
const ASKED: usize = 100;

/// Characters of a phrase without spaces, least and most.
const DENSE_CHARS: (usize, usize) = (2, 12);

/// The stems of a phrase; the places behind its last are [`NONE`].
type Key = [u32; MAX_WORDS];
const NONE: u32 = u32::MAX;

/// A phrase where it stands.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    key: Key,
    /// The number of its first word, and how many it has.
    first: u32,
    words: u32,
    /// The stems beside it; where a run begins or ends, one that is nowhere else.
    left: u32,
    right: u32,
    is_whole: bool,
}

/// A phrase of a text with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Phrase {
    /// The stems of its words.
    pub(crate) stems: Vec<u32>,
    /// Words of the text before its first occurrence.
    pub(crate) first: u32,
    /// How often it stands in the text, and how often as a whole run.
    pub(crate) count: u32,
    pub(crate) whole: u32,
    /// How many surroundings it has: the geometric mean of those on its left and on its right.
    pub(crate) freedom: f32,
    /// Grades of its first and its last word.
    pub(crate) ends: (Grade, Grade),
    /// How the text writes it most often.
    pub(crate) form: String,
}

/// The phrases of a text, in the order of their first occurrences.
pub(crate) fn phrases(reading: &Reading<'_>) -> Vec<Phrase> {
    let mut found = Vec::new();
    for run in runs(&reading.tokens) {
        occurrences(reading, run, &mut found);
    }
    found.sort_unstable_by_key(|occurrence| (occurrence.key, occurrence.first));
    let groups = found.chunk_by(|a, b| a.key == b.key);
    let mut phrases: Vec<Phrase> = groups.map(|group| phrase(reading, group)).collect();
    phrases.sort_by_key(|phrase| (phrase.first, phrase.stems.len()));
    phrases
}

/// The longest ranges of words of which none parts phrases.
fn runs(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut from = 0;
    for at in 0..=tokens.len() {
        let parts = tokens.get(at).is_none_or(|token| token.grade == Grade::Break);
        if parts || (at > from && tokens[at].gap != Gap::Close) {
            if at > from {
                runs.push(from..at);
            }
            from = at + usize::from(parts);
        }
    }
    runs
}

/// Whether a phrase can begin, and end, with a word.
fn begins(grade: Grade) -> bool {
    !matches!(grade, Grade::Break | Grade::Inside)
}

fn ends(grade: Grade) -> bool {
    matches!(grade, Grade::Full | Grade::Hollow)
}

/// Appends the phrases of a run: the run without what no phrase begins and ends with, and its parts.
fn occurrences(reading: &Reading<'_>, mut run: Range<usize>, found: &mut Vec<Occurrence>) {
    let tokens = &reading.tokens;
    while run.end > run.start && !ends(tokens[run.end - 1].grade) {
        run.end -= 1;
    }
    while run.start < run.end && !begins(tokens[run.start].grade) {
        run.start += 1;
    }
    for from in run.clone() {
        for to in from + 1..=run.end.min(from + MAX_WORDS) {
            let is_whole = from == run.start && to == run.end;
            let fits = is_whole || to - from <= PART_WORDS;
            let is_phrase = begins(tokens[from].grade) && ends(tokens[to - 1].grade);
            if fits && is_phrase && has_length(reading, tokens[from], tokens[to - 1]) {
                let mut key = [NONE; MAX_WORDS];
                key.iter_mut().zip(&tokens[from..to]).for_each(|(to, token)| *to = token.stem);
                // Numbers of stems are below those of words counted from the highest.
                let beside = |at: usize| NONE - 1 - at as u32;
                let left = if from > run.start { tokens[from - 1].stem } else { beside(from) };
                let right = if to < run.end { tokens[to].stem } else { beside(to) };
                let words = (to - from) as u32;
                found.push(Occurrence { key, first: from as u32, words, left, right, is_whole });
            }
        }
    }
}

/// Whether what is written without spaces is neither a mere character nor a sentence.
fn has_length(reading: &Reading<'_>, first: Token, last: Token) -> bool {
    let text = reading.text.get(first.at as usize..last.end as usize).unwrap_or_default();
    let chars = text.chars().filter(|c| is_dense(*c)).count();
    chars == 0 || (DENSE_CHARS.0..=DENSE_CHARS.1).contains(&text.chars().count())
}

/// What the occurrences of a phrase, in their order, tell of it.
fn phrase(reading: &Reading<'_>, group: &[Occurrence]) -> Phrase {
    let first = group[0];
    let span = |occurrence: &Occurrence| {
        let begin = occurrence.first as usize;
        (reading.tokens[begin], reading.tokens[begin + occurrence.words as usize - 1])
    };
    let mut forms: Vec<(String, usize)> = Vec::new();
    for occurrence in group.iter().take(ASKED) {
        let (begin, end) = span(occurrence);
        let form = reading.span(begin, end);
        match forms.iter_mut().find(|(known, _)| *known == form) {
            Some((_, count)) => *count += 1,
            None => forms.push((form, 1)),
        }
    }
    // Of several, the one that comes first.
    let most = forms.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let form = forms.into_iter().find(|(_, count)| *count == most).map(|(form, _)| form);
    let (begin, end) = span(&first);
    let left = distinct(group.iter().map(|occurrence| occurrence.left));
    let right = distinct(group.iter().map(|occurrence| occurrence.right));
    Phrase {
        stems: first.key.into_iter().take(first.words as usize).collect(),
        first: first.first,
        count: group.len() as u32,
        whole: group.iter().filter(|occurrence| occurrence.is_whole).count() as u32,
        freedom: ((left * right) as f32).sqrt(),
        ends: (begin.grade, end.grade),
        form: form.unwrap_or_default(),
    }
}

fn distinct(numbers: impl Iterator<Item = u32>) -> usize {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    fn found(lang: &str, body: &str) -> Vec<(String, u32, u32)> {
        let reading = Reading::of(&Text { body, lang: Some(lang), ..Text::default() });
        let phrases = phrases(&reading).into_iter();
        phrases.map(|phrase| (phrase.form, phrase.count, phrase.whole)).collect()
    }

    #[test]
    fn runs_lie_between_words_that_part_them_and_are_trimmed() {
        let wholes = |body: &str| -> Vec<String> {
            let all = found("en", body).into_iter().filter(|(.., whole)| *whole > 0);
            all.map(|(form, ..)| form).collect()
        };
        assert_eq!(
            wholes("The important oil lantern described burns with a distributed system, brightly"),
            ["oil lantern described burns", "distributed system"]
        );
        assert_eq!(wholes("oil; lantern\nwick. Barrel"), ["oil", "lantern", "wick", "Barrel"]);
    }

    #[test]
    fn forms_with_one_stem_are_one_phrase_as_it_is_mostly_written() {
        let all = found("en", "Oil lantern. The oil lanterns and the oil lanterns.");
        assert!(all.contains(&("oil lanterns".to_owned(), 3, 3)), "{all:?}");
    }

    #[test]
    fn phrases_without_spaces_are_written_without() {
        let all = found("zh", "神经网络模型是神经网络。");
        assert!(all.iter().any(|(form, count, _)| form == "神经网络" && *count == 2), "{all:?}");
    }
}
