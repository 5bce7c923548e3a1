//! Pages by the hashes of their URLs.

use crate::error::StoreError;
use hashbrown::HashTable;
use sitewrap_model::PageId;
use std::hash::{BuildHasher, RandomState};

/// Half of the pages for which there is room in the smallest index.
const FEWEST: usize = 512;

/// Ids of pages by their URLs.
pub(crate) struct UrlIndex {
    hasher: RandomState,
    /// By a hash of the URL, which is not kept: the store tells whether it is the one.
    places: HashTable<PageId>,
}

impl UrlIndex {
    /// An empty index with room for twice so many pages.
    pub(crate) fn with_room_for(pages: usize) -> Self {
        let places = HashTable::with_capacity(2 * FEWEST.max(pages));
        Self { hasher: RandomState::new(), places }
    }

    /// Adds a page, for which there has to be room.
    pub(crate) fn add(&mut self, url: &str, id: PageId) {
        let hash = self.hasher.hash_one(url);
        self.places.insert_unique(hash, id, |_| unreachable!("an index that is full is made anew"));
    }

    /// Whether so many more pages can be added.
    pub(crate) fn has_room_for(&self, more: usize) -> bool {
        self.places.capacity() - self.places.len() >= more
    }

    /// The first page of those whose hash is like the URL's which is the one.
    pub(crate) fn find(
        &self,
        url: &str,
        mut is_one: impl FnMut(PageId) -> Result<bool, StoreError>,
    ) -> Result<Option<PageId>, StoreError> {
        for &id in self.places.iter_hash(self.hasher.hash_one(url)) {
            if is_one(id)? {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}
