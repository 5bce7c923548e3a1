//! `crawl`: a site into the store.

use super::address::start_address;
use super::network::runtime;
use super::{places, url_list};
use crate::args::{Asset, CrawlArgs, CrawlOptions, Order};
use crate::exit::{Outcome, UsageError};
use crate::interrupt::Interrupt;
use crate::limits::MAX_PAGES;
use crate::progress::{Console, seconds};
use anyhow::{Context, Result, bail};
use sitewrap_archive::WarcWriter;
use sitewrap_crawl::{CrawlSummary, EndReason, ScopeRules, StopSignal};
use sitewrap_pipeline::{ContentFilter, crawl_site};
use sitewrap_store::Store;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

pub(super) fn run(store: &Path, args: CrawlArgs, console: &Console) -> Result<Outcome> {
    check_archive(&args, store)?;
    let plan = CrawlPlan::resolve(args, console)?;
    let summary = plan.crawl_into(store, console)?.1;
    outcome(&summary, console)
}

/// Refuses an archive that would be written into the store.
pub(super) fn check_archive(args: &CrawlArgs, store: &Path) -> Result<(), UsageError> {
    let list = args.list.as_deref();
    args.warc.as_ref().map_or(Ok(()), |file| places::check(file, store, list.as_slice()))
}

/// A crawl as it is to be done: arguments checked and filled in.
pub(super) struct CrawlPlan {
    seed: Url,
    warc: Option<PathBuf>,
    warc_cookies: bool,
    options: sitewrap_crawl::CrawlOptions,
}

impl CrawlPlan {
    pub(super) fn resolve(args: CrawlArgs, console: &Console) -> Result<Self> {
        let CrawlArgs { url, list, warc, warc_cookies, filter, options: raw, .. } = args;
        let mut options = options(&raw);
        if let Some(file) = filter {
            options.filter = Some(Arc::new(ContentFilter(super::filter::read(&file)?)));
        }
        #[cfg(feature = "browser")]
        {
            options.rendering = args.render.resolve();
        }
        let urls = match (url, list) {
            (Some(url), _) => vec![start_address(&url)?],
            (None, Some(file)) => {
                options.order = sitewrap_crawl::Order::BreadthFirst;
                options.follow_links = false;
                options.sitemaps = false;
                url_list::read(&file, console)?
            }
            (None, None) => bail!(UsageError("give the address of a site, or --list".to_owned())),
        };
        let pages = if options.follow_links { MAX_PAGES } else { urls.len() };
        options.max_pages = raw.max_pages.map_or(pages, |pages| pages as usize);
        let mut urls = urls.into_iter();
        let seed = urls.next().context("a list of URLs has at least one")?;
        options.list = urls.collect();
        Ok(Self { seed, warc, warc_cookies, options })
    }

    /// A crawl of the whole site below `seed` on a private address, without any delay.
    pub(super) fn of_private_site(seed: Url) -> Self {
        let options = sitewrap_crawl::CrawlOptions {
            allow_private: true,
            delay: Some(Duration::ZERO),
            ..sitewrap_crawl::CrawlOptions::default()
        };
        Self { seed, warc: None, warc_cookies: false, options }
    }

    /// Crawls into the store at `path`, which is made where it is missing. A store that was made for a
    /// crawl that got no page is taken away again, `None`: it would only hide that there is none.
    pub(super) fn crawl_into(
        &self,
        path: &Path,
        console: &Console,
    ) -> Result<(Option<Arc<Store>>, CrawlSummary)> {
        let is_new = !path.exists();
        let store = Arc::new(Store::open(path)?);
        let summary = runtime()?.block_on(self.crawl(&store, console));
        let is_useless = match &summary {
            Ok(summary) => summary.pages == 0 && !matches!(summary.end, EndReason::Stopped),
            Err(_) => store.status().is_ok_and(|status| status.pages == 0),
        };
        if is_new && is_useless {
            drop(store);
            // What cannot be removed does no harm.
            let _ = std::fs::remove_dir_all(path);
            return Ok((None, summary?));
        }
        Ok((Some(store), summary?))
    }

    /// Crawls until all is done or Ctrl-C is pressed.
    pub(super) async fn crawl(
        &self,
        store: &Arc<Store>,
        console: &Console,
    ) -> Result<CrawlSummary> {
        let archive = self.warc.as_deref().map(WarcWriter::open).transpose()?;
        let archive = match self.warc_cookies {
            true => archive.map(WarcWriter::with_cookies),
            false => archive,
        };
        let stop = StopSignal::new();
        let listener = Interrupt::listen(console, {
            let stop = stop.clone();
            move || stop.stop()
        })
        .context("Ctrl-C could not be listened for")?;
        let (seed, options) = (&self.seed, &self.options);
        let outcome = crawl_site(store, seed, options, archive, console, stop).await;
        listener.release();
        Ok(outcome?)
    }
}

/// What the end of a crawl means for the command, told to the user where it is not plain success.
pub(super) fn outcome(summary: &CrawlSummary, console: &Console) -> Result<Outcome> {
    match &summary.end {
        EndReason::Stopped => {
            console.say("stopped; the same command goes on from here");
            return Ok(Outcome::Interrupted);
        }
        EndReason::SiteFailing(reason) => bail!(
            "the site failed too many times in a row ({reason}); what was fetched is kept, the \
             same command goes on from here"
        ),
        EndReason::WaitTooLong(time) => bail!(
            "the site asks to wait {}; what was fetched is kept, run the same command again then",
            seconds(*time)
        ),
        EndReason::Complete | EndReason::PageLimit => {}
    }
    if summary.pages == 0 {
        console.say("no page was stored: nothing on the site could be fetched");
        return Ok(Outcome::NothingFound);
    }
    if summary.statuses.is_empty() {
        console.say(&nothing_asked(summary));
    }
    Ok(Outcome::Done)
}

/// Why no page was asked for, and what would change that.
fn nothing_asked(summary: &CrawlSummary) -> String {
    let refresh = "--refresh fetches those again that have changed";
    match (&summary.end, summary.pages) {
        (EndReason::PageLimit, pages) => format!(
            "nothing to fetch: the store holds {pages} pages of the site, and --max-pages asks for \
             no more; a higher number goes on, {refresh}"
        ),
        (_, pages) => format!(
            "nothing to fetch: the store holds all pages that were found ({pages}); {refresh}"
        ),
    }
}

fn options(raw: &CrawlOptions) -> sitewrap_crawl::CrawlOptions {
    let mut options = sitewrap_crawl::CrawlOptions {
        max_depth: raw.max_depth,
        concurrency: usize::from(raw.concurrency),
        delay: raw.delay.map(Duration::from_secs_f64),
        user_agent: raw.user_agent.clone(),
        contact: raw.contact.clone(),
        allow_private: raw.allow_private,
        sitemaps: !raw.no_sitemaps,
        soft_404: !raw.no_probe,
        style_sheets: raw.assets.contains(&Asset::Css),
        order: match raw.order {
            Order::Diverse => sitewrap_crawl::Order::Diverse,
            Order::BreadthFirst => sitewrap_crawl::Order::BreadthFirst,
            Order::Pagerank => sitewrap_crawl::Order::PageRank,
            Order::Opic => sitewrap_crawl::Order::Opic,
            Order::Backlinks => sitewrap_crawl::Order::Backlinks,
        },
        respect_nofollow: !raw.follow_nofollow,
        skip_noindex: raw.skip_noindex,
        refresh: raw.refresh,
        scope: ScopeRules {
            subdomains: raw.subdomains,
            path_prefixes: raw.path_prefix.clone(),
            include: raw.include.clone(),
            exclude: raw.exclude.clone(),
            actions: raw.follow_actions,
        },
        ..sitewrap_crawl::CrawlOptions::default()
    };
    options.limits.body = (raw.max_page_size as usize) << 20;
    if let Some(timeout) = raw.timeout.map(Duration::from_secs_f64) {
        options.timeouts.total = timeout;
        options.timeouts.headers = timeout;
    }
    options
}
