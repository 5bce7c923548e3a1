//! Dates and times as people and machines write them, read as ISO 8601.
//!
//! A text is cut into numbers, words and marks. The time of the day is taken out first; what is
//! left must be a day, a month and a year, with the words that many languages put between them,
//! and nothing else.

use crate::DateOrder;
use crate::calendar::{Language, is_ambiguous, is_weekday, month};
use crate::clock::{Clock, take_clock};
use crate::date_tokens::{Token, tokens};
use crate::number::is_digit;
use crate::parameters::book;
use jiff::civil::Date;
use jiff::fmt::temporal::Pieces;
use sitewrap_lexicon::{Role, is};
use std::fmt::Write;

/// A date, or a date with a time, as far as its text tells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Moment {
    day: Day,
    clock: Option<Clock>,
    /// Whether the month is named by a word that means another month in another language.
    pub(crate) has_ambiguous_month: bool,
}

/// The day of a [`Moment`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Day {
    Told(Date),
    /// Two numbers that are day and month, or month and day.
    Either {
        dmy: Option<Date>,
        mdy: Option<Date>,
    },
}

impl Moment {
    /// Reads a text that is a date, or a date with a time, and nothing else.
    pub(crate) fn of(text: &str, language: Option<Language>) -> Option<Self> {
        let text = text.trim();
        if text.len() > book().value_bytes || !text.contains(is_digit) {
            return None;
        }
        if let Some(moment) = iso(text) {
            return Some(moment);
        }
        let mut tokens = tokens(text);
        let clock = take_clock(&mut tokens);
        let is_filler = |word: &str| is(Role::InDate, word);
        let has_ambiguous_month =
            tokens.iter().any(|token| matches!(token, Token::Word(word) if is_ambiguous(word)));
        let months = tokens.iter().filter(|token| is_month(token, language)).count();
        let mut left_of_months = months;
        let numbers = tokens.iter().filter(|token| matches!(token, Token::Number(..))).count();
        tokens.retain(|token| match token {
            // `mar` is a day of the week and a month: if a month follows, by a word or as the third
            // number, it is the former.
            Token::Word(word) if is_month(token, language) => {
                left_of_months -= 1;
                left_of_months == 0 && numbers < 3 || !is_weekday(word)
            }
            Token::Word(word) => !is_weekday(word) && !is_filler(word),
            Token::Mark(mark) => {
                !matches!(mark, ',' | '،' | '、' | '(' | ')' | '|' | '·' | '•' | '~' | '，')
            }
            Token::Number(..) => true,
        });
        let day = day(trimmed(&tokens, clock.is_some()), language)?;
        Some(Self { day, clock, has_ambiguous_month })
    }

    /// Whether the text gives a time of the day.
    pub(crate) fn has_time(&self) -> bool {
        self.clock.is_some()
    }

    /// The order that the date must have been written in; `None` where both are days, or where
    /// the order does not matter.
    pub(crate) fn told(&self) -> Option<DateOrder> {
        match self.day {
            Day::Either { dmy: Some(_), mdy: None } => Some(DateOrder::Dmy),
            Day::Either { dmy: None, mdy: Some(_) } => Some(DateOrder::Mdy),
            _ => None,
        }
    }

    /// Whether the order of day and month decides what the date is.
    pub(crate) fn is_ambiguous(&self) -> bool {
        matches!(self.day, Day::Either { dmy: Some(dmy), mdy: Some(mdy) } if dmy != mdy)
    }

    /// The day, its numbers in this order if they can be, else in the other one.
    pub(crate) fn date(&self, order: DateOrder) -> Option<Date> {
        match (self.day, order) {
            (Day::Told(date), _) => Some(date),
            (Day::Either { dmy, mdy }, DateOrder::Mdy) => mdy.or(dmy),
            (Day::Either { dmy, mdy }, DateOrder::Dmy | DateOrder::Ymd) => dmy.or(mdy),
        }
    }

    /// ISO 8601: the day, and the time with its offset where the text tells them.
    pub(crate) fn to_iso(&self, order: DateOrder) -> Option<String> {
        let mut iso = self.date(order)?.to_string();
        if let Some(clock) = &self.clock {
            // Writing to a string never fails.
            let _ = write!(iso, "T{clock}");
        }
        Some(iso)
    }
}

fn is_month(token: &Token, language: Option<Language>) -> bool {
    matches!(token, Token::Word(word) if month(word, language).is_some())
}

/// The tokens of a day without the mark that parted it from the time: `27/03/2011 - 09:53`.
fn trimmed(tokens: &[Token], has_time: bool) -> &[Token] {
    let parts = |token: &Token| matches!(token, Token::Mark('-' | '–' | '—' | '/' | '@' | ';'));
    match tokens {
        [rest @ .., last] if has_time && parts(last) => rest,
        [first, rest @ ..] if has_time && parts(first) => rest,
        _ => tokens,
    }
}

/// The form that machines write: `2024-01-04`, `2024-01-04T08:31:00+01:00`.
fn iso(text: &str) -> Option<Moment> {
    let is_dashed = text.is_ascii() && text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
    // With other separators the form is read as any other; basic forms are rather codes.
    if !is_dashed {
        return None;
    }
    let mut text = text.replacen(" ", "T", 1);
    text.retain(|c| c != ' ');
    let pieces =
        Pieces::parse(&text).ok().filter(|pieces| pieces.time_zone_annotation().is_none())?;
    let offset = pieces.to_numeric_offset();
    let clock = pieces.time().map(|time| Clock { time, offset });
    let is_year = (1000..3000).contains(&pieces.date().year());
    is_year.then(|| Moment { day: Day::Told(pieces.date()), clock, has_ambiguous_month: false })
}

/// The day that the tokens of a date are, if they are nothing else.
fn day(tokens: &[Token], language: Option<Language>) -> Option<Day> {
    use Token::{Mark, Number, Word};
    // A dot stands behind an abbreviation or an ordinal, a dash between the parts.
    let parts: Vec<&Token> =
        tokens.iter().filter(|token| !matches!(token, Mark('.' | '-' | '/'))).collect();
    let named = |word: &str| month(word, language);
    match parts[..] {
        [Number(a, a_len), Word(name), Number(b, b_len)] => {
            let month = named(name)?;
            if *a_len == 4 { told(*a, month, *b) } else { told(year(*b, *b_len)?, month, *a) }
        }
        [Word(name), Number(day, 1 | 2), Number(year, 4)]
        | [Number(year, 4), Number(day, 1 | 2), Word(name)] => told(*year, named(name)?, *day),
        [
            Number(y, 4),
            Word(y_sign),
            Number(m, 1 | 2),
            Word(m_sign),
            Number(d, 1 | 2),
            Word(d_sign),
        ] if is_year_sign(y_sign) && is_month_sign(m_sign) && is_day_sign(d_sign) => {
            told(*y, i8::try_from(*m).ok()?, *d)
        }
        [Number(..), Number(..), Number(..)] => numeric(tokens),
        _ => None,
    }
}

fn is_year_sign(word: &str) -> bool {
    matches!(word, "年" | "년")
}

fn is_month_sign(word: &str) -> bool {
    matches!(word, "月" | "월")
}

fn is_day_sign(word: &str) -> bool {
    matches!(word, "日" | "号" | "일")
}

/// A date of three numbers with one mark between them.
fn numeric(tokens: &[Token]) -> Option<Day> {
    use Token::{Mark, Number};
    let tokens = match tokens {
        // Some languages end a date with a dot.
        [rest @ .., Mark('.')] if rest.len() == 5 => rest,
        _ => tokens,
    };
    match *tokens {
        [Number(y, 4), Mark(m1), Number(m, 1 | 2), Mark(m2), Number(d, 1 | 2)]
            if m1 == m2 && matches!(m1, '/' | '.' | '-') =>
        {
            told(y, i8::try_from(m).ok()?, d)
        }
        [Number(a, 1 | 2), Mark(m1), Number(b, 1 | 2), Mark(m2), Number(y, y_len)]
            if m1 == m2 && matches!(m1, '/' | '.' | '-') =>
        {
            // With dashes, two digits at the end can be a day: `04-01-24`.
            if y_len == 2 && m1 == '-' {
                return None;
            }
            let year = year(y, y_len)?;
            let date = |month: i64, day: i64| date(year, i8::try_from(month).ok()?, day);
            match (date(b, a), date(a, b)) {
                (None, None) => None,
                // Nobody writes the month first with dots.
                (dmy, _) if m1 == '.' => dmy.map(Day::Told),
                (dmy, mdy) => Some(Day::Either { dmy, mdy }),
            }
        }
        // Vietnamese and others name no month: `4 tháng 1, 2024`.
        [Number(d, 1 | 2), Number(m, 1 | 2), Number(y, 4)] => told(y, i8::try_from(m).ok()?, d),
        _ => None,
    }
}

/// A year of four digits, or of two: those from 70 up are of the last century.
fn year(number: i64, digits: usize) -> Option<i64> {
    match digits {
        4 => Some(number),
        2 if number < 70 => Some(2000 + number),
        2 => Some(1900 + number),
        _ => None,
    }
}

fn told(year: i64, month: i8, day: i64) -> Option<Day> {
    date(year, month, day).map(Day::Told)
}

fn date(year: i64, month: i8, day: i64) -> Option<Date> {
    // The Buddhist calendar of Thailand is 543 years ahead.
    let year = if (2400..2700).contains(&year) { year - 543 } else { year };
    let year = i16::try_from(year).ok().filter(|year| (1000..3000).contains(year))?;
    Date::new(year, month, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        Moment::of(text, None)?.to_iso(DateOrder::Dmy)
    }

    #[test]
    fn dates_of_many_languages() {
        let cases = [
            ("2024-01-04", "2024-01-04"),
            ("4 January 2024", "2024-01-04"),
            ("January 4, 2024", "2024-01-04"),
            ("Jan. 4th, 2024", "2024-01-04"),
            ("Thursday, 4th of January 2024", "2024-01-04"),
            ("4. Januar 2024", "2024-01-04"),
            ("Do., 4. Jan. 2024", "2024-01-04"),
            ("4 de enero de 2024", "2024-01-04"),
            ("mar. 5 mar. 2024", "2024-03-05"),
            ("5 mar 2024", "2024-03-05"),
            ("1er février 2024", "2024-02-01"),
            ("sexta-feira, 5 de janeiro de 2024", "2024-01-05"),
            ("4 янв. 2024 г.", "2024-01-04"),
            ("2024. január 4.", "2024-01-04"),
            ("2024. gada 4. janvāris", "2024-01-04"),
            ("2024 m. sausio 4 d.", "2024-01-04"),
            ("2024年1月4日", "2024-01-04"),
            ("2024年1月4日(木)", "2024-01-04"),
            ("2024年1月4日 星期四", "2024-01-04"),
            ("2024년 1월 4일", "2024-01-04"),
            ("4 ม.ค. 2567", "2024-01-04"),
            ("วันพฤหัสบดีที่ 4 มกราคม 2567", "2024-01-04"),
            ("٤ يناير ٢٠٢٤", "2024-01-04"),
            ("4 בינואר 2024", "2024-01-04"),
            ("4 जनवरी 2024", "2024-01-04"),
            ("4 tháng 1, 2024", "2024-01-04"),
            ("04.01.2024", "2024-01-04"),
            ("4.1.24", "2024-01-04"),
            ("31/12/1999", "1999-12-31"),
            ("12/31/1999", "1999-12-31"),
            ("2024/01/04", "2024-01-04"),
            ("4-Jan-2024", "2024-01-04"),
            ("04-01-2024", "2024-01-04"),
        ];
        for (text, iso) in cases {
            assert_eq!(read(text).as_deref(), Some(iso), "{text}");
        }
    }

    #[test]
    fn times_keep_the_offset_that_is_told() {
        let cases = [
            ("2024-01-04T08:31:00Z", "2024-01-04T08:31:00Z"),
            ("2024-01-04T08:31:00+01:00", "2024-01-04T08:31:00+01:00"),
            ("2024-01-04 08:31", "2024-01-04T08:31:00"),
            ("2024-01-04 08:31:05 +0100", "2024-01-04T08:31:05+01:00"),
            ("Thu, 04 Jan 2024 08:31:00 GMT", "2024-01-04T08:31:00Z"),
            ("4 Jan 2024, 8:31 a.m.", "2024-01-04T08:31:00"),
            ("January 4, 2024 at 8:31 PM EST", "2024-01-04T20:31:00-05:00"),
            ("4. Januar 2024, 08:31 Uhr", "2024-01-04T08:31:00"),
            ("4 janvier 2024 à 8h31", "2024-01-04T08:31:00"),
            ("4 janvier 2024 à 20h", "2024-01-04T20:00:00"),
            ("04.01.2024 8.31 Uhr", "2024-01-04T08:31:00"),
            ("4. januar 2024 kl. 08.31", "2024-01-04T08:31:00"),
            ("2024年1月4日 8时31分", "2024-01-04T08:31:00"),
            ("2024年1月4日 8:31", "2024-01-04T08:31:00"),
            ("2024년 1월 4일 오후 8:31", "2024-01-04T20:31:00"),
            ("12:05 am, 4 January 2024", "2024-01-04T00:05:00"),
            ("Thu, 01/04/2024 - 08:31", "2024-04-01T08:31:00"),
            ("mar, 05/03/2024 - 08:31", "2024-03-05T08:31:00"),
            ("08:31 – 04.01.2024", "2024-01-04T08:31:00"),
            ("4 Jan 2024 @ 8:31am", "2024-01-04T08:31:00"),
            ("Czw Sty 04, 2024 8:31 am", "2024-01-04T08:31:00"),
            ("4 Jan 2024, noon", "2024-01-04T12:00:00"),
            ("4 January 2024 8 pm", "2024-01-04T20:00:00"),
            ("04/01/2024 08:31 UTC+2", "2024-01-04T08:31:00+02:00"),
        ];
        for (text, iso) in cases {
            assert_eq!(read(text).as_deref(), Some(iso), "{text}");
        }
    }

    #[test]
    fn what_is_no_whole_date_is_none() {
        let texts = [
            "2 hours ago",
            "yesterday",
            "January 2024",
            "4 January",
            "2024",
            "08:31",
            "20240104",
            "31.02.2024",
            "32 January 2024",
            "555-12-1234",
            "1.2.3",
            "4 January 2024 in Berlin",
            "13/13/2024",
            "",
            "04-01-24",
            "ISBN 4 Jan 2024",
            "2024-13-01",
            "99:99 4 January 2024",
        ];
        for text in texts {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn each_form_of_each_month_is_read_in_its_language() {
        for (language, groups) in crate::calendar::forms() {
            for (at, forms) in groups[..12].iter().enumerate() {
                for form in forms {
                    let expected = format!("2024-{:02}-05", at + 1);
                    let texts = [
                        format!("5 {form} 2024"),
                        format!("5. {form} 2024"),
                        format!("{form} 5, 2024"),
                    ];
                    for text in texts {
                        let read = Moment::of(&text, Some(language));
                        let read = read.and_then(|moment| moment.to_iso(DateOrder::Dmy));
                        assert_eq!(read.as_deref(), Some(expected.as_str()), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_order_is_told_by_numbers_above_twelve() {
        let told = |text| Moment::of(text, None).and_then(|moment| moment.told());
        assert_eq!(told("31/12/2024"), Some(DateOrder::Dmy));
        assert_eq!(told("12/31/2024"), Some(DateOrder::Mdy));
        assert_eq!(told("04/05/2024"), None);
        let moment = Moment::of("04/05/2024", None).expect("a date");
        assert!(moment.is_ambiguous());
        assert_eq!(moment.to_iso(DateOrder::Mdy).as_deref(), Some("2024-04-05"));
        assert!(!Moment::of("05/05/2024", None).expect("a date").is_ambiguous());
    }
}
