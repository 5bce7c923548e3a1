//! What a record holds beside its values: where they stand in the page, what they are by type, and
//! what the page states and does not show.

pub(crate) mod filled;
pub(crate) mod pair;
pub(crate) mod provenance;
pub(crate) mod sources;
pub(crate) mod typed;
