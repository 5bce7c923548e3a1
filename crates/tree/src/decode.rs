//! Bytes to text: which encoding a page is in, and its text in it.
//!
//! The encoding comes from the first of these that says something the bytes do not contradict: a
//! byte order mark, the charset of the HTTP header, a `<meta>` near the beginning, detection.
//! This is the order of the HTML standard (section 13.2.3), with two departures for pages whose
//! labels are plainly wrong; see [`contradicts`].

use crate::Problem;
use crate::charset::{charset_of_content_type, charset_of_meta};
use crate::offsets::Offsets;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;
use std::ops::Range;

/// How much of a page the detector reads: it runs at about 45 MB/s, and this much is plenty.
const DETECTION_BYTES: usize = 64 << 10;

/// The text of a page.
pub(crate) struct Decoded<'b> {
    /// The bytes of the page themselves where they are its text.
    pub(crate) text: Cow<'b, str>,
    pub(crate) encoding: &'static Encoding,
    /// The bytes of the page that were decoded: those behind a mark at its beginning and within
    /// the limit.
    bytes: Range<usize>,
}

/// U+FEFF.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

impl Decoded<'_> {
    /// Where the text stands in `body`, from which it was decoded; costs another decoding, unless
    /// the page is plain UTF-8.
    pub(crate) fn offsets(&self, body: &[u8]) -> Option<Offsets> {
        let whole = self.bytes.end == body.len();
        let bytes = body.get(self.bytes.clone())?;
        Offsets::of(self.encoding, bytes, self.bytes.start, whole, &self.text)
    }
}

/// Decodes a page of at most `limit` bytes. Byte order marks are dropped wherever they stand.
pub(crate) fn decode<'b>(
    body: &'b [u8],
    content_type: Option<&str>,
    limit: usize,
    problems: &mut Vec<Problem>,
) -> Decoded<'b> {
    let kept = &body[..body.len().min(limit)];
    if kept.len() < body.len() {
        problems.push(Problem::BytesCut { kept: kept.len(), of: body.len() });
    }
    let whole = kept.len() == body.len();
    let (encoding, bytes) = match Encoding::for_bom(kept) {
        Some((encoding, bom)) => (encoding, &kept[bom..]),
        None => (choose(kept, content_type, problems), kept),
    };
    let (mut text, malformed) = decode_as(encoding, bytes, whole);
    if malformed > 0 {
        problems.push(Problem::Malformed { sequences: malformed });
    }
    if text.contains(BYTE_ORDER_MARK) {
        text.to_mut().retain(|c| c != BYTE_ORDER_MARK);
    }
    Decoded { text, encoding, bytes: kept.len() - bytes.len()..kept.len() }
}

/// The encoding of a page: what [`Document::parse`](crate::Document::parse) decodes it from.
/// `content_type` is the value of the header of that name.
///
/// # Complexity
/// Linear in the page, at some gigabytes a second for one in UTF-8.
pub fn encoding_of(body: &[u8], content_type: Option<&str>) -> &'static Encoding {
    match Encoding::for_bom(body) {
        Some((encoding, _)) => encoding,
        None => choose(body, content_type, &mut Vec::new()),
    }
}

fn choose(
    bytes: &[u8],
    content_type: Option<&str>,
    problems: &mut Vec<Problem>,
) -> &'static Encoding {
    let declared = [
        content_type.and_then(charset_of_content_type).map(|label| (label, None)),
        // A `<meta>` that could be read as ASCII cannot be in UTF-16, whatever it says.
        charset_of_meta(bytes).map(|label| (label, Some(UTF_8))),
    ];
    for (label, instead_of_utf16) in declared.into_iter().flatten() {
        let encoding = Encoding::for_label(label.as_bytes()).map(|encoding| {
            if encoding == UTF_16LE || encoding == UTF_16BE {
                instead_of_utf16.unwrap_or(encoding)
            } else {
                encoding
            }
        });
        match encoding {
            Some(encoding) if !contradicts(bytes, encoding) => return encoding,
            _ => problems.push(Problem::DeclaredEncodingIgnored { label }),
        }
    }
    detect(bytes)
}

/// Whether the bytes are plainly not in the declared encoding.
///
/// - Labelled UTF-8, but most of what is not ASCII is malformed.
/// - Labelled windows-1252 (or Latin-1, which means the same), the label that servers add without
///   looking, but valid UTF-8 that is not ASCII: no text in windows-1252 reads like that.
fn contradicts(bytes: &[u8], declared: &'static Encoding) -> bool {
    if declared == UTF_8 {
        if std::str::from_utf8(bytes).is_ok() {
            return false;
        }
        let (mut malformed, mut multibyte) = (0_usize, 0_usize);
        for chunk in bytes.utf8_chunks() {
            malformed += usize::from(!chunk.invalid().is_empty());
            if malformed > 0 || !chunk.valid().is_ascii() {
                multibyte += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
            }
        }
        malformed > multibyte
    } else {
        declared == WINDOWS_1252 && is_multibyte_utf8(bytes)
    }
}

fn is_multibyte_utf8(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && valid_utf8_but_for_cut(bytes)
}

/// Whether bytes are UTF-8; a character that the byte limit cut in two at the end is no error.
fn valid_utf8_but_for_cut(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true)
}

fn detect(bytes: &[u8]) -> &'static Encoding {
    if let Some(encoding) = utf16_by_zeros(bytes) {
        return encoding;
    }
    if valid_utf8_but_for_cut(bytes) {
        return UTF_8;
    }
    // Pages often begin with kilobytes of ASCII: start where the text starts.
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let end = bytes.len().min(first + DETECTION_BYTES);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[first..end], end == bytes.len());
    detector.guess(None, Utf8Detection::Allow)
}

/// UTF-16 without a mark: markup begins with `<`, so every other byte of its beginning is zero.
fn utf16_by_zeros(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, _, 0, ..] => Some(UTF_16LE),
        [0, b'<', 0, _, ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// The text, and the number of malformed sequences in it. When the bytes are not the `whole` body,
/// an incomplete character at the end is dropped.
fn decode_as<'b>(
    encoding: &'static Encoding,
    bytes: &'b [u8],
    whole: bool,
) -> (Cow<'b, str>, usize) {
    if encoding == UTF_8
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return (Cow::Borrowed(text), 0);
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8 + 16);
    let mut malformed = 0;
    let mut rest = bytes;
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, whole);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return (Cow::Owned(text), malformed),
            DecoderResult::OutputFull => text.reserve(rest.len() * 3 + 16),
            DecoderResult::Malformed(_, _) => {
                malformed += 1;
                text.reserve(rest.len() / 8 + 16);
                text.push('\u{fffd}');
            }
        }
    }
}
