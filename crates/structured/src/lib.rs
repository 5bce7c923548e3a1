//! What pages state for machines.
//!
//! What does a page say of itself in JSON-LD, microdata, RDFa, Open Graph and the state of its
//! scripts? [`statements`] gives the things that each of the first three speaks of, as they are
//! stated: induction names fields by them. [`Structured::of`] goes on from there:
//!
//! 1. what `meta` elements and the page's scripts say is added,
//! 2. things of several sources that are one are merged,
//! 3. the one that the page is about, if that is clear, comes first, and gives the well-known
//!    [`Fact`]s.
//!
//! All is in the terms of schema.org, bounded, and text as it is written.

mod facts;
mod forms;
mod json;
mod json_ld;
mod merge;
mod meta;
mod microdata;
mod page;
mod rdfa;
mod state;
mod structured;
mod terms;
mod thing;

pub use facts::{FACTS, Fact, Kind};
pub use forms::{forms, number, plain};
pub use meta::metas;
pub use page::title_has;
pub use structured::{Structured, statements, texts_of};
pub use terms::schema_term;
pub use thing::{Property, Source, Stated, Thing};
