//! Currencies: ISO 4217 codes, the countries that pay with them, and the signs that stand for them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// Code, decimals and countries (ISO 3166-1) of the currencies in use; and those that
/// gave way to the euro of late and stand on many pages still, without a country.
const CURRENCIES: &str = "\
AED 2 ae|AFN 2 af|ALL 2 al|AMD 2 am|AOA 2 ao|ARS 2 ar|AUD 2 au cx cc ki nr nf tv|AWG 2 aw|AZN 2 az|\
BAM 2 ba|BBD 2 bb|BDT 2 bd|BGN 2 |BHD 3 bh|BIF 0 bi|BMD 2 bm|BND 2 bn|BOB 2 bo|BRL 2 br|BSD 2 bs|BTN 2 bt|\
BWP 2 bw|BYN 2 by|BZD 2 bz|CAD 2 ca|CDF 2 cd|CHF 2 ch li|CLP 0 cl|CNY 2 cn|COP 2 co|CRC 2 cr|\
CUP 2 cu|CVE 2 cv|CZK 2 cz|DJF 0 dj|DKK 2 dk fo gl|DOP 2 do|DZD 2 dz|EGP 2 eg|ERN 2 er|ETB 2 et|\
EUR 2 ad at be bg cy de ee es fi fr gf gp gr hr ie it lt lu lv mc me mf mq mt nl pm pt re si sk sm va xk yt eu|\
FJD 2 fj|FKP 2 fk|GBP 2 gb uk gg im je|GEL 2 ge|GHS 2 gh|GIP 2 gi|GMD 2 gm|GNF 0 gn|GTQ 2 gt|\
GYD 2 gy|HKD 2 hk|HNL 2 hn|HRK 2 |HTG 2 ht|HUF 2 hu|IDR 2 id|ILS 2 il ps|INR 2 in|IQD 3 iq|IRR 2 ir|\
ISK 0 is|JMD 2 jm|JOD 3 jo|JPY 0 jp|KES 2 ke|KGS 2 kg|KHR 2 kh|KMF 0 km|KPW 2 kp|KRW 0 kr|KWD 3 kw|\
KYD 2 ky|KZT 2 kz|LAK 2 la|LBP 2 lb|LKR 2 lk|LRD 2 lr|LSL 2 ls|LYD 3 ly|MAD 2 ma eh|MDL 2 md|\
MGA 2 mg|MKD 2 mk|MMK 2 mm|MNT 2 mn|MOP 2 mo|MRU 2 mr|MUR 2 mu|MVR 2 mv|MWK 2 mw|MXN 2 mx|MYR 2 my|\
MZN 2 mz|NAD 2 na|NGN 2 ng|NIO 2 ni|NOK 2 no sj bv|NPR 2 np|NZD 2 nz ck nu pn tk|OMR 3 om|PAB 2 pa|\
PEN 2 pe|PGK 2 pg|PHP 2 ph|PKR 2 pk|PLN 2 pl|PYG 0 py|QAR 2 qa|RON 2 ro|RSD 2 rs|RUB 2 ru|RWF 0 rw|\
SAR 2 sa|SBD 2 sb|SCR 2 sc|SDG 2 sd|SEK 2 se|SGD 2 sg|SHP 2 sh|SLE 2 sl|SOS 2 so|SRD 2 sr|SSP 2 ss|\
STN 2 st|SYP 2 sy|SZL 2 sz|THB 2 th|TJS 2 tj|TMT 2 tm|TND 3 tn|TOP 2 to|TRY 2 tr|TTD 2 tt|TWD 2 tw|\
TZS 2 tz|UAH 2 ua|UGX 0 ug|USD 2 us pr gu vi as mp um tc vg bq ec sv mh fm pw tl zw|UYU 2 uy|UZS 2 uz|\
VES 2 ve|VND 0 vn|VUV 0 vu|WST 2 ws|XAF 0 cm cf cg ga gq td|XCD 2 ag ai dm gd kn lc ms vc|\
XCG 2 cw sx|XOF 0 bf bj ci gw ml ne sn tg|XPF 0 nc pf wf|YER 2 ye|ZAR 2 za|ZMW 2 zm";

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
        (may_be && rows().any(|row| row.code == code)).then_some(Self(letters))
    }

    /// The currency of a country, by its ISO 3166-1 code of two letters or its domain.
    pub fn of_country(country: &str) -> Option<Self> {
        let country = country.to_ascii_lowercase();
        let row = rows().find(|row| row.countries.split(' ').any(|known| known == country))?;
        Self::from_code(row.code)
    }

    /// The ISO 4217 code, such as `EUR`.
    pub fn code(&self) -> &str {
        // Made from ASCII letters only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Decimals of an amount: 2 for most, 0 for the yen, 3 for the dinar.
    pub fn decimals(self) -> u32 {
        rows().find(|row| row.code == self.code()).map_or(2, |row| row.decimals)
    }
}

struct Row {
    code: &'static str,
    decimals: u32,
    countries: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    CURRENCIES.split('|').filter_map(|row| {
        let (code, rest) = row.split_once(' ')?;
        let (decimals, countries) = rest.split_once(' ')?;
        Some(Row { code, decimals: decimals.parse().ok()?, countries })
    })
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
    fn each_row_of_the_table_is_whole_and_each_country_pays_with_one_currency() {
        let mut countries = Vec::new();
        let count =
            rows().inspect(|row| countries.extend(row.countries.split_whitespace())).count();
        assert_eq!(count, CURRENCIES.split('|').count());
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
