//! Weights of block features from pages with known content [WU11].

use crate::block::{Block, Blocks};
use crate::swarm::Swarm;
use crate::weighted::{COUNT, RANGES, Ranges, Weights, ranges_of_lines};
use rustc_hash::{FxHashSet, FxHasher};
use sitewrap_tree::TagTree;
use std::hash::Hasher;

/// Combinations of ranges that a block can have.
const KINDS: usize = 3 * 2 * 2 * 2 * 2;

/// Letters and digits of the pieces by which a line is found in the known content.
const PIECE: usize = 12;

/// The share of a line's pieces that the content has, for the line to be content.
const LEAST_PIECES: f64 = 0.7;

/// A page with known content, as training sees it: for each kind of block, how much of its text is
/// content and how much is not.
#[derive(Clone, Debug, Default)]
pub struct LabelledPage {
    /// The kind, lines that are content, lines that are not, and the columns of both.
    kinds: Vec<Kind>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Kind {
    ranges: Ranges,
    lines: [f64; 2],
    columns: [f64; 2],
}

impl LabelledPage {
    /// A page whose main content is `text`. A line is content if the text has it, in running text or,
    /// where it is short, as a line of its own; case and signs do not count.
    pub fn of(tree: &TagTree, text: &str) -> Self {
        let blocks = Blocks::of(tree);
        let known = Known::of(text);
        let mut kinds = vec![Kind::default(); KINDS];
        for (block, ranges) in blocks.iter().zip(ranges_of_lines(tree, &blocks)) {
            let kind = &mut kinds[number(&ranges)];
            let which = usize::from(!known.has(blocks.text(block)));
            kind.ranges = ranges;
            kind.lines[which] += 1.0;
            kind.columns[which] += f64::from(Block::columns(block).max(1));
        }
        kinds.retain(|kind| kind.lines != [0.0; 2]);
        Self { kinds }
    }

    /// F1 of the columns that weights keep; 1 for a page that has no content and keeps nothing.
    fn f1(&self, weights: &Weights) -> f64 {
        let (mut found, mut kept, mut all) = (0.0, 0.0, 0.0);
        for kind in &self.kinds {
            all += kind.columns[0];
            if weights.is_content(&kind.ranges) {
                found += kind.columns[0];
                kept += kind.columns[0] + kind.columns[1];
            }
        }
        if kept + all > 0.0 { 2.0 * found / (kept + all) } else { 1.0 }
    }
}

fn number(ranges: &Ranges) -> usize {
    ranges.iter().enumerate().fold(0, |number, (feature, range)| number * RANGES[feature] + range)
}

/// The known content of a page.
struct Known {
    pieces: FxHashSet<u64>,
    lines: FxHashSet<u64>,
}

impl Known {
    fn of(text: &str) -> Self {
        let pieces = pieces(&squeezed(text)).collect();
        Self { pieces, lines: text.lines().map(|line| hash(&squeezed(line))).collect() }
    }

    fn has(&self, line: &str) -> bool {
        let squeezed = squeezed(line);
        if squeezed.len() < PIECE {
            return !squeezed.is_empty() && self.lines.contains(&hash(&squeezed));
        }
        let (mut found, mut all) = (0.0, 0.0);
        for piece in pieces(&squeezed) {
            all += 1.0;
            found += f64::from(u8::from(self.pieces.contains(&piece)));
        }
        found >= LEAST_PIECES * all
    }
}

/// Letters and digits in lower case.
fn squeezed(text: &str) -> Vec<char> {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn pieces(squeezed: &[char]) -> impl Iterator<Item = u64> {
    squeezed.windows(PIECE).map(hash)
}

fn hash(piece: &[char]) -> u64 {
    let mut hasher = FxHasher::default();
    piece.iter().for_each(|&c| hasher.write_u32(u32::from(c)));
    hasher.finish()
}

/// Weights that were learned, and how good they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The weights.
    pub weights: Weights,
    /// Mean F1 a page on the pages that were learned from, by columns of text, 0 to 1.
    pub f1: f64,
    /// The same for the published weights.
    pub published_f1: f64,
}

impl Learned {
    /// Learns from pages: supports as shares of the lines in each range that are content, weights and
    /// threshold by a particle swarm whose fitness is the mean F1 of the pages. `None` without a page
    /// that has content.
    ///
    /// # Complexity
    /// Particles times generations times pages.
    pub fn from_pages(pages: &[LabelledPage], swarm: &Swarm) -> Option<Self> {
        let supports = supports(pages)?;
        let weights = |at: &[f64; COUNT + 1]| Weights {
            supports,
            weights: std::array::from_fn(|feature| at[feature]),
            threshold: at[COUNT],
        };
        let mean = |weights: &Weights| {
            pages.iter().map(|page| page.f1(weights)).sum::<f64>() / pages.len() as f64
        };
        let (best, f1) = swarm.maximize(|at| mean(&weights(at)));
        Some(Self { weights: weights(&best), f1, published_f1: mean(&Weights::PUBLISHED) })
    }
}

/// P(content | t) for each range of each feature, P(content) for a range that no line is in.
fn supports(pages: &[LabelledPage]) -> Option<[[f64; 3]; COUNT]> {
    let kinds = || pages.iter().flat_map(|page| &page.kinds);
    let share = |is_in: &dyn Fn(&Kind) -> bool| {
        let (mut content, mut all) = (0.0, 0.0);
        for kind in kinds().filter(|kind| is_in(kind)) {
            content += kind.lines[0];
            all += kind.lines[0] + kind.lines[1];
        }
        (all > 0.0).then(|| content / all)
    };
    let mean = share(&|_| true).filter(|&mean| mean > 0.0)?;
    Some(std::array::from_fn(|feature| {
        std::array::from_fn(|range| {
            // The last range of a feature with two is repeated.
            let range = range.min(RANGES[feature] - 1);
            share(&|kind| kind.ranges[feature] == range).unwrap_or(mean)
        })
    }))
}

#[cfg(test)]
mod tests {
    use super::{LabelledPage, Learned};
    use crate::swarm::Swarm;
    use sitewrap_tree::Document;

    #[test]
    fn learns_what_content_is_like_on_the_pages_that_it_sees() {
        let page = |n: usize| {
            // Content has no punctuation here, and boilerplate has.
            let text = format!("Story number {n} tells of storks by the river");
            let body =
                format!("<p>{text}</p><div>Home, news, weather: all there is on site {n}.</div>");
            LabelledPage::of(&Document::parse(body.as_bytes(), None, None).tree, &text)
        };
        let pages: Vec<LabelledPage> = (0..6).map(page).collect();
        let swarm = Swarm { particles: 20, generations: 60, ..Swarm::default() };
        let learned = Learned::from_pages(&pages, &swarm).expect("pages with content");
        assert!(learned.f1 > 0.99 && learned.published_f1 < 0.7, "{learned:?}");
        assert!(Learned::from_pages(&[], &swarm).is_none());
    }
}
