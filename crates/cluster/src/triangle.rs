//! One value for each pair of different pages.

use rayon::prelude::*;

/// A value for each unordered pair of `n` things: half of what a square would take.
pub(crate) struct Triangle<T> {
    n: usize,
    values: Vec<T>,
}

impl<T: Copy> Triangle<T> {
    /// The values that rows give: `row(i)` those of the pairs of `i` with all things, in order.
    pub(crate) fn from_rows<R: IntoIterator<Item = T>>(n: usize, row: impl Fn(usize) -> R) -> Self {
        let mut values = Vec::with_capacity(n * n.saturating_sub(1) / 2);
        for i in 0..n {
            values.extend(row(i).into_iter().skip(i + 1));
        }
        Self { n, values }
    }

    /// The values that `value(i, j)` gives for `i < j`.
    pub(crate) fn compute(n: usize, value: impl Fn(usize, usize) -> T + Sync) -> Self
    where
        T: Send,
    {
        let row = |i: usize| {
            let value = &value;
            (i + 1..n).map(move |j| value(i, j))
        };
        Self { n, values: (0..n).into_par_iter().flat_map_iter(row).collect() }
    }

    /// The value of the pair of `i` and another thing `j`.
    pub(crate) fn get(&self, i: usize, j: usize) -> T {
        self.values[self.place(i, j)]
    }

    /// Sets the value of the pair of `i` and another thing `j`.
    pub(crate) fn set(&mut self, i: usize, j: usize, value: T) {
        let place = self.place(i, j);
        self.values[place] = value;
    }

    /// The pairs of one thing with those behind it lie side by side.
    fn place(&self, i: usize, j: usize) -> usize {
        let (low, high) = (i.min(j), i.max(j));
        debug_assert!(low < high && high < self.n, "a pair is of two different things");
        low * (2 * self.n - low - 1) / 2 + high - low - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_has_its_own_value_whichever_comes_first() {
        let mut triangle = Triangle::from_rows(5, |i| (0..5).map(move |j| 10 * i + j));
        for i in 0..5 {
            for j in (0..5).filter(|&j| j != i) {
                assert_eq!(triangle.get(i, j), 10 * i.min(j) + i.max(j));
            }
        }
        let computed = Triangle::compute(5, |i, j| 10 * i + j);
        assert_eq!(computed.values, triangle.values);
        triangle.set(4, 2, 7);
        assert_eq!((triangle.get(2, 4), triangle.get(2, 3), triangle.get(3, 4)), (7, 23, 34));
    }
}
