//! Texts of unwanted content.
//!
//! Is a text about what somebody does not want to have, and by which words is that known? A [`Filter`]
//! reads the main content of a page, never its menus, and gives a [`Verdict`] with reasons. It is
//!
//! - a [`TermList`]: weighted terms, and combinations of terms that count together; somebody writes it;
//! - or a [`Model`]: weights of words, which [`train`] learns from texts of either kind.
//!
//! `DESIGN.md` tells how both work and what they were measured to give.

mod error;
mod model;
mod solver;
mod term_list;
mod terms;
mod train;
mod verdict;

pub use error::{ParseError, TrainError};
pub use model::Model;
pub use term_list::{Combination, Term, TermList};
pub use train::{Quality, Sample, Training, train};
pub use verdict::{Reason, Verdict};

/// What tells unwanted texts from others.
#[derive(Clone, Debug)]
pub enum Filter {
    /// By terms that were listed.
    List(TermList),
    /// By weights of words that were learned.
    Model(Model),
}

impl Filter {
    /// Reads the TOML of a list, or of a model as [`Model::to_toml`] writes it: what has `words` is one.
    ///
    /// # Errors
    /// If it is no TOML, or says something else than a list or a model.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let table: toml::Table = text.parse().map_err(|error| ParseError::of_toml(text, &error))?;
        match table.contains_key("words") {
            true => Model::parse(text).map(Self::Model),
            false => TermList::parse(text).map(Self::List),
        }
    }

    /// Judges a text; `lang` is its language as far as it is known.
    ///
    /// # Example
    /// ```
    /// use sitewrap_filter::Filter;
    /// let filter = Filter::parse(
    ///     "threshold = 2.0
    ///     [[term]]
    ///     text = [\"casino\", \"roulette\"]
    ///     [[combination]]
    ///     terms = [\"free\", \"spins\"]
    ///     within = 5
    ///     weight = 1.5",
    /// )?;
    /// let verdict = filter.judge("Our casino has free daily spins.", Some("en"));
    /// assert!(verdict.is_unwanted() && verdict.score == 2.5);
    /// assert!(!filter.judge("A casino opened in 1910.", None).is_unwanted());
    /// # Ok::<(), sitewrap_filter::ParseError>(())
    /// ```
    pub fn judge(&self, text: &str, lang: Option<&str>) -> Verdict {
        match self {
            Self::List(list) => list.judge(text),
            Self::Model(model) => model.judge(text, lang),
        }
    }
}
