//! What a record holds beside its values: where they stand in the page, and what they are by type.

pub(crate) mod provenance;
pub(crate) mod sources;
pub(crate) mod typed;
