//! Which phrases tell what a text is about? The method `best`.
//!
//! Each factor of a phrase's weight is explained in `DESIGN.md` with what was measured.

use crate::Keyword;
use crate::collection::Collection;
use crate::grade::Grade;
use crate::phrases::{Phrase, phrases};
use crate::reading::Reading;
use rustc_hash::FxHashSet;
use sitewrap_words::is_dense;

/// Weight of a phrase by its words, from one on, in languages with spaces. Single words are mostly too
/// wide.
const BY_WORDS: [f32; 5] = [0.4, 1.0, 1.0, 0.9, 0.8];

/// As [`BY_WORDS`] in languages whose verbs are not known: what is long has one in it.
const BY_UNSURE_WORDS: [f32; 5] = [0.6, 1.0, 0.7, 0.4, 0.2];

/// As [`BY_WORDS`] where there are no spaces: there a word of the dictionary is often a compound.
const BY_DENSE_WORDS: [f32; 5] = [1.0, 1.0, 0.8, 0.5, 0.3];

/// Weight of a phrase with spaces that is nowhere a whole run.
const PART: f32 = 0.4;

/// Power of the frequency of a phrase with spaces: the tenth time that it comes tells less than the second.
const OFTEN: f32 = 0.5;

/// Power of the freedom of one without.
const DENSE_OFTEN: f32 = 0.9;

/// How fast the weight falls with the words before a phrase, and of how many words a step of that is.
const PLACE: (f32, f32) = (0.25, 10.0);

/// Weight of a phrase that begins, and of one that ends, with a word that says little.
const HOLLOW: (f32, f32) = (0.6, 0.8);

/// Weight of a phrase of whose words each is in most texts of the collection.
const COMMON: f32 = 0.25;

/// Weight of a phrase whose words are all in the title.
const TITLE: f32 = 1.5;

/// The best phrases of a text, at most `most`.
pub(crate) fn best(
    reading: &Reading<'_>,
    collection: Option<&Collection>,
    most: usize,
) -> Vec<Keyword> {
    let book = |stem: &String| match collection {
        Some(collection) => (collection.rarity(stem), collection.is_common(stem)),
        None => (1.0, false),
    };
    let stems: Vec<(f32, bool)> = reading.stems.iter().map(book).collect();
    let phrases = phrases(reading);
    let contained = contained(&phrases);
    let kept = phrases.iter().filter(|phrase| !contained.contains(&phrase.stems[..]));
    let mut ranked: Vec<(f32, &Phrase)> =
        kept.map(|phrase| (weight(reading, phrase, &stems), phrase)).collect();
    // Phrases come in the order of the text, which a stable sort keeps for those of one weight.
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked
        .into_iter()
        .take(most)
        .map(|(score, phrase)| Keyword { text: phrase.form.clone(), score })
        .collect()
}

/// The phrases that stand in longer ones only, as often as one of these: they are pieces of it.
fn contained(phrases: &[Phrase]) -> FxHashSet<&[u32]> {
    let counts: rustc_hash::FxHashMap<&[u32], u32> =
        phrases.iter().map(|phrase| (&phrase.stems[..], phrase.count)).collect();
    let mut contained = FxHashSet::default();
    for phrase in phrases {
        let stems = &phrase.stems[..];
        let parts = [stems.get(1..), stems.get(..stems.len().saturating_sub(1))];
        for part in parts.into_iter().flatten() {
            if counts.get(part).is_some_and(|count| *count <= phrase.count) {
                contained.insert(part);
            }
        }
    }
    contained
}

/// The weight of a phrase; `known` has for each stem its rarity, and whether it is common.
fn weight(reading: &Reading<'_>, phrase: &Phrase, known: &[(f32, bool)]) -> f32 {
    let dense = phrase.form.contains(is_dense);
    let by_words = match dense {
        true => BY_DENSE_WORDS,
        false if reading.knows_verbs => BY_WORDS,
        false => BY_UNSURE_WORDS,
    };
    let words = phrase.stems.len();
    let mut weight = by_words.get(words - 1).copied().unwrap_or(0.0);
    weight *= match phrase.whole {
        // Where any two words may be neighbours, those that keep together in other surroundings are one.
        _ if dense => phrase.freedom.powf(DENSE_OFTEN) * (phrase.form.chars().count() as f32).ln(),
        0 => PART * phrase.freedom.powf(OFTEN),
        // Where it stands in longer phrases, these are meant.
        whole => (whole as f32).powf(OFTEN),
    };
    weight /= 1.0 + PLACE.0 * (1.0 + phrase.first as f32 / PLACE.1).ln();
    if phrase.ends.0 == Grade::Hollow {
        weight *= HOLLOW.0;
    }
    if phrase.ends.1 == Grade::Hollow {
        weight *= HOLLOW.1;
    }
    let stems = || phrase.stems.iter().map(|stem| *stem as usize);
    weight *= stems().map(|stem| known[stem].0).sum::<f32>() / words as f32;
    if stems().all(|stem| known[stem].1) {
        weight *= COMMON;
    }
    if stems().all(|stem| reading.in_title[stem]) {
        weight *= TITLE;
    }
    weight
}
