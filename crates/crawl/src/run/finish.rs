//! The end of a run: the last commit, and the summary.

use super::Run;
use crate::event::{CrawlEvent, CrawlSummary, EndReason, PageKind};
use crate::notices::{barred_notice, bounds_notice, left_out_notice, shell_notice};
use crate::{CrawlError, Limits};
use sitewrap_model::Topic;
use tokio::time::Instant;

impl Run<'_> {
    /// Commits what is left and sums up.
    pub(crate) async fn finish(
        mut self,
        end: EndReason,
        started: Instant,
    ) -> Result<CrawlSummary, CrawlError> {
        self.close_list(&end);
        let pages = self.progress.batcher.close().await?;
        self.progress.tell(&CrawlEvent::Committed { pages });
        if let Some(error) = self.seeds.error.take().filter(|_| self.progress.tally.pages == 0) {
            return Err(error);
        }
        self.tell_notices();
        let transport = self.visitor.transport();
        let kinds = self.progress.frontier.kind_examples().into_iter();
        let tally = self.progress.tally;
        Ok(CrawlSummary {
            end,
            pages: tally.pages,
            duplicates: tally.duplicates,
            fetched: tally.fetched,
            unchanged: tally.unchanged,
            kinds: kinds.map(|(pages, example)| PageKind { pages, example }).collect(),
            shells: tally.shells,
            requests: transport.requests(),
            bytes: transport.bytes(),
            queued: self.progress.frontier.queued(),
            statuses: tally.statuses,
            skipped: tally.skipped,
            failed: tally.failed,
            elapsed: started.elapsed(),
        })
    }

    /// Tells what the user should know of the crawl as a whole.
    fn tell_notices(&self) {
        let tally = &self.progress.tally;
        let notices = [
            (None, self.visitor.renderer().summary()),
            (None, self.style_sheets.notice()),
            (Some(Topic::Scripts), shell_notice(tally.shells, tally.fetched)),
            (Some(Topic::Nofollow), barred_notice(tally.barred, tally.fetched)),
            (Some(Topic::Scope), left_out_notice(tally.left_out, tally.pages)),
            (Some(Topic::Bounds), bounds_notice(&self.bounds_met())),
        ];
        for (topic, line) in notices {
            let Some(line) = line else { continue };
            self.progress.tell(&CrawlEvent::Notice(&line));
            if let Some(topic) = topic {
                self.progress.tell(&CrawlEvent::Topic(topic));
            }
        }
    }

    /// How often each bound cut something off, and what to say of it.
    fn bounds_met(&self) -> [(usize, String); 4] {
        let Limits { links_per_page, .. } = self.options.limits;
        let overlinked = self.progress.tally.overlinked;
        [
            (overlinked, format!("{overlinked} pages with more than {links_per_page} links")),
            (
                usize::from(self.progress.frontier.is_full()),
                "the frontier is full, links found since are dropped".to_owned(),
            ),
            (
                usize::from(self.sitemaps.is_cut()),
                "the sitemaps list more than is read of them".to_owned(),
            ),
            (
                usize::from(self.style_sheets.is_cut()),
                "the pages have more or larger style sheets than are stored".to_owned(),
            ),
        ]
    }
}
