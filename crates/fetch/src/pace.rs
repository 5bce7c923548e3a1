//! How fast a host is asked.

use sitewrap_tree::site_of;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// Least time between two requests to a public address when the user chose none.
const PUBLIC_FLOOR: Duration = Duration::from_millis(250);

/// Longest delay that slow answers alone bring about.
const LATENCY_CEILING: Duration = Duration::from_secs(30);

/// First wait after a status 429 or 503 without `Retry-After`; doubled each time, …
const FIRST_BACK_OFF: Duration = Duration::from_millis(500);
/// … so many times, to half a minute.
const DOUBLINGS: u32 = 6;

/// Why a request waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// The delay between requests that the user chose.
    Delay,
    /// The `Crawl-delay` of robots.txt.
    RobotsDelay,
    /// The delay adapted to how fast the site answers.
    Latency,
    /// The site asked for time: status 429 or 503, or `Retry-After`.
    BackOff,
    /// robots.txt could not be had; it is tried again.
    Robots,
}

/// The paces of all hosts of a crawl, for all that make requests for it.
#[derive(Clone, Debug)]
pub struct Paces {
    chosen: Option<Duration>,
    known: Arc<Mutex<HashMap<String, Pace>>>,
}

impl Paces {
    /// Paces with the delay that the user chose, if any.
    pub fn new(chosen: Option<Duration>) -> Self {
        Self { chosen, known: Arc::default() }
    }

    /// Asks the pace of a URL's host, or tells it something.
    pub fn of<T>(&self, url: &Url, act: impl FnOnce(&mut Pace) -> T) -> T {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        act(known.entry(site_of(url)).or_insert_with(|| Pace::new(self.chosen)))
    }
}

/// The pace at which one host is asked.
#[derive(Clone, Debug)]
pub struct Pace {
    chosen: Option<Duration>,
    robots: Option<Duration>,
    /// Smoothed time that the host takes to answer.
    latency: Option<Duration>,
    public: bool,
    /// When the last request was made.
    last: Option<Instant>,
    /// No request before this time, for the host asked so.
    paused: Option<Instant>,
    /// Answers in a row that asked for time.
    refusals: u32,
}

impl Pace {
    /// A pace with the delay that the user chose, if any.
    pub(crate) fn new(chosen: Option<Duration>) -> Self {
        Self {
            chosen,
            robots: None,
            latency: None,
            public: true,
            last: None,
            paused: None,
            refusals: 0,
        }
    }

    /// Obeys a `Crawl-delay`.
    pub fn obey(&mut self, robots: Option<Duration>) {
        self.robots = robots;
    }

    /// Obeys a `Crawl-delay` that was met beside the crawl; does not take back a longer one.
    #[cfg(feature = "browser")]
    pub(crate) fn heed(&mut self, robots: Option<Duration>) {
        self.robots = self.robots.max(robots);
    }

    /// When the next request may be made, and what it would wait for; `None` for now.
    pub fn ready(&self, now: Instant) -> Option<(Instant, WaitReason)> {
        let (delay, reason) = self.delay();
        let regular = self.last.map(|last| (last + delay, reason));
        let paused = self.paused.map(|until| (until, WaitReason::BackOff));
        let latest = regular.into_iter().chain(paused).max_by_key(|(at, _)| *at);
        latest.filter(|(at, _)| *at > now)
    }

    /// Notes that a request is made.
    pub fn start(&mut self, now: Instant) {
        self.last = self.last.max(Some(now));
    }

    /// Takes the next turn, whenever that is; gives when.
    #[cfg(any(test, feature = "browser"))]
    pub(crate) fn reserve(&mut self, now: Instant) -> Instant {
        let at = self.ready(now).map_or(now, |(at, _)| at);
        self.last = Some(at);
        at
    }

    /// Learns from an answer. Only good answers make the pace faster, for errors are often quick.
    pub fn learn(&mut self, latency: Duration, public: bool, good: bool) {
        self.public = public;
        let old = self.latency.unwrap_or(latency);
        let new = (old + latency) / 2;
        if good || new > old {
            self.latency = Some(new);
        }
        if good {
            self.refusals = 0;
        }
    }

    /// Pauses since the host asked for time; gives how long.
    pub fn back_off(&mut self, now: Instant, asked: Option<Duration>) -> Duration {
        // Answers to requests that were under way when the pause began say nothing new.
        let left = self.paused.map(|until| until - now).filter(|left| !left.is_zero());
        let own = left.unwrap_or(FIRST_BACK_OFF * 2_u32.pow(self.refusals.min(DOUBLINGS)));
        self.refusals += u32::from(left.is_none());
        // A host that asks for less than it needs, or for a time that is past, is given more.
        let wait = asked.map_or(own, |asked| asked.max(own));
        self.paused = self.paused.max(Some(now + wait));
        wait
    }

    /// The time between requests, and what sets it. On average one request is under way: the
    /// delay adapts to the time that the host takes to answer.
    fn delay(&self) -> (Duration, WaitReason) {
        let own = match self.chosen {
            Some(chosen) => (chosen, WaitReason::Delay),
            None => {
                let floor = if self.public { PUBLIC_FLOOR } else { Duration::ZERO };
                let latency = self.latency.unwrap_or_default().min(LATENCY_CEILING);
                (floor.max(latency), WaitReason::Latency)
            }
        };
        let robots = (self.robots.unwrap_or_default(), WaitReason::RobotsDelay);
        if robots.0 > own.0 { robots } else { own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_chosen_delay_holds_whatever_the_latency() {
        let now = Instant::now();
        let mut pace = Pace::new(Some(SECOND));
        assert_eq!(pace.ready(now), None);
        pace.start(now);
        pace.learn(SECOND * 9, true, true);
        assert_eq!(pace.ready(now), Some((now + SECOND, WaitReason::Delay)));
        assert_eq!(pace.ready(now + SECOND), None);
    }

    #[test]
    fn robots_may_slow_down_but_not_speed_up() {
        let now = Instant::now();
        let mut pace = Pace::new(Some(SECOND));
        pace.start(now);
        pace.obey(Some(SECOND / 2));
        assert_eq!(pace.ready(now), Some((now + SECOND, WaitReason::Delay)));
        pace.obey(Some(SECOND * 2));
        assert_eq!(pace.ready(now), Some((now + SECOND * 2, WaitReason::RobotsDelay)));
    }

    #[test]
    fn a_slow_host_is_asked_less_often_and_quick_errors_change_nothing() {
        let now = Instant::now();
        let mut pace = Pace::new(None);
        pace.start(now);
        assert_eq!(pace.ready(now), Some((now + PUBLIC_FLOOR, WaitReason::Latency)));
        pace.learn(SECOND * 2, true, true);
        assert_eq!(pace.ready(now), Some((now + SECOND * 2, WaitReason::Latency)));
        pace.learn(Duration::ZERO, true, false);
        assert_eq!(pace.ready(now), Some((now + SECOND * 2, WaitReason::Latency)));
        pace.learn(Duration::ZERO, true, true);
        assert_eq!(pace.ready(now), Some((now + SECOND, WaitReason::Latency)));
    }

    #[test]
    fn turns_that_were_taken_push_the_next_ones_back() {
        let now = Instant::now();
        let mut pace = Pace::new(Some(SECOND));
        assert_eq!([pace.reserve(now), pace.reserve(now)], [now, now + SECOND]);
        pace.start(now);
        assert_eq!(pace.ready(now), Some((now + SECOND * 2, WaitReason::Delay)));
    }

    #[test]
    fn refusals_double_the_wait_until_an_answer_is_good() {
        let now = Instant::now();
        let mut pace = Pace::new(Some(Duration::ZERO));
        assert_eq!(pace.back_off(now, None), FIRST_BACK_OFF);
        assert_eq!(pace.back_off(now, None), FIRST_BACK_OFF, "one of those under way");
        let later = now + FIRST_BACK_OFF;
        assert_eq!(pace.back_off(later, None), FIRST_BACK_OFF * 2);
        assert_eq!(pace.back_off(later, Some(SECOND * 7)), SECOND * 7);
        let mut busy = Pace::new(Some(Duration::ZERO));
        assert_eq!(busy.back_off(now, Some(Duration::ZERO)), FIRST_BACK_OFF, "for none");
        assert_eq!(busy.back_off(later, Some(Duration::ZERO)), FIRST_BACK_OFF * 2);
        assert_eq!(pace.ready(later), Some((later + SECOND * 7, WaitReason::BackOff)));
        let mut latest = later + SECOND * 7;
        pace.learn(Duration::ZERO, true, true);
        assert_eq!(pace.back_off(latest, None), FIRST_BACK_OFF);
        for _ in 0..20 {
            latest += SECOND * 60;
            assert!(pace.back_off(latest, None) <= SECOND * 32, "less than a crawl may wait");
        }
    }
}
