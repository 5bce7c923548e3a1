//! Wrappers and what they extract: the reading side.
//!
//! How does a stored wrapper turn a page into a record? [`Extractor::extract`]
//!
//! 1. looks at the page's signature (its paths) and picks the wrappers worth trying,
//! 2. aligns the page with each one's [`Template`], from the root down,
//! 3. takes the one that fits best and against which least speaks (what its type always has and the
//!    page lacks, headings that say something else), and gives its content nodes as a
//!    [`Record`](sitewrap_model::Record); or says that none fits.
//!
//! Induction writes [`WrapperSet`]s; this crate only reads them, and never sees clustering.

mod apply;
pub mod deep_json;
pub mod edit;
mod extractor;
mod page;
mod parameters;
mod record;
pub mod selectors;
mod wrapper;

pub use apply::blocks::{BlockFinder, PageBlock, PageBlocks};
pub use apply::pairs::{ADDRESS, column_name};
pub use apply::recognise::{NodeFeatures, Vocabulary, dice};
pub use apply::values::{is_blank_picture, leads_nowhere};
pub use apply::way::{last_steps, points_on, steps};
pub use apply::within::is_in_text;
pub use apply::{Applied, Compiled};
pub use extractor::Extractor;
pub use page::facts::{FactRow, fact_blocks, table_rows};
pub use page::fragment::{ProseForm, fragment};
pub use page::label::{label, normalize_token};
pub use page::lines::{LabelledLine, labelled_lines};
pub use page::nested::{NestedItem, nested_items};
pub use page::pairs::{pair_of, pairs_side_by_side, parts_of_pair};
pub use page::stripe::is_stripe;
pub use page::text::{between, collapse, cut, line};
pub use page::view::{FeatureHash, FeatureSink, View, feature_hash, is_drawing, kind_weight};
pub use parameters::Parameters;
pub use record::filled::fill;
pub use record::pair::clean_key;
pub use record::provenance::provenance;
pub use record::sources::{Item, Source, Sources, Span, Take};
pub use record::typed::Typer;
pub use wrapper::core_fields::Fields;
pub use wrapper::describe::describe;
pub use wrapper::fields::{FieldMut, FieldPlace, first_places};
pub use wrapper::gaps::PageCounts;
pub use wrapper::json_schema::json_schema;
pub use wrapper::main_content::{BODY, BodyFrom, MainContent};
pub use wrapper::presence::Presence;
pub use wrapper::quality::{Extra, Quality, Sign};
pub use wrapper::schema::{Schema, SchemaField, Shape};
pub use wrapper::signature::paths;
pub use wrapper::size::TemplateSize;
pub use wrapper::template::{
    AttrField, Content, Element, Evidence, Feature, Field, Map, Matching, NamedBy, Pairs, Part,
    Prose, Repeat, Template, TemplateNode, TextPattern,
};
pub use wrapper::{Signature, Wrapper, WrapperSet};
