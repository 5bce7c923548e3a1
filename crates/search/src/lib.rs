//! Full-text search over the pages of a site and their records.
//!
//! What says something on this site? A [`SearchIndex`] holds an [`Entry`] for each page: its title, its
//! main content, the values of its record. [`SearchIndex::update`] brings it in step with the pages and
//! writes what has changed; [`SearchIndex::search`] answers a query such as
//! `title:lantern price:[10 TO 50] type:product` with [`Hits`].
//!
//! tantivy keeps the inverted index. Words are cut and stemmed by an [`Analyzer`]; hits are ranked by
//! BM25 ([Robertson, Zaragoza 2009]) and by the ranks of their pages, or by the vector space model with
//! TF-IDF weights ([Salton, Wong, Yang 1975]); see [`Model`].
//!
//! The index can be made anew from the store at any time: a damaged one, or one that another release
//! wrote, is thrown away.

mod analyzer;
mod entry;
mod error;
mod facets;
mod fields;
mod index;
mod query;
mod search;
mod vectors;

pub use analyzer::Analyzer;
pub use entry::Entry;
pub use error::SearchError;
pub use facets::Facet;
pub use index::{SearchIndex, Update, UpdateCounts};
pub use search::{Hit, Hits, Model, Query};
