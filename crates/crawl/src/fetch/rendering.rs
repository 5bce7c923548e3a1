//! Where a visit hands its page to the browser, if there is one.

use crate::fetch::robots::Rules;
use crate::fetch::visit::{Outcome, Visitor};
#[cfg(feature = "browser")]
use crate::page::outline::Reading;
use sitewrap_model::Page;
#[cfg(feature = "browser")]
use sitewrap_model::{Header, RENDERED};
use url::Url;

/// Headers that speak of the bytes as sent, not of the document that scripts have made of them.
#[cfg(feature = "browser")]
const BYTE_HEADERS: [&str; 6] = [
    "content-type",
    "content-encoding",
    "content-length",
    "transfer-encoding",
    "etag",
    "last-modified",
];

#[cfg(feature = "browser")]
impl Visitor {
    /// Whether a stored page is as fetched and should now be rendered, so that it is needed anew
    /// even if the server says that it has not changed.
    pub(crate) fn is_to_render(&self, page: &Page, url: &Url) -> bool {
        let Some(renderer) = self.renderer.as_ref().filter(|_| page.rendered_by().is_none()) else {
            return false;
        };
        let outline = self.outline(page, url, Reading::Brief);
        renderer.wants(url, outline.shell)
    }

    /// The outcome with its page rendered, if it is one of those that are to be. A page that
    /// cannot be rendered is kept as fetched.
    pub(crate) async fn render(&self, url: &Url, outcome: Outcome) -> Outcome {
        let (renderer, fetched) = match (&self.renderer, outcome) {
            (Some(renderer), Outcome::Page(fetched)) => (renderer, fetched),
            (_, outcome) => return outcome,
        };
        if !renderer.wants(url, fetched.1.shell) {
            return Outcome::Page(fetched);
        }
        match renderer.render(&fetched.0).await {
            Ok((html, browser)) => {
                let page = rendered_page(fetched.0, html, browser);
                self.admit(page, url, Reading::Full)
            }
            Err(error) => {
                tracing::warn!(%url, %error, "kept as fetched");
                Outcome::Page(fetched)
            }
        }
    }

    /// Tells the browser what robots.txt of an origin says, so that it need not ask itself.
    pub(crate) async fn share_rules(&self, origin: &str, rules: impl FnOnce() -> Rules) {
        if let Some(renderer) = &self.renderer {
            renderer.learn_rules(origin, rules()).await;
        }
    }

    /// What was rendered, in one line.
    pub(crate) fn rendering_summary(&self) -> Option<String> {
        self.renderer.as_ref()?.summary()
    }
}

#[cfg(not(feature = "browser"))]
#[expect(clippy::unused_async, clippy::unused_self, reason = "there is no browser")]
impl Visitor {
    /// Whether a stored page should now be rendered.
    pub(crate) fn is_to_render(&self, _page: &Page, _url: &Url) -> bool {
        false
    }

    /// The outcome as it is.
    pub(crate) async fn render(&self, _url: &Url, outcome: Outcome) -> Outcome {
        outcome
    }

    /// Tells nobody.
    pub(crate) async fn share_rules(&self, _origin: &str, _rules: impl FnOnce() -> Rules) {}

    /// What was rendered: nothing.
    pub(crate) fn rendering_summary(&self) -> Option<String> {
        None
    }
}

/// A page with the browser's document for a body.
#[cfg(feature = "browser")]
fn rendered_page(mut page: Page, html: String, browser: String) -> Page {
    page.headers.retain(|header| !BYTE_HEADERS.contains(&header.name.as_str()));
    let header = |name: &str, value| Header { name: name.to_owned(), value };
    page.headers.push(header("content-type", "text/html; charset=utf-8".to_owned()));
    page.headers.push(header(RENDERED, browser));
    page.body = html.into_bytes();
    page
}
