//! Texts of nodes: fixed and varying parts, phrases, running text and its first paragraph.

mod blocks;
mod copies;
pub(crate) mod flow;
pub(crate) mod markup;
pub(crate) mod pattern;
mod phrase;
pub(crate) mod prose;
pub(crate) mod prose_boxes;
pub(crate) mod written;
