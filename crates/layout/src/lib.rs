//! Where does each element of a page stand, and how large is it?
//!
//! In goes a page with its style sheets; out comes a [`Layout`], a box for each node of its tree. With
//! the feature `engine` an embedded engine lays the page out, within bounds of size and time; on pages
//! on which it gives up, and without it, boxes are estimated from the tree, and say so.
//!
//! What never happens here: I/O, and an end of the process, whatever the page is.

#[cfg(feature = "engine")]
mod engine;
mod estimate;
mod layout;
mod rect;
mod sheet;

pub use layout::{Estimated, Layout};
pub use rect::{PAGE_HEIGHT, PAGE_WIDTH, Rect};
pub use sheet::{style_sheets, style_sheets_with};
