//! The ids of the URLs that a crawl knows.

use std::num::NonZeroU32;

/// A URL of the frontier, by its place in it. Places count from 1, so that none takes no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EntryId(NonZeroU32);

impl EntryId {
    /// The id of a place, from 0.
    pub(crate) fn at(place: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(place as u32))
    }

    /// The place, from 0.
    pub(crate) fn place(self) -> usize {
        self.0.get() as usize - 1
    }
}
