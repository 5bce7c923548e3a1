//! Web pages as tag trees.
//!
//! What does a page look like to the rest of sitewrap? [`Document::parse`] takes the bytes that a
//! server sent and always gives a [`Document`], whatever they are:
//!
//! 1. decode the bytes to text (BOM, HTTP charset, `<meta>`, detection),
//! 2. clean the text in one streaming pass: scripts, styles and comments go, relative URLs become
//!    absolute, links and structured data are set aside,
//! 3. parse what is left as HTML5 into a [`TagTree`], a flat arena in document order.
//!
//! Each step is bounded; what a bound cut off is reported in [`Document::problems`].
#![allow(missing_docs)]
mod tag_tree;

pub use tag_tree::{Attr, Children, NodeId, Tag, TagTree, TagTreeBuilder};
