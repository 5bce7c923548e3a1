//! What was learned from pages with known content, and what it says of a page.

use crate::block::Blocks;
use crate::context::{CONTEXT_FEATURES, in_context};
use crate::features::{FEATURES, Features};
use crate::forest::Forest;
use crate::tokens::Tokens;
use sitewrap_tree::Document;
use std::sync::LazyLock;

static SHIPPED: LazyLock<Model> = LazyLock::new(|| {
    let first = include_str!("../data/first.txt");
    let second = include_str!("../data/second.txt");
    Model::parse(include_str!("../data/tokens.txt"), first, second).unwrap_or_default()
});

/// A model that gives the probability of each block to be main content.
#[derive(Clone, Debug, Default)]
pub struct Model {
    tokens: Tokens,
    first: Forest,
    second: Forest,
}

impl Model {
    /// The model of this version; `scripts/train_content.py` made it.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads a model: the table of [`Tokens`] and the trees of both looks. `None` if one of them
    /// does not read as [`Forest::parse`] says.
    pub fn parse(tokens: &str, first: &str, second: &str) -> Option<Self> {
        Some(Self {
            tokens: Tokens::parse(tokens),
            first: Forest::parse(first, FEATURES)?,
            second: Forest::parse(second, CONTEXT_FEATURES)?,
        })
    }

    /// The probability of each block to be main content, 0 to 1, of a page.
    ///
    /// # Complexity
    /// Linear in the size of the tree.
    pub fn judge(&self, document: &Document, blocks: &Blocks) -> Vec<f32> {
        let numbers = self.second_look(document, blocks);
        self.second.probabilities(&numbers, CONTEXT_FEATURES)
    }

    /// The numbers that the second look sees, [`CONTEXT_FEATURES`] a block.
    pub fn second_look(&self, document: &Document, blocks: &Blocks) -> Vec<f32> {
        let features = Features::of(document, blocks, &self.tokens);
        let first = self.first.probabilities(&features.values, FEATURES);
        in_context(blocks, &features, &first)
    }
}

/// The set of blocks with the greatest expected F1: of all sets of the most probable ones, that
/// for which twice the expected content in it over its size plus the expected content of the page is
/// greatest. No threshold has to be chosen.
///
/// `weights` say how much each block counts.
pub(crate) fn best_set(probabilities: &[f32], weights: &[f32]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[b].total_cmp(&probabilities[a]).then(a.cmp(&b)));
    let content = |at: usize| f64::from(probabilities[at]) * f64::from(weights[at]);
    let expected: f64 = (0..probabilities.len()).map(content).sum();
    let (mut size, mut found, mut best, mut best_len) = (0.0, 0.0, 0.0, 0);
    for (len, &at) in order.iter().enumerate() {
        size += f64::from(weights[at]);
        found += content(at);
        let value = 2.0 * found / (size + expected);
        if value > best {
            (best, best_len) = (value, len + 1);
        }
    }
    let mut kept = vec![false; probabilities.len()];
    order[..best_len].iter().for_each(|&at| kept[at] = true);
    kept
}

#[cfg(test)]
mod tests {
    use super::{Model, best_set};

    #[test]
    fn the_shipped_model_reads() {
        let model = Model::shipped();
        assert!(!model.first.is_empty() && !model.second.is_empty());
    }

    #[test]
    fn takes_blocks_up_to_the_best_expected_f1() {
        assert_eq!(best_set(&[0.9, 0.1, 0.8, 0.3], &[10.0; 4]), [true, false, true, false]);
        assert_eq!(best_set(&[0.6, 0.4], &[10.0; 2]), [true, true]);
        assert_eq!(best_set(&[0.2, 0.1], &[10.0; 2]), [true, false]);
        assert_eq!(best_set(&[], &[]), [] as [bool; 0]);
    }
}
