//! URLs that are resolved without being parsed.
//!
//! Most links of a page are written in characters that mean themselves, without user, port or
//! escapes, and to parse each by the URL Standard took a tenth of the time of a page. What is
//! resolved here is as `Url::join` resolves it; all else is left to that.

use url::{Position, Url};

/// A base of the scheme http or https, in the parts that are needed to resolve against it.
#[derive(Clone, Debug)]
pub(super) struct PlainBase {
    /// The URL without its fragment.
    text: String,
    /// Where its path begins.
    path: usize,
    /// Where the last segment of its path begins.
    last: usize,
}

impl PlainBase {
    pub(super) fn of(url: &Url) -> Option<Self> {
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        let text = url[..Position::AfterQuery].to_owned();
        let path = url[..Position::BeforePath].len();
        let last = url[..Position::AfterPath].rfind('/').filter(|&at| at >= path)? + 1;
        Some(Self { text, path, last })
    }

    /// The base with its path cut after `..` so many times.
    fn above(&self, levels: usize) -> &str {
        let mut end = self.last;
        for _ in 0..levels {
            // A path ends with the slash that is not to be found here.
            let above = self.text[self.path..end - 1].rfind('/');
            end = above.map_or(end.min(self.path + 1), |at| self.path + at + 1);
        }
        &self.text[..end]
    }
}

/// The absolute form of a URL that is plain, against a base that may be missing.
pub(super) fn plain_join(base: Option<&PlainBase>, href: &str) -> Option<String> {
    if href.starts_with("http") {
        return is_normal(href).then(|| href.to_owned());
    }
    let base = base?;
    if href.starts_with('#') {
        return is_tail(href).then(|| [&base.text, href].concat());
    }
    if let Some(path) = href.strip_prefix('/') {
        return (!path.starts_with('/') && is_path_and_tail(path))
            .then(|| [&base.text[..base.path], href].concat());
    }
    let (mut levels, mut path) = (0, href);
    while let Some(below) = path.strip_prefix("../") {
        (levels, path) = (levels + 1, below);
    }
    // A colon could end a scheme, and before `?` and `#` a name has to stand.
    let is_plain = path.bytes().next().is_none_or(|byte| !matches!(byte, b'/' | b'?' | b'#'))
        && !path[..path_len(path)].contains(':')
        && (levels > 0 || !path.is_empty())
        && is_path_and_tail(path);
    is_plain.then(|| [base.above(levels), path].concat())
}

/// Whether a URL is absolute and its own normal form.
fn is_normal(href: &str) -> bool {
    let Some(rest) = href.strip_prefix("https://").or_else(|| href.strip_prefix("http://")) else {
        return false;
    };
    let Some((host, path)) = rest.split_once('/') else { return false };
    is_normal_host(host) && is_path_and_tail(path)
}

/// Whether a host is a domain that nothing is done to: no number, no Punycode.
fn is_normal_host(host: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with("xn--")
            && label.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    host.split('.').all(is_label) && last.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Whether what stands behind a slash of a path stays as it is: no segment is a dot or two.
fn is_path_and_tail(text: &str) -> bool {
    let (path, tail) = text.split_at(path_len(text));
    !path.starts_with('.')
        && !path.contains("/.")
        && path.bytes().all(is_plain_byte)
        && is_tail(tail)
}

/// Bytes of the path that a text begins with.
fn path_len(text: &str) -> usize {
    text.bytes().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(text.len())
}

/// Whether a query and a fragment stay as they are.
fn is_tail(tail: &str) -> bool {
    tail.bytes().all(|byte| is_plain_byte(byte) || matches!(byte, b'?' | b'%' | b'#'))
}

/// Whether a byte means itself in paths, queries and fragments.
fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'(' | b')' | b'*')
        || matches!(byte, b'+' | b',' | b';' | b'=' | b':' | b'@' | b'/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn join(base: &Url, href: &str) -> Option<String> {
        plain_join(PlainBase::of(base).as_ref(), href)
    }

    #[test]
    fn links_as_pages_have_them_are_resolved_without_a_parser() {
        let base =
            Url::parse("https://docs.example/std/vec/struct.Vec.html?a=1#top").expect("a URL");
        let cases = [
            ("index.html", "https://docs.example/std/vec/index.html"),
            ("../../core/index.html#x", "https://docs.example/core/index.html#x"),
            ("../../../../x", "https://docs.example/x"),
            ("/search?q=a%20b", "https://docs.example/search?q=a%20b"),
            ("#method.push", "https://docs.example/std/vec/struct.Vec.html?a=1#method.push"),
            ("https://other.example/a", "https://other.example/a"),
        ];
        for (href, absolute) in cases {
            assert_eq!(join(&base, href).as_deref(), Some(absolute), "{href}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn what_is_normal_is_the_normal_form(host in "[a-z0-9.-]{0,10}|(xn--|[a-z]|1|0x|-|[.]){0,5}") {
            let url = format!("https://{host}/x");
            if is_normal(&url) {
                prop_assert_eq!(Url::parse(&url).map(String::from), Ok(url));
            }
        }

        #[test]
        fn what_is_resolved_is_as_the_standard_resolves_it(
            base in prop::sample::select(vec![
                "http://a.example", "https://a.example/b/c//d.html?e=f#g", "https://u:p@a.example:81/x/",
                "http://1.2.3.4/..a/b", "ftp://a.example/b", "data:text/html,x", "https://[::1]/a/b/c/d/e",
            ]),
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "/", "//", "..", "../", ".", "./", "a", "B", "1", "-", "_", "?", "#", "%", "%2e", ":",
                    "@", "&", "=", ";", "'", "\\", " ", "http", "https://", "http:", "http://", "a.example",
                    "xn--", "1.2", "0x1", "\u{e9}", "{", "|", "c:", "mailto", "%zz", "~", "\t", "[", "]",
                ]),
                0..8,
            ),
        ) {
            let base = Url::parse(base).expect("a URL");
            let href = pieces.concat();
            if let Some(absolute) = join(&base, &href) {
                prop_assert_eq!(base.join(&href).map(String::from), Ok(absolute));
            }
        }
    }
}
