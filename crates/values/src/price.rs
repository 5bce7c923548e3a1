//! Prices: an amount with a currency before or behind it, or between units and cents.

use crate::number::{Number, Readings, is_digit};
use crate::parameters::book;
use crate::price_words::bare;
use crate::sign::Sign;
use crate::{Currency, DecimalMark};
use sitewrap_lexicon::{Role, is, words};

/// An amount and what stands with it for a currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    /// How the amount can be read.
    pub(crate) readings: Readings,
    /// What names the currency; `None` for a number alone.
    pub(crate) sign: Option<Sign>,
    /// Whether what stands with the amount can hardly mean anything but a currency.
    pub(crate) is_sure: bool,
    /// How the highest amount can be read, if the text gives a range.
    pub(crate) up_to: Option<Readings>,
}

impl Price {
    /// Reads a text that is a price or a range of prices, perhaps with the words that go with
    /// prices (`From £12`, `$5 / month`), or a number alone.
    pub(crate) fn of(text: &str) -> Option<Self> {
        if text.len() > book().value_bytes {
            return None;
        }
        let text: String = text.chars().filter(|c| !is_invisible(*c)).collect();
        let plain = |text: &str| Self::single(text).or_else(|| Self::range(text));
        plain(&text).or_else(|| plain(bare(&text)?).filter(|price| price.sign.is_some()))
    }

    /// Two prices with a word or dash between them, the lower one first; one of them may leave the
    /// currency to the other.
    fn range(text: &str) -> Option<Self> {
        let by_sign = ["–", "—", "-", "~"].into_iter().filter_map(|sign| text.split_once(sign));
        let by_word = words(Role::To).filter_map(|word| parted(text, word));
        by_sign.chain(by_word).find_map(|(low, high)| {
            let (low, high) = (Self::single(low)?, Self::single(high)?);
            let sign = match (low.sign, high.sign) {
                (Some(a), Some(b)) => agreed(a, b)?,
                (sign, None) | (None, sign) => sign?,
            };
            let value = |price: &Self| price.readings.clone().grouped()?.value();
            let is_rising = value(&low)? <= value(&high)?;
            let (is_sure, up_to) = (low.is_sure && high.is_sure, Some(high.readings));
            is_rising.then_some(Self { sign: Some(sign), is_sure, up_to, ..low })
        })
    }

    /// Reads a text that is one price and nothing else, or a number alone.
    fn single(text: &str) -> Option<Self> {
        let text = without_notes(text);
        let (negative, text) = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            Some(inner) => (true, inner),
            None => (false, text),
        };
        let first = text.find(is_digit)?;
        let first = if text[..first].ends_with(starts_fraction) { first - 1 } else { first };
        let last = text.rfind(is_digit)?;
        let end = last + text[last..].chars().next().map_or(1, char::len_utf8);
        let (before, minus_before) = without_minus(&text[..first]);
        let after = without_dashes(&text[end..]);
        let mut signs = [(before, true), (after, false)]
            .into_iter()
            .filter(|(text, _)| !text.trim().is_empty())
            .map(|(text, is_before)| Sign::of(text, is_before));
        let sign = match (signs.next(), signs.next()) {
            (None, _) => None,
            (Some(sign), None) => Some(sign?),
            (Some(a), Some(b)) => Some(agreed(a?, b?)?),
        };
        let (readings, sign) = amount(&text[first..end], sign)?;
        let readings = if negative || minus_before { readings.negated() } else { readings };
        // A sign between units and cents is as good as any.
        let is_sure = [before, after].into_iter().all(|text| text.trim().is_empty())
            || [before, after]
                .into_iter()
                .any(|text| !text.trim().is_empty() && Sign::is_sure(text));
        Some(Self { readings, sign, is_sure, up_to: None })
    }

    /// The amount by the decimal mark; without one, three digits behind a mark are a group of
    /// thousands, save where the currency has three decimals.
    pub(crate) fn amount(
        &self,
        mark: Option<DecimalMark>,
        currency: Option<Currency>,
    ) -> Option<f64> {
        read_amount(self.readings.clone(), mark, currency)
    }

    /// The highest amount of a range, likewise.
    pub(crate) fn max_amount(
        &self,
        mark: Option<DecimalMark>,
        currency: Option<Currency>,
    ) -> Option<f64> {
        read_amount(self.up_to.clone()?, mark, currency)
    }
}

/// What stands before and behind a word of its own in a text.
fn parted<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    text.match_indices(word).find_map(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + word.len()..]);
        (before.ends_with(' ') && behind.starts_with(' ')).then_some((before, behind))
    })
}

fn read_amount(
    readings: Readings,
    mark: Option<DecimalMark>,
    currency: Option<Currency>,
) -> Option<f64> {
    let has_three = currency.is_some_and(|currency| currency.decimals() == 3);
    let number: Option<Number> = match mark {
        Some(mark) => readings.by(mark),
        None if has_three => readings.by(DecimalMark::Point),
        None => readings.grouped(),
    };
    number?.value()
}

/// The number of an amount and its sign, which may stand between units and cents: `12€50`.
fn amount(text: &str, sign: Option<Sign>) -> Option<(Readings, Option<Sign>)> {
    let readings = Readings::of(text);
    if !readings.is_empty() {
        return Some((readings, sign));
    }
    let is_cents = |cents: &str| cents.chars().count() == 2 && cents.chars().all(is_digit);
    // Cents set smaller, as superscript: `12 99`.
    if let Some((units, cents)) = text.rsplit_once([' ', '\u{a0}'])
        && is_cents(cents)
        && sign.is_some()
        && Readings::of(units).whole().is_some()
    {
        let units = Readings::of(units).whole()?;
        return Some((Readings::of(&format!("{units}.{cents}")), sign));
    }
    let start = text.find(|c: char| !is_digit(c))?;
    let length = text[start..].find(is_digit)?;
    let (units, between, cents) =
        (&text[..start], &text[start..start + length], &text[start + length..]);
    let inner = Sign::of(between, false).filter(|_| sign.is_none() && is_cents(cents))?;
    Some((Readings::of(&format!("{units}.{cents}")), Some(inner)))
}

/// The sign of a price that has one before and one behind it: one must be able to stand for the
/// other (`$12.00 CAD`).
fn agreed(a: Sign, b: Sign) -> Option<Sign> {
    match (a, b) {
        (Sign::Of(currency), other) | (other, Sign::Of(currency)) => {
            other.can_be(currency).then_some(Sign::Of(currency))
        }
        (Sign::Shared(_), Sign::Shared(_)) => (a == b).then_some(a),
    }
}

fn starts_fraction(c: char) -> bool {
    c == '.' || c == ','
}

/// Marks of writing direction and joiners, which a reader does not see.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// What stands before an amount, without a minus.
fn without_minus(before: &str) -> (&str, bool) {
    let minus = ['-', '\u{2212}', '\u{2013}'];
    let before = before.trim();
    match before.strip_prefix(minus).or_else(|| before.strip_suffix(minus)) {
        Some(rest) => (rest, true),
        None => (before, false),
    }
}

/// What stands behind an amount, without the dash that stands for no cents: `12,-`, `199:-`.
fn without_dashes(after: &str) -> &str {
    let after = after.trim_start();
    let rest = after.strip_prefix([',', '.', ':']).unwrap_or(after);
    let dashes = rest.trim_start_matches(['-', '\u{2013}', '\u{2014}', '\u{2212}']);
    if dashes.len() < rest.len() { dashes } else { after }
}

/// A price without footnote marks and notes about taxes behind it.
fn without_notes(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let cut = text.trim_end_matches(['*', '†', '¹', '²', ' ', '\u{a0}', '.', ',', ')', ']']);
        let cut = if text.starts_with('(') { text } else { cut };
        let start = cut
            .rfind(|c: char| !c.is_alphabetic())
            .map_or(0, |at| at + cut[at..].chars().next().map_or(1, char::len_utf8));
        let word = cut[start..].to_lowercase();
        if !is(Role::Tax, &word) {
            // Only what stands with a note is taken off with it.
            let marks = ['*', '†', '¹', '²', ' '];
            return text.trim_end_matches(marks);
        }
        text = cut[..start].trim_end_matches([' ', '\u{a0}', '(', '[', ',', '/', '.']);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(f64, Option<String>)> {
        let price = Price::of(text)?;
        let currency = price.sign.and_then(|sign| sign.currency(None));
        Some((price.amount(None, currency)?, currency.map(|currency| currency.to_string())))
    }

    #[track_caller]
    fn check(cases: &[(&str, f64, &str)]) {
        for &(text, amount, code) in cases {
            let code = (!code.is_empty()).then(|| code.to_owned());
            assert_eq!(read(text), Some((amount, code)), "{text}");
        }
    }

    #[test]
    fn prices_of_many_countries() {
        let cases = [
            ("£22.99", 22.99, "GBP"),
            ("$1,234.56", 1234.56, "USD"),
            ("1.234,56 €", 1234.56, "EUR"),
            ("1 234,56 €", 1234.56, "EUR"),
            ("1\u{202f}234,56\u{a0}€", 1234.56, "EUR"),
            ("CHF 1'234.56", 1234.56, "CHF"),
            ("CHF 12.–", 12.0, "CHF"),
            ("Fr. 12.50", 12.5, "CHF"),
            ("₹12,34,567.00", 1_234_567.0, "INR"),
            ("Rs. 1,299", 1299.0, "INR"),
            ("¥1,234", 1234.0, "JPY"),
            ("￥1,234", 1234.0, "JPY"),
            ("1,234円", 1234.0, "JPY"),
            ("1.234 kr", 1234.0, "SEK"),
            ("1 234:-", 1234.0, ""),
            ("199:- kr", 199.0, "SEK"),
            ("R$ 1.234,56", 1234.56, "BRL"),
            ("R$1.234", 1234.0, "BRL"),
            ("12€50", 12.5, "EUR"),
            ("12,- €", 12.0, "EUR"),
            ("€ 12,-", 12.0, "EUR"),
            ("$ 12 99", 12.99, "USD"),
            ("-£5.00", -5.0, "GBP"),
            ("£-5.00", -5.0, "GBP"),
            ("($5.00)", -5.0, "USD"),
            ("$12.00 CAD", 12.0, "CAD"),
            ("US$ 12.00 USD", 12.0, "USD"),
            ("EUR 12,50", 12.5, "EUR"),
            ("12,50 EUR", 12.5, "EUR"),
            ("1 299 Kč", 1299.0, "CZK"),
            ("1 299,00 zł", 1299.0, "PLN"),
            ("12 990 Ft", 12990.0, "HUF"),
            ("1 299 руб.", 1299.0, "RUB"),
            ("1 299 ₽", 1299.0, "RUB"),
            ("₺1.299,90", 1299.9, "TRY"),
            ("1.299,90 TL", 1299.9, "TRY"),
            ("Rp 1.250.000", 1_250_000.0, "IDR"),
            ("1.250.000 ₫", 1_250_000.0, "VND"),
            ("₩12,000", 12000.0, "KRW"),
            ("12,000원", 12000.0, "KRW"),
            ("د.إ 1,250", 1250.0, "AED"),
            ("١٬٢٥٠ ر.س", 1250.0, "SAR"),
            ("KD 1.250", 1.25, "KWD"),
            ("£12.00 inc. VAT", 12.0, "GBP"),
            ("12,99 € inkl. MwSt.", 12.99, "EUR"),
            ("12,99 €*", 12.99, "EUR"),
            ("£12.00 (ex. VAT)", 12.0, "GBP"),
            ("$.99", 0.99, "USD"),
            ("1.234", 1234.0, ""),
            ("CHF 1'234.–", 1234.0, "CHF"),
            ("12 990 Kč", 12990.0, "CZK"),
        ];
        check(&cases);
    }

    #[test]
    fn words_beside_a_price_do_not_change_it() {
        check(&[
            ("From £12", 12.0, "GBP"),
            ("ab 12,50 €", 12.5, "EUR"),
            ("à partir de 12,50 €", 12.5, "EUR"),
            ("$5/mo", 5.0, "USD"),
            ("$5.99 per month", 5.99, "USD"),
            ("12 € / Nacht", 12.0, "EUR"),
            ("Now £5 (was £8)", 5.0, "GBP"),
            ("£5.00 RRP £8.00", 5.0, "GBP"),
        ]);
    }

    #[test]
    fn what_says_more_than_a_price_is_none() {
        let texts = [
            "From 12",
            "from London",
            "was £8",
            "£20 - £10",
            "10 - 20",
            "Free",
            "5 kg",
            "12 km",
            "€",
            "£1 off",
            "1.5 L",
            "",
            "12 EUR $",
            "$5 for 3",
            "12 R",
        ];
        for text in texts {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn ranges_have_a_lowest_and_a_highest_price() {
        for text in ["£12 – £20", "£12 - 20", "12-20 £", "£12 to £20", "From £12 to £20"]
        {
            let price = Price::of(text).expect(text);
            let (low, high) = (price.amount(None, None), price.max_amount(None, None));
            assert_eq!((low, high), (Some(12.0), Some(20.0)), "{text}");
        }
        assert_eq!(Price::of("$12 – €20"), None, "two currencies");
    }
}
