//! Which URL is fetched next, and which is not worth a request.

use super::Run;
use crate::CrawlError;
use crate::frontier::{EntryId, Next, Source};
use crate::traps::actions::action_of;
use sitewrap_model::SkipReason;
use url::Url;

/// URLs handed out whose responses are not handled yet, for each request in flight: slow answers hold
/// up the handling of later ones, and these must not hold up the launching.
const WINDOW_PER_LANE: usize = 4;

/// Why a URL is not worth a request, by what is known of its address.
enum Worthless {
    /// It does something: the word that says so.
    Action(&'static str),
    /// It has parameters that change nothing; without them it is this one.
    IdleParameters(Url),
    /// It leads to this page as well.
    Equivalent(EntryId),
    /// It is a date of a calendar that has shown enough.
    Endless,
}

impl Run<'_> {
    /// Hands out URLs until the window is full, the budget is spoken for, or none is left.
    pub(super) async fn choose(&mut self) -> Result<(), CrawlError> {
        while self.ending.is_none()
            && self.window.len() < self.options.lanes() * WINDOW_PER_LANE
            && !self.progress.is_at_limit(self.window.len(), self.options.max_pages)
        {
            let id = match self.progress.frontier.next() {
                Some(Next::Repeats(id)) if self.progress.frontier.depth(id) > 0 => {
                    self.progress.skip(id, SkipReason::Repetitive);
                    continue;
                }
                // What the user names is fetched, and as it is named.
                Some(Next::Fetch(id) | Next::Repeats(id)) => id,
                None => return Ok(()),
            };
            let Some(url) = self.progress.frontier.url(id) else {
                self.progress.skip(id, SkipReason::NotUrl);
                continue;
            };
            let in_scope = self.scope.contains(&url) || url == self.seeds.start;
            if !in_scope || !self.is_wanted(id) {
                // Left by a crawl with another scope, which may take it up again.
                self.progress.frontier.set_aside(id);
                continue;
            }
            // What the user names is fetched whatever its address says.
            if self.progress.frontier.depth(id) > 0
                && let Some(why) = self.worthless(id, &url)
            {
                self.pass_over_worthless(id, why);
                continue;
            }
            if self.permitted(id, &url).await? {
                let reading = self.progress.frontier.reading(id);
                self.window.push(id, url, reading);
            }
        }
        Ok(())
    }

    /// Why a URL is not worth a request, if it is not.
    fn worthless(&self, id: EntryId, url: &Url) -> Option<Worthless> {
        let frontier = &self.progress.frontier;
        if !self.options.scope.actions
            && let Some(word) = action_of(url)
        {
            return Some(Worthless::Action(word));
        }
        if let Some(shorter) = self.duplicates.without_idle(url, frontier.family(id)) {
            return Some(Worthless::IdleParameters(shorter));
        }
        let equivalent = self.duplicates.equivalent(frontier, url).filter(|&first| first != id);
        if let Some(first) = equivalent {
            return Some(Worthless::Equivalent(first));
        }
        let (pages, budget) = (self.progress.tally.pages, self.options.max_pages);
        self.calendars.is_spent(url, pages, budget).then_some(Worthless::Endless)
    }

    fn pass_over_worthless(&mut self, id: EntryId, why: Worthless) {
        match why {
            Worthless::Action(word) => {
                self.progress.skip(id, SkipReason::Action(word.to_owned()));
            }
            Worthless::IdleParameters(shorter) => {
                let reason = SkipReason::SamePage(shorter.to_string());
                self.progress.pass_over(id, "parameter without effect", reason);
                self.progress.discover(&shorter, Source::Link, Some(id));
            }
            Worthless::Equivalent(first) => {
                let first = self.progress.frontier.url_text(first);
                self.progress.skip(id, SkipReason::SamePage(first));
            }
            Worthless::Endless => self.progress.skip(id, SkipReason::Endless),
        }
    }
}
