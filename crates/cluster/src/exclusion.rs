//! Do parts of pages keep out of each other's way?
//!
//! Options of one template occur in all combinations: two of them are on one page as often as
//! chance has it. Parts of different templates are never on one page, however many templates are
//! mixed and however much their pages vary, so this tells mixtures where no split into two does.

use sitewrap_model::FeatureBlock;

/// How the blocks of some pages meet beside how they would by chance. Both shares are of all the
/// meetings expected, where both blocks of a meeting count by their weights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Meetings {
    /// Meetings that are missing between blocks which hardly ever meet: nearly 1 if each page has one
    /// block of many; about 0, above or below, if blocks are independent.
    apart: f64,
    /// Meetings beyond those expected: blocks that come together are parts of one option, or of
    /// one template.
    added: f64,
}

impl Meetings {
    /// The meetings of blocks on `pages` pages.
    ///
    /// Where λ meetings are expected and X seen, max(λ − X, 0) are missing and max(X − λ, 0) added,
    /// less what that is on average for X of a Poisson distribution. So rare blocks, of which nothing
    /// can be told, count nothing.
    ///
    /// # Complexity
    /// b² · n / 64 for b blocks of n pages.
    pub(crate) fn of(blocks: &[FeatureBlock], pages: usize, hardly_ever: f64) -> Self {
        let having: Vec<f64> = blocks.iter().map(|block| f64::from(count(&block.pages))).collect();
        let (mut apart, mut added, mut expected) = (0.0, 0.0, 0.0);
        for (i, one) in blocks.iter().enumerate() {
            for (j, other) in blocks[..i].iter().enumerate() {
                let mean = having[i] * having[j] / pages as f64;
                let seen = f64::from(meetings(one, other));
                let weight = one.weight as f64 * other.weight as f64;
                let chance = deviation(mean);
                expected += weight * mean;
                if seen >= mean || seen < hardly_ever * having[i].min(having[j]) {
                    apart += weight * ((mean - seen).max(0.0) - chance);
                }
                added += weight * ((seen - mean).max(0.0) - chance);
            }
        }
        if expected > 0.0 {
            Self { apart: apart / expected, added: added / expected }
        } else {
            Self::default()
        }
    }

    /// How much more the blocks keep apart than they come together. Blocks that meet less often
    /// than by chance, but do meet, keep no template apart: what takes no argument often gives a
    /// result. Where options have many parts, those of one come together and those of two are
    /// apart, so half of the one is no wonder beside the other.
    pub(crate) fn exclusion(&self) -> f64 {
        self.apart - self.added.max(0.0) / 2.0
    }
}

/// On how many pages both blocks are.
fn meetings(one: &FeatureBlock, other: &FeatureBlock) -> u32 {
    one.pages.iter().zip(&other.pages).map(|(a, b)| (a & b).count_ones()).sum()
}

fn count(pages: &[u64]) -> u32 {
    pages.iter().map(|word| word.count_ones()).sum()
}

/// The mean of max(λ − X, 0), which is that of max(X − λ, 0), for X of a Poisson distribution with
/// mean λ: with k = ⌊λ⌋ it is λ^(k+1) · e^(−λ) / k!, half of the mean absolute deviation (Crow 1958).
fn deviation(mean: f64) -> f64 {
    let steps = mean.floor() as u32;
    // In logarithms, since the power and the exponential leave the range of floats.
    let factorial: f64 = (1..=steps).map(|k| f64::from(k).ln()).sum();
    if mean > 0.0 { (f64::from(steps + 1) * mean.ln() - mean - factorial).exp() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of weight 1 on the pages, of 64, for which `has(block, page)` holds.
    fn blocks(count: usize, has: impl Fn(usize, u64) -> bool) -> Vec<FeatureBlock> {
        let set = |block| (0..64).map(|page| u64::from(has(block, page)) << page).sum();
        (0..count).map(|block| FeatureBlock { weight: 1, pages: vec![set(block)] }).collect()
    }

    #[test]
    fn blocks_of_different_templates_exclude_each_other() {
        let kinds = blocks(4, |block, page| page % 4 == block as u64);
        assert!(Meetings::of(&kinds, 64, 0.2).exclusion() > 0.5);
    }

    #[test]
    fn options_in_all_combinations_do_not() {
        let options = blocks(6, |block, page| page >> block & 1 == 1);
        assert!(Meetings::of(&options, 64, 0.2).exclusion() < 0.0);
    }

    #[test]
    fn blocks_that_meet_less_than_by_chance_do_not_either() {
        // Each on five pages in eight: one in four has both, where two in five were expected.
        let shy = blocks(2, |block, page| if block == 0 { page % 8 < 5 } else { page % 8 > 2 });
        let meetings = Meetings::of(&shy, 64, 0.2);
        assert!(meetings.exclusion() <= 0.0, "{meetings:?}");
    }

    #[test]
    fn nothing_can_be_told_of_rare_blocks() {
        let rare = blocks(32, |block, page| page == 2 * block as u64);
        assert!(Meetings::of(&rare, 64, 0.2).exclusion().abs() < 0.02);
        assert_eq!(Meetings::of(&[], 64, 0.2), Meetings::default());
    }

    #[test]
    fn chance_is_half_the_mean_deviation() {
        // For a mean of 1: P(0) · 1. For a mean of 100 about σ / √(2π).
        assert!((deviation(1.0) - (-1f64).exp()).abs() < 1e-12);
        let normal = 10.0 / (2.0 * std::f64::consts::PI).sqrt();
        assert!((deviation(100.0) / normal - 1.0).abs() < 0.01);
        assert!((deviation(100_000.0) / (normal * 1000f64.sqrt()) - 1.0).abs() < 0.01);
    }
}
