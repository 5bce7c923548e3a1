//! Distance and similarity of one pair of pages.

use crate::bound::{Counter, most_gain};
use sitewrap_mapping::{Evaluator, Forest, Gains, OverBudget, Params};

/// Distance (1) of a pair of pages, and the similarity (2) that follows from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The distance, in the unit of the weights.
    pub value: u64,
    /// The distance if nothing were mapped; `value` is never more.
    pub most: u64,
    /// False if the budget did not suffice: then `value` is a lower bound.
    pub exact: bool,
}

impl Distance {
    /// `es = 1 − ed / (q·|A| + r·|B|)`, in 0..=1; at q = r = 1 this is similarity (2). An upper
    /// bound if the distance is not exact.
    pub fn similarity(&self) -> f64 {
        (self.most - self.value) as f64 / self.most as f64
    }
}

/// The distance (1) of pages `i` and `j` of a forest.
///
/// For all pairs use [`matrix`](crate::matrix), which shares work between pairs.
///
/// # Complexity
/// In the worst case time is the sum of |children of a| · |children of b| over all pairs of nodes
/// that can be mapped, bounded by [`Budget::pair`](crate::Budget::pair).
///
/// # Example
/// ```
/// use sitewrap_distance::{Forest, Params, distance};
/// use sitewrap_tree::TagTreeBuilder;
/// let page = |paragraphs| {
///     let mut builder = TagTreeBuilder::new("body");
///     for _ in 0..paragraphs {
///         builder.open("p", []);
///         builder.close();
///     }
///     builder.finish()
/// };
/// let forest = Forest::new(&[&page(3), &page(5)]);
/// let found = distance(&forest, 0, 1, &Params::default());
/// assert_eq!(found.value, 2);
/// assert_eq!(found.similarity(), 0.8);
/// ```
pub fn distance(forest: &Forest, i: usize, j: usize, params: &Params) -> Distance {
    let mut evaluator = Evaluator::new(forest, Gains::new(params.form, params.weights));
    let exact = page_gain(&mut evaluator, i, j, params.budget.pair);
    let gain = exact.map_or_else(
        |OverBudget| {
            let mut counter = Counter::new(forest, params.form);
            let (a, b) = (counter.histogram(forest.root(i)), counter.histogram(forest.root(j)));
            most_gain(evaluator.gains(), &a, &b)
        },
        |(gain, _)| u64::from(gain),
    );
    from_gain(forest, i, j, params, gain, exact.is_ok())
}

/// The gain of two pages and the work it takes.
pub(crate) fn page_gain(
    evaluator: &mut Evaluator<'_>,
    i: usize,
    j: usize,
    allowance: u64,
) -> Result<(u32, u64), OverBudget> {
    let forest = evaluator.forest();
    let (gain, work) = evaluator.gain(forest.root(i), forest.root(j), allowance)?;
    Ok((gain as u32, work))
}

/// The distance of two pages with this gain.
pub(crate) fn from_gain(
    forest: &Forest,
    i: usize,
    j: usize,
    params: &Params,
    gain: u64,
    exact: bool,
) -> Distance {
    let most = params.weights.all(forest.page_size(i), forest.page_size(j));
    let unit = u64::from(Gains::new(params.form, params.weights).unit);
    Distance { value: most.saturating_sub(unit * gain), most, exact }
}
