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

mod error;
mod held;
mod pipe;
mod process;
mod resource;
mod resources;
mod session;

pub use error::RenderError;

use crate::error::SetupError;
use crate::options::{BrowserChoice, FetchOptions};
use crate::pace::Paces;
use crate::robots_cache::RobotsTxt;
use crate::transport::Transport;
use process::Browser;
use resources::Resources;
use sitewrap_model::{Header, Marks, Page};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// The longest time that a page may take, where the crawl's timeouts allow more.
const PAGE_TIME: Duration = Duration::from_secs(30);

/// Headers that speak of the bytes as sent, not of the document that scripts have made of them.
const BYTE_HEADERS: [&str; 6] = [
    "content-type",
    "content-encoding",
    "content-length",
    "transfer-encoding",
    "etag",
    "last-modified",
];

/// Renders pages for one crawl.
pub struct Renderer {
    choice: BrowserChoice,
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
    /// If there is none, or it cannot be started.
    pub async fn start(
        choice: BrowserChoice,
        options: &FetchOptions,
        transport: Arc<Transport>,
        paces: Paces,
    ) -> Result<Self, SetupError> {
        let agent = options.user_agent.clone();
        let browser = Browser::start(&choice, &agent)
            .await
            .map_err(|error| SetupError::Browser(error.to_string()))?;
        Ok(Self {
            choice,
            agent,
            resources: Arc::new(Resources::new(options, transport, paces)),
            body_limit: options.body,
            page_time: options.timeouts.total.min(PAGE_TIME),
            browser: Mutex::new(Some(browser)),
            rendered: AtomicUsize::new(0),
            failed: AtomicUsize::new(0),
        })
    }

    /// Takes in the robots.txt of an origin.
    pub async fn learn_robots(&self, origin: &str, robots: &RobotsTxt) {
        self.resources.learn_robots(origin, robots).await;
    }

    /// The page as it stands when its scripts have run: its document as HTML, marked with the browser's
    /// name.
    ///
    /// # Errors
    /// [`RenderError`] if the browser fails, or the page takes too long or too much.
    pub async fn render(&self, page: &Page) -> Result<Page, RenderError> {
        let mut place = self.browser.lock().await;
        let rendered = self.render_in(&mut place, page).await;
        let count = if rendered.is_ok() { &self.rendered } else { &self.failed };
        count.fetch_add(1, Ordering::Relaxed);
        let (html, browser) = rendered?;
        Ok(rendered_page(page, html, browser))
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
    pub fn summary(&self) -> Option<String> {
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

/// A page with the browser's document for a body.
fn rendered_page(page: &Page, html: String, browser: String) -> Page {
    let as_sent = page.headers.iter().filter(|it| !BYTE_HEADERS.contains(&it.name.as_str()));
    let header = |name: &str, value| Header { name: name.to_owned(), value };
    let mut headers: Vec<Header> = as_sent.cloned().collect();
    headers.push(header("content-type", "text/html; charset=utf-8".to_owned()));
    Page {
        url: page.url.clone(),
        final_url: page.final_url.clone(),
        status: page.status,
        headers,
        body: html.into_bytes(),
        fetched_at: page.fetched_at,
        depth: page.depth,
        referrer: page.referrer.clone(),
        marks: Marks { rendered_by: Some(browser), ..page.marks.clone() },
    }
}
