//! What can a word be in a phrase?
//!
//! Phrases lie between words that cannot be in one: stop words, verbs, adverbs. No sentence is analysed;
//! lists of words and their ends are enough (see `DESIGN.md`).

use sitewrap_lexicon::{Prose, prose};
use sitewrap_words::{Language, Part, StopWords, Word, is_dense, is_kana};

/// Longest word, in bytes; what is longer is no word.
pub(crate) const WORD_BYTES: usize = 80;

/// Letters from which the end of a word tells what it is: `-ly` makes no adverb of `fly`.
const MIN_ENDED: usize = 5;

/// What joins words to one: `object-oriented`, `TCP/IP`, `R&D`.
pub(crate) const JOINERS: [char; 7] = ['-', '\u{2010}', '\u{2011}', '/', '&', '+', '_'];

/// What a word can be in a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grade {
    /// No part of one.
    Break,
    /// Neither its first nor its last word: `important`, `described`.
    Inside,
    /// Any but its last word: `distributed`.
    Lead,
    /// Any, but it says little: `method`.
    Hollow,
    /// Any.
    Full,
}

/// Grades words of a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grader {
    stop_words: StopWords,
    prose: Option<&'static Prose>,
}

impl Grader {
    pub(crate) fn new(language: Language) -> Self {
        Self { stop_words: StopWords::of(language), prose: prose(language.code()) }
    }

    /// The grade of a word; `lower` is it in lower case.
    pub(crate) fn grade(self, word: &Word<'_>, lower: &str) -> Grade {
        let letters = lower.chars().filter(|c| c.is_alphabetic()).count();
        let is_dense = lower.starts_with(is_dense);
        let is_letter = lower.chars().nth(1).is_none() && !is_dense;
        if letters == 0 || lower.len() > WORD_BYTES || is_letter {
            return Grade::Break;
        }
        let by_list = self.prose.and_then(|prose| listed(prose, lower));
        match (by_list, word.part) {
            (Some(grade), _) => grade,
            _ if self.stop_words.contains(lower) => Grade::Break,
            // Hiragana without Chinese characters is grammar.
            _ if lower.chars().all(|c| is_kana(c) && c < '\u{30a0}') => Grade::Break,
            (None, Part::Function) => Grade::Break,
            (None, Part::Modifier) => Grade::Lead,
            _ if lower.contains(JOINERS) => Grade::Full,
            _ => self.prose.map_or(Grade::Full, |prose| ended(prose, lower, letters)),
        }
    }

    /// A word without the particle that is written as its end.
    pub(crate) fn without_particle(self, word: &str) -> &str {
        let ends = self.prose.map_or(&[][..], |prose| &prose.particle_ends);
        let cut = ends.iter().find_map(|end| word.strip_suffix(end));
        // One syllable alone is more likely a word that ends so.
        cut.filter(|rest| rest.chars().nth(1).is_some()).unwrap_or(word)
    }
}

/// The grade of a word that is listed.
fn listed(prose: &Prose, lower: &str) -> Option<Grade> {
    Some(match () {
        () if prose.full.contains(lower) => Grade::Full,
        () if prose.hollow.contains(lower) => Grade::Hollow,
        () if prose.modifiers.contains(lower) || prose.participles.contains(lower) => Grade::Inside,
        () if prose.verbs.contains(lower) || prose.adverbs.contains(lower) => Grade::Break,
        () => return None,
    })
}

/// The grade of a word by its end.
fn ended(prose: &Prose, lower: &str, letters: usize) -> Grade {
    let has = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    match letters >= MIN_ENDED {
        true if has(&prose.adverb_ends) => Grade::Break,
        true if has(&prose.participle_ends) => Grade::Lead,
        // Such languages have endings of one syllable on words of two.
        _ if has(&prose.verb_ends) => Grade::Break,
        _ => Grade::Full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grade(language: &str, word: &str, part: Part) -> Grade {
        let word = Word { at: 0, text: word, part };
        Grader::new(Language::from_code(language)).grade(&word, &word.text.to_lowercase())
    }

    #[test]
    fn words_are_graded_by_lists_parts_and_ends() {
        let english = |word| grade("en", word, Part::Unknown);
        for (word, expected) in [
            ("the", Grade::Break),
            ("describes", Grade::Break),
            ("Brightly", Grade::Break),
            ("1984", Grade::Break),
            ("x", Grade::Break),
            ("important", Grade::Inside),
            ("distributed", Grade::Lead),
            ("object-oriented", Grade::Full),
            ("method", Grade::Hollow),
            ("System", Grade::Full),
            ("assembly", Grade::Full),
            ("lantern", Grade::Full),
        ] {
            assert_eq!(english(word), expected, "{word}");
        }
        assert_eq!(grade("zh", "水", Part::Noun), Grade::Full);
        assert_eq!(grade("zh", "从", Part::Function), Grade::Break);
        assert_eq!(grade("de", "und", Part::Unknown), Grade::Break);
        assert_eq!(grade("ja", "から", Part::Unknown), Grade::Break);
        assert_eq!(grade("xx", "wort", Part::Unknown), Grade::Full);
    }
}
