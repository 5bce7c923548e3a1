//! The values of records as cells.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use sitewrap_model::{Record, Typed, Value};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// A value as tables hold it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Cell {
    Text(String),
    Integer(i64),
    Decimal(f64),
    Boolean(bool),
    Price(f64, Option<String>),
    Rating(f64, Option<u32>),
    /// A day, counted from 1 January 1970, and as ISO 8601 writes it.
    Day {
        days: i32,
        text: String,
    },
    /// A time in microseconds since 1970: of UTC, or of clocks at a place that is not told.
    Time {
        micros: i64,
        is_utc: bool,
        text: String,
    },
    /// Names on the page with what stands beside them.
    Map(Vec<(String, String)>),
    List(Vec<Cell>),
    /// An item of a list that has fields.
    Item(Vec<(String, Cell)>),
}

/// The fields of a page's record.
pub(super) fn record(record: &Record) -> Vec<(String, Cell)> {
    record.iter().map(|(name, value)| (name.to_owned(), field(value))).collect()
}

/// The value of a field. A record in the place of a value is a map: only items of lists have
/// fields of their own.
fn field(value: &Value) -> Cell {
    match value {
        Value::Text(text) => Cell::Text(text.clone()),
        Value::Typed(typed) => scalar(typed),
        Value::List(items) => Cell::List(items.iter().map(item).collect()),
        Value::Record(map) => {
            let pairs = map.iter().map(|(name, value)| (name.to_owned(), text(value)));
            Cell::Map(pairs.collect())
        }
    }
}

fn item(value: &Value) -> Cell {
    match value {
        Value::Record(fields) => Cell::Item(record(fields)),
        other => field(other),
    }
}

fn scalar(typed: &Typed) -> Cell {
    match typed {
        Typed::Integer(number) => Cell::Integer(*number),
        Typed::Decimal(number) => Cell::Decimal(*number),
        Typed::Boolean(yes) => Cell::Boolean(*yes),
        Typed::Price { amount, currency } => Cell::Price(*amount, currency.clone()),
        Typed::Rating { value, best } => Cell::Rating(*value, *best),
        // Columns of prices have one amount; a range is told in words.
        Typed::PriceRange { .. } => Cell::Text(typed.to_string()),
        Typed::Date(text) | Typed::DateTime(text) => moment(text),
    }
}

/// A day or time as ISO 8601 writes it.
fn moment(text: &str) -> Cell {
    let in_utc = |time: DateTime| Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp());
    let start = |date: Date| in_utc(date.to_datetime(Time::midnight()));
    if let Ok(at) = text.parse::<Timestamp>() {
        return Cell::Time { micros: at.as_microsecond(), is_utc: true, text: text.to_owned() };
    }
    let cell = if text.contains('T') {
        let local = text.parse::<DateTime>().ok().and_then(in_utc);
        let micros = local.map(Timestamp::as_microsecond);
        micros.map(|micros| Cell::Time { micros, is_utc: false, text: text.to_owned() })
    } else {
        let start = text.parse::<Date>().ok().and_then(start);
        let days = start.and_then(|start| i32::try_from(start.as_second().div_euclid(DAY)).ok());
        days.map(|days| Cell::Day { days, text: text.to_owned() })
    };
    cell.unwrap_or_else(|| Cell::Text(text.to_owned()))
}

/// A value as one text.
fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Typed(typed) => typed.to_string(),
        other => serde_json::to_string(other).unwrap_or_default(),
    }
}

impl Cell {
    /// The cell as one text, where its column holds several kinds of values.
    pub(super) fn to_text(&self) -> String {
        let with = |number: &f64, unit: Option<String>, sign: &str| match unit {
            Some(unit) => format!("{number}{sign}{unit}"),
            None => number.to_string(),
        };
        match self {
            Self::Text(text) | Self::Day { text, .. } | Self::Time { text, .. } => text.clone(),
            Self::Integer(number) => number.to_string(),
            Self::Decimal(number) => number.to_string(),
            Self::Boolean(yes) => yes.to_string(),
            Self::Price(amount, currency) => with(amount, currency.clone(), " "),
            Self::Rating(value, best) => with(value, best.map(|best| best.to_string()), "/"),
            Self::Map(_) | Self::List(_) | Self::Item(_) => {
                serde_json::to_string(self).unwrap_or_default()
            }
        }
    }
}
