//! Why nothing could be fetched.

use crate::address::AddressError;
use crate::proxies::ProxyError;
use thiserror::Error as ThisError;

/// Why requests could not be made at all.
#[derive(Debug, ThisError)]
pub enum SetupError {
    /// The environment names a proxy that cannot be used.
    #[error(transparent)]
    Proxy(#[from] ProxyError),
    /// The HTTP client could not be built.
    #[error("the HTTP client could not be set up: {0}")]
    Client(#[source] reqwest::Error),
    /// The browser that is to render pages cannot be had.
    #[cfg(feature = "browser")]
    #[error("{0}")]
    Browser(String),
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum FetchError {
    /// The address may not be contacted, or there is none.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// What did not come in time.
    #[error("no {0} in time")]
    Timeout(&'static str),
    /// No connection; another attempt may go better.
    #[error("connection failed: {0}")]
    Connect(String),
    /// A proxy of the environment lets nobody through whom it does not know.
    #[error("{0}")]
    Proxy(String),
    /// No secure connection, which another attempt does not mend.
    #[error("{0}")]
    Insecure(String),
    /// The answer is no HTTP.
    #[error("broken answer: {0}")]
    Broken(String),
}

impl FetchError {
    /// Whether another attempt may go better.
    pub fn may_pass(&self) -> bool {
        !matches!(self, Self::Address(_) | Self::Proxy(_) | Self::Insecure(_))
    }
}
