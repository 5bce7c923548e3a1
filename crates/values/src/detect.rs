//! What the values of a field are: decided over all of them together.

use crate::boolean::{boolean, says_more};
use crate::date::Moment;
use crate::duration::seconds_of;
use crate::number::{Number, Readings};
use crate::parameters::book;
use crate::price::Price;
use crate::rating::Rating;
use crate::{Currency, DateOrder, DecimalMark, Evidence, Format, Locale, Told, ValueType, read};
use sitewrap_lexicon::{self as lexicon, Role};
use std::collections::BTreeMap;

/// Where the values of a field stand in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSource<'a> {
    /// Text of an element.
    Text,
    /// Running text: text, whatever it looks like.
    Prose,
    /// The first paragraph of running text.
    Lead,
    /// A list of records or values.
    List,
    /// A map of names to values.
    Map,
    /// Class words.
    ClassWord,
    /// An attribute of an element with this tag.
    Attr {
        /// The element's tag.
        tag: &'a str,
        /// The attribute's name.
        attr: &'a str,
    },
}

/// What was found out about the values of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detected {
    /// What they are and how they are read.
    pub format: Format,
    /// How many there are.
    pub values: u32,
    /// How many of them the format reads.
    pub fitting: u32,
    /// The decimal mark that values tell by themselves.
    pub mark: Option<DecimalMark>,
    /// The order of dates that values tell by themselves.
    pub order: Option<DateOrder>,
}

/// Whether a text stands for no value (`-`, `n/a`).
pub fn is_blank(text: &str) -> bool {
    let text = text.trim();
    text.len() <= 12
        && (text.chars().all(|c| matches!(c, '-' | '–' | '—' | '.' | '…' | '?' | '/'))
            || matches!(
                text.to_lowercase().as_str(),
                "n/a" | "na" | "n.a." | "none" | "null" | "tba" | "tbd"
            ))
}

/// Finds out what the values of a field are.
///
/// # Arguments
/// - `name`: name of the field; `zip_code` says that its numbers are none.
/// - `values`: each distinct value with how often it came, in any order.
/// - `locale`: what the site tells, for what the values leave open.
pub fn detect(
    name: &str,
    source: ValueSource<'_>,
    values: &[(&str, u32)],
    locale: &Locale,
) -> Detected {
    let all = values;
    let seen = all.iter().map(|(_, count)| count).sum();
    let values: Vec<(&str, u32)> =
        all.iter().copied().filter(|(text, _)| !is_blank(text)).collect();
    let total = values.iter().map(|(_, count)| count).sum();
    let text = Detected { values: seen, fitting: seen, ..Detected::default() };
    let is_free_text = matches!(source, ValueSource::Prose | ValueSource::Lead);
    if total == 0 || is_free_text || matches!(source, ValueSource::List | ValueSource::Map) {
        return text;
    }
    let words: Vec<String> = name.split(['_', ' ', '-']).map(str::to_lowercase).collect();
    let job = Job { words: &words, source, values: &values, total, locale };
    let found = job
        .address()
        .or_else(|| job.boolean())
        .or_else(|| job.duration())
        .or_else(|| job.rating())
        .or_else(|| job.price())
        .or_else(|| job.moment())
        .or_else(|| job.number());
    let Some(mut found) = found else { return text };
    found.values = seen;
    let fits = |text: &str| found.format.read(text, "https://x").is_some();
    found.fitting = all.iter().filter(|(text, _)| fits(text)).map(|(_, count)| count).sum();
    found
}

struct Job<'a> {
    words: &'a [String],
    source: ValueSource<'a>,
    values: &'a [(&'a str, u32)],
    total: u32,
    locale: &'a Locale,
}

impl Job<'_> {
    /// Whether a word of the field's name says a name that is known.
    fn is_named(&self, name: &str) -> bool {
        self.words.iter().any(|word| lexicon::name(word) == Some(name))
    }

    fn fits(&self, count: u32) -> bool {
        f64::from(count) >= book().fitting * f64::from(self.total)
    }

    /// What reads as something, with how often it came; `None` if that is too little.
    fn all<T>(&self, read: impl Fn(&str) -> Option<T>) -> Option<Vec<(T, u32)>> {
        let found: Vec<(T, u32)> = self
            .values
            .iter()
            .filter_map(|(text, count)| read(text).map(|value| (value, *count)))
            .collect();
        self.fits(found.iter().map(|(_, count)| count).sum()).then_some(found)
    }

    fn address(&self) -> Option<Detected> {
        let value_type = match self.source {
            ValueSource::Attr { tag: "img" | "source" | "picture" | "amp-img", attr }
                if attr.contains("src") =>
            {
                ValueType::Image
            }
            ValueSource::Attr { attr: "poster" | "style", .. } => ValueType::Image,
            ValueSource::Attr {
                attr: "href" | "src" | "cite" | "data-src" | "data-href" | "data-url",
                ..
            } => self.page_or_picture(),
            _ => {
                let is_web = |text: &str| {
                    let rest = text.strip_prefix("http")?;
                    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix("://")?;
                    (!rest.contains(char::is_whitespace)).then_some(())
                };
                self.all(is_web)?;
                self.page_or_picture()
            }
        };
        let format = Format::of(value_type);
        self.all(|text| format.read(text, "https://x"))?;
        Some(Detected { format, ..Detected::default() })
    }

    fn page_or_picture(&self) -> ValueType {
        let shows = |text: &str| {
            let path = read::largest_picture(text).split(['?', '#']).next()?;
            let (_, extension) = path.rsplit_once('.')?;
            is_picture(&extension.to_ascii_lowercase()).then_some(())
        };
        if self.all(shows).is_some() { ValueType::Image } else { ValueType::Url }
    }

    fn boolean(&self) -> Option<Detected> {
        self.all(boolean)?;
        if says_more(self.values.iter().map(|(text, _)| *text)) {
            return None;
        }
        Some(Detected { format: Format::of(ValueType::Boolean), ..Detected::default() })
    }

    fn duration(&self) -> Option<Detected> {
        self.all(seconds_of)?;
        Some(Detected { format: Format::of(ValueType::Duration), ..Detected::default() })
    }

    fn rating(&self) -> Option<Detected> {
        let ratings = self.all(Rating::of)?;
        let is_named = self.is_named("rating") || self.source == ValueSource::ClassWord;
        let is_sure = ratings.iter().all(|(rating, _)| rating.is_sure) || is_named;
        let bests: Vec<u32> = ratings.iter().filter_map(|(rating, _)| rating.best).collect();
        let common = bests.first().copied().filter(|best| bests.iter().all(|b| b == best));
        // Fractions and days have all kinds of numbers behind the stroke, scales have one.
        let is_scale = bests.len() == ratings.len()
            && common.is_some_and(|best| matches!(best, 3..=7 | 10 | 20 | 100))
            && ratings.len() > 1;
        if !is_sure && !is_scale {
            return None;
        }
        let most = ratings.iter().map(|(rating, _)| rating.value).fold(0.0, f64::max);
        let best = match common {
            Some(best) => Some(best),
            None if bests.is_empty() && most <= 5.0 => Some(5),
            None if bests.is_empty() && most <= 10.0 => Some(10),
            None => None,
        };
        let format = Format { best, ..Format::of(ValueType::Rating) };
        Some(Detected { format, ..Detected::default() })
    }

    fn price(&self) -> Option<Detected> {
        let prices = self.all(Price::of)?;
        let site = self.locale.site_currency();
        let expected = site.map(|told| told.is);
        // Letters that are units or words as well count where the site's currency is theirs.
        let is_signed = |price: &Price| {
            price.sign.is_some_and(|sign| {
                price.is_sure || expected.is_some_and(|currency| sign.can_be(currency))
            })
        };
        let signed: u32 =
            prices.iter().filter(|(price, _)| is_signed(price)).map(|(_, count)| count).sum();
        let is_named = self.is_named("price") && self.locale.currency.is_some();
        let all: u32 = prices.iter().map(|(_, count)| count).sum();
        if signed * 2 < all && !(is_named && signed == 0) {
            return None;
        }
        let mark =
            majority(prices.iter().filter_map(|(price, n)| Some((price.readings.told()?, *n))));
        let currency = self.currency(&prices, site);
        let mut format = Format { currency, ..Format::of(ValueType::Price) };
        format.decimal_mark = mark.map(|is| Told { is, by: Evidence::Values });
        Some(Detected { format, mark, ..Detected::default() })
    }

    /// The currency of most prices, and what tells it.
    fn currency(
        &self,
        prices: &[(Price, u32)],
        site: Option<Told<Currency>>,
    ) -> Option<Told<Currency>> {
        let named = prices.iter().filter_map(|(price, n)| Some((price.sign?.own()?, *n)));
        let named = majority(named);
        // `12 USD` and `$12` in one field: the code tells which dollar.
        let expected = named.map(|is| Told { is, by: Evidence::Values }).or(site);
        let shared = prices.iter().filter_map(|(price, n)| {
            let sign = price.sign?;
            sign.own().is_none().then(|| Some((sign.currency(expected.map(|e| e.is))?, *n)))?
        });
        match (named, majority(shared)) {
            (Some(is), None) => Some(Told { is, by: Evidence::Values }),
            (None, None) => site,
            (_, Some(is)) => {
                let by =
                    expected.filter(|told| told.is == is).map_or(Evidence::Usage, |told| told.by);
                Some(Told { is, by })
            }
        }
    }

    fn moment(&self) -> Option<Detected> {
        let language = self.locale.language;
        let moments = self.all(|text| Moment::of(text, language))?;
        let order = majority(moments.iter().filter_map(|(m, n)| Some((m.told()?, *n))));
        let is_open = moments.iter().any(|(moment, _)| moment.is_ambiguous());
        let date_order = match order {
            Some(is) => Some(Told { is, by: Evidence::Values }),
            None if is_open => Some(self.locale.order()),
            None => None,
        };
        let has_time = moments.iter().any(|(moment, _)| moment.has_time());
        let value_type = if has_time { ValueType::DateTime } else { ValueType::Date };
        let has_ambiguous_month = moments.iter().any(|(moment, _)| moment.has_ambiguous_month);
        let language = language.filter(|_| has_ambiguous_month);
        let format = Format { date_order, language, ..Format::of(value_type) };
        Some(Detected { format, order, ..Detected::default() })
    }

    fn number(&self) -> Option<Detected> {
        let numbers =
            self.all(|text| Some(Readings::of(text)).filter(|found| !found.is_empty()))?;
        if self.words.iter().any(|word| lexicon::is(Role::NoQuantity, word)) {
            return None;
        }
        let mark = majority(numbers.iter().filter_map(|(number, n)| Some((number.told()?, *n))));
        let is_open = numbers.iter().any(|(number, _)| number.is_ambiguous());
        let decimal_mark = match mark {
            Some(is) => Some(Told { is, by: Evidence::Values }),
            None if is_open => self.locale.mark(),
            None => None,
        };
        let read_by = decimal_mark.map_or(DecimalMark::Point, |told| told.is);
        let numbers: Vec<(Number, u32)> = numbers
            .into_iter()
            .filter_map(|(number, count)| Some((number.by(read_by)?, count)))
            .collect();
        if numbers.iter().any(|(number, _)| number.has_leading_zero()) {
            return None;
        }
        // `4K` and `8K` are resolutions; counts that are cut short stand beside others that are not.
        if numbers.iter().all(|(number, _)| number.is_short)
            && numbers.len() <= book().short_numbers
        {
            return None;
        }
        let whole: u32 =
            numbers.iter().filter(|(n, _)| n.decimals == 0).map(|(_, count)| count).sum();
        let is_long = |number: &Number| {
            !number.is_grouped && number.decimals == 0 && number.digits() >= book().code_digits
        };
        let long: u32 = numbers.iter().filter(|(n, _)| is_long(n)).map(|(_, count)| count).sum();
        if long * 2 > self.total {
            return None;
        }
        let all: u32 = numbers.iter().map(|(_, count)| count).sum();
        let value_type = if whole == all { ValueType::Integer } else { ValueType::Decimal };
        let format = Format { decimal_mark, ..Format::of(value_type) };
        Some(Detected { format, mark, ..Detected::default() })
    }
}

/// What came most often, the smaller of equals; `None` of nothing.
fn majority<T: Ord + Copy>(votes: impl Iterator<Item = (T, u32)>) -> Option<T> {
    let mut counts: BTreeMap<T, u32> = BTreeMap::new();
    for (value, count) in votes {
        *counts.entry(value).or_default() += count;
    }
    let most = counts.values().copied().max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(value, _)| value)
}

/// Whether the ending of a file's name, in lower case, is that of a picture.
fn is_picture(extension: &str) -> bool {
    matches!(extension, "jpg" | "jpeg" | "png" | "gif" | "webp" | "avif" | "svg" | "bmp")
}
