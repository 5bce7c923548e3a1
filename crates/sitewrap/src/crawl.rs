//! The pages of a site.

use crate::store::Store;
use sitewrap_crawl::{CrawlError, CrawlOptions, CrawlSummary, StopSignal};
use sitewrap_model::Page;
use sitewrap_pipeline::{Observer, crawl_pages, crawl_site};
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::runtime;
use url::Url;

/// A crawl of one site, as a guest: robots.txt is obeyed, requests are few and wait as long as the site needs,
/// and the user agent is honest. It keeps to the host of the start page.
///
/// ```
#[doc = include_str!("../doc/server.txt")]
/// use sitewrap::Crawl;
/// use std::time::Duration;
///
/// # let address = serve_shop();
/// let crawl = Crawl::of(&address)?
///     .max_pages(50)
///     .contact("you@example.org")
///     .exclude("*/basket/*");
/// # let crawl = crawl.allow_private(true).delay(Duration::ZERO);
/// let crawled = crawl.run()?;
/// assert_eq!(crawled.pages.len(), 9); // the shop's front and eight lamps
/// # Ok::<(), sitewrap::CrawlError>(())
/// ```
pub struct Crawl {
    seed: Url,
    options: CrawlOptions,
    observer: Arc<dyn Observer>,
    stop: StopSignal,
}

/// What a crawl in memory has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Crawled {
    /// The pages, in the order in which they were fetched.
    pub pages: Vec<Page>,
    /// How it went.
    pub summary: CrawlSummary,
}

impl Crawl {
    /// A crawl that begins at an address like `https://shop.example/`.
    ///
    /// ```
    /// use sitewrap::Crawl;
    ///
    /// assert!(Crawl::of("https://shop.example/").is_ok());
    /// assert!(Crawl::of("mailto:ann@shop.example").is_err());
    /// ```
    ///
    /// # Errors
    /// If it is no address of the web.
    pub fn of(address: &str) -> Result<Self, CrawlError> {
        let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
        let seed = Url::parse(address).ok().filter(is_web);
        let seed = seed.ok_or_else(|| CrawlError::Seed { url: address.to_owned() })?;
        let (options, observer, stop) = (CrawlOptions::default(), Arc::new(()), StopSignal::new());
        Ok(Self { seed, options, observer, stop })
    }

    /// Ends when so many different pages are there, those of earlier runs into the same store included; 1,000
    /// without.
    #[must_use]
    pub fn max_pages(mut self, pages: usize) -> Self {
        self.options.max_pages = pages;
        self
    }

    /// Follows links at most so many clicks away from the start page; any number without.
    #[must_use]
    pub fn max_depth(mut self, clicks: u32) -> Self {
        self.options.max_depth = Some(clicks);
        self
    }

    /// Waits at least so long between two requests. Without, the delay follows how fast the site answers; that
    /// which robots.txt asks for is obeyed in either case.
    #[must_use]
    pub fn delay(mut self, time: Duration) -> Self {
        self.options.delay = Some(time);
        self
    }

    /// The user agent that is sent, and by its first word looked up in robots.txt; `sitewrap/VERSION` without.
    #[must_use]
    pub fn user_agent(mut self, name: impl Into<String>) -> Self {
        self.options.user_agent = name.into();
        self
    }

    /// An address under which a webmaster reaches you; it is sent with the user agent.
    #[must_use]
    pub fn contact(mut self, contact: impl Into<String>) -> Self {
        self.options.contact = Some(contact.into());
        self
    }

    /// Whether private and loopback addresses may be contacted; not so without.
    #[must_use]
    pub fn allow_private(mut self, is_allowed: bool) -> Self {
        self.options.allow_private = is_allowed;
        self
    }

    /// Only addresses that match this, or another pattern of a call like it: a glob over the whole URL (`*` any
    /// characters, `?` one), or behind `re:` a regular expression that matches anywhere.
    #[must_use]
    pub fn include(mut self, pattern: impl Into<String>) -> Self {
        self.options.scope.include.push(pattern.into());
        self
    }

    /// No address that matches this pattern, which is written as in [`Crawl::include`] and wins over it.
    #[must_use]
    pub fn exclude(mut self, pattern: impl Into<String>) -> Self {
        self.options.scope.exclude.push(pattern.into());
        self
    }

    /// Whether pages that are in the store are asked for again, those first that matter and change; not so
    /// without.
    #[must_use]
    pub fn refresh(mut self, is_asked: bool) -> Self {
        self.options.refresh = is_asked;
        self
    }

    /// Tells what happens while it runs. The observer is called on the crawl's own thread and must be quick.
    ///
    /// ```
    #[doc = include_str!("../doc/server.txt")]
    /// use sitewrap::{Crawl, Event, Observer};
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use std::time::Duration;
    ///
    /// #[derive(Default)]
    /// struct Pages(AtomicU64);
    ///
    /// impl Observer for Pages {
    ///     fn observe(&self, event: Event<'_>) {
    ///         if let Event::Advanced { by, .. } = event {
    ///             self.0.fetch_add(by, Ordering::Relaxed);
    ///         }
    ///     }
    /// }
    ///
    /// let seen = Arc::new(Pages::default());
    /// # let address = serve_shop();
    /// let crawl = Crawl::of(&address)?.observer(seen.clone());
    /// # let crawl = crawl.allow_private(true).delay(Duration::ZERO);
    /// crawl.run()?;
    /// assert_eq!(seen.0.load(Ordering::Relaxed), 9);
    /// # Ok::<(), sitewrap::CrawlError>(())
    /// ```
    #[must_use]
    pub fn observer(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observer = observer;
        self
    }

    /// A signal that another thread can give to end the crawl: what is in flight is finished and kept.
    ///
    /// ```
    #[doc = include_str!("../doc/server.txt")]
    /// use sitewrap::{Crawl, EndReason};
    ///
    /// # let address = serve_shop();
    /// let crawl = Crawl::of(&address)?.allow_private(true);
    /// crawl.stop_signal().stop();
    /// assert_eq!(crawl.run()?.summary.end, EndReason::Stopped);
    /// # Ok::<(), sitewrap::CrawlError>(())
    /// ```
    pub fn stop_signal(&self) -> StopSignal {
        self.stop.clone()
    }

    /// Crawls, and keeps the pages in memory.
    ///
    /// ```
    #[doc = include_str!("../doc/server.txt")]
    /// use sitewrap::{Crawl, learn};
    /// use std::time::Duration;
    ///
    /// # let address = serve_shop();
    /// let crawl = Crawl::of(&address)?;
    /// # let crawl = crawl.allow_private(true).delay(Duration::ZERO);
    /// let wrappers = learn(crawl.run()?.pages, &Default::default())?;
    /// assert!(wrappers.page_types().any(|of| of.name == "product"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If nothing can be crawled: there is no such host, robots.txt forbids it, a pattern is none. A page that
    /// fails is no error; it is counted in [`Crawled::summary`].
    pub fn run(&self) -> Result<Crawled, CrawlError> {
        let Self { seed, options, observer, stop } = self;
        let crawl = crawl_pages(seed, options, &**observer, stop.clone());
        wait_for(crawl).map(|(pages, summary)| Crawled { pages, summary })
    }

    /// Crawls into a store, or goes on with the crawl that it holds. Pages are stored batch by batch, so that
    /// after a kill the same call goes on.
    ///
    /// ```
    #[doc = include_str!("../doc/server.txt")]
    /// use sitewrap::{Crawl, EndReason, Store};
    /// use std::time::Duration;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let (dir, address) = (folder.path().join("store"), serve_shop());
    /// let store = Store::open(dir)?;
    /// let crawl = Crawl::of(&address)?.max_pages(4);
    /// # let crawl = crawl.allow_private(true).delay(Duration::ZERO);
    /// assert_eq!(crawl.run_into(&store)?.end, EndReason::PageLimit);
    /// let summary = crawl.max_pages(100).run_into(&store)?;
    /// assert_eq!((summary.end, summary.pages, summary.fetched), (EndReason::Complete, 9, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Crawl::run`], and if the store cannot be written.
    pub fn run_into(&self, store: &Store) -> Result<CrawlSummary, CrawlError> {
        let Self { seed, options, observer, stop } = self;
        wait_for(crawl_site(&store.0, seed, options, None, &**observer, stop.clone()))
    }
}

impl fmt::Debug for Crawl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, options, .. } = self;
        f.debug_struct("Crawl")
            .field("seed", seed)
            .field("options", options)
            .finish_non_exhaustive()
    }
}

/// Waits for a crawl, on a thread of its own: on the caller's there may be a runtime already.
fn wait_for<T: Send>(
    crawl: impl Future<Output = Result<T, CrawlError>> + Send,
) -> Result<T, CrawlError> {
    let run = || {
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(|error| CrawlError::Internal(error.to_string()))?.block_on(crawl)
    };
    thread::scope(|scope| {
        let worker = thread::Builder::new().spawn_scoped(scope, run);
        let worker = worker.map_err(|error| CrawlError::Internal(error.to_string()))?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
