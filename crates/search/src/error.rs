//! What can go wrong.

use std::path::PathBuf;
use thiserror::Error;

/// Why an index could not be written or a query not be answered.
#[derive(Debug, Error)]
pub enum SearchError {
    /// The folder of the index cannot be read or written.
    #[error("the search index in {path} cannot be used: {problem}")]
    Io {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        problem: String,
    },
    /// The query is not written as queries are.
    #[error("the query cannot be read: {0}")]
    Syntax(String),
    /// The query asks for a field that no page has.
    #[error("no page has the field `{name}`; there are {known}")]
    UnknownField {
        /// The field that was asked for.
        name: String,
        /// The fields that there are, as a list in words.
        known: String,
    },
    /// The query is too long.
    #[error("the query has {bytes} bytes; {most} are the most that are read")]
    TooLong {
        /// Its length.
        bytes: usize,
        /// The longest that is read.
        most: usize,
    },
}
