//! Bytes, eight at a time, as the numbers that a machine compares and multiplies in one step.

/// One in each of the eight bytes.
const ONES: u64 = u64::MAX / 255;

/// The high bit of each byte, and the seven others.
const HIGH: u64 = ONES << 7;
const LOW: u64 = !HIGH;

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
        // Some of the three are the same one.
        _ => [0, text.len() / 2, text.len().saturating_sub(1)]
            .into_iter()
            .filter_map(|at| Some(u64::from(*text.get(at)?) << (8 * at)))
            .fold(0, |chunk, byte| chunk | byte),
    }
}

/// Has the high bit of the lowest byte set that is below `limit` (at most 128), and of none before
/// it; zero if there is none.
#[inline]
pub(crate) fn below(chunk: u64, limit: u8) -> u64 {
    chunk.wrapping_sub(ONES * u64::from(limit)) & !chunk & HIGH
}

/// Has the high bit of each byte set that equals `byte`, and no other.
#[inline]
pub(crate) fn equal(chunk: u64, byte: u8) -> u64 {
    let differing = chunk ^ (ONES * u64::from(byte));
    !((differing & LOW).wrapping_add(LOW) | differing | LOW)
}

/// As [`equal`] for bytes without their high bits.
#[inline]
pub(crate) fn equal_low(chunk: u64, byte: u8) -> u64 {
    !(chunk ^ (ONES * u64::from(byte))).wrapping_add(LOW) & HIGH
}

/// Has the high bit of each byte set that may end the name of a tag, and no other: `/`, `>`, white
/// space and, though they do not end it, control characters.
#[inline]
pub(crate) fn name_ends(chunk: u64) -> u64 {
    equal(chunk, b'/') | value_ends(chunk)
}

/// Has the high bit of each byte set that may end the value of an attribute without quotes, and no
/// other: `>`, white space and, though they do not end it, control characters.
#[inline]
pub(crate) fn value_ends(chunk: u64) -> u64 {
    let above_space = (chunk & LOW) + ONES * u64::from(0x7f - b' ');
    equal(chunk, b'>') | !(above_space | chunk | LOW)
}

/// The bytes with capital letters of ASCII made small.
#[inline]
pub(crate) fn small(chunk: u64) -> u64 {
    let low = chunk & LOW;
    let from_a = low + ONES * u64::from(0x80 - b'A');
    let after_z = low + ONES * u64::from(0x80 - b'Z' - 1);
    chunk | ((from_a ^ after_z) & !chunk & HIGH) >> 2
}

/// The first `count` bytes, at most eight, and zeros behind.
#[inline]
pub(crate) fn first(chunk: u64, count: usize) -> u64 {
    if count < 8 { chunk & !(u64::MAX << (8 * count)) } else { chunk }
}

/// Not zero if there is a decimal digit among the bytes.
#[inline]
pub(crate) fn digits_in(chunk: u64) -> u64 {
    below(chunk ^ (ONES * u64::from(b'0')), 10)
}

/// The place of the first `byte` from a place on. What a tokenizer looks for is mostly so near
/// that calling memchr takes longer than finding it, and often among the next eight bytes.
#[inline]
pub(crate) fn find(byte: u8, text: &[u8], from: usize) -> Option<usize> {
    let chunk = text.get(from..)?.first_chunk();
    let found = chunk.map_or(0, |chunk| places(u64::from_le_bytes(*chunk), byte));
    if found == 0 { find_on(byte, text, from) } else { Some(from + first_place(found)) }
}

/// As [`find`], where it is not among the first eight bytes.
fn find_on(byte: u8, text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    for _ in 0..NEAR {
        let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk()) else { break };
        let found = places(u64::from_le_bytes(*chunk), byte);
        if found != 0 {
            return Some(at + first_place(found));
        }
        at += 8;
    }
    memchr::memchr(byte, text.get(at..)?).map(|length| at + length)
}

/// Has the high bit of the first byte set that equals `byte`, and of none before it; those of later
/// bytes may be set wrongly. Quicker than [`equal`].
#[inline]
pub(crate) fn places(chunk: u64, byte: u8) -> u64 {
    below(chunk ^ (ONES * u64::from(byte)), 1)
}

/// The place of the first byte, from 0, whose high bit is set.
#[inline]
pub(crate) fn first_place(bits: u64) -> usize {
    bits.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_are_told_one_by_one(bytes in any::<[u8; 8]>(), picked in prop::sample::select(&b"/> =\t\x1fAZ[az"[..]), at in 0_usize..8) {
            let mut bytes = bytes;
            bytes[at] = picked;
            let chunk = u64::from_le_bytes(bytes);
            let marks = |test: &dyn Fn(u8) -> bool| {
                u64::from_le_bytes(bytes.map(|byte| if test(byte) { 0x80 } else { 0 }))
            };
            let ends_value = |byte: u8| byte <= b' ' || byte == b'>';
            prop_assert_eq!(equal(chunk, picked), marks(&|byte| byte == picked));
            prop_assert_eq!(value_ends(chunk), marks(&ends_value));
            prop_assert_eq!(name_ends(chunk), marks(&|byte| ends_value(byte) || byte == b'/'));
            prop_assert_eq!(small(chunk), u64::from_le_bytes(bytes.map(|byte| byte.to_ascii_lowercase())));
            bytes[at..].fill(0);
            prop_assert_eq!(first(chunk, at), u64::from_le_bytes(bytes));
        }

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
