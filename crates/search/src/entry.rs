//! What is searched of a page.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Number, Value as Json};
use sitewrap_model::{Record, Typed, Value};

/// A page as the index holds it.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The address of the page.
    pub url: String,
    /// Name of its page type, if it is of one.
    pub page_type: Option<String>,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The title of its window, where that is another one. It is searched as a title and not shown.
    pub window_title: Option<String>,
    /// What it says: its main content.
    pub text: Option<String>,
    /// Its record, values typed.
    pub record: Option<Record>,
    /// Addresses of the pages that it leads to.
    pub links: Vec<String>,
}

/// Text that a page's record gives for search, at most, in bytes: more than books have.
const VALUE_BYTES: usize = 4 << 20;

/// Longest text (bytes) that is searched as the value of a field; what is longer is running text.
const FIELD_BYTES: usize = 1000;

impl Entry {
    /// The words of the page's path, which often name what it is about.
    pub(crate) fn path(&self) -> String {
        let path = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        let path = path.split_once('/').map_or("", |(_, path)| path);
        let path = percent_decode_str(path).decode_utf8_lossy();
        path.replace(|c: char| !c.is_alphanumeric(), " ")
    }

    /// All that the record says in words, a line a value.
    pub(crate) fn values(&self) -> String {
        let mut out = String::new();
        let mut open: Vec<&Value> =
            self.record.iter().flat_map(Record::iter).map(|(_, value)| value).collect();
        open.reverse();
        while let Some(value) = open.pop() {
            match value {
                Value::Text(text) if out.len() + text.len() < VALUE_BYTES => {
                    out.push_str(text);
                    out.push('\n');
                }
                Value::Text(_) | Value::Typed(_) => {}
                Value::List(list) => open.extend(list.iter().rev()),
                Value::Record(record) => {
                    let mut inner: Vec<&Value> = record.iter().map(|(_, value)| value).collect();
                    inner.reverse();
                    open.append(&mut inner);
                }
            }
        }
        out
    }

    /// The fields of the record as tantivy takes them: names as queries write them, amounts and marks as
    /// numbers, days as times.
    pub(crate) fn fields(&self) -> Map<String, Json> {
        self.record.as_ref().map(fields).unwrap_or_default()
    }
}

fn fields(record: &Record) -> Map<String, Json> {
    let field = |(name, value): (&str, &Value)| Some((field_name(name), json(value)?));
    record.iter().filter_map(field).filter(|(name, _)| !name.is_empty()).collect()
}

fn json(value: &Value) -> Option<Json> {
    Some(match value {
        Value::Text(text) if text.len() > FIELD_BYTES => return None,
        Value::Text(text) => Json::String(text.clone()),
        Value::List(list) => Json::Array(list.iter().filter_map(json).collect()),
        Value::Record(record) => Json::Object(fields(record)),
        Value::Typed(typed) => match typed {
            Typed::Integer(number) => Json::from(*number),
            Typed::Decimal(number)
            | Typed::Price { amount: number, .. }
            | Typed::PriceRange { amount: number, .. }
            | Typed::Rating { value: number, .. } => Json::Number(Number::from_f64(*number)?),
            Typed::Date(day) => Json::String(instant(day)),
            Typed::DateTime(time) => Json::String(instant(time)),
            Typed::Boolean(yes) => Json::Bool(*yes),
        },
    })
}

/// A name as queries write it: letters and digits in lower case, `_` for all else.
pub(crate) fn field_name(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('_') && !out.is_empty() {
            out.push('_');
        }
    }
    out.truncate(out.trim_end_matches('_').len());
    out
}

/// A day or a time of ISO 8601 in full (RFC 3339), as tantivy knows times; a day begins at midnight,
/// and where no offset from UTC is told, it is 0.
pub(crate) fn instant(text: &str) -> String {
    let is_digits = |range: std::ops::Range<usize>| {
        text.get(range).is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_day =
        is_digits(0..4) && is_digits(5..7) && is_digits(8..10) && text.as_bytes()[4] == b'-';
    match text.len() {
        10 if is_day => format!("{text}T00:00:00Z"),
        16 if is_day && text.as_bytes()[10] == b'T' => format!("{text}:00Z"),
        19 if is_day && text.as_bytes()[10] == b'T' => format!("{text}Z"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_queries_write_them() {
        assert_eq!(field_name("Made in"), "made_in");
        assert_eq!(field_name("游戏大小 (MB)"), "游戏大小_mb");
        assert_eq!(field_name("--"), "");
    }

    #[test]
    fn a_path_is_words() {
        let entry = |url: &str| Entry { url: url.to_owned(), ..Entry::default() };
        assert_eq!(entry("https://a.test/std/env/index.html").path(), "std env index html");
        assert_eq!(entry("https://a.test/caf%C3%A9?id=3").path(), "café id 3");
        assert_eq!(entry("https://a.test").path(), "");
    }

    #[test]
    fn days_are_times() {
        assert_eq!(instant("2024-05-01"), "2024-05-01T00:00:00Z");
        assert_eq!(instant("2024-05-01T08:31"), "2024-05-01T08:31:00Z");
        assert_eq!(instant("2024-05-01T08:31:00+02:00"), "2024-05-01T08:31:00+02:00");
        assert_eq!(instant("10 to 50 x"), "10 to 50 x");
        assert_eq!(instant("ab–cdéfg"), "ab–cdéfg");
    }
}
