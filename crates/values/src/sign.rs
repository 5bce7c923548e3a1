//! Currency signs, and which currencies each can stand for.

use crate::Currency;
use sitewrap_lexicon::{SignRow, signs};

/// What a text names as a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// One currency, by its code or a sign of its own.
    Of(Currency),
    /// One of several currencies, by their place in the table.
    Shared(usize),
}

impl Sign {
    /// What a text before (or after) an amount names; `None` if it is anything else.
    pub(crate) fn of(text: &str, is_before: bool) -> Option<Self> {
        let key: String = text.chars().filter(|c| !c.is_whitespace()).map(narrow).collect();
        let key = key.to_lowercase();
        let key = key.trim_matches(['.', ':']);
        if key.is_empty() || key.len() > 16 {
            return None;
        }
        Self::of_key(key, is_before).or_else(|| {
            // `USD $`, `$CAD`: the code tells what the sign leaves open.
            let cut = key.char_indices().nth(3)?.0;
            let back = key.char_indices().nth_back(2)?.0;
            [(&key[..cut], &key[cut..]), (&key[back..], &key[..back])].into_iter().find_map(
                |(code, sign)| {
                    let currency = Currency::from_code(&code.to_uppercase())?;
                    Self::of_key(sign, is_before)?.can_be(currency).then_some(Self::Of(currency))
                },
            )
        })
    }

    fn of_key(key: &str, is_before: bool) -> Option<Self> {
        if let Some(place) = signs().iter().position(|row| row.sign == key) {
            let SignRow { is_before_only, codes, .. } = &signs()[place];
            return match codes[..] {
                _ if *is_before_only && !is_before => None,
                [code] => Currency::from_code(code).map(Self::Of),
                _ => Some(Self::Shared(place)),
            };
        }
        Currency::from_code(&key.to_uppercase()).map(Self::Of)
    }

    /// Whether a text that names a currency can hardly mean anything else.
    pub(crate) fn is_sure(text: &str) -> bool {
        let key = text.trim().trim_matches('.');
        if key.len() == 3 && key.bytes().all(|b| b.is_ascii_alphabetic()) {
            let code = key.to_uppercase();
            let row = Currency::from_code(&code).and_then(Currency::row);
            return row.map_or(code == key, |row| row.is_small || code == key && !row.is_word);
        }
        let key = key.to_lowercase();
        !signs().iter().any(|row| row.is_weak && row.sign == key)
    }

    /// The currency that the sign alone stands for, if it is one.
    pub(crate) fn own(self) -> Option<Currency> {
        match self {
            Self::Of(currency) => Some(currency),
            Self::Shared(_) => None,
        }
    }

    /// Whether the sign can stand for a currency.
    pub(crate) fn can_be(self, currency: Currency) -> bool {
        match self {
            Self::Of(own) => own == currency,
            Self::Shared(place) => signs()[place].codes.contains(&currency.code()),
        }
    }

    /// The currency that the sign is most used for.
    pub(crate) fn usual(self) -> Option<Currency> {
        match self {
            Self::Of(currency) => Some(currency),
            Self::Shared(place) => {
                signs()[place].codes.first().and_then(|code| Currency::from_code(code))
            }
        }
    }

    /// The currency: the sign's own, or of those that share it the one that is expected.
    pub(crate) fn currency(self, expected: Option<Currency>) -> Option<Currency> {
        expected.filter(|currency| self.can_be(*currency)).or_else(|| self.usual())
    }
}

/// Whether a text is the sign or the code of a currency, and hardly anything else.
pub fn is_currency(text: &str) -> bool {
    Sign::of(text, true).is_some() && Sign::is_sure(text)
}

/// Signs in full width as the plain ones.
fn narrow(c: char) -> char {
    match c {
        '＄' | '﹩' => '$',
        '￥' => '¥',
        '￡' => '£',
        '￦' => '₩',
        '’' | 'ʻ' | 'ʼ' | '‘' => '\'',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual(text: &str) -> Option<String> {
        Sign::of(text, true)?.usual().map(|currency| currency.to_string())
    }

    #[test]
    fn each_sign_is_in_lower_case_stands_once_and_names_currencies_in_use() {
        for (place, SignRow { sign, codes, .. }) in signs().iter().enumerate() {
            assert_eq!(sign.to_lowercase(), *sign);
            assert_eq!(signs().iter().position(|row| row.sign == *sign), Some(place), "{sign}");
            for code in codes {
                assert!(Currency::from_code(code).is_some(), "{code}");
            }
        }
    }

    #[test]
    fn signs_and_codes_name_currencies() {
        let cases = [
            ("€", "EUR"),
            ("EUR", "EUR"),
            ("eur", "EUR"),
            ("R$", "BRL"),
            ("kr.", "SEK"),
            ("US $", "USD"),
            ("USD $", "USD"),
            ("$ CAD", "CAD"),
            ("AUD$", "AUD"),
            ("Rs.", "INR"),
            ("￥", "JPY"),
            ("руб.", "RUB"),
            ("S/.", "PEN"),
        ];
        for (sign, code) in cases {
            assert_eq!(usual(sign).as_deref(), Some(code), "{sign}");
        }
        for text in ["", "kg", "€$", "EUR $", "from", "abc"] {
            assert_eq!(usual(text), None, "{text}");
        }
        assert_eq!(Sign::of("R", false), None);
    }

    #[test]
    fn a_shared_sign_stands_for_what_is_expected_if_it_can() {
        let sign = Sign::of("$", true).expect("a sign");
        let code = |expected| {
            sign.currency(Currency::from_code(expected)).map(|currency| currency.to_string())
        };
        assert_eq!(code("CAD").as_deref(), Some("CAD"));
        assert_eq!(code("EUR").as_deref(), Some("USD"));
    }
}
