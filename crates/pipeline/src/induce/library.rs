//! The parsed pages of an induction, as many of them as memory is meant for.

use super::candidates::parse;
use rayon::prelude::*;
use sitewrap_model::PageId;
use sitewrap_store::{Store, StoreError};
use sitewrap_tree::Document;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of trees that are kept for the stages after the first; those of a thousand long pages.
const ROOM: usize = 128 << 20;

/// Documents by page. Which are kept depends on what came first and is nothing but a matter of
/// time: those that are not are parsed again when they are asked for.
pub(super) struct Library<'s> {
    store: &'s Store,
    shelf: Mutex<Shelf>,
}

struct Shelf {
    documents: HashMap<PageId, Arc<Document>>,
    room: usize,
}

impl<'s> Library<'s> {
    /// A library of the pages of a store.
    pub(super) fn new(store: &'s Store) -> Self {
        Self { store, shelf: Mutex::new(Shelf { documents: HashMap::new(), room: ROOM }) }
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Parses a page, lets `look` see it, and keeps it if there is room.
    pub(super) fn look_at<T>(
        &self,
        id: PageId,
        look: impl FnOnce(&Document) -> T,
    ) -> Result<T, StoreError> {
        let document = parse(self.store, id)?;
        let seen = look(&document);
        let mut shelf = self.shelf();
        if let Some(room) = shelf.room.checked_sub(document.tree.memory()) {
            shelf.room = room;
            shelf.documents.insert(id, Arc::new(document));
        }
        Ok(seen)
    }

    /// The documents of some pages, in their order.
    pub(super) fn documents(&self, ids: &[PageId]) -> Result<Vec<Arc<Document>>, StoreError> {
        let get = |&id: &PageId| {
            let kept = self.shelf().documents.get(&id).cloned();
            kept.map_or_else(|| Ok(Arc::new(parse(self.store, id)?)), Ok)
        };
        ids.par_iter().map(get).collect()
    }

    /// Drops all documents but those of some pages.
    pub(super) fn keep_only(&self, ids: &[PageId]) {
        let wanted: HashSet<PageId> = ids.iter().copied().collect();
        let mut shelf = self.shelf();
        let Shelf { documents, room } = &mut *shelf;
        documents.retain(|id, document| {
            let is_wanted = wanted.contains(id);
            if !is_wanted {
                *room += document.tree.memory();
            }
            is_wanted
        });
    }
}
