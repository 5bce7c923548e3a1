//! Types of fields, from the values that they have on all pages of their type.
//!
//! What values leave open (`04/05/2024`, `1.234`, `$`) is decided by the other values of the field,
//! then by the other fields of the site, then by what the site says of itself.

mod values;

pub(crate) use values::Values;

use crate::readings::Readings;
use rayon::prelude::*;
use sitewrap_structured::texts_of;
use sitewrap_template::Corpus;
use sitewrap_values::{Currency, DateOrder, DecimalMark, Detected, Locale, ValueSource, detect};
use sitewrap_wrapper::{ADDRESS, FieldMut, FieldPlace, Presence, Wrapper, first_places};
use std::collections::BTreeMap;

/// Gives the fields of wrappers their types, and the nodes of their templates the gaps that were seen;
/// gives what the site tells about its values.
///
/// # Arguments
/// - `readings`: what each wrapper gives on its pages.
/// - `site`: pages of all types.
pub(crate) fn type_fields(
    wrappers: &mut [Wrapper],
    readings: &[Readings],
    site: &[Corpus<'_>],
) -> Locale {
    let stated = locale(site);
    let detected: Vec<Vec<Typing>> = wrappers
        .par_iter()
        .zip(readings)
        .map(|(wrapper, readings)| typings(wrapper, &readings.values, &stated))
        .collect();
    let locale = with_votes(stated.clone(), detected.iter().flatten());
    // Votes mostly change nothing, and what was told without them stands.
    let typings: Vec<Vec<Typing>> = if locale == stated {
        detected
    } else {
        let pairs = wrappers.par_iter().zip(readings);
        pairs.map(|(wrapper, readings)| typings(wrapper, &readings.values, &locale)).collect()
    };
    let wrappers = wrappers.par_iter_mut().zip(readings);
    wrappers.zip(typings).for_each(|((wrapper, readings), typings)| {
        for (field, typing) in wrapper.template.fields_mut().into_iter().zip(typings) {
            typing.give(field);
        }
        readings.values.nodes.give(&mut wrapper.template);
    });
    locale
}

/// What was found out about a field.
struct Typing {
    detected: Detected,
    filled: Presence,
    pairs: Vec<(String, Detected)>,
}

impl Typing {
    fn give(self, mut to: FieldMut<'_>) {
        let field = to.field();
        field.format = self.detected.format;
        field.filled = self.filled;
        field.fitting = Presence::new(self.detected.fitting, self.detected.values);
        if let FieldMut::Map(map) = to {
            // The addresses of values are names of the map as well.
            let has = |name: &str| self.pairs.iter().any(|(key, _)| key == name);
            let addresses = self.pairs.iter().map(|(key, _)| key);
            let addresses = addresses.filter(|key| key.strip_suffix(ADDRESS).is_some_and(has));
            let new = addresses.filter(|key| !map.keys.contains(key)).cloned();
            map.keys.extend(new.collect::<Vec<_>>());
            let formats = self.pairs.into_iter().map(|(key, found)| (key, found.format));
            map.formats = formats.filter(|(_, format)| !format.is_text()).collect();
        }
    }
}

/// The types of a wrapper's fields, in the order of the template.
fn typings(wrapper: &Wrapper, values: &Values, locale: &Locale) -> Vec<Typing> {
    let places = wrapper.template.field_places();
    let firsts = first_places(&places);
    let typing = |(at, place): (usize, &FieldPlace<'_>)| {
        let pairs = values.of(at).pairs.iter().map(|(key, column)| {
            (key.clone(), detect(key, ValueSource::Text, &column.counted(), locale))
        });
        let places: Vec<usize> =
            (0..firsts.len()).filter(|other| firsts[*other] == firsts[at]).collect();
        let counted = values.counted(&places);
        Typing {
            detected: detect(&place.field().name, place.source, &counted, locale),
            filled: values.filled(&places),
            pairs: pairs.collect(),
        }
    };
    places.iter().enumerate().map(typing).collect()
}

/// The locale with what most fields tell by their own values.
fn with_votes<'d>(locale: Locale, typings: impl Iterator<Item = &'d Typing>) -> Locale {
    let mut marks: BTreeMap<DecimalMark, u32> = BTreeMap::new();
    let mut orders: BTreeMap<DateOrder, u32> = BTreeMap::new();
    for typing in typings {
        for found in [&typing.detected].into_iter().chain(typing.pairs.iter().map(|(_, d)| d)) {
            if let Some(mark) = found.mark {
                *marks.entry(mark).or_default() += 1;
            }
            if let Some(order) = found.order {
                *orders.entry(order).or_default() += 1;
            }
        }
    }
    Locale { decimal_mark: most(&marks), date_order: most(&orders), ..locale }
}

/// What has more votes than all others together.
fn most<T: Copy>(votes: &BTreeMap<T, u32>) -> Option<T> {
    let all: u32 = votes.values().sum();
    votes.iter().find(|(_, count)| **count * 2 > all).map(|(value, _)| *value)
}

/// What the pages say of themselves: language, host, currency.
fn locale(corpora: &[Corpus<'_>]) -> Locale {
    let (mut langs, mut hosts, mut currencies) =
        (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for corpus in corpora {
        for page in 0..corpus.len() {
            let document = corpus.document(page);
            let lang = document.html_attrs.iter().find(|(name, _)| name == "lang");
            if let Some((_, lang)) = lang {
                *langs.entry(lang.as_str()).or_insert(0u32) += 1;
            }
            if let Some(host) = host(corpus.url(page)) {
                *hosts.entry(host).or_insert(0u32) += 1;
            }
            if let Some(currency) = stated_currency(document) {
                *currencies.entry(currency).or_insert(0) += 1;
            }
        }
    }
    let lang = langs.iter().max_by_key(|(_, count)| **count).map(|(lang, _)| *lang);
    let host = hosts.iter().max_by_key(|(_, count)| **count).map(|(host, _)| *host);
    let all: usize = currencies.values().sum();
    let is_agreed = |count: usize| corpora[0].share(count, all).is_nearly_all();
    let currency = currencies.iter().find(|(_, count)| is_agreed(**count));
    let currency = currency.map(|(currency, _)| *currency);
    Locale::new(lang, host, currency)
}

/// The host of a URL.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    host.split(':').next().filter(|host| !host.is_empty())
}

/// The currency that a page's structured data names.
fn stated_currency(document: &sitewrap_tree::Document) -> Option<Currency> {
    let codes = texts_of(document, "priceCurrency");
    codes.iter().find_map(|code| Currency::from_code(code.trim()))
}
