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

/// What is known of a page beyond what its server has sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// Whether it turned out to be a soft 404: what the server answers with status 200 where it has
    /// nothing.
    pub soft_404: bool,
    /// The browser that rendered it.
    pub rendered_by: Option<String>,
}

/// A page as it was fetched or imported: bytes untouched, with what is known of their origin. Where it
/// is enough to know of the body, something stands for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<Body = Vec<u8>> {
    /// The normalized URL under which the page was asked for; unique in a store.
    pub url: String,
    /// The URL that answered, after redirects; equal to `url` where there was none.
    pub final_url: String,
    /// HTTP status; 200 for pages that were imported without one.
    pub status: u16,
    /// Response headers in the order sent; empty for pages that were imported without any.
    pub headers: Vec<Header>,
    /// The body after content decoding (gzip, …), before character decoding.
    pub body: Body,
    /// When the page was fetched: milliseconds since 1970-01-01 UTC; 0 where unknown.
    pub fetched_at: u64,
    /// Clicks from the start page; 0 for a start page and for imported pages.
    pub depth: u32,
    /// The page on which the link to this one was first seen.
    pub referrer: Option<String>,
    /// What was found out of it.
    #[serde(default)]
    pub marks: Marks,
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
            marks: Marks::default(),
        }
    }
}

impl<Body> Page<Body> {
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
        self.marks.rendered_by.as_deref()
    }

    /// Whether the page is marked as a soft 404.
    pub fn is_soft_404(&self) -> bool {
        self.marks.soft_404
    }

    /// Marks the page as a soft 404.
    pub fn mark_soft_404(&mut self) {
        self.marks.soft_404 = true;
    }

    /// Whether the page is an answer (status 2xx, no soft 404) that wrappers may be induced from.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status) && !self.is_soft_404()
    }

    /// The page with another body.
    pub fn with_body<Other>(self, body: Other) -> Page<Other> {
        let Self { url, final_url, status, headers, body: _, fetched_at, depth, referrer, marks } =
            self;
        Page { url, final_url, status, headers, body, fetched_at, depth, referrer, marks }
    }
}
