//! How good a field or a wrapper is, as far as that can be told without labels, and why a field is no core
//! of a record.

use crate::parameters::book;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// How good a field or a wrapper is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// 0 (worthless) to 1.
    pub score: f32,
    /// What the score was told from, each 0 (bad) to 1; what could not be looked at is left out.
    pub signs: BTreeMap<Sign, f32>,
}

/// Evidence of quality that needs no labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// Share of the values on pages held out that templates learned from the others give; of a wrapper, the
    /// mean of its core fields.
    #[serde(alias = "halves")]
    HeldOut,
    /// Of a field: share of the records that have it.
    Filled,
    /// Of a field: whether something on the page names it and the lists that it is in; a half for each that
    /// only its place names.
    Named,
    /// Of a wrapper: share of the core fields that more than their order tells from the others.
    Distinct,
    /// Of a wrapper: share of the facts that the data or the titles of its pages state, and the pages
    /// show, that are fields.
    Witness,
    /// Of a wrapper: share of the pages that have a record.
    Recorded,
    /// Share of the pages with like addresses that are of the type.
    Apart,
    /// Of a wrapper: share of the values that items of lists and the pages that they lead to have in
    /// common that agree.
    Joined,
}

/// Why a field is no core of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extra {
    /// Another field, of this name, says the same.
    Copy(String),
    /// Links of a menu: they stand on pages of other types as well.
    Menu,
    /// Leads to the page itself, or hands its address on.
    OwnAddress,
    /// Does something with the page (share, print, log in, put into a basket), or leafs through a list.
    Control,
    /// For scripts and style sheets.
    Script,
    /// Pictures that decorate: icons, avatars, the same few everywhere.
    Decoration,
    /// The same on all pages.
    Constant,
    /// A list of nothing but such fields.
    Contents,
}

impl Quality {
    /// Whether what comes of it is more likely wrong than right.
    pub fn is_bad(&self) -> bool {
        self.score < book().bad
    }

    /// By how much the fit of a page counts, 0..=1.
    pub(crate) fn trust(&self) -> f64 {
        f64::from((self.score / book().good).min(1.0))
    }

    /// What speaks for and against, in plain words, the worst first.
    pub fn reasons(&self) -> Vec<String> {
        let mut signs: Vec<(Sign, f32)> =
            self.signs.iter().map(|(sign, value)| (*sign, *value)).collect();
        signs.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        signs.into_iter().map(|(sign, value)| sign.in_words(value)).collect()
    }
}

impl Sign {
    fn in_words(self, value: f32) -> String {
        let share = format!("{:.0} %", value * 100.0);
        match self {
            Self::HeldOut => {
                format!("learned from other pages, {share} of the values are the same")
            }
            Self::Filled => format!("{share} of the records have it"),
            Self::Named if value < 1.0 => {
                "nothing on the page names it or what it is in".to_owned()
            }
            Self::Named => "the page names it".to_owned(),
            Self::Distinct => {
                format!("{share} of the fields differ from the others by more than their order")
            }
            Self::Witness => {
                format!("{share} of what data and titles of the pages state is in fields")
            }
            Self::Recorded => format!("{share} of the pages have a record"),
            Self::Apart => format!("{share} of the pages with like addresses are of this type"),
            Self::Joined => {
                format!("{share} of the values that lists and the pages of their items share agree")
            }
        }
    }
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Copy(of) => write!(f, "says the same as {of}"),
            Self::Menu => f.write_str("stands on pages of other types too"),
            Self::OwnAddress => f.write_str("the page's own address"),
            Self::Control => f.write_str("a control"),
            Self::Script => f.write_str("for scripts"),
            Self::Decoration => f.write_str("decoration"),
            Self::Constant => f.write_str("always the same"),
            Self::Contents => f.write_str("holds nothing of its own"),
        }
    }
}
