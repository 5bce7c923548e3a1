//! The bytes of a page as far as its markup is read from them.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use sitewrap_tree::encoding_of;
use std::borrow::Cow;

/// A page whose markup can be read byte by byte.
#[derive(Debug)]
pub(crate) struct Readable<'a> {
    /// The page in an encoding in which ASCII bytes stand for themselves.
    pub(crate) text: Cow<'a, [u8]>,
    pub(crate) encodings: Encodings,
}

/// What the texts of a page are in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encodings {
    /// The encoding of the bytes at hand.
    pub(crate) text: &'static Encoding,
    /// The encoding of the page as it was sent, in which the queries of its links are written.
    pub(crate) page: &'static Encoding,
}

/// The bytes of a page in its own encoding where that is such a one, else in UTF-8.
pub(crate) fn readable<'a>(body: &'a [u8], content_type: Option<&str>) -> Readable<'a> {
    let page = encoding_of(body, content_type);
    // In these, bytes that look like markup may be halves of characters.
    if [UTF_16LE, UTF_16BE, ISO_2022_JP].contains(&page) {
        let text = Cow::Owned(page.decode(body).0.into_owned().into_bytes());
        Readable { text, encodings: Encodings { text: UTF_8, page } }
    } else {
        Readable { text: Cow::Borrowed(body), encodings: Encodings { text: page, page } }
    }
}
