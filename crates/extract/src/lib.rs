//! Wrappers and what they extract: the reading side.
//!
//! How does a stored wrapper turn a page into a record? [`Extractor::extract`]
//!
//! 1. looks at the page's signature (its paths) and picks the wrappers worth trying,
//! 2. aligns the page with each one's [`Template`], from the root down,
//! 3. takes the one that fits best, and gives its content nodes as a
//!    [`Record`](sitewrap_model::Record); or says that none fits.
//!
//! Induction writes [`WrapperSet`]s; this crate only reads them, and never sees clustering.

mod align;
mod apply;
mod compile;
mod describe;
mod describe_names;
pub mod edit;
mod extractor;
mod fields;
mod fragment;
mod headers;
mod json_schema;
mod lead;
mod lines;
mod mapped;
mod pairs;
mod provenance;
mod recognise;
mod schema;
pub mod selectors;
mod siblings;
mod signature;
mod sources;
mod template;
mod text;
mod typed;
pub mod types;
mod values;
mod view;
mod wrapper;

pub use apply::{Applied, Compiled};
pub use describe::describe;
pub use extractor::Extractor;
pub use fields::{FieldMut, FieldPlace};
pub use fragment::ProseForm;
pub use json_schema::json_schema;
pub use lines::{LabelledLine, labelled_lines};
pub use pairs::{clean_key, compared_cells, pair_of, pairs_side_by_side};
pub use provenance::provenance;
pub use recognise::{MIN_SIMILARITY, NodeFeatures, Vocabulary, dice};
pub use schema::{Schema, SchemaField, Shape};
pub use signature::paths;
pub use sources::{Item, Source, Sources, Span, Take};
pub use template::{
    AttrField, Content, Element, Evidence, Feature, Field, Map, Matching, NamedBy, Pairs, Part,
    Presence, Prose, Repeat, Template, TemplateNode, TextPattern,
};
pub use text::{collapse, cut, line};
pub use typed::Typer;
pub use view::{FeatureHash, FeatureSink, View, feature_hash, kind_weight, label, normalize_token};
pub use wrapper::{Signature, Wrapper, WrapperSet};
