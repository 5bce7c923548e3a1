//! Types as a person chooses them: `price`, `price:CAD`, `date:mdy`, `decimal:comma`.

use serde::{Deserialize, Serialize};
use sitewrap_values::{
    Currency, DateOrder, DecimalMark, Evidence, Format, Locale, Told, ValueSource, ValueType,
    detect,
};
use std::fmt;
use std::str::FromStr;

/// A type with what is to be known beside it; written `price:CAD`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TypeChoice {
    /// The type.
    pub value_type: ValueType,
    /// The currency of amounts that do not name one.
    pub currency: Option<Currency>,
    /// The decimal mark of numbers.
    pub decimal_mark: Option<DecimalMark>,
    /// The order of day, month and year.
    pub date_order: Option<DateOrder>,
    /// The best mark of ratings.
    pub best: Option<u32>,
}

/// A text that chooses no type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadType {
    /// There is no such type.
    #[error("`{name}` is no type; types are {}", names())]
    Unknown {
        /// The name as given.
        name: String,
    },
    /// What stands behind the type says nothing about it.
    #[error("`{detail}` says nothing about the type {}; {}", of.name(), details(*of))]
    Detail {
        /// The type.
        of: ValueType,
        /// What stands behind it.
        detail: String,
    },
}

/// What may stand behind a type.
fn details(of: ValueType) -> &'static str {
    match of {
        ValueType::Price => "behind it may stand a currency, point or comma (price:CAD)",
        ValueType::Integer | ValueType::Decimal => {
            "behind it may stand point or comma, the decimal mark (decimal:comma)"
        }
        ValueType::Rating => "behind it may stand the best mark (rating:10), point or comma",
        ValueType::Date | ValueType::DateTime => "behind it may stand dmy, mdy or ymd (date:dmy)",
        _ => "nothing may stand behind it",
    }
}

fn names() -> String {
    ValueType::ALL.map(ValueType::name).join(", ")
}

impl TypeChoice {
    /// The type of a field as it would be chosen, with its currency, order of dates and scale.
    pub fn of(format: &Format) -> Self {
        let mark = format.decimal_mark.filter(|told| told.by == Evidence::Edit);
        Self {
            value_type: format.value_type,
            currency: format.currency.map(|told| told.is),
            decimal_mark: mark.map(|told| told.is),
            date_order: format.date_order.map(|told| told.is),
            best: format.best,
        }
    }

    /// The format that the choice comes to for a field.
    ///
    /// # Arguments
    /// - `known`: the format that was found for the field.
    /// - `examples`: a few of its values, which tell what the choice leaves open.
    pub(super) fn format(&self, known: Format, examples: &[String], locale: &Locale) -> Format {
        let mut format = known;
        if known.value_type != self.value_type {
            let values: Vec<(&str, u32)> = examples.iter().map(|text| (text.as_str(), 1)).collect();
            let found = detect("", ValueSource::Text, &values, locale);
            format = match found.format.value_type == self.value_type {
                true => found.format,
                false => Format {
                    decimal_mark: found
                        .mark
                        .map(|is| Told { is, by: Evidence::Values })
                        .or(locale.mark()),
                    date_order: Some(locale.order()).filter(|_| self.is_date()),
                    language: locale.language.filter(|_| self.is_date()),
                    currency: locale.site_currency(),
                    ..Format::of(self.value_type)
                },
            };
        }
        if self.value_type != ValueType::Price {
            format.currency = None;
        }
        let by = Evidence::Edit;
        if let Some(is) = self.currency.filter(|is| format.currency.is_none_or(|t| t.is != *is)) {
            format.currency = Some(Told { is, by });
        }
        if let Some(is) = self.decimal_mark {
            format.decimal_mark = Some(Told { is, by });
        }
        if let Some(is) = self.date_order.filter(|is| format.date_order.is_none_or(|t| t.is != *is))
        {
            format.date_order = Some(Told { is, by });
        }
        format.best = self.best.or(format.best);
        format
    }

    fn is_date(&self) -> bool {
        matches!(self.value_type, ValueType::Date | ValueType::DateTime)
    }

    /// Takes one word behind the type; whether it says something about the type.
    fn take(&mut self, word: &str) -> bool {
        let is_number = matches!(
            self.value_type,
            ValueType::Integer | ValueType::Decimal | ValueType::Price | ValueType::Rating
        );
        match word {
            "point" if is_number => self.decimal_mark = Some(DecimalMark::Point),
            "comma" if is_number => self.decimal_mark = Some(DecimalMark::Comma),
            "dmy" if self.is_date() => self.date_order = Some(DateOrder::Dmy),
            "mdy" if self.is_date() => self.date_order = Some(DateOrder::Mdy),
            "ymd" if self.is_date() => self.date_order = Some(DateOrder::Ymd),
            _ => {
                let currency = Currency::from_code(&word.to_ascii_uppercase());
                let best = word.parse::<u32>().ok().filter(|best| *best > 0);
                match self.value_type {
                    ValueType::Price if currency.is_some() => self.currency = currency,
                    ValueType::Rating if best.is_some() => self.best = best,
                    _ => return false,
                }
            }
        }
        true
    }
}

impl FromStr for TypeChoice {
    type Err = BadType;

    fn from_str(text: &str) -> Result<Self, BadType> {
        let mut words = text.trim().split(':');
        let name = words.next().unwrap_or_default();
        let found = ValueType::ALL.into_iter().find(|known| known.name() == name);
        let value_type = found.ok_or_else(|| BadType::Unknown { name: name.to_owned() })?;
        let mut choice = Self { value_type, ..Self::default() };
        for word in words {
            if !choice.take(word) {
                return Err(BadType::Detail { of: value_type, detail: word.to_owned() });
            }
        }
        Ok(choice)
    }
}

impl fmt::Display for TypeChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.value_type.name())?;
        if let Some(currency) = &self.currency {
            write!(f, ":{currency}")?;
        }
        if let Some(mark) = self.decimal_mark {
            write!(f, ":{}", mark.name())?;
        }
        if let Some(order) = self.date_order {
            write!(f, ":{}", order.name())?;
        }
        self.best.map_or(Ok(()), |best| write!(f, ":{best}"))
    }
}

impl TryFrom<String> for TypeChoice {
    type Error = BadType;

    fn try_from(text: String) -> Result<Self, BadType> {
        text.parse()
    }
}

impl From<TypeChoice> for String {
    fn from(choice: TypeChoice) -> Self {
        choice.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_and_written() {
        for text in ["text", "price", "price:CAD", "decimal:comma", "date:mdy", "rating:10"] {
            assert_eq!(
                text.parse::<TypeChoice>().map(|choice| choice.to_string()).as_deref(),
                Ok(text)
            );
        }
        assert!(matches!("money".parse::<TypeChoice>(), Err(BadType::Unknown { .. })));
        for text in ["price:XYZ", "text:EUR", "date:comma", "rating:0"] {
            assert!(matches!(text.parse::<TypeChoice>(), Err(BadType::Detail { .. })), "{text}");
        }
    }

    #[test]
    fn values_tell_what_a_choice_leaves_open() {
        let choice: TypeChoice = "price:CHF".parse().expect("a type");
        let examples = ["1'234.50".to_owned(), "12.90".to_owned()];
        let format = choice.format(Format::default(), &examples, &Locale::default());
        assert_eq!(
            format.currency.map(|told| (told.is.to_string(), told.by)),
            Some(("CHF".to_owned(), Evidence::Edit))
        );
        assert_eq!(format.decimal_mark.map(|told| told.is), Some(DecimalMark::Point));
    }
}
