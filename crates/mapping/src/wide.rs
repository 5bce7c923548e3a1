//! Alignment of long lists, a row at a time.

use crate::SubtreeId;
use crate::evaluator::{Evaluator, FrameOutcome, Opened, work};
use crate::frame::{Frame, InArena};
use crate::gain::Bound;
use crate::simd_rows::{self, LANES};

/// Blocks that the gains of one frame's rows may take before they are no longer kept.
const KEPT: usize = 1 << 15;

/// Where the parts of a wide frame lie.
///
/// In the integers: for each place in a block the next place with the same subtree, in a ring
/// (places are numbered block by block); then for each row the first row with its subtree; then
/// for each such first row one more than the block where its gains begin, or 0; then for each
/// such first row how many of its gains are unknown.
/// In the lanes: the row itself, then gains of rows.
#[derive(Clone, Copy)]
struct Layout {
    blocks: usize,
    ring: usize,
    firsts: usize,
    filled: usize,
    unknown: usize,
}

impl Layout {
    fn of(frame: &Frame) -> Self {
        let blocks = frame.width().div_ceil(LANES);
        let firsts = frame.memory + blocks * LANES;
        let filled = firsts + frame.height();
        Self { blocks, ring: frame.memory, firsts, filled, unknown: filled + frame.height() }
    }
}

impl Evaluator<'_> {
    /// Takes the memory of a wide frame.
    pub(crate) fn lay_out<T: InArena>(&mut self, frame: &mut Frame) {
        let forest = self.forest;
        let layout = Layout::of(frame);
        let lanes = T::of(&mut self.arena);
        frame.lanes = lanes.len();
        lanes.resize(frame.lanes + layout.blocks, [T::ZERO; LANES]);

        let integers = &mut self.arena.integers;
        integers.extend(0..(layout.blocks * LANES) as i32);
        let columns = forest.child_slice(frame.column_range());
        for (lane, stripe) in columns.chunks(layout.blocks).enumerate() {
            for (block, id) in stripe.iter().enumerate() {
                let place = block * LANES + lane;
                let last = std::mem::replace(&mut self.marks[id.index()], place as u32 + 1);
                if last != 0 {
                    integers.swap(layout.ring + last as usize - 1, layout.ring + place);
                }
            }
        }
        self.unmark(columns);
        let rows = forest.child_slice(frame.row_range());
        for (i, id) in rows.iter().enumerate() {
            let first = &mut self.marks[id.index()];
            if *first == 0 {
                *first = i as u32 + 1;
            }
            self.arena.integers.push(*first as i32 - 1);
        }
        self.unmark(rows);
        self.arena.integers.resize(layout.unknown + rows.len(), 0);
    }

    fn unmark(&mut self, list: &[SubtreeId]) {
        for id in list {
            self.marks[id.index()] = 0;
        }
    }

    /// Row by row: first the pairs of children that could improve a cell, then the row at once.
    pub(crate) fn wide<T: InArena>(
        &mut self,
        frame: &mut Frame,
        delivered: Option<i32>,
    ) -> FrameOutcome {
        let forest = self.forest;
        let layout = Layout::of(frame);
        let blocks = layout.blocks;
        let columns = forest.child_slice(frame.column_range());
        let rows = forest.child_slice(frame.row_range());
        let mut delivered = delivered;
        while let Some(&a) = rows.get(frame.i as usize) {
            let pairs = match frame.pairs {
                Some(pairs) => pairs,
                None => self.fill_in::<T>(frame, layout, a),
            };
            frame.pairs = Some(pairs);
            if let Some(gain) = delivered.take() {
                self.learn::<T>(frame, layout, pairs, gain);
            }
            while let Some((block, lane)) = self.next_wanted::<T>(frame, layout, pairs) {
                (frame.j, frame.lane) = (block as u32, lane as u32);
                match self.ask(a, columns[lane * blocks + block]) {
                    Opened::Closed(gain) => self.learn::<T>(frame, layout, pairs, gain),
                    Opened::Frame(child) => return FrameOutcome::Child(child),
                }
            }
            let (head, tail) = T::of(&mut self.arena).split_at_mut(pairs);
            simd_rows::advance(&mut head[frame.lanes..frame.lanes + blocks], &tail[..blocks]);
            self.work += work::PAIR + work::BLOCK * blocks as u64;
            if self.work > self.allowance {
                return FrameOutcome::Stopped;
            }
            frame.i += 1;
            frame.j = 0;
            frame.pairs = None;
        }
        let last = columns.len() - 1;
        let cell = T::of(&mut self.arena)[frame.lanes + last % blocks][last / blocks];
        FrameOutcome::Finished((frame.base + cell.value()).max(0))
    }

    /// The next pair of the row at hand whose gain is unknown and could matter.
    fn next_wanted<T: InArena>(
        &mut self,
        frame: &Frame,
        layout: Layout,
        pairs: usize,
    ) -> Option<(usize, usize)> {
        let first = self.arena.integers[layout.firsts + frame.i as usize] as usize;
        if self.arena.integers[layout.unknown + first] == 0 {
            return None;
        }
        let lanes = T::of(&mut self.arena);
        let row = &lanes[frame.lanes..frame.lanes + layout.blocks];
        simd_rows::next_wanted(row, &lanes[pairs..pairs + layout.blocks], frame.j as usize)
    }

    /// Enters the gain of the pair at hand, in all places with the same subtree.
    fn learn<T: InArena>(&mut self, frame: &Frame, layout: Layout, pairs: usize, gain: i32) {
        let row = self.arena.integers[layout.firsts + frame.i as usize] as usize;
        let first = frame.j as usize * LANES + frame.lane as usize;
        let mut place = first;
        loop {
            T::of(&mut self.arena)[pairs + place / LANES][place % LANES] = T::from_pair(gain);
            self.arena.integers[layout.unknown + row] -= 1;
            place = self.arena.integers[layout.ring + place] as usize;
            if place == first {
                return;
            }
        }
    }

    /// Where the gains of the row at hand are. Unless an earlier row with the same subtree has left
    /// them, they are filled in with what is known at once, or with minus a bound.
    fn fill_in<T: InArena>(&mut self, frame: &Frame, layout: Layout, a: SubtreeId) -> usize {
        let blocks = layout.blocks;
        let first = self.arena.integers[layout.firsts + frame.i as usize] as usize;
        if let left @ 1.. = self.arena.integers[layout.filled + first] {
            return left as usize - 1;
        }
        let lanes = T::of(&mut self.arena);
        let kept = lanes.len() - frame.lanes;
        let pairs = if kept > KEPT + blocks {
            lanes.len() - blocks
        } else {
            let fresh = lanes.len();
            lanes.resize(fresh + blocks, [T::from_pair(0); LANES]);
            if kept <= KEPT {
                self.arena.integers[layout.filled + first] = fresh as i32 + 1;
            }
            fresh
        };
        let columns = self.forest.child_slice(frame.column_range());
        let lanes = T::of(&mut self.arena);
        let mut unknown = 0;
        for (lane, stripe) in columns.chunks(blocks).enumerate() {
            for (block, &b) in stripe.iter().enumerate() {
                lanes[pairs + block][lane] = match self.gains.bound(self.forest, a, b) {
                    Bound::Exact(gain) => T::from_pair(gain),
                    Bound::AtMost(most) => {
                        unknown += 1;
                        T::from_pair(-most)
                    }
                };
            }
        }
        self.arena.integers[layout.unknown + first] = unknown;
        self.work += work::BOUND * columns.len() as u64;
        pairs
    }
}
