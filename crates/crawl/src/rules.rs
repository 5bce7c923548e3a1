//! A crawl that goes on under other rules than before.
//!
//! Links that the rules of a crawl leave out (too many clicks away, out of scope, marked nofollow)
//! are not queued. When the rules have changed, the links of the stored pages are gone through once
//! more, so that no page need be fetched again for them.

use crate::CrawlError;
use crate::crawl::RECALLED_AT_ONCE;
use crate::frontier::EntryId;
use crate::options::CrawlOptions;
use crate::page::outline::Outline;
use crate::page::words::hash;
use crate::run::Run;

/// Where the journal keeps under which rules the links of its pages were followed.
const RULES_KEY: &str = "rules";

impl Run<'_> {
    /// Follows the links of stored pages, if the rules are not those under which that was done.
    pub(crate) async fn follow_anew(&mut self, stored: &[EntryId]) -> Result<(), CrawlError> {
        if !self.options.follow_links {
            return Ok(());
        }
        let internal = |error: tokio::task::JoinError| CrawlError::Internal(error.to_string());
        let (rules, journal) = (rules_name(self.options), self.journal.clone());
        let known = tokio::task::spawn_blocking(move || journal.state(RULES_KEY)).await;
        if known.map_err(internal)??.as_ref() == Some(&rules) {
            return Ok(());
        }
        for chunk in stored.chunks(RECALLED_AT_ONCE) {
            let urls: Vec<_> = chunk.iter().map(|&id| self.frontier.url(id)).collect();
            let (journal, visitor) = (self.journal.clone(), self.visitor.clone());
            let read =
                move || urls.iter().map(|url| visitor.recall(&*journal, url.as_ref()?)).collect();
            let outlines: Vec<_> = tokio::task::spawn_blocking(read).await.map_err(internal)?;
            for (&id, outline) in chunk.iter().zip(outlines) {
                // What is known of calendars is learnt from a sample of the pages.
                if let Some(outline) = outline.map(|outline| Outline { calendar: None, ..outline })
                {
                    self.follow(id, &outline, self.frontier.is_twin(id));
                }
            }
            self.turn_ledger().await?;
        }
        // These were told when the pages were fetched.
        (self.tally.barred, self.tally.left_out) = (0, 0);
        self.ledger.batch().state.push((RULES_KEY.to_owned(), rules));
        Ok(())
    }
}

/// A name for the rules that decide which links are followed.
fn rules_name(options: &CrawlOptions) -> Vec<u8> {
    let CrawlOptions { scope, max_depth, respect_nofollow, .. } = options;
    let rules = format!("{scope:?} {max_depth:?} {respect_nofollow}");
    hash(rules.as_bytes()).to_le_bytes().to_vec()
}
