//! What is asked of a server, and what comes back.

use crate::clock::now_ms;
use crate::retry_after::retry_after;
use reqwest::header::{self, HeaderMap};
use sitewrap_model::Header;
use sitewrap_tree::normalize;
use std::time::Duration;
use url::Url;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The URL.
    pub(crate) url: Url,
    /// Which bodies are read.
    pub(crate) want: Want,
    /// Bytes of the body after decompression that may be read.
    pub(crate) cap: usize,
    /// `If-None-Match` and `If-Modified-Since` values.
    pub(crate) validators: Validators,
    /// Media type and body of a question that is put by POST.
    #[cfg(feature = "browser")]
    pub(crate) question: Option<(String, Vec<u8>)>,
}

impl Request {
    /// A request for a page.
    pub fn page(url: Url, cap: usize, validators: Validators) -> Self {
        Self {
            url,
            want: Want::Html,
            cap,
            validators,
            #[cfg(feature = "browser")]
            question: None,
        }
    }

    /// A request for a file of any type; what exceeds the cap is cut off.
    pub fn file(url: Url, cap: usize) -> Self {
        Self { want: Want::Anything, ..Self::page(url, cap, Validators::default()) }
    }
}

/// Which bodies are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// HTML of a successful answer, whole or not at all.
    Html,
    /// Any body of a successful answer, up to the cap.
    Anything,
}

/// What makes a request conditional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    /// The value for `If-None-Match`.
    pub etag: Option<String>,
    /// The value for `If-Modified-Since`.
    pub last_modified: Option<String>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    pub(crate) headers: HeaderMap,
    /// The body, or why it was left alone.
    pub body: Body,
    /// From the request to the end of the headers.
    pub latency: Duration,
    /// Whether the address that answered is a private one.
    pub private: bool,
}

impl Answer {
    /// Where the answer says that the page is, normalized. Octets beyond ASCII, which many a server
    /// sends as they are, are encoded as browsers do.
    pub fn location(&self, url: &Url) -> Option<Url> {
        let mut target = String::new();
        for &byte in self.headers.get(header::LOCATION)?.as_bytes() {
            match byte.is_ascii() {
                true => target.push(char::from(byte)),
                false => target.push_str(&format!("%{byte:02X}")),
            }
        }
        url.join(&target).ok().and_then(normalize)
    }

    /// A header's value as text; `name` is in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// Whether there is a header of this name, in lower case.
    pub fn has_header(&self, name: &str) -> bool {
        self.headers.contains_key(name)
    }

    /// The wait that the server asks for by `Retry-After`.
    pub fn retry_after(&self) -> Option<Duration> {
        self.header("retry-after").and_then(|value| retry_after(value, now_ms()))
    }

    /// The headers as they are stored.
    pub fn stored_headers(&self) -> Vec<Header> {
        let text =
            |value: &header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        self.headers
            .iter()
            .map(|(name, value)| Header { name: name.as_str().to_owned(), value: text(value) })
            .collect()
    }
}

/// The body of an answer, or why it was left alone.
#[derive(Debug)]
pub enum Body {
    /// It was read.
    Read(Vec<u8>),
    /// The type that the headers name, or that the first bytes show.
    OtherType(String),
    /// It is larger than was asked for.
    TooLarge,
    /// Not a successful answer.
    Unwanted,
}
