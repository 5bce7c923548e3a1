//! Words of a text, hashed eight bytes at a time.

/// A word of a text: bytes above the space, up to white space or a control character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub(crate) bytes: &'a [u8],
    /// A hash of the bytes that is the same on every machine and in every run.
    pub(crate) hash: u64,
    /// Whether a digit is among them.
    pub(crate) has_digits: bool,
}

/// The words of a text, one after another.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].iter().take_while(|byte| **byte <= b' ').count();
        (at < text.len()).then(|| {
            let word = first(&text[at..]);
            at += word.bytes.len();
            word
        })
    })
}

/// The word that a text begins with; it is empty where the text begins with white space.
fn first(text: &[u8]) -> Word<'_> {
    let (mut state, mut digits, mut at) = (SEED, 0, 0);
    loop {
        let chunk = load(&text[at..]);
        let blanks = below(chunk, b' ' + 1);
        if blanks == 0 {
            state = fold(state, chunk);
            digits |= digits_in(chunk);
            at += 8;
            continue;
        }
        let left = blanks.trailing_zeros() / 8;
        let last = chunk & !(u64::MAX << (8 * left));
        at += left as usize;
        let (hash, has_digits) = (mix(fold(state, last)), digits | digits_in(last) != 0);
        return Word { bytes: &text[..at], hash, has_digits };
    }
}

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// The first eight bytes of a text; where it has less, zeros, which end a word, follow.
fn load(text: &[u8]) -> u64 {
    match text.first_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => text.iter().rev().fold(0, |chunk, &byte| chunk << 8 | u64::from(byte)),
    }
}

/// Bytes of a word repeated, one in each of its eight.
const ONES: u64 = u64::MAX / 255;

/// Has the high bit of the lowest byte set that is below `limit` (at most 128), and of none before
/// it; zero if there is none.
fn below(chunk: u64, limit: u8) -> u64 {
    chunk.wrapping_sub(ONES * u64::from(limit)) & !chunk & (ONES << 7)
}

/// Not zero if there is a decimal digit among eight bytes.
fn digits_in(chunk: u64) -> u64 {
    below(chunk ^ (ONES * u64::from(b'0')), 10)
}

/// A 64-bit hash of bytes that is the same on every machine and in every run: eight bytes at a
/// time, each step mixed so that all bits depend on all bytes.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut state = bytes.len() as u64 ^ SEED;
    for word in words {
        state = fold(state, u64::from_le_bytes(*word));
    }
    mix(fold(state, load(rest)))
}

/// Takes a word into a running hash.
pub(crate) fn fold(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word) * 0xa076_1d64_78bd_642f;
    (product as u64) ^ ((product >> 64) as u64) ^ word.rotate_left(32)
}

/// Spreads a hash over all its bits.
pub(crate) fn mix(mut state: u64) -> u64 {
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lengths_and_tails_tell_hashes_apart() {
        let texts: [&[u8]; 6] =
            [b"", b"\0", b"\0\0\0\0\0\0\0\0", b"abcdefgh", b"abcdefghi", b"abcdefg"];
        let hashes: std::collections::BTreeSet<u64> = texts.iter().map(|text| hash(text)).collect();
        assert_eq!(hashes.len(), texts.len());
    }

    proptest! {
        #[test]
        fn words_are_what_stands_between_blanks(text in "[ -:a\u{e9}\n]{0,40}") {
            let expected: Vec<&str> = text.split_ascii_whitespace().collect();
            let found: Vec<Word<'_>> = words(text.as_bytes()).collect();
            let bytes: Vec<&[u8]> = found.iter().map(|word| word.bytes).collect();
            prop_assert_eq!(&bytes, &expected.iter().map(|word| word.as_bytes()).collect::<Vec<_>>());
            for word in &found {
                prop_assert_eq!(word.has_digits, word.bytes.iter().any(u8::is_ascii_digit));
                // The hash is that of the word, wherever it stands.
                prop_assert_eq!(Some(*word), words(word.bytes).next());
            }
            for (one, other) in found.iter().zip(found.iter().skip(1)) {
                prop_assert_eq!(one.bytes == other.bytes, one.hash == other.hash);
            }
        }
    }
}
