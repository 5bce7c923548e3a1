//! From places in a page's text back to places in its bytes.

use crate::decode::BYTE_ORDER_MARK;
use encoding_rs::{DecoderResult, Encoding, UTF_8};
use std::ops::Range;

/// Where the bytes of a decoded text come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Offsets {
    /// The text is the page's bytes from this one on.
    Same(usize),
    /// For each byte of the text, and for its end, where the bytes begin that gave the character.
    Table(Vec<u32>),
}

impl Offsets {
    /// Decodes `bytes`, which begin at `skipped` in the page, once more, byte by byte: the only way
    /// to learn from a decoder which bytes gave which character. `None` if this does not give
    /// `text`.
    pub(crate) fn of(
        encoding: &'static Encoding,
        bytes: &[u8],
        skipped: usize,
        whole: bool,
        text: &str,
    ) -> Option<Self> {
        if encoding == UTF_8 && bytes == text.as_bytes() {
            return Some(Self::Same(skipped));
        }
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut table = Vec::with_capacity(text.len() + 1);
        // One byte gives three characters at most: two that were held back, and its own.
        let mut given = String::with_capacity(32);
        let mut from = skipped as u32;
        for (at, byte) in bytes.iter().enumerate() {
            let last = whole && at + 1 == bytes.len();
            let mut rest = std::slice::from_ref(byte);
            loop {
                let (result, read) =
                    decoder.decode_to_string_without_replacement(rest, &mut given, last);
                rest = &rest[read..];
                match result {
                    DecoderResult::InputEmpty => break,
                    DecoderResult::OutputFull => given.reserve(32),
                    DecoderResult::Malformed(_, _) => given.push('\u{fffd}'),
                }
            }
            if !given.is_empty() {
                let kept: usize =
                    given.chars().filter(|&c| c != BYTE_ORDER_MARK).map(char::len_utf8).sum();
                table.extend(std::iter::repeat_n(from, kept));
                from = (skipped + at + 1) as u32;
                given.clear();
            }
        }
        table.push((skipped + bytes.len()) as u32);
        (table.len() == text.len() + 1).then_some(Self::Table(table))
    }

    /// The bytes of the page that gave a range of the text.
    pub(crate) fn bytes(&self, text: Range<u32>) -> Range<usize> {
        let (start, end) = (text.start as usize, text.end as usize);
        match self {
            Self::Same(skipped) => start + skipped..end + skipped,
            Self::Table(table) => {
                let at = |at: usize| table.get(at).or(table.last()).map_or(0, |&at| at as usize);
                at(start)..at(end)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::decode;
    use proptest::prelude::*;

    fn offsets(body: &[u8], content_type: &str) -> (String, Offsets) {
        let mut problems = Vec::new();
        let decoded = decode(body, Some(content_type), 1 << 20, &mut problems);
        let offsets = decoded.offsets(body).expect("decoding again gives the same text");
        (decoded.text.into_owned(), offsets)
    }

    #[test]
    fn a_range_of_the_text_leads_to_its_bytes_in_any_encoding() {
        let cases: [(&[u8], &str, &str, &[u8]); 5] = [
            ("\u{feff}<p>né £5".as_bytes(), "text/html", "né", "né".as_bytes()),
            (b"<p>caf\xe9 \xa35", "text/html; charset=windows-1252", "\u{a3}5", b"\xa35"),
            (b"<p>\x93\xfa\x96{ x", "text/html; charset=shift_jis", "日本", b"\x93\xfa\x96{"),
            (b"<\0p\0>\0\x48\0\xe9\0.\0", "text/html; charset=utf-16le", "Hé", b"\x48\0\xe9\0"),
            (b"<p>a\xff\xfeb z", "text/html; charset=utf-8", "b z", b"b z"),
        ];
        for (body, content_type, wanted, bytes) in cases {
            let (text, offsets) = offsets(body, content_type);
            let at = text.find(wanted).expect(wanted) as u32;
            let range = offsets.bytes(at..at + wanted.len() as u32);
            assert_eq!(&body[range], bytes, "{content_type}");
        }
    }

    proptest! {
        #[test]
        fn each_character_has_bytes_whatever_the_page(
            body in prop::collection::vec(any::<u8>(), 0..200),
            label in prop::sample::select(vec![
                "utf-8", "utf-16be", "gb18030", "big5", "euc-jp", "iso-2022-jp", "koi8-r",
            ]),
        ) {
            let (text, offsets) = offsets(&body, &format!("text/html; charset={label}"));
            let mut before = 0;
            for (at, c) in text.char_indices() {
                let bytes = offsets.bytes(at as u32..(at + c.len_utf8()) as u32);
                prop_assert!(bytes.start >= before && bytes.end >= bytes.start);
                prop_assert!(bytes.end <= body.len());
                before = bytes.start;
            }
        }
    }
}
