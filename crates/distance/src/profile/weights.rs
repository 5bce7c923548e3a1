//! How much each path tells about the kind of a page.

use super::Parameters;
use super::path::Path;
use rustc_hash::FxHashMap;

/// Weights are whole multiples of 1/`UNIT`: sums of whole numbers do not depend on their order,
/// and so neither on the order of pages nor on the number of threads.
pub(super) const UNIT: f64 = (1u32 << 20) as f64;

/// How paths are weighed and differences are counted.
///
/// A path on a share p of all pages, whatever the first word of `html` or `body` above it, tells most at
/// p = 1/2 and nothing at 0 or 1: v = 4p(1−p). Of
/// that, the part that the path's parent does not tell already counts in full: with q the share
/// among the pages that have the parent, w = (4q(1−q) + 0.3)·v + floor, so that an optional block
/// costs about what its root costs. A path that comes and goes between alike elements of one page
/// is an option of theirs and counts less, and so do steps further down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighting {
    /// Weight of a path that tells nothing (one that all pages have), so that pages of a site with
    /// one template are alike; 0..=1.
    pub floor: f64,
    /// Share of the smaller of two differences (what one page has beyond the other, and the other
    /// way round) in their distance: 0.5 is the plain edit distance; above it, a page that only
    /// lacks parts of another is nearer than one that has others instead. 0.5..=1.
    pub smaller: f64,
}

impl Weighting {
    /// Tells the templates of a site apart.
    pub const TEMPLATES: Self = Self { floor: 0.02, smaller: 0.5 };
    /// Tells whether pages have more than one template at all.
    pub const PART: Self = Self { floor: 0.25, ..Self::TEMPLATES };
    /// As [`Weighting::PART`], and lenient where one page only lacks what another has.
    pub const SITE: Self = Self { smaller: 0.65, ..Self::PART };

    /// The weight of a path at a depth that none of the pages has: it tells none from another.
    pub(super) fn of_unknown(&self, depth: u32, parameters: &Parameters) -> u32 {
        (self.floor * parameters.depth_decay.powi(depth.min(1_000) as i32) * UNIT).round() as u32
    }

    /// The weight of each path, given on how many of `pages` pages it is.
    pub(super) fn weights(
        &self,
        paths: &[Path],
        counts: &[u32],
        pages: usize,
        parameters: &Parameters,
    ) -> Vec<u32> {
        let Parameters { partial, option_word, body_boost, depth_decay, .. } = *parameters;
        // On how many pages each place is, whatever the first word of `html` or `body` above.
        let mut at_place: FxHashMap<u64, u32> = FxHashMap::default();
        for (path, count) in paths.iter().zip(counts) {
            *at_place.entry(path.place).or_default() += count;
        }
        let weigh = |(path, &count): (&Path, &u32)| {
            let decay = depth_decay.powi(path.depth.min(1_000) as i32);
            if count < parameters.word_pages {
                return (f64::from(count) * partial * self.floor * decay * UNIT).round() as u32;
            }
            // `html` and `body` themselves are where they are, and so are their words.
            let has_place = path.depth >= 2 && !path.on_body;
            let of_place = if has_place { at_place[&path.place] } else { count };
            let p = f64::from(of_place) / pages as f64;
            let q = f64::from(count) / f64::from(counts[path.parent as usize]);
            let v = 4.0 * p * (1.0 - p);
            let varies = f64::from(path.varied) / (f64::from(path.repeated) + 1.0);
            let lost = if path.is_word { option_word } else { partial } * varies;
            let told = (4.0 * q * (1.0 - q) + partial) * v * (1.0 - lost);
            let boost = (body_boost * path.body_class_weights).max(1.0);
            ((told * boost + self.floor) * decay * UNIT).round() as u32
        };
        paths.iter().zip(counts).map(weigh).collect()
    }
}
