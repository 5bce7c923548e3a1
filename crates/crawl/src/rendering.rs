//! Which pages a browser renders, where there is one.

use crate::CrawlError;
#[cfg(feature = "browser")]
use crate::frontier::scope::compile;
use crate::options::CrawlOptions;
#[cfg(feature = "browser")]
use regex::Regex;
#[cfg(feature = "browser")]
use sitewrap_fetch::{BrowserChoice, Renderer};
use sitewrap_fetch::{Paces, RobotsTxt, Transport};
use sitewrap_model::Page;
use std::sync::Arc;
use url::Url;

/// Renders the pages of one crawl that are to be rendered.
#[cfg(feature = "browser")]
pub(crate) struct PageRenderer(Option<Active>);

#[cfg(feature = "browser")]
struct Active {
    patterns: Vec<Regex>,
    shells: bool,
    renderer: Renderer,
}

#[cfg(feature = "browser")]
impl PageRenderer {
    /// Starts the browser, if one is to render pages.
    ///
    /// # Errors
    /// If it cannot be started, or a pattern is not valid.
    pub(crate) async fn start(
        options: &CrawlOptions,
        transport: Arc<Transport>,
        paces: Paces,
    ) -> Result<Self, CrawlError> {
        let Some(choice) = &options.rendering else { return Ok(Self(None)) };
        let patterns = compile(&choice.patterns)?;
        let browser =
            BrowserChoice { program: choice.program.clone(), no_sandbox: choice.no_sandbox };
        let renderer = Renderer::start(browser, &options.fetching(), transport, paces).await?;
        Ok(Self(Some(Active { patterns, shells: choice.shells, renderer })))
    }

    /// Whether a page is to be rendered; `shell` tells whether it is all script.
    pub(crate) fn wants(&self, url: &Url, shell: impl FnOnce() -> bool) -> bool {
        self.0.as_ref().is_some_and(|active| {
            active.shells && shell() || active.patterns.iter().any(|one| one.is_match(url.as_str()))
        })
    }

    /// The page rendered; `None` if that cannot be done, and it is to be kept as fetched.
    pub(crate) async fn render(&self, page: &Page) -> Option<Page> {
        let rendered = self.0.as_ref()?.renderer.render(page).await;
        rendered.map_err(|error| tracing::warn!(url = %page.url, %error, "kept as fetched")).ok()
    }

    /// Tells the browser what robots.txt of an origin says, so that it need not ask itself.
    pub(crate) async fn learn_robots(&self, origin: &str, robots: &RobotsTxt) {
        if let Some(active) = &self.0 {
            active.renderer.learn_robots(origin, robots).await;
        }
    }

    /// What was rendered, in one line.
    pub(crate) fn summary(&self) -> Option<String> {
        self.0.as_ref()?.renderer.summary()
    }
}

/// Renders nothing: there is no browser.
#[cfg(not(feature = "browser"))]
pub(crate) struct PageRenderer;

#[cfg(not(feature = "browser"))]
#[expect(clippy::unused_async, clippy::unused_self, reason = "there is no browser")]
impl PageRenderer {
    /// Starts nothing.
    pub(crate) async fn start(
        _options: &CrawlOptions,
        _transport: Arc<Transport>,
        _paces: Paces,
    ) -> Result<Self, CrawlError> {
        Ok(Self)
    }

    /// Whether a page is to be rendered: none is.
    pub(crate) fn wants(&self, _url: &Url, _shell: impl FnOnce() -> bool) -> bool {
        false
    }

    /// No page.
    pub(crate) async fn render(&self, _page: &Page) -> Option<Page> {
        None
    }

    /// Tells nobody.
    pub(crate) async fn learn_robots(&self, _origin: &str, _robots: &RobotsTxt) {}

    /// What was rendered: nothing.
    pub(crate) fn summary(&self) -> Option<String> {
        None
    }
}
