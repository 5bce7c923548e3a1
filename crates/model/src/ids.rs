//! Identifiers. Each kind of thing has its own type, so that they cannot be mixed up.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Identifies a stored page; given in the order in which pages are stored, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PageId(pub u32);

/// Identifies a cluster of one [`Clustering`](crate::Clustering), from 0. One clustering numbers its
/// clusters by falling size; those that are added to it later go on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClusterId(pub u32);

impl PageId {
    /// The id as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ClusterId {
    /// The id as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for PageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for ClusterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
