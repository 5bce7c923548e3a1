//! Why a bundle is not read, written or joined, each told in one line.

use sitewrap_wrapper::deep_json::DeepJsonError;
use std::io;
use thiserror::Error;

/// Why a bundle is not read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BundleError {
    /// The bytes are of something else.
    #[error("it is no bundle of wrappers")]
    NotABundle,
    /// A later release has written it.
    #[error(
        "it is a bundle of version {found}, and this release of sitewrap reads version {known}: use a \
         later release"
    )]
    Newer {
        /// Version of the bundle.
        found: u32,
        /// Version that this release reads and writes.
        known: u32,
    },
    /// Bytes were changed or are missing.
    #[error("the bundle is damaged ({0}): get it anew from where it was written")]
    Damaged(&'static str),
    /// It is whole, but larger than a bundle may be.
    #[error("the bundle has more {what} than the {most} that are read")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much is read.
        most: u64,
    },
    /// It is whole, but does not hold what a bundle of its version holds.
    #[error("what the bundle holds cannot be used: {0}")]
    Content(#[source] DeepJsonError),
    /// Two of its sites have a host in common.
    #[error("what the bundle holds cannot be used: {0}")]
    Hosts(#[from] SharedHost),
    /// Its bytes cannot be had.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// Why a bundle is not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum UnwritableBundle {
    /// The wrappers cannot be told in JSON.
    #[error("the wrappers cannot be written down: {0}")]
    Content(#[from] DeepJsonError),
    /// It would be larger than what is read.
    #[error("the bundle would have more {what} than the {most} that are read; make several")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much is read.
        most: u64,
    },
    /// The content cannot be compressed.
    #[error("the wrappers cannot be compressed: {0}")]
    Compression(#[source] io::Error),
}

/// Two sites have a host in common, so that it could not be told which wrappers its pages go to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are wrappers of the host {0} twice")]
pub struct SharedHost(pub String);
