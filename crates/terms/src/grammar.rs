//! What the form of values says of them.

mod persons;
mod units;

pub use crate::form::Form;
pub use persons::{is_nickname, is_person, stars};
pub use units::{is_length_of_time, is_reading_time, is_unit, is_unit_of_time, name_of_unit};

use crate::book;
use crate::words::fold;
use crate::words::lexicon::{Role, is};
use sitewrap_values::{Format, ValueType, is_currency, is_month, is_sure_rating, is_weekday};

/// What the form of the values says: a name, or `None` where the form says nothing. All values have the
/// form; of prices and scores most, as others are said in words (`Free`, `On request`).
pub fn name_of_form(values: &[String]) -> Option<&'static str> {
    type Test = fn(&str) -> bool;
    let forms: [(Test, &str); 13] = [
        (is_price, "price"),
        (is_year, "year"),
        (is_date, "date"),
        (is_month, "month"),
        (is_reading_time, "reading_time"),
        (is_duration, "duration"),
        (is_time, "time"),
        (is_email, "email"),
        (is_website, "website"),
        (is_isbn, "isbn"),
        (says_rating, "rating"),
        (is_phone, "phone"),
        (is_number, "number"),
    ];
    if are_scores(values) {
        return Some("score");
    }
    let have = |holds: Test| values.iter().filter(|v| holds(v)).count();
    let is_form = |(holds, name): &(Test, &str)| match *name {
        "price" => have(*holds) as f64 >= book().priced * values.len() as f64,
        _ => have(*holds) == values.len(),
    };
    forms.into_iter().find(|form| !values.is_empty() && is_form(form)).map(|(_, name)| name)
}

/// Whether values can be what a name promises: at least half of them have the form.
pub fn may_be(form: Form, values: &[String]) -> bool {
    let are_scores = are_scores(values);
    let holds = |value: &String| match form {
        Form::Any => true,
        Form::Short => {
            let is_phrase = value.chars().count() <= 160;
            is_phrase && !is_date(value) && !is_price(value) && !is_decimal(value)
        }
        Form::Text => {
            let is_short = value.chars().count() <= 20 && value.split(' ').count() <= 2;
            !(is_date(value) || is_short && value.is_ascii())
        }
        Form::Number => {
            !are_scores && (value.chars().any(char::is_numeric) || is_number_word(value))
        }
        Form::Price => is_price(value) || is_bare_amount(value),
        Form::Date => {
            // A count is no day.
            let is_count = value.len() < 4 && is_number(value);
            value.len() <= book().value_bytes && value.chars().any(char::is_numeric) && !is_count
        }
        Form::Url => value.contains('/') || value.contains('.'),
        Form::Code => value.len() <= book().value_bytes && !is_date(value),
        Form::Email => value.contains('@'),
        Form::Phone => value.chars().filter(char::is_ascii_digit).count() >= 5,
    };
    values.is_empty() || 2 * values.iter().filter(|value| holds(value)).count() >= values.len()
}

/// Whether a text is a number with a fraction, as bare amounts and marks are.
fn is_decimal(value: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    value.split_once(['.', ',']).is_some_and(|(whole, rest)| is_digits(whole) && is_digits(rest))
}

/// The word after a number in values such as `1,204 reviews`, if all values have the same one.
pub fn counted_word(values: &[String]) -> Option<String> {
    let word_of = |value: &String| -> Option<String> {
        let value = value.trim();
        let value = value.strip_prefix('(').map_or(value, |rest| rest.trim_end_matches(')'));
        let (number, words) = value.split_once(char::is_whitespace)?;
        // `6 min read` counts minutes, `5 star review` stars, and `6 EUR` nothing.
        let unit = words.split(char::is_whitespace).next()?;
        let is_time = sitewrap_values::seconds_of(&format!("2 {unit}")).is_some();
        let is_mark = is_sure_rating(&format!("2 {unit}")) && unit.len() < words.len();
        let is_value = is_time || is_mark || is_currency(unit);
        let word = words.rsplit(char::is_whitespace).next().filter(|_| !is_value)?;
        let word = word.strip_suffix("(s)").or(word.strip_suffix("(s")).unwrap_or(word);
        let is_word = word.chars().all(char::is_alphabetic) && word.chars().count() > 2;
        let few = words.split_whitespace().count() <= 2;
        // `12 Mill Street` is where something stands, `12 New Reviews` are counted.
        let is_begun_large = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
        let is_place = words.contains(char::is_whitespace)
            && words.split_whitespace().all(is_begun_large)
            && crate::words::singular(word) == word;
        (is_number(number) && is_word && few && !is_place)
            .then(|| crate::words::singular(&word.to_lowercase()))
    };
    let first = word_of(values.first()?)?;
    let all = values.iter().all(|value| word_of(value).as_ref() == Some(&first));
    (all && !is_month(&first)).then_some(first)
}

/// Whether values are the scores of matches: two counts with a dash between, in most of them, as others are said in words
/// (`abandoned`). In one at least the first is greater, as in no span of numbers.
fn are_scores(values: &[String]) -> bool {
    let counts = |value: &String| -> Option<(u32, u32)> {
        let (first, second) = value.split_once(['-', '–', '−'])?;
        let count = |part: &str| part.trim().parse().ok().filter(|count| *count < 1000);
        Some((count(first)?, count(second)?))
    };
    let of: Vec<(u32, u32)> = values.iter().filter_map(counts).collect();
    of.len() as f64 >= book().priced * values.len() as f64
        && of.iter().any(|(first, second)| first > second)
}

/// Whether a text is an amount of money.
pub fn is_price(value: &str) -> bool {
    let is_apart = |c: char| {
        c.is_whitespace()
            || c.is_numeric()
            || matches!(c, ',' | '-' | '–' | '+' | '(' | ')' | '[' | ']')
    };
    value.len() <= book().value_bytes
        && value.split_whitespace().count() <= 5
        && value.chars().any(|c| c.is_ascii_digit())
        && value.split(is_apart).any(is_currency)
}

/// Whether a text is a number without a word beside it: an amount whose currency stands elsewhere.
fn is_bare_amount(value: &str) -> bool {
    value.len() <= book().value_bytes
        && value.chars().any(|c| c.is_ascii_digit())
        && !value.contains(char::is_alphabetic)
}

/// Whether a text is one amount of money and nothing else: a number with a currency.
pub fn is_amount(value: &str) -> bool {
    let is_mark = |c: char| matches!(c, '.' | ',' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}');
    let is_number = |part: &str| part.chars().any(|c| c.is_ascii_digit());
    let numbers = value.split(|c: char| !c.is_ascii_digit() && !is_mark(c));
    let letters: Vec<char> = value.chars().filter(|c| c.is_alphabetic()).collect();
    // A code beside a sign has capitals only (`US$`); a name (`Quay £19`) has small letters too.
    let is_name = value.contains(['$', '€', '£', '¥', '₹'])
        && letters.iter().any(|c| c.is_uppercase())
        && letters.iter().any(|c| c.is_lowercase());
    is_price(value)
        && letters.len() <= 4
        && !is_name
        && numbers.filter(|part| is_number(part)).count() == 1
}

/// Whether a text is a day, perhaps with the time.
pub fn is_date(value: &str) -> bool {
    if value.len() > book().value_bytes {
        return false;
    }
    let lower = value.to_lowercase();
    let numbers: Vec<&str> =
        value.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let is_year = |n: &&str| n.len() == 4 && (n.starts_with("19") || n.starts_with("20"));
    let has_year = numbers.iter().any(is_year);
    let words = || lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_long_month = |word: &str| word.chars().count() >= 3 && is_month(word);
    let others = words().filter(|word| !is_long_month(word) && !is_weekday(word));
    let has_month =
        words().any(is_long_month) && others.map(str::len).sum::<usize>() <= book().word_bytes;
    let is_cjk = ['年', '년'].iter().any(|mark| value.contains(*mark)) && has_year;
    let parted = value.contains(['/', '.', '-']) && is_day(&numbers);
    let letters = value.chars().filter(|c| c.is_alphabetic()).count();
    is_cjk || has_year && (has_month || parted && letters <= 12) || is_short_date(&lower, &numbers)
}

/// Whether the first three numbers of a text can be a day, a month and a year.
fn is_day(numbers: &[&str]) -> bool {
    let (year, rest) = match numbers {
        [year, rest @ ..] if year.len() == 4 && rest.len() >= 2 => (year, &rest[..2]),
        [_, _, year, ..] => (year, &numbers[..2]),
        _ => return false,
    };
    let small =
        |most: u32| rest.iter().any(|n| n.parse().is_ok_and(|n: u32| (1..=most).contains(&n)));
    let all =
        rest.iter().all(|n| n.len() <= 2 && n.parse().is_ok_and(|n: u32| (1..=31).contains(&n)));
    year.len() == 4 && all && small(12)
}

/// `12/03/24`, `3. Mai`, `2 days ago`.
fn is_short_date(lower: &str, numbers: &[&str]) -> bool {
    let slashes =
        lower.matches('/').count() == 2 && lower.chars().all(|c| c.is_ascii_digit() || c == '/');
    let mut words = lower.split_whitespace();
    let has = |word: Option<&str>, role: Role| word.is_some_and(|word| is(role, &fold(word)));
    // `Hace 3 días`, but `Il y a 9 produits.`: what stands in front says so of things as well.
    let is_since = |first: Option<&str>| {
        (has(first, Role::Since) || lower.starts_with("il y a "))
            && lower.split(|c: char| !c.is_alphabetic()).any(is_unit_of_time)
    };
    let is_ago = lower.len() <= 40
        && numbers.len() == 1
        && (has(words.next_back(), Role::Ago) || is_since(words.next()));
    slashes && numbers.len() == 3 || is_ago || is_day_of_month(lower, numbers)
}

/// `5 March`, `1er juin`: a day and a month and nothing else.
fn is_day_of_month(lower: &str, numbers: &[&str]) -> bool {
    let is_day = |number: &&str| number.parse().is_ok_and(|day: u32| (1..=31).contains(&day));
    let mut words: Vec<&str> =
        lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let all = words.len();
    words.retain(|word| !(word.chars().count() >= 3 && is_month(word)));
    let months = all - words.len();
    let is_of_day =
        |word: &&str| is_weekday(word) || is(Role::Ordinal, word) || is(Role::InDate, word);
    numbers.len() == 1 && numbers.iter().all(is_day) && months == 1 && words.iter().all(is_of_day)
}

/// Whether most texts end before their end, as their last sign says.
pub fn are_cut_short(values: &[String]) -> bool {
    // Behind the sign there may be a link to the whole: `… Continue reading A day at sea`.
    let ends = |value: &&String| {
        let behind = value.rsplit_once('…').or_else(|| value.rsplit_once("..."));
        behind.is_some_and(|(_, rest)| rest.len() <= book().value_bytes)
    };
    2 * values.iter().filter(ends).count() > values.len()
}

/// `1999`, `(2004)`, `2010–2015`, `2019–`.
fn is_year(value: &str) -> bool {
    let plain = value.trim().trim_matches(['(', ')']);
    let mut parts = plain.split(['-', '–', '—']).map(str::trim);
    let is_one = |part: &str| {
        part.len() == 4
            && (part.starts_with("19") || part.starts_with("20"))
            && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    parts.next().is_some_and(is_one)
        && parts.next().is_none_or(|end| end.is_empty() || is_one(end))
        && parts.next().is_none()
}

/// `16:08`, `4:08 PM`: an hour of a day.
fn is_time(value: &str) -> bool {
    let plain = value.trim().to_lowercase();
    let plain = plain.trim_end_matches(['.', 'm']).trim_end_matches(['a', 'p', '.']).trim_end();
    let parts: Vec<&str> = plain.split(':').collect();
    let is_two = |part: &&str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let hour = parts[0].parse::<u8>().is_ok_and(|hour| hour < 24) && parts[0].len() <= 2;
    hour && matches!(parts.len(), 2 | 3) && parts[1..].iter().all(is_two)
}

/// `1h 30m`, `2 hours 5 minutes`, `135 min`, `PT20M`.
fn is_duration(value: &str) -> bool {
    value.len() <= book().value_bytes && sitewrap_values::seconds_of(value).is_some()
}

fn is_email(value: &str) -> bool {
    value
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !value.contains(' '))
}

/// The address of a site, as people write it.
fn is_website(value: &str) -> bool {
    let host = value.trim_start_matches("https://").trim_start_matches("http://");
    let host = host.trim_end_matches('/');
    (host.len() < value.trim_end_matches('/').len() || host.starts_with("www."))
        && host.contains('.')
        && !host.contains([' ', '/', '?'])
}

fn is_isbn(value: &str) -> bool {
    let plain: String = value.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
    plain.len() == 13
        && (plain.starts_with("978") || plain.starts_with("979"))
        && plain.chars().all(|c| c.is_ascii_digit())
}

/// Whether a value is the address of a picture, as its ending says.
pub fn is_picture(value: &str) -> bool {
    let path = value.split(['?', '#']).next().unwrap_or_default();
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_lowercase();
    matches!(ending.as_str(), "jpg" | "jpeg" | "png" | "gif" | "webp" | "avif")
}

/// `4.5 out of 5`, `4/5`, `★★★★☆`.
pub fn is_rating(value: &str) -> bool {
    let value = value.trim();
    let stars = !value.is_empty() && value.chars().all(|c| matches!(c, '★' | '☆' | '⭐'));
    let number = |part: &str| part.trim().replace(',', ".").parse::<f32>().ok();
    let of = ["out of", "von", "sur", "/", "of"].iter().find_map(|mark| value.split_once(mark));
    let scaled = of.is_some_and(|(given, scale)| {
        let scale = scale.trim().split(' ').next().and_then(number);
        matches!((number(given), scale), (Some(given), Some(scale))
            if given <= scale && [5.0, 10.0, 100.0].contains(&scale))
    });
    stars || scaled
}

/// A rating by itself or in words: `4.5/5`, `4 stars`, `Rated 4.5 out of 5 stars`.
fn says_rating(value: &str) -> bool {
    is_rating(value) || is_sure_rating(value)
}

/// Digits in groups with the signs of telephone numbers, at least one group parted or bracketed.
fn is_phone(value: &str) -> bool {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let plain = value.chars().all(|c| c.is_ascii_digit() || " +-().\u{a0}/".contains(c));
    let groups =
        value.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).count();
    let is_marked =
        value.starts_with(['+', '(']) || value.starts_with("00") || value.starts_with('0');
    plain
        && (7..=15).contains(&digits)
        && groups >= 2
        && (is_marked || value.matches('-').count() == 2 && groups == 3)
}

/// A number without a fraction, perhaps in groups of digits (`1,234`), and nothing else.
pub fn is_whole_number(value: &str) -> bool {
    Format::of(ValueType::Integer).read(value.trim(), "").is_some()
}

/// A number, perhaps in brackets or cut short (`(304)`, `1.2k`).
pub fn is_number(value: &str) -> bool {
    let plain = value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(value);
    let plain = plain.strip_suffix(['k', 'K', 'M']).unwrap_or(plain);
    plain.ends_with(|c: char| c.is_ascii_digit() || matches!(c, '%' | ' ' | '.' | '\u{a0}'))
        && plain.chars().any(|c| c.is_ascii_digit())
        && plain.chars().all(|c| {
            c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '%' | '-' | '\u{a0}' | '\'')
        })
}

/// Numbers in words, as class words of ratings have them.
pub fn is_number_word(value: &str) -> bool {
    let lower = value.to_lowercase();
    ["zero", "one", "two", "three", "four", "five"].contains(&lower.as_str())
        || lower.chars().all(|c| matches!(c, '★' | '☆' | '⭐'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::lexicon::expected;

    fn of(values: &[&str]) -> Option<&'static str> {
        name_of_form(&values.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_day_of_a_month_is_a_date_without_its_year() {
        for day in ["5 March", "March 5", "1er juin", "Monday, 3rd May", "5. Mai"] {
            assert!(is_date(day), "{day}");
        }
        for other in ["45 March", "March", "5 March Street", "5 and 6 March", "Room 5"] {
            assert!(!is_date(other), "{other}");
        }
    }

    #[test]
    fn fractions_are_no_names_of_people_but_of_versions() {
        let numbers = ["3.69", "18.9", "4.85"].map(str::to_owned);
        let may = |name: &str| may_be(expected(name), &numbers);
        assert!(!may("author") && !may("brand"));
        assert!(may("version") && may("rating"));
    }

    #[test]
    fn values_tell_their_kind() {
        assert_eq!(of(&["£22.99", "£1,249.00"]), Some("price"));
        assert_eq!(of(&["12,50 EUR", "1.249 kr"]), Some("price"));
        assert_eq!(of(&["4 Jan 2024, 8:31 a.m."]), Some("date"));
        assert_eq!(of(&["2001-03-03", "2024年5月1日"]), Some("date"));
        assert_eq!(of(&["3 days ago"]), Some("date"));
        assert_eq!(of(&["Il y a 3 jours"]), Some("date"));
        assert_eq!(of(&["Il y a 9 produits."]), None);
        assert_eq!(of(&["4.5 out of 5", "3 / 5"]), Some("rating"));
        assert_eq!(of(&["+49 30 123456", "(212) 555-0123"]), Some("phone"));
        assert_eq!(of(&["978-3-16-148410-0"]), Some("isbn"));
        assert_eq!(of(&["1,204", "17", "(304)", "1.2k"]), Some("number"));
        assert_eq!(of(&["1999", "(2004)", "2010–2015"]), Some("year"));
        assert_eq!(of(&["1h 12m", "2 hours 5 minutes"]), Some("duration"));
        assert_eq!(of(&["6 min read", "12 min read"]), Some("reading_time"));
        assert_eq!(of(&["Jane Doe"]), None);
        assert_eq!(of(&["Krakow 1999"]), None);
    }

    #[test]
    fn an_amount_is_one_number_with_a_currency() {
        for (value, expected) in [
            ("£16.99", true),
            ("1 249,00 kr", true),
            ("USD 12", true),
            ("US$ 12.50", true),
            ("Quay£19", false),
            ("£5 – £9", false),
            ("from £5 a month", false),
            ("12 left", false),
        ] {
            assert_eq!(is_amount(value), expected, "{value}");
        }
    }

    #[test]
    fn counts_tell_what_they_count() {
        let values = ["1,204 reviews".to_owned(), "(3 reviews)".to_owned()];
        assert_eq!(counted_word(&values).as_deref(), Some("review"));
        let either = ["2 review(s)".to_owned(), "(1 review(s))".to_owned()];
        assert_eq!(counted_word(&either).as_deref(), Some("review"));
        assert_eq!(counted_word(&["12 May".to_owned(), "3 June".to_owned()]), None);
        assert_eq!(counted_word(&["12 Mill Road".to_owned(), "3 Mill Road".to_owned()]), None);
        let reviews = ["12 New Reviews".to_owned(), "3 New Reviews".to_owned()];
        assert_eq!(counted_word(&reviews).as_deref(), Some("review"));
        assert_eq!(counted_word(&["6 min read".to_owned(), "12 min read".to_owned()]), None);
        assert_eq!(counted_word(&["5 star review".to_owned(), "1 star review".to_owned()]), None);
    }

    #[test]
    fn a_form_denies_what_cannot_be() {
        let values = |v: &[&str]| v.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>();
        assert!(!may_be(Form::Date, &values(&["Jane Doe"])));
        assert!(!may_be(Form::Date, &values(&["2", "17"])));
        assert!(!may_be(Form::Short, &values(&["2024-01-02"])));
        assert!(may_be(Form::Number, &values(&["Three", "Four"])));
    }
}
