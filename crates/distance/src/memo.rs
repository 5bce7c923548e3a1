//! A bounded memory of subtree pairs.

use crate::SubtreeId;

/// What is known of a pair of subtrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) gain: i32,
    /// Work that it took, and would take again.
    pub(crate) work: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    pair: u64,
    known: Known,
}

/// A direct-mapped, lossy table: a new pair takes the place of an old one. It is as large as a
/// core's cache; a larger one remembers more, but costs more to ask than it saves.
pub(crate) struct Memo {
    entries: Vec<Entry>,
}

const LOG_ENTRIES: u32 = 17;

/// No pair: gains are asked for only where the two ids differ.
const NO_PAIR: u64 = 0;

impl Memo {
    pub(crate) fn new() -> Self {
        let empty = Entry { pair: NO_PAIR, known: Known { gain: 0, work: 0 } };
        Self { entries: vec![empty; 1 << LOG_ENTRIES] }
    }

    pub(crate) fn get(&self, a: SubtreeId, b: SubtreeId) -> Option<Known> {
        let pair = pack(a, b);
        let entry = &self.entries[slot(pair)];
        (entry.pair == pair).then_some(entry.known)
    }

    pub(crate) fn insert(&mut self, a: SubtreeId, b: SubtreeId, known: Known) {
        let pair = pack(a, b);
        self.entries[slot(pair)] = Entry { pair, known };
    }
}

/// Gains are symmetric whatever the weights (see DESIGN.md), so that a pair has one key.
fn pack(a: SubtreeId, b: SubtreeId) -> u64 {
    u64::from(a.0.min(b.0)) << 32 | u64::from(a.0.max(b.0))
}

fn slot(pair: u64) -> usize {
    (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - LOG_ENTRIES)) as usize
}
