//! Pages in brief: what they are made of, and what they say.

use rustc_hash::FxHashSet;

/// Distinct structural features that are kept of a page.
const FEATURE_LIMIT: usize = 4096;

/// Words of a page that its text sketch is made of.
const WORD_LIMIT: usize = 20_000;

/// A 64-bit hash of bytes that is the same on every machine and in every run: eight bytes at a
/// time, each step mixed so that all bits depend on all bytes.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut state = bytes.len() as u64 ^ 0x9e37_79b9_7f4a_7c15;
    for word in words {
        state = fold(state, u64::from_le_bytes(*word));
    }
    let last = rest.iter().rev().fold(0, |last, &byte| last << 8 | u64::from(byte));
    mix(fold(state, last))
}

/// Takes a word into a running hash.
fn fold(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word) * 0xa076_1d64_78bd_642f;
    (product as u64) ^ ((product >> 64) as u64) ^ word.rotate_left(32)
}

fn mix(mut state: u64) -> u64 {
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// The set of structural features of a page: neighbouring start tags, each told by its name and
/// its main class or id. Lists of any length give the same set.
#[derive(Clone, Debug, Default)]
pub(crate) struct StructureSet {
    seen: FxHashSet<u64>,
    /// Sorted when finished.
    features: Vec<u64>,
    previous: u64,
}

impl StructureSet {
    /// Takes in the next start tag.
    pub(crate) fn element(&mut self, tag: &str, id: Option<&str>, class: Option<&str>) {
        if matches!(tag, "script" | "style" | "link" | "meta" | "br" | "b" | "i" | "em" | "strong")
        {
            return;
        }
        let token = class.and_then(|class| class.split_ascii_whitespace().next()).or(id);
        let mut label = Vec::with_capacity(32);
        label.extend_from_slice(tag.as_bytes());
        label.push(b'.');
        // Numbers in names tell items of one kind apart, not kinds.
        label.extend(
            token.unwrap_or_default().bytes().filter(|byte| !byte.is_ascii_digit()).take(64),
        );
        let label = hash(&label);
        if self.seen.len() < FEATURE_LIMIT {
            self.seen.insert(label);
            self.seen.insert(mix(self.previous.rotate_left(1) ^ label));
        }
        self.previous = label;
    }

    /// The finished set.
    pub(crate) fn finish(mut self) -> Self {
        self.features = self.seen.drain().collect();
        self.features.sort_unstable();
        self.features.shrink_to_fit();
        Self { seen: FxHashSet::default(), ..self }
    }

    /// The features, rising.
    pub(crate) fn features(&self) -> &[u64] {
        &self.features
    }

    /// The set in 64 bits (simhash): sets that are alike differ in few bits.
    pub(crate) fn sketch(&self) -> u64 {
        let mut votes = Votes::default();
        self.features.iter().for_each(|&feature| votes.add(feature));
        votes.finish()
    }
}

/// Makes a similarity-preserving hash of a text (simhash over runs of three words).
#[derive(Clone, Debug, Default)]
pub(crate) struct Sketch {
    votes: Votes,
    words: usize,
    length: usize,
    last: [u64; 2],
    /// Of all words, numbers included.
    exact: u64,
}

impl Sketch {
    /// Takes in more text; words that the chunks cut in two count as two.
    pub(crate) fn text(&mut self, text: &str) {
        for word in text.split_ascii_whitespace() {
            self.length += word.len();
            let exact = hash(word.as_bytes());
            self.exact = fold(self.exact, exact);
            // Pages that differ in numbers only say the same.
            let Some(word) = hash_without_digits(word, exact) else { continue };
            if self.words >= WORD_LIMIT {
                continue;
            }
            self.words += 1;
            let run = self.last[0].rotate_left(2) ^ self.last[1].rotate_left(1) ^ word;
            self.votes.add(mix(run));
            self.last = [self.last[1], word];
        }
    }

    /// Bytes of text taken in, white space left out.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// A hash that is equal for equal texts only.
    pub(crate) fn exact(&self) -> u64 {
        self.exact
    }

    /// The hash.
    pub(crate) fn finish(&self) -> u64 {
        self.votes.finish()
    }
}

/// The hash of a word without its digits, `exact` being that with them; `None` if nothing is left.
fn hash_without_digits(word: &str, exact: u64) -> Option<u64> {
    if !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return Some(exact);
    }
    let rest: Vec<u8> = word.bytes().filter(|byte| !byte.is_ascii_digit()).collect();
    (!rest.is_empty()).then(|| hash(&rest))
}

/// Counts, for each of 64 bits, the hashes that have it set. The counts lie crosswise: plane `n`
/// holds bit `n` of all 64 counts, so that adding a hash takes two steps on average, not 64.
#[derive(Clone, Debug, Default)]
struct Votes {
    planes: [u64; 32],
    total: u32,
}

impl Votes {
    fn add(&mut self, hash: u64) {
        let mut carry = hash;
        for plane in &mut self.planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            if carry == 0 {
                break;
            }
        }
        self.total += 1;
    }

    /// The bits that most of the hashes have set.
    fn finish(&self) -> u64 {
        let count = |bit: usize| -> u32 {
            let planes = self.planes.iter().enumerate();
            planes.map(|(place, plane)| ((plane >> bit & 1) as u32) << place).sum()
        };
        (0..64).fold(0, |bits, bit| bits | u64::from(count(bit) * 2 > self.total) << bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_majority_of_each_bit_is_kept() {
        let mut votes = Votes::default();
        for n in 0..1001_u64 {
            votes.add((n % 2) | (u64::from(n < 500) << 7) | (u64::from(n < 501) << 63));
        }
        assert_eq!(votes.finish(), 1 << 63);
    }

    #[test]
    fn alike_texts_have_alike_sketches() {
        let sketch = |change: &str| {
            let mut sketch = Sketch::default();
            (0..300)
                .for_each(|n| sketch.text(&format!("word{} ", "abcdefghij".repeat(n % 17 + 1))));
            sketch.text(change);
            sketch.finish()
        };
        assert!((sketch("one end") ^ sketch("another close")).count_ones() <= 6);
        let mut other = Sketch::default();
        (0..300).for_each(|n| other.text(&format!("{} thing ", "klmno".repeat(n % 13 + 1))));
        assert!((sketch("") ^ other.finish()).count_ones() > 12);
    }

    #[test]
    fn lengths_and_tails_tell_hashes_apart() {
        let texts: [&[u8]; 6] =
            [b"", b"\0", b"\0\0\0\0\0\0\0\0", b"abcdefgh", b"abcdefghi", b"abcdefg"];
        let hashes: std::collections::BTreeSet<u64> = texts.iter().map(|text| hash(text)).collect();
        assert_eq!(hashes.len(), texts.len());
    }
}
