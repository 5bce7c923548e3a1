//! What does a word do in running text?

use crate::files;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

static PROSE: LazyLock<FxHashMap<&'static str, Prose>> = LazyLock::new(read);

/// The words of a language by what they do in running text, as the section `prose` of its file has them;
/// all in lower case. They part the phrases of a text without an analysis of its sentences.
#[derive(Debug, Default)]
pub struct Prose {
    /// Forms of verbs that stand between phrases: `describes`.
    pub verbs: FxHashSet<&'static str>,
    /// Participles that are verbs more often than parts of a phrase: `described`.
    pub participles: FxHashSet<&'static str>,
    /// Words that say of what kind anything may be: `important`.
    pub modifiers: FxHashSet<&'static str>,
    /// Words that say how, when and how much: `therefore`.
    pub adverbs: FxHashSet<&'static str>,
    /// Nouns that say little by themselves, among them what texts call themselves: `article`.
    pub hollow: FxHashSet<&'static str>,
    /// Words that lists of stop words hold, or that end as others do, and that say much: `system`.
    pub full: FxHashSet<&'static str>,
    /// Ends of words that are mostly adverbs: `-ly`.
    pub adverb_ends: Vec<&'static str>,
    /// Ends of words that are mostly participles: `-ed`.
    pub participle_ends: Vec<&'static str>,
    /// Ends of words that are mostly verbs, in languages that put these behind all else.
    pub verb_ends: Vec<&'static str>,
    /// Particles that are written as the end of the word that they belong to; longer ones first.
    pub particle_ends: Vec<&'static str>,
}

/// The words of a language by its code of ISO 639-1; `None` for one whose file has none.
pub fn prose(code: &str) -> Option<&'static Prose> {
    PROSE.get(code)
}

fn read() -> FxHashMap<&'static str, Prose> {
    let mut all: FxHashMap<&'static str, Prose> = FxHashMap::default();
    for (code, file) in files::LANGUAGES {
        files::for_each_word(file, |section, key, word| {
            if section == "prose" {
                all.entry(code).or_default().take(key, word);
            }
        });
    }
    all
}

impl Prose {
    /// Whether verbs are listed: what lies between two of them is then a phrase.
    pub fn knows_verbs(&self) -> bool {
        !self.verbs.is_empty()
    }

    fn take(&mut self, key: &str, word: &'static str) {
        let set = match key {
            "verb" => &mut self.verbs,
            "participle" => &mut self.participles,
            "modifier" => &mut self.modifiers,
            "adverb" => &mut self.adverbs,
            "hollow" => &mut self.hollow,
            "full" => &mut self.full,
            "adverb_end" => return self.adverb_ends.push(word),
            "participle_end" => return self.participle_ends.push(word),
            "verb_end" => return self.verb_ends.push(word),
            "particle_end" => return self.particle_ends.push(word),
            _ => return,
        };
        set.insert(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_of_their_language() {
        let english = prose("en").expect("English has a section");
        assert!(english.knows_verbs() && english.verbs.contains("describes"));
        assert!(english.hollow.contains("article") && !english.verbs.contains("lantern"));
        assert_eq!(english.adverb_ends, ["ly"]);
        assert!(prose("zh").is_some_and(|chinese| chinese.hollow.contains("本文")));
        assert!(prose("xx").is_none());
    }

    /// A word that is of two kinds would be of the one that is asked first.
    #[test]
    fn each_word_is_of_one_kind() {
        for (code, prose) in &*PROSE {
            let sets =
                [&prose.verbs, &prose.participles, &prose.modifiers, &prose.adverbs, &prose.hollow];
            let all: Vec<_> = sets.iter().flat_map(|set| set.iter()).collect();
            let mut distinct = all.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), all.len(), "{code}");
        }
    }
}
