//! A page as it was fetched or imported.

use serde::{Deserialize, Serialize};

/// One HTTP response header, as sent: name and value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Name in lower case.
    pub name: String,
    /// Value; bytes that are not UTF-8 are replaced.
    pub value: String,
}

/// The header that a page is marked with that turned out to be a soft 404: what the server answers
/// with status 200 where it has nothing.
pub const SOFT_404: &str = "x-sitewrap-soft-404";

/// The header that a rendered page is stored with; its value names the browser.
pub const RENDERED: &str = "x-sitewrap-rendered";

/// A page as it was fetched or imported: bytes untouched, with what is known of their origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// The normalized URL under which the page was asked for; unique in a store.
    pub url: String,
    /// The URL that answered, after redirects; equal to `url` where there was none.
    pub final_url: String,
    /// HTTP status; 200 for pages that were imported without one.
    pub status: u16,
    /// Response headers in the order sent; empty for pages that were imported without any.
    pub headers: Vec<Header>,
    /// The body after content decoding (gzip, …), before character decoding.
    pub body: Vec<u8>,
    /// When the page was fetched: milliseconds since 1970-01-01 UTC; 0 where unknown.
    pub fetched_at: u64,
    /// Clicks from the start page; 0 for a start page and for imported pages.
    pub depth: u32,
    /// The page on which the link to this one was first seen.
    pub referrer: Option<String>,
}

impl Page {
    /// A page that comes from a file rather than from a server.
    pub fn imported(url: String, body: Vec<u8>) -> Self {
        Self {
            final_url: url.clone(),
            url,
            status: 200,
            headers: Vec::new(),
            body,
            fetched_at: 0,
            depth: 0,
            referrer: None,
        }
    }

    /// The value of the first header called `name` (lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.name == name).map(|header| header.value.as_str())
    }

    /// The `content-type` header.
    pub fn content_type(&self) -> Option<&str> {
        self.header("content-type")
    }

    /// The browser that rendered the page: its body is then the browser's document, in UTF-8, and not
    /// what the server sent. `None` for a page as fetched.
    pub fn rendered_by(&self) -> Option<&str> {
        self.header(RENDERED)
    }

    /// Whether the page is marked as a soft 404.
    pub fn is_soft_404(&self) -> bool {
        self.header(SOFT_404).is_some()
    }

    /// Marks the page as a soft 404.
    pub fn mark_soft_404(&mut self) {
        if !self.is_soft_404() {
            self.headers.push(Header { name: SOFT_404.to_owned(), value: "yes".to_owned() });
        }
    }

    /// Whether the page is an answer (status 2xx, no soft 404) that wrappers may be induced from.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status) && !self.is_soft_404()
    }
}
