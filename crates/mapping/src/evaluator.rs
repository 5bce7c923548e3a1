//! The exact gain of a pair of subtrees, within a budget and without recursion.

use crate::frame::{Arena, Frame, Kind};
use crate::gain::{Bound, Gains};
use crate::memo::{Known, Memo};
use crate::simd_rows::Lane;
use crate::{Forest, SubtreeId};
use std::ops::Range;

/// From this size on lists are aligned by rows of lanes: below it, setting them up costs more.
const WIDE: usize = 16;
const HIGH: usize = 3;

/// What things cost, in units of [`Budget`](crate::Budget), as measured: one to three nanoseconds
/// each.
pub(crate) mod work {
    /// A pair of subtrees that is looked into.
    pub(crate) const PAIR: u64 = 16;
    /// A cell that is worked out alone.
    pub(crate) const CELL: u64 = 4;
    /// What is known at once of a pair of children.
    pub(crate) const BOUND: u64 = 2;
    /// A block of lanes of a row.
    pub(crate) const BLOCK: u64 = 1;
}

/// Work is kept in 32 bits.
const MOST_WORK: u64 = 1 << 31;

pub(crate) enum Opened {
    Closed(i32),
    Frame(Frame),
}

/// What work on a frame comes to.
pub(crate) enum FrameOutcome {
    /// The gain of its lists.
    Finished(i32),
    /// The frame of a pair whose gain it waits for.
    Child(Frame),
    /// No more work is allowed.
    Stopped,
}

/// More work than was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverBudget;

/// Computes gains on one thread, and remembers some.
pub struct Evaluator<'f> {
    pub(crate) forest: &'f Forest,
    pub(crate) gains: Gains,
    pub(crate) arena: Arena,
    memo: Memo,
    frames: Vec<Frame>,
    /// For each subtree a number while lists are being laid out; else 0.
    pub(crate) marks: Vec<u32>,
    /// Work so far.
    pub(crate) work: u64,
    pub(crate) allowance: u64,
    /// Whether remembered pairs count as if they were worked out anew. In a matrix they must: work
    /// must depend on the pair alone, or the budget would run out here on one thread and there on
    /// another.
    recount: bool,
}

impl<'f> Evaluator<'f> {
    /// An evaluator that counts remembered pairs as if they were worked out anew.
    pub fn new(forest: &'f Forest, gains: Gains) -> Self {
        Self {
            forest,
            gains,
            arena: Arena::default(),
            memo: Memo::default(),
            frames: Vec::new(),
            marks: vec![0; forest.distinct()],
            work: 0,
            allowance: 0,
            recount: true,
        }
    }

    /// An evaluator that counts only what it really does; for one thread and a fixed order.
    pub(crate) fn counting_once(forest: &'f Forest, gains: Gains) -> Self {
        Self { recount: false, ..Self::new(forest, gains) }
    }

    /// The forest whose subtrees are compared.
    pub fn forest(&self) -> &'f Forest {
        self.forest
    }

    /// What mapped pairs gain.
    pub fn gains(&self) -> Gains {
        self.gains
    }

    /// The gain of two subtrees and the work it takes, if that is at most `allowance`.
    ///
    /// # Errors
    /// If it takes more work than that.
    pub fn gain(
        &mut self,
        a: SubtreeId,
        b: SubtreeId,
        allowance: u64,
    ) -> Result<(i32, u64), OverBudget> {
        self.work = 0;
        self.allowance = allowance.min(MOST_WORK);
        if self.gains.most(self.forest.size(a), self.forest.size(b)) > i32::MOST {
            return Err(OverBudget);
        }
        let gain = match self.gains.bound(self.forest, a, b) {
            Bound::Exact(gain) => gain,
            Bound::AtMost(_) => match self.ask(a, b) {
                Opened::Closed(gain) => gain,
                Opened::Frame(frame) => self.run(frame)?,
            },
        };
        if self.work > self.allowance { Err(OverBudget) } else { Ok((gain, self.work)) }
    }

    fn run(&mut self, first: Frame) -> Result<i32, OverBudget> {
        self.push(first);
        let mut delivered = None;
        while let Some(mut frame) = self.frames.pop() {
            let step = match frame.kind {
                Kind::Narrow => self.narrow(&mut frame, delivered.take()),
                Kind::Wide16 => self.wide::<i16>(&mut frame, delivered.take()),
                Kind::Wide32 => self.wide::<i32>(&mut frame, delivered.take()),
            };
            match step {
                FrameOutcome::Child(child) => {
                    self.frames.push(frame);
                    self.push(child);
                }
                FrameOutcome::Finished(gain) => {
                    self.arena.release(&frame);
                    let work = (self.work - frame.opened_at).min(u64::from(u32::MAX)) as u32;
                    self.memo.insert(frame.pair.0, frame.pair.1, Known { gain, work });
                    delivered = Some(gain);
                }
                FrameOutcome::Stopped => {
                    self.frames.clear();
                    self.arena.clear();
                }
            }
        }
        delivered.ok_or(OverBudget)
    }

    fn push(&mut self, mut frame: Frame) {
        frame.memory = self.arena.integers.len();
        match frame.kind {
            Kind::Narrow => self.arena.integers.resize(frame.memory + frame.width() + 1, 0),
            Kind::Wide16 => self.lay_out::<i16>(&mut frame),
            Kind::Wide32 => self.lay_out::<i32>(&mut frame),
        }
        self.frames.push(frame);
    }

    /// The gain of a pair if it is remembered or found without aligning lists; else what to align.
    pub(crate) fn ask(&mut self, a: SubtreeId, b: SubtreeId) -> Opened {
        match self.remembered(a, b) {
            Some(gain) => Opened::Closed(gain),
            None => self.open(a, b),
        }
    }

    fn remembered(&mut self, a: SubtreeId, b: SubtreeId) -> Option<i32> {
        let Known { gain, work } = self.memo.get(a, b)?;
        self.work += if self.recount { u64::from(work) } else { work::PAIR };
        Some(gain)
    }

    /// Maps the roots and the equal ends of their child lists, and so on down for as long as one
    /// child of each is left.
    fn open(&mut self, a: SubtreeId, b: SubtreeId) -> Opened {
        let forest = self.forest;
        let opened_at = self.work;
        let (mut x, mut y) = (a, b);
        let mut base = 0;
        loop {
            base += self.gains.pair(forest.label(x) == forest.label(y));
            let (mut rows, mut columns) = (forest.child_range(x), forest.child_range(y));
            base += self.trim(&mut rows, &mut columns);
            if rows.is_empty() || columns.is_empty() {
                return Opened::Closed(base.max(0));
            }
            if rows.len() > 1 || columns.len() > 1 || self.may_lose(&rows, &columns) {
                if self.rank(&rows, x) > self.rank(&columns, y) {
                    std::mem::swap(&mut rows, &mut columns);
                }
                let most = self.gains.most(forest.size(x), forest.size(y));
                return Opened::Frame(self.frame((a, b), base, most, &rows, &columns, opened_at));
            }
            (x, y) = (forest.child_slice(rows)[0], forest.child_slice(columns)[0]);
            let rest = match self.gains.bound(forest, x, y) {
                Bound::Exact(gain) => Some(gain),
                Bound::AtMost(_) => self.remembered(x, y),
            };
            if let Some(rest) = rest {
                return Opened::Closed((base + rest).max(0));
            }
        }
    }

    fn frame(
        &self,
        pair: (SubtreeId, SubtreeId),
        base: i32,
        most: i64,
        rows: &Range<usize>,
        columns: &Range<usize>,
        opened_at: u64,
    ) -> Frame {
        let largest = |list: &Range<usize>| {
            let list = self.forest.child_slice(list.clone());
            list.iter().map(|&child| self.forest.size(child)).max().unwrap_or(0)
        };
        let kind = if columns.len() < WIDE || rows.len() < HIGH {
            Kind::Narrow
        } else if most <= i16::MOST
            && self.gains.most(largest(rows), largest(columns)) <= i16::MOST_OF_PAIR
        {
            Kind::Wide16
        } else {
            Kind::Wide32
        };
        Frame {
            pair,
            base,
            rows: (rows.start as u32, rows.end as u32),
            columns: (columns.start as u32, columns.end as u32),
            kind,
            i: 0,
            j: 0,
            lane: 0,
            memory: 0,
            lanes: 0,
            pairs: None,
            diagonal: 0,
            opened_at,
        }
    }

    /// Whether mapping the only pair left may lose: then its gain is not a mere sum.
    fn may_lose(&self, rows: &Range<usize>, columns: &Range<usize>) -> bool {
        let label =
            |list: &Range<usize>| self.forest.label(self.forest.child_slice(list.clone())[0]);
        self.gains.pair(false) < 0 && label(rows) != label(columns)
    }

    /// The order in which two lists become rows and columns: by length, ties by what the trees
    /// are and not by their ids, since the work depends on it.
    fn rank(&self, list: &Range<usize>, parent: SubtreeId) -> (usize, usize, u64) {
        (list.len(), self.forest.size(parent), self.forest.hash(parent))
    }

    /// Takes equal subtrees off both ends of two lists; gives what they gain.
    fn trim(&mut self, rows: &mut Range<usize>, columns: &mut Range<usize>) -> i32 {
        let forest = self.forest;
        let (first, second) =
            (forest.child_slice(rows.clone()), forest.child_slice(columns.clone()));
        let front = first.iter().zip(second).take_while(|(x, y)| x == y).count();
        let (equal, first) = first.split_at(front);
        let back = first
            .iter()
            .rev()
            .zip(second[front..].iter().rev())
            .take_while(|(x, y)| x == y)
            .count();
        let equal = equal.iter().chain(&first[first.len() - back..]);
        let size: u32 = equal.map(|&id| forest.subtree(id).size).sum();
        *rows = rows.start + front..rows.end - back;
        *columns = columns.start + front..columns.end - back;
        self.work += work::PAIR + (front + back) as u64 / 2;
        self.gains.equal(size)
    }

    /// Cell by cell.
    fn narrow(&mut self, frame: &mut Frame, mut delivered: Option<i32>) -> FrameOutcome {
        let forest = self.forest;
        let columns = forest.child_slice(frame.column_range());
        let rows = forest.child_slice(frame.row_range());
        while let Some(&a) = rows.get(frame.i as usize) {
            while let Some(&b) = columns.get(frame.j as usize) {
                let cell = frame.memory + frame.j as usize;
                let (left, up) = (self.arena.integers[cell], self.arena.integers[cell + 1]);
                let mut best = left.max(up);
                let gain = match delivered.take() {
                    Some(gain) => gain,
                    None => match self.gains.bound(forest, a, b) {
                        Bound::Exact(gain) => gain,
                        Bound::AtMost(most) if frame.diagonal + most <= best => 0,
                        Bound::AtMost(_) => match self.ask(a, b) {
                            Opened::Closed(gain) => gain,
                            Opened::Frame(child) => return FrameOutcome::Child(child),
                        },
                    },
                };
                best = best.max(frame.diagonal + gain);
                frame.diagonal = up;
                self.arena.integers[cell + 1] = best;
                frame.j += 1;
            }
            self.work += work::CELL * columns.len() as u64;
            if self.work > self.allowance {
                return FrameOutcome::Stopped;
            }
            frame.i += 1;
            frame.j = 0;
            frame.diagonal = 0;
        }
        FrameOutcome::Finished(
            (frame.base + self.arena.integers[frame.memory + columns.len()]).max(0),
        )
    }
}
