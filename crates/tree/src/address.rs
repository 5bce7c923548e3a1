//! Relative URLs made absolute.

mod plain;

use crate::html;
use encoding_rs::Encoding;
use html5ever::{LocalName, local_name};
use plain::{PlainBase, plain_join};
use std::borrow::Cow;
use url::Url;

/// Bytes of a `<base>`.
const LONGEST_BASE: usize = 2000;

/// The URL that an address of a page leads to, as browsers resolve it: against `base`, its query
/// written in the encoding of the page. `None` if it is no URL.
///
/// # Example
/// ```
/// use encoding_rs::WINDOWS_1252;
/// use sitewrap_tree::resolve;
/// let base = url::Url::parse("http://a.example/b").unwrap();
/// let url = resolve(Some(&base), WINDOWS_1252, "/caf\u{e9}?q=caf\u{e9}").unwrap();
/// assert_eq!(url.as_str(), "http://a.example/caf%C3%A9?q=caf%E9");
/// ```
pub fn resolve(base: Option<&Url>, encoding: &'static Encoding, address: &str) -> Option<Url> {
    let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|text| encoding.encode(text).0;
    Url::options().base_url(base).encoding_override(Some(encode)).parse(address).ok()
}

/// What the addresses of a page are relative to if the `href` of its first `<base>` that has one is
/// `href`, character references decoded; `None` if that changes nothing, as by the HTML standard
/// (4.2.3) for what is no URL and for `data:` and `javascript:`. Of more than 2,000 bytes it changes
/// nothing either, as it would be copied for each address of its page.
pub fn base_of(page: Option<&Url>, encoding: &'static Encoding, href: &str) -> Option<Url> {
    let url = (href.len() <= LONGEST_BASE).then(|| resolve(page, encoding, href)).flatten();
    url.filter(|url| !url.cannot_be_a_base())
}

/// What relative URLs of a page are relative to: its `<base>`, else its own address.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    url: Option<Url>,
    /// What most URLs need of it, if it is one of the web's schemes.
    plain: Option<PlainBase>,
    encoding: &'static Encoding,
    from_element: bool,
}

impl Base {
    pub(crate) fn new(page: Option<Url>, encoding: &'static Encoding) -> Self {
        let plain = page.as_ref().and_then(PlainBase::of);
        Self { url: page, plain, encoding, from_element: false }
    }

    /// Takes the `href` of a `<base>`; only the first one of a page counts.
    pub(crate) fn set(&mut self, href: &str) {
        if self.from_element {
            return;
        }
        self.from_element = true;
        if let Some(url) = base_of(self.url.as_ref(), self.encoding, href) {
            *self = Self { from_element: true, ..Self::new(Some(url), self.encoding) };
        }
    }

    /// The absolute form of a URL in the web's schemes. `None` when there is nothing to do: the
    /// URL is empty, cannot be resolved, or is of another scheme (`data:`, `mailto:`, …).
    pub(crate) fn absolute(&self, href: &str) -> Option<String> {
        let href = href.trim_matches(|c: char| c.is_ascii_whitespace() || c.is_ascii_control());
        if href.is_empty() || has_other_scheme(href) {
            return None;
        }
        plain_join(self.plain.as_ref(), href).or_else(|| self.join(href).map(String::from))
    }

    /// The absolute form of an attribute, if it is one that holds URLs and says others when they are
    /// absolute.
    pub(crate) fn absolute_attribute(
        &self,
        element: &LocalName,
        name: &LocalName,
        value: &str,
    ) -> Option<String> {
        let absolute = match holds_urls(element, name)? {
            Urls::One => self.absolute(value),
            Urls::Candidates => self.absolute_srcset(value),
            Urls::Style => {
                let picture = html::picture_of_style(value)?;
                self.absolute(picture).map(|absolute| value.replacen(picture, &absolute, 1))
            }
        };
        absolute.filter(|absolute| absolute != value)
    }

    /// The absolute form of a `srcset`; `None` if it has no URL.
    pub(crate) fn absolute_srcset(&self, srcset: &str) -> Option<String> {
        let mut result = String::with_capacity(srcset.len() * 2);
        for (url, descriptor) in srcset_candidates(srcset) {
            if !result.is_empty() {
                result.push_str(", ");
            }
            match self.absolute(url) {
                Some(absolute) => result.push_str(&absolute),
                None => result.push_str(url),
            }
            if !descriptor.is_empty() {
                result.push(' ');
                result.push_str(descriptor);
            }
        }
        (!result.is_empty()).then_some(result)
    }

    fn join(&self, href: &str) -> Option<Url> {
        resolve(self.url.as_ref(), self.encoding, href)
    }
}

/// How the URLs of an attribute are written.
enum Urls {
    One,
    /// As a `srcset`.
    Candidates,
    /// That of a picture among the declarations of a `style`.
    Style,
}

/// Whether an attribute of an element holds URLs.
fn holds_urls(element: &LocalName, name: &LocalName) -> Option<Urls> {
    let is_media = || {
        *element == local_name!("img")
            || *element == local_name!("source")
            || *element == local_name!("input")
            || *element == local_name!("video")
            || *element == local_name!("audio")
            || *element == local_name!("embed")
    };
    let is_frame = || *element == local_name!("iframe") || *element == local_name!("frame");
    let is_link = || {
        *element == local_name!("a")
            || *element == local_name!("area")
            || *element == local_name!("link")
    };
    let is_one = (*name == local_name!("href") && is_link())
        || (*name == local_name!("src") && (is_media() || is_frame()))
        || (*name == local_name!("poster") && is_media())
        || (*name == local_name!("action") && *element == local_name!("form"));
    if is_one {
        return Some(Urls::One);
    }
    if *name == local_name!("style") {
        return Some(Urls::Style);
    }
    (*name == local_name!("srcset") && is_media()).then_some(Urls::Candidates)
}

fn has_other_scheme(href: &str) -> bool {
    let Some((scheme, _)) = href.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_scheme && !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https")
}

/// The URLs of a `srcset` with their descriptors, by the HTML standard's "parse a srcset
/// attribute": commas belong to a URL unless they end it.
fn srcset_candidates(srcset: &str) -> Vec<(&str, &str)> {
    let mut candidates = Vec::new();
    let mut rest = srcset;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            return candidates;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (url, after) = rest.split_at(end);
        let bare = url.trim_end_matches(',');
        if bare.len() < url.len() {
            candidates.push((bare, ""));
            rest = after;
        } else {
            let end = descriptor_end(after);
            candidates.push((url, after[..end].trim_ascii()));
            rest = &after[end..];
        }
    }
}

/// Where a descriptor ends: at a comma that is not in parentheses.
fn descriptor_end(text: &str) -> usize {
    let mut in_parens = false;
    for (at, c) in text.char_indices() {
        match c {
            '(' => in_parens = true,
            ')' => in_parens = false,
            ',' if !in_parens => return at,
            _ => {}
        }
    }
    text.len()
}
