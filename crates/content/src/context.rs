//! Second look: blocks in numbers that tell what the first look found around them.
//!
//! A short line between two paragraphs is content, the same line in a menu is not: the second model
//! sees the probabilities of the first for a block's neighbours, for the elements that hold it and
//! for blocks with the same markup [stacking, Wolpert 1992; over neighbours as in Cohen and
//! Carvalho 2005].

use crate::block::Blocks;
use crate::features::{FEATURES, Features, LEVELS};

/// Neighbours that are looked at, as distances.
const NEIGHBOURS: [isize; 6] = [-3, -2, -1, 1, 2, 3];

/// Windows around a block: so many blocks to each side.
const WINDOWS: [usize; 2] = [5, 15];

/// How many numbers a block has on the second look, those of the first included.
pub const CONTEXT_FEATURES: usize = FEATURES + 1 + NEIGHBOURS.len() + WINDOWS.len() + LEVELS + 7;

/// Columns and expected columns of content before each block, so that any range is told by two
/// look-ups.
struct Mass {
    columns: Vec<f64>,
    content: Vec<f64>,
}

impl Mass {
    fn of(blocks: &Blocks, first: &[f32]) -> Self {
        let (mut columns, mut content) = (vec![0.0], vec![0.0]);
        let (mut all, mut expected) = (0.0, 0.0);
        for (block, &probability) in blocks.iter().zip(first) {
            let own = f64::from(block.columns().max(1));
            all += own;
            expected += own * f64::from(probability);
            columns.push(all);
            content.push(expected);
        }
        Self { columns, content }
    }

    /// Share of content in a range of blocks.
    fn share(&self, start: usize, end: usize) -> f32 {
        let columns = self.columns[end] - self.columns[start];
        if columns > 0.0 {
            ((self.content[end] - self.content[start]) / columns) as f32
        } else {
            0.0
        }
    }

    /// Share of content among the blocks of each markup.
    fn by_markup(&self, alike: &[u32]) -> Vec<f32> {
        let kinds = alike.iter().max().map_or(0, |&last| last as usize + 1);
        let mut sums = vec![(0.0, 0.0); kinds];
        for (at, &markup) in alike.iter().enumerate() {
            let sum = &mut sums[markup as usize];
            sum.0 += self.content[at + 1] - self.content[at];
            sum.1 += self.columns[at + 1] - self.columns[at];
        }
        alike
            .iter()
            .map(|&markup| (sums[markup as usize].0 / sums[markup as usize].1) as f32)
            .collect()
    }
}

/// The numbers of all blocks on the second look, [`CONTEXT_FEATURES`] a block; `first` are the
/// probabilities of the first.
///
/// # Complexity
/// Linear in the number of blocks.
pub fn in_context(blocks: &Blocks, features: &Features, first: &[f32]) -> Vec<f32> {
    let count = first.len();
    let mass = Mass::of(blocks, first);
    let markups = mass.by_markup(&features.alike);
    let is_likely = |probability: &f32| *probability > 0.5;
    let begin = first.iter().position(is_likely).unwrap_or(0);
    let end = first.iter().rposition(is_likely).unwrap_or(count.saturating_sub(1));
    let most = first.iter().copied().fold(0.0, f32::max);
    let expected = mass.content[count];
    let distance = |at: usize, from: usize| {
        let distance = at as f32 - from as f32;
        distance.signum() * (distance.abs() + 1.0).ln()
    };
    let mut values = Vec::with_capacity(count * CONTEXT_FEATURES);
    for at in 0..count {
        values.extend(&features.values[at * FEATURES..(at + 1) * FEATURES]);
        values.push(first[at]);
        for away in NEIGHBOURS {
            let beside = at.checked_add_signed(away).and_then(|at| first.get(at));
            values.push(*beside.unwrap_or(&-1.0));
        }
        for reach in WINDOWS {
            values.push(mass.share(at.saturating_sub(reach), (at + reach + 1).min(count)));
        }
        for range in &features.containers[at] {
            values.push(mass.share(range.start as usize, range.end as usize));
        }
        values.extend([
            markups[at],
            mass.share(0, count),
            (expected as f32 + 1.0).ln(),
            most,
            distance(at, begin),
            distance(at, end),
            if expected > 0.0 { (mass.content[at] / expected) as f32 } else { 0.0 },
        ]);
    }
    values
}
