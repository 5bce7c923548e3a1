//! Which nodes of two trees correspond, and what does pairing them save?
//!
//! Trees go in as a [`Forest`], which stores equal subtrees once; [`mapping`] gives the pairs of an
//! optimal top-down mapping, an [`Evaluator`] its [gain](Gains) alone. Nothing recurses on the machine
//! stack, and a [`Budget`] bounds the work: beyond it child lists are cut into pieces that are aligned
//! by labels and sizes, in time linear in the pages, and the mapping says that it is not optimal.
//!
//! # Source
//! Selkow, The tree-to-tree editing problem, Information Processing Letters 6(6), 1977; restricted
//! as in Reis et al., Automatic web news extraction using tree edit distance, WWW 2004. DESIGN.md,
//! beside this crate's manifest, tells how gains are computed and why so.

mod evaluator;
mod forest;
mod frame;
mod gain;
mod mapping;
mod memo;
mod params;
mod simd_rows;
mod wide;

pub use evaluator::{Evaluator, OverBudget};
pub use forest::{Forest, SubtreeId};
pub use gain::Gains;
pub use mapping::{Mapping, mapping};
pub use params::{Budget, Form, Params, Weights, WeightsError};
