//! One fact told in two forms: a day in words beside its machine form, a price with its sign and
//! without.
//!
//! A `time` says `4 January` to readers and `2024-01-04T08:31:00Z` to machines; a list repeats the
//! day of each of its items without the year. Where two fields of a record are read, and one of them
//! never says more than the other, a person would keep the one that says most.

use crate::parameters::Parameters;
use crate::redundant::restated::Texts;
use crate::share::Share;
use rustc_hash::FxHashSet;
use sitewrap_model::{Typed, Value};
use sitewrap_structured::number;
use sitewrap_terms::grammar::is_price;
use sitewrap_values::{DateOrder, Evidence, Format, Told, ValueType};

/// A value that is a day, and as much of its time as it tells.
#[derive(PartialEq)]
struct Moment {
    day: String,
    /// Hours and minutes.
    time: Option<String>,
}

/// What the values of a field say, where they are read alike.
pub(crate) struct Facts<'c> {
    texts: Texts<'c>,
    kind: Kind,
    /// Whether it only explains another field, as what shows while the mouse is over it.
    explains: bool,
    parameters: &'c Parameters,
}

/// How exactly values are told; the first of a kind is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Days with times as machines write them.
    Stamp,
    /// Days with times.
    Time,
    /// Days as machines write them.
    MachineDay,
    /// Days in words or by the custom of a country.
    Day,
    /// Days without their years.
    DayOfYear,
    /// Amounts with currencies.
    Price,
    /// Numbers.
    Number,
}

impl<'c> Facts<'c> {
    /// What a field says; `None` for values that are no days and no amounts. `explains` tells that
    /// it only explains another field, as what shows while the mouse is over it.
    pub(crate) fn of(texts: Texts<'c>, explains: bool, parameters: &'c Parameters) -> Option<Self> {
        let different: FxHashSet<&str> = texts.values().copied().collect();
        if different.len() < parameters.few {
            return None;
        }
        let share = |holds: &dyn Fn(&str) -> bool| {
            let holding = different.iter().filter(|text| holds(text)).count();
            Share::new(holding, different.len(), parameters).is_all_but_chance()
        };
        let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
        if !different.iter().take(parameters.examples).all(|text| has_digit(text)) {
            return None;
        }
        let kind = if share(&|text| Moment::of(text, DateOrder::Dmy).is_some()) {
            let timed =
                |text: &str| Moment::of(text, DateOrder::Dmy).is_some_and(|m| m.time.is_some());
            if share(&is_stamp) {
                Kind::Stamp
            } else if share(&timed) {
                Kind::Time
            } else if share(&is_machine_day) {
                Kind::MachineDay
            } else {
                Kind::Day
            }
        } else if share(&|text| {
            text.len() <= 16 && Moment::of_year(text, "2024", DateOrder::Dmy).is_some()
        }) {
            Kind::DayOfYear
        } else if share(&is_price) {
            Kind::Price
        } else if share(&|text| number(text).is_some() && !text.contains(char::is_alphabetic)) {
            Kind::Number
        } else {
            return None;
        };
        Some(Self { texts, kind, explains, parameters })
    }

    /// Whether all that `other` says follows from this field, and this one says more or as much.
    pub(crate) fn say_all_of(&self, other: &Self) -> bool {
        let comparable = match self.kind {
            Kind::Stamp | Kind::Time => other.kind <= Kind::DayOfYear,
            Kind::MachineDay | Kind::Day if other.explains => other.kind <= Kind::DayOfYear,
            Kind::MachineDay | Kind::Day => {
                (Kind::MachineDay..=Kind::DayOfYear).contains(&other.kind)
            }
            Kind::Price => other.kind >= Kind::Price,
            Kind::DayOfYear | Kind::Number => false,
        };
        comparable && [DateOrder::Dmy, DateOrder::Mdy].iter().any(|&order| self.tells(other, order))
    }

    /// Whether the values are days in full.
    pub(crate) fn is_day(&self) -> bool {
        self.kind <= Kind::Day
    }

    /// By how much it says, for the order in which fields are kept.
    pub(crate) fn rank(&self) -> impl Ord + use<> {
        (self.explains, self.kind)
    }

    fn tells(&self, other: &Self, order: DateOrder) -> bool {
        let mut misses = 0;
        for (record, said) in &other.texts {
            let follows = self.texts.get(record).is_some_and(|full| match other.kind {
                Kind::Price | Kind::Number => number(full) == number(said),
                _ => day_follows(full, said, order, other.explains),
            });
            misses += usize::from(!follows);
            if !Share::new(misses, other.texts.len(), self.parameters).is_chance() {
                return false;
            }
        }
        true
    }
}

/// Whether a day, or a day and its time, follows from a text that tells it in full.
fn day_follows(full: &str, said: &str, order: DateOrder, day_only: bool) -> bool {
    let Some(full) = Moment::of(full, order) else { return false };
    let year = full.day.split('-').next().unwrap_or_default();
    let Some(said) = Moment::of(said, order).or_else(|| Moment::of_year(said, year, order)) else {
        return false;
    };
    full.day == said.day && (day_only || said.time.is_none() || said.time == full.time)
}

/// Whether a text is a day and a time as machines write them: `2024-01-04T08:31:00Z`.
fn is_stamp(text: &str) -> bool {
    matches!(text.as_bytes(), [_, _, _, _, b'-', _, _, b'-', _, _, b'T' | b't', ..])
}

/// Whether a text is a day as machines write it: `2024-01-04`.
fn is_machine_day(text: &str) -> bool {
    let shape = |(at, byte): (usize, u8)| {
        if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() }
    };
    text.len() == 10 && text.bytes().enumerate().all(shape)
}

impl Moment {
    fn of(text: &str, order: DateOrder) -> Option<Self> {
        let order = Some(Told { is: order, by: Evidence::Values });
        let format = Format { date_order: order, ..Format::of(ValueType::DateTime) };
        let Value::Typed(Typed::DateTime(iso)) = format.read(text, "")? else { return None };
        let (day, time) = match iso.split_once('T') {
            Some((day, time)) => (day, time.get(..5).map(str::to_owned)),
            None => (iso.as_str(), None),
        };
        Some(Self { day: day.to_owned(), time })
    }

    /// Reads a day that lacks its year.
    fn of_year(text: &str, year: &str, order: DateOrder) -> Option<Self> {
        let numeric = !text.contains(char::is_alphabetic);
        let dashed = || Self::of(&format!("{year}-{}", text.replace(['/', '.'], "-")), order);
        let worded = || Self::of(&format!("{text} {year}"), order);
        if numeric { dashed() } else { worded() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;

    static PARAMETERS: LazyLock<Parameters> = LazyLock::new(Parameters::default);

    fn column<'c>(values: &[&'c str]) -> Texts<'c> {
        values.iter().enumerate().map(|(at, value)| (at as u64, *value)).collect()
    }

    fn says_all(full: &[&str], said: &[&str]) -> bool {
        let (full, said) = (
            Facts::of(column(full), false, &PARAMETERS),
            Facts::of(column(said), false, &PARAMETERS),
        );
        full.zip(said).is_some_and(|(full, said)| full.say_all_of(&said))
    }

    const TIMES: [&str; 4] = [
        "2024-01-04t08:31:00.000z",
        "2024-02-14t21:05:00.000z",
        "2024-11-30t00:10:00.000z",
        "2023-07-21t12:00:00.000z",
    ];

    #[test]
    fn a_day_in_words_says_no_more_than_its_machine_form() {
        let words = ["january 4, 2024", "february 14, 2024", "november 30, 2024", "july 21, 2023"];
        assert!(says_all(&TIMES, &words));
        assert!(!says_all(&words, &TIMES), "the time would be lost");
        assert!(says_all(&TIMES, &["04/01/2024", "14/02/2024", "30/11/2024", "21/07/2023"]));
        assert!(says_all(&TIMES, &["01-04", "02-14", "11-30", "07-21"]), "days without years");
        assert!(says_all(&TIMES, &["jan 4", "feb 14", "nov 30", "jul 21"]));
        assert!(says_all(
            &TIMES,
            &["4 jan 2024 08:31", "14 feb 2024 21:05", "30 nov 2024 00:10", "21 jul 2023 12:00"]
        ));
    }

    #[test]
    fn of_two_forms_of_a_day_that_of_machines_is_kept() {
        let machine =
            Facts::of(column(&["2024-01-04", "2024-02-14", "2024-11-30"]), false, &PARAMETERS);
        let words = Facts::of(
            column(&["4 january 2024", "14 february 2024", "30 november 2024"]),
            false,
            &PARAMETERS,
        );
        let (machine, words) = (machine.expect("days"), words.expect("days"));
        assert!(machine.rank() < words.rank() && machine.say_all_of(&words));
    }

    #[test]
    fn an_explanation_gives_way_to_what_is_shown() {
        let shown =
            Facts::of(column(&["2024-01-04", "2024-02-14", "2024-11-30"]), false, &PARAMETERS);
        let hint = Facts::of(
            column(&["2024-01-04 08:31", "2024-02-14 21:05", "2024-11-30 00:10"]),
            true,
            &PARAMETERS,
        );
        let (shown, hint) = (shown.expect("days"), hint.expect("times"));
        assert!(shown.rank() < hint.rank() && shown.say_all_of(&hint));
    }

    #[test]
    fn another_day_is_another_fact() {
        let updated = ["january 4, 2024", "february 20, 2024", "december 1, 2024", "july 21, 2023"];
        assert!(!says_all(&TIMES, &updated));
        assert!(!says_all(&TIMES, &["3 days ago", "2 weeks ago", "5 days ago", "last year"]));
    }

    #[test]
    fn an_amount_is_kept_with_its_sign() {
        assert!(says_all(&["£1,249.00", "£12.50", "£8.00"], &["1249", "12.5", "8.00"]));
        assert!(!says_all(&["1249", "12.5", "8.00"], &["£1,249.00", "£12.50", "£8.00"]));
        assert!(!says_all(&["£12.00", "£12.50", "£8.00"], &["£14.00", "£12.50", "£9.00"]));
    }
}
