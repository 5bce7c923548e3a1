//! Where links that were met lead, by key.

use super::id::EntryId;
use hashbrown::HashTable;

/// Links that are kept; beyond, the book begins anew. So many fill a table of 2^17 places.
const KEPT: usize = 7 << 14;

/// Entries by 64-bit keys that are hashes themselves, in 13 bytes a place rather than 17.
#[derive(Debug, Default)]
pub(super) struct Book(HashTable<Met>);

/// A key in halves, for eight bytes in one would be laid out with four to spare.
#[derive(Clone, Copy, Debug)]
struct Met {
    key: [u32; 2],
    to: EntryId,
}

const _: () = assert!(size_of::<Met>() == 12, "a crawl may meet a hundred thousand links");

/// The halves of a key.
pub(super) fn halves(key: u64) -> [u32; 2] {
    [(key >> 32) as u32, key as u32]
}

/// The key of two halves.
pub(super) fn whole([high, low]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

impl Book {
    /// Where a link leads, by its key.
    pub(super) fn get(&self, key: u64) -> Option<EntryId> {
        let halves = halves(key);
        Some(self.0.find(key, |met| met.key == halves)?.to)
    }

    /// Takes in where links lead.
    pub(super) fn learn(&mut self, met: impl ExactSizeIterator<Item = (u64, EntryId)>) {
        if self.0.len() + met.len() > KEPT {
            self.0.clear();
        }
        for (key, to) in met {
            let met = Met { key: halves(key), to };
            let entry = self.0.entry(key, |known| known.key == met.key, |known| whole(known.key));
            entry.insert(met);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sitewrap_hash::spread;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn links_are_found_as_a_map_would_find_them(
            pages in prop::collection::vec(prop::collection::vec((0_u64..60, 0_usize..9), 0..9), 0..30),
        ) {
            let (mut book, mut expected) = (Book::default(), HashMap::new());
            for page in pages {
                let met = page.iter().map(|&(link, to)| (spread(link), EntryId::at(to)));
                book.learn(met.clone());
                expected.extend(met);
                for key in (0..60).map(spread) {
                    prop_assert_eq!(book.get(key), expected.get(&key).copied());
                }
            }
        }
    }

    #[test]
    fn a_full_book_begins_anew() {
        let mut book = Book::default();
        for link in 0..=KEPT as u64 {
            book.learn([(spread(link), EntryId::at(0))].into_iter());
        }
        assert_eq!(
            (book.get(spread(1)), book.get(spread(KEPT as u64))),
            (None, Some(EntryId::at(0)))
        );
    }
}
