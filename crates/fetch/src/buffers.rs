//! Buffers for the bodies of pages, used again once these are written.
//!
//! Bodies are by far the largest of what a crawl holds for a while; they come on one thread and
//! go on another. An allocator answers that with holes between what stays; the same few buffers
//! used in turn leave none.

use std::sync::{Arc, Mutex, PoisonError};

/// Buffers that are kept while nobody needs them.
const KEPT: usize = 64;

/// Bytes of the largest buffer that is kept: so few cannot hold much, however large the pages.
const LARGEST: usize = 64 << 10;

/// A pool of buffers that wait for a body.
#[derive(Clone, Debug, Default)]
pub struct BufferPool(Arc<Mutex<Vec<Vec<u8>>>>);

impl BufferPool {
    /// An empty buffer for a body of about this length, 0 where that is not known.
    pub(crate) fn take(&self, length: usize) -> Vec<u8> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rooms = || kept.iter().map(Vec::capacity).enumerate();
        let fitting = rooms().filter(|&(_, room)| length > 0 && room >= length);
        let tightest = fitting.min_by_key(|&(_, room)| room);
        let chosen = tightest.or_else(|| rooms().max_by_key(|&(_, room)| room));
        let mut buffer = chosen.map(|(place, _)| kept.swap_remove(place)).unwrap_or_default();
        // Room for twice as much would be the buffer's from then on.
        buffer.reserve_exact(length);
        buffer
    }

    /// Takes a buffer back whose body is not needed any more.
    pub fn give_back(&self, mut buffer: Vec<u8>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buffer.capacity() <= LARGEST && kept.len() < KEPT {
            buffer.clear();
            kept.push(buffer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_come_back_empty_and_large_ones_do_not() {
        let pool = BufferPool::default();
        let mut buffer = pool.take(1000);
        buffer.extend_from_slice(b"body");
        pool.give_back(buffer);
        let again = pool.take(10);
        assert!(again.is_empty() && again.capacity() >= 1000);
        pool.give_back(Vec::with_capacity(LARGEST + 1));
        assert_eq!(pool.take(0).capacity(), 0);
    }
}
