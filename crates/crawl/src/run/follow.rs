//! From the links of a page to URLs of the frontier.

use super::Run;
use crate::frontier::links::{FoundLink, Key, Target};
use crate::frontier::{EntryId, Source};
use crate::page::findings::Findings;
use crate::traps::calendars::Leads;
use std::sync::Arc;

/// Bytes of URLs that are noted of the links of a page which lead to nothing in the frontier: those
/// that have no place in a frontier that is full are not kept without end either.
const BEYOND_BYTES: usize = 1 << 20;

/// Where the links of a page lead.
struct Targets {
    /// To these entries.
    ids: Vec<EntryId>,
    /// Those of them that the links were not known to lead to.
    met: Vec<(Key, EntryId)>,
    /// To URLs that are not in the frontier.
    beyond: Vec<Arc<str>>,
    /// Bytes that these may still have.
    room: usize,
    /// What new URLs a page of a calendar leads to.
    leads: Leads,
}

impl Run<'_> {
    /// Notes the links of a page that belong to the crawl, and queues what they lead to. Those of a
    /// duplicate lead to what is known; where they are relative, a site that answers everything with
    /// one page would grow with them without end.
    pub(super) fn follow(&mut self, id: EntryId, findings: &Findings, duplicate: bool) {
        if !self.options.follow_links {
            return;
        }
        let respects = self.options.respect_nofollow;
        if findings.nofollow && respects {
            self.progress.tally.barred += 1;
            return;
        }
        self.note_feeds(id, findings);
        let is_cut = findings.links.len() >= self.options.limits.links_per_page;
        self.progress.tally.overlinked += usize::from(is_cut);
        let canonical = findings.canonical.as_ref().filter(|url| self.scope.contains(url));
        if let Some(canonical) = canonical.filter(|_| !duplicate) {
            self.progress.discover(canonical, Source::Link, Some(id));
        }
        let depth = self.progress.frontier.depth(id);
        let grows = !duplicate && self.options.max_depth.is_none_or(|max| depth < max);
        let mut targets = Targets {
            ids: Vec::new(),
            met: Vec::new(),
            beyond: Vec::new(),
            room: BEYOND_BYTES,
            leads: Leads::ToDates,
        };
        let in_calendar = findings.calendar.is_some();
        for link in findings.links.iter().filter(|link| !(link.nofollow && respects)) {
            self.follow_link(id, link, grows, in_calendar, &mut targets);
        }
        self.visitor.links().learn(&targets.met);
        self.progress.note_links(id, targets.ids, targets.beyond);
        if let Some((calendar, sketch)) = findings.calendar {
            self.calendars.meet(calendar, sketch, Some(targets.leads));
        }
    }

    /// Notes where a link leads. A new URL joins the frontier if that `grows` with the page.
    fn follow_link(
        &mut self,
        id: EntryId,
        link: &FoundLink,
        grows: bool,
        in_calendar: bool,
        targets: &mut Targets,
    ) {
        let (key, url) = match &link.target {
            Target::Known(known) => return targets.ids.push(*known),
            Target::New(key, url) if self.scope.contains(url) => (*key, url),
            Target::New(_, url) => {
                self.progress.tally.left_out += usize::from(self.scope.on_site(url));
                return;
            }
        };
        let known = self.progress.frontier.find(url);
        let may_join = known.is_none() && grows;
        let joined =
            may_join.then(|| self.progress.discover(url, Source::Link, Some(id))).flatten();
        if joined.is_some() && in_calendar {
            targets.leads = targets.leads.max(self.calendars.lead_to(url));
        }
        if let Some(to) = known.or(joined) {
            targets.ids.push(to);
            targets.met.push((key, to));
        } else if targets.room >= url.as_str().len() {
            targets.room -= url.as_str().len();
            targets.beyond.push(Arc::from(url.as_str()));
        }
    }

    /// Notes the feeds that a start page names.
    pub(super) fn note_feeds(&mut self, id: EntryId, findings: &Findings) {
        if self.reads_sitemaps() && self.progress.frontier.depth(id) == 0 {
            findings.feeds.iter().cloned().for_each(|feed| self.sitemaps.add(feed));
        }
    }
}
