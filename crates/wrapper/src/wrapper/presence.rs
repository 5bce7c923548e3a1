//! In how many instances of its parent a template node was found.

use serde::{Deserialize, Serialize};

/// In how many of its parent's instances a node was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// Instances that have it.
    pub seen: u32,
    /// Instances of the parent.
    pub of: u32,
    /// Whether, on more than one page in fifty that has the parent, an instance of it lacks the
    /// node; see [`PageCounts`](crate::PageCounts).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_gaps: bool,
}

impl Presence {
    /// Share of the parent's instances that have the node, 0..=1.
    pub fn share(self) -> f64 {
        if self.of == 0 { 0.0 } else { f64::from(self.seen) / f64::from(self.of) }
    }

    /// Found in `seen` of `of` instances of the parent, with no word on pages.
    pub fn new(seen: u32, of: u32) -> Self {
        Self { seen, of, has_gaps: false }
    }

    /// Whether the node is required: found in (almost) all instances of its parent, and in all of
    /// them on (almost) all pages. One in fifty may lack it, for pages that are broken or
    /// half-filled. Instances alone do not tell: what one item in a hundred lacks, most pages with
    /// a hundred items lack somewhere.
    pub fn is_required(self) -> bool {
        self.of > 0 && !self.has_gaps && u64::from(self.seen) * 50 >= u64::from(self.of) * 49
    }
}
