//! Numbers as people write them: thousands in groups, a decimal mark of either kind.

use crate::DecimalMark;
use crate::parameters::book;

/// Code points of the digit zero of scripts whose digits stand in one row.
const ZEROS: [char; 14] = [
    '0', '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{be6}', '\u{c66}',
    '\u{ce6}', '\u{d66}', '\u{e50}', '\u{ed0}', '\u{ff10}',
];

/// A number, as far as its text tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Sign, digits, and a point before the decimals: a form that `str::parse` reads.
    plain: String,
    /// Digits after the decimal mark.
    pub(crate) decimals: usize,
    /// Whether thousands stand in groups.
    pub(crate) is_grouped: bool,
    /// Whether it is cut short: `1.2k`.
    pub(crate) is_short: bool,
    /// The mark that the number was read by; `None` where it has neither point nor comma.
    pub(crate) mark: Option<DecimalMark>,
}

/// The ways in which a text can be read as a number: none, one, or one for each decimal mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Readings {
    point: Option<Number>,
    comma: Option<Number>,
}

impl Number {
    /// The value; finite.
    pub(crate) fn value(&self) -> Option<f64> {
        self.plain.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// The value of a whole number.
    pub(crate) fn whole(&self) -> Option<i64> {
        if self.decimals > 0 { None } else { self.plain.parse().ok() }
    }

    /// Digits before the decimal mark.
    pub(crate) fn digits(&self) -> usize {
        let whole = self.plain.split('.').next().unwrap_or_default();
        whole.trim_start_matches('-').len()
    }

    /// Whether the number begins with a zero that it does not need: rather a name than a number.
    pub(crate) fn has_leading_zero(&self) -> bool {
        self.plain.trim_start_matches('-').starts_with('0') && self.digits() > 1
    }

    /// The number with its point moved by so many digits.
    fn times(mut self, zeros: usize) -> Option<Self> {
        if zeros == 0 {
            return Some(self);
        }
        let (whole, fraction) = self.plain.split_once('.').unwrap_or((&self.plain, ""));
        let moved = format!("{fraction:0<zeros$}");
        let (digits, rest) = moved.split_at_checked(zeros)?;
        let whole = format!("{whole}{digits}");
        let whole = whole.trim_start_matches('0');
        let whole = if whole.is_empty() { "0" } else { whole };
        self.decimals = rest.len();
        self.plain = if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") };
        self.is_short = true;
        Some(self)
    }

    pub(crate) fn negate(&mut self) {
        if !self.plain.starts_with('-') {
            self.plain.insert(0, '-');
        }
    }
}

impl Readings {
    /// Reads a text that is a number and nothing else.
    pub(crate) fn of(text: &str) -> Self {
        let Some((negative, text)) = signed(text) else { return Self::default() };
        let (text, zeros) = cut_short(&text);
        let by = |mark| unsigned(text, mark)?.times(zeros);
        let readings = Self { point: by(DecimalMark::Point), comma: by(DecimalMark::Comma) };
        if negative { readings.negated() } else { readings }
    }

    /// The number, if it is a whole one whatever the mark.
    pub(crate) fn whole(&self) -> Option<i64> {
        if self.is_ambiguous() { None } else { self.clone().by(DecimalMark::Point)?.whole() }
    }

    /// The same with a minus.
    pub(crate) fn negated(mut self) -> Self {
        self.point.iter_mut().chain(&mut self.comma).for_each(Number::negate);
        self
    }

    /// Whether the text is no number.
    pub(crate) fn is_empty(&self) -> bool {
        self.point.is_none() && self.comma.is_none()
    }

    /// The decimal mark that the number must have been written with; `None` if it can be either.
    pub(crate) fn told(&self) -> Option<DecimalMark> {
        match (&self.point, &self.comma) {
            (Some(number), None) | (None, Some(number)) => number.mark,
            (Some(_), Some(_)) | (None, None) => None,
        }
    }

    /// Whether the two marks give two numbers: `1.234`.
    pub(crate) fn is_ambiguous(&self) -> bool {
        matches!((&self.point, &self.comma), (Some(a), Some(b)) if a.plain != b.plain)
    }

    /// The number by the mark, or by the other one where only that gives a number.
    pub(crate) fn by(self, mark: DecimalMark) -> Option<Number> {
        match mark {
            DecimalMark::Point => self.point.or(self.comma),
            DecimalMark::Comma => self.comma.or(self.point),
        }
    }

    /// Of two readings the one without decimals: what `1.234` is where amounts have no more than
    /// two decimals.
    pub(crate) fn grouped(self) -> Option<Number> {
        let is_grouped = self.comma.as_ref().is_some_and(|number| number.is_grouped);
        self.by(if is_grouped { DecimalMark::Comma } else { DecimalMark::Point })
    }
}

/// The text of a number in plain digits without its sign. A minus may follow the number, and
/// amounts in parentheses are negative, as in accounts; whole numbers are counts: `Films (400)`.
fn signed(text: &str) -> Option<(bool, String)> {
    let text = text.trim();
    if text.is_empty() || text.len() > book().value_bytes {
        return None;
    }
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let minus = ['-', '\u{2212}', '\u{2013}'];
    let (negative, rest) = match (inner, text.strip_prefix(minus)) {
        (Some(inner), _) => (has_cents(inner), inner),
        (None, Some(rest)) => (true, rest),
        (None, None) => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    Some((negative, rest.trim().chars().map(plain_char).collect()))
}

/// Whether a number has two decimals, as amounts of money have.
fn has_cents(number: &str) -> bool {
    let digits = number.bytes().rev().take_while(u8::is_ascii_digit).count();
    digits == 2 && number[..number.len() - 2].ends_with(['.', ','])
}

/// A digit of any script as an ASCII digit; the marks of numbers as few characters as possible.
fn plain_char(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    match c {
        '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{2007}' | '\u{3000}' => ' ',
        '\u{2019}' | '\u{2018}' | '\u{66c}' | '\u{b4}' | '\u{2bc}' => '\'',
        // The comma of Arabic is used as a decimal mark too, that of full width as an ASCII one.
        '\u{66b}' | '\u{60c}' | '\u{ff0c}' => ',',
        '\u{ff0e}' => '.',
        _ => {
            let value = ZEROS
                .iter()
                .filter_map(|&zero| (c as u32).checked_sub(zero as u32))
                .find(|value| *value < 10);
            value.and_then(|value| char::from_digit(value, 10)).unwrap_or(c)
        }
    }
}

/// Whether a character is a digit of any script.
pub(crate) fn is_digit(c: char) -> bool {
    plain_char(c).is_ascii_digit()
}

/// A text in ASCII digits.
pub(crate) fn plain_digits(text: &str) -> String {
    text.chars().map(|c| if is_digit(c) { plain_char(c) } else { c }).collect()
}

fn unsigned(text: &str, mark: DecimalMark) -> Option<Number> {
    let mark_char = match mark {
        DecimalMark::Point => '.',
        DecimalMark::Comma => ',',
    };
    let (whole, fraction) = match text.split_once(mark_char) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if fraction.is_some_and(|fraction| !is_digits(fraction)) {
        return None;
    }
    let fraction = fraction.unwrap_or_default();
    // `.50`
    let is_bare_fraction = whole.is_empty() && !fraction.is_empty();
    let digits = if is_bare_fraction { "0".to_owned() } else { ungroup(whole, mark_char)? };
    let is_grouped = digits.len() < whole.len();
    let has_mark = text.contains(['.', ',']);
    let plain = if fraction.is_empty() { digits } else { format!("{digits}.{fraction}") };
    let mark = has_mark.then_some(mark);
    Some(Number { plain, decimals: fraction.len(), is_grouped, is_short: false, mark })
}

/// A number without the letter for thousands or millions behind it, and the zeros that the letter
/// stands for: `1.2k`.
fn cut_short(text: &str) -> (&str, usize) {
    for (letter, zeros) in [('k', 3), ('K', 3), ('M', 6)] {
        let before = text.strip_suffix(letter);
        if let Some(before) = before.filter(|text| text.ends_with(|c: char| c.is_ascii_digit())) {
            return (before, zeros);
        }
    }
    (text, 0)
}

/// The digits of a whole number; groups are of three, or in the Indian way of two and a last one
/// of three. `None` if the text is no whole number.
fn ungroup(whole: &str, mark: char) -> Option<String> {
    let separator = whole.chars().find(|c| !c.is_ascii_digit());
    let Some(separator) = separator else {
        return (!whole.is_empty()).then(|| whole.to_owned());
    };
    if separator == mark || !matches!(separator, '.' | ',' | '\'' | ' ') {
        return None;
    }
    let groups: Vec<&str> = whole.split(separator).collect();
    if !groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_digit())) {
        return None;
    }
    let (first, middle, last) = match &groups[..] {
        [first, middle @ .., last] => (*first, middle, *last),
        _ => return None,
    };
    let threes = (1..=3).contains(&first.len()) && middle.iter().all(|group| group.len() == 3);
    let indian = (1..=2).contains(&first.len())
        && !middle.is_empty()
        && middle.iter().all(|group| group.len() == 2);
    // A number of several groups does not begin with a zero.
    let is_grouped = last.len() == 3 && (threes || indian) && !first.starts_with('0');
    is_grouped.then(|| groups.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, mark: DecimalMark) -> Option<f64> {
        Readings::of(text).by(mark)?.value()
    }

    #[test]
    fn groups_and_marks_of_many_countries() {
        use DecimalMark::{Comma, Point};
        let cases = [
            ("1,234.56", 1234.56),
            ("1.234,56", 1234.56),
            ("1 234,56", 1234.56),
            ("1\u{202f}234,56", 1234.56),
            ("1'234.56", 1234.56),
            ("1’234.56", 1234.56),
            ("12,34,567.00", 1_234_567.0),
            ("1.234.567", 1_234_567.0),
            ("12.99", 12.99),
            ("12,99", 12.99),
            ("(400)", 400.0),
            ("836K", 836_000.0),
            ("1.2k", 1_200.0),
            ("(1.25M)", 1_250_000.0),
            ("0.5k", 500.0),
            ("1.2345k", 1_234.5),
            ("-5", -5.0),
            ("−5,5", -5.5),
            ("(1,200.00)", -1200.0),
            ("+3", 3.0),
            (".5", 0.5),
            ("١٬٢٣٤٫٥", 1234.5),
            ("१२३", 123.0),
            ("１２３", 123.0),
        ];
        for (text, value) in cases {
            assert_eq!(read(text, Point), Some(value), "{text}");
            assert_eq!(read(text, Comma), Some(value), "{text}");
        }
        assert_eq!(read("1.234", Point), Some(1.234));
        assert_eq!(read("1.234", Comma), Some(1234.0));
        assert_eq!(read("1,234", Point), Some(1234.0));
        assert_eq!(read("1,234", Comma), Some(1.234));
    }

    #[test]
    fn what_is_no_number_is_none() {
        let texts = [
            "",
            "-",
            ".",
            "1.",
            "1,23,4",
            "12.34.56",
            "1 2",
            "0.123.456",
            "1e5",
            "12a",
            "1..2",
            "1,,2",
            "1.234,5.6",
            "1,2 3",
        ];
        for text in texts {
            assert!(Readings::of(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_mark_is_told_where_the_other_gives_no_number() {
        assert_eq!(Readings::of("12.99").told(), Some(DecimalMark::Point));
        assert_eq!(Readings::of("1.234,5").told(), Some(DecimalMark::Comma));
        assert_eq!(Readings::of("1.234").told(), None);
        assert_eq!(Readings::of("1 234").told(), None);
        assert!(Readings::of("1.234").is_ambiguous());
        assert!(!Readings::of("1 234").is_ambiguous());
    }
}
