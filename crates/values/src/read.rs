//! Reading a text by the format of its field.

use crate::boolean::boolean;
use crate::date::Moment;
use crate::duration::seconds_of;
use crate::number::Readings;
use crate::price::Price;
use crate::rating::Rating;
use crate::{DateOrder, DecimalMark, Format, ValueType};
use sitewrap_model::{Typed, Value};

impl Format {
    /// What a text says; `None` if it does not read as the format's type says.
    ///
    /// # Arguments
    /// - `text`: a value of a record, white space collapsed.
    /// - `origin`: scheme, host and port of the page, to which addresses that begin with `/`
    ///   belong.
    pub fn read(&self, text: &str, origin: &str) -> Option<Value> {
        match self.value_type {
            ValueType::Text | ValueType::Html => Some(Value::Text(text.to_owned())),
            ValueType::Url => address(text, origin).map(Value::Text),
            ValueType::Image => address(largest_picture(text), origin).map(Value::Text),
            _ => self.typed(text).map(Value::Typed),
        }
    }

    fn typed(&self, text: &str) -> Option<Typed> {
        let mark = self.decimal_mark.map(|told| told.is);
        let order = self.date_order.map_or(DateOrder::Dmy, |told| told.is);
        match self.value_type {
            ValueType::Integer => {
                let readings = Readings::of(text);
                let number = match mark {
                    Some(mark) => readings.by(mark),
                    None => readings.grouped(),
                };
                number?.whole().map(Typed::Integer)
            }
            ValueType::Decimal => {
                let number = Readings::of(text).by(mark.unwrap_or(DecimalMark::Point));
                number?.value().map(Typed::Decimal)
            }
            ValueType::Price => {
                let expected = self.currency.map(|told| told.is);
                let price = Price::of(text)?;
                let currency = match price.sign {
                    Some(sign) => sign.currency(expected),
                    None => expected,
                };
                let amount = price.amount(mark, currency)?;
                let max_amount = price.max_amount(mark, currency);
                let currency = currency.map(|currency| currency.code().to_owned());
                Some(match max_amount {
                    Some(max_amount) => Typed::PriceRange { amount, max_amount, currency },
                    None => Typed::Price { amount, currency },
                })
            }
            ValueType::Date => {
                let moment = Moment::of(text, self.language)?;
                if moment.has_time() { None } else { moment.to_iso(order).map(Typed::Date) }
            }
            ValueType::DateTime => {
                Moment::of(text, self.language)?.to_iso(order).map(Typed::DateTime)
            }
            ValueType::Duration => i64::try_from(seconds_of(text)?).ok().map(Typed::Integer),
            ValueType::Boolean => boolean(text).map(Typed::Boolean),
            ValueType::Rating => {
                let rating = Rating::of(text)
                    .map(|rating| (rating.value, rating.best.or(self.best)))
                    .or_else(|| {
                        let value = Readings::of(text).by(mark.unwrap_or(DecimalMark::Point))?;
                        Some((value.value().filter(|value| *value >= 0.0)?, self.best))
                    });
                let (value, best) = rating?;
                Some(Typed::Rating { value, best })
            }
            ValueType::Text | ValueType::Html | ValueType::Url | ValueType::Image => None,
        }
    }
}

/// An address, absolute; `None` if it is neither a URL nor a path on the page's host.
pub fn address(text: &str, origin: &str) -> Option<String> {
    if text.is_empty() || text.contains(char::is_whitespace) {
        return None;
    }
    if let Some(rest) = text.strip_prefix("//") {
        let scheme = origin.split("//").next().unwrap_or_default();
        return Some(format!("{scheme}//{rest}"));
    }
    if text.starts_with('/') {
        return Some(format!("{origin}{text}"));
    }
    let (scheme, rest) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    (is_scheme && !rest.is_empty()).then(|| text.to_owned())
}

/// The largest picture of a `srcset` (`a.jpg 480w, b.jpg 960w`); a text that is one address as it
/// stands.
pub(crate) fn largest_picture(text: &str) -> &str {
    if !text.contains(' ') {
        return text;
    }
    let size = |descriptor: &str| -> f64 {
        descriptor.trim_end_matches(['w', 'x', 'h', ',']).parse().unwrap_or(1.0)
    };
    let mut best: Option<(&str, f64)> = None;
    // An address may hold commas, so the candidates are parted by comma and space.
    for candidate in text.split(", ") {
        let mut words = candidate.split_whitespace();
        let Some(address) = words.next() else { continue };
        let size = words.next().map_or(1.0, size);
        if best.is_none_or(|(_, known)| size > known) {
            best = Some((address, size));
        }
    }
    best.map_or(text, |(address, _)| address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(format: Format, text: &str) -> Option<String> {
        let value = format.read(text, "https://shop.example")?;
        serde_json::to_string(&value).ok()
    }

    #[test]
    fn values_by_their_type() {
        let of = Format::of;
        let cases = [
            (ValueType::Integer, "1,234", "1234"),
            (ValueType::Decimal, "4.5", "4.5"),
            (ValueType::Price, "£12.50", r#"{"amount":12.5,"currency":"GBP"}"#),
            (
                ValueType::Price,
                "£12 – £20",
                r#"{"amount":12.0,"max_amount":20.0,"currency":"GBP"}"#,
            ),
            (ValueType::Price, "12.50", r#"{"amount":12.5,"currency":null}"#),
            (ValueType::Date, "4 Jan 2024", r#""2024-01-04""#),
            (ValueType::DateTime, "2024-01-04 08:31Z", r#""2024-01-04T08:31:00Z""#),
            (ValueType::DateTime, "2024-01-04", r#""2024-01-04""#),
            (ValueType::Duration, "1h 30m", "5400"),
            (ValueType::Boolean, "no", "false"),
            (ValueType::Rating, "4/5", r#"{"value":4.0,"best":5}"#),
            (ValueType::Url, "/p/17", r#""https://shop.example/p/17""#),
            (ValueType::Url, "//cdn.example/x", r#""https://cdn.example/x""#),
            (ValueType::Url, "mailto:a@b.c", r#""mailto:a@b.c""#),
            (
                ValueType::Image,
                "/s.jpg 1x, https://x.example/l.jpg 2x",
                r#""https://x.example/l.jpg""#,
            ),
            (ValueType::Text, "012345", r#""012345""#),
        ];
        for (value_type, text, expected) in cases {
            assert_eq!(json(of(value_type), text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_is_none() {
        let cases = [
            (ValueType::Integer, "4.5"),
            (ValueType::Price, "Sold out"),
            (ValueType::Date, "2024-01-04 08:31"),
            (ValueType::Url, "not an address"),
            (ValueType::Boolean, "maybe"),
            (ValueType::Rating, "good"),
        ];
        for (value_type, text) in cases {
            assert_eq!(json(Format::of(value_type), text), None, "{text}");
        }
    }
}
