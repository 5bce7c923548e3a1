//! A comment as it is given.

use serde::Serialize;

/// What a reader has written below a page's content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Comment {
    /// Who wrote it, as the page has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// When, as the page has it for machines, else as it shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What it says: a blank line between paragraphs.
    pub text: String,
}
