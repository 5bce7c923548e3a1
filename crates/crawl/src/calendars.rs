//! Calendars without end: pages for dates that say nothing and lead to the next dates.
//!
//! A calendar has a page for every month of every year. Its pages are as good as others while they
//! show events, or lead to them; where the last ones all said what others of the calendar say but
//! for the date, and led to further dates only, the rest is passed over.

use crate::dates::{calendar_of, has_date};
use crate::words::hash;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use url::Url;

/// Under which name dates that are passed over are counted.
pub(crate) const ENDLESS: &str = "endless calendar";

/// Pages of a calendar, one after another, that show nothing new before it is given up.
const BARREN: usize = 10;

/// Of these so many, in tenths, lead to dates that were not known. Otherwise it has an end.
const LEADING_ON: usize = 4;

/// Other pages of the site that must be there: a site that is all calendar is fetched as it is.
const OTHERS: usize = 25;

/// Bits in which the sketches of pages that say the same may differ.
const NEAR: u32 = 3;

/// Sketches of a calendar that new pages are compared with.
const SKETCHES: usize = 64;

/// What a page of a calendar brought.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bred {
    /// New URLs with dates.
    pub(crate) dates: bool,
    /// Any others that are new.
    pub(crate) others: bool,
}

impl Bred {
    /// Takes in a new URL.
    pub(crate) fn add(&mut self, url: &Url) {
        match has_date(url) {
            true => self.dates = true,
            false => self.others = true,
        }
    }
}

/// The calendars of a site, by a hash of what their addresses have in common.
#[derive(Debug, Default)]
pub(crate) struct Calendars(FxHashMap<u64, Calendar>);

#[derive(Debug, Default)]
struct Calendar {
    pages: usize,
    sketches: VecDeque<u64>,
    /// Of the last pages: whether it showed nothing new, and whether it led to further dates.
    recent: VecDeque<(bool, bool)>,
}

impl Calendars {
    /// The calendar that an address belongs to.
    pub(crate) fn of(url: &Url) -> Option<u64> {
        calendar_of(url).map(|calendar| hash(calendar.as_bytes()))
    }

    /// Takes in a page of a calendar: the sketch of its text without dates, and what it brought.
    pub(crate) fn meet(&mut self, calendar: u64, sketch: u64, bred: Bred) {
        let calendar = self.0.entry(calendar).or_default();
        calendar.pages += 1;
        let repeats = calendar.sketches.iter().any(|known| (known ^ sketch).count_ones() <= NEAR);
        if !repeats && calendar.sketches.len() < SKETCHES {
            calendar.sketches.push_back(sketch);
        }
        calendar.recent.push_back((repeats && !bred.others, bred.dates));
        if calendar.recent.len() > BARREN {
            calendar.recent.pop_front();
        }
    }

    /// Whether a URL is of a calendar that has shown enough, on a site of so many pages.
    pub(crate) fn is_spent(&self, url: &Url, pages: usize) -> bool {
        if self.0.values().all(|calendar| !calendar.is_endless()) {
            return false;
        }
        let own: usize = self.0.values().map(|calendar| calendar.pages).sum();
        if pages < own + OTHERS {
            return false;
        }
        let known = Self::of(url).and_then(|calendar| self.0.get(&calendar));
        known.is_some_and(Calendar::is_endless)
    }
}

impl Calendar {
    fn is_endless(&self) -> bool {
        let leading = self.recent.iter().filter(|(_, leads)| *leads).count();
        self.recent.len() >= BARREN
            && self.recent.iter().all(|(barren, _)| *barren)
            && leading * 10 >= self.recent.len() * LEADING_ON
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(month: usize) -> Url {
        Url::parse(&format!("http://x.example/cal/{}/{}/", 2020 + month / 12, month % 12 + 1))
            .unwrap()
    }

    /// Meets the months of three years; gives after how many the calendar was given up.
    fn given_up(page: impl Fn(usize) -> (u64, Bred)) -> Option<usize> {
        let mut calendars = Calendars::default();
        (0..36).find(|&month| {
            let (sketch, bred) = page(month);
            calendars.meet(Calendars::of(&url(month)).unwrap(), sketch, bred);
            calendars.is_spent(&url(99), 100)
        })
    }

    const ON: Bred = Bred { dates: true, others: false };

    #[test]
    fn months_that_say_nothing_and_lead_on_are_enough_soon() {
        assert_eq!(given_up(|_| (7, ON)), Some(BARREN));
        let events = |month| Bred { others: month < 9, ..ON };
        assert_eq!(given_up(|month| (7, events(month))), Some(8 + BARREN));
    }

    #[test]
    fn months_that_show_something_or_end_are_all_wanted() {
        let words = |month: usize| hash(&month.to_le_bytes());
        assert_eq!(given_up(|month| (words(month), ON)), None);
        assert_eq!(given_up(|_| (7, Bred { others: true, ..ON })), None);
        assert_eq!(given_up(|_| (7, Bred::default())), None, "it has an end");
    }

    #[test]
    fn a_site_that_is_all_calendar_is_fetched() {
        let mut calendars = Calendars::default();
        for month in 0..20 {
            calendars.meet(Calendars::of(&url(month)).unwrap(), 7, ON);
        }
        assert!(!calendars.is_spent(&url(99), 20 + OTHERS - 1));
        assert!(calendars.is_spent(&url(99), 20 + OTHERS));
    }
}
