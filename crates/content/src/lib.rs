//! The main content of pages.
//!
//! Which part of a page is what it is for, and what does it say? [`Content::of`] goes from a parsed
//! page to its content in four steps:
//!
//! 1. the page is cut into [`Blocks`], lines of text that no method tears apart,
//! 2. a [`Method`] says which of them are content, by the page and by what its [`Site`] repeats,
//! 3. a page that has none says why ([`Reason`]),
//! 4. what is kept is written out as text, Markdown or clean HTML.
//!
//! What never happens here: I/O, a panic on what a page holds, recursion on the machine stack.

mod block;
mod body;
mod comments;
mod content;
mod context;
mod decay;
mod element;
mod evidence;
mod features;
mod forest;
mod form;
mod kind;
mod lcs;
mod method;
mod model;
mod once;
mod prune;
mod reason;
mod scriptless;
mod site;
mod swarm;
mod tokens;
mod topic;
mod training;
mod weighted;
mod weights_file;
mod width;

pub use block::{Block, Blocks};
pub use body::{Bodies, BodySample, give_body, is_called_written};
pub use comments::{Comment, CommentPlaces};
pub use content::{Content, Facts, declared_language};
pub use context::{CONTEXT_FEATURES, in_context};
pub use evidence::Evidence;
pub use features::{FEATURES, Features};
pub use forest::Forest;
pub use lcs::FeatureTree;
pub use method::Method;
pub use model::Model;
pub use prune::{BodyTree, ExtractionPath};
pub use reason::Reason;
pub use scriptless::{parse, parse_with};
pub use site::{Lines, Site};
pub use swarm::Swarm;
pub use tokens::{Tokens, for_each_token};
pub use training::{LabelledPage, Learned};
pub use weighted::Weights;
pub use weights_file::WeightsError;
