//! A circuit breaker: tells a site that fails, or shuts the crawl out, from pages that do.
//!
//! Pages that fail are done with. Where it is the site that fails, or the network to it, they are
//! none the worse: the crawl ends, and they are queued for a later one.

use crate::frontier::EntryId;
use crate::options::CrawlOptions;

/// URLs in a row that may ask for more time than the crawl has.
const PATIENCE: usize = 3;

/// Counts what has gone wrong since the site last gave a page.
#[derive(Debug)]
pub(crate) struct CircuitBreaker {
    /// Failures in a row that open the circuit; `None` for a list of URLs, which were written down by
    /// somebody and may be dead one after another.
    failures_in_a_row: Option<usize>,
    /// The same for attempts, so that a long queue need not be gone through once where all fails.
    attempts_in_a_row: usize,
    failed: Vec<EntryId>,
    refused: Vec<EntryId>,
    attempts: usize,
    waits: usize,
}

/// Whether the site is to be given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Circuit {
    /// The crawl goes on.
    Closed,
    /// The site fails.
    Open,
}

impl Circuit {
    fn open_if(open: bool) -> Self {
        if open { Self::Open } else { Self::Closed }
    }
}

/// Whether a status says that the one who asks is not let in.
pub(crate) fn is_refusal(status: u16) -> bool {
    matches!(status, 401 | 403)
}

impl CircuitBreaker {
    /// A breaker within the limits of a crawl.
    pub(crate) fn new(options: &CrawlOptions) -> Self {
        let limits = &options.limits;
        Self {
            failures_in_a_row: options.follow_links.then_some(limits.failures_in_a_row),
            attempts_in_a_row: limits.failures_in_a_row * usize::from(limits.attempts),
            failed: Vec::new(),
            refused: Vec::new(),
            attempts: 0,
            waits: 0,
        }
    }

    /// Notes that the site gives what it is asked for.
    pub(crate) fn succeed(&mut self) {
        (self.attempts, self.waits) = (0, 0);
        self.failed.clear();
        self.refused.clear();
    }

    /// Counts an attempt that failed and may be made again.
    pub(crate) fn count_attempt(&mut self) -> Circuit {
        self.attempts += 1;
        let limited = self.failures_in_a_row.is_some();
        Circuit::open_if(limited && self.attempts >= self.attempts_in_a_row)
    }

    /// Counts a URL that failed for good. What was under way when the site was `given_up` is no worse
    /// than the rest.
    pub(crate) fn count_failure(&mut self, id: EntryId, given_up: bool) -> Circuit {
        let Some(most) = self.failures_in_a_row else { return Circuit::Closed };
        self.failed.push(id);
        Circuit::open_if(given_up || self.failed.len() >= most)
    }

    /// Counts a URL that the site would not give.
    pub(crate) fn count_refusal(&mut self, id: EntryId, given_up: bool) -> Circuit {
        if self.failures_in_a_row.is_none() {
            return Circuit::Closed;
        }
        self.refused.push(id);
        Circuit::open_if(given_up)
    }

    /// Counts a URL that asked for more time than the crawl has; gives whether it is the site that asks.
    pub(crate) fn count_wait(&mut self) -> bool {
        self.waits += 1;
        self.waits >= PATIENCE
    }

    /// Whether so many URLs in a row were refused that the site may have shut the crawl out.
    pub(crate) fn doubts_refusals(&self) -> bool {
        self.failures_in_a_row.is_some_and(|most| self.refused.len() >= most)
    }

    /// Notes that what was refused is kept from everybody.
    pub(crate) fn accept_refusals(&mut self) {
        self.refused.clear();
    }

    /// Begins anew; gives the URLs that failed of late, for which the site is to blame.
    pub(crate) fn reset(&mut self) -> Vec<EntryId> {
        let mut blameless = std::mem::take(&mut self.failed);
        blameless.append(&mut self.refused);
        (self.attempts, self.waits) = (0, 0);
        blameless
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaker(follow_links: bool) -> CircuitBreaker {
        let mut options = CrawlOptions { follow_links, ..CrawlOptions::default() };
        (options.limits.failures_in_a_row, options.limits.attempts) = (3, 2);
        CircuitBreaker::new(&options)
    }

    #[test]
    fn failures_in_a_row_open_the_circuit_and_are_given_back() {
        let mut breaker = breaker(true);
        assert_eq!(breaker.count_failure(EntryId::at(0), false), Circuit::Closed);
        breaker.succeed();
        let last = (1..4).map(|place| breaker.count_failure(EntryId::at(place), false)).last();
        assert_eq!(last, Some(Circuit::Open));
        assert_eq!(breaker.reset(), (1..4).map(EntryId::at).collect::<Vec<_>>());
    }

    #[test]
    fn attempts_open_it_and_a_list_never_does() {
        let attempts = |follow| {
            (0..6).map(|_| ()).fold((breaker(follow), Circuit::Closed), |(mut breaker, _), ()| {
                let circuit = breaker.count_attempt();
                (breaker, circuit)
            })
        };
        assert_eq!(attempts(true).1, Circuit::Open);
        assert_eq!(attempts(false).1, Circuit::Closed);
        let mut list = breaker(false);
        assert!((0..9).all(|at| list.count_failure(EntryId::at(at), false) == Circuit::Closed));
    }

    #[test]
    fn refusals_raise_a_doubt_only() {
        let mut breaker = breaker(true);
        assert!((0..3).all(|at| breaker.count_refusal(EntryId::at(at), false) == Circuit::Closed));
        assert!(breaker.doubts_refusals());
        breaker.accept_refusals();
        assert!(!breaker.doubts_refusals());
    }
}
