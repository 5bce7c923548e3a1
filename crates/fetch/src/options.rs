//! What requests are made with.

#[cfg(feature = "browser")]
use std::path::PathBuf;
use std::time::Duration;

/// The name that robots.txt groups are matched with: the user agent up to its first `/` or space, for
/// RFC 9309 knows no versions.
pub fn product_token(user_agent: &str) -> &str {
    user_agent.split(['/', ' ']).next().unwrap_or_default()
}

/// What all requests of one crawl have in common.
#[derive(Clone, Debug)]
pub struct FetchOptions {
    /// The `User-Agent` header.
    pub user_agent: String,
    /// Whether private, loopback and link-local addresses may be contacted.
    pub allow_private: bool,
    /// Connections to one host that are kept open.
    pub connections: usize,
    /// Bytes of a body after decompression.
    pub body: usize,
    /// Caps on time.
    pub timeouts: Timeouts,
}

/// The browser that renders pages.
#[cfg(feature = "browser")]
#[derive(Clone, Debug, Default)]
pub struct BrowserChoice {
    /// The browser's program; `None` for the first Chromium or Chrome on the `PATH`.
    pub program: Option<PathBuf>,
    /// Whether the browser runs without its sandbox, which it cannot have as root and in some
    /// containers. Scripts of the site then run with the user's own rights if they break out of
    /// the browser.
    pub no_sandbox: bool,
}

/// Caps on time for one request.
#[derive(Clone, Debug)]
pub struct Timeouts {
    /// To connect, TLS included.
    pub connect: Duration,
    /// From the request to the end of the response headers.
    pub headers: Duration,
    /// For the whole exchange, body included.
    pub total: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            headers: Duration::from_secs(20),
            total: Duration::from_secs(60),
        }
    }
}
