//! The numbers by which the journal knows entries.

use super::id::EntryId;

/// A number for each entry: one after another, but where what an earlier crawl left has gaps.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Entries after which numbers go on one by one, each with its number.
    starts: Vec<(EntryId, u32)>,
    next: u32,
}

impl Numbers {
    /// Numbers the next entry.
    pub(super) fn push(&mut self, id: EntryId, number: u32) {
        if self.starts.is_empty() || number != self.next {
            self.starts.push((id, number));
        }
        self.next = number.saturating_add(1);
    }

    /// The number after the last one.
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    /// The number of an entry.
    pub(super) fn get(&self, id: EntryId) -> u64 {
        let start = match self.starts.last() {
            Some(last) if last.0 <= id => Some(last),
            _ => self.starts[..self.starts.partition_point(|(start, _)| *start <= id)].last(),
        };
        start.map_or(0, |(start, number)| u64::from(*number) + (id.place() - start.place()) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back_whatever_the_gaps(gaps in prop::collection::vec(0_u32..3, 0..40)) {
            let (mut numbers, mut given) = (Numbers::default(), Vec::new());
            for (place, gap) in gaps.into_iter().enumerate() {
                given.push(numbers.next() + gap);
                numbers.push(EntryId::at(place), numbers.next() + gap);
            }
            for (place, number) in given.into_iter().enumerate() {
                prop_assert_eq!(numbers.get(EntryId::at(place)), u64::from(number));
            }
        }
    }
}
