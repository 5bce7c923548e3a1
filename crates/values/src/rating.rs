//! Ratings: `4.5 out of 5`, `★★★☆☆`, `4/5`, `4 stars`, the class word `Three`.

use crate::DecimalMark;
use crate::number::Readings;
use crate::parameters::book;
use sitewrap_lexicon::{Role, is, place, words};

/// A mark and the scale it is on, as far as the text tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) value: f64,
    pub(crate) best: Option<u32>,
    /// Whether the text can be nothing but a rating; `4/5` can be a date, `Three` a number.
    pub(crate) is_sure: bool,
}

impl Rating {
    /// Reads a text that is a rating and nothing else.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || text.len() > book().value_bytes {
            return None;
        }
        let lower = text.to_lowercase();
        of_stars(text).or_else(|| of_word(&lower)).or_else(|| of_numbers(&lower))
    }
}

/// Whether a text can be nothing but a rating: `4 stars`, `Rated 4.5 out of 5`, `★★★☆☆`; not `4/5`, which may be a day.
pub fn is_sure_rating(text: &str) -> bool {
    Rating::of(text).is_some_and(|rating| rating.is_sure)
}

/// Stars as characters, full ones and empty ones.
fn of_stars(text: &str) -> Option<Rating> {
    let (mut value, mut empty, mut full) = (0.0, 0u32, 0u32);
    for c in text.chars().filter(|c| !c.is_whitespace() && *c != '\u{fe0f}') {
        match c {
            '★' | '⭐' | '✭' | '🌟' => {
                value += 1.0;
                full += 1;
            }
            '☆' | '✩' | '✰' => empty += 1,
            '½' | '⯪' => {
                value += 0.5;
                // Half a star may stand for itself, or after the star that it halves.
                empty += u32::from(c == '⯪');
            }
            _ => return None,
        }
    }
    let best = (empty > 0).then_some(full + empty);
    (full + empty > 0 && full + empty <= 10).then_some(Rating { value, best, is_sure: true })
}

/// A number as a word, or a class word with a number (`stars-4`, `rating_45`).
fn of_word(text: &str) -> Option<Rating> {
    if let Some(value) = place(Role::Numeral, text) {
        return Some(Rating { value: value as f64, best: None, is_sure: false });
    }
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let word = text[..start].trim_end_matches(['-', '_']);
    let known = word.split(['-', '_']).any(|word| is(Role::Rating, word));
    if word.contains(' ') || !known {
        return None;
    }
    let number = text[start..].replace(['-', '_'], ".");
    let value: f64 = number.parse().ok()?;
    // `rating-45` is four and a half.
    let value =
        if value > 10.0 && value <= 50.0 && !number.contains('.') { value / 10.0 } else { value };
    (value <= 10.0).then_some(Rating { value, best: None, is_sure: true })
}

/// One number or two, with words of ratings around them.
fn of_numbers(text: &str) -> Option<Rating> {
    let text = text.replace('★', " stars ");
    let first = text.find(|c: char| c.is_ascii_digit())?;
    let is_rating = |words: &str| -> Option<bool> {
        let words = words.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        let mut any = false;
        for word in words {
            if !is(Role::Rating, word) {
                return None;
            }
            any = true;
        }
        Some(any)
    };
    let before = is_rating(&text[..first])?;
    let (value, rest) = leading_number(&text[first..])?;
    let rest = rest.trim();
    let next = rest.find(|c: char| c.is_ascii_digit());
    let Some(next) = next else {
        let named = is_rating(rest).or_else(|| of_thing(rest))? || before;
        return (named && value <= 10.0).then_some(Rating { value, best: None, is_sure: true });
    };
    // `4.5 stars out of 5`
    let link = rest[..next].trim();
    let (named, link) = words(Role::Rating)
        .find_map(|word| link.strip_prefix(word).filter(|rest| rest.starts_with(' ')))
        .map_or((false, link), |link| (true, link.trim()));
    if !is(Role::Of, link) {
        return None;
    }
    let (best, after) = leading_number(&rest[next..])?;
    let after = is_rating(after)?;
    let best = (best.fract() == 0.0 && best >= 2.0).then_some(best as u32)?;
    let fits = value <= f64::from(best) && best <= book().best_rating;
    // A fraction or a day of the year looks like `4/5` too.
    let is_sure = before || after || named || link == "out of" || value.fract() != 0.0;
    fits.then_some(Rating { value, best: Some(best), is_sure })
}

/// Whether the words behind a number say the mark of one thing: `star review` of `5 star review`.
fn of_thing(words: &str) -> Option<bool> {
    let (mark, thing) = words.split_once(' ')?;
    let is_word = thing.chars().all(char::is_alphabetic);
    (is(Role::Rating, mark) && is_word).then_some(true)
}

/// The number that a text begins with, and the rest.
fn leading_number(text: &str) -> Option<(f64, &str)> {
    let end =
        text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(text.len());
    let number = text[..end].trim_end_matches(['.', ',']);
    let value = Readings::of(number).by(DecimalMark::Point)?.value()?;
    (value >= 0.0).then(|| (value, &text[number.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(f64, Option<u32>)> {
        Rating::of(text).map(|rating| (rating.value, rating.best))
    }

    #[test]
    fn marks_and_scales() {
        let cases = [
            ("4.5 out of 5", 4.5, Some(5)),
            ("Rated 4.50 out of 5", 4.5, Some(5)),
            ("4,5 von 5 Sternen", 4.5, Some(5)),
            ("4,5 sur 5", 4.5, Some(5)),
            ("4.5 out of 5 stars", 4.5, Some(5)),
            ("4.5 stars out of 5", 4.5, Some(5)),
            ("4/5", 4.0, Some(5)),
            ("8.1/10", 8.1, Some(10)),
            ("★★★☆☆", 3.0, Some(5)),
            ("★★★★", 4.0, None),
            ("☆☆☆☆☆", 0.0, Some(5)),
            ("Three", 3.0, None),
            ("4 stars", 4.0, None),
            ("4.5★", 4.5, None),
            ("stars-4", 4.0, None),
            ("rating-45", 4.5, None),
            ("star-rating-3_5", 3.5, None),
            ("Rating: 4", 4.0, None),
            ("5 star review", 5.0, None),
        ];
        for (text, value, best) in cases {
            assert_eq!(read(text), Some((value, best)), "{text}");
        }
    }

    #[test]
    fn what_is_no_rating_is_none() {
        for text in [
            "4.5",
            "6/5",
            "4 of 5 people",
            "page 3 of 5",
            "5 star reviews of 12",
            "col-4",
            "4 mars",
            "",
            "12/2024",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
