//! Pages in brief: what they are made of, and what they say.

use crate::page::bytes::{digits_in, equal_low, first, first_place, load};
use crate::page::scan::Name;
use crate::page::words::{Word, first_word, fold, hash_without_digits, plain_words};
use crate::traps::dates::is_date_word;
use rustc_hash::FxHashSet;
use sitewrap_hash::spread;

/// Distinct structural features that are kept of a page.
const FEATURE_LIMIT: usize = 4096;

/// Bytes from which a piece of text is cut further.
const LONG_PIECE: usize = 24;

/// Tells the bytes at which a long piece is cut: content-defined cuts, about every 30 bytes in all
/// scripts (`d` among the letters of ASCII, two of the 64 bytes that go on a character).
#[inline]
fn cuts_in(chunk: u64) -> u64 {
    equal_low(chunk & CUT_BITS, 4)
}

/// The five low bits of each byte.
const CUT_BITS: u64 = 0x1f1f_1f1f_1f1f_1f1f;

/// A piece of text as far as it was read.
#[derive(Clone, Copy, Debug, Default)]
struct Piece {
    state: u64,
    /// Not zero if there is a digit in it.
    digits: u64,
}

impl Piece {
    #[inline]
    fn add(&mut self, chunk: u64) {
        self.state = fold(self.state, chunk);
        self.digits |= digits_in(chunk);
    }
}

const SCRIPT: Name = Name::of(b"script");
const STYLE: Name = Name::of(b"style");
const LINK: Name = Name::of(b"link");
const META: Name = Name::of(b"meta");
const BR: Name = Name::of(b"br");
const B: Name = Name::of(b"b");
const I: Name = Name::of(b"i");
const EM: Name = Name::of(b"em");
const STRONG: Name = Name::of(b"strong");

/// Whether an element says nothing of the kind of page: such come and go with the running text, or
/// are not seen.
fn is_passed_over(name: Name) -> bool {
    matches!(name, SCRIPT | STYLE | LINK | META | BR | B | I | EM | STRONG)
}

/// Bytes of a class or id that count.
const TOKEN_LIMIT: usize = 64;

/// Gathers the structural features of a page: neighbouring start tags, each told by its name and
/// its main class or id.
#[derive(Clone, Debug)]
pub(crate) struct StructureReader {
    seen: FxHashSet<u64>,
    /// Features that came lately, each at the place that its bits name: most come again soon.
    recent: [u64; 256],
    previous: u64,
}

impl Default for StructureReader {
    fn default() -> Self {
        Self { seen: FxHashSet::default(), recent: [0; 256], previous: 0 }
    }
}

impl StructureReader {
    /// Takes in the next start tag.
    pub(crate) fn element(&mut self, name: Name, id: Option<&[u8]>, class: Option<&[u8]>) {
        if is_passed_over(name) {
            return;
        }
        let token = class.and_then(first_word).or_else(|| first_word(id?));
        let label = spread(fold(name.0, token.map_or(0, |token| token_hash(&token))));
        self.add(label);
        self.add(spread(self.previous.rotate_left(1) ^ label));
        self.previous = label;
    }

    fn add(&mut self, feature: u64) {
        let recent = &mut self.recent[(feature % 256) as usize];
        if *recent != feature && self.seen.len() < FEATURE_LIMIT {
            *recent = feature;
            self.seen.insert(feature);
        }
    }

    /// The features gathered.
    pub(crate) fn finish(self) -> StructureSet {
        let mut features: Vec<u64> = self.seen.into_iter().collect();
        features.sort_unstable();
        StructureSet(features)
    }
}

/// A hash of a class or id. Numbers in it tell items of one kind apart, not kinds.
fn token_hash(token: &Word<'_>) -> u64 {
    if !token.has_digits && token.bytes.len() <= TOKEN_LIMIT {
        return token.hash;
    }
    hash_without_digits(&token.bytes[..token.bytes.len().min(TOKEN_LIMIT)]).unwrap_or(0)
}

/// The set of structural features of a page. Lists of any length give the same set.
#[derive(Clone, Debug, Default)]
pub(crate) struct StructureSet(Vec<u64>);

impl StructureSet {
    /// The features, rising.
    pub(crate) fn features(&self) -> &[u64] {
        &self.0
    }

    /// The set in 64 bits (simhash): sets that are alike differ in few bits.
    pub(crate) fn sketch(&self) -> u64 {
        Self::sketch_of(&self.0)
    }

    /// The sketch of a set with these features.
    pub(crate) fn sketch_of(features: &[u64]) -> u64 {
        let mut votes = Votes::default();
        features.iter().for_each(|&feature| votes.add(feature));
        votes.finish()
    }
}

/// Makes a similarity-preserving hash of a text: simhash over its pieces, which are what stands
/// between two tags, long ones cut where their content says, so that a change moves few cuts.
///
/// Pieces are far fewer than words, and as the pages of a site share whole pieces (menus, labels,
/// teasers), they tell a small change from another page as well.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sketch {
    votes: Votes,
    length: usize,
    /// Of all text, numbers included.
    exact: u64,
}

impl Sketch {
    /// Takes in the text between two tags, without white space around it: the first `length` bytes,
    /// at least one, of the rest of the page. Its pieces are cut and hashed eight bytes at a time.
    pub(crate) fn text(&mut self, rest: &[u8], length: usize) {
        let text = &rest[..length];
        self.length += length;
        let (mut piece, mut said, mut left) = (Piece::default(), text, text);
        let whole = length < LONG_PIECE;
        loop {
            let chunk = match left.first_chunk() {
                Some(chunk) => u64::from_le_bytes(*chunk),
                None if left.is_empty() => break,
                None => first(load(&rest[length - left.len()..]), left.len()),
            };
            let cuts = if whole { 0 } else { cuts_in(chunk) };
            if cuts == 0 {
                piece.add(chunk);
                left = left.get(8..).unwrap_or_default();
                continue;
            }
            let count = first_place(cuts);
            piece.add(first(chunk, count));
            self.vote(&said[..said.len() - left.len() + count], piece);
            // Which byte it is cut at counts too.
            self.exact ^= u64::from(left[count]);
            left = &left[count + 1..];
            (piece, said) = (Piece::default(), left);
        }
        self.vote(said, piece);
    }

    #[inline]
    fn vote(&mut self, text: &[u8], piece: Piece) {
        let state = piece.state ^ text.len() as u64;
        self.exact = fold(self.exact, state);
        if piece.digits == 0 {
            if !text.is_empty() {
                self.votes.add(spread(state));
            }
        } else if let Some(hash) = hash_without_digits(text) {
            // Pages that differ in numbers only say the same.
            self.votes.add(spread(hash));
        }
    }

    /// Bytes of text taken in, white space around pieces left out.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// A hash that is equal for equal texts only.
    pub(crate) fn exact(&self) -> u64 {
        self.exact
    }

    /// The hash.
    pub(crate) fn finish(self) -> u64 {
        self.votes.finish()
    }
}

/// Makes a sketch of what a page of a calendar says but for its date: of all words that are neither
/// numbers nor months nor days of the week.
#[derive(Clone, Debug, Default)]
pub(crate) struct UndatedSketch(Votes);

impl UndatedSketch {
    /// Takes in a piece of text.
    pub(crate) fn text(&mut self, text: &[u8]) {
        let words = plain_words(text).filter(|&word| !is_date_word(word));
        words.for_each(|word| self.0.add(spread(word)));
    }

    /// The sketch of what was taken in.
    pub(crate) fn finish(self) -> u64 {
        self.0.finish()
    }
}

/// Counts, for each of 64 bits, the hashes that have it set. The counts lie crosswise: plane `n`
/// holds bit `n` of all 64 counts. Hashes are added eight at a time, for a carry goes through many
/// planes.
#[derive(Clone, Debug, Default)]
struct Votes {
    planes: [u64; 32],
    waiting: [u64; 8],
    total: u32,
}

impl Votes {
    #[inline]
    fn add(&mut self, hash: u64) {
        let place = (self.total % 8) as usize;
        self.waiting[place] = hash;
        self.total += 1;
        if place == 7 {
            self.count_waiting();
        }
    }

    /// Counts the hashes that wait; those counted already must be zero.
    fn count_waiting(&mut self) {
        let [a, b, c, d, e, f, g, h] = std::mem::take(&mut self.waiting);
        let [ones, twos, fours, planes @ ..] = &mut self.planes;
        let (one, two_a) = sum(*ones, a, b);
        let (one, two_b) = sum(one, c, d);
        let (one, two_c) = sum(one, e, f);
        let (one, two_d) = sum(one, g, h);
        let (two, four_a) = sum(*twos, two_a, two_b);
        let (two, four_b) = sum(two, two_c, two_d);
        let (four, mut carry) = sum(*fours, four_a, four_b);
        (*ones, *twos, *fours) = (one, two, four);
        for plane in planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            if carry == 0 {
                break;
            }
        }
    }

    /// The bits that most of the hashes have set.
    fn finish(mut self) -> u64 {
        self.count_waiting();
        let half = self.total / 2;
        // Bits whose count is above the half by the planes seen, and those that equal it so far.
        let (mut above, mut equal) = (0, u64::MAX);
        for (place, plane) in self.planes.iter().enumerate().rev() {
            if half >> place & 1 == 0 {
                above |= equal & plane;
                equal &= !plane;
            } else {
                equal &= plane;
            }
        }
        above
    }
}

/// Three numbers added bit by bit: the low bits of the sums, and the carries.
fn sum(a: u64, b: u64, c: u64) -> (u64, u64) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_majority_of_each_bit_is_kept() {
        let mut votes = Votes::default();
        for n in 0..1001_u64 {
            votes.add((n % 2) | (u64::from(n < 500) << 7) | (u64::from(n < 501) << 63));
        }
        assert_eq!(votes.finish(), 1 << 63);
    }

    proptest! {
        #[test]
        fn votes_are_counted_bit_by_bit(hashes in prop::collection::vec(any::<u64>(), 0..70)) {
            let mut votes = Votes::default();
            hashes.iter().for_each(|&hash| votes.add(hash));
            let count = |bit: u32| hashes.iter().filter(|hash| *hash >> bit & 1 == 1).count();
            let most = (0..64).filter(|&bit| count(bit) * 2 > hashes.len());
            prop_assert_eq!(votes.finish(), most.fold(0, |bits, bit| bits | 1 << bit));
        }
    }

    /// As [`Sketch::text`], byte by byte.
    fn plain(sketch: &mut Sketch, text: &[u8]) {
        sketch.length += text.len();
        let mut from = 0;
        let vote = |sketch: &mut Sketch, said: &[u8], cut: bool| {
            let mut piece = Piece::default();
            said.chunks(8).for_each(|chunk| piece.add(load(chunk)));
            if cut && said.len().is_multiple_of(8) {
                // The eight bytes that begin with the cut.
                piece.add(0);
            }
            sketch.vote(said, piece);
        };
        for (at, byte) in text.iter().enumerate().filter(|_| text.len() >= LONG_PIECE) {
            if byte & 0x1f == 4 {
                vote(sketch, &text[from..at], true);
                sketch.exact ^= u64::from(*byte);
                from = at + 1;
            }
        }
        vote(sketch, &text[from..], false);
    }

    proptest! {
        #[test]
        fn texts_are_cut_and_hashed_as_byte_by_byte(
            said in "[ a-f0-2\u{e4}]{1,70}", behind in "[<a-f]{0,12}",
        ) {
            let (mut quick, mut slow) = (Sketch::default(), Sketch::default());
            quick.text(format!("{said}{behind}").as_bytes(), said.len());
            plain(&mut slow, said.as_bytes());
            let found = (quick.length(), quick.exact(), quick.finish());
            prop_assert_eq!(found, (slow.length(), slow.exact(), slow.finish()));
        }
    }

    fn text(sketch: &mut Sketch, text: &str) {
        sketch.text(text.as_bytes(), text.len());
    }

    #[test]
    fn alike_texts_have_alike_sketches() {
        let sketch = |change: &str| {
            let mut sketch = Sketch::default();
            (0..300).for_each(|n| {
                text(&mut sketch, &format!("word{} ", "abcdefghij".repeat(n % 17 + 1)));
            });
            text(&mut sketch, change);
            sketch.finish()
        };
        assert!((sketch("one end") ^ sketch("another close")).count_ones() <= 6);
        let mut other = Sketch::default();
        (0..300).for_each(|n| text(&mut other, &format!("{} thing ", "klmno".repeat(n % 13 + 1))));
        assert!((sketch("") ^ other.finish()).count_ones() > 12);
    }
}
