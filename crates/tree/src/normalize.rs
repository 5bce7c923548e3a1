//! One spelling for each URL.
//!
//! URLs are compared as strings once they are normalized: parsed as browsers do (WHATWG), the
//! fragment and credentials dropped, percent escapes in their shortest equivalent form
//! (RFC 3986, 6.2.2: hexadecimal digits in capitals, unreserved characters unescaped). Nothing
//! is guessed: case in paths, trailing slashes and parameters stay as they are.

use url::Url;

/// Bytes of a URL. Longer ones have no place in a crawl or a store, wherever they come from: servers and
/// caches take no more than that either (RFC 9110, 4.1, asks for 8000 at least of servers, browsers and
/// proxies in use stop at 2,083).
pub const MAX_URL_BYTES: usize = 2000;

/// The normalized form of a URL; `None` if it is not http(s), has no host, or is too long.
pub fn normalize(mut url: Url) -> Option<Url> {
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
        return None;
    }
    url.set_fragment(None);
    if !url.username().is_empty() || url.password().is_some() {
        url.set_username("").ok()?;
        url.set_password(None).ok()?;
    }
    if url.path().contains('%') {
        let path = canonical_escapes(url.path());
        url.set_path(&path);
    }
    if let Some(query) = url.query().filter(|query| query.contains('%')) {
        let query = canonical_escapes(query);
        url.set_query(Some(&query));
    }
    (url.as_str().len() <= MAX_URL_BYTES).then_some(url)
}

/// Percent escapes with capital digits, and none for unreserved characters. Escapes of dots stay,
/// for `%2e%2e` unescaped would be taken for a step up, and so do those of digits that a `%` before
/// them, which is none of an escape, would make one of.
pub fn canonical_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let escape = rest.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        // `from_str_radix` takes a sign, which no escape has.
        let signed = rest[at + 1..].starts_with('+');
        let Some(byte) = escape.filter(|_| !signed) else {
            out.push('%');
            rest = &rest[at + 1..];
            continue;
        };
        let is_unreserved = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~');
        if is_unreserved && !(byte.is_ascii_hexdigit() && ends_in_open_escape(&out)) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
        rest = &rest[at + 3..];
    }
    out.push_str(rest);
    out
}

/// Whether a text ends in a `%` that is followed by one hexadecimal digit at most.
fn ends_in_open_escape(text: &str) -> bool {
    match text.as_bytes() {
        [.., b'%'] => true,
        [.., b'%', digit] => digit.is_ascii_hexdigit(),
        _ => false,
    }
}

/// The site a URL belongs to: host, and port where it is not the scheme's own. Both schemes of a
/// host are one site.
pub fn site_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// The origin of a URL, which robots.txt is valid for: scheme, host and port.
pub fn origin_of(url: &Url) -> String {
    url.origin().ascii_serialization()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn normal(text: &str) -> Option<String> {
        normalize(Url::parse(text).ok()?).map(String::from)
    }

    #[test]
    fn equal_urls_have_one_spelling() {
        for (given, expected) in [
            ("HTTP://Example.COM:80/A/./b/../C?q=1#top", "http://example.com/A/C?q=1"),
            ("https://example.com", "https://example.com/"),
            ("https://user:secret@example.com/", "https://example.com/"),
            ("http://example.com/%7euser/%c3%a9", "http://example.com/~user/%C3%A9"),
            ("http://example.com/a%2fb?x=%2f%41", "http://example.com/a%2Fb?x=%2FA"),
            ("http://example.com/100%", "http://example.com/100%"),
            ("http://example.com/%+1x", "http://example.com/%+1x"),
            ("http://example.com/%%66f", "http://example.com/%%66f"),
        ] {
            assert_eq!(normal(given).as_deref(), Some(expected), "{given}");
        }
    }

    #[test]
    fn different_urls_stay_different() {
        for (a, b) in [
            ("http://example.com/A", "http://example.com/a"),
            ("http://example.com/a", "http://example.com/a/"),
            ("http://example.com/?a=1&b=2", "http://example.com/?b=2&a=1"),
            ("http://example.com/", "https://example.com/"),
        ] {
            assert_ne!(normal(a), normal(b));
        }
    }

    #[test]
    fn other_schemes_have_no_form() {
        for text in ["ftp://example.com/", "mailto:a@example.com", "data:text/html,x"] {
            assert_eq!(normal(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn normalizing_twice_changes_nothing(path in "[%0-9a-fA-Fz./]{0,12}", query in "[%0-9a-fz]{0,6}") {
            let Some(once) = normal(&format!("http://example.com/{path}?{query}")) else {
                return Ok(());
            };
            prop_assert_eq!(normal(&once), Some(once));
        }
    }
}
