//! A bounded memory of subtree pairs.

use crate::SubtreeId;

/// What is known of a pair of subtrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) gain: i32,
    /// Work that it took, and would take again.
    pub(crate) work: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    pair: u64,
    known: Known,
}

/// A direct-mapped, lossy table: a new pair takes the place of an old one. It grows as it fills,
/// since two small pages have few pairs, and setting up a table costs as much as asking it some
/// thousand times.
#[derive(Debug)]
pub(crate) struct Memo {
    /// A power of two.
    entries: Vec<Entry>,
    /// How far a hash is shifted to give a place in `entries`.
    shift: u32,
    filled: usize,
}

const LOG_FIRST: u32 = 9;

/// As large as a core's cache; a larger table remembers more, but costs more to ask than it saves. Four
/// times the first some whole number of times.
const LOG_MOST: u32 = 17;

/// No pair: gains are asked for only where the two ids differ.
const NO_PAIR: u64 = 0;

const EMPTY: Entry = Entry { pair: NO_PAIR, known: Known { gain: 0, work: 0 } };

impl Default for Memo {
    fn default() -> Self {
        Self { entries: vec![EMPTY; 1 << LOG_FIRST], shift: 64 - LOG_FIRST, filled: 0 }
    }
}

impl Memo {
    pub(crate) fn get(&self, a: SubtreeId, b: SubtreeId) -> Option<Known> {
        let pair = pack(a, b);
        let entry = &self.entries[self.place(pair)];
        (entry.pair == pair).then_some(entry.known)
    }

    pub(crate) fn insert(&mut self, a: SubtreeId, b: SubtreeId, known: Known) {
        if self.filled * 4 > self.entries.len() && self.shift > 64 - LOG_MOST {
            self.grow();
        }
        let pair = pack(a, b);
        let place = self.place(pair);
        self.filled += usize::from(self.entries[place].pair == NO_PAIR);
        self.entries[place] = Entry { pair, known };
    }

    /// Places go by the first bits of a hash, so that no two pairs meet in the larger table that
    /// did not in the smaller.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.entries);
        self.entries = vec![EMPTY; old.len() * 4];
        self.shift -= 2;
        for entry in old.into_iter().filter(|entry| entry.pair != NO_PAIR) {
            let place = self.place(entry.pair);
            self.entries[place] = entry;
        }
    }

    fn place(&self, pair: u64) -> usize {
        (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }
}

/// Gains are symmetric whatever the weights (see DESIGN.md), so that a pair has one key.
fn pack(a: SubtreeId, b: SubtreeId) -> u64 {
    u64::from(a.0.min(b.0)) << 32 | u64::from(a.0.max(b.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(gain: u32) -> Known {
        Known { gain: gain as i32, work: gain * 3 }
    }

    #[test]
    fn a_growing_memo_keeps_most_pairs_gives_none_a_wrong_gain_and_stays_bounded() {
        let mut memo = Memo::default();
        let last =
            |count: u32| (1..=count).map(|k| (SubtreeId(k / 7), SubtreeId(k / 7 + 1 + k % 7), k));
        for (a, b, k) in last(20_000) {
            memo.insert(a, b, known(k));
        }
        let answers = last(20_000).filter_map(|(a, b, k)| Some((memo.get(b, a)?, k)));
        let answers: Vec<_> = answers.collect();
        assert!(answers.iter().all(|&(answer, k)| answer == known(k)));
        assert!(answers.len() > 15_000, "{}", answers.len());
        for (a, b, k) in last(400_000) {
            memo.insert(a, b, known(k));
        }
        assert_eq!(memo.entries.len(), 1 << LOG_MOST);
    }
}
