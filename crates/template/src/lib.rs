//! Templates: the trees of a cluster's pages in, one tree with fields out, with no labels.
//!
//! What do the pages of a cluster have in common, and what does each fill in? [`pooled`]
//!
//! 1. pools the nodes that play one role, from the root down (`element`), and sorts the children of
//!    all instances of a node into single nodes, lists, maps and running text (`level`),
//! 2. tells template text from content by what all instances share (`text`, `attributes`),
//! 3. leaves out what varies and still says nothing of the page: site boilerplate, and fields that say
//!    what another one says (`redundant`).
//!
//! [`grown`] does the same by the published method (`paper`). Fields have numbers for names, or none: what
//! they are called is not asked here. `DESIGN.md` says why. What never happens here: I/O; a result that
//! depends on the number of threads.

mod attributes;
mod columns;
mod corpus;
mod draft;
mod element;
mod features;
mod level;
mod main_heading;
mod nested;
mod opened;
mod paper;
mod parameters;
mod plain;
mod redundant;
mod share;
mod text;
mod through;
mod trace;

pub use columns::Columns;
pub use corpus::{Corpus, Instance, draw};
pub use draft::{Draft, Method, grown, pooled, roles, unpruned};
pub use paper::with_texts_lifted;
pub use parameters::Parameters;
pub use redundant::boilerplate::{Boilerplate, Site};
pub use redundant::controls::{leads_to_other_page, with_query};
pub use redundant::own::leads_back;
pub use share::Share;
