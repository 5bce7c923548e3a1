//! Pages that need a browser: an installed Chromium runs their scripts over what was fetched.
//!
//! The browser has no network of its own. Each request that it makes is held, and answered by the
//! crawl's own transport or refused: the page itself with the bytes that the crawl has fetched,
//! scripts and the data that they ask for, if robots.txt permits them, with all bounds on addresses,
//! sizes and time; pictures, fonts, frames and other pages, never. Data is asked for by GET, or by POST
//! with JSON from the host of the page, as for GraphQL; whatever else would send something is refused.
//! What is not held for some reason ends at a proxy that answers nothing.
//!
//! One page is rendered at a time, in a profile that is forgotten after it.

mod held;
mod pipe;
mod process;
mod resources;
mod session;

use crate::CrawlError;
use crate::fetch::pace::Paces;
use crate::fetch::robots::Rules;
use crate::fetch::transport::Transport;
use crate::frontier::scope::compile;
use crate::options::CrawlOptions;
use process::Browser;
use regex::Regex;
use resources::Resources;
use sitewrap_model::Page;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;
use url::Url;

/// The longest time that a page may take, where the crawl's timeouts allow more.
const PAGE_TIME: Duration = Duration::from_secs(30);

/// Which pages a browser renders, and which browser.
#[derive(Clone, Debug, Default)]
pub struct Rendering {
    /// The browser's program; `None` for the first Chromium or Chrome on the `PATH`.
    pub program: Option<PathBuf>,
    /// URLs whose pages are rendered, as globs or regular expressions like those of
    /// [`ScopeRules`](crate::ScopeRules).
    pub patterns: Vec<String>,
    /// Whether pages that turn out to be all script are rendered too.
    pub shells: bool,
    /// Whether the browser runs without its sandbox, which it cannot have as root and in some
    /// containers. Scripts of the site then run with the user's own rights if they break out of
    /// the browser.
    pub no_sandbox: bool,
}

/// Why a page could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RenderError {
    #[error("the browser {0} cannot be started: {1}")]
    Start(String, String),
    #[error("the browser has gone")]
    Gone,
    #[error("the browser refused: {0}")]
    Refused(String),
    #[error("not rendered in time")]
    Timeout,
    #[error("the page left for {0}")]
    Left(String),
    #[error("larger than {0} bytes when rendered")]
    TooLarge(usize),
}

/// Renders pages for one crawl.
pub(crate) struct Renderer {
    choice: Rendering,
    patterns: Vec<Regex>,
    agent: String,
    resources: Arc<Resources>,
    body_limit: usize,
    page_time: Duration,
    /// The browser; `None` after it had to be ended.
    browser: Mutex<Option<Browser>>,
    rendered: AtomicUsize,
    failed: AtomicUsize,
}

impl Renderer {
    /// Starts the browser. What its pages ask for is fetched in turn with the crawl's own requests.
    ///
    /// # Errors
    /// If there is none, it cannot be started, or a pattern is not valid.
    pub(crate) async fn start(
        choice: &Rendering,
        options: &CrawlOptions,
        (transport, paces): (Arc<Transport>, Paces),
    ) -> Result<Self, CrawlError> {
        let patterns = compile(&choice.patterns)?;
        let agent = options.agent_header();
        let browser = Browser::start(choice, &agent)
            .await
            .map_err(|error| CrawlError::Browser(error.to_string()))?;
        Ok(Self {
            choice: choice.clone(),
            patterns,
            agent,
            resources: Arc::new(Resources::new(options, transport, paces)),
            body_limit: options.limits.body,
            page_time: options.timeouts.total.min(PAGE_TIME),
            browser: Mutex::new(Some(browser)),
            rendered: AtomicUsize::new(0),
            failed: AtomicUsize::new(0),
        })
    }

    /// Takes in what robots.txt of an origin says.
    pub(crate) async fn learn_rules(&self, origin: &str, rules: Rules) {
        self.resources.learn_rules(origin, rules).await;
    }

    /// Whether a page is to be rendered; `shell` says that it is all script.
    pub(crate) fn wants(&self, url: &Url, shell: bool) -> bool {
        shell && self.choice.shells || self.patterns.iter().any(|one| one.is_match(url.as_str()))
    }

    /// The page as it stands when its scripts have run: its document as HTML, and the browser's
    /// name.
    pub(crate) async fn render(&self, page: &Page) -> Result<(String, String), RenderError> {
        let mut place = self.browser.lock().await;
        let rendered = self.render_in(&mut place, page).await;
        let count = if rendered.is_ok() { &self.rendered } else { &self.failed };
        count.fetch_add(1, Ordering::Relaxed);
        rendered
    }

    async fn render_in(
        &self,
        place: &mut Option<Browser>,
        page: &Page,
    ) -> Result<(String, String), RenderError> {
        let mut browser = match place.take() {
            Some(browser) => browser,
            None => Browser::start(&self.choice, &self.agent).await?,
        };
        let name = browser.name().to_owned();
        let deadline = Instant::now() + self.page_time;
        let html = session::render(&mut browser, page, &self.resources, deadline).await;
        // A browser that did not answer in time may be busy for ever: it ends here, and the next
        // page gets a new one.
        if !matches!(html, Err(RenderError::Timeout | RenderError::Gone)) {
            *place = Some(browser);
        }
        let html = html?;
        match html.len() > self.body_limit {
            true => Err(RenderError::TooLarge(self.body_limit)),
            false => Ok((html, name)),
        }
    }

    /// What was rendered, in one line; `None` if nothing was to be.
    pub(crate) fn summary(&self) -> Option<String> {
        let rendered = self.rendered.load(Ordering::Relaxed);
        let failed = self.failed.load(Ordering::Relaxed);
        match (rendered, failed) {
            (0, 0) => None,
            (rendered, 0) => Some(format!("{rendered} pages rendered by the browser")),
            (rendered, failed) => Some(format!(
                "{rendered} pages rendered by the browser; {failed} could not be and are kept as \
                 fetched"
            )),
        }
    }
}
