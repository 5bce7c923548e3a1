//! The stages of sitewrap in their order.
//!
//! How does a site become records?
//!
//! 1. [`crawl_site`] fetches the pages of a site, or [`import_pages`] takes them from files. Both
//!    put them into the [`Store`](sitewrap_store::Store).
//! 2. [`induce`] parses the stored pages into trees, compares each with each, groups them by
//!    template, aligns each group's trees into a wrapper, and stores the wrappers with a version.
//!    [`update`] takes in the pages that came later, and leaves what was learnt before as it is.
//! 3. [`extract_stored`] turns the stored pages into records, each with the wrapper of its cluster;
//!    [`extract_pages`] turns new pages into records, each with the wrapper that fits it best.
//!
//! [`bundle`] makes a [`Bundle`](sitewrap_bundle::Bundle) of the wrappers of a store, and
//! [`extract_pages_by_host`] extracts pages with that of one or many sites.
//!
//! [`site_graph`] reads where the stored pages lead, and in which block of their templates it stands.
//!
//! [`Joiner`] makes one record of the items of lists and the pages that they lead to.
//!
//! [`update_search`] brings the search index of a store in step with its pages and wrappers.
//!
//! [`content_pages`] gives the main content of pages with its keywords, and needs no wrappers;
//! [`text_keywords`] gives the keywords of texts that are no pages. [`ContentFilter`] keeps pages out of a
//! crawl by their content.
//!
//! [`LoadedSite`] does 2 and 3 for pages in memory, as often as wanted and without a store.
//!
//! Each stage reads what it needs from the store and can be run again at any time; each tells an
//! [`Observer`] how far it is. This crate has the order of things, threads and memory in its care,
//! and no method of its own: what a distance, a cluster or a wrapper is stands in the crates below.

mod archive;
mod bundle;
mod content;
mod crawl;
mod extract;
mod fetch;
mod filter;
mod graph;
mod import;
mod induce;
mod join;
mod keywords;
mod progress;
#[cfg(feature = "search")]
mod search;
mod selectors;
mod source;
mod stream;
mod style_sheets;

pub use archive::{ArchiveCounts, ArchiveError, archive_pages};
pub use bundle::bundle;
pub use content::{
    ContentForm, ContentOptions, KeywordOptions, PageContent, Paths, Siblings, Sites, content_pages,
};
pub use crawl::{crawl_pages, crawl_site};
pub use extract::{
    ExtractCounts, ExtractOptions, HostExtractor, StructuredForm, extract_pages,
    extract_pages_by_host, extract_stored, stored_pages,
};
pub use fetch::fetch_pages;
pub use filter::ContentFilter;
pub use graph::{GraphOptions, site_graph};
pub use import::{ImportCounts, import_pages};
pub use induce::{
    Book, ClusterReasons, ExplainedClusters, Fold, FoldedSite, InduceError, InduceParams,
    InduceSummary, LEARNING_ROOM, LearntSite, LoadedSite, Mark, Method, Neighbour, NewPageType,
    OutlierReasons, PageCluster, PagePair, Similarity, UpdateSummary, clusters, damaged_pages,
    explain_clusters, induce, update,
};
pub use join::{Joiner, keep_agreements, with_agreements};
pub use keywords::{InputText, TextKeywords, collection_of, text_keywords, text_or_missing};
pub use progress::{Event, Observer, Stage};
#[cfg(feature = "search")]
pub use search::{UpdateSearchError, update_search};
pub use selectors::{PageTypeSelectors, export_selectors};
pub use source::{InputPage, MissingPage, page_or_missing};
pub use style_sheets::StyleSheets;
