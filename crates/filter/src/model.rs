//! Weights of words that were learned.

use crate::error::ParseError;
use crate::verdict::{Reason, Verdict};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use sitewrap_words::{Dense, Language, Segmenter, Stems};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Bytes of a text that are read; what comes behind does not count.
const TEXT_BYTES: usize = 1 << 20;

/// Longest word, in bytes; what is longer is no word.
const WORD_BYTES: usize = 80;

/// A linear model: the score of a text is the sum of the weights of its words, each times how much of the
/// text it is, and of the bias.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The score from which a text is unwanted.
    pub threshold: f64,
    /// The score of a text without known words.
    pub bias: f64,
    /// Weights of words by their stems; above 0 those that speak against a text.
    pub words: BTreeMap<String, f64>,
}

/// A word of a text.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// How the text writes it first, in lower case.
    form: String,
    count: usize,
    /// How much of the text it is: `1 + ln(count)`, such that the squares of all are one together.
    pub(crate) part: f64,
}

impl Model {
    /// Reads a model.
    ///
    /// # Errors
    /// If the text is none.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let model: Self =
            toml::from_str(text).map_err(|error| ParseError::of_toml(text, &error))?;
        let numbers = [model.threshold, model.bias];
        if !numbers.iter().chain(model.words.values()).all(|number| number.is_finite()) {
            return Err(ParseError::Number("a weight, the bias or the threshold"));
        }
        Ok(model)
    }

    /// The model as TOML, the heaviest words first, which tell what it learned.
    pub fn to_toml(&self) -> String {
        let mut words: Vec<(&String, &f64)> = self.words.iter().collect();
        words.sort_by(|a, b| b.1.total_cmp(a.1).then_with(|| a.0.cmp(b.0)));
        let mut text =
            format!("threshold = {:?}\nbias = {:?}\n\n[words]\n", self.threshold, self.bias);
        for (word, weight) in words {
            let word = word.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "\"{word}\" = {weight:?}");
        }
        text
    }

    /// Judges a text; `lang` is its language as far as it is known.
    pub fn judge(&self, text: &str, lang: Option<&str>) -> Verdict {
        let mut reasons: Vec<Reason> = Vec::new();
        for (stem, word) in counted(text, lang) {
            if let Some(weight) = self.words.get(&stem) {
                let weight = weight * word.part;
                reasons.push(Reason { terms: word.form, count: word.count, weight });
            }
        }
        Verdict::of(reasons, self.bias, self.threshold)
    }
}

/// The words of a text by their stems. Numbers are left out: there is no end to them.
pub(crate) fn counted(text: &str, lang: Option<&str>) -> BTreeMap<String, Counted> {
    let mut end = text.len().min(TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    let language = Language::of(text, lang);
    let mut stems = Stems::new(language);
    let mut words: FxHashMap<String, Counted> = FxHashMap::default();
    Segmenter::new(language, Dense::Pairs).segment(text, |word| {
        if word.text.len() > WORD_BYTES || !word.text.contains(char::is_alphabetic) {
            return;
        }
        let stem = stems.of(word.text);
        match words.get_mut(stem) {
            Some(known) => known.count += 1,
            None => {
                let form = word.text.to_lowercase();
                words.insert(stem.to_owned(), Counted { form, count: 1, part: 0.0 });
            }
        }
    });
    let mut words: BTreeMap<String, Counted> = words.into_iter().collect();
    words.values_mut().for_each(|word| word.part = 1.0 + (word.count as f64).ln());
    // Summed in the order of the stems: always the same.
    let norm = words.values().map(|word| word.part * word.part).sum::<f64>().sqrt();
    words.values_mut().for_each(|word| word.part /= norm);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let words = [("lantern", -0.5), ("casi\"no", 1.25), ("赌场", 2.0), ("a\\b", 0.1 + 0.2)];
        let words = words.into_iter().map(|(word, weight)| (word.to_owned(), weight)).collect();
        let model = Model { threshold: 0.3, bias: -1.0, words };
        assert_eq!(Model::parse(&model.to_toml()).expect("a model"), model);
        assert!(Model::parse("threshold = 1\nbias = inf\n[words]").is_err());
    }

    #[test]
    fn reasons_are_words_as_the_text_has_them() {
        let words = [("lantern".to_owned(), -1.0), ("gambl".to_owned(), 2.0)].into_iter().collect();
        let model = Model { threshold: 0.5, bias: 0.0, words };
        let verdict = model.judge("Gambling by lanterns", Some("en"));
        let told: Vec<_> = verdict.reasons.iter().map(|of| of.terms.as_str()).collect();
        assert_eq!(told, ["gambling", "lanterns"]);
        assert!(verdict.is_unwanted() && verdict.score < 1.0);
    }
}
