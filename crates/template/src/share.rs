//! How much of what there is: hits of n, and the three levels that rules ask for.

use crate::parameters::Parameters;

/// So many of so many.
///
/// Rules ask for one of three levels, which are parameters: most, nearly all, and all but chance.
/// What they ask to be rare is the rest of a level: what nearly all lack, few have.
#[derive(Clone, Copy, Debug)]
pub struct Share<'p> {
    hits: f64,
    of: f64,
    parameters: &'p Parameters,
}

impl<'p> Share<'p> {
    /// So many hits of so many, by the levels of these parameters.
    pub fn new(hits: usize, of: usize, parameters: &'p Parameters) -> Self {
        Self { hits: hits as f64, of: of as f64, parameters }
    }

    /// Whether at least a share of all are hits; so are none of none.
    pub fn is_at_least(self, share: f64) -> bool {
        self.hits >= share * self.of
    }

    /// Whether at least half have it.
    pub(crate) fn is_half(self) -> bool {
        self.is_at_least(0.5)
    }

    /// Whether it is what most have.
    pub fn is_most(self) -> bool {
        self.is_at_least(self.parameters.most)
    }

    /// Whether it is what nearly all have.
    pub fn is_nearly_all(self) -> bool {
        self.is_at_least(self.parameters.nearly_all)
    }

    /// Whether those that lack it may do so by chance.
    pub(crate) fn is_all_but_chance(self) -> bool {
        self.is_at_least(self.parameters.same)
    }

    /// Whether it recurs: enough have it for it to belong to how pages are made.
    pub(crate) fn recurs(self) -> bool {
        self.is_at_least(self.parameters.recurring)
    }

    /// Whether it is no more than what nearly all lack.
    pub fn is_rare(self) -> bool {
        self.hits <= (1.0 - self.parameters.nearly_all) * self.of
    }

    /// Whether those that have it may do so by chance.
    pub fn is_chance(self) -> bool {
        self.hits <= (1.0 - self.parameters.same) * self.of
    }
}
