//! The encoding of a page, as far as it matters for reading its markup.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// The bytes of a page in an encoding in which ASCII bytes stand for themselves, and which that is:
/// the page's own where it is such a one, else UTF-8.
pub(crate) fn readable<'a>(
    body: &'a [u8],
    content_type: Option<&str>,
) -> (Cow<'a, [u8]>, &'static Encoding) {
    let encoding = encoding_of(body, content_type);
    // In these, bytes that look like markup may be halves of characters.
    if [UTF_16LE, UTF_16BE, ISO_2022_JP].contains(&encoding) {
        (Cow::Owned(encoding.decode(body).0.into_owned().into_bytes()), UTF_8)
    } else {
        (Cow::Borrowed(body), encoding)
    }
}

/// The encoding of a page: byte order mark, header, a `charset` near the start, UTF-8.
fn encoding_of(body: &[u8], content_type: Option<&str>) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(body) {
        return encoding;
    }
    let head = || String::from_utf8_lossy(&body[..body.len().min(1024)]);
    content_type
        .and_then(charset_in)
        .or_else(|| charset_in(&head()).map(Encoding::output_encoding))
        .unwrap_or(UTF_8)
}

/// The encoding named after `charset=` in a text.
fn charset_in(text: &str) -> Option<&'static Encoding> {
    let lower = text.to_ascii_lowercase();
    let label = lower.split_once("charset=")?.1.trim_start_matches(['"', '\'', ' ']);
    let end = label.find(|c: char| !c.is_ascii_alphanumeric() && !"-_:.".contains(c));
    Encoding::for_label(&label.as_bytes()[..end.unwrap_or(label.len())])
}
