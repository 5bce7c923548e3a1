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
    text.first_chunk().map_or_else(|| load_short(text), |chunk| u64::from_le_bytes(*chunk))
}

fn load_short(text: &[u8]) -> u64 {
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

/// Has the high bit of each byte set that equals `byte`, and no other, for bytes without their high
/// bits.
#[inline]
pub(crate) fn equal_low(chunk: u64, byte: u8) -> u64 {
    !(chunk ^ (ONES * u64::from(byte))).wrapping_add(LOW) & HIGH
}

/// Has the high bit of the first byte set that may end the name of a tag: `/`, `>`, white space and,
/// though they do not end it, control characters; of none before it, and of some after it.
#[inline]
pub(crate) fn name_ends(chunk: u64) -> u64 {
    places(chunk, b'/') | value_ends(chunk)
}

/// As [`name_ends`] for the value of an attribute without quotes, which `/` does not end.
#[inline]
pub(crate) fn value_ends(chunk: u64) -> u64 {
    places(chunk, b'>') | below(chunk, b' ' + 1)
}

/// Has the high bit of each byte set that is neither white space nor a control character, and no
/// other.
#[inline]
pub(crate) fn solid(chunk: u64) -> u64 {
    (((chunk & LOW) + ONES * u64::from(0x7f - b' ')) | chunk) & HIGH
}

/// Bytes up to the first white space or control character, or the end of the text.
#[inline]
pub(crate) fn solid_length(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        // Behind the text are zeros.
        let blank = below(load(&text[at..]), b' ' + 1);
        if blank != 0 {
            return at + first_place(blank);
        }
        at += 8;
    }
}

/// Whether all bytes of a text are of ASCII and none of them is `byte`.
#[inline]
pub(crate) fn is_ascii_without(text: &[u8], byte: u8) -> bool {
    let odd = |chunk: u64| chunk & HIGH | places(chunk, byte);
    // The last eight overlap with those before; a short text has zeros behind.
    let last = text.last_chunk().map_or_else(|| load(text), |last| u64::from_le_bytes(*last));
    let chunks = text.as_chunks().0.iter();
    chunks.fold(odd(last), |seen, chunk| seen | odd(u64::from_le_bytes(*chunk))) == 0
}

/// Where the solid part of a text begins and ends, that is, all but white space and control
/// characters around it; `None` if there is none. The text is the first `length` bytes of `rest`.
#[inline]
pub(crate) fn trimmed(rest: &[u8], length: usize) -> Option<(usize, usize)> {
    let mut start = 0;
    loop {
        let solid = solid(load(&rest[start..]));
        if solid != 0 {
            start += first_place(solid);
            break;
        }
        start += 8;
        if start >= length {
            return None;
        }
    }
    if start >= length {
        return None;
    }
    let mut end = length;
    while rest[end - 1] <= b' ' {
        // There is a solid byte before.
        let solid = rest[..end].last_chunk().map_or(0, |chunk| solid(u64::from_le_bytes(*chunk)));
        end -= if solid == 0 { 1 } else { solid.leading_zeros() as usize / 8 };
    }
    Some((start, end))
}

/// The bit in which a small letter differs from its capital, in each of eight bytes. Some signs are
/// taken for one another with it (`[` and `{`), but none for a letter, and of digits and the hyphen
/// only control characters.
pub(crate) const SMALL: u64 = ONES * 0x20;

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

/// Has the high bit of each byte set that is a decimal digit, and no other.
#[inline]
pub(crate) fn digits(chunk: u64) -> u64 {
    let value = chunk ^ (ONES * u64::from(b'0'));
    !(((value & LOW) + ONES * (0x80 - 10)) | value | LOW)
}

/// The place of the first `byte` from a place on. What a tokenizer looks for is mostly so near
/// that calling memchr takes longer than finding it, and often among the next eight bytes.
#[inline]
pub(crate) fn find(byte: u8, text: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let mut at = from;
    for chunk in rest.as_chunks().0.iter().take(NEAR) {
        let found = places(u64::from_le_bytes(*chunk), byte);
        if found != 0 {
            return Some(at + first_place(found));
        }
        at += 8;
    }
    memchr::memchr(byte, &text[at..]).map(|length| at + length)
}

/// Has the high bit of the first byte set that equals `byte`, and of none before it; those of later
/// bytes may be set wrongly.
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
            let low = chunk & LOW;
            prop_assert_eq!(equal_low(low, picked), u64::from_le_bytes(low.to_le_bytes().map(|byte| if byte == picked { 0x80 } else { 0 })));
            let first = |bits: u64| bits & bits.wrapping_neg();
            prop_assert_eq!(first(value_ends(chunk)), first(marks(&ends_value)));
            let ends_name = |byte: u8| ends_value(byte) || byte == b'/';
            prop_assert_eq!(first(name_ends(chunk)), first(marks(&ends_name)));
            prop_assert_eq!(solid(chunk), marks(&|byte| byte > b' '));
            prop_assert_eq!(digits(chunk), marks(&|byte| byte.is_ascii_digit()));
            bytes[at..].fill(0);
            prop_assert_eq!(super::first(chunk, at), u64::from_le_bytes(bytes));
        }

        #[test]
        fn texts_are_trimmed(
            text in prop::collection::vec(prop::sample::select(&b" \n\x00  a<\xa0"[..]), 0..40),
            rest in prop::collection::vec(any::<u8>(), 0..12),
        ) {
            let start = text.iter().position(|byte| *byte > b' ');
            let last = text.iter().rposition(|byte| *byte > b' ');
            let expected = start.zip(last.map(|last| last + 1));
            prop_assert_eq!(trimmed(&[&text[..], &rest].concat(), text.len()), expected);
            let plain = text.iter().all(|byte| byte.is_ascii() && *byte != b'<');
            prop_assert_eq!(is_ascii_without(&text, b'<'), plain);
            let blank = text.iter().position(|byte| *byte <= b' ');
            prop_assert_eq!(solid_length(&text), blank.unwrap_or(text.len()));
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
