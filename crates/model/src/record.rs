//! Records: what extraction gives for a page.

use crate::{Explained, Fields, Reason};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// One value of a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Text, white space collapsed; or an attribute's value.
    Text(String),
    /// A list of values or of records, in page order.
    List(Vec<Value>),
    /// A nested record, or a map from names on the page to values.
    Record(Record),
    /// A text that was read as what its field's type says; only where that was asked for.
    Typed(Typed),
}

impl Value {
    /// The text, of a value that is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// What a text says, read by the type of its field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Typed {
    /// A whole number.
    Integer(i64),
    /// A number; finite.
    Decimal(f64),
    /// An amount of money; serialized as `{"amount":12.5,"currency":"EUR"}`.
    Price {
        /// The amount in units of the currency (euros, not cents); finite.
        amount: f64,
        /// ISO 4217 code; absent where neither the page nor the site tells.
        currency: Option<String>,
    },
    /// A range of prices; serialized as `{"amount":12.5,"max_amount":20.0,"currency":"EUR"}`.
    PriceRange {
        /// The lowest amount, as that of a price.
        amount: f64,
        /// The highest amount.
        max_amount: f64,
        /// As that of a price.
        currency: Option<String>,
    },
    /// A day, as ISO 8601 writes it: `2024-01-04`.
    Date(String),
    /// A time of a day, as ISO 8601 writes it, with the offset from UTC where the page tells it:
    /// `2024-01-04T08:31:00+01:00`. Where the page gives the day alone, the day alone.
    DateTime(String),
    /// Yes or no.
    Boolean(bool),
    /// A mark on a scale; serialized as `{"value":4.5,"best":5}`.
    Rating {
        /// The mark, 0 or more.
        value: f64,
        /// The best mark there is; absent where it is not known.
        best: Option<u32>,
    },
}

impl fmt::Display for Typed {
    /// The value on one line, as a cell of a table holds it: `12.5 EUR`, `4.5/5`, `2024-01-04`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            Self::Decimal(number) => number.fmt(f),
            Self::Price { amount, currency: Some(currency) } => write!(f, "{amount} {currency}"),
            Self::Price { amount, currency: None } => amount.fmt(f),
            Self::PriceRange { amount, max_amount, currency } => {
                write!(f, "{amount}–{max_amount}")?;
                currency.iter().try_for_each(|currency| write!(f, " {currency}"))
            }
            Self::Date(text) | Self::DateTime(text) => f.write_str(text),
            Self::Boolean(yes) => yes.fmt(f),
            Self::Rating { value, best: Some(best) } => write!(f, "{value}/{best}"),
            Self::Rating { value, best: None } => value.fmt(f),
        }
    }
}

/// Named values in the order of the page. A field that the page does not have is absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    fields: Vec<(String, Value)>,
}

impl Record {
    /// A record without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field; a name that is there already is replaced in its place.
    pub fn insert(&mut self, name: impl Into<String>, value: Value) {
        let name = name.into();
        match self.fields.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.fields.push((name, value)),
        }
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The value of a field, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.fields.iter_mut().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Fields with their values, in page order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Number of fields.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether there are no fields.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.fields.len()))?;
        for (name, value) in &self.fields {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// What extraction gives for one page; serialized, it is one line of `sitewrap extract`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Extraction {
    /// The page's URL.
    pub url: String,
    /// The kind of page (`product`, `article`, …); absent where no wrapper fits.
    pub page_type: Option<String>,
    /// Name of the wrapper that was applied.
    pub wrapper: Option<String>,
    /// Version of the wrapper.
    pub version: Option<u32>,
    /// Whether all required nodes of the template were found.
    pub satisfied: bool,
    /// How well the page fits the template, 0..=1.
    pub fit: f64,
    /// The record; absent where no wrapper fits.
    pub record: Option<Record>,
    /// Why there is no record, or which required nodes were missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Paths of values (`price`, `reviews[2].date`) that do not read as their field's type says
    /// and stand in the record as the text they are; empty where types were not asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub untyped: Vec<String>,
    /// Where the values of the record stand in the page; absent where that was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Fields>,
    /// Names of fields whose values the page does not show and states for machines; empty where
    /// those were not asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filled: Vec<String>,
    /// Name of the field whose value is the main content of the page, not what the wrapper's template has for
    /// it; absent where the template gives all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_content: Option<String>,
    /// What the page states for machines, a record for each thing; absent where that was not asked
    /// for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structured: Option<Vec<Record>>,
    /// What became of the page's texts and addresses; absent where that was not asked for, or no
    /// wrapper fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explained: Option<Explained>,
    /// What of other pages went into the record; absent where pages were not joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined: Option<Joined>,
}

/// What other pages say of the thing that a page is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Joined {
    /// Whether the thing's own page is among those joined; else the record is what lists say of it.
    pub detail: bool,
    /// URLs of the pages whose lists have the thing as an item, in the order of the pages, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// URLs of further pages that the record is of: those of a list on several pages, and the same
    /// page under other addresses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
    /// Names of the fields that only lists have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    /// Where lists say otherwise than the page: by field of the record, a list of what they say.
    #[serde(skip_serializing_if = "Record::is_empty")]
    pub differs: Record,
}

impl Extraction {
    /// The extraction of a page that gives no record, with a fit of 0.
    pub fn without_record(url: &str, reason: Reason) -> Self {
        Self {
            url: url.to_owned(),
            page_type: None,
            wrapper: None,
            version: None,
            satisfied: false,
            fit: 0.0,
            record: None,
            reason: Some(reason),
            untyped: Vec::new(),
            provenance: None,
            filled: Vec::new(),
            from_content: None,
            structured: None,
            explained: None,
            joined: None,
        }
    }
}
