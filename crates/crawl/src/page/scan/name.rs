//! The names of elements and attributes.

use crate::page::bytes::{SMALL, first, first_place, name_ends, places};

/// The name of an element, in lower case, in a form that is quick to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name(pub(crate) u64);

impl Name {
    /// The name that is written so. Names of up to eight letters are kept whole, longer ones as
    /// a hash.
    #[inline]
    pub(crate) const fn of(text: &[u8]) -> Self {
        let (mut name, mut chunk, mut at) = (Self(0), 0, 0);
        while at < text.len() {
            chunk |= (text[at] as u64 | SMALL & 0xff) << (8 * (at % 8));
            at += 1;
            if at.is_multiple_of(8) || at == text.len() {
                name = name.and(chunk);
                chunk = 0;
            }
        }
        name
    }

    /// The name that goes on with up to eight more bytes, small ones, the first in the lowest bits.
    #[inline]
    const fn and(self, chunk: u64) -> Self {
        Self(self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ chunk)
    }
}

/// What a byte may end: the name of a tag, and that of an attribute.
pub(super) const ENDS_TAG: u8 = 1;
pub(super) const ENDS_ATTRIBUTE: u8 = 2;

/// What each byte ends.
const ENDS: [u8; 256] = {
    let mut ends = [0; 256];
    let both = b"/> \t\n\x0c\r";
    let mut at = 0;
    while at < both.len() {
        ends[both[at] as usize] = ENDS_TAG | ENDS_ATTRIBUTE;
        at += 1;
    }
    ends[b'=' as usize] = ENDS_ATTRIBUTE;
    ends
};

/// The name that begins at a place with any byte, and the place after it. `STOP` tells what ends it.
#[inline]
pub(super) fn read_name<const STOP: u8>(page: &[u8], at: usize) -> (Name, usize) {
    if let Some(chunk) = page[at..].first_chunk() {
        let chunk = u64::from_le_bytes(*chunk);
        // The first byte belongs to the name, whatever it is.
        let ends = name_ends_in::<STOP>(chunk) & !0xff;
        let length = first_place(ends);
        if ends != 0 && ENDS[(chunk >> (8 * length)) as usize & 0xff] & STOP != 0 {
            return (Name(first(chunk | SMALL, length)), at + length);
        }
    }
    read_long_name::<STOP>(page, at)
}

/// Has the high bit set of the first byte that may end a name.
#[inline]
fn name_ends_in<const STOP: u8>(chunk: u64) -> u64 {
    let equals = if STOP == ENDS_ATTRIBUTE { places(chunk, b'=') } else { 0 };
    name_ends(chunk) | equals
}

/// As [`read_name`], for names of more than seven bytes.
#[inline(never)]
fn read_long_name<const STOP: u8>(page: &[u8], at: usize) -> (Name, usize) {
    let (mut name, mut before) = (Name(0), 0xff);
    for (step, chunk) in page[at..].as_chunks().0.iter().enumerate() {
        let chunk = u64::from_le_bytes(*chunk);
        let ends = name_ends_in::<STOP>(chunk) & !before;
        if ends == 0 {
            (name, before) = (name.and(chunk | SMALL), 0);
            continue;
        }
        let length = first_place(ends);
        if ENDS[(chunk >> (8 * length)) as usize & 0xff] & STOP == 0 {
            break;
        }
        if length > 0 {
            name = name.and(first(chunk | SMALL, length));
        }
        return (name, at + 8 * step + length);
    }
    read_odd_name(page, at, STOP)
}

/// As [`read_name`], byte by byte: for names with control characters, and at the end of the page.
#[cold]
fn read_odd_name(page: &[u8], at: usize, stop: u8) -> (Name, usize) {
    let ends = |at: &usize| ENDS[usize::from(page[*at])] & stop != 0;
    let end = (at + 1..page.len()).find(ends).unwrap_or(page.len());
    (Name::of(&page[at..end]), end)
}
