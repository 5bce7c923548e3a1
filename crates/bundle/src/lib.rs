//! Bundles: the wrappers of one or many sites in one file, to be used without a store.
//!
//! What does a machine need that shall extract pages of sites that another one has learnt? For each
//! [`Site`] its hosts, its wrappers as they were induced, and what a person has said of them
//! ([`Edits`](sitewrap_wrapper::edit::Edits)). That is all that extraction of new pages reads of a store;
//! pages, clusters and the state of a crawl stay there. [`Bundle::to_bytes`] writes a bundle,
//! [`Bundle::read`] reads one, and [`HostWrappers`] says which wrappers a page goes to.
//!
//! # The format
//!
//! | bytes | what they are |
//! |---|---|
//! | 0..8 | `89 53 57 42 0D 0A 1A 0A`: what a bundle begins with, and a transfer as text spoils |
//! | 8..12 | CRC-32 (that of zlib) of all bytes behind it |
//! | 12..16 | version of the format, today 1 |
//! | 16..24 | length of the content before it was compressed |
//! | 24.. | the content: JSON, compressed as one zstd frame |
//!
//! Numbers are unsigned, their least significant byte first. The first 16 bytes mean the same in all
//! versions, so that damage is told as damage and a later version as such. A version is raised when a
//! release before it would read something else than was written. The content is
//!
//! ```json
//! {"sites":[{"hosts":["shop.example"],"version":3,"wrappers":{},"edits":{"types":[]}}]}
//! ```
//!
//! with sites in the order of their first hosts, `wrappers` a [`WrapperSet`](sitewrap_wrapper::WrapperSet) as
//! a store keeps it, and `version` that of the wrappers with their edits, which records tell. No host is in
//! two sites.
//!
//! The same wrappers give the same bytes in each build of a release.
//!
//! # What always holds
//!
//! - A bundle is read whole or not at all: no byte of it can be changed without an error.
//! - Reading takes no more room than the bounds of [`limits`] allow, whatever the bytes.

mod bundle;
mod error;
mod format;
mod hosts;
pub mod limits;

pub use bundle::{Bundle, Site};
pub use error::{BundleError, SharedHost, UnwritableBundle};
pub use hosts::{HostWrappers, host_of};
