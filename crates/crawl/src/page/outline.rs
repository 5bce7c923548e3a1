//! What the crawler needs to know of a page: its links, and what it looks like in brief.
//!
//! One pass over the bytes that builds no tree, so its cost and memory are linear in the page
//! however it is nested.

use crate::frontier::links::{FoundLink, LinkBook, RawLink, Resolver};
use crate::lists::pager::{Pager, PagerReader};
use crate::page::charset::readable;
use crate::page::entities::decode_attribute;
use crate::page::fingerprint::{Sketch, StructureReader, StructureSet, UndatedSketch};
use crate::page::link_header::SentLink;
use crate::page::scan::{Name, Sink, Tag, scan};
use crate::page::words::hash_long;
use crate::traps::calendars::Calendars;
use crate::traps::twins::Digest;
use encoding_rs::Encoding;
use sitewrap_model::Fingerprint;
use std::borrow::Cow;
use url::Url;

/// Bytes of visible text below which a page with scripts is taken for an empty shell.
const SHELL_TEXT: usize = 100;

/// Feeds taken from a page.
const FEEDS: usize = 8;

/// Languages taken from a page.
const LANGUAGES: usize = 64;

/// What the crawler needs to know of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// Links in page order, each target once.
    pub(crate) links: Vec<FoundLink>,
    /// Feeds that the page names.
    pub(crate) feeds: Vec<Url>,
    /// The address that the page gives as its own.
    pub(crate) canonical: Option<Url>,
    /// The page in other languages: language as in `hreflang`, in lower case, and address.
    pub(crate) languages: Vec<(String, Url)>,
    /// Other pages of the list that it belongs to.
    pub(crate) pager: Pager,
    /// The page asks not to be indexed.
    pub(crate) noindex: bool,
    /// The page asks that its links not be followed.
    pub(crate) nofollow: bool,
    /// The page has scripts and next to no text: a browser would have to fill it.
    pub(crate) shell: bool,
    /// Structure and text in brief.
    pub(crate) fingerprint: Fingerprint,
    /// What the page says, for comparison with others.
    pub(crate) digest: Digest,
    /// If its address is of a calendar: which, and what the page says but for dates.
    pub(crate) calendar: Option<(u64, u64)>,
    /// The structural features of the page; none of a page that was read in brief.
    pub(crate) structure: Option<StructureSet>,
}

/// How closely a page is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reading {
    #[default]
    Full,
    /// Without its structure, which is that of many pages before it.
    Brief,
}

/// Caps on what is taken from a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutlineLimits {
    pub(crate) links: usize,
    pub(crate) url_length: usize,
    pub(crate) reading: Reading,
}

/// Reads a page. `content_type` is the header's value, `sent` the links of its headers, `url` the
/// page's own address, `book` what is known of links.
pub(crate) fn outline(
    body: &[u8],
    content_type: Option<&str>,
    sent: &[SentLink<'_>],
    url: &Url,
    limits: OutlineLimits,
    book: &LinkBook,
) -> Outline {
    let (text, encoding) = readable(body, content_type);
    let mut reader = Reader { raw_limit: limits.links * 2, ..Reader::default() };
    reader.structure = (limits.reading == Reading::Full).then(StructureReader::default);
    let calendar = Calendars::of(url);
    reader.undated = calendar.map(|_| UndatedSketch::default());
    scan(&text, &mut reader);
    let undated = reader.undated.take().unwrap_or_default().finish();
    // After what the page says itself, which counts first.
    for link in sent {
        let language = (!link.language.is_empty()).then_some(link.language.as_bytes());
        let (rel, kind) = (link.rel.as_bytes(), link.media_type.as_bytes());
        reader.head_link(link.target.as_bytes(), rel, kind, language);
    }
    let calendar = calendar.map(|calendar| (calendar, undated));
    Outline { calendar, ..reader.finish(url, encoding, limits, book, hash_long(body)) }
}

/// Gathers what the scanner comes by.
#[derive(Debug, Default)]
struct Reader<'a> {
    raw_limit: usize,
    base: Option<&'a [u8]>,
    links: Vec<RawLink<'a>>,
    feeds: Vec<&'a [u8]>,
    canonical: Option<&'a [u8]>,
    languages: Vec<(&'a [u8], &'a [u8])>,
    pager: PagerReader<'a>,
    noindex: bool,
    nofollow: bool,
    scripts: bool,
    sketch: Sketch,
    undated: Option<UndatedSketch>,
    structure: Option<StructureReader>,
}

const A: Name = Name::of(b"a");
const AREA: Name = Name::of(b"area");
const IFRAME: Name = Name::of(b"iframe");
const FRAME: Name = Name::of(b"frame");
const LINK: Name = Name::of(b"link");
const BASE: Name = Name::of(b"base");
const META: Name = Name::of(b"meta");
const SCRIPT: Name = Name::of(b"script");

impl<'a> Sink<'a> for Reader<'a> {
    fn wants(&self, name: Name) -> bool {
        self.structure.is_some()
            || matches!(name, A | AREA | IFRAME | FRAME | LINK | BASE | META | SCRIPT)
    }

    fn tag(&mut self, tag: &Tag<'a, '_>) {
        if let Some(structure) = &mut self.structure {
            structure.element(tag.name, tag.get("id"), tag.get("class"));
        }
        match tag.name {
            // Scripts send such links by another method than GET.
            A if is_sent(tag) => {}
            A => self.anchor(tag),
            AREA => self.link(tag.get("href"), tag.get("rel")),
            IFRAME | FRAME => self.link(tag.get("src"), None),
            LINK => {
                let text = |name| tag.get(name).unwrap_or_default();
                if let Some(href) = tag.get("href") {
                    self.head_link(href, text("rel"), text("type"), tag.get("hreflang"));
                }
            }
            BASE if self.base.is_none() => self.base = tag.get("href"),
            META => self.meta(tag),
            SCRIPT => self.scripts = true,
            _ => {}
        }
    }

    fn text(&mut self, rest: &'a [u8], length: usize) {
        let end = rest[..length].trim_ascii_end().len();
        let start = end - rest[..end].trim_ascii_start().len();
        if start == end {
            return;
        }
        let text = &rest[start..end];
        self.sketch.text(&rest[start..], text.len());
        if let Some(undated) = &mut self.undated {
            undated.text(text);
        }
        self.pager.text(text);
    }
}

impl<'a> Reader<'a> {
    fn anchor(&mut self, tag: &Tag<'a, '_>) {
        let (href, rel) = (tag.get("href"), tag.get("rel"));
        self.link(href, rel);
        self.pager.link(href, tag.get("aria-label").or_else(|| tag.get("title")));
        if let (Some(href), Some(rel)) = (href, rel) {
            tokens(rel).for_each(|token| self.related(&token, href));
        }
    }

    fn link(&mut self, target: Option<&'a [u8]>, rel: Option<&[u8]>) {
        let Some(target) = target.filter(|_| self.links.len() < self.raw_limit) else { return };
        let nofollow = rel.is_some_and(|rel| tokens(rel).any(|token| token == "nofollow"));
        self.links.push(RawLink { target, nofollow });
    }

    /// Takes in a `link` element, or a link of a header.
    fn head_link(&mut self, href: &'a [u8], rel: &[u8], kind: &[u8], language: Option<&'a [u8]>) {
        for token in tokens(rel) {
            match token.as_str() {
                "next" | "prev" | "previous" => {
                    self.related(&token, href);
                    return self.link(Some(href), Some(rel));
                }
                "canonical" if self.canonical.is_none() => {
                    self.canonical = Some(href);
                    return;
                }
                "alternate" => {
                    let kind = lower(kind);
                    if kind.contains("rss+xml") || kind.contains("atom+xml") {
                        self.feeds.push(href);
                    } else if let Some(language) = language {
                        self.languages.push((language, href));
                        self.link(Some(href), Some(rel));
                    }
                    return;
                }
                _ => {}
            }
        }
    }

    /// Takes in a word of a link's `rel`, as far as it tells the pages around this one.
    fn related(&mut self, token: &str, href: &'a [u8]) {
        if matches!(token, "next" | "prev" | "previous") {
            self.pager.related(token, href);
        }
    }

    fn meta(&mut self, tag: &Tag<'a, '_>) {
        let content = tag.get("content").unwrap_or_default();
        if tag.get("name").is_some_and(|name| name.eq_ignore_ascii_case(b"robots")) {
            let (noindex, nofollow) = directives(&lower(content));
            self.noindex |= noindex;
            self.nofollow |= nofollow;
        }
        if tag.get("http-equiv").is_some_and(|name| name.eq_ignore_ascii_case(b"refresh")) {
            let named = content.windows(4).position(|part| part.eq_ignore_ascii_case(b"url="));
            if let Some(at) = named {
                let target = content[at + 4..].trim_ascii();
                let target =
                    target.strip_prefix(b"'").or(target.strip_prefix(b"\"")).unwrap_or(target);
                let target =
                    target.strip_suffix(b"'").or(target.strip_suffix(b"\"")).unwrap_or(target);
                self.link(Some(target), None);
            }
        }
    }

    /// Resolves what was found. The base counts for all links of a page, those before it too.
    fn finish(
        self,
        url: &Url,
        encoding: &'static Encoding,
        limits: OutlineLimits,
        book: &LinkBook,
        bytes: u64,
    ) -> Outline {
        let base = self.base.and_then(|base| {
            let base = encoding.decode_without_bom_handling(base).0;
            let base = url.join(&decode_attribute(&base)).ok();
            // Nothing is relative to a script or to data.
            base.filter(|base| !base.cannot_be_a_base())
        });
        let base = base.map_or(Cow::Borrowed(url), Cow::Owned);
        let resolver = Resolver::new(&base, encoding, limits.url_length);
        let structure = self.structure.map(StructureReader::finish);
        let (length, content) = (self.sketch.length(), self.sketch.exact());
        let fingerprint = Fingerprint {
            structure: structure.as_ref().map_or(0, StructureSet::sketch),
            text: self.sketch.finish(),
        };
        Outline {
            links: resolver.resolve_all(&self.links, limits.links, book),
            feeds: self
                .feeds
                .iter()
                .take(FEEDS)
                .filter_map(|feed| resolver.resolve(feed))
                .collect(),
            canonical: self.canonical.and_then(|url| resolver.resolve(url)),
            languages: self
                .languages
                .iter()
                .take(LANGUAGES)
                .filter_map(|(language, href)| Some((lower(language), resolver.resolve(href)?)))
                .collect(),
            pager: self.pager.finish(url, &resolver),
            noindex: self.noindex,
            nofollow: self.nofollow,
            shell: self.scripts && length < SHELL_TEXT,
            fingerprint,
            digest: Digest { bytes, content },
            calendar: None,
            structure,
        }
    }
}

/// Whether a link is one that scripts turn into a form, as frameworks mark those that change
/// something.
fn is_sent(tag: &Tag<'_, '_>) -> bool {
    let method = tag.get("data-method").or(tag.get("data-turbo-method"));
    method.is_some_and(|method| !method.eq_ignore_ascii_case(b"get"))
}

/// A value in lower case, as far as it is ASCII.
fn lower(value: &[u8]) -> String {
    String::from_utf8_lossy(value).to_ascii_lowercase()
}

/// The words of a `rel`, in lower case.
fn tokens(rel: &[u8]) -> impl Iterator<Item = String> {
    rel.split(u8::is_ascii_whitespace).map(lower)
}

/// `noindex` and `nofollow` in the value of a robots meta element or `X-Robots-Tag` header.
/// Directives that a header addresses to another agent by name do not count.
pub(crate) fn directives(content: &str) -> (bool, bool) {
    let lower = content.to_ascii_lowercase();
    let names = |name: &str| {
        lower.split(',').any(|part| matches!(part.trim(), "none") || part.trim() == name)
    };
    (names("noindex"), names("nofollow"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::links::Target;

    fn of(body: &[u8], content_type: Option<&str>) -> Outline {
        let url = Url::parse("http://example.com/dir/page").unwrap();
        let limits = OutlineLimits { links: 3, url_length: 60, reading: Reading::Full };
        outline(body, content_type, &[], &url, limits, &LinkBook::default())
    }

    fn new(link: &FoundLink) -> &Url {
        match &link.target {
            Target::New(_, url) => url,
            Target::Known(_) => panic!("the book is empty"),
        }
    }

    fn paths(outline: &Outline) -> Vec<&str> {
        outline.links.iter().map(|link| new(link).path()).collect()
    }

    #[test]
    fn deep_nesting_and_broken_markup_do_no_harm() {
        let mut page = "<div>".repeat(50_000);
        page.push_str("<a href=/found>x</a><p <a href='/odd'>y<select><title><a href=/last>");
        assert_eq!(paths(&of(page.as_bytes(), None))[0], "/found");
        assert!(of(b"\x00\xff<a href", None).links.is_empty());
    }

    #[test]
    fn utf_16_pages_are_read() {
        let text = "<a href='/zw\u{f6}lf?q=\u{e4}'>x</a>";
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let outline = of(&bytes, Some("text/html; charset=utf-16le"));
        assert_eq!(new(&outline.links[0]).as_str(), "http://example.com/zw%C3%B6lf?q=%C3%A4");
    }

    #[test]
    fn links_are_capped_and_long_ones_left_out() {
        let long = "x".repeat(80);
        let page = format!("<a href='/{long}'></a>{}", "<a href=a></a><a href=b></a>".repeat(9));
        assert_eq!(paths(&of(page.as_bytes(), None)), ["/dir/a", "/dir/b"]);
        let page: String = (0..9).map(|n| format!("<a href='{n}'></a>")).collect();
        assert_eq!(of(page.as_bytes(), None).links.len(), 3);
    }

    #[test]
    fn what_the_head_says_is_noted() {
        let outline = of(
            b"<link rel=canonical href=/own><link rel='alternate' hreflang=de href=/de>\
              <link rel=alternate type=application/atom+xml href=/feed>\
              <meta name=ROBOTS content='NoIndex'><script></script>",
            None,
        );
        assert_eq!(outline.canonical.as_ref().map(Url::path), Some("/own"));
        assert_eq!(outline.feeds[0].path(), "/feed");
        assert_eq!(paths(&outline), ["/de"]);
        assert!(outline.noindex && !outline.nofollow && outline.shell);
    }

    #[test]
    fn fingerprints_are_near_for_pages_alike_and_equal_but_for_numbers() {
        let page = |word: &str, items: usize| {
            let items = "<li class=item><a href=x>thing</a></li>".repeat(items);
            let body = format!("<h1>All about {word} in 2024</h1><ul>{items}</ul>");
            of(body.as_bytes(), None)
        };
        let features = |page: Outline| page.structure.unwrap().features().to_vec();
        assert_eq!(features(page("tea", 3)), features(page("wine", 30)));
        assert_eq!(page("tea 1", 3).fingerprint, page("tea 2", 3).fingerprint);
        assert_ne!(page("tea 1", 3).digest.content, page("tea 2", 3).digest.content);
    }
}
