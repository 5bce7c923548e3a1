//! Bytes, eight at a time, as the numbers that a machine compares and multiplies in one step.

/// One in each of the eight bytes.
const ONES: u64 = u64::MAX / 255;

/// Steps of eight bytes in which [`find`] looks before it calls upon memchr.
const NEAR: usize = 4;

/// The first eight bytes of a text; where it has less, zeros.
#[inline]
pub(crate) fn load(text: &[u8]) -> u64 {
    if let Some(chunk) = text.first_chunk() {
        return u64::from_le_bytes(*chunk);
    }
    match (text.first_chunk(), text.last_chunk()) {
        // The two overlap, and agree where they do.
        (Some(low), Some(high)) => {
            let high = u64::from(u32::from_le_bytes(*high));
            u64::from(u32::from_le_bytes(*low)) | high << (8 * (text.len() - 4))
        }
        _ => text.iter().rev().fold(0, |chunk, &byte| chunk << 8 | u64::from(byte)),
    }
}

/// Has the high bit of the lowest byte set that is below `limit` (at most 128), and of none before
/// it; zero if there is none.
#[inline]
pub(crate) fn below(chunk: u64, limit: u8) -> u64 {
    chunk.wrapping_sub(ONES * u64::from(limit)) & !chunk & (ONES << 7)
}

/// Not zero if there is a decimal digit among the bytes.
#[inline]
pub(crate) fn digits_in(chunk: u64) -> u64 {
    below(chunk ^ (ONES * u64::from(b'0')), 10)
}

/// Whether there is a decimal digit in a text.
#[inline]
pub(crate) fn has_digits(text: &[u8]) -> bool {
    let (chunks, rest) = text.as_chunks();
    let found = chunks.iter().fold(0, |found, chunk| found | digits_in(u64::from_le_bytes(*chunk)));
    (found | digits_in(load(rest))) != 0
}

/// The place of the first `byte` from a place on. What a tokenizer looks for is mostly so near
/// that calling memchr takes longer than finding it.
#[inline]
pub(crate) fn find(byte: u8, text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    for _ in 0..NEAR {
        let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk()) else { break };
        let found = below(u64::from_le_bytes(*chunk) ^ (ONES * u64::from(byte)), 1);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    memchr::memchr(byte, text.get(at..)?).map(|length| at + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_are_found_where_they_are(
            text in prop::collection::vec(prop::sample::select(&b"<a\x00\x3b\xbc\xff"[..]), 0..60),
            from in 0_usize..70,
        ) {
            let expected = (from..text.len()).find(|&at| text[at] == b'<');
            prop_assert_eq!(find(b'<', &text, from), expected);
        }

        #[test]
        fn short_texts_are_loaded_with_zeros_behind(text in prop::collection::vec(any::<u8>(), 0..12)) {
            let mut padded = [0; 8];
            let length = text.len().min(8);
            padded[..length].copy_from_slice(&text[..length]);
            prop_assert_eq!(load(&text), u64::from_le_bytes(padded));
        }
    }
}
