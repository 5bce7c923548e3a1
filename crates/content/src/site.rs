//! What does a site repeat from page to page?
//!
//! A line that stands on several pages is boilerplate, however much it looks like content: a note on
//! cookies, a biography below all stories, an invitation to a newsletter. So is a teaser of another
//! page, a link with the first words of its text. Pages that are near-equal
//! (an article under two addresses) would make their own text boilerplate, so that they count as one.

use crate::block::{Block, Blocks};
use crate::kind::Kinds;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

/// Columns from which a line is one that is not repeated by chance: a sentence.
const SENTENCE: u32 = 40;

/// Pages on which a sentence stands that is boilerplate, and their least share of the site.
const SENTENCE_PAGES: (u32, f32) = (3, 0.02);

/// As [`SENTENCE_PAGES`] for shorter lines, which headings of sections may be as well.
const LINE_PAGES: (u32, f32) = (5, 0.5);

/// What is left of the probability of a repeated sentence, and of a repeated shorter line.
const LEFT: (f32, f32) = (0.1, 0.5);

/// Letters at the start of a sentence by which a teaser is found in the page that it leads to: teasers
/// join paragraphs, and are cut.
const OPENING: usize = 40;

/// Lines that are counted at most; others are taken not to repeat.
const MAX_LINES: usize = 2_000_000;

/// The lines of a page, as [`Site::add`] takes them.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Hashes of the distinct lines.
    lines: Vec<u64>,
    /// Hashes of the openings of sentences outside links.
    openings: Vec<u64>,
    /// Hash of the longest line outside links, by which near-equal pages are told.
    longest: u64,
}

/// The lines of a site's pages with how many pages have each.
#[derive(Clone, Debug, Default)]
pub struct Site {
    pages: u32,
    lines: FxHashMap<u64, u32>,
    openings: FxHashSet<u64>,
    longest: FxHashSet<u64>,
}

impl Lines {
    /// The lines of a page.
    pub fn of(blocks: &Blocks) -> Self {
        let mut lines: Vec<u64> = blocks.iter().map(|block| hash(blocks.text(block))).collect();
        lines.sort_unstable();
        lines.dedup();
        // A teaser may be longer than all that the page says itself.
        let unlinked = blocks.iter().filter(|block| !is_link(block));
        let longest = unlinked.max_by_key(|block| block.columns());
        let longest = longest.map_or(0, |block| hash(blocks.text(block)));
        let own = blocks.iter().filter(|block| block.columns() >= SENTENCE && !is_link(block));
        Self { lines, openings: own.map(|block| opening(blocks.text(block))).collect(), longest }
    }
}

impl Site {
    /// Counts a page, unless one that is near-equal was counted: one with the same longest line
    /// outside links. Tells whether it did.
    pub fn add(&mut self, page: &Lines) -> bool {
        if !self.longest.insert(page.longest) {
            return false;
        }
        self.pages += 1;
        for &line in &page.lines {
            if self.lines.len() < MAX_LINES || self.lines.contains_key(&line) {
                *self.lines.entry(line).or_default() += 1;
            }
        }
        for &opening in &page.openings {
            if self.openings.len() < MAX_LINES {
                self.openings.insert(opening);
            }
        }
        true
    }

    /// The part of a block's probability to be content that is left, given where else it stands.
    pub(crate) fn part_left(&self, blocks: &Blocks, block: &Block) -> f32 {
        let pages = self.lines.get(&hash(blocks.text(block))).copied().unwrap_or(0);
        let repeats = |(least, share): (u32, f32)| {
            pages >= least && pages as f32 >= share * self.pages as f32
        };
        let is_teaser = || is_link(block) && self.openings.contains(&opening(blocks.text(block)));
        match block.columns() >= SENTENCE {
            true if is_teaser() => LEFT.0,
            true if repeats(SENTENCE_PAGES) => LEFT.0,
            false if repeats(LINE_PAGES) => LEFT.1,
            _ => 1.0,
        }
    }
}

/// Whether all of a line leads to another place.
fn is_link(block: &Block) -> bool {
    block.linked * 10 >= block.columns() * 9
}

fn opening(text: &str) -> u64 {
    let kinds = Kinds::known();
    let letters = text.chars().filter(|&c| kinds.of(c).is_letter());
    let letters: String = letters.take(OPENING).collect();
    hash(&letters)
}

fn hash(line: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(line.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{Lines, Site};
    use crate::block::Blocks;
    use sitewrap_tree::Document;

    fn blocks(body: &str) -> Blocks {
        Blocks::of(&Document::parse(body.as_bytes(), None, None).tree)
    }

    #[test]
    fn a_sentence_that_leads_to_the_page_that_has_it_is_a_teaser() {
        let story = "The storks have come back to the meadows by the river, a week early.";
        let mut site = Site::default();
        site.add(&Lines::of(&blocks(&format!("<p>{story}</p><p>They nest by the mill."))));
        let page =
            blocks(&format!("<p>{story}</p><a href=/storks>{story} They nest by the mill.</a>"));
        let left: Vec<f32> = page.iter().map(|block| site.part_left(&page, block)).collect();
        assert_eq!(left, [1.0, 0.1]);
    }

    #[test]
    fn repeated_sentences_are_boilerplate_and_near_equal_pages_are_one() {
        let note = "<p>We write to you once a week, and never without your consent to it.";
        let story = |n: u32| {
            format!(
                "<p>Story {n} of the meadows tells what became of the storks by the river this year.{note}"
            )
        };
        let mut site = Site::default();
        for n in [1, 1, 1, 2, 3] {
            site.add(&Lines::of(&blocks(&story(n))));
        }
        let page = blocks(&story(1));
        let left: Vec<f32> = page.iter().map(|block| site.part_left(&page, block)).collect();
        assert_eq!(left, [1.0, 0.1]);
    }
}
