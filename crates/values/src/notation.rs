//! What one value alone does not tell of how it is written, and what told it.

use serde::{Deserialize, Serialize};

/// Something that one value alone does not tell, and what told it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told<T> {
    /// What was told.
    pub is: T,
    /// By what.
    pub by: Evidence,
}

/// What tells how values are to be read where one alone does not; the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// A person has said so.
    Edit,
    /// Values of the field that can be read in one way only.
    Values,
    /// The structured data of the site's pages (`priceCurrency`, `og:price:currency`).
    Data,
    /// Other fields of the site.
    Site,
    /// The `lang` of `<html>`: its country (`en-AU`), or else the country that speaks it most.
    Language,
    /// The country of the site's domain (`.ca`).
    Domain,
    /// Nothing on the site; it is what is most usual.
    Usage,
}

impl Evidence {
    /// The evidence's name, as stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Values => "values",
            Self::Data => "data",
            Self::Site => "site",
            Self::Language => "language",
            Self::Domain => "domain",
            Self::Usage => "usage",
        }
    }
}

/// What parts whole units from fractions in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DecimalMark {
    /// `1,234.56`
    Point,
    /// `1.234,56`
    Comma,
}

/// The order of day, month and year in a date that is all numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DateOrder {
    /// `31/12/2024`
    Dmy,
    /// `12/31/2024`
    Mdy,
    /// `2024/12/31`
    Ymd,
}

impl DecimalMark {
    /// The mark's name, as stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Comma => "comma",
        }
    }
}

impl DateOrder {
    /// The order's name, as stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dmy => "dmy",
            Self::Mdy => "mdy",
            Self::Ymd => "ymd",
        }
    }
}
