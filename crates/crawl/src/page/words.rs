//! Words of a text, hashed eight bytes at a time.

use crate::page::bytes::{self, SMALL, below, digits, digits_in, load};
use sitewrap_hash::spread;

/// A word of a text: bytes above the space, up to white space or a control character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub(crate) bytes: &'a [u8],
    /// A hash of the bytes that is the same on every machine and in every run, and for capital and
    /// small letters of ASCII.
    pub(crate) hash: u64,
    /// Whether a digit is among them.
    pub(crate) has_digits: bool,
}

/// The words of a text, one after another.
#[inline]
pub(crate) fn words(mut text: &[u8]) -> impl Iterator<Item = Word<'_>> {
    std::iter::from_fn(move || {
        while let [..=b' ', rest @ ..] = text {
            text = rest;
        }
        (!text.is_empty()).then(|| {
            let word = first(text);
            text = &text[word.bytes.len()..];
            word
        })
    })
}

/// The first word of a text.
#[inline]
pub(crate) fn first_word(text: &[u8]) -> Option<Word<'_>> {
    match text {
        [] => None,
        [..=b' ', ..] => words(text).next(),
        _ => Some(first(text)),
    }
}

/// The word that a text begins with; it is empty where the text begins with white space.
#[inline]
fn first(text: &[u8]) -> Word<'_> {
    let (mut state, mut digits, mut at) = (SEED, 0, 0);
    loop {
        let chunk = load(&text[at..]);
        let blanks = below(chunk, b' ' + 1);
        if blanks == 0 {
            state = fold(state, chunk | SMALL);
            digits |= digits_in(chunk);
            at += 8;
            continue;
        }
        let left = blanks.trailing_zeros() / 8;
        let within = !(u64::MAX << (8 * left));
        let last = chunk & within;
        at += left as usize;
        let hash = fold(state, last | SMALL & within);
        let has_digits = digits | digits_in(last) != 0;
        return Word { bytes: &text[..at], hash, has_digits };
    }
}

/// Hashes of what stands between blanks and signs of ASCII in a text, the same for capital and small
/// letters of ASCII; what has digits is left out. Texts and addresses are cut alike, whatever signs
/// they are written with.
pub(crate) fn plain_words(text: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let words = text.split(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
    let plain = words.filter(|word| !word.is_empty() && !word.iter().any(u8::is_ascii_digit));
    plain.map(|word| hash(&word.to_ascii_lowercase()))
}

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of the word that is left of a text when its digits are taken out; `None` if nothing is
/// left.
pub(crate) fn hash_without_digits(text: &[u8]) -> Option<u64> {
    let mut rest = Joined { state: SEED, chunk: 0, length: 0 };
    for at in (0..text.len()).step_by(8) {
        let mut chunk = load(&text[at..]);
        let mut left = text.len().saturating_sub(at).min(8);
        // What stands between digits, one after another.
        while left > 0 {
            let length = bytes::first_place(digits(chunk)).min(left);
            if length > 0 {
                rest.add(bytes::first(chunk | SMALL, length), length);
            }
            let past = length + 1;
            chunk = if past < 8 { chunk >> (8 * past) } else { 0 };
            left = left.saturating_sub(past);
        }
    }
    (rest.length > 0).then(|| fold(rest.state, rest.chunk))
}

/// The running hash of bytes that come in pieces.
struct Joined {
    state: u64,
    /// Bytes that wait until they are eight.
    chunk: u64,
    length: usize,
}

impl Joined {
    /// Takes in one to eight bytes, zeros behind them.
    #[inline]
    fn add(&mut self, bytes: u64, count: usize) {
        let waiting = self.length % 8;
        self.chunk |= bytes << (8 * waiting);
        self.length += count;
        if waiting + count >= 8 {
            self.state = fold(self.state, self.chunk);
            self.chunk = if waiting == 0 { 0 } else { bytes >> (64 - 8 * waiting) };
        }
    }
}

/// A 64-bit hash of bytes that is the same on every machine and in every run: eight bytes at a
/// time, each step mixed so that all bits depend on all bytes.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut state = bytes.len() as u64 ^ SEED;
    let (blocks, rest) = bytes.as_chunks::<16>();
    // Two in turn, for a step has to wait for the one before it.
    let mut other = SEED.rotate_left(32);
    for block in blocks {
        let block = u128::from_le_bytes(*block);
        state = fold(state, block as u64);
        other = fold(other, (block >> 64) as u64);
    }
    state = fold(state, other);
    let (words, rest) = rest.as_chunks::<8>();
    for word in words {
        state = fold(state, u64::from_le_bytes(*word));
    }
    spread(fold(state, load(rest)))
}

/// As [`hash`], quicker for many bytes; another hash.
pub(crate) fn hash_long(bytes: &[u8]) -> u64 {
    let mut lanes: [u64; 8] = std::array::from_fn(|lane| SEED.rotate_left(8 * lane as u32));
    let (blocks, rest) = bytes.as_chunks::<64>();
    for block in blocks {
        let (words, _) = block.as_chunks::<8>();
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = (lane.rotate_left(5) ^ u64::from_le_bytes(*word)).wrapping_mul(SEED);
        }
    }
    lanes.into_iter().fold(hash(rest) ^ bytes.len() as u64, fold)
}

/// Takes a word into a running hash.
pub(crate) fn fold(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word) * 0xa076_1d64_78bd_642f;
    (product as u64) ^ ((product >> 64) as u64) ^ word.rotate_left(32)
}

/// A hash of what comes below another.
pub(crate) fn join(parent: u64, form: u64) -> u64 {
    (parent.rotate_left(5) ^ form).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lengths_and_tails_tell_hashes_apart() {
        let long: Vec<u8> = (0..99).collect();
        let turned = [&long[32..64], &long[..32]].concat();
        let texts: [&[u8]; 11] = [
            b"",
            b"\0",
            b"\0\0\0\0\0\0\0\0",
            b"abcdefgh",
            b"abcdefghi",
            b"abcdefg",
            &[0; 32],
            &long[..32],
            &long[..64],
            &turned,
            &long,
        ];
        let hashes: std::collections::BTreeSet<u64> = texts.iter().map(|text| hash(text)).collect();
        assert_eq!(hashes.len(), texts.len());
    }

    proptest! {
        #[test]
        fn words_are_what_stands_between_blanks(text in "[ -:aA\u{e9}\n]{0,40}") {
            let expected: Vec<&str> = text.split_ascii_whitespace().collect();
            let found: Vec<Word<'_>> = words(text.as_bytes()).collect();
            let bytes: Vec<&[u8]> = found.iter().map(|word| word.bytes).collect();
            prop_assert_eq!(&bytes, &expected.iter().map(|word| word.as_bytes()).collect::<Vec<_>>());
            for word in &found {
                prop_assert_eq!(word.has_digits, word.bytes.iter().any(u8::is_ascii_digit));
                // The hash is that of the word, wherever it stands.
                prop_assert_eq!(Some(*word), words(word.bytes).next());
                prop_assert_eq!(Some(*word), first_word(word.bytes));
            }
            for word in &found {
                let rest: Vec<u8> =
                    word.bytes.iter().copied().filter(|byte| !byte.is_ascii_digit()).collect();
                let rest = words(&rest).next().map(|word| word.hash);
                prop_assert_eq!(hash_without_digits(word.bytes), rest);
            }
            prop_assert_eq!(first_word(text.as_bytes()), found.first().copied());
            for (one, other) in found.iter().zip(found.iter().skip(1)) {
                let small = |word: &Word<'_>| word.bytes.to_ascii_lowercase();
                prop_assert_eq!(small(one) == small(other), one.hash == other.hash);
            }
        }
    }
}
