//! What is counted, and how much work may be spent on it.

use thiserror::Error;

/// Which mappings the distance is a minimum over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Restricted top-down mapping [Reis et al., WWW 2004]: below a mapped pair whose labels
    /// differ nothing is mapped. A third of the cost of [`Form::Selkow`], and ranks pages alike.
    #[default]
    Rtdm,
    /// Top-down mapping [Selkow, IPL 6(6), 1977]: two nodes are mapped only if their parents are.
    Selkow,
}

/// The costs of the three edit operations, in any common unit; fractions are scaled to integers
/// by the caller (1, 0.5, 0.5 is 2, 1, 1), so that sums are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    relabel: u32,
    delete: u32,
    insert: u32,
}

/// The costs given to [`Weights::new`] are out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "edit costs {relabel}, {delete}, {insert} are out of range: give deletion and insertion \
     from 1 to {max}, relabelling from 0 to {max}", max = Weights::MAX
)]
pub struct WeightsError {
    relabel: u32,
    delete: u32,
    insert: u32,
}

impl Default for Weights {
    /// Each operation costs 1.
    fn default() -> Self {
        Self { relabel: 1, delete: 1, insert: 1 }
    }
}

impl Weights {
    /// The largest cost of an operation; it keeps sums over millions of nodes within 32 bits.
    pub const MAX: u32 = 1000;

    /// Costs of relabelling (p), deletion from the first tree (q) and insertion from the second
    /// (r).
    ///
    /// # Errors
    /// If a cost is above [`Weights::MAX`], or deletion or insertion is free.
    pub fn new(relabel: u32, delete: u32, insert: u32) -> Result<Self, WeightsError> {
        let free = delete == 0 || insert == 0;
        if free || relabel.max(delete).max(insert) > Self::MAX {
            return Err(WeightsError { relabel, delete, insert });
        }
        Ok(Self { relabel, delete, insert })
    }

    /// The cost p of a mapped pair whose labels differ.
    pub fn relabel(self) -> u32 {
        self.relabel
    }

    /// The cost q of a node of the first tree that is not mapped.
    pub fn delete(self) -> u32 {
        self.delete
    }

    /// The cost r of a node of the second tree that is not mapped.
    pub fn insert(self) -> u32 {
        self.insert
    }

    /// The cost of mapping nothing, for trees of these sizes: the largest distance there is.
    pub fn all(self, first: usize, second: usize) -> u64 {
        u64::from(self.delete) * first as u64 + u64::from(self.insert) * second as u64
    }
}

/// How much work may be spent before an exact result is given up for a bound.
///
/// One unit is one to three nanoseconds. Work is counted as if nothing had been remembered from
/// other pairs, so that the same pairs are given up whatever the number of threads and the order
/// of pages; what it really takes is mostly less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// For one pair of trees; more than 2³¹ counts as 2³¹. Memory stays below four bytes a unit.
    pub pair: u64,
    /// For all pairs of a matrix together, beyond [`Budget::small`] for each.
    pub matrix: u64,
    /// What every pair of a matrix may cost whatever the others do.
    pub small: u64,
}

impl Default for Budget {
    /// 2²⁷ for a pair, which is half a second: enough for lists of 30,000 items each that are alike
    /// inside, or of some hundred items that all differ. 2³⁷ for a matrix, beyond 2¹⁸ for each
    /// pair: some ten minutes for 1,000 pages made to be costly. Real sites stay far below: 1,000
    /// pages of an API documentation with lists of 9,000 items use about 2³⁴, and none of their
    /// pairs more than 2²⁵.
    fn default() -> Self {
        Self { pair: 1 << 27, matrix: 1 << 37, small: 1 << 18 }
    }
}

/// Parameters of distance (1): `min over mappings of p·|S| + q·|D| + r·|I|`, where S are the
/// mapped pairs whose labels differ, D the unmapped nodes of the first tree and I those of the
/// second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Params {
    /// Which mappings are allowed.
    pub form: Form,
    /// What each operation costs.
    pub weights: Weights,
    /// How much work may be spent.
    pub budget: Budget,
}
