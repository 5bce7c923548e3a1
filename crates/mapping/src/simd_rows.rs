//! One row of the alignment of two long lists, as code that compilers vectorise without help.
//!
//! A row is *striped*: column `j` of a row of `s` blocks lies in block `j mod s`, lane `j / s`. The
//! column before it is then in the same lane of the block before, so that the maximum over all
//! columns to the left, which makes a plain loop serial, runs in eight lanes side by side; what has
//! to cross from lane to lane is put right afterwards, and that mostly ends after a block or two.
//! (The layout is Farrar's for sequence alignment, Bioinformatics 23(2), 2007.)

/// Columns that are worked on at a time.
pub(crate) const LANES: usize = 8;

/// Neighbours at a distance of one stripe.
pub(crate) type Block<T> = [T; LANES];

/// A number in which a row is computed. Narrow numbers go through a processor faster.
pub(crate) trait Lane: Copy + PartialOrd {
    /// The gain 0. Where it is the least number, gains of twice the range fit.
    const ZERO: Self;
    /// The largest gain of a row.
    const MOST: i64;
    /// The largest gain of a pair of children.
    const MOST_OF_PAIR: i64;

    /// A gain of a pair of children, or minus a bound on it.
    fn from_pair(gain: i32) -> Self;
    /// The gain that a number in a row stands for.
    fn value(self) -> i32;
    /// A number of a row and a gain of a pair, which may be negative.
    fn plus(self, pair: Self) -> Self;
    /// The most that a cell can become by a pair of which minus a bound is known (no more than
    /// `diagonal` if its gain itself is known).
    fn reach(diagonal: Self, pair: Self) -> Self;
}

impl Lane for i16 {
    const ZERO: Self = i16::MIN;
    const MOST: i64 = u16::MAX as i64 - 1;
    const MOST_OF_PAIR: i64 = i16::MAX as i64;

    fn from_pair(gain: i32) -> Self {
        gain as i16
    }

    fn value(self) -> i32 {
        i32::from(self) - i32::from(Self::ZERO)
    }

    fn plus(self, pair: Self) -> Self {
        self.saturating_add(pair)
    }

    fn reach(diagonal: Self, pair: Self) -> Self {
        diagonal.saturating_sub(pair & (pair >> 15))
    }
}

impl Lane for i32 {
    const ZERO: Self = 0;
    const MOST: i64 = 1 << 30;
    const MOST_OF_PAIR: i64 = 1 << 30;

    fn from_pair(gain: i32) -> Self {
        gain
    }

    fn value(self) -> i32 {
        self
    }

    fn plus(self, pair: Self) -> Self {
        self + pair
    }

    fn reach(diagonal: Self, pair: Self) -> Self {
        diagonal - (pair & (pair >> 31))
    }
}

fn larger<T: Lane>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

/// The last block of a row moved on by one lane: what lies before the first block.
fn before_first<T: Lane>(last: &Block<T>) -> Block<T> {
    let mut block = [T::ZERO; LANES];
    block[1..].copy_from_slice(&last[..LANES - 1]);
    block
}

/// Replaces `row`, the best gains of aligning a prefix of list A with each prefix of list B, by
/// those of the next longer prefix of A. `pairs` are the gains of mapping the new child of A to
/// each child of B; a negative number maps nothing.
pub(crate) fn advance<T: Lane>(row: &mut [Block<T>], pairs: &[Block<T>]) {
    let Some(last) = row.last() else { return };
    let mut diagonal = before_first(last);
    let mut left = [T::ZERO; LANES];
    for (cells, pairs) in row.iter_mut().zip(pairs) {
        let above = *cells;
        for lane in 0..LANES {
            let mapped = diagonal[lane].plus(pairs[lane]);
            left[lane] = larger(left[lane], larger(above[lane], mapped));
        }
        *cells = left;
        diagonal = above;
    }
    let mut carried = before_first(&left);
    for lane in 1..LANES {
        carried[lane] = larger(carried[lane], carried[lane - 1]);
    }
    for cells in row {
        let mut raised = *cells;
        for lane in 0..LANES {
            raised[lane] = larger(raised[lane], carried[lane]);
        }
        if raised == *cells {
            // Rows rise from left to right: further on nothing is lower than what is carried.
            return;
        }
        *cells = raised;
    }
}

/// The first place from block `from` on, as block and lane, where `pairs` holds minus a bound that
/// could improve `row`.
pub(crate) fn next_wanted<T: Lane>(
    row: &[Block<T>],
    pairs: &[Block<T>],
    from: usize,
) -> Option<(usize, usize)> {
    let mut diagonal = match from {
        0 => before_first(row.last()?),
        _ => row[from - 1],
    };
    for (block, (above, pairs)) in row.iter().zip(pairs).enumerate().skip(from) {
        let mut reached = *above;
        for lane in 0..LANES {
            reached[lane] = larger(reached[lane], T::reach(diagonal[lane], pairs[lane]));
        }
        if reached != *above {
            return (0..LANES).find(|&lane| reached[lane] != above[lane]).map(|lane| (block, lane));
        }
        diagonal = *above;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stripe<T: Lane>(values: &[T], filler: T) -> Vec<Block<T>> {
        let blocks = values.len().div_ceil(LANES);
        let mut striped = vec![[filler; LANES]; blocks];
        for (j, &value) in values.iter().enumerate() {
            striped[j % blocks][j / blocks] = value;
        }
        striped
    }

    fn check<T: Lane>(rows: &[Vec<i32>]) {
        let width = rows[0].len();
        let mut plain = vec![0; width + 1];
        let mut row = stripe(&vec![T::ZERO; width], T::ZERO);
        for pairs in rows {
            let mut diagonal = 0;
            for (j, &pair) in pairs.iter().enumerate() {
                let above = std::mem::replace(&mut plain[j + 1], 0);
                plain[j + 1] = plain[j].max(above).max(diagonal + pair);
                diagonal = above;
            }
            let pairs: Vec<T> = pairs.iter().map(|&pair| T::from_pair(pair)).collect();
            advance(&mut row, &stripe(&pairs, T::from_pair(0)));
            let blocks = row.len();
            let found: Vec<i32> = (0..width).map(|j| row[j % blocks][j / blocks].value()).collect();
            assert_eq!(found, plain[1..]);
        }
    }

    proptest! {
        #[test]
        fn striped_rows_are_the_plain_ones(
            rows in (1..70usize).prop_flat_map(|width| {
                prop::collection::vec(prop::collection::vec(-3000..3000i32, width), 1..12)
            })
        ) {
            check::<i16>(&rows);
            check::<i32>(&rows);
        }
    }
}
