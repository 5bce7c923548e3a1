//! What is told beside the records.

use sitewrap_model::Extraction;
use std::io;

/// Columns of what is told beside the records, as JSON; there if it was asked for.
pub(super) const BESIDE: [&str; 2] = ["structured", "joined"];

/// What is told beside a record, as JSON: what the page states for machines, and what other pages say.
pub(super) fn beside(extraction: &Extraction) -> io::Result<[Option<String>; 2]> {
    let structured = extraction.structured.as_ref().map(serde_json::to_string).transpose()?;
    Ok([structured, extraction.joined.as_ref().map(serde_json::to_string).transpose()?])
}
