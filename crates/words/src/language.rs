//! Which language is a text in?

use crate::script::{is_han, is_hangul, is_kana};
use std::fmt;
use whatlang::Lang;

/// Characters of a text that are looked at.
const LOOKED_AT: usize = 2000;

/// The languages that are told by their letters, with their codes of ISO 639-1.
#[rustfmt::skip]
const CODES: [(&str, Lang); 67] = [
    ("af", Lang::Afr), ("ak", Lang::Aka), ("am", Lang::Amh), ("ar", Lang::Ara), ("az", Lang::Aze), ("be", Lang::Bel), ("bg", Lang::Bul),
    ("bn", Lang::Ben), ("ca", Lang::Cat), ("cs", Lang::Ces), ("cy", Lang::Cym), ("da", Lang::Dan), ("de", Lang::Deu),
    ("el", Lang::Ell), ("en", Lang::Eng), ("eo", Lang::Epo), ("es", Lang::Spa), ("et", Lang::Est),
    ("fa", Lang::Pes), ("fi", Lang::Fin), ("fr", Lang::Fra), ("gu", Lang::Guj), ("he", Lang::Heb),
    ("hi", Lang::Hin), ("hr", Lang::Hrv), ("hu", Lang::Hun), ("hy", Lang::Hye), ("id", Lang::Ind),
    ("it", Lang::Ita), ("jv", Lang::Jav), ("ka", Lang::Kat), ("km", Lang::Khm), ("kn", Lang::Kan), ("la", Lang::Lat),
    ("lt", Lang::Lit), ("lv", Lang::Lav), ("mk", Lang::Mkd), ("ml", Lang::Mal), ("mr", Lang::Mar),
    ("my", Lang::Mya), ("nb", Lang::Nob), ("ne", Lang::Nep), ("nl", Lang::Nld), ("or", Lang::Ori),
    ("pa", Lang::Pan), ("pl", Lang::Pol), ("pt", Lang::Por), ("ro", Lang::Ron), ("ru", Lang::Rus),
    ("si", Lang::Sin), ("sk", Lang::Slk), ("sl", Lang::Slv), ("sn", Lang::Sna), ("sr", Lang::Srp),
    ("sv", Lang::Swe), ("ta", Lang::Tam), ("te", Lang::Tel), ("th", Lang::Tha), ("tl", Lang::Tgl),
    ("tr", Lang::Tur), ("tk", Lang::Tuk), ("uk", Lang::Ukr), ("ur", Lang::Urd), ("uz", Lang::Uzb),
    ("vi", Lang::Vie), ("yi", Lang::Yid), ("zu", Lang::Zul),
];

/// A language by the first part of its code of BCP 47, in lower case; empty where it is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Language([u8; 3]);

impl Language {
    /// The language that a code tells (`en`, `pt-BR`); unknown for what is no such code.
    pub fn from_code(code: &str) -> Self {
        let code = code.trim().split(['-', '_']).next().unwrap_or_default();
        let mut bytes = [0; 3];
        if code.len() <= bytes.len() && code.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            for (to, from) in bytes.iter_mut().zip(code.bytes()) {
                *to = from.to_ascii_lowercase();
            }
        }
        Self(bytes)
    }

    /// The language of a text: what is `declared`, if that can be; else what its letters and the
    /// frequencies of their sequences tell. A page that says `en` because its template does may well be
    /// in Chinese, so that the script of the text has the last word.
    pub fn of(text: &str, declared: Option<&str>) -> Self {
        let declared = declared.map(Self::from_code).unwrap_or_default();
        let head = text.char_indices().nth(LOOKED_AT).map_or(text, |(end, _)| &text[..end]);
        if let Some(dense) = dense_language(head) {
            return if declared.code() == "yue" { declared } else { dense };
        }
        let Some(found) = whatlang::detect(head) else { return declared };
        match CODES.iter().find(|(code, _)| *code == declared.code()) {
            Some((_, lang)) if found.script().langs().contains(lang) => declared,
            None if declared != Self::default() => declared,
            _ => {
                let code = CODES.iter().find(|(_, lang)| *lang == found.lang());
                code.map(|(code, _)| Self::from_code(code)).unwrap_or_default()
            }
        }
    }

    /// The code; empty if the language is not known.
    pub fn code(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        std::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }
}

/// The language of a text in Chinese, Japanese or Korean writing, if it is mostly that. A Chinese
/// character says as much as a Latin word: one in five characters is enough.
fn dense_language(text: &str) -> Option<Language> {
    let count = |of: fn(char) -> bool| text.chars().filter(|c| of(*c)).count();
    let (han, kana, hangul) = (count(is_han), count(is_kana), count(is_hangul));
    let letters = count(char::is_alphabetic);
    if (han + kana + hangul) * 5 < letters.max(1) {
        return None;
    }
    // Japanese has kana in every sentence, and Korean hardly a Chinese character.
    let code = match () {
        () if hangul > han + kana => "ko",
        () if kana * 10 > han => "ja",
        () => "zh",
    };
    Some(Language::from_code(code))
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_holds_where_the_script_can_be_its_own() {
        let of = |text: &str, declared| Language::of(text, declared).code().to_owned();
        let english = "The lamp burns for six hours, and then it has to be filled with oil again.";
        assert_eq!(of(english, None), "en");
        assert_eq!(of(english, Some("de-AT")), "de");
        assert_eq!(
            of("Лампа горит шесть часов, а потом её надо снова наполнить маслом.", Some("en")),
            "ru"
        );
        assert_eq!(of("灯笼可以燃烧六个小时 lamp", Some("en")), "zh");
        assert_eq!(of("ランプは六時間燃えます", None), "ja");
        assert_eq!(of("등불은 여섯 시간 동안 탄다", None), "ko");
        assert_eq!(of("", Some("pt_BR")), "pt");
        assert_eq!(of("", Some("no such code")), "");
    }
}
