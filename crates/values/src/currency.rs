//! Currencies: ISO 4217 codes, the countries that pay with them, and the signs that stand for them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sitewrap_lexicon::{CurrencyRow, currencies};
use std::fmt;
use std::str::FromStr;

/// A currency in use, by its ISO 4217 code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Currency([u8; 3]);

/// A text that is the code of no currency in use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no ISO 4217 code of a currency in use")]
pub struct UnknownCurrency(String);

impl Currency {
    /// The currency with this code, in capitals; `None` if none in use has it.
    pub fn from_code(code: &str) -> Option<Self> {
        let letters: [u8; 3] = code.as_bytes().try_into().ok()?;
        // Most words of a page are none, and need no look at the table.
        let may_be = letters.iter().all(u8::is_ascii_uppercase);
        (may_be && currencies().iter().any(|row| row.code == code)).then_some(Self(letters))
    }

    /// The currency of a country, by its ISO 3166-1 code of two letters or its domain.
    pub fn of_country(country: &str) -> Option<Self> {
        let country = country.to_ascii_lowercase();
        let row = currencies().iter().find(|row| row.countries.contains(&country.as_str()))?;
        Self::from_code(row.code)
    }

    /// The ISO 4217 code, such as `EUR`.
    pub fn code(&self) -> &str {
        // Made from ASCII letters only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Decimals of an amount: 2 for most, 0 for the yen, 3 for the dinar.
    pub fn decimals(self) -> u32 {
        self.row().map_or(2, |row| row.decimals)
    }

    /// What the table says of it.
    pub(crate) fn row(self) -> Option<&'static CurrencyRow> {
        currencies().iter().find(|row| row.code == self.code())
    }
}

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(code: &str) -> Result<Self, UnknownCurrency> {
        Self::from_code(code).ok_or_else(|| UnknownCurrency(code.to_owned()))
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_country_pays_with_one_currency() {
        let countries: Vec<_> = currencies().iter().flat_map(|row| &row.countries).collect();
        let mut distinct = countries.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), countries.len());
        assert!(countries.iter().all(|country| country.len() == 2));
    }

    #[test]
    fn codes_and_countries_lead_to_currencies() {
        let code = |country| Currency::of_country(country).map(|found| found.to_string());
        assert_eq!(code("AT").as_deref(), Some("EUR"));
        assert_eq!(code("uk").as_deref(), Some("GBP"));
        assert_eq!(code("zz"), None);
        assert_eq!(Currency::from_code("KWD").map(Currency::decimals), Some(3));
        assert!("XYZ".parse::<Currency>().is_err());
    }
}
