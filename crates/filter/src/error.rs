//! What is wrong with a filter's file, and why none could be learned.

use thiserror::Error;

/// Why a file is no filter.
#[derive(Debug, Error)]
pub enum ParseError {
    /// It is no TOML, or its values are of other kinds.
    #[error("line {line}: {problem}")]
    Toml {
        /// Where, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// It has neither terms nor combinations.
    #[error("has neither a [[term]] nor a [[combination]]")]
    Empty,
    /// A term has no letters or digits, or a combination less than two terms.
    #[error("{0}")]
    Term(String),
    /// A weight or the threshold is no finite number.
    #[error("{0} is no finite number")]
    Number(&'static str),
}

impl ParseError {
    /// What is wrong with the TOML of a text, on one line.
    pub(crate) fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let before = error.span().map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(before).filter(|byte| *byte == b'\n').count();
        Self::Toml { line, problem: error.message().replace('\n', ", ") }
    }
}

/// Why no model could be learned.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TrainError {
    /// There are too few texts of a kind for cross-validation.
    #[error("{found} {kind} texts are too few to learn from; {needed} of each kind are needed")]
    TooFew {
        /// `unwanted` or `wanted`.
        kind: &'static str,
        /// How many there are.
        found: usize,
        /// How many are needed.
        needed: usize,
    },
}
