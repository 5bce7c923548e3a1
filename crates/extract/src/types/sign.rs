//! Currency signs, and which currencies each can stand for.

use super::Currency;

/// Signs in lower case without white space, with the codes of the currencies that they stand for,
/// the one that the sign is most used for first.
const SIGNS: &[(&str, &str)] = &[
    (
        "$",
        "USD CAD AUD MXN NZD SGD HKD ARS CLP COP TWD BBD BMD BND BSD BZD DOP FJD GYD JMD KYD LRD \
         NAD SBD SRD TTD UYU XCD",
    ),
    ("us$", "USD"),
    ("u$s", "USD"),
    ("u$d", "USD"),
    ("c$", "CAD NIO"),
    ("ca$", "CAD"),
    ("can$", "CAD"),
    ("cdn$", "CAD"),
    ("a$", "AUD"),
    ("au$", "AUD"),
    ("nz$", "NZD"),
    ("s$", "SGD"),
    ("sg$", "SGD"),
    ("hk$", "HKD"),
    ("nt$", "TWD"),
    ("tw$", "TWD"),
    ("mx$", "MXN"),
    ("mex$", "MXN"),
    ("ar$", "ARS"),
    ("clp$", "CLP"),
    ("col$", "COP"),
    ("r$", "BRL"),
    ("rd$", "DOP"),
    ("j$", "JMD"),
    ("tt$", "TTD"),
    ("bz$", "BZD"),
    ("b$", "BND BSD"),
    ("bds$", "BBD"),
    ("ec$", "XCD"),
    ("fj$", "FJD"),
    ("n$", "NAD"),
    ("$u", "UYU"),
    ("mop$", "MOP"),
    ("€", "EUR"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("евро", "EUR"),
    ("ευρώ", "EUR"),
    ("£", "GBP EGP GIP FKP LBP SDG SHP SSP SYP"),
    ("e£", "EGP"),
    ("le", "EGP"),
    ("l.e", "EGP"),
    ("ج.م", "EGP"),
    ("جنيه", "EGP"),
    ("¥", "JPY CNY"),
    ("円", "JPY"),
    ("元", "CNY TWD HKD"),
    ("圓", "TWD HKD"),
    ("rmb", "CNY"),
    ("cn¥", "CNY"),
    ("jp¥", "JPY"),
    ("₩", "KRW KPW"),
    ("원", "KRW"),
    ("₹", "INR"),
    ("rs", "INR PKR LKR NPR MUR SCR"),
    ("₨", "INR PKR LKR NPR MUR SCR"),
    ("रु", "INR NPR"),
    ("රු", "LKR"),
    ("৳", "BDT"),
    ("tk", "BDT"),
    ("kr", "SEK NOK DKK ISK"),
    ("ikr", "ISK"),
    ("fr", "CHF"),
    ("sfr", "CHF"),
    ("zł", "PLN"),
    ("zl", "PLN"),
    ("kč", "CZK"),
    ("kc", "CZK"),
    ("ft", "HUF"),
    ("lei", "RON MDL"),
    ("leu", "RON MDL"),
    ("лв", "BGN"),
    ("kn", "HRK"),
    ("din", "RSD"),
    ("дин", "RSD"),
    ("ден", "MKD"),
    ("₽", "RUB"),
    ("руб", "RUB BYN"),
    ("р", "RUB BYN"),
    ("br", "BYN ETB"),
    ("₴", "UAH"),
    ("грн", "UAH"),
    ("₸", "KZT"),
    ("тг", "KZT"),
    ("тенге", "KZT"),
    ("сум", "UZS"),
    ("so'm", "UZS"),
    ("сом", "KGS"),
    ("₮", "MNT"),
    ("₾", "GEL"),
    ("֏", "AMD"),
    ("₼", "AZN"),
    ("₺", "TRY"),
    ("tl", "TRY"),
    ("₪", "ILS"),
    ("ש\"ח", "ILS"),
    ("ש״ח", "ILS"),
    ("nis", "ILS"),
    ("﷼", "IRR SAR QAR OMR YER"),
    ("ریال", "IRR"),
    ("ريال", "SAR QAR OMR YER"),
    ("ر.س", "SAR"),
    ("sr", "SAR"),
    ("ر.ق", "QAR"),
    ("qr", "QAR"),
    ("ر.ع", "OMR"),
    ("د.إ", "AED"),
    ("درهم", "AED MAD"),
    ("dhs", "AED MAD"),
    ("dh", "MAD AED"),
    ("د.م", "MAD"),
    ("د.ك", "KWD"),
    ("kd", "KWD"),
    ("د.ب", "BHD"),
    ("bd", "BHD"),
    ("د.أ", "JOD"),
    ("jd", "JOD"),
    ("د.ت", "TND"),
    ("dt", "TND"),
    ("د.ج", "DZD"),
    ("da", "DZD"),
    ("د.ع", "IQD"),
    ("฿", "THB"),
    ("บาท", "THB"),
    ("₫", "VND"),
    ("đ", "VND"),
    ("vnđ", "VND"),
    ("rp", "IDR"),
    ("rm", "MYR"),
    ("₱", "PHP CUP"),
    ("php₱", "PHP"),
    ("₭", "LAK"),
    ("៛", "KHR"),
    ("₦", "NGN"),
    ("₵", "GHS"),
    ("gh₵", "GHS"),
    ("gh¢", "GHS"),
    ("ksh", "KES"),
    ("kshs", "KES"),
    ("ush", "UGX"),
    ("tsh", "TZS"),
    ("frw", "RWF"),
    ("fcfa", "XOF XAF"),
    ("cfa", "XOF XAF"),
    ("r", "ZAR"),
    ("s/", "PEN"),
    ("bs", "BOB VES"),
    ("₲", "PYG"),
    ("gs", "PYG"),
    ("₡", "CRC"),
    ("q", "GTQ"),
    ("b/", "PAB"),
];

/// Signs of Latin letters that are units or abbreviations where they follow a number.
const BEFORE_ONLY: [&str; 8] = ["r", "q", "b/", "br", "bd", "da", "sr", "fr"];

/// Signs that are units or abbreviations of other things too (`12 ft`, `Q 7`): alone they do not
/// make a number a price.
const WEAK_SIGNS: &[&str] = &[
    "r", "q", "ft", "le", "l.e", "bd", "da", "dt", "dh", "sr", "qr", "kd", "jd", "br", "fr", "bs",
    "gs", "tk", "kc", "zl", "din", "kn", "р", "s/", "b/",
];

/// Codes that are words or names as well (`TOP 10`, `AMD 5600`).
const WEAK_CODES: &[&str] = &[
    "ALL", "AMD", "BAM", "BOB", "CUP", "GEL", "LAK", "MAD", "MOP", "MUR", "NAD", "PEN", "RON",
    "SAR", "SOS", "TOP", "TRY", "VES",
];

/// Codes that are written in small letters too.
const COMMON_CODES: &[&str] = &[
    "EUR", "USD", "GBP", "CHF", "CAD", "AUD", "INR", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF",
    "JPY", "CNY",
];

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
        if !is_before && BEFORE_ONLY.contains(&key) {
            return None;
        }
        if let Some(place) = SIGNS.iter().position(|(sign, _)| *sign == key) {
            return match SIGNS[place].1 {
                code if code.len() == 3 => Currency::from_code(code).map(Self::Of),
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
            return COMMON_CODES.contains(&code.as_str())
                || (code == key && !WEAK_CODES.contains(&key));
        }
        !WEAK_SIGNS.contains(&key.to_lowercase().as_str())
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
            Self::Shared(place) => SIGNS[place].1.split(' ').any(|code| code == currency.code()),
        }
    }

    /// The currency that the sign is most used for.
    pub(crate) fn usual(self) -> Option<Currency> {
        match self {
            Self::Of(currency) => Some(currency),
            Self::Shared(place) => SIGNS[place].1.split(' ').next().and_then(Currency::from_code),
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
        for (place, (sign, codes)) in SIGNS.iter().enumerate() {
            assert_eq!(sign.to_lowercase(), *sign);
            assert_eq!(SIGNS.iter().position(|(other, _)| other == sign), Some(place), "{sign}");
            for code in codes.split(' ') {
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
