//! Weights of block features as a file (TOML).

use crate::weighted::{COUNT, RANGES, Weights};
use serde::Deserialize;
use std::fmt::Write;
use thiserror::Error;

/// The features in the order of [`Weights`], as files name them.
const NAMES: [&str; COUNT] = ["text", "punctuation", "no_break_space", "bold", "line_break"];

/// Why a file is none of weights.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// It does not read as one.
    #[error("line {line}: {problem}")]
    Syntax {
        /// Where, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A number is out of range.
    #[error("{name} has {value}; {wanted}")]
    Value {
        /// Which number.
        name: String,
        /// What it is.
        value: f64,
        /// What it has to be.
        wanted: &'static str,
    },
    /// A feature has too many or too few supports.
    #[error("{name}.supports has {found} numbers; it takes {wanted}")]
    Supports {
        /// Which feature.
        name: &'static str,
        /// How many there are.
        found: usize,
        /// How many there have to be.
        wanted: usize,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    threshold: f64,
    text: Feature,
    punctuation: Feature,
    no_break_space: Feature,
    bold: Feature,
    line_break: Feature,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Feature {
    weight: f64,
    supports: Vec<f64>,
}

impl Weights {
    /// Reads a file that [`Weights::to_toml`] wrote.
    ///
    /// # Errors
    /// If it is no such file, or a number is out of its range.
    pub fn from_toml(text: &str) -> Result<Self, WeightsError> {
        let file: File = toml::from_str(text).map_err(|error| syntax(text, &error))?;
        let features =
            [file.text, file.punctuation, file.no_break_space, file.bold, file.line_break];
        let mut read =
            Self { supports: [[0.0; 3]; COUNT], weights: [0.0; COUNT], threshold: file.threshold };
        checked("threshold", file.threshold, 0.0..=3.0, "it has to be between 0 and 3")?;
        for (at, (feature, name)) in features.iter().zip(NAMES).enumerate() {
            let (found, wanted) = (feature.supports.len(), RANGES[at]);
            if found != wanted {
                return Err(WeightsError::Supports { name, found, wanted });
            }
            checked(&format!("{name}.weight"), feature.weight, 0.0..=3.0, "a weight is 0 to 3")?;
            for &support in &feature.supports {
                let name = format!("{name}.supports");
                checked(&name, support, 0.0..=1.0, "a support is 0 to 1")?;
            }
            read.weights[at] = feature.weight;
            read.supports[at] =
                std::array::from_fn(|range| feature.supports[range.min(wanted - 1)]);
        }
        Ok(read)
    }

    /// The weights as a file.
    pub fn to_toml(&self) -> String {
        let mut text = format!(
            "# Weights of block features, for the method `blocks`.\n\
             # supports: the share of blocks in each range of the feature that are content.\n\n\
             threshold = {:?}\n",
            self.threshold
        );
        for (at, name) in NAMES.iter().enumerate() {
            let supports = &self.supports[at][..RANGES[at]];
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "\n[{name}]\nweight = {:?}\nsupports = {supports:?}\n",
                self.weights[at]
            );
        }
        text
    }
}

/// What is wrong with the TOML of a text, on one line.
fn syntax(text: &str, error: &toml::de::Error) -> WeightsError {
    let before = error.span().map_or(0, |span| span.start);
    let line = 1 + text.bytes().take(before).filter(|byte| *byte == b'\n').count();
    WeightsError::Syntax { line, problem: error.message().replace('\n', ", ") }
}

fn checked(
    name: &str,
    value: f64,
    range: std::ops::RangeInclusive<f64>,
    wanted: &'static str,
) -> Result<(), WeightsError> {
    match range.contains(&value) {
        true => Ok(()),
        false => Err(WeightsError::Value { name: name.to_owned(), value, wanted }),
    }
}

#[cfg(test)]
mod tests {
    use crate::Weights;

    #[test]
    fn what_is_no_toml_is_told_on_one_line() {
        let error = Weights::from_toml("threshold = 1\na b\n").expect_err("no weights").to_string();
        assert!(error.starts_with("line 2: ") && !error.contains(['\n', '|']), "{error}");
    }

    #[test]
    fn what_is_written_reads_the_same_and_what_is_out_of_range_does_not() {
        let text = Weights::PUBLISHED.to_toml();
        assert_eq!(Weights::from_toml(&text).expect("it reads"), Weights::PUBLISHED);
        for (from, to) in [
            ("threshold = 0.2922", "threshold = nan"),
            ("weight = 1.4571", "weight = -1.0"),
            ("0.546, ", ""),
            ("[bold]", "[italic]"),
        ] {
            assert!(Weights::from_toml(&text.replace(from, to)).is_err(), "{to}");
        }
    }
}
