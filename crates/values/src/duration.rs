//! Lengths of time: `1h 30m`, `2 hours 5 minutes`, `PT20M`.

use crate::parameters::book;
use sitewrap_lexicon::{Role, is, unit};

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;

/// The seconds that a text says, if it is a length of time and nothing else. Days alone are none:
/// `3 days` is as often the time that something has been there.
pub fn seconds_of(text: &str) -> Option<u64> {
    let text = text.trim();
    if text.is_empty() || text.len() > book().value_bytes {
        return None;
    }
    let seconds = by_standard(text).or_else(|| by_words(&text.to_lowercase()))?;
    (0.0..1e12).contains(&seconds).then(|| seconds.round() as u64)
}

/// ISO 8601: `PT1H30M`, `P1DT2H`.
fn by_standard(text: &str) -> Option<f64> {
    let rest = text.strip_prefix('P')?;
    let (days, time) = rest.split_once('T')?;
    let mut sum = 0.0;
    for (part, units) in [(days, [('D', DAY); 3]), (time, [('H', HOUR), ('M', MINUTE), ('S', 1.0)])]
    {
        let mut number = String::new();
        for c in part.chars() {
            if c.is_ascii_digit() || c == '.' {
                number.push(c);
                continue;
            }
            let (_, seconds) = units.iter().find(|(unit, _)| *unit == c)?;
            sum += number.parse::<f64>().ok()? * seconds;
            number.clear();
        }
        if !number.is_empty() {
            return None;
        }
    }
    (!time.is_empty()).then_some(sum)
}

fn by_words(lower: &str) -> Option<f64> {
    let mut sum = 0.0;
    // Each unit is smaller than the one before it.
    let mut last = f64::INFINITY;
    let mut number: Option<f64> = None;
    let mut is_short = false;
    for token in tokens(lower) {
        if let Ok(value) = token.replace(',', ".").parse::<f64>() {
            if number.replace(value).is_some() {
                return None;
            }
            continue;
        }
        if is(Role::And, token) && number.is_none() && sum > 0.0 {
            continue;
        }
        // `m` and `s` are metres and seconds too, unless hours or minutes stand before.
        let of_letter = match token {
            "m" if last == HOUR => Some(MINUTE),
            "s" if last == MINUTE => Some(1.0),
            _ => None,
        };
        let of_word = match unit(token) {
            Some("day") => Some(DAY),
            Some("hour") => Some(HOUR),
            Some("minute") => Some(MINUTE),
            Some("second") => Some(1.0),
            _ => None,
        };
        let unit = of_letter.or(of_word).filter(|unit| *unit < last)?;
        is_short |= unit < DAY;
        sum += number.take()? * unit;
        last = unit;
    }
    // `1h30`: the minutes need no word.
    match number {
        Some(minutes) if last == HOUR && minutes < 60.0 => Some(sum + minutes * MINUTE),
        Some(_) => None,
        None => is_short.then_some(sum),
    }
}

/// Numbers and words; points and commas end words and stand within numbers.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest
            .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | '\u{a0}'));
        let first = rest.chars().next()?;
        let is_number = first.is_ascii_digit();
        let same = |c: char| {
            if is_number { c.is_ascii_digit() || matches!(c, '.' | ',') } else { c.is_alphabetic() }
        };
        let end = rest.find(|c| !same(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token.trim_end_matches(['.', ',']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_in_words_letters_and_by_the_standard() {
        for (text, seconds) in [
            ("PT20M", 1_200),
            ("P1DT2H", 93_600),
            ("PT1H30M", 5_400),
            ("1h 30m", 5_400),
            ("1h30", 5_400),
            ("2 hours 5 minutes", 7_500),
            ("2 hours and 5 minutes", 7_500),
            ("135 min", 8_100),
            ("135 min.", 8_100),
            ("1 Std. 20 Min.", 4_800),
            ("1,5 Stunden", 5_400),
            ("1 day 2 hours", 93_600),
            ("3 min 20 s", 200),
            ("45分", 2_700),
        ] {
            assert_eq!(seconds_of(text), Some(seconds), "{text}");
        }
    }

    #[test]
    fn what_is_no_length_of_time() {
        for text in [
            "",
            "12",
            "12 m",
            "12m",
            "5:21",
            "min 5",
            "5 5 min",
            "20 min 2 h",
            "3 days",
            "3 min read",
            "PT",
            "P3D",
            "2 hours ago",
            "1h 90x",
            "a minute",
            "5 minutes 3",
        ] {
            assert_eq!(seconds_of(text), None, "{text}");
        }
    }
}
