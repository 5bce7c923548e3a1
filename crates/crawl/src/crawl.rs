//! A crawl from its start to its end.

use crate::event::{CrawlSummary, Observer};
use crate::frontier::scope::Scope;
use crate::frontier::{Frontier, StoredFrontier};
use crate::journal::off_task;
use crate::run::{Parts, Run};
use crate::traps::actions::take_up;
use crate::visit::Visitor;
use crate::{CrawlError, CrawlOptions, Journal};
use sitewrap_fetch::StopSignal;
use sitewrap_model::FrontierEntry;
use sitewrap_tree::normalize;
use std::sync::Arc;
use tokio::time::Instant;
use url::Url;

/// Crawls the site around `seed` until every URL in scope is seen to, `max_pages` different pages
/// are stored, or `stop` is given. Takes up what an earlier crawl left in the journal.
///
/// Pages and links are committed in the order in which URLs were handed out, not in which
/// answers came: the same answers give the same crawl. A killed crawl loses at most the batches
/// that were not committed yet; their URLs are fetched again by the next one.
///
/// A page that says the same as one under another URL is stored and told in the frontier (`Duplicate`),
/// but does not count against `max_pages` and its links are not followed; as many of these as
/// `max_pages` end the crawl too.
///
/// Answers other than 2xx are no pages: they are told in the frontier (`Failed` or `Skipped`,
/// with the status) and in the summary.
///
/// # Errors
/// [`CrawlError`] if nothing can be crawled at all: the seed is no web address, cannot be
/// reached, or is forbidden by robots.txt; or if the journal fails. What was committed until
/// then stays. A site that begins to fail half-way is no error, see
/// [`EndReason::SiteFailing`](crate::EndReason::SiteFailing).
pub async fn crawl(
    seed: &Url,
    options: &CrawlOptions,
    journal: Arc<dyn Journal>,
    observer: &dyn Observer,
    stop: StopSignal,
) -> Result<CrawlSummary, CrawlError> {
    let started = Instant::now();
    let invalid = || CrawlError::Seed { url: seed.to_string() };
    let seed = normalize(seed.clone()).ok_or_else(invalid)?;
    let mut scope = Scope::new(&seed, &options.scope)?;
    let list: Vec<Url> = options.list.iter().cloned().filter_map(normalize).collect();
    list.iter().for_each(|url| scope.admit(url));
    let visitor = Arc::new(Visitor::new(options, journal.clone()).await?);

    let (reader, takes_up) = (journal.clone(), options.scope.actions);
    let read = move || {
        let mut stored = StoredFrontier::default();
        let see = &mut |mut entry: FrontierEntry| {
            if takes_up {
                take_up(&mut entry);
            }
            stored.push(&entry);
        };
        reader.frontier(see).map(|()| stored)
    };
    let stored = off_task(read).await??;
    let resumed = !stored.is_empty();
    let mut frontier = Frontier::restore(stored, options.order, options.limits.frontier)
        .with_byte_limit(options.limits.frontier_bytes);
    if resumed && frontier.asks_for_links() {
        let reader = journal.clone();
        frontier.restore_links(off_task(move || reader.links()).await??);
    }
    let mut run =
        Run::new(Parts { seed, options, scope, frontier, visitor, journal, observer, stop })?;
    run.begin(&list, resumed).await?;
    let end = run.drive().await?;
    run.finish(end, started).await
}
