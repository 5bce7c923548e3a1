//! Times of the day within dates.

use crate::date_tokens::Token;
use jiff::civil::Time;
use jiff::tz::Offset;
use sitewrap_lexicon as lexicon;
use std::fmt;

/// A time of the day, with its offset from UTC where it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) time: Time,
    pub(crate) offset: Option<Offset>,
}

impl fmt::Display for Clock {
    /// ISO 8601, such as `08:31:00+01:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.time.fmt(f)?;
        match self.offset {
            None => Ok(()),
            Some(offset) if offset.seconds() == 0 => f.write_str("Z"),
            Some(offset) => {
                let minutes = offset.seconds() / 60;
                let sign = if minutes < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
            }
        }
    }
}

/// Takes the time of the day out of the tokens of a date; `None`, and nothing taken, if there is
/// none.
pub(crate) fn take_clock(tokens: &mut Vec<Token>) -> Option<Clock> {
    let (start, found) = (0..tokens.len()).find_map(|at| Some((at, at_place(tokens, at)?)))?;
    let clock = found.clock()?;
    let mut end = start + found.length;
    let mut start = start;
    let mut offset = None;
    if let Some((zone, length)) = zone(&tokens[end..]) {
        offset = zone;
        end += length;
    }
    // The half of the day stands before the time in Chinese and Korean.
    let before = start.checked_sub(1).map(|at| &tokens[at]);
    let half = before.and_then(half_of_day);
    let time = match half {
        Some(half) if found.half.is_none() => {
            start -= 1;
            in_half(clock, half)?
        }
        _ => clock,
    };
    tokens.drain(start..end);
    Some(Clock { time, offset })
}

/// A time found in the tokens.
struct Found {
    hour: i64,
    minute: i64,
    second: i64,
    half: Option<Half>,
    length: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Am,
    Pm,
}

impl Found {
    fn clock(&self) -> Option<Time> {
        let part = |number: i64| i8::try_from(number).ok();
        let time = Time::new(part(self.hour)?, part(self.minute)?, part(self.second)?, 0).ok()?;
        match self.half {
            Some(half) => in_half(time, half),
            None => Some(time),
        }
    }
}

/// A time on the dial of twelve hours as one of twenty-four.
fn in_half(time: Time, half: Half) -> Option<Time> {
    let hour = match (half, time.hour()) {
        (Half::Am, 12) => 0,
        (Half::Pm, hour @ 1..=11) => hour + 12,
        // `20:31 pm` says the same twice.
        (_, hour) => hour,
    };
    Time::new(hour, time.minute(), time.second(), 0).ok()
}

fn half_of_day(token: &Token) -> Option<Half> {
    let Token::Word(word) = token else { return None };
    match word.as_str() {
        "am" | "a.m" | "오전" | "上午" | "午前" | "ص" | "π.μ" | "sáng" => Some(Half::Am),
        "pm" | "p.m" | "오후" | "下午" | "午後" | "م" | "μ.μ" | "chiều" => {
            Some(Half::Pm)
        }
        _ => None,
    }
}

/// The time that begins at a place among the tokens.
fn at_place(tokens: &[Token], at: usize) -> Option<Found> {
    use Token::{Mark, Number, Word};
    if let Word(word) = &tokens[at] {
        let hour = match word.as_str() {
            "noon" => 12,
            "midnight" => 0,
            _ => return None,
        };
        return Some(Found { hour, minute: 0, second: 0, half: None, length: 1 });
    }
    let is = |token: Option<&Token>, words: &[&str]| matches!(token, Some(Word(word)) if words.contains(&word.as_str()));
    let is_hour_sign = |token| is(token, &["h", "時", "时", "点", "點", "시", "u"]);
    let Number(hour, 1 | 2) = tokens[at] else { return None };
    let found = |minute, second, length| Found { hour, minute, second, half: None, length };
    let rest = &tokens[at + 1..];
    let time = match rest {
        [
            Mark(':'),
            Number(minute, 2),
            Mark(':'),
            Number(second, 2),
            Mark('.' | ','),
            Number(..),
            ..,
        ] => found(*minute, *second, 7),
        [Mark(':'), Number(minute, 2), Mark(':'), Number(second, 2), ..] => {
            found(*minute, *second, 5)
        }
        [Mark(':'), Number(minute, 2), ..] => found(*minute, 0, 3),
        [sign, Number(minute, 1 | 2), ..] if is_hour_sign(Some(sign)) => {
            let is_closed = is(rest.get(2), &["分", "분", "m", "min"]);
            found(*minute, 0, 3 + usize::from(is_closed))
        }
        [sign, ..] if is_hour_sign(Some(sign)) => found(0, 0, 2),
        // A point is a mark of dates too, so a word must say that it is a time.
        [Mark('.'), Number(minute, 2), hours, ..] if is(Some(hours), &["uhr", "h"]) => {
            found(*minute, 0, 4)
        }
        [Mark('.'), Number(minute, 2), ..] if says_time(&tokens[..at]) => found(*minute, 0, 3),
        [half, ..] if half_of_day(half).is_some() => found(0, 0, 1),
        [hours, ..] if is(Some(hours), &["uhr"]) => found(0, 0, 2),
        _ => return None,
    };
    let half = tokens.get(at + time.length).and_then(half_of_day);
    let dotted = half.is_some() && matches!(tokens.get(at + time.length + 1), Some(Mark('.')));
    let length = time.length + usize::from(half.is_some()) + usize::from(dotted);
    Some(Found { half, length, ..time })
}

/// Whether what stands before a number says that it is a time: `kl. 08.31`.
fn says_time(before: &[Token]) -> bool {
    let before = match before {
        [rest @ .., Token::Mark('.')] => rest,
        _ => before,
    };
    matches!(before.last(), Some(Token::Word(word)) if matches!(word.as_str(), "kl" | "klo" | "kell" | "ore" | "alle" | "pukul"))
}

/// The offset that the tokens begin with, and how many they are.
fn zone(tokens: &[Token]) -> Option<(Option<Offset>, usize)> {
    use Token::{Mark, Number, Word};
    match tokens {
        [Word(name), rest @ ..] => {
            if matches!(name.as_str(), "utc" | "gmt")
                && let Some((offset, length)) = numeric_zone(rest)
            {
                return Some((Some(offset), length + 1));
            }
            let Some(hours) = lexicon::zone(name)? else { return Some((None, 1)) };
            Some((Some(Offset::from_hours(hours).ok()?), 1))
        }
        [Mark('('), Word(_), Mark(')'), ..] => {
            zone(&tokens[1..2]).map(|(offset, length)| (offset, length + 2))
        }
        [Mark('+' | '-' | '\u{2212}'), Number(..), ..] => {
            numeric_zone(tokens).map(|(offset, length)| (Some(offset), length))
        }
        _ => None,
    }
}

fn numeric_zone(tokens: &[Token]) -> Option<(Offset, usize)> {
    use Token::{Mark, Number};
    let (sign, hours, minutes, length) = match *tokens {
        [Mark(sign), Number(hours, 1 | 2), Mark(':'), Number(minutes, 2), ..] => {
            (sign, hours, minutes, 4)
        }
        [Mark(sign), Number(both, 4), ..] => (sign, both / 100, both % 100, 2),
        [Mark(sign), Number(hours, 1 | 2), ..] => (sign, hours, 0, 2),
        _ => return None,
    };
    let minutes = hours * 60 + minutes;
    let seconds = match sign {
        '+' => minutes * 60,
        '-' | '\u{2212}' => -minutes * 60,
        _ => return None,
    };
    let offset = Offset::from_seconds(i32::try_from(seconds).ok()?).ok()?;
    // No place on earth is further off.
    (minutes <= 14 * 60).then_some((offset, length))
}
