//! Which texts say the same? By the short pieces of letters that they share, in whatever language.

use rustc_hash::{FxHashSet, FxHasher};
use std::hash::Hasher;

/// Letters of a piece: so many that few are alike by chance, and a change costs a text but few.
const LETTERS: usize = 6;

/// Share of a line's pieces in a text that says it: what stands around a value goes, and ends differ.
const SAID: f64 = 0.8;

/// The pieces of a text, each once; white space, signs and case do not count.
#[derive(Clone, Debug, Default)]
pub(super) struct Shingles(FxHashSet<u64>);

impl Shingles {
    /// Adds those of a text.
    pub(super) fn add(&mut self, text: &str) {
        for_each_piece(text, |piece| {
            self.0.insert(piece);
        });
    }

    /// Whether the text, of these pieces, says a line.
    pub(super) fn say(&self, line: &str) -> bool {
        let (mut shared, mut all) = (0_u32, 0_u32);
        for_each_piece(line, |piece| {
            all += 1;
            shared += u32::from(self.0.contains(&piece));
        });
        all > 0 && f64::from(shared) >= SAID * f64::from(all)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.len() as u32
    }

    /// How many pieces there are, and how many of them another text has.
    pub(super) fn shared_with(&self, other: &Self) -> (u32, u32) {
        let shared = self.0.iter().filter(|piece| other.0.contains(piece)).count();
        (self.0.len() as u32, shared as u32)
    }
}

fn for_each_piece(text: &str, mut hand_on: impl FnMut(u64)) {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    let mut last = ['\0'; LETTERS];
    for (at, letter) in letters.enumerate() {
        last.rotate_left(1);
        last[LETTERS - 1] = letter;
        if at + 1 >= LETTERS {
            let mut hasher = FxHasher::default();
            last.iter().for_each(|&letter| hasher.write_u32(letter as u32));
            hand_on(hasher.finish());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shingles;

    fn of(text: &str) -> Shingles {
        let mut pieces = Shingles::default();
        pieces.add(text);
        pieces
    }

    #[test]
    fn a_text_says_a_line_whatever_stands_around_it() {
        let text = of("By Ann. The storks have come back, a week early.\nThey nest.");
        assert!(text.say("THE STORKS HAVE COME BACK a week early"));
        assert!(!text.say("The storks have left for the south, two weeks late."));
        assert!(!text.say("!"), "what has no letters is said by none");
    }

    #[test]
    fn pieces_of_two_texts_are_counted_once_each() {
        let mut one = of("storks storks storks");
        one.add("storks");
        assert_eq!(one.shared_with(&of("the storks")), (6, 1));
    }
}
