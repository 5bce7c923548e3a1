//! Character references in attribute values, as browsers decode them.

use markup5ever::data::NAMED_ENTITIES;
use std::borrow::Cow;

/// The longest name of a character reference, semicolon included.
const LONGEST_NAME: usize = 33;

/// An attribute value with its character references decoded (HTML standard, 13.2.5.72 ff.). A
/// name without a semicolon before `=` or a letter or digit is no reference: `?a=1&copy=2` stays.
pub(crate) fn decode_attribute(raw: &str) -> Cow<'_, str> {
    if !raw.contains('&') {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let length = match after.strip_prefix('#') {
            Some(number) => numeric(number, &mut out).map(|length| length + 1),
            None => named(after, &mut out),
        };
        match length {
            Some(length) => rest = &after[length..],
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Decodes the reference whose digits `text` begins with; gives their length.
fn numeric(text: &str, out: &mut String) -> Option<usize> {
    let (digits, radix) = match text.strip_prefix(['x', 'X']) {
        Some(hex) => (hex, 16),
        None => (text, 10),
    };
    let count = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if count == 0 {
        return None;
    }
    let code = u32::from_str_radix(&digits[..count], radix).unwrap_or(u32::MAX);
    let character = char::from_u32(code).filter(|&character| character != '\0');
    out.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    let semicolon = usize::from(digits[count..].starts_with(';'));
    Some(text.len() - digits.len() + count + semicolon)
}

/// Decodes the longest name that `text` begins with; gives its length.
fn named(text: &str, out: &mut String) -> Option<usize> {
    let letters = text.bytes().take(LONGEST_NAME).take_while(u8::is_ascii_alphanumeric).count();
    let end = letters + usize::from(text[letters..].starts_with(';'));
    for length in (1..=end).rev() {
        // Prefixes of a name are keys of the table too, with no character of their own.
        let Some(&(first, second)) =
            NAMED_ENTITIES.get(&text[..length]).filter(|(first, _)| *first != 0)
        else {
            continue;
        };
        let next = text[length..].bytes().next();
        let bare = !text[..length].ends_with(';');
        if bare && next.is_some_and(|next| next == b'=' || next.is_ascii_alphanumeric()) {
            return None;
        }
        out.extend(
            [first, second].into_iter().filter(|&code| code != 0).filter_map(char::from_u32),
        );
        return Some(length);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::decode_attribute;

    #[test]
    fn references_are_decoded_as_in_browsers() {
        for (raw, expected) in [
            ("plain", "plain"),
            ("?a=1&amp;b=2", "?a=1&b=2"),
            ("?a=1&b=2", "?a=1&b=2"),
            ("?a=1&copy=2&amp=3", "?a=1&copy=2&amp=3"),
            ("?a=1&amp", "?a=1&"),
            ("&#x2F;caf&eacute;&#47;x", "/café/x"),
            ("&#0;&#xD800;&#99999999999;", "\u{fffd}\u{fffd}\u{fffd}"),
            ("&;&#;&#x;&unknown;", "&;&#;&#x;&unknown;"),
            ("&notin;&not ;&NotEqualTilde;", "∉¬ ;≂\u{338}"),
            ("a&sol;b&quest;c", "a/b?c"),
        ] {
            assert_eq!(decode_attribute(raw), expected, "{raw}");
        }
    }
}
