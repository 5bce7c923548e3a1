//! Tables of facts: currencies and their signs, time zones, what locales differ in.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A currency.
#[derive(Clone, Debug)]
pub struct CurrencyRow {
    /// ISO 4217 code, in capitals.
    pub code: &'static str,
    /// Decimals of an amount.
    pub decimals: u32,
    /// Whether the code is a word or a name as well (`TOP 10`).
    pub is_word: bool,
    /// Whether the code is written in small letters too.
    pub is_small: bool,
    /// Countries (ISO 3166-1) that pay with it.
    pub countries: Vec<&'static str>,
}

/// A sign of currencies.
#[derive(Clone, Debug)]
pub struct SignRow {
    /// The sign, in lower case without white space.
    pub sign: &'static str,
    /// Whether it is a unit or an abbreviation where it follows a number.
    pub is_before_only: bool,
    /// Whether it is one of other things too, so that alone it makes no number a price.
    pub is_weak: bool,
    /// Codes of the currencies that it stands for, the one that it is most used for first.
    pub codes: Vec<&'static str>,
}

/// How a language writes.
#[derive(Clone, Copy, Debug)]
pub struct LanguageRow {
    /// The country in which it is, by far, spoken most.
    pub country: Option<&'static str>,
    /// Whether a point parts units from decimals.
    pub has_point: bool,
    /// Whether dates of numbers begin with the year.
    pub is_year_first: bool,
}

/// How a country writes, where that is not what its language does elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountryRow {
    /// Whether a point parts units from decimals.
    pub has_point: Option<bool>,
    /// Whether dates of numbers begin with the month.
    pub is_month_first: bool,
}

/// What locales differ in.
#[derive(Debug, Default)]
pub struct Locales {
    /// Languages by their ISO 639-1 codes.
    pub languages: FxHashMap<&'static str, LanguageRow>,
    /// Countries by their ISO 3166-1 codes.
    pub countries: FxHashMap<&'static str, CountryRow>,
    /// Endings of domains that belong to a country and are used by everybody.
    pub generic_domains: Vec<&'static str>,
}

static CURRENCIES: LazyLock<Vec<CurrencyRow>> = LazyLock::new(|| {
    rows(include_str!("../../../data/lexicon/currencies.txt"))
        .filter_map(|row| {
            let [code, decimals, said, countries @ ..] = &row[..] else { return None };
            Some(CurrencyRow {
                code,
                decimals: decimals.parse().ok()?,
                is_word: *said == "word",
                is_small: *said == "small",
                countries: countries.to_vec(),
            })
        })
        .collect()
});

static SIGNS: LazyLock<Vec<SignRow>> = LazyLock::new(|| {
    rows(include_str!("../../../data/lexicon/signs.txt"))
        .filter_map(|row| {
            let [sign, said, codes @ ..] = &row[..] else { return None };
            Some(SignRow {
                sign,
                is_before_only: said.contains("before"),
                is_weak: said.contains("weak"),
                codes: codes.to_vec(),
            })
        })
        .collect()
});

static ZONES: LazyLock<FxHashMap<&'static str, Option<i8>>> = LazyLock::new(|| {
    let rows = rows(include_str!("../../../data/lexicon/zones.txt"));
    let words = rows.flat_map(|row| {
        let hours = row[0].trim_end_matches(':').parse().ok();
        row[1..].iter().map(|word| (*word, hours)).collect::<Vec<_>>()
    });
    words.collect()
});

static LOCALES: LazyLock<Locales> = LazyLock::new(|| {
    let mut locales = Locales::default();
    for row in rows(include_str!("../../../data/lexicon/locales.txt")) {
        match row[..] {
            ["language", code, country, mark, first] => {
                let row = LanguageRow {
                    country: Some(country).filter(|country| *country != "-"),
                    has_point: mark == "point",
                    is_year_first: first == "year",
                };
                locales.languages.insert(code, row);
            }
            ["country", code, "month"] => {
                locales.countries.entry(code).or_default().is_month_first = true;
            }
            ["country", code, mark] => {
                locales.countries.entry(code).or_default().has_point = Some(mark == "point");
            }
            ["domain", ending] => locales.generic_domains.push(ending),
            _ => {}
        }
    }
    locales
});

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split_ascii_whitespace().collect())
}

/// The currencies in use, and those that gave way to the euro of late.
pub fn currencies() -> &'static [CurrencyRow] {
    &CURRENCIES
}

/// The signs of currencies.
pub fn signs() -> &'static [SignRow] {
    &SIGNS
}

/// Hours from UTC of an abbreviation of a time zone in lower case, `Some(None)` for one of several
/// meanings.
pub fn zone(word: &str) -> Option<Option<i8>> {
    ZONES.get(word).copied()
}

/// What locales differ in.
pub fn locales() -> &'static Locales {
    &LOCALES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_of_the_tables_is_read() {
        let lines =
            |table: &str| table.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).count();
        assert_eq!(currencies().len(), lines(include_str!("../../../data/lexicon/currencies.txt")));
        assert_eq!(signs().len(), lines(include_str!("../../../data/lexicon/signs.txt")));
        let Locales { languages, countries, generic_domains } = locales();
        let all = languages.len() + countries.len() + generic_domains.len();
        // The United States have two rows.
        assert_eq!(all + 1, lines(include_str!("../../../data/lexicon/locales.txt")));
    }

    #[test]
    fn facts_are_found() {
        assert_eq!((zone("cet"), zone("ist"), zone("xyz")), (Some(Some(1)), Some(None), None));
        let us = locales().countries["us"];
        assert!(us.is_month_first && us.has_point == Some(true));
        assert_eq!(locales().languages["de"].country, Some("de"));
        assert!(currencies().iter().any(|row| row.code == "TOP" && row.is_word));
    }
}
