//! What a caller may choose about a crawl.

use crate::frontier::scope::ScopeRules;
use sitewrap_fetch::{ACCEPT, FetchOptions, Timeouts, product_token};
use sitewrap_model::{Header, Page};
use sitewrap_tree::MAX_URL_BYTES;
use std::fmt;
#[cfg(feature = "browser")]
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// What says which pages are not wanted, once they are fetched.
pub trait PageFilter: fmt::Debug + Send + Sync {
    /// Why a page is not to be kept, in a few words that are the same for all such pages; `None` for one
    /// that is. It is called between requests, so that it must not take long.
    fn unwanted(&self, page: &Page) -> Option<String>;
}

/// Choices for one crawl. The defaults are polite and suit a site of a thousand pages.
#[derive(Clone, Debug)]
pub struct CrawlOptions {
    /// Stop when this many pages of the site are stored, those of earlier runs included. Pages
    /// that say the same as another are stored besides, and end the crawl only if there are as
    /// many of them.
    pub max_pages: usize,
    /// Follow links at most this many clicks away from the start page; `None` for any number.
    pub max_depth: Option<u32>,
    /// Requests in flight at once, 1 to 8; values outside are brought inside.
    pub concurrency: usize,
    /// Least time between the starts of two requests to one host. `None` chooses from the
    /// latency of the answers: at least 250 ms on public addresses, no floor on private ones.
    /// The `Crawl-delay` of robots.txt is obeyed in either case.
    pub delay: Option<Duration>,
    /// The `User-Agent` sent. The part before the first `/` or space is the product token that
    /// robots.txt groups are matched with.
    pub user_agent: String,
    /// An address or URL under which a webmaster reaches the user; sent with the user agent.
    pub contact: Option<String>,
    /// Whether private, loopback and link-local addresses may be contacted.
    pub allow_private: bool,
    /// Which page comes next.
    pub order: Order,
    /// Which URLs belong to the crawl.
    pub scope: ScopeRules,
    /// Further start URLs, whatever their sites; with `follow_links` off, nothing else is fetched.
    pub list: Vec<Url>,
    /// Whether links are followed. Off, only the seed and `list` are fetched.
    pub follow_links: bool,
    /// Whether the site's sitemaps and feeds are read for more URLs.
    pub sitemaps: bool,
    /// Whether the style sheets that pages name are stored beside them, in the state of the journal (see
    /// [`STYLE_SHEET_STATE`](crate::STYLE_SHEET_STATE)).
    pub style_sheets: bool,
    /// Whether each host, and its parts of many pages, are asked for an address or two that are made
    /// up, to know the pages that they answer with for addresses that lead nowhere (soft 404s); such
    /// pages are passed over, or marked where they are stored already.
    pub soft_404: bool,
    /// Whether links marked `nofollow`, and links of pages marked so, are left alone.
    pub respect_nofollow: bool,
    /// Whether pages marked `noindex` are left out of the store.
    pub skip_noindex: bool,
    /// Which pages are left out of the store by what they say, their links too; `None` for none.
    pub filter: Option<Arc<dyn PageFilter>>,
    /// Fetch pages that are stored already once more, if they have changed.
    pub refresh: bool,
    /// Which pages a browser renders; `None` for none, without a browser.
    #[cfg(feature = "browser")]
    pub rendering: Option<Rendering>,
    /// Caps on sizes and counts.
    pub limits: Limits,
    /// Caps on time.
    pub timeouts: Timeouts,
}

impl Default for CrawlOptions {
    fn default() -> Self {
        Self {
            max_pages: 1000,
            max_depth: None,
            concurrency: 4,
            delay: None,
            user_agent: concat!("sitewrap/", env!("CARGO_PKG_VERSION")).to_owned(),
            contact: None,
            allow_private: false,
            order: Order::default(),
            scope: ScopeRules::default(),
            list: Vec::new(),
            follow_links: true,
            sitemaps: true,
            style_sheets: false,
            soft_404: true,
            respect_nofollow: true,
            skip_noindex: false,
            filter: None,
            refresh: false,
            #[cfg(feature = "browser")]
            rendering: None,
            limits: Limits::default(),
            timeouts: Timeouts::default(),
        }
    }
}

impl CrawlOptions {
    /// The name that robots.txt groups are matched with: the user agent up to its first `/` or
    /// space, for RFC 9309 knows no versions.
    pub fn product_token(&self) -> &str {
        product_token(&self.user_agent)
    }

    /// The `User-Agent` header: the user agent, with the contact in the customary form.
    pub fn agent_header(&self) -> String {
        match &self.contact {
            Some(contact) => format!("{} (+{contact})", self.user_agent),
            None => self.user_agent.clone(),
        }
    }

    /// The headers that each request for a page carries whatever its URL.
    pub fn request_headers(&self) -> Vec<Header> {
        let header = |name: &str, value| Header { name: name.to_owned(), value };
        vec![header("user-agent", self.agent_header()), header("accept", ACCEPT.to_owned())]
    }

    /// What requests are made with.
    pub(crate) fn fetching(&self) -> FetchOptions {
        FetchOptions {
            user_agent: self.agent_header(),
            allow_private: self.allow_private,
            connections: self.lanes(),
            body: self.limits.body,
            timeouts: self.timeouts.clone(),
        }
    }

    /// Requests in flight at once, brought into 1..=8.
    pub(crate) fn lanes(&self) -> usize {
        self.concurrency.clamp(1, 8)
    }
}

/// Which pages a browser renders, and which browser.
#[cfg(feature = "browser")]
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

/// Which page of the frontier comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// In the order of discovery, clicks from the start page rising. URLs that only a sitemap
    /// or feed names come last.
    BreadthFirst,
    /// Kinds of pages that the crawl knows little of first, so that a small budget shows every
    /// kind. The default: with 200 pages of a shop, a news site and a reference, it shows at
    /// least five pages of each of the 21 kinds that have so many, breadth-first of 11.
    #[default]
    Diverse,
    /// Those of the highest PageRank in the graph of what is known so far, which is computed anew in
    /// batches.
    PageRank,
    /// Those that most cash has come to (on-line page importance computation): the start page has all
    /// of it, and each page hands its own on to what it leads to.
    Opic,
    /// Those that most of the pages fetched so far lead to.
    Backlinks,
}

/// Caps on what a site may make the crawler hold.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a page after decompression; a larger page is skipped.
    pub body: usize,
    /// Links taken from one page, in page order.
    pub links_per_page: usize,
    /// Characters of a URL; longer ones are not followed. No more than [`MAX_URL_BYTES`] in any case.
    pub url_length: usize,
    /// Bytes of URLs that the frontier holds, what they share with their neighbours left out; links
    /// found beyond are dropped.
    pub frontier_bytes: usize,
    /// URLs in the frontier; links found beyond are dropped. A URL takes about 130 bytes of memory
    /// and its text, a fetched page about 180 bytes more.
    pub frontier: usize,
    /// Redirects from one URL to the page that answers.
    pub redirects: u8,
    /// Attempts at a URL that fails in a way that may pass (timeouts, 5xx, 429).
    pub attempts: u8,
    /// Failures in a row, without a page between them, after which the crawl gives up.
    pub failures_in_a_row: usize,
    /// The longest wait that robots.txt or `Retry-After` may impose; a site that asks for more
    /// ends the crawl.
    pub wait: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 16 << 20,
            links_per_page: 5000,
            url_length: MAX_URL_BYTES,
            frontier_bytes: 128 << 20,
            frontier: 1_000_000,
            redirects: 10,
            attempts: 3,
            failures_in_a_row: 30,
            wait: Duration::from_secs(120),
        }
    }
}
