//! What a mapped pair of nodes, and a pair of subtrees at the most, gains.
//!
//! Mapping nothing costs q·|A| + r·|B|. A mapped pair of nodes saves q + r, less p if the labels
//! differ. The *gain* of a pair of trees is the most that a mapping saves, so distance = q·|A| +
//! r·|B| − gain. Gains are symmetric even where q and r differ, and aligning two child lists by
//! gain is a weighted longest common subsequence; DESIGN.md tells why that matters.

use crate::{Forest, Form, SubtreeId, Weights};

/// What mapping a pair of nodes gains, in units of [`Gains::unit`].
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// With equal labels; positive.
    same: i32,
    /// With different labels; negative where relabelling costs more than deleting and inserting.
    differ: i32,
    /// Whether children of a pair with different labels may be mapped.
    below_differing: bool,
    /// What a gain of 1 is worth in the unit of the weights.
    pub unit: u32,
}

/// What is known of the gain of two subtrees without looking below their roots.
pub(crate) enum Bound {
    Exact(i32),
    AtMost(i32),
}

impl Gains {
    /// The gains that follow from these costs.
    pub fn new(form: Form, weights: Weights) -> Self {
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

    /// The gain of a mapped pair of nodes alone; it may be a loss.
    pub(crate) fn pair(self, equal_labels: bool) -> i32 {
        if equal_labels { self.same } else { self.differ }
    }

    /// Whether children of a mapped pair may be mapped.
    pub(crate) fn maps_below(self, equal_labels: bool) -> bool {
        equal_labels || self.below_differing
    }

    /// The gain of so many pairs with equal and with different labels; pairs that would lose are
    /// left out.
    pub fn total(self, same: u64, differ: u64) -> u64 {
        same * self.same as u64 + differ * self.differ.max(0) as u64
    }

    /// The gain of a subtree of this size with its like.
    pub(crate) fn equal(self, size: u32) -> i32 {
        self.same * size as i32
    }

    /// No mapping of trees of these sizes gains more.
    pub(crate) fn most(self, first: usize, second: usize) -> i64 {
        first.min(second) as i64 * i64::from(self.same)
    }

    /// What can be said of a pair of subtrees at once.
    pub(crate) fn bound(self, forest: &Forest, a: SubtreeId, b: SubtreeId) -> Bound {
        let (first, second) = (forest.subtree(a), forest.subtree(b));
        if a == b {
            return Bound::Exact(self.equal(first.size));
        }
        let equal_labels = first.label == second.label;
        let smaller = first.size.min(second.size);
        if smaller == 1 || !self.maps_below(equal_labels) {
            return Bound::Exact(self.pair(equal_labels).max(0));
        }
        // Trees of one size that differ: a label differs, or a node of each is not mapped.
        let relabelled = self.same - self.differ;
        let lost = if !equal_labels {
            relabelled
        } else if first.size == second.size {
            relabelled.min(self.same)
        } else {
            0
        };
        match self.equal(smaller) - lost {
            ..=0 => Bound::Exact(0),
            most => Bound::AtMost(most),
        }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
