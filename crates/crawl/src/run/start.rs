//! The start of a run: seeds, and what an earlier crawl left.

use super::Run;
use crate::CrawlError;
use crate::event::CrawlEvent;
use crate::frontier::EntryId;
use crate::journal::off_task;
use crate::page::findings::Findings;
use crate::refresh::{Visits, ranks};
use sitewrap_model::FrontierState;
use url::Url;

/// Stored pages that a resumed crawl looks at again, to know what it has plenty of.
const RECALLED_PAGES: usize = 400;

/// Of these, so many are in memory at once; the links of each may have megabytes.
pub(super) const RECALLED_AT_ONCE: usize = 8;

/// Where the journal keeps the page that a start page redirects to.
pub(super) fn start_key(seed: &Url) -> String {
    format!("start:{seed}")
}

impl Run<'_> {
    /// Queues the seeds, and on a refresh all that is stored.
    pub(crate) async fn begin(&mut self, list: &[Url], resumed: bool) -> Result<(), CrawlError> {
        let known = self.recall(start_key(&self.seeds.start)).await?;
        if let Some(start) = known.and_then(|bytes| Url::parse(str::from_utf8(&bytes).ok()?).ok()) {
            self.scope.adopt(&self.seeds.start, &start);
            self.seeds.start = start;
        }
        self.queue_seeds(list).await?;
        let mut stored = self.progress.frontier.stored();
        if self.options.refresh {
            self.follow_anew(&[]).await?;
        } else {
            self.recall_pages(&stored).await?;
            self.follow_anew(&stored).await?;
        }
        stored.retain(|&id| self.is_wanted(id));
        if self.options.refresh {
            let stored = self.by_worth(stored).await?;
            self.progress.frontier.renew(stored.clone());
            stored.into_iter().for_each(|id| self.progress.note(id, FrontierState::Queued));
        } else {
            let (duplicates, pages): (Vec<_>, Vec<_>) = stored
                .into_iter()
                .filter(|&id| self.in_scope(id))
                .partition(|&id| self.progress.frontier.is_duplicate(id));
            let tally = &mut self.progress.tally;
            (tally.pages, tally.duplicates) = (pages.len(), duplicates.len());
        }
        self.resumed = resumed;
        if resumed {
            let (pages, queued) = (self.progress.tally.pages, self.progress.frontier.queued());
            self.progress.tell(&CrawlEvent::Resumed { pages, queued });
        }
        Ok(())
    }

    fn in_scope(&self, id: EntryId) -> bool {
        self.progress.frontier.url(id).is_some_and(|url| self.scope.contains(&url))
    }

    /// Learns again what an earlier crawl had learned of the site, from a sample of its pages.
    async fn recall_pages(&mut self, stored: &[EntryId]) -> Result<(), CrawlError> {
        let step = stored.len().div_ceil(RECALLED_PAGES).max(1);
        let sample: Vec<_> = stored.iter().step_by(step).copied().collect();
        for sample in sample.chunks(RECALLED_AT_ONCE) {
            let recalled = self.recall_findings(sample).await?;
            for (&id, findings) in sample.iter().zip(recalled) {
                if let (Some(findings), Some(url)) = (findings, self.progress.frontier.url(id)) {
                    self.recall_page(id, &url, findings);
                }
            }
        }
        Ok(())
    }

    fn recall_page(&mut self, id: EntryId, url: &Url, findings: Findings) {
        self.duplicates.meet(&mut self.progress.frontier, id, url, findings.digest);
        self.note_feeds(id, &findings);
        self.note_style_sheets(&findings);
        self.progress.frontier.lists().enter_page(url, &findings.pager);
        if let Some((calendar, sketch)) = findings.calendar {
            // What it led to is known by now, and was mostly one more date.
            self.calendars.lead_to(url);
            self.calendars.meet(calendar, sketch, None);
        }
        if !self.progress.frontier.is_duplicate(id) {
            self.progress.frontier.learn(id, findings.structure);
        }
    }

    /// What is found in some stored pages.
    pub(super) async fn recall_findings(
        &self,
        pages: &[EntryId],
    ) -> Result<Vec<Option<Findings>>, CrawlError> {
        let urls: Vec<_> = pages.iter().map(|&id| self.progress.frontier.url(id)).collect();
        let (journal, visitor) = (self.journal.clone(), self.visitor.clone());
        let read =
            move || urls.iter().map(|url| visitor.recall(&*journal, url.as_ref()?)).collect();
        off_task(read).await
    }

    /// Puts stored pages into the order in which they are worth to be fetched again.
    async fn by_worth(&mut self, stored: Vec<EntryId>) -> Result<Vec<EntryId>, CrawlError> {
        let frontier = &self.progress.frontier;
        let urls: Vec<String> = stored.iter().map(|&id| frontier.url_text(id)).collect();
        let journal = self.journal.clone();
        let read = move || {
            let visits = urls.iter().map(|url| {
                let kept = journal.state(&Visits::key(url))?;
                Ok(kept.and_then(|bytes| Visits::read(&bytes)).unwrap_or_default())
            });
            Ok((visits.collect::<Result<Vec<Visits>, _>>()?, journal.links()?))
        };
        let (visits, links) = off_task(read).await?.map_err(CrawlError::Journal)?;
        self.history.recall(stored.iter().copied().zip(visits));
        Ok(self.history.by_worth(stored, &ranks(&self.progress.frontier, &links)))
    }
}
