//! What a page says: its nodes as matching sees them, their texts, tables, pairs and prose.

pub(crate) mod facts;
pub(crate) mod fragment;
pub(crate) mod headers;
pub(crate) mod label;
pub(crate) mod lines;
pub(crate) mod listed;
pub(crate) mod nested;
pub(crate) mod opened;
pub(crate) mod pairs;
pub(crate) mod stripe;
pub(crate) mod text;
pub(crate) mod view;
