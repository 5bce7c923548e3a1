//! The parsed pages of an induction, as many of them as memory is meant for.

use super::candidates::parse;
use rayon::prelude::*;
use sitewrap_model::PageId;
use sitewrap_store::{Store, StoreError};
use sitewrap_tree::Document;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of documents that are kept for the stages after the first; those of a thousand long pages.
const ROOM: usize = 128 << 20;

/// Documents by page. Of stored pages, which are kept depends on what came first and is nothing but
/// a matter of time: those that are not are parsed again when they are asked for.
pub(super) enum DocumentCache<'s> {
    /// Pages of a store.
    Stored {
        /// Where pages are read.
        store: &'s Store,
        /// Those that are kept.
        kept: Mutex<Kept>,
    },
    /// Pages that are parsed and stay so, by their ids.
    Loaded(&'s [Arc<Document>]),
}

/// Documents that are kept, and the room that is left.
pub(super) struct Kept {
    documents: HashMap<PageId, Arc<Document>>,
    room: usize,
    /// How heavy the pages are that were looked at.
    weights: HashMap<PageId, usize>,
}

impl<'s> DocumentCache<'s> {
    /// A cache of the pages of a store.
    pub(super) fn new(store: &'s Store) -> Self {
        let kept = Kept { documents: HashMap::new(), room: ROOM, weights: HashMap::new() };
        Self::Stored { store, kept: Mutex::new(kept) }
    }

    /// Parses a page, lets `look` see it, and keeps it if there is room.
    pub(super) fn look_at<T>(
        &self,
        id: PageId,
        look: impl FnOnce(&Document) -> T,
    ) -> Result<T, StoreError> {
        match self {
            Self::Stored { store, kept } => {
                let document = parse(store, id)?;
                let seen = look(&document);
                lock(kept).keep(id, document);
                Ok(seen)
            }
            Self::Loaded(documents) => Ok(look(&documents[id.index()])),
        }
    }

    /// The documents of some pages, in their order.
    pub(super) fn documents(&self, ids: &[PageId]) -> Result<Vec<Arc<Document>>, StoreError> {
        match self {
            Self::Stored { .. } => ids.par_iter().map(|&id| self.document(id)).collect(),
            Self::Loaded(_) => ids.iter().map(|&id| self.document(id)).collect(),
        }
    }

    /// The documents of some pages, in their order, each made at most `most` heavy as soon as it is
    /// parsed.
    pub(super) fn thinned(
        &self,
        ids: &[PageId],
        most: usize,
    ) -> Result<Vec<Arc<Document>>, StoreError> {
        let get = |&id: &PageId| {
            let document = self.document(id)?;
            let is_heavy = document.weight() > most;
            Ok(if is_heavy { Arc::new(document.thinned(most)) } else { document })
        };
        ids.par_iter().map(get).collect()
    }

    /// How heavy some pages are, see [`Document::weight`].
    pub(super) fn weights(&self, ids: &[PageId]) -> Result<Vec<usize>, StoreError> {
        let weigh = |&id: &PageId| {
            let known = match self {
                Self::Stored { kept, .. } => lock(kept).weights.get(&id).copied(),
                Self::Loaded(_) => None,
            };
            known.map_or_else(|| Ok(self.document(id)?.weight()), Ok)
        };
        ids.par_iter().map(weigh).collect()
    }

    fn document(&self, id: PageId) -> Result<Arc<Document>, StoreError> {
        match self {
            Self::Stored { store, kept } => {
                let kept = lock(kept).documents.get(&id).cloned();
                kept.map_or_else(|| Ok(Arc::new(parse(store, id)?)), Ok)
            }
            Self::Loaded(documents) => Ok(Arc::clone(&documents[id.index()])),
        }
    }

    /// Drops all documents but those of some pages.
    pub(super) fn keep_only(&self, ids: &[PageId]) {
        if let Self::Stored { kept, .. } = self {
            lock(kept).keep_only(&ids.iter().copied().collect());
        }
    }
}

impl Kept {
    fn keep(&mut self, id: PageId, document: Document) {
        self.weights.insert(id, document.weight());
        if let Some(room) = self.room.checked_sub(memory(&document)) {
            self.room = room;
            self.documents.insert(id, Arc::new(document));
        }
    }

    fn keep_only(&mut self, wanted: &HashSet<PageId>) {
        let Self { documents, room, .. } = self;
        documents.retain(|id, document| {
            let is_wanted = wanted.contains(id);
            if !is_wanted {
                *room += memory(document);
            }
            is_wanted
        });
    }
}

fn memory(document: &Document) -> usize {
    document.tree.memory() + document.structured.bytes()
}

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}
