//! Why a crawl could not run.

use sitewrap_fetch::SetupError;
use std::error::Error;
use thiserror::Error as ThisError;

/// Why a crawl could not start, or had to end.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum CrawlError {
    /// The start URL is neither http nor https, or names no host.
    #[error("{url} cannot be crawled: give an address like https://example.com/")]
    Seed {
        /// The URL as given.
        url: String,
    },
    /// The start page's host has no address.
    #[error("no address was found for the host {host}: check the name and the connection")]
    UnknownHost {
        /// The host.
        host: String,
    },
    /// The start page's host is on a private network.
    #[error("{host} is a private address, which may not be contacted")]
    PrivateAddress {
        /// The host.
        host: String,
    },
    /// The start page's site leads to a private network, as by a redirect of its robots.txt.
    #[error("{url} could not be fetched: {host} is a private address, which may not be contacted")]
    LeadsToPrivate {
        /// The start URL.
        url: String,
        /// The host that it leads to.
        host: String,
    },
    /// The start page leads to another site.
    #[error("{from} redirects to another site; crawl {to} instead")]
    LeftSite {
        /// The start URL.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// The site's robots.txt could not be had, which forbids to crawl (RFC 9309, 2.3.1.4).
    #[error("{url} cannot be had ({reason}), so nothing may be fetched now: try again later")]
    Robots {
        /// The address of robots.txt.
        url: String,
        /// The status or failure.
        reason: String,
    },
    /// robots.txt forbids the start page.
    #[error("robots.txt forbids {url}: start from a page that it allows")]
    Forbidden {
        /// The start URL.
        url: String,
    },
    /// The start page could not be fetched.
    #[error("{url} could not be fetched: {reason}")]
    Unreachable {
        /// The start URL.
        url: String,
        /// The status or failure.
        reason: String,
    },
    /// A scope pattern is not valid.
    #[error("the pattern `{pattern}` is not valid: {reason}")]
    Pattern {
        /// The pattern as given.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Requests cannot be made at all.
    #[error(transparent)]
    Fetch(#[from] SetupError),
    /// The journal could not be read or written.
    #[error("the crawl could not be recorded: {0}")]
    Journal(#[from] JournalError),
    /// A task of the crawl ended abnormally.
    #[error("the crawl stopped on an internal fault: {0}")]
    Internal(String),
}

/// A journal failed to read or write; keeps the store's own error.
#[derive(Debug, ThisError)]
#[error("{0}")]
pub struct JournalError(#[source] Box<dyn Error + Send + Sync>);

impl JournalError {
    /// Wraps the store's error.
    pub fn new(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(source.into())
    }
}
