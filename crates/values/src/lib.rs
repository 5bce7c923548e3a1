//! What the text of a field says: numbers, prices, dates, lengths of time, ratings, addresses.
//!
//! A [`ValueType`] says what the values of a field are; a [`Format`] adds what cannot be told from
//! one value alone: whether `1.234` is a little more than one or a thousand, whether `04/05/2024`
//! is in April or in May, which dollar `$` is.

mod boolean;
mod calendar;
mod clock;
mod currency;
mod date;
mod date_tokens;
mod detect;
mod duration;
mod locale;
mod number;
mod parameters;
mod price;
mod price_words;
mod rating;
mod read;
mod sign;

pub use calendar::{Language, is_month, is_weekday};
pub use currency::Currency;
pub use detect::{Detected, ValueSource, detect, is_blank};
pub use duration::seconds_of;
pub use locale::{Locale, country_of_host};
pub use parameters::Parameters;
pub use read::address;
pub use sign::is_currency;

use serde::{Deserialize, Serialize};

/// In which form the values of records are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// As text, as they stand in the page.
    #[default]
    Raw,
    /// Read by the types of their fields.
    Typed,
}

/// What the values of a field are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueType {
    /// Text as it stands, on one line or in paragraphs; also what looks like a number and is a
    /// name: product codes, telephone numbers, postcodes.
    #[default]
    Text,
    /// A fragment of HTML.
    Html,
    /// A whole number.
    Integer,
    /// A number.
    Decimal,
    /// An amount of money in a currency.
    Price,
    /// A day.
    Date,
    /// A time of a day.
    DateTime,
    /// A length of time; read, it is in whole seconds.
    Duration,
    /// The address of a page or file.
    Url,
    /// The address of a picture.
    Image,
    /// Yes or no.
    Boolean,
    /// A mark on a scale.
    Rating,
}

impl ValueType {
    /// All types.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::Html,
        Self::Integer,
        Self::Decimal,
        Self::Price,
        Self::Date,
        Self::DateTime,
        Self::Duration,
        Self::Url,
        Self::Image,
        Self::Boolean,
        Self::Rating,
    ];

    /// The type's name, as stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Html => "html",
            Self::Integer => "integer",
            Self::Decimal => "decimal",
            Self::Price => "price",
            Self::Date => "date",
            Self::DateTime => "datetime",
            Self::Duration => "duration",
            Self::Url => "url",
            Self::Image => "image",
            Self::Boolean => "boolean",
            Self::Rating => "rating",
        }
    }
}

/// What the values of a field are and how they are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Format {
    /// What the values are.
    #[serde(rename = "type")]
    pub value_type: ValueType,
    /// The decimal mark of numbers that can be read either way, such as `1.234`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimal_mark: Option<Told<DecimalMark>>,
    /// The order of day, month and year in dates that are all numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_order: Option<Told<DateOrder>>,
    /// The language of month names that are not the same month in all languages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// The currency of amounts that do not name one, or whose sign several currencies share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Told<Currency>>,
    /// The best mark of ratings that do not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
}

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

impl Format {
    /// The format of a type without anything that several values would have to tell.
    pub fn of(value_type: ValueType) -> Self {
        Self { value_type, ..Self::default() }
    }

    /// Whether values are text as it stands.
    pub fn is_text(&self) -> bool {
        self.value_type == ValueType::Text
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
