//! A crawl that goes on under other rules than before.
//!
//! Links that the rules of a crawl leave out (too many clicks away, out of scope, marked nofollow)
//! are not queued. When the rules have changed, the links of the stored pages are gone through once
//! more, so that no page need be fetched again for them.

use super::Run;
use super::start::RECALLED_AT_ONCE;
use crate::CrawlError;
use crate::frontier::EntryId;
use crate::options::CrawlOptions;
use crate::page::findings::Findings;
use crate::page::words::hash;

/// Where the journal keeps under which rules the links of its pages were followed.
const RULES_KEY: &str = "rules";

impl Run<'_> {
    /// Follows the links of stored pages, if the rules are not those under which that was done.
    pub(super) async fn follow_anew(&mut self, stored: &[EntryId]) -> Result<(), CrawlError> {
        if !self.options.follow_links {
            return Ok(());
        }
        let rules = rules_name(self.options);
        if self.recall(RULES_KEY.to_owned()).await?.as_ref() == Some(&rules) {
            return Ok(());
        }
        for chunk in stored.chunks(RECALLED_AT_ONCE) {
            let recalled = self.recall_findings(chunk).await?;
            for (&id, findings) in chunk.iter().zip(recalled) {
                // What is known of calendars is learnt from a sample of the pages.
                if let Some(findings) =
                    findings.map(|findings| Findings { calendar: None, ..findings })
                {
                    self.follow(id, &findings, self.progress.frontier.is_duplicate(id));
                }
            }
            self.progress.commit_due().await?;
        }
        // These were told when the pages were fetched.
        (self.progress.tally.barred, self.progress.tally.left_out) = (0, 0);
        self.progress.keep(RULES_KEY.to_owned(), rules);
        Ok(())
    }
}

/// A name for the rules that decide which links are followed.
fn rules_name(options: &CrawlOptions) -> Vec<u8> {
    let CrawlOptions { scope, max_depth, respect_nofollow, .. } = options;
    let rules = format!("{scope:?} {max_depth:?} {respect_nofollow}");
    hash(rules.as_bytes()).to_le_bytes().to_vec()
}
