//! How far are two pages apart?
//!
//! In go tag trees; out come distances and similarities:
//!
//! 1. [`Forest`] stores the trees of many pages, equal subtrees once;
//! 2. [`distance`] and [`matrix`] give the top-down tree edit distance (1) and the similarity (2)
//!    of one pair and of all pairs, exactly unless a stated [`Budget`] runs out;
//! 3. [`profile`] compares pages as sets of paths, which is the default; [`url_patterns`] tells what
//!    their addresses have in common.
//!
//! The forest and what pairs of its subtrees gain come of `sitewrap_mapping`, whose DESIGN.md tells how a
//! mapping is found; that of this crate tells of all pairs.

mod bound;
mod matrix;
mod pair;
pub mod profile;
mod url_pattern;

pub use matrix::{Similarities, matrix};
pub use pair::{Distance, distance};
pub use sitewrap_mapping::{Budget, Forest, Form, Params, SubtreeId, Weights, WeightsError};
pub use url_pattern::{UrlPattern, url_patterns};
