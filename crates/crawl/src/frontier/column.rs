//! A list that grows block by block: nothing is moved, and no more than one block is room to spare.

use std::ops::{Index, IndexMut};

/// Values of a block.
const BLOCK: usize = 512;

/// Values by their place, from 0.
#[derive(Clone, Debug)]
pub(super) struct Column<T> {
    /// All are full but the last one.
    blocks: Vec<Vec<T>>,
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Self { blocks: Vec::new() }
    }
}

impl<T> Column<T> {
    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.len())
    }

    /// Adds a value at the end.
    pub(super) fn push(&mut self, value: T) {
        match self.blocks.last_mut().filter(|last| last.len() < BLOCK) {
            Some(last) => last.push(value),
            None => {
                let mut block = Vec::with_capacity(BLOCK);
                block.push(value);
                self.blocks.push(block);
            }
        }
    }
}

impl<T> Index<usize> for Column<T> {
    type Output = T;

    fn index(&self, place: usize) -> &T {
        &self.blocks[place / BLOCK][place % BLOCK]
    }
}

impl<T> IndexMut<usize> for Column<T> {
    fn index_mut(&mut self, place: usize) -> &mut T {
        &mut self.blocks[place / BLOCK][place % BLOCK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_at_their_places_over_blocks() {
        let mut column = Column::default();
        for value in 0..2 * BLOCK + 3 {
            assert_eq!(column.len(), value);
            column.push(value);
        }
        column[BLOCK] = 7;
        let expected = |place: usize| if place == BLOCK { 7 } else { place };
        assert!((0..column.len()).all(|place| column[place] == expected(place)));
    }
}
