//! Scores against truth: what `cargo xtask quality` measures, in the terms of the bundles' formats.

mod clusters;
mod flat;
mod names;
mod records;
mod text;

pub use clusters::{ClusterScore, score_clusters};
pub use flat::Nested;
pub(crate) use records::mean;
pub use records::{FieldScore, Prf, RecordScore, TrueRecord, score_records};
pub use text::normal;
