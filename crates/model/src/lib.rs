//! Ids and plain values that flow between the stages of sitewrap.
//!
//! Which shapes do the stages hand on? [`Page`]s come from a crawl or an import; a
//! [`SimilarityMatrix`] comes from comparing their tag trees; a [`Clustering`] comes from the
//! matrix; [`Record`]s come from applying a wrapper. This crate holds data only: no I/O, no
//! algorithm.

mod book;
mod clustering;
mod crawl;
mod explained;
mod feature;
mod ids;
mod matrix;
mod page;
mod place;
mod provenance;
mod reason;
mod record;
mod skip;
mod topic;

pub use book::{Book, Entry, Number};
pub use clustering::Clustering;
pub use crawl::{
    CrawlBatch, Fingerprint, FrontierEntry, FrontierState, Links, ListPage, Relations,
};
pub use explained::{Accounts, Explained, Unexplained};
pub use feature::Feature;
pub use ids::{ClusterId, PageId};
pub use matrix::SimilarityMatrix;
pub use page::{Header, Marks, Page};
pub use place::Place;
pub use provenance::{Fields, Finding, Position, Provenance, Statement};
pub use reason::Reason;
pub use record::{Extraction, Joined, Record, Typed, Value};
pub use skip::SkipReason;
pub use topic::Topic;
