//! Which words say nothing by themselves?

use crate::language::Language;
use rustc_hash::FxHashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The sets that were asked for, by language.
static SETS: LazyLock<Mutex<Vec<(Language, StopWords)>>> = LazyLock::new(Mutex::default);

static NONE: LazyLock<FxHashSet<&'static str>> = LazyLock::new(FxHashSet::default);

/// The stop words of a language, in lower case: those of the Stopwords ISO and NLTK collections.
#[derive(Clone, Copy, Debug)]
pub struct StopWords(&'static FxHashSet<&'static str>);

impl StopWords {
    /// Those of a language; none for one that has no list.
    ///
    /// A list is read once in a process and kept: there are as many as languages, of some 10 KB each.
    pub fn of(language: Language) -> Self {
        let mut sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, words)) = sets.iter().find(|(of, _)| *of == language) {
            return *words;
        }
        let code = match language.code() {
            // The written forms of Norwegian share a list.
            "nb" | "nn" => "no",
            code => code,
        };
        let Some(list) = stop_words::lookup(code) else { return Self(&NONE) };
        let words = Self(Box::leak(Box::new(list.iter().copied().collect())));
        sets.push((language, words));
        words
    }

    /// Whether there is no list.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Whether a word in lower case is one, whichever apostrophe it is written with (`we've`, `we’ve`).
    pub fn contains(self, word: &str) -> bool {
        self.0.contains(word) || word.contains('’') && self.0.contains(&*word.replace('’', "'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_of_their_languages() {
        let of = |code| StopWords::of(Language::from_code(code));
        assert!(of("en").contains("the") && !of("en").contains("lantern"));
        assert!(of("en").contains("we've") && of("en").contains("we’ve"));
        assert!(of("de").contains("und") && of("nb").contains("og") && of("zh").contains("我们"));
        assert!(of("xx").is_empty() && !of("xx").contains("the"));
    }
}
