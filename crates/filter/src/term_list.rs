//! Lists of terms, as they are written.

use crate::error::ParseError;
use crate::terms::Matcher;
use crate::verdict::{Reason, Verdict};
use serde::Deserialize;
use sitewrap_words::{Dense, Language, Segmenter};

/// How often a term counts in a text unless it says otherwise: a word that fills a page tells no more
/// than one that stands there a few times.
const MOST: usize = 3;

/// A list of terms with weights. Terms are compared without case, in any language.
#[derive(Clone, Debug)]
pub struct TermList {
    /// The score from which a text is unwanted.
    pub threshold: f64,
    terms: Vec<Term>,
    combinations: Vec<Combination>,
    matcher: Matcher,
}

/// A term that counts by itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Ways to write it, any of which counts: words, phrases.
    #[serde(deserialize_with = "one_or_more")]
    pub text: Vec<String>,
    /// What each occurrence adds to the score, 1 unless given.
    #[serde(default = "one")]
    pub weight: f64,
    /// Most occurrences that count, 3 unless given.
    #[serde(default = "most")]
    pub most: usize,
}

/// Terms that count only together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    /// The terms, in any order.
    pub terms: Vec<String>,
    /// Most words from the first of them to the last; anywhere in the text unless given.
    pub within: Option<usize>,
    /// What each time that they stand together adds to the score, 1 unless given.
    #[serde(default = "one")]
    pub weight: f64,
    /// Most times that count; 3 unless given, 1 for those without `within`.
    pub most: Option<usize>,
}

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    threshold: f64,
    #[serde(default, rename = "term")]
    terms: Vec<Term>,
    #[serde(default, rename = "combination")]
    combinations: Vec<Combination>,
}

fn one() -> f64 {
    1.0
}

fn most() -> usize {
    MOST
}

fn one_or_more<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "`text` takes a text, or texts in brackets")]
    enum Texts {
        One(String),
        More(Vec<String>),
    }
    Ok(match Texts::deserialize(deserializer)? {
        Texts::One(text) => vec![text],
        Texts::More(texts) => texts,
    })
}

impl TermList {
    /// Reads a list: TOML with a `threshold`, `[[term]]`s and `[[combination]]`s.
    ///
    /// # Errors
    /// If it is no such list, or a term of it can be in no text.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let File { threshold, terms, combinations } =
            toml::from_str(text).map_err(|error| ParseError::of_toml(text, &error))?;
        if terms.is_empty() && combinations.is_empty() {
            return Err(ParseError::Empty);
        }
        let weights = terms.iter().map(|term| term.weight);
        let weights = weights.chain(combinations.iter().map(|together| together.weight));
        if !threshold.is_finite() || !weights.into_iter().all(f64::is_finite) {
            return Err(ParseError::Number("a weight or the threshold"));
        }
        if let Some(alone) = combinations.iter().find(|together| together.terms.len() < 2) {
            let told = format!("a [[combination]] of {:?} has less than two terms", alone.terms);
            return Err(ParseError::Term(told));
        }
        let mut patterns: Vec<&str> = Vec::new();
        patterns.extend(terms.iter().flat_map(|term| &term.text).map(String::as_str));
        patterns.extend(combinations.iter().flat_map(|of| &of.terms).map(String::as_str));
        let matcher = Matcher::new(&patterns)?;
        Ok(Self { threshold, terms, combinations, matcher })
    }

    /// Judges a text.
    pub fn judge(&self, text: &str) -> Verdict {
        let found = self.matcher.find(text);
        let mut next = 0;
        let mut reasons = Vec::new();
        for term in &self.terms {
            let ways = next..next + term.text.len();
            next = ways.end;
            let count: usize = found[ways].iter().map(Vec::len).sum();
            let terms = || term.text.first().cloned().unwrap_or_default();
            push(&mut reasons, terms, count, term.most, term.weight);
        }
        let starts = word_starts(text);
        for together in &self.combinations {
            let parts = next..next + together.terms.len();
            next = parts.end;
            let words = found[parts].iter().map(|at| words_of(at, &starts)).collect::<Vec<_>>();
            let (count, most) = match together.within {
                Some(within) => (times_within(&words, within), MOST),
                None => (words.iter().map(Vec::len).min().unwrap_or(0), 1),
            };
            let most = together.most.unwrap_or(most);
            push(&mut reasons, || together.terms.join(" + "), count, most, together.weight);
        }
        Verdict::of(reasons, 0.0, self.threshold)
    }
}

fn push(
    reasons: &mut Vec<Reason>,
    terms: impl Fn() -> String,
    count: usize,
    most: usize,
    weight: f64,
) {
    if count > 0 && most > 0 {
        let weight = weight * count.min(most) as f64;
        reasons.push(Reason { terms: terms(), count, weight });
    }
}

/// Bytes at which the words of a text begin; a character of Chinese, Japanese or Korean is one.
fn word_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let segmenter = Segmenter::new(Language::default(), Dense::Pairs);
    segmenter.segment(text, |word| starts.push(word.at));
    starts
}

/// Numbers of the words at which terms begin.
fn words_of(at: &[usize], starts: &[usize]) -> Vec<usize> {
    at.iter().map(|at| starts.partition_point(|start| start <= at)).collect()
}

/// How often all terms stand within so many words, each occurrence counted once. `words` has for each
/// term the words at which it stands, rising.
///
/// The window moves over the occurrences: of the first ones that are left, it takes all if they are near,
/// and drops the first of them if not.
fn times_within(words: &[Vec<usize>], within: usize) -> usize {
    let mut left: Vec<&[usize]> = words.iter().map(Vec::as_slice).collect();
    let mut times = 0;
    while let Some(first) =
        left.iter().map(|left| left.first().copied()).collect::<Option<Vec<_>>>()
    {
        let nearest = first.iter().copied().min().unwrap_or(0);
        let farthest = first.iter().copied().max().unwrap_or(0);
        let is_near = farthest - nearest < within;
        times += usize::from(is_near);
        for (left, first) in left.iter_mut().zip(&first) {
            if is_near || *first == nearest {
                *left = &left[1..];
            }
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIST: &str = "threshold = 3.0
        [[term]]
        text = [\"poker\", \"slot machine\"]
        weight = 0.5
        [[term]]
        text = \"赌场\"
        weight = 2
        most = 1
        [[combination]]
        terms = [\"free\", \"spins\"]
        within = 3
        [[combination]]
        terms = [\"bonus\", \"deposit\"]
        weight = 1.5
        [[term]]
        text = \"history\"
        weight = -1";

    fn score(text: &str) -> f64 {
        TermList::parse(LIST).expect("a list").judge(text).score
    }

    #[test]
    fn terms_and_combinations_add_up() {
        assert_eq!(score("Poker, and a SLOT\n machine."), 1.0);
        assert_eq!(score("poker poker poker poker poker"), 1.5);
        assert_eq!(score("pokers and interspersed spins are given away free"), 0.0);
        assert_eq!(score("网上赌场与赌场"), 2.0);
        assert_eq!(score("spins, free spins"), 1.0);
        assert_eq!(score("free of the many spins"), 0.0);
        assert_eq!(score("A bonus. Much later, a deposit of clay, and a bonus."), 1.5);
        assert_eq!(score("The history of poker"), -0.5);
    }

    #[test]
    fn reasons_say_what_counted_and_how_much() {
        let verdict =
            TermList::parse(LIST).expect("a list").judge("赌场 poker poker bonus deposit");
        assert!(verdict.is_unwanted() && verdict.score == 4.5);
        let told: Vec<_> =
            verdict.reasons.iter().map(|of| (of.terms.as_str(), of.count, of.weight)).collect();
        assert_eq!(told, [("赌场", 1, 2.0), ("bonus + deposit", 1, 1.5), ("poker", 2, 1.0)]);
    }

    #[test]
    fn what_is_no_list_is_told() {
        for (text, told) in [
            ("threshold = 1", "neither"),
            ("threshold = nan\n[[term]]\ntext = \"a\"", "finite"),
            ("threshold = 1\n[[term]]\ntext = \"!\"", "`!`"),
            ("threshold = 1\n[[term]]\ntext = \"a\"\nwieght = 2", "line 4: unknown field `wieght`"),
            ("threshold = 1\n[[term]]\ntext = 7", "line 3: `text` takes a text"),
            ("threshold = 1\na b\n", "line 2: "),
            ("threshold = 1\n[[combination]]\nterms = [\"a\"]", "less than two"),
        ] {
            let error = TermList::parse(text).expect_err("no list").to_string();
            assert!(error.contains(told) && !error.contains(['\n', '|']), "{error}");
        }
    }

    proptest! {
        /// Without other terms near, each pair of neighbours within reach counts once.
        #[test]
        fn occurrences_are_counted_once(a in prop::collection::btree_set(0_usize..60, 0..9),
                                        b in prop::collection::btree_set(0_usize..60, 0..9),
                                        within in 1_usize..20) {
            let words = [a.iter().copied().collect::<Vec<_>>(), b.iter().copied().collect()];
            let times = times_within(&words, within);
            prop_assert!(times <= a.len().min(b.len()));
            let any = a.iter().any(|x| b.iter().any(|y| x.abs_diff(*y) < within));
            prop_assert_eq!(times > 0, any);
        }
    }
}
