//! What the values of a field are, and how they are read.

use crate::{Currency, DateOrder, DecimalMark, Language, Told};
use serde::{Deserialize, Serialize};

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
