//! Telling HTML from what is not.

/// Tags that an HTML page may begin with, where it does not begin with a doctype or a comment:
/// those of the WHATWG's MIME Sniffing Standard (7.1), and the void elements of a `head`.
const FIRST_TAGS: [&str; 19] = [
    "!doctype html",
    "html",
    "head",
    "body",
    "title",
    "meta",
    "base",
    "link",
    "script",
    "style",
    "iframe",
    "h1",
    "div",
    "font",
    "table",
    "a",
    "b",
    "br",
    "p",
];

/// Whether bytes begin as an HTML page does.
pub(crate) fn looks_like_html(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let ascii: Vec<u8>;
    let mut rest = if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        // UTF-16: every other byte of ASCII is zero.
        ascii = head[2..].iter().copied().filter(|&byte| byte != 0).collect();
        &ascii
    } else {
        head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head)
    };
    rest = rest.trim_ascii_start();
    while rest.starts_with(b"<?") {
        let Some(end) = rest.iter().position(|&byte| byte == b'>') else { return false };
        rest = rest[end + 1..].trim_ascii_start();
    }
    rest.starts_with(b"<!--") || FIRST_TAGS.iter().any(|tag| begins_with_tag(rest, tag))
}

/// Whether `bytes` begin with `<`, the name, and a character that ends a name.
fn begins_with_tag(bytes: &[u8], name: &str) -> bool {
    let Some((b'<', rest)) = bytes.split_first() else { return false };
    let Some((start, rest)) = rest.split_at_checked(name.len()) else { return false };
    let ended =
        rest.first().is_none_or(|&byte| byte.is_ascii_whitespace() || b"/>".contains(&byte));
    ended && start.eq_ignore_ascii_case(name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_told_by_its_beginning() {
        for html in [
            "<!DOCTYPE html><p>x",
            " \n<HTML>",
            "\u{feff}<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE html SYSTEM \"x\">",
            "<!-- saved from a site --><html>",
            "<p>a fragment",
            "<base href=\"/\">",
        ] {
            assert!(looks_like_html(html.as_bytes()), "{html}");
        }
        let utf16: Vec<u8> = "\u{feff}<html>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert!(looks_like_html(&utf16));
    }

    #[test]
    fn other_content_is_not_html() {
        for other in
            ["", "text", "{\"a\": 1}", "<?xml version=\"1.0\"?><rss>", "<svg>", "<?xml", "<pre>"]
        {
            assert!(!looks_like_html(other.as_bytes()), "{other}");
        }
        assert!(!looks_like_html(b"\x89PNG\r\n\x1a\n"));
    }
}
