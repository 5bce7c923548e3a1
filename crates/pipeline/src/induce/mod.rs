//! Stored pages to wrappers: parse, compare, cluster, align.
//!
//! [`induce`] learns from all pages at once. [`update`] goes on from there: pages that came later
//! join the clusters that they fit, and those that fit none wait until there are enough of them
//! for clusters of their own; what was there before stays as it is.
//!
//! # Memory
//! What grows with the pages is an outline for each structure and a row for each page, 6 kB
//! together: 711 MB for 100,000 pages that all differ. Trees are kept for the pages that wrappers
//! are induced from: at most `sample` (1,000), at most 240 of a cluster, and together of 64 MiB of
//! HTML; where pages are heavier, fewer of each cluster are read, though never fewer than 30. A
//! tree with what induction keeps beside it takes about 70 bytes a node, 2.2 times its HTML, and up to 200
//! where a list is learned. Trees that would take more than [`LEARNING_ROOM`] together are thinned, the
//! heaviest first. A matrix of the sample takes 4 MB; there are a few at a time.
//!
//! On a site of 1,125 pages with 1,400 nodes each that makes a peak of 275 MB, of which 35 are the
//! store's cache and 50 what the allocator has not given back; 105 MB on one of 1,330 pages with
//! 260 nodes.

mod apart;
mod bodies;
mod candidates;
mod clusters;
mod comparison;
mod document_cache;
mod error;
mod explain;
mod folded;
mod fresh;
mod group;
mod home;
mod loaded;
mod params;
mod round;
mod survey;
mod update;
mod wrap;

pub use candidates::damaged_pages;
pub use clusters::{PageCluster, clusters};
pub use error::InduceError;
pub use explain::{
    ClusterReasons, ExplainedClusters, Mark, Neighbour, OutlierReasons, PagePair, explain_clusters,
};
pub use folded::FoldedSite;
pub use fresh::{InduceSummary, induce};
pub use loaded::{LearntSite, LoadedSite};
pub use params::{Book, Fold, InduceParams, Method, Similarity};
pub use update::{NewPageType, UpdateSummary, update};
pub use wrap::LEARNING_ROOM;
