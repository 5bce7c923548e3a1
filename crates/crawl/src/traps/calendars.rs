//! Calendars without end: pages for dates that say nothing and lead to the next dates.
//!
//! A calendar has a page for every month of every year. Its pages are as good as others while they
//! show events, or lead to them; where the last ones all said what others of the calendar say but
//! for the date, and led to dates only, the rest is passed over. A calendar that leads to nothing but
//! dates gets no more than a small share of the crawl, whatever its pages say.

use crate::page::words::hash;
use crate::traps::dates::{calendar_of, has_date};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use url::Url;

/// Pages of a calendar, one after another, that show nothing new before it is given up.
const BARREN: usize = 10;

/// New dates that pages of calendars lead to, in tenths of the pages. With fewer it has an end.
const LEADING_ON: usize = 4;

/// Other pages of the site that must be there: a site that is all calendar is fetched as it is.
const OTHERS: usize = 25;

/// Pages of a crawl for one of a calendar that leads to dates only: 5 %.
const SHARE: usize = 20;

/// Bits in which the sketches of pages that say the same may differ.
const NEAR: u32 = 3;

/// Sketches of a calendar that new pages are compared with.
const SKETCHES: usize = 64;

/// Where the new links of a calendar's page lead, the most telling last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Leads {
    /// To pages of calendars, or nowhere.
    ToDates,
    /// To pages that stand under a date.
    ToDated,
    /// To pages of the site beside its dates.
    Out,
}

/// The calendars of a site, by a hash of what their addresses have in common.
#[derive(Debug, Default)]
pub(crate) struct Calendars(FxHashMap<u64, Calendar>);

#[derive(Debug, Default)]
struct Calendar {
    pages: usize,
    /// Its URLs that were first found on pages of this or another calendar.
    led_to: usize,
    sketches: VecDeque<u64>,
    /// The last pages, one after another, that showed nothing new.
    barren: usize,
    /// The last pages, one after another, that led to dates only.
    closed: usize,
}

impl Calendars {
    /// The calendar that an address belongs to.
    pub(crate) fn of(url: &Url) -> Option<u64> {
        calendar_of(url).map(|calendar| hash(calendar.as_bytes()))
    }

    /// Takes in a new URL that a page of a calendar leads to.
    pub(crate) fn lead_to(&mut self, url: &Url) -> Leads {
        if let Some(calendar) = Self::of(url) {
            self.0.entry(calendar).or_default().led_to += 1;
            return Leads::ToDates;
        }
        if has_date(url) { Leads::ToDated } else { Leads::Out }
    }

    /// Takes in a page of a calendar: the sketch of its text without dates, and where its new links
    /// lead, if that is known.
    pub(crate) fn meet(&mut self, calendar: u64, sketch: u64, leads: Option<Leads>) {
        let calendar = self.0.entry(calendar).or_default();
        calendar.pages += 1;
        let repeats = calendar.sketches.iter().any(|known| (known ^ sketch).count_ones() <= NEAR);
        if !repeats && calendar.sketches.len() < SKETCHES {
            calendar.sketches.push_back(sketch);
        }
        let leads_out = leads == Some(Leads::Out);
        calendar.barren = if repeats && !leads_out { calendar.barren + 1 } else { 0 };
        match leads {
            Some(Leads::ToDates) => calendar.closed += 1,
            Some(_) => calendar.closed = 0,
            None => {}
        }
    }

    /// Whether a URL is of a calendar that has shown enough, on a site of so many pages so far and
    /// `budget` at most.
    pub(crate) fn is_spent(&self, url: &Url, pages: usize, budget: usize) -> bool {
        if self.0.values().all(|calendar| !calendar.is_endless(budget)) {
            return false;
        }
        let own: usize = self.0.values().map(|calendar| calendar.pages).sum();
        if pages < own + OTHERS {
            return false;
        }
        let known = Self::of(url).and_then(|calendar| self.0.get(&calendar));
        known.is_some_and(|calendar| calendar.is_endless(budget))
    }
}

impl Calendar {
    fn is_endless(&self, budget: usize) -> bool {
        let says_enough = self.barren >= BARREN || self.closed >= BARREN.max(budget / SHARE);
        says_enough && self.led_to * 10 >= self.pages * LEADING_ON
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(month: usize) -> Url {
        Url::parse(&format!("http://x.example/cal/{}/{}/", 2020 + month / 12, month % 12 + 1))
            .unwrap()
    }

    /// Meets the months of three years, each of which leads to so many new ones, or out; gives after
    /// how many the calendar was given up.
    fn given_up(new: usize, page: impl Fn(usize) -> (u64, Leads)) -> Option<usize> {
        let mut calendars = Calendars::default();
        (0..36).find(|&month| {
            let (sketch, leads) = page(month);
            for later in 0..new {
                let lead = calendars.lead_to(&url(month * new + later + 1));
                assert_eq!(lead, Leads::ToDates);
            }
            calendars.meet(Calendars::of(&url(month)).unwrap(), sketch, Some(leads));
            calendars.is_spent(&url(99), 100, 600)
        })
    }

    #[test]
    fn months_that_say_nothing_and_lead_on_are_enough_soon() {
        assert_eq!(given_up(1, |_| (7, Leads::ToDates)), Some(BARREN));
        let leads = |month| if month < 9 { Leads::Out } else { Leads::ToDated };
        assert_eq!(given_up(2, |month| (7, leads(month))), Some(8 + BARREN));
    }

    #[test]
    fn months_that_show_something_or_end_are_all_wanted() {
        let words = |month: usize| hash(&month.to_le_bytes());
        assert_eq!(given_up(1, |month| (words(month), Leads::ToDated)), None);
        assert_eq!(given_up(1, |_| (7, Leads::Out)), None);
        assert_eq!(given_up(0, |_| (7, Leads::ToDates)), None, "it has an end");
    }

    #[test]
    fn months_that_lead_to_dates_only_have_a_small_share() {
        let words = |month: usize| hash(&month.to_le_bytes());
        assert_eq!(given_up(1, |month| (words(month), Leads::ToDates)), Some(600 / SHARE - 1));
    }

    #[test]
    fn dates_lead_to_dates_and_out() {
        let mut calendars = Calendars::default();
        let leads =
            |calendars: &mut Calendars, path| calendars.lead_to(&url(0).join(path).unwrap());
        assert_eq!(leads(&mut calendars, "/concert"), Leads::Out);
        assert_eq!(leads(&mut calendars, "/2031/05/17/concert"), Leads::ToDated);
        assert!(leads(&mut calendars, "/day?date=2031-05-17") < Leads::Out);
    }

    #[test]
    fn a_site_that_is_all_calendar_is_fetched() {
        let mut calendars = Calendars::default();
        for month in 0..20 {
            calendars.lead_to(&url(month + 1));
            calendars.meet(Calendars::of(&url(month)).unwrap(), 7, Some(Leads::ToDates));
        }
        assert!(!calendars.is_spent(&url(99), 20 + OTHERS - 1, 1000));
        assert!(calendars.is_spent(&url(99), 20 + OTHERS, 1000));
    }
}
