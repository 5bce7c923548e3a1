//! Pages as folded, weighted path profiles, and their similarity.
//!
//! How alike are the templates of two pages, whatever they hold? The paper's tree edit distance
//! counts every product of a list and every paragraph of a text. A profile counts each path of a
//! page once:
//!
//! 1. [`Outline`]: the page's elements with alike siblings folded into one; a trie of a few
//!    hundred nodes, whatever the length of the page's lists.
//! 2. [`Profiles::build`]: over all outlines of a site, names of items are told from names of
//!    kinds, running text is cut, and each page becomes a set of paths.
//! 3. [`Weighting`]: paths that all pages have tell nothing, those that half of them have tell
//!    most.
//! 4. [`Profiles::similarity_matrix`]: on folded trees whose nodes are inserted and deleted at
//!    the cost of their weight, `1 − ed / (len + len)` is the weighted Dice coefficient of the
//!    sets.
//!
//! # Example
//! ```
//! use sitewrap_distance::profile::{Outline, Parameters, Profiles, Weighting};
//! use sitewrap_tree::TagTreeBuilder;
//! let page = |items: usize| {
//!     let mut tree = TagTreeBuilder::new("body");
//!     tree.open("ul", [("class", "products")]);
//!     for _ in 0..items {
//!         tree.open("li", [("class", "product")]);
//!         tree.close();
//!     }
//!     tree.finish()
//! };
//! let outline = |items| Outline::of_tree(&[], &page(items), &Parameters::default());
//! let outlines = [outline(3), outline(30)];
//! let profiles = Profiles::build(&outlines);
//! assert_eq!(profiles.similarity_matrix(&Weighting::TEMPLATES).get(0, 1), 1.0);
//! ```

mod body_class_weight;
mod cohesion;
mod families;
mod gram;
mod hash;
mod mirrors;
mod outline;
mod pagers;
mod parameters;
mod path;
mod profiles;
mod texts;
mod tokens;
mod vocabulary;
mod weights;

pub use cohesion::Cohesion;
pub use outline::{MOST_OUTLINE_NODES, Mark, Outline};
pub use parameters::Parameters;
pub use path::Placed;
pub use profiles::{Distinctive, Profiles};
pub use weights::Weighting;
