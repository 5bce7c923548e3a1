//! Web pages as tag trees.
//!
//! What does a page look like to the rest of sitewrap? [`Document::parse`] takes the bytes that a
//! server sent and always gives a [`Document`], whatever they are:
//!
//! 1. decode the bytes to text (BOM, HTTP charset, `<meta>`, detection),
//! 2. clean the text in one streaming pass: scripts, styles and templates go, structured data is
//!    set aside,
//! 3. parse what is left as HTML5 into a [`TagTree`], a flat arena in document order, make its
//!    URLs absolute, and take the links from it. A `font` without class words or an id only says how
//!    letters look: it is no node, and what is in it belongs to what holds it.
//!
//! Each step is bounded by [`Limits`]; what a bound cut off is reported in
//! [`Document::problems`].
//!
//! What never happens here: I/O, a panic on what a page holds, recursion on the machine stack.

mod address;
mod charset;
mod clean;
mod compact;
mod decode;
mod document;
mod entity;
mod hidden;
pub mod html;
mod limits;
mod link;
mod marks;
mod media_type;
mod normalize;
mod offsets;
mod parse;
mod positions;
mod problem;
mod serialize;
mod sink;
mod tag_tree;
mod text;
mod thin;
mod tokenize;

pub use address::{base_of, resolve};
pub use decode::encoding_of;
pub use document::{Document, Parsing, Script, ScriptKind, StructuredData};
pub use entity::decode_attribute as decode_entities;
pub use limits::Limits;
pub use link::{Link, LinkKind};
pub use media_type::{essence, is_html_type};
pub use normalize::{MAX_URL_BYTES, canonical_escapes, normalize, origin_of, site_of};
pub use positions::Positions;
pub use problem::Problem;
pub use tag_tree::{Attr, Children, NodeId, Tag, TagTree, TagTreeBuilder};
