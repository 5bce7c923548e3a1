//! The exact gain of a pair of subtrees.
//!
//! Mapping nothing costs q·|A| + r·|B|. A mapped pair of nodes saves q + r, less p if the labels
//! differ. The *gain* of a pair of trees is the most that a mapping saves, so distance = q·|A| +
//! r·|B| − gain. Gains are symmetric even where q and r differ, and aligning two child lists by
//! gain is a weighted longest common subsequence; DESIGN.md tells why that matters.

use crate::memo::{Known, Memo};
use crate::rows;
use crate::{Forest, Form, SubtreeId, Weights};
use std::ops::Range;

/// What mapping a pair of nodes gains, in units of [`Gains::unit`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gains {
    /// With equal labels; positive.
    same: i32,
    /// With different labels; negative where relabelling costs more than deleting and inserting.
    differ: i32,
    /// Whether children of a pair with different labels may be mapped.
    below_differing: bool,
    /// What a gain of 1 is worth in the unit of the weights.
    pub(crate) unit: u32,
}

impl Gains {
    pub(crate) fn new(form: Form, weights: Weights) -> Self {
        let same = (weights.delete() + weights.insert()) as i32;
        let differ = same - weights.relabel() as i32;
        let unit = gcd(same.unsigned_abs(), differ.unsigned_abs());
        Self {
            same: same / unit as i32,
            differ: differ / unit as i32,
            below_differing: form == Form::Selkow,
            unit,
        }
    }

    fn pair(self, equal_labels: bool) -> i32 {
        if equal_labels { self.same } else { self.differ }
    }

    /// The gain of a subtree of this size with its like.
    pub(crate) fn equal(self, size: u32) -> i32 {
        self.same * size as i32
    }

    /// Whether children of a mapped pair may be mapped.
    pub(crate) fn maps_below(self, equal_labels: bool) -> bool {
        equal_labels || self.below_differing
    }

    /// Whether mapping a pair gains something, whatever is below.
    pub(crate) fn always_gain(self, equal_labels: bool) -> bool {
        self.pair(equal_labels) > 0
    }

    /// The gain of so many pairs with equal and with different labels; pairs that would lose are
    /// left out.
    pub(crate) fn total(self, same: u64, differ: u64) -> u64 {
        same * self.same as u64 + differ * self.differ.max(0) as u64
    }

    /// Whether the gains of trees of these sizes fit their integers.
    pub(crate) fn fit(self, first: usize, second: usize) -> bool {
        first.min(second) as u64 * (self.same as u64) < (1 << 30)
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What is known of the gain of two subtrees that differ, at no cost.
pub(crate) enum Bound {
    Exact(i32),
    AtMost(i32),
}

/// Two child lists, without their equal ends, that are being aligned.
#[derive(Clone, Copy)]
struct Frame {
    /// The pair whose gain this is.
    pair: (SubtreeId, SubtreeId),
    /// What the roots and the equal ends of the lists gain.
    base: i32,
    /// The lists, as ranges of children of the forest; the second is the longer.
    rows: (u32, u32),
    columns: (u32, u32),
    /// The cell that comes next.
    i: u32,
    j: u32,
    /// Where the frame's integers begin.
    memory: usize,
    /// For wide frames: where the gains of row `i` are; 0 before they are filled in.
    gains: usize,
    /// For narrow frames: the value before the cell and above.
    diagonal: i32,
    /// The count of work when the frame was opened.
    opened_at: u64,
}

impl Frame {
    fn height(&self) -> usize {
        (self.rows.1 - self.rows.0) as usize
    }

    fn width(&self) -> usize {
        (self.columns.1 - self.columns.0) as usize
    }

    fn is_wide(&self) -> bool {
        self.width() >= WIDE && self.height() >= HIGH
    }

    fn column_range(&self) -> Range<usize> {
        self.columns.0 as usize..self.columns.1 as usize
    }
}

/// From this size on lists are aligned by vector rows: below it, setting them up costs more.
const WIDE: usize = 16;
const HIGH: usize = 3;

/// Integers that the gain rows of one wide frame may take before rows are no longer kept.
const KEPT: usize = 1 << 18;

enum Opened {
    Closed(i32),
    Frame(Frame),
}

enum Step {
    Finished(i32),
    Child(Frame),
}

/// More work than was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OverBudget;

/// Computes gains on one thread, and remembers some.
pub(crate) struct Evaluator<'f> {
    pub(crate) forest: &'f Forest,
    pub(crate) gains: Gains,
    memo: Memo,
    frames: Vec<Frame>,
    /// Rows of the frames, those of the last frame at the end.
    integers: Vec<i32>,
    scratch: Vec<i32>,
    /// For each subtree the last column + 1 of the list at hand in which it stands; else 0.
    columns: Vec<u32>,
    /// Work so far, counted as if the memo had not helped.
    work: u64,
}

impl<'f> Evaluator<'f> {
    pub(crate) fn new(forest: &'f Forest, gains: Gains) -> Self {
        Self {
            forest,
            gains,
            memo: Memo::new(),
            frames: Vec::new(),
            integers: Vec::new(),
            scratch: Vec::new(),
            columns: vec![0; forest.distinct()],
            work: 0,
        }
    }

    /// The gain of two subtrees, and the work it takes, if that is at most `allowance`.
    pub(crate) fn gain(
        &mut self,
        a: SubtreeId,
        b: SubtreeId,
        allowance: u64,
    ) -> Result<(i32, u64), OverBudget> {
        self.work = 0;
        let exact = match self.bound(a, b) {
            Bound::Exact(gain) => Some(gain),
            Bound::AtMost(_) => self.remembered(a, b),
        };
        let gain = match exact {
            Some(gain) => gain,
            None => match self.open(a, b) {
                Opened::Closed(gain) => gain,
                Opened::Frame(frame) => self.run(frame, allowance)?,
            },
        };
        if self.work > allowance { Err(OverBudget) } else { Ok((gain, self.work)) }
    }

    fn run(&mut self, first: Frame, allowance: u64) -> Result<i32, OverBudget> {
        self.push(first);
        let mut delivered = None;
        while let Some(mut frame) = self.frames.pop() {
            if self.work > allowance {
                self.frames.clear();
                self.integers.clear();
                return Err(OverBudget);
            }
            let step = if frame.is_wide() {
                self.wide(&mut frame, delivered.take())
            } else {
                self.narrow(&mut frame, delivered.take())
            };
            match step {
                Step::Child(child) => {
                    self.frames.push(frame);
                    self.push(child);
                }
                Step::Finished(gain) => {
                    self.integers.truncate(frame.memory);
                    let work = (self.work - frame.opened_at).min(u64::from(u32::MAX)) as u32;
                    self.memo.insert(frame.pair.0, frame.pair.1, Known { gain, work });
                    delivered = Some(gain);
                }
            }
        }
        Ok(delivered.unwrap_or(0))
    }

    /// What can be said of a pair without looking below its roots.
    pub(crate) fn bound(&self, a: SubtreeId, b: SubtreeId) -> Bound {
        let (first, second) = (self.forest.subtree(a), self.forest.subtree(b));
        let gains = self.gains;
        if a == b {
            return Bound::Exact(gains.equal(first.size));
        }
        let equal_labels = first.label == second.label;
        let smaller = first.size.min(second.size);
        if smaller == 1 || !gains.maps_below(equal_labels) {
            return Bound::Exact(gains.pair(equal_labels).max(0));
        }
        // Trees of one size that differ: a label differs, or a node of each is not mapped.
        let relabelled = gains.same - gains.differ;
        let lost = if !equal_labels {
            relabelled
        } else if first.size == second.size {
            relabelled.min(gains.same)
        } else {
            0
        };
        match gains.equal(smaller) - lost {
            ..=0 => Bound::Exact(0),
            most => Bound::AtMost(most),
        }
    }

    /// The gain of a pair if the memo has it; its work is counted as if it had not.
    fn remembered(&mut self, a: SubtreeId, b: SubtreeId) -> Option<i32> {
        let Known { gain, work } = self.memo.get(a, b)?;
        self.work += u64::from(work);
        Some(gain)
    }

    /// Maps the roots and the equal ends of their child lists; follows only children down.
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
                return Opened::Frame(Frame {
                    pair: (a, b),
                    base,
                    rows: (rows.start as u32, rows.end as u32),
                    columns: (columns.start as u32, columns.end as u32),
                    i: 0,
                    j: 0,
                    memory: 0,
                    gains: 0,
                    diagonal: 0,
                    opened_at,
                });
            }
            (x, y) = (forest.child_slice(rows)[0], forest.child_slice(columns)[0]);
            let rest = match self.bound(x, y) {
                Bound::Exact(gain) => Some(gain),
                Bound::AtMost(_) => self.remembered(x, y),
            };
            if let Some(rest) = rest {
                return Opened::Closed((base + rest).max(0));
            }
        }
    }

    /// Whether mapping the only pair left may lose: then its gain is not a mere sum.
    fn may_lose(&self, rows: &Range<usize>, columns: &Range<usize>) -> bool {
        let label =
            |list: &Range<usize>| self.forest.label(self.forest.child_slice(list.clone())[0]);
        self.gains.differ < 0 && label(rows) != label(columns)
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
        let (first, second) = (&first[front..], &second[front..]);
        let back = first.iter().rev().zip(second.iter().rev()).take_while(|(x, y)| x == y).count();
        let size: u32 = forest
            .child_slice(rows.start..rows.start + front)
            .iter()
            .chain(&first[first.len() - back..])
            .map(|&id| forest.subtree(id).size)
            .sum();
        *rows = rows.start + front..rows.end - back;
        *columns = columns.start + front..columns.end - back;
        self.work += 1 + (front + back) as u64 / 4;
        self.gains.equal(size)
    }

    fn push(&mut self, mut frame: Frame) {
        frame.memory = self.integers.len();
        self.integers.resize(frame.memory + frame.width() + 1, 0);
        if frame.is_wide() {
            self.lay_out_wide(&frame);
        }
        self.frames.push(frame);
    }

    /// Cell by cell: a pair of children is looked into only if it could improve its cell.
    fn narrow(&mut self, frame: &mut Frame, mut delivered: Option<i32>) -> Step {
        let forest = self.forest;
        let (height, width) = (frame.height(), frame.width());
        let columns = forest.child_slice(frame.column_range());
        while (frame.i as usize) < height {
            let a =
                forest.child_slice(frame.rows.0 as usize..frame.rows.1 as usize)[frame.i as usize];
            while (frame.j as usize) < width {
                let j = frame.j as usize;
                let cell = frame.memory + j;
                let (left, up) = (self.integers[cell], self.integers[cell + 1]);
                let mut best = left.max(up);
                let gain = match delivered.take() {
                    Some(gain) => gain,
                    None => match self.bound(a, columns[j]) {
                        Bound::Exact(gain) => gain,
                        Bound::AtMost(most) if frame.diagonal + most <= best => 0,
                        Bound::AtMost(_) => match self.ask(a, columns[j]) {
                            Opened::Closed(gain) => gain,
                            Opened::Frame(child) => return Step::Child(child),
                        },
                    },
                };
                best = best.max(frame.diagonal + gain);
                frame.diagonal = up;
                self.integers[cell + 1] = best;
                frame.j += 1;
            }
            self.work += width as u64;
            frame.i += 1;
            frame.j = 0;
            frame.diagonal = 0;
        }
        Step::Finished((frame.base + self.integers[frame.memory + width]).max(0))
    }

    fn ask(&mut self, a: SubtreeId, b: SubtreeId) -> Opened {
        match self.remembered(a, b) {
            Some(gain) => Opened::Closed(gain),
            None => self.open(a, b),
        }
    }

    /// Behind the row of a wide frame lie, for each column, the next one with the same subtree (in
    /// a ring); for each row, where its gains are (0: nowhere); then rows of gains.
    fn lay_out_wide(&mut self, frame: &Frame) {
        let forest = self.forest;
        let (height, width) = (frame.height(), frame.width());
        let ring = self.integers.len();
        self.integers.extend(0..width as i32);
        let columns = forest.child_slice(frame.column_range());
        for (j, id) in columns.iter().enumerate() {
            let last = std::mem::replace(&mut self.columns[id.index()], j as u32 + 1);
            if last != 0 {
                self.integers.swap(ring + last as usize - 1, ring + j);
            }
        }
        for id in columns {
            self.columns[id.index()] = 0;
        }
        self.integers.resize(ring + width + height, 0);
        let rows = forest.child_slice(frame.rows.0 as usize..frame.rows.1 as usize);
        for (i, id) in rows.iter().enumerate() {
            // Until its gains are filled in, a row points at the first row with its subtree.
            let first = &mut self.columns[id.index()];
            if *first == 0 {
                *first = i as u32 + 1;
            }
            self.integers[ring + width + i] = -(*first as i32);
        }
        for id in rows {
            self.columns[id.index()] = 0;
        }
    }

    /// Row by row: first the children that could improve a cell of the row, then the row at once.
    fn wide(&mut self, frame: &mut Frame, delivered: Option<i32>) -> Step {
        let forest = self.forest;
        let (height, width) = (frame.height(), frame.width());
        let columns = forest.child_slice(frame.column_range());
        if let Some(gain) = delivered {
            self.learn(frame, gain);
        }
        while (frame.i as usize) < height {
            let a =
                forest.child_slice(frame.rows.0 as usize..frame.rows.1 as usize)[frame.i as usize];
            if frame.gains == 0 {
                frame.gains = self.gains_of_row(frame, a);
            }
            loop {
                let (head, tail) = self.integers.split_at(frame.gains);
                let row = &head[frame.memory..=frame.memory + width];
                let Some(j) = rows::next_wanted(row, &tail[..width], frame.j as usize) else {
                    break;
                };
                frame.j = j as u32;
                match self.ask(a, columns[j]) {
                    Opened::Closed(gain) => self.learn(frame, gain),
                    Opened::Frame(child) => return Step::Child(child),
                }
            }
            self.scratch.resize(self.scratch.len().max(width), 0);
            let (head, tail) = self.integers.split_at_mut(frame.gains);
            let row = &mut head[frame.memory..=frame.memory + width];
            rows::advance(row, &tail[..width], &mut self.scratch);
            self.work += 1 + width as u64 / 8;
            frame.i += 1;
            frame.j = 0;
            frame.gains = 0;
        }
        Step::Finished((frame.base + self.integers[frame.memory + width]).max(0))
    }

    /// Enters the gain of the cell at hand, for all columns with the same subtree.
    fn learn(&mut self, frame: &Frame, gain: i32) {
        let ring = frame.memory + frame.width() + 1;
        let first = frame.j as usize;
        let mut j = first;
        loop {
            self.integers[frame.gains + j] = gain;
            j = self.integers[ring + j] as usize;
            if j == first {
                return;
            }
        }
    }

    /// Where the gains of row `i` are; they are filled in with what is known at no cost, or with
    /// minus the bound where only that is known.
    fn gains_of_row(&mut self, frame: &Frame, a: SubtreeId) -> usize {
        let width = frame.width();
        let places = frame.memory + 2 * width + 1;
        let first = match self.integers[places + frame.i as usize] {
            filled @ 1.. => return filled as usize,
            first => places + (-first - 1) as usize,
        };
        if self.integers[first] > 0 {
            return self.integers[first] as usize;
        }
        let kept = self.integers.len() - places - frame.height();
        let gains = if kept > KEPT {
            self.integers.len() - width
        } else {
            let fresh = self.integers.len();
            self.integers.resize(fresh + width, 0);
            if kept + width <= KEPT {
                self.integers[first] = fresh as i32;
            }
            fresh
        };
        for (j, &b) in self.forest.child_slice(frame.column_range()).iter().enumerate() {
            self.integers[gains + j] = match self.bound(a, b) {
                Bound::Exact(gain) => gain,
                Bound::AtMost(most) => -most,
            };
        }
        self.work += width as u64;
        gains
    }
}
