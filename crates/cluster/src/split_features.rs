//! How two groups of pages differ, feature by feature.

use crate::parameters::Parameters;
use sitewrap_model::Feature;

/// What two groups of pages have in common and what not; all in the unit of the weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SplitFeatures {
    /// Weight on one of two pages only, one from each group; the mean over such pairs.
    across: f64,
    /// The same for two pages of one group; the mean over the groups by their sizes.
    within: f64,
    /// Weight on both of two pages, one from each group; the mean over such pairs.
    common: f64,
    /// The lesser of what each group has beyond the other, see [`SplitFeatures::exchange`].
    exchanged: f64,
    /// Weight of a page; the mean over the groups.
    size: f64,
}

impl SplitFeatures {
    /// How `left` pages and `right` pages that have these features differ. Sums are of whole
    /// numbers, so the order of features does not matter.
    pub(crate) fn of(features: &[Feature], left: usize, right: usize) -> Self {
        let (n, m) = (left as i128, right as i128);
        let (mut across, mut common, mut own_left, mut own_right) = (0, 0, 0, 0);
        let mut beyond = [Beyond::default(); 2];
        for feature in features {
            let (w, l, r) =
                (i128::from(feature.weight), i128::from(feature.left), i128::from(feature.right));
            across += w * (l * (m - r) + r * (n - l));
            common += w * l * r;
            own_left += w * l;
            own_right += w * r;
            let side = &mut beyond[usize::from(l * m < r * n)];
            side.apart += w * (l * m - r * n).pow(2);
            side.left += w * l * (n - l);
            side.right += w * r * (m - r);
        }
        let (a, b) = (left as f64, right as f64);
        let pairs = |count: f64| count * (count - 1.0).max(1.0);
        let spread = |of: fn(&Beyond) -> i128, count: f64| {
            2.0 * beyond.iter().map(of).sum::<i128>() as f64 / pairs(count)
        };
        let (in_left, in_right) = (spread(|b| b.left, a), spread(|b| b.right, b));
        let excess = |side: &Beyond| {
            let chance = side.left as f64 / (a * pairs(a)) + side.right as f64 / (b * pairs(b));
            (side.apart as f64 / (a * b).powi(2) - chance).max(0.0)
        };
        Self {
            across: across as f64 / (a * b),
            within: (a * in_left + b * in_right) / (a + b),
            common: common as f64 / (a * b),
            exchanged: excess(&beyond[0]).min(excess(&beyond[1])),
            size: (own_left as f64 / a + own_right as f64 / b) / 2.0,
        }
    }

    /// How far apart the groups are for two templates: the sum of their separation and, counted
    /// several times, their exchange.
    pub(crate) fn gap(&self, parameters: &Parameters) -> f64 {
        let Parameters { exchange, least_difference, .. } = *parameters;
        self.separation(least_difference) + exchange * self.exchange(least_difference)
    }

    /// How many times farther two pages of different groups are apart than two of one group.
    fn separation(&self, least: f64) -> f64 {
        self.across / self.noise(least)
    }

    /// What each group has in place of what the other has. An option is on one side of a split
    /// and is merely lacking on the other; two templates have each something of their own. It
    /// counts against what pages of one group differ by anyway or against what all share,
    /// whichever is less.
    fn exchange(&self, least: f64) -> f64 {
        let of = self.common.min(self.noise(least));
        if of > 0.0 { self.exchanged / of } else { 0.0 }
    }

    fn noise(&self, least: f64) -> f64 {
        self.within + least * 2.0 * self.size
    }
}

/// Sums over the features that one group has more often than the other.
#[derive(Clone, Copy, Debug, Default)]
struct Beyond {
    /// Squared differences of the shares, times the squares of both sizes.
    apart: i128,
    /// For each group, pages that have a feature times pages that lack it: what part of the
    /// squared difference of two shares is chance.
    left: i128,
    right: i128,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two features in common, an option that half of the pages have, and `extra` features by
    /// their counts on 20 left and 20 right pages.
    fn split(extra: &[(u32, u32)]) -> SplitFeatures {
        let all = [(20, 20), (20, 20), (10, 10)].iter().chain(extra);
        let features: Vec<Feature> =
            all.map(|&(left, right)| Feature { weight: 100, left, right }).collect();
        SplitFeatures::of(&features, 20, 20)
    }

    #[test]
    fn what_one_side_lacks_is_no_exchange() {
        assert_eq!(split(&[(20, 0), (20, 0)]).exchange(0.01), 0.0);
        assert!(split(&[(20, 0), (0, 20)]).exchange(0.01) > 1.0);
    }

    #[test]
    fn an_alternative_gapes_wider_than_an_option_of_the_same_weight() {
        assert!(
            split(&[(20, 0), (0, 20)]).gap(&Parameters::default())
                > 2.0 * split(&[(20, 0), (20, 0)]).gap(&Parameters::default())
        );
    }

    #[test]
    fn chance_is_no_exchange() {
        // Each of two independent options is on two pages more of one side.
        assert!(split(&[(11, 9), (9, 11)]).exchange(0.01) < 0.01);
    }

    #[test]
    fn identical_pages_have_no_gap() {
        assert_eq!(
            SplitFeatures::of(&[Feature { weight: 5, left: 3, right: 4 }], 3, 4)
                .gap(&Parameters::default()),
            0.0
        );
        assert_eq!(SplitFeatures::of(&[], 1, 1).exchange(0.01), 0.0);
    }
}
