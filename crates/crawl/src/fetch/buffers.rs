//! Room for the bodies of pages, used again once they are written.
//!
//! Bodies are by far the largest of what a crawl holds for a while; they come on one thread and
//! go on another. An allocator answers that with holes between what stays; the same few rooms used in
//! turn leave none.

use std::sync::{Arc, Mutex, PoisonError};

/// Rooms that are kept while nobody needs them.
const KEPT: usize = 64;

/// Bytes of the largest room that is kept: so few rooms cannot hold much, however large the pages.
const LARGEST: usize = 64 << 10;

/// Rooms that wait for a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rooms(Arc<Mutex<Vec<Vec<u8>>>>);

impl Rooms {
    /// An empty room for a body of about this length.
    pub(crate) fn take(&self, length: usize) -> Vec<u8> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut room = kept.unwrap_or_default();
        room.reserve(length);
        room
    }

    /// Takes a room back whose body is not needed any more.
    pub(crate) fn give_back(&self, mut room: Vec<u8>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if room.capacity() <= LARGEST && kept.len() < KEPT {
            room.clear();
            kept.push(room);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_come_back_empty_and_large_ones_do_not() {
        let rooms = Rooms::default();
        let mut room = rooms.take(1000);
        room.extend_from_slice(b"body");
        rooms.give_back(room);
        let again = rooms.take(10);
        assert!(again.is_empty() && again.capacity() >= 1000);
        rooms.give_back(Vec::with_capacity(LARGEST + 1));
        assert_eq!(rooms.take(0).capacity(), 0);
    }
}
