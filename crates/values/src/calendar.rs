//! Names of months and of days of the week in many languages.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::sync::LazyLock;

static CALENDAR: LazyLock<Calendar> =
    LazyLock::new(|| Calendar::read(include_str!("calendar.txt")));

/// A language, by its ISO 639-1 code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language([u8; 2]);

impl Language {
    /// The language of a tag such as `de` or `pt-BR`; `None` if it does not begin with a code of
    /// two letters.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let code = tag.trim().split(['-', '_']).next()?.to_ascii_lowercase();
        let letters = code.bytes().all(|byte| byte.is_ascii_lowercase());
        // Norwegian has two written forms and a code for both.
        let code = if code == "no" || code == "nn" { "nb".to_owned() } else { code };
        code.as_bytes().try_into().ok().filter(|_| letters).map(Self)
    }

    /// The code.
    pub fn code(&self) -> &str {
        // Made from ASCII letters only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        Self::from_tag(&tag).ok_or_else(|| de::Error::custom("no code of a language"))
    }
}

struct Calendar {
    /// Meanings of a form: language and month, 1..=12.
    months: FxHashMap<String, Vec<(Language, i8)>>,
    weekdays: FxHashSet<String>,
}

impl Calendar {
    fn read(table: &str) -> Self {
        let mut calendar = Self { months: FxHashMap::default(), weekdays: FxHashSet::default() };
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let Some((code, groups)) = line.split_once(": ") else { continue };
            let Some(language) = Language::from_tag(code) else { continue };
            for (at, forms) in groups.split('|').enumerate() {
                for form in forms.split(' ').filter(|form| !form.is_empty()) {
                    if at < 12 {
                        let meanings = calendar.months.entry(plain(form)).or_default();
                        meanings.push((language, at as i8 + 1));
                    } else {
                        calendar.weekdays.insert(plain(form));
                    }
                }
            }
        }
        calendar
    }
}

/// The month that a word names, 1..=12, in the language if it is one of that language.
pub(crate) fn month(word: &str, language: Option<Language>) -> Option<i8> {
    let meanings = CALENDAR.months.get(&plain(word))?;
    let own = meanings.iter().find(|(known, _)| Some(*known) == language);
    own.or(meanings.first()).map(|(_, month)| *month)
}

/// Whether a word names one month in one language and another one in another.
pub(crate) fn is_ambiguous(word: &str) -> bool {
    CALENDAR
        .months
        .get(&plain(word))
        .is_some_and(|meanings| meanings.iter().any(|(_, month)| *month != meanings[0].1))
}

/// Whether a word names a month, in any of the languages known, in full or cut short.
pub fn is_month(word: &str) -> bool {
    CALENDAR.months.contains_key(&plain(word))
}

/// Whether a word names a day of the week, in any of the languages known, in full or cut short.
pub fn is_weekday(word: &str) -> bool {
    CALENDAR.weekdays.contains(&plain(word))
}

/// A word as it is looked up: without marks, which are often left out, and without dots at its end.
fn plain(word: &str) -> String {
    sitewrap_lexicon::fold(word.trim_end_matches('.'))
}

/// The forms of each month by language, for tests that write dates and read them back.
#[cfg(test)]
pub(crate) fn forms() -> Vec<(Language, Vec<Vec<&'static str>>)> {
    let lines = include_str!("calendar.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let (code, groups) = line.split_once(": ").expect("a code");
        let forms = |group: &'static str| group.split(' ').filter(|form| !form.is_empty());
        (
            Language::from_tag(code).expect("a language"),
            groups.split('|').map(|group| forms(group).collect()).collect(),
        )
    };
    lines.map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_twelve_months_and_seven_days() {
        let all = forms();
        assert!(all.len() >= 45, "{}", all.len());
        for (language, groups) in all {
            assert_eq!(groups.len(), 19, "{language:?}");
            for (at, forms) in groups[..12].iter().enumerate() {
                for form in forms {
                    assert_eq!(month(form, Some(language)), Some(at as i8 + 1), "{form}");
                }
            }
        }
    }

    #[test]
    fn the_language_decides_what_a_month_is() {
        let month_in = |word, code| month(word, Language::from_tag(code));
        assert_eq!(month_in("listopada", "pl"), Some(11));
        assert_eq!(month_in("listopada", "hr"), Some(10));
        assert!(is_ambiguous("listopad") && !is_ambiguous("mai"));
        assert_eq!(month_in("FÉVRIER", "fr"), Some(2));
        assert_eq!(month_in("fevrier", "xx"), Some(2));
        assert_eq!(month_in("Sept.", "en"), Some(9));
        assert_eq!(month_in("İyun", "az"), Some(6));
        assert_eq!(month_in("ago", "en"), Some(8));
    }
}
