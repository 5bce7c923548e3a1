//! From the links of a page to URLs of the frontier.

use super::Run;
use crate::frontier::links::Target;
use crate::frontier::{EntryId, Source};
use crate::page::outline::Outline;
use crate::traps::calendars::Leads;
use std::sync::Arc;

/// Bytes of URLs that are noted of the links of a page which lead to nothing in the frontier.
const BEYOND_BYTES: usize = 1 << 20;

impl Run<'_> {
    /// Notes the links of a page that belong to the crawl, and queues what they lead to. Those of a
    /// duplicate lead to what is known; where they are relative, a site that answers everything with
    /// one page would grow with them without end.
    pub(super) fn follow(&mut self, id: EntryId, outline: &Outline, duplicate: bool) {
        if !self.options.follow_links {
            return;
        }
        if outline.nofollow && self.options.respect_nofollow {
            self.progress.tally.barred += 1;
            return;
        }
        self.note_feeds(id, outline);
        let is_cut = outline.links.len() >= self.options.limits.links_per_page;
        self.progress.tally.overlinked += usize::from(is_cut);
        let canonical = outline.canonical.as_ref().filter(|url| self.scope.contains(url));
        if let Some(canonical) = canonical.filter(|_| !duplicate) {
            self.progress.discover(canonical, Source::Link, Some(id));
        }
        let depth = self.progress.frontier.depth(id);
        let deep = self.options.max_depth.is_some_and(|max| depth >= max);
        let (mut ids, mut beyond, mut met) = (Vec::new(), Vec::new(), Vec::new());
        let (mut leads, mut room) = (Leads::ToDates, BEYOND_BYTES);
        for link in &outline.links {
            if link.nofollow && self.options.respect_nofollow {
                continue;
            }
            let (key, url) = match &link.target {
                Target::Known(known) => {
                    ids.push(*known);
                    continue;
                }
                Target::New(key, url) if self.scope.contains(url) => (*key, url),
                Target::New(_, url) => {
                    self.progress.tally.left_out += usize::from(self.scope.on_site(url));
                    continue;
                }
            };
            let known = self.progress.frontier.find(url);
            let may_join = known.is_none() && !deep && !duplicate;
            let joined =
                may_join.then(|| self.progress.discover(url, Source::Link, Some(id))).flatten();
            if joined.is_some() && outline.calendar.is_some() {
                leads = leads.max(self.calendars.lead_to(url));
            }
            match known.or(joined) {
                Some(to) => {
                    ids.push(to);
                    met.push((key, to));
                }
                // Those that have no place in a frontier that is full are not kept without end either.
                None if room >= url.as_str().len() => {
                    room -= url.as_str().len();
                    beyond.push(Arc::from(url.as_str()));
                }
                None => {}
            }
        }
        self.visitor.links().learn(&met);
        self.progress.note_links(id, ids, beyond);
        if let Some((calendar, sketch)) = outline.calendar {
            self.calendars.meet(calendar, sketch, Some(leads));
        }
    }

    /// Notes the feeds that a start page names.
    pub(super) fn note_feeds(&mut self, id: EntryId, outline: &Outline) {
        if self.reads_sitemaps() && self.progress.frontier.depth(id) == 0 {
            outline.feeds.iter().cloned().for_each(|feed| self.sitemaps.add(feed));
        }
    }
}
