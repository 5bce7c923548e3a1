//! The URLs of a frontier: by their entry, and the entry by the URL.

use super::front_coding::FrontCoded;
use super::id::EntryId;
use crate::page::words::hash;
use hashbrown::HashTable;

/// URLs, each once.
#[derive(Debug, Default)]
pub(super) struct Urls {
    texts: FrontCoded,
    /// By a hash of the URL, which is not kept: the text tells whether it is the one.
    places: HashTable<EntryId>,
}

impl Urls {
    /// Adds a URL that is not known; gives the entry that it is of.
    pub(super) fn push(&mut self, url: &str) -> EntryId {
        if self.places.len() == self.places.capacity() {
            self.grow();
        }
        let id = EntryId::at(self.texts.len());
        self.texts.push(url);
        self.places.insert_unique(hash(url.as_bytes()), id, hash_in(&self.texts));
        id
    }

    /// Makes room for as many URLs again. They are read in their order, for which each block of texts
    /// is read once.
    fn grow(&mut self) {
        let Self { texts, places } = self;
        *places = HashTable::with_capacity(2 * texts.len().max(8));
        texts.each(|place, url| {
            places.insert_unique(hash(url.as_bytes()), EntryId::at(place), hash_in(texts));
        });
    }

    /// The entry of a URL.
    pub(super) fn find(&self, url: &str) -> Option<EntryId> {
        let is_of = |id: &EntryId| self.texts.is(id.place(), url);
        self.places.find(hash(url.as_bytes()), is_of).copied()
    }

    /// The URL of an entry.
    pub(super) fn get(&self, id: EntryId) -> String {
        self.texts.get(id.place())
    }

    /// Bytes that the URLs take.
    pub(super) fn bytes(&self) -> usize {
        self.texts.bytes()
    }

    /// Shows all URLs in the order of their entries.
    pub(super) fn each(&self, see: impl FnMut(usize, &str)) {
        self.texts.each(see);
    }
}

/// The hash of an entry's URL.
fn hash_in(texts: &FrontCoded) -> impl Fn(&EntryId) -> u64 {
    |id| hash(texts.get(id.place()).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn urls_are_found_as_a_map_would_find_them(
            urls in prop::collection::vec("http://a/[a-c]{0,3}/?[0-9]{0,2}", 0..200),
        ) {
            let (mut known, mut expected) = (Urls::default(), HashMap::new());
            for url in &urls {
                prop_assert_eq!(known.find(url), expected.get(url).copied());
                if !expected.contains_key(url) {
                    expected.insert(url.clone(), known.push(url));
                }
            }
            prop_assert!(expected.iter().all(|(url, &id)| known.get(id) == *url));
            prop_assert!(expected.iter().all(|(url, &id)| known.find(url) == Some(id)));
        }
    }
}
