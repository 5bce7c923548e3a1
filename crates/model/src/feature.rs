//! What pages have and lack, in numbers.

/// Something that pages have or lack, and how many pages of two groups have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// What it counts, in a unit that is the same for all features and makes sums exact.
    pub weight: u32,
    /// Pages of the one group that have it.
    pub left: u32,
    /// Pages of the other group that have it.
    pub right: u32,
}
