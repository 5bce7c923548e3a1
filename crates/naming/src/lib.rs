//! Names: templates and what their fields hold in, fields and types of pages that a person would call so
//! out.
//!
//! What is a value called, and what kind of page is this? [`name_drafts`] names the types of pages
//! (`page_type`) and the fields (`names`) of all templates of a site together, by what the pages' data
//! (`data`), labels, markup, class words (`usage`), values and place say; first paragraphs that the site
//! does not use apart from their texts go (`leads`).
//!
//! `DESIGN.md` says why. What never happens here: a change of what a template matches; I/O; a result that
//! depends on the number of threads.

mod data;
mod draft;
mod leads;
mod names;
mod page_type;
mod usage;

pub use data::{Agreement, PageData, Statement, agreements};
pub use draft::name_drafts;
pub use names::{number_fields, told_by_order};
