//! What a robots.txt says: its rules for one crawler (RFC 9309, 2.2), and whether they match a path.
//!
//! A robots.txt may hold tens of thousands of rules with wildcards, and is asked about each URL. So
//! rules stay texts, tried from the longest down, each in one pass over the path: reading takes time
//! and room in proportion to the file, matching in proportion to its rules.

use memchr::memmem;
use url::{Position, Url};

/// What a robots.txt says to one crawler.
#[derive(Debug, Default)]
pub(crate) struct RobotRules {
    /// The longest first; of those as long, the ones that allow.
    rules: Vec<Rule>,
    /// Seconds between requests.
    pub(crate) delay: Option<f32>,
    /// Sitemaps as written; they are for all crawlers.
    pub(crate) sitemaps: Vec<String>,
}

#[derive(Debug)]
struct Rule {
    allows: bool,
    /// In one spelling, see [`respell`]; `*` stands for anything, `$` at the end for the end.
    pattern: Box<[u8]>,
}

/// For whom the lines of a group are.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Addressed {
    us: bool,
    all: bool,
}

impl RobotRules {
    /// Reads what a robots.txt says to the crawler with this product token. Lines that are none are
    /// passed over.
    pub(crate) fn parse(product_token: &str, text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let (mut own, mut general, mut sitemaps) = (Self::default(), Self::default(), Vec::new());
        let (mut addressed, mut in_heading, mut named) = (Addressed::default(), false, false);
        for (key, value) in text.split(|byte| b"\r\n".contains(byte)).filter_map(line) {
            let mut say = |act: &dyn Fn(&mut Self)| {
                in_heading = false;
                [(addressed.us, &mut own), (addressed.all, &mut general)]
                    .into_iter()
                    .filter_map(|(meant, group)| meant.then_some(group))
                    .for_each(act);
            };
            match &*key {
                b"allow" => say(&|group| group.add(true, value)),
                // As many a webmaster spells it.
                b"disallow" | b"dissallow" | b"disalow" | b"dissalow" | b"diasllow"
                | b"disallaw" => say(&|group| group.add(false, value)),
                b"crawl-delay" | b"crawldelay" | b"crawl delay" => {
                    say(&|group| group.delay = number(value).or(group.delay));
                }
                b"sitemap" | b"site-map" => {
                    sitemaps.push(String::from_utf8_lossy(value).into_owned());
                }
                b"user-agent" | b"useragent" | b"user agent" => {
                    if !std::mem::replace(&mut in_heading, true) {
                        addressed = Addressed::default();
                    }
                    addressed.us |= is_token(value, product_token);
                    addressed.all |= value.starts_with(b"*");
                    named |= addressed.us;
                }
                _ => {}
            }
        }
        let mut said = if named { own } else { general };
        said.rules.sort_by_key(|rule| (std::cmp::Reverse(rule.pattern.len()), !rule.allows));
        Self { sitemaps, ..said }
    }

    /// Adds a rule; an empty one says nothing.
    fn add(&mut self, allows: bool, path: &[u8]) {
        if path.is_empty() {
            return;
        }
        let rooted = if b"/*".contains(&path[0]) { path.to_vec() } else { [b"/", path].concat() };
        let pattern = respell(&rooted, true).into();
        self.rules.push(Rule { allows, pattern });
    }

    /// Whether a URL may be fetched: what the longest rule that matches it says.
    pub(crate) fn allow(&self, url: &Url) -> bool {
        let path = respell(url[Position::BeforePath..Position::AfterQuery].as_bytes(), false);
        self.rules.iter().find(|rule| rule.matches(&path)).is_none_or(|rule| rule.allows)
    }
}

impl Rule {
    /// Whether the pattern matches the path: each part between wildcards where it is met first.
    fn matches(&self, path: &[u8]) -> bool {
        let bare = self.pattern.strip_suffix(b"$");
        let (pattern, to_end) = (bare.unwrap_or(&self.pattern), bare.is_some());
        let mut parts = pattern.split(|&byte| byte == b'*').peekable();
        let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else {
            return false;
        };
        while let Some(part) = parts.next() {
            if to_end && parts.peek().is_none() {
                return rest.ends_with(part);
            }
            let Some(at) = memmem::find(rest, part) else { return false };
            rest = &rest[at + part.len()..];
        }
        !to_end || rest.is_empty()
    }
}

/// The key of a line, in small letters, and its value.
fn line(line: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let said = line.split(|&byte| byte == b'#').next()?;
    let colon = memchr::memchr(b':', said)?;
    Some((said[..colon].trim_ascii().to_ascii_lowercase(), said[colon + 1..].trim_ascii()))
}

/// Whether a `User-agent` line names a product token; what follows the token (a version) is not
/// looked at.
fn is_token(value: &[u8], token: &str) -> bool {
    let of_token = |byte: &u8| byte.is_ascii_alphabetic() || b"-_".contains(byte);
    let named = value.split(|byte| !of_token(byte)).next().unwrap_or_default();
    named.eq_ignore_ascii_case(token.as_bytes()) || value.eq_ignore_ascii_case(token.as_bytes())
}

fn number(value: &[u8]) -> Option<f32> {
    str::from_utf8(value).ok()?.parse().ok()
}

/// A path or pattern in one spelling: letters, digits and `-._~` as they are, other octets beyond
/// ASCII encoded (RFC 9309, 2.2.2). What is special in a pattern is encoded where it is not.
///
/// An encoded octet takes three bytes, as in a URL, but none that stands for itself: the digits of an octet are
/// no part of a path that a pattern could match.
fn respell(text: &[u8], is_pattern: bool) -> Vec<u8> {
    let mut spelled = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let digits = text.get(at + 1..at + 3).filter(|_| byte == b'%');
        let escaped = digits.and_then(|digits| {
            let digit = |place: usize| char::from(digits[place]).to_digit(16);
            Some((digit(0)? << 4 | digit(1)?) as u8)
        });
        at += if escaped.is_some() { 3 } else { 1 };
        let byte = escaped.unwrap_or(byte);
        let special = match byte {
            b'*' => !is_pattern,
            b'$' => !is_pattern || at < text.len(),
            _ => false,
        };
        let plain = match escaped {
            Some(byte) => byte.is_ascii_alphanumeric() || b"-._~".contains(&byte),
            None => byte.is_ascii_graphic() && !special,
        };
        if plain {
            spelled.push(byte);
        } else {
            spelled.extend_from_slice(&[0x80 | byte >> 4, 0x90 | byte & 15, 0xa0]);
        }
    }
    spelled
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn allowed(rules: &str, path: &str) -> bool {
        let url = Url::parse("http://example.com").unwrap().join(path).unwrap();
        RobotRules::parse("sitewrap", format!("User-agent: *\n{rules}\n").as_bytes()).allow(&url)
    }

    #[test]
    fn spellings_of_one_path_are_one() {
        for (rule, path) in [
            ("/caf\u{e9}", "/caf%c3%A9/x"),
            ("/caf%C3%a9", "/caf\u{e9}"),
            ("/%7ejoe", "/~joe"),
            ("/a%2ab", "/a*b"),
            ("/a%24$", "/a$"),
            ("/a$b", "/a$b/c"),
            ("private/", "/private/x"),
        ] {
            assert!(!allowed(&format!("Disallow: {rule}"), path), "{rule} {path}");
        }
        assert!(allowed("Disallow: /a%2ab", "/axb"), "an encoded star is no wildcard");
        assert!(allowed("Disallow: /a%2Fb", "/a/b"), "an encoded slash is another path");
        assert!(allowed("Disallow: /a*2", "/a/b*c"), "a star has no digits");
        assert!(allowed("Disallow: /a*A9", "/a/caf\u{e9}"), "a letter has none");
    }

    #[test]
    fn groups_are_told_as_crawlers_do() {
        let text = b"\xef\xbb\xbfUSER-AGENT: SiteWrap/2.0 # us\rSitemap: /a.xml\r\nuser-agent: b\n\
            Disallow: /x # here\nCrawl-delay: 2\n\nUser-agent: sitewrapper\nDisallow: /\n\
            User-agent: *\nDisallow: /\n\nUser-agent: sitewrap\nDisallow: /y\nSite-map: /b.xml";
        let rules = RobotRules::parse("sitewrap", text);
        let allow = |path: &str| rules.allow(&Url::parse("http://h").unwrap().join(path).unwrap());
        assert_eq!(["/x", "/y", "/z"].map(allow), [false, false, true]);
        assert_eq!((rules.delay, rules.sitemaps.len()), (Some(2.0), 2));
    }

    proptest! {
        #[test]
        fn whatever_stands_before_them_rules_hold(
            line in "(allow|disallow|user-agent|sitemap|crawl-delay)?:?[ */$%a-f0-9\\PC]{0,9}\r?\n?",
            bytes in prop::collection::vec(any::<u8>(), 0..40),
        ) {
            let rules = b"\nuser-agent: sitewrap\ndisallow: /private";
            let said = [line.as_bytes(), &bytes, rules].concat();
            let private = Url::parse("http://example.com/private/%zz?%").unwrap();
            prop_assert!(!RobotRules::parse("sitewrap", &said).allow(&private));
        }

        #[test]
        fn patterns_match_as_the_regular_expressions_they_stand_for(
            pattern in "/[ab*]{0,8}\\$?",
            path in "/[ab]{0,12}",
        ) {
            let bare = pattern.strip_suffix('$');
            let body = bare.unwrap_or(&pattern).replace('*', ".*");
            let end = if bare.is_some() { "$" } else { "" };
            let expected = regex::Regex::new(&format!("^{body}{end}")).unwrap().is_match(&path);
            prop_assert_eq!(!allowed(&format!("Disallow: {pattern}"), &path), expected);
        }
    }
}
