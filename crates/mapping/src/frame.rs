//! A pair of child lists that is being aligned.

use crate::SubtreeId;
use crate::simd_rows::{Block, Lane};
use std::ops::Range;

/// Two child lists, without their equal ends, on the way to the gain of a pair of subtrees.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    /// The pair whose gain this is.
    pub(crate) pair: (SubtreeId, SubtreeId),
    /// What the roots and the equal ends of the lists gain.
    pub(crate) base: i32,
    /// The lists, as ranges of children of the forest; the second is the longer.
    pub(crate) rows: (u32, u32),
    pub(crate) columns: (u32, u32),
    /// How the rows are worked through.
    pub(crate) kind: Kind,
    /// The cell that comes next: its row, and its column or, in wide frames, its block and lane.
    pub(crate) i: u32,
    pub(crate) j: u32,
    pub(crate) lane: u32,
    /// Where the frame begins in the integers, and a wide one also in its lanes.
    pub(crate) memory: usize,
    pub(crate) lanes: usize,
    /// For wide frames: where the gains of row `i` are, once they are filled in.
    pub(crate) pairs: Option<usize>,
    /// For narrow frames: the value before the cell and above.
    pub(crate) diagonal: i32,
    /// The count of work when the frame was opened.
    pub(crate) opened_at: u64,
}

/// How a frame is worked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Cell by cell, looking only into pairs of children that could improve their cell.
    Narrow,
    /// Row by row, in lanes of 16 bits.
    Wide16,
    /// Row by row, in lanes of 32 bits.
    Wide32,
}

impl Frame {
    pub(crate) fn height(&self) -> usize {
        (self.rows.1 - self.rows.0) as usize
    }

    pub(crate) fn width(&self) -> usize {
        (self.columns.1 - self.columns.0) as usize
    }

    pub(crate) fn row_range(&self) -> Range<usize> {
        self.rows.0 as usize..self.rows.1 as usize
    }

    pub(crate) fn column_range(&self) -> Range<usize> {
        self.columns.0 as usize..self.columns.1 as usize
    }
}

/// The memory of all open frames, that of the last at the end of each list.
#[derive(Default)]
pub(crate) struct Arena {
    pub(crate) integers: Vec<i32>,
    pub(crate) short: Vec<Block<i16>>,
    pub(crate) long: Vec<Block<i32>>,
}

/// A lane type with its place in the arena.
pub(crate) trait InArena: Lane {
    fn of(arena: &mut Arena) -> &mut Vec<Block<Self>>;
}

impl InArena for i16 {
    fn of(arena: &mut Arena) -> &mut Vec<Block<Self>> {
        &mut arena.short
    }
}

impl InArena for i32 {
    fn of(arena: &mut Arena) -> &mut Vec<Block<Self>> {
        &mut arena.long
    }
}

impl Arena {
    /// Gives up the memory of a frame, the last that was opened.
    pub(crate) fn release(&mut self, frame: &Frame) {
        self.integers.truncate(frame.memory);
        match frame.kind {
            Kind::Narrow => {}
            Kind::Wide16 => self.short.truncate(frame.lanes),
            Kind::Wide32 => self.long.truncate(frame.lanes),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.integers.clear();
        self.short.clear();
        self.long.clear();
    }
}
