//! Character references: decoded from raw attribute values, written back when one is set.

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};
use memchr::memchr;
use std::borrow::Cow;

/// The value of an attribute as written in the source, with character references decoded as the
/// HTML standard says for attributes: `&copy` before `=` or a letter or digit is no reference, so
/// that `?a=1&copy=2` survives.
pub fn decode_attribute(raw: &str) -> Cow<'_, str> {
    decode(raw, Context::Attribute)
}

/// Where a character reference stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    Attribute,
    Text,
}

/// A text with its character references decoded as the HTML standard says for the context that it
/// stands in.
pub(crate) fn decode(raw: &str, context: Context) -> Cow<'_, str> {
    let Some(first) = memchr(b'&', raw.as_bytes()) else { return Cow::Borrowed(raw) };
    let mut decoded = String::with_capacity(raw.len());
    decoded.push_str(&raw[..first]);
    let mut rest = &raw[first..];
    while let Some(after) = rest.strip_prefix('&') {
        rest = match reference(after, context, &mut decoded) {
            Some(used) => &after[used..],
            None => {
                decoded.push('&');
                after
            }
        };
        let plain = memchr(b'&', rest.as_bytes()).unwrap_or(rest.len());
        decoded.push_str(&rest[..plain]);
        rest = &rest[plain..];
    }
    Cow::Owned(decoded)
}

/// Decodes the character reference that the text behind an `&` is or begins with; gives the number of bytes
/// used, `None` where it is none.
pub(crate) fn reference(text: &str, context: Context, out: &mut String) -> Option<usize> {
    match text.strip_prefix('#') {
        Some(number) => numeric(number, out).map(|used| used + 1),
        None => named(text, context, out),
    }
}

/// Decodes what stands behind `&#`; gives the number of bytes used.
fn numeric(text: &str, out: &mut String) -> Option<usize> {
    let (digits, radix, prefix) = match text.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 1),
        None => (text, 10, 0),
    };
    let len = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    if len == 0 {
        return None;
    }
    // Numbers too large for u32 are out of range in any case.
    let code = u32::from_str_radix(&digits[..len], radix).unwrap_or(u32::MAX);
    let replaced = code.checked_sub(0x80).and_then(|c1| *C1_REPLACEMENTS.get(c1 as usize)?);
    let decoded = replaced.or_else(|| char::from_u32(code)).filter(|&c| c != '\0');
    out.push(decoded.unwrap_or('\u{fffd}'));
    Some(prefix + len + usize::from(digits[len..].starts_with(';')))
}

/// Decodes the longest name that stands behind `&`; gives the number of bytes used.
fn named(text: &str, context: Context, out: &mut String) -> Option<usize> {
    let mut longest = None;
    let names = text.char_indices().take_while(|(_, c)| c.is_ascii_alphanumeric() || *c == ';');
    for (start, c) in names {
        let end = start + c.len_utf8();
        // The table has every prefix of a name, with zeros where it is none itself.
        match NAMED_ENTITIES.get(&text[..end]) {
            Some(&(0, _)) => {}
            Some(&chars) => longest = Some((end, chars)),
            None => break,
        }
    }
    let (end, (first, second)) = longest?;
    let next = text[end..].chars().next();
    let is_open = !text[..end].ends_with(';');
    if context == Context::Attribute
        && is_open
        && next.is_some_and(|c| c == '=' || c.is_ascii_alphanumeric())
    {
        return None;
    }
    out.extend([first, second].into_iter().filter(|&c| c != 0).filter_map(char::from_u32));
    Some(end)
}

/// Appends a text with the characters escaped that would end it or begin something else.
pub(crate) fn escape_into(out: &mut String, text: &str, in_attribute: bool) {
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let escaped = match c {
            '&' => "&amp;",
            '\u{a0}' => "&nbsp;",
            '"' if in_attribute => "&quot;",
            '<' if !in_attribute => "&lt;",
            '>' if !in_attribute => "&gt;",
            // A parser turns a bare carriage return into a line feed.
            '\r' => "&#13;",
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(escaped);
        from = at + c.len_utf8();
    }
    out.push_str(&text[from..]);
}
