//! Units of measure behind numbers.

use super::{MAX_VALUE, is_number};
use crate::words::fold;
use crate::words::lexicon::{Role, has_role};
use sitewrap_extract::types::is_currency;

/// What is measured in the unit that follows a number in all values: `28 mpg`, `1.2 kg`.
pub(crate) fn name_of_unit(values: &[String]) -> Option<&'static str> {
    const UNITS: [(&[&str], &str); 7] = [
        (&["mpg"], "fuel_economy"),
        (&["hp", "bhp", "kw", "ps"], "power"),
        (&["kg", "lb", "lbs", "g", "oz"], "weight"),
        (&["mph", "km/h"], "speed"),
        (&["kcal"], "calories"),
        (&["mah"], "battery_capacity"),
        (&["mp", "megapixels"], "resolution"),
    ];
    let has = |value: &String, units: &[&str]| {
        let words: Vec<String> = value.split_whitespace().map(str::to_lowercase).collect();
        let is_unit = |word: &str| units.contains(&word.trim_end_matches(['.', ',']));
        value.len() <= MAX_VALUE
            && words.windows(2).any(|two| is_number(&two[0]) && is_unit(&two[1]))
    };
    let all = |units: &[&str]| !values.is_empty() && values.iter().all(|value| has(value, units));
    UNITS.iter().find(|(units, _)| all(units)).map(|(_, name)| *name)
}

/// Units of measure and codes of currencies: behind a number they are part of the value.
const UNITS: [&str; 70] = [
    "s", "sec", "secs", "second", "seconds", "min", "mins", "minute", "minutes", "h", "hr", "hrs",
    "hour", "hours", "std", "stunden", "minuten", "km", "m", "cm", "mm", "mi", "mile", "miles",
    "ft", "inch", "inches", "yd", "sq", "m²", "km²", "ha", "acre", "acres", "g", "kg", "mg", "t",
    "lb", "lbs", "oz", "l", "ml", "cl", "kcal", "cal", "kj", "kw", "kwh", "w", "v", "mah", "hp",
    "bhp", "mph", "km/h", "mpg", "kb", "mb", "gb", "tb", "%", "day", "days", "week", "weeks",
    "month", "months", "year", "years",
];

/// Whether a word is a unit of measure or a currency.
pub(crate) fn is_unit(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ',', ';', ')']);
    UNITS.contains(&word.to_lowercase().as_str()) || is_currency(word)
}

/// `5 min read`, `Lesezeit: 3 Minuten`: how long it takes to read a text.
pub(crate) fn is_reading_time(value: &str) -> bool {
    const UNITS: [&str; 5] = ["min", "sec", "sek", "hour", "stunde"];
    let lower = value.to_lowercase();
    let any = |holds: &dyn Fn(&str) -> bool| {
        lower.split(|c: char| !c.is_alphabetic()).any(|word| !word.is_empty() && holds(word))
    };
    value.len() <= MAX_VALUE
        && any(&|word| has_role(&fold(word), Role::Read))
        && any(&|word| UNITS.iter().any(|unit| word.starts_with(unit)))
}
