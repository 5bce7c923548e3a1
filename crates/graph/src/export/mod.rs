//! The graph in the formats of other programs.

mod dot;
mod graphml;
mod html;

pub use dot::to_dot;
pub use graphml::write_graphml;
pub use html::to_html;
