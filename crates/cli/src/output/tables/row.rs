//! What waits until the columns are known.

use super::cell::Cell;
use serde::{Deserialize, Serialize};

/// One page as it waits.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) url: String,
    pub(super) page_type: Option<String>,
    pub(super) wrapper: Option<String>,
    pub(super) version: Option<u32>,
    pub(super) satisfied: bool,
    pub(super) fit: f64,
    pub(super) reason: Option<String>,
    pub(super) record: Option<Vec<(String, Cell)>>,
    /// What is told beside the record, as JSON.
    pub(super) beside: [Option<String>; 2],
}
