//! In how many texts does a word stand?
//!
//! What is frequent on a site is no keyword of a page: it does not tell this page from the others.

use crate::Text;
use crate::reading::Reading;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_hash::of_bytes;

/// Words that are counted at most; others are taken for rare ones.
const MAX_WORDS: usize = 2_000_000;

/// Texts from which it can be said that most have a word.
const COMMON_TEXTS: u32 = 4;

/// The words of a collection of texts, with how many texts have each.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    texts: u32,
    words: FxHashMap<u64, u32>,
}

/// The words of a text, as [`Collection::add`] takes them: hashes of their stems.
#[derive(Clone, Debug, Default)]
pub struct Words(FxHashSet<u64>);

impl Words {
    /// The words of a text.
    pub fn of(text: &Text<'_>) -> Self {
        let reading = Reading::of(text);
        Self(reading.stems.iter().map(|stem| of_bytes(stem.as_bytes())).collect())
    }
}

impl Collection {
    /// Counts a text.
    pub fn add(&mut self, words: &Words) {
        self.texts += 1;
        for &word in &words.0 {
            if self.words.len() < MAX_WORDS || self.words.contains_key(&word) {
                *self.words.entry(word).or_default() += 1;
            }
        }
    }

    /// Whether most texts have a word, by its stem: it tells none of them from the others.
    pub(crate) fn is_common(&self, stem: &str) -> bool {
        let with = self.words.get(&of_bytes(stem.as_bytes())).copied().unwrap_or(0);
        self.texts >= COMMON_TEXTS && with * 2 > self.texts
    }

    /// How rare a word is by its stem: the inverse document frequency above one, `1 + ln((n + 1) / (d + ½))`
    /// for a word that `d` of `n` texts have, as a share of the highest that there can be. From 0 to 1; 1
    /// for all in a collection without texts.
    pub(crate) fn rarity(&self, stem: &str) -> f32 {
        let texts = f64::from(self.texts) + 1.0;
        // The text that is asked about counts as one that has the word, whether it was added or not.
        let with =
            f64::from(self.words.get(&of_bytes(stem.as_bytes())).copied().unwrap_or(0).max(1));
        let idf = |with: f64| 1.0 + (texts / (with + 0.5)).ln().max(0.0);
        (idf(with) / idf(1.0)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_are_those_that_few_texts_have() {
        let mut collection = Collection::default();
        assert_eq!(collection.rarity("lantern"), 1.0);
        for body in ["Lanterns and wicks", "A lantern and a barrel", "the lantern"] {
            collection.add(&Words::of(&Text { body, lang: Some("en"), ..Text::default() }));
        }
        let (frequent, rare) = (collection.rarity("lantern"), collection.rarity("wick"));
        assert!(frequent < rare && rare == 1.0 && frequent > 0.0, "{frequent} {rare}");
        assert_eq!(collection.rarity("unheard"), 1.0);
        assert!(!collection.is_common("lantern"));
        collection.add(&Words::of(&Text { body: "Barrels", lang: Some("en"), ..Text::default() }));
        assert!(collection.is_common("lantern") && !collection.is_common("barrel"));
    }
}
