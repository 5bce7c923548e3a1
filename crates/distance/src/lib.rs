//! How far are two pages apart, and which of their nodes correspond?
//!
//! In go tag trees; out come distances, similarities and mappings:
//!
//! 1. [`Forest`] stores the trees of many pages, equal subtrees once;
//! 2. [`distance`] and [`matrix`] give the top-down tree edit distance (1) and the similarity (2)
//!    of one pair and of all pairs, exactly unless a stated [`Budget`] runs out;
//! 3. [`mapping`] gives the nodes that an optimal mapping pairs;
//! 4. [`profile`] compares pages as sets of paths, which is the default; [`url_patterns`] tells what
//!    their addresses have in common.
//!
//! DESIGN.md, beside this crate's manifest, tells how the distance is computed and why so.

mod bound;
mod evaluator;
mod forest;
mod frame;
mod gain;
mod mapping;
mod matrix;
mod memo;
mod pair;
mod params;
pub mod profile;
mod simd_rows;
mod url_pattern;
mod wide;

pub use forest::{Forest, SubtreeId};
pub use mapping::{Mapping, mapping};
pub use matrix::{Similarities, matrix};
pub use pair::{Distance, distance};
pub use params::{Budget, Form, Params, Weights, WeightsError};
pub use url_pattern::{UrlPattern, url_patterns};
