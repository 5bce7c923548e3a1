//! Units of measure behind numbers.

use super::is_number;
use crate::book;
use crate::words::fold;
use crate::words::lexicon::{Role, is, unit};
use sitewrap_lexicon::measure;
use sitewrap_values::is_currency;

/// What is measured in the unit that follows a number in all values: `28 mpg`, `1.2 kg`.
pub fn name_of_unit(values: &[String]) -> Option<&'static str> {
    let measures = |value: &String| -> Vec<&'static str> {
        let words: Vec<String> = value.split_whitespace().map(str::to_lowercase).collect();
        let pairs =
            words.windows(2).filter(|two| value.len() <= book().value_bytes && is_number(&two[0]));
        pairs.filter_map(|two| measure(two[1].trim_end_matches(['.', ',']))).collect()
    };
    let of_first = values.first().map(measures)?;
    of_first.into_iter().find(|name| values.iter().all(|value| measures(value).contains(name)))
}

/// Whether a word is a unit of measure or a currency: behind a number they are part of the value.
pub fn is_unit(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ',', ';', ')']);
    unit(&word.to_lowercase()).is_some() || is_currency(word)
}

/// Whether a word in small letters is a unit of time, from seconds to years, in one of the languages known.
pub fn is_unit_of_time(word: &str) -> bool {
    matches!(unit(word), Some("day" | "hour" | "minute" | "second" | "time"))
}

/// Whether a text says how long something takes and nothing else; days as well (`6 days`).
pub fn is_length_of_time(value: &str) -> bool {
    let lower = value.to_lowercase();
    let mut words = lower.split_whitespace();
    let is_counted = matches!((words.next(), words.next(), words.next()),
        (Some(number), Some(unit), None) if is_number(number) && is_unit_of_time(unit));
    value.len() <= book().value_bytes
        && (is_counted || sitewrap_values::seconds_of(value).is_some())
}

/// `5 min read`, `Lesezeit: 3 Minuten`: how long it takes to read a text.
pub fn is_reading_time(value: &str) -> bool {
    let lower = value.to_lowercase();
    let any = |holds: &dyn Fn(&str) -> bool| {
        lower.split(|c: char| !c.is_alphabetic()).any(|word| !word.is_empty() && holds(word))
    };
    value.len() <= book().value_bytes
        && any(&|word| is(Role::Read, &fold(word)))
        && any(&|word| matches!(unit(word), Some("hour" | "minute" | "second")))
}
