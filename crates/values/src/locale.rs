//! What a site tells about how its values are written: language, country, currency.

use crate::{Currency, DateOrder, DecimalMark, Evidence, Language, Told};
use serde::{Deserialize, Serialize};
use sitewrap_lexicon::{CountryRow, LanguageRow, locales};

/// What a site tells about how its values are written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Locale {
    /// The language that most pages state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Its country as ISO 3166-1 code of two small letters, from the language's tag or the domain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Told<String>>,
    /// The currency that the site's structured data names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The decimal mark that most fields of the site were read by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimal_mark: Option<DecimalMark>,
    /// The order that most dates of the site were read by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_order: Option<DateOrder>,
}

impl Locale {
    /// The locale of a site whose pages state this `lang`, on this host, with this currency in
    /// their structured data; each empty or absent if there is none.
    pub fn new(lang: Option<&str>, host: Option<&str>, currency: Option<Currency>) -> Self {
        let of_lang = lang.and_then(country_of_tag).map(|is| Told { is, by: Evidence::Language });
        let of_host = || host.and_then(country_of_host).map(|is| Told { is, by: Evidence::Domain });
        Self {
            language: lang.and_then(Language::from_tag),
            country: of_lang.or_else(of_host),
            currency,
            ..Self::default()
        }
    }

    /// The site's currency: what its data names, or what its country pays with.
    pub fn site_currency(&self) -> Option<Told<Currency>> {
        if let Some(is) = self.currency {
            return Some(Told { is, by: Evidence::Data });
        }
        if let Some(country) = &self.country {
            let is = Currency::of_country(&country.is)?;
            return Some(Told { is, by: country.by });
        }
        let country = self.row()?.country?;
        Some(Told { is: Currency::of_country(country)?, by: Evidence::Language })
    }

    /// The decimal mark of numbers that do not tell it.
    pub fn mark(&self) -> Option<Told<DecimalMark>> {
        if let Some(is) = self.decimal_mark {
            return Some(Told { is, by: Evidence::Site });
        }
        let told = |is, by| Some(Told { is, by });
        let by = |point| if point { DecimalMark::Point } else { DecimalMark::Comma };
        if let Some(country) = &self.country
            && let Some(has_point) = row_of(&country.is).has_point
        {
            return told(by(has_point), country.by);
        }
        self.language?;
        told(by(self.row().is_some_and(|row| row.has_point)), Evidence::Language)
    }

    /// The order of day, month and year in dates that do not tell it.
    pub fn order(&self) -> Told<DateOrder> {
        if let Some(is) = self.date_order {
            return Told { is, by: Evidence::Site };
        }
        let told = |is, by| Told { is, by };
        match &self.country {
            Some(country) if row_of(&country.is).is_month_first => told(DateOrder::Mdy, country.by),
            Some(country) => told(DateOrder::Dmy, country.by),
            // English without a country is American more often than not.
            None if self.speaks("en") => told(DateOrder::Mdy, Evidence::Language),
            None if self.row().is_some_and(|row| row.is_year_first) => {
                told(DateOrder::Ymd, Evidence::Language)
            }
            None if self.language.is_some() => told(DateOrder::Dmy, Evidence::Language),
            None => told(DateOrder::Dmy, Evidence::Usage),
        }
    }

    fn speaks(&self, code: &str) -> bool {
        self.language.is_some_and(|language| language.code() == code)
    }

    /// How its language writes.
    fn row(&self) -> Option<&'static LanguageRow> {
        locales().languages.get(self.language?.code())
    }
}

/// How a country writes.
fn row_of(country: &str) -> CountryRow {
    locales().countries.get(country).copied().unwrap_or_default()
}

/// The country in a language tag: `en-AU`, `zh-Hant-TW`.
fn country_of_tag(tag: &str) -> Option<String> {
    let is_country = |part: &&str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_alphabetic());
    tag.trim().split(['-', '_']).skip(1).find(is_country).map(str::to_ascii_lowercase)
}

/// The country that a host's domain belongs to, as two small letters.
pub fn country_of_host(host: &str) -> Option<String> {
    let domain = host.trim_end_matches('.').rsplit('.').next()?.to_ascii_lowercase();
    let is_country = domain.len() == 2
        && host.contains('.')
        && !locales().generic_domains.contains(&domain.as_str())
        && Currency::of_country(&domain).is_some();
    is_country.then_some(if domain == "uk" { "gb".to_owned() } else { domain })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn currency(lang: Option<&str>, host: Option<&str>) -> Option<String> {
        Locale::new(lang, host, None).site_currency().map(|told| told.is.to_string())
    }

    #[test]
    fn language_and_domain_tell_the_currency() {
        assert_eq!(currency(Some("en-AU"), Some("shop.example.ca")).as_deref(), Some("AUD"));
        assert_eq!(currency(Some("en"), Some("shop.example.ca")).as_deref(), Some("CAD"));
        assert_eq!(currency(None, Some("shop.co.uk")).as_deref(), Some("GBP"));
        assert_eq!(currency(Some("sv"), Some("shop.com")).as_deref(), Some("SEK"));
        assert_eq!(currency(Some("en"), Some("shop.io")), None);
        assert_eq!(currency(None, None), None);
        let stated = Locale::new(Some("de"), None, Currency::from_code("CHF"));
        assert_eq!(stated.site_currency().map(|told| told.by), Some(Evidence::Data));
    }

    #[test]
    fn marks_and_orders_follow_country_and_language() {
        let locale = |lang| Locale::new(Some(lang), None, None);
        let mark = |lang| locale(lang).mark().map(|told| told.is);
        assert_eq!(mark("de"), Some(DecimalMark::Comma));
        assert_eq!(mark("de-CH"), Some(DecimalMark::Point));
        assert_eq!(mark("en"), Some(DecimalMark::Point));
        assert_eq!(mark("es-MX"), Some(DecimalMark::Point));
        let order = |lang| locale(lang).order().is;
        assert_eq!(order("en"), DateOrder::Mdy);
        assert_eq!(order("en-GB"), DateOrder::Dmy);
        assert_eq!(order("fr"), DateOrder::Dmy);
    }
}
