//! A model from labelled texts.

use crate::error::TrainError;
use crate::model::{Model, counted};
use crate::solver::{Example, Plane, solve};
use rustc_hash::FxHashMap;
use sitewrap_hash::of_bytes;

/// Texts of each kind that are needed.
const LEAST: usize = 10;

/// Parts of the texts of which each is judged by what the others teach.
const FOLDS: usize = 5;

/// Texts that a word has to be in: one that is in a single text tells of it alone.
const WORD_TEXTS: usize = 2;

/// Weights below this share of the largest are left out of the model.
const SMALLEST: f64 = 1e-3;

/// A labelled text.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'t> {
    /// The text: the main content of a page.
    pub text: &'t str,
    /// Its language as far as it is known.
    pub lang: Option<&'t str>,
    /// What it is.
    pub is_unwanted: bool,
}

/// How good a model is on texts that it did not learn from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// The part of the texts called unwanted that are; 1 if none is called so.
    pub precision: f64,
    /// The part of the unwanted texts that are called so.
    pub recall: f64,
}

/// A model with what is known of it.
#[derive(Clone, Debug)]
pub struct Training {
    /// The model, with the lowest threshold that has the wanted precision.
    pub model: Model,
    /// Its quality by cross-validation: each fifth of the texts is judged by what the others teach, with
    /// the threshold that these would choose.
    pub quality: Quality,
    /// Whether there is a threshold with the wanted precision; without, the model has the one with the
    /// highest.
    pub is_reached: bool,
}

/// A score of an example in cross-validation.
#[derive(Clone, Copy, Debug)]
struct Scored {
    score: f64,
    is_unwanted: bool,
    fold: usize,
}

/// Learns a model from texts of both kinds, whose threshold has the wanted precision (0 to 1) in
/// cross-validation. The order of the texts does not matter.
///
/// # Errors
/// If there are less than ten texts of either kind.
pub fn train(samples: &[Sample<'_>], precision: f64) -> Result<Training, TrainError> {
    let mut samples = samples.to_vec();
    samples
        .sort_by_key(|sample| (sample.is_unwanted, of_bytes(sample.text.as_bytes()), sample.text));
    // What is there twice would be judged by itself.
    samples.dedup_by_key(|sample| (sample.is_unwanted, sample.text));
    for (kind, is_unwanted) in [("unwanted", true), ("wanted", false)] {
        let found = samples.iter().filter(|sample| sample.is_unwanted == is_unwanted).count();
        if found < LEAST {
            return Err(TrainError::TooFew { kind, found, needed: LEAST });
        }
    }
    let (words, examples) = examples(&samples);
    let scored = cross_validate(&examples, words.len());
    let chosen = threshold(&scored, precision);
    let all: Vec<&Example> = examples.iter().collect();
    let plane = solve(&all, words.len());
    Ok(Training {
        model: model(words, &plane, chosen.threshold),
        quality: quality(&scored, precision),
        is_reached: chosen.is_reached,
    })
}

/// The samples as examples, and the words that their features are.
fn examples(samples: &[Sample<'_>]) -> (Vec<String>, Vec<Example>) {
    let counted: Vec<_> = samples.iter().map(|sample| counted(sample.text, sample.lang)).collect();
    let mut texts: FxHashMap<&str, usize> = FxHashMap::default();
    for words in &counted {
        words.keys().for_each(|word| *texts.entry(word).or_default() += 1);
    }
    texts.retain(|_, count| *count >= WORD_TEXTS);
    let mut words: Vec<String> = texts.into_keys().map(str::to_owned).collect();
    words.sort_unstable();
    let numbers: FxHashMap<&str, u32> = words.iter().map(String::as_str).zip(0..).collect();
    let example = |(words, sample): (&std::collections::BTreeMap<_, _>, &Sample<'_>)| Example {
        features: features(words, &numbers),
        is_positive: sample.is_unwanted,
    };
    let examples = counted.iter().zip(samples).map(example).collect();
    (words, examples)
}

/// The known words of a text with how much of it they are.
fn features(
    words: &std::collections::BTreeMap<String, crate::model::Counted>,
    numbers: &FxHashMap<&str, u32>,
) -> Vec<(u32, f64)> {
    let known = words.iter().filter_map(|(word, counted)| {
        let number = numbers.get(word.as_str())?;
        Some((*number, counted.part))
    });
    known.collect()
}

fn cross_validate(examples: &[Example], features: usize) -> Vec<Scored> {
    let mut scored = Vec::with_capacity(examples.len());
    for fold in 0..FOLDS {
        let teach = examples.iter().enumerate().filter(|(at, _)| at % FOLDS != fold);
        let teach: Vec<&Example> = teach.map(|(_, example)| example).collect();
        let plane = solve(&teach, features);
        for example in examples.iter().skip(fold).step_by(FOLDS) {
            let is_unwanted = example.is_positive;
            scored.push(Scored { score: plane.score(example), is_unwanted, fold });
        }
    }
    scored
}

struct Chosen {
    threshold: f64,
    is_reached: bool,
}

/// The lowest threshold with a precision, halfway between two scores; that of the highest precision where
/// there is none.
fn threshold(scored: &[Scored], precision: f64) -> Chosen {
    let mut by_score = scored.to_vec();
    by_score.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut best = (f64::NEG_INFINITY, f64::INFINITY);
    let mut lowest = None;
    let mut right = 0;
    for (at, own) in by_score.iter().enumerate() {
        right += usize::from(own.is_unwanted);
        let next = by_score.get(at + 1).map_or(own.score - 1.0, |next| next.score);
        if next == own.score {
            continue;
        }
        let (share, between) = (right as f64 / (at + 1) as f64, (own.score + next) / 2.0);
        if share >= precision {
            lowest = Some(between);
        }
        if share > best.0 {
            best = (share, between);
        }
    }
    Chosen { threshold: lowest.unwrap_or(best.1), is_reached: lowest.is_some() }
}

/// Quality where each fold is judged with the threshold of the others.
fn quality(scored: &[Scored], precision: f64) -> Quality {
    let (mut called, mut right) = (0_usize, 0_usize);
    for fold in 0..FOLDS {
        let others: Vec<Scored> = scored.iter().copied().filter(|one| one.fold != fold).collect();
        let threshold = threshold(&others, precision).threshold;
        let own = scored.iter().filter(|one| one.fold == fold && one.score >= threshold);
        for one in own {
            called += 1;
            right += usize::from(one.is_unwanted);
        }
    }
    let unwanted = scored.iter().filter(|one| one.is_unwanted).count();
    let share = |of: usize| if of == 0 { 1.0 } else { right as f64 / of as f64 };
    Quality { precision: share(called), recall: share(unwanted) }
}

fn model(words: Vec<String>, plane: &Plane, threshold: f64) -> Model {
    let largest = plane.weights.iter().fold(0.0_f64, |largest, weight| largest.max(weight.abs()));
    let weights = words.into_iter().zip(plane.weights.iter().copied());
    let kept = weights.filter(|(_, weight)| weight.abs() >= SMALLEST * largest && *weight != 0.0);
    Model { threshold, bias: plane.bias, words: kept.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of both kinds, some of which have a word of the other.
    fn texts() -> Vec<(String, bool)> {
        let text = |n: usize, is_unwanted: bool| {
            let own = if is_unwanted { "casino roulette jackpot" } else { "lantern barrel wick" };
            let stray = if n.is_multiple_of(5) { "lantern casino" } else { "" };
            format!("Number {n} tells of {own} {stray} and of the weather in the {n}th week")
        };
        (0..40).map(|n| (text(n, n % 2 == 0), n % 2 == 0)).collect()
    }

    fn trained(texts: &[(String, bool)], precision: f64) -> Training {
        let samples: Vec<Sample<'_>> = texts
            .iter()
            .map(|(text, is_unwanted)| Sample { text, lang: Some("en"), is_unwanted: *is_unwanted })
            .collect();
        train(&samples, precision).expect("enough texts")
    }

    #[test]
    fn what_tells_the_kinds_apart_is_learned_in_whatever_order_texts_come() {
        let mut texts = texts();
        let training = trained(&texts, 0.95);
        assert_eq!(training.quality, Quality { precision: 1.0, recall: 1.0 });
        let judge = |text| training.model.judge(text, Some("en")).is_unwanted();
        assert!(judge("A jackpot at roulette") && !judge("A wick and a barrel"));
        texts.reverse();
        assert_eq!(trained(&texts, 0.95).model, training.model);
    }

    #[test]
    fn the_threshold_is_the_lowest_with_the_precision() {
        let scored = |score: f64, is_unwanted| Scored { score, is_unwanted, fold: 0 };
        let all = [
            scored(3.0, true),
            scored(2.0, true),
            scored(1.0, false),
            scored(0.0, true),
            scored(-1.0, false),
        ];
        assert_eq!(threshold(&all, 0.9).threshold, 1.5);
        assert_eq!(threshold(&all, 0.7).threshold, -0.5);
        let all = [scored(2.0, false), scored(1.0, true)];
        let none = threshold(&all, 0.9);
        assert!(!none.is_reached && none.threshold == 0.5);
    }

    #[test]
    fn too_few_texts_are_told() {
        let texts: Vec<String> = (0..15).map(|n| format!("lantern {n}")).collect();
        let sample = |(n, text)| Sample { text, lang: None, is_unwanted: n < 5 };
        let few: Vec<Sample<'_>> =
            texts.iter().map(String::as_str).enumerate().map(sample).collect();
        let error = train(&few, 0.9).expect_err("too few").to_string();
        assert!(error.contains("5 unwanted texts"), "{error}");
    }
}
