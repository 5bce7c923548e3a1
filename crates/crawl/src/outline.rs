//! What the crawler needs to know of a page: its links, and what it looks like in brief.
//!
//! One streaming pass (lol_html) that builds no tree, so its cost and memory are linear in the
//! page however it is nested.

use crate::entities::decode_attribute;
use crate::fingerprint::{Sketch, StructureSet, hash};
use crate::normalize::normalize;
use crate::twins::Digest;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use lol_html::html_content::{Element, TextType};
use lol_html::{
    AsciiCompatibleEncoding, HtmlRewriter, MemorySettings, Settings, doc_text, element,
};
use sitewrap_model::Fingerprint;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use url::Url;

/// Bytes that the streaming parser may hold at once; a single tag larger than this ends the pass.
const PARSER_MEMORY: usize = 8 << 20;

/// Bytes of visible text below which a page with scripts is taken for an empty shell.
const SHELL_TEXT: usize = 100;

/// What the crawler needs to know of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// Links in page order, each target once.
    pub(crate) links: Vec<FoundLink>,
    /// Feeds that the page names.
    pub(crate) feeds: Vec<Url>,
    /// The address that the page gives as its own.
    pub(crate) canonical: Option<Url>,
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
    /// The structural features of the page.
    pub(crate) structure: StructureSet,
}

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundLink {
    /// Normalized target.
    pub(crate) url: Url,
    /// Marked `rel=nofollow`.
    pub(crate) nofollow: bool,
}

/// Caps on what is taken from a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutlineLimits {
    pub(crate) links: usize,
    pub(crate) url_length: usize,
}

/// Reads a page. `content_type` is the header's value, `url` the page's own address.
pub(crate) fn outline(
    body: &[u8],
    content_type: Option<&str>,
    url: &Url,
    limits: OutlineLimits,
) -> Outline {
    let encoding = encoding_of(body, content_type);
    let decoded;
    let (body, encoding) = if encoding == UTF_16LE || encoding == UTF_16BE {
        decoded = encoding.decode(body).0;
        (decoded.as_bytes(), UTF_8)
    } else {
        (body, encoding)
    };
    let reader = RefCell::new(Reader { raw_limit: limits.links * 2, ..Reader::default() });
    parse(body, encoding, &reader);
    let bytes = hash(body);
    reader.into_inner().finish(url, encoding, limits, bytes)
}

/// Runs the streaming parser over a body. A parser error ends the pass early; what was read until
/// then counts.
fn parse(body: &[u8], encoding: &'static Encoding, reader: &RefCell<Reader>) {
    let Some(compatible) = AsciiCompatibleEncoding::new(encoding) else { return };
    let settings = Settings::new()
        .append_element_content_handler(element!("*", |element| {
            reader.borrow_mut().element(element);
            Ok(())
        }))
        .append_document_content_handler(doc_text!(|text| {
            if text.text_type() == TextType::Data {
                reader.borrow_mut().sketch.text(text.as_str());
            }
            Ok(())
        }))
        .with_encoding(compatible)
        .with_memory_settings(MemorySettings::new().with_max_allowed_memory_usage(PARSER_MEMORY))
        .with_strict(false);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    // Handing over small pieces keeps the parser's buffers small.
    let whole = body.chunks(64 << 10).try_for_each(|piece| rewriter.write(piece));
    if let Err(error) = whole.and_then(|()| rewriter.end()) {
        tracing::debug!(%error, "page read in part");
    }
}

/// The encoding of a page, as far as it matters for links: byte order mark, header, a `charset`
/// near the start, UTF-8.
fn encoding_of(body: &[u8], content_type: Option<&str>) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(body) {
        return encoding;
    }
    let head = String::from_utf8_lossy(&body[..body.len().min(1024)]);
    content_type
        .and_then(charset_in)
        .or_else(|| charset_in(&head).map(Encoding::output_encoding))
        .unwrap_or(UTF_8)
}

/// The encoding named after `charset=` in a text.
fn charset_in(text: &str) -> Option<&'static Encoding> {
    let lower = text.to_ascii_lowercase();
    let label = lower.split_once("charset=")?.1.trim_start_matches(['"', '\'', ' ']);
    let end = label.find(|c: char| !c.is_ascii_alphanumeric() && !"-_:.".contains(c));
    Encoding::for_label(&label.as_bytes()[..end.unwrap_or(label.len())])
}

/// A link as written, with what its element says about it.
#[derive(Debug)]
struct RawLink {
    target: String,
    nofollow: bool,
}

/// Gathers what the parser comes by.
#[derive(Debug, Default)]
struct Reader {
    raw_limit: usize,
    base: Option<String>,
    links: Vec<RawLink>,
    feeds: Vec<String>,
    canonical: Option<String>,
    noindex: bool,
    nofollow: bool,
    scripts: bool,
    sketch: Sketch,
    structure: StructureSet,
}

impl Reader {
    fn element(&mut self, element: &Element<'_, '_>) {
        let tag = element.tag_name();
        self.structure.element(
            &tag,
            element.get_attribute("id").as_deref(),
            element.get_attribute("class").as_deref(),
        );
        match tag.as_str() {
            "a" | "area" => {
                let rel = element.get_attribute("rel").unwrap_or_default();
                self.link(element.get_attribute("href"), &rel);
            }
            "iframe" | "frame" => self.link(element.get_attribute("src"), ""),
            "link" => self.head_link(element),
            "base" if self.base.is_none() => self.base = element.get_attribute("href"),
            "meta" => self.meta(element),
            "script" => self.scripts = true,
            _ => {}
        }
    }

    fn link(&mut self, target: Option<String>, rel: &str) {
        let Some(target) = target.filter(|_| self.links.len() < self.raw_limit) else { return };
        let marked =
            |name: &str| rel.split_ascii_whitespace().any(|token| token.eq_ignore_ascii_case(name));
        self.links.push(RawLink { target, nofollow: marked("nofollow") });
    }

    fn head_link(&mut self, element: &Element<'_, '_>) {
        let rel = element.get_attribute("rel").unwrap_or_default().to_ascii_lowercase();
        let href = element.get_attribute("href");
        for token in rel.split_ascii_whitespace() {
            match token {
                "next" | "prev" => return self.link(href, &rel),
                "canonical" if self.canonical.is_none() => {
                    self.canonical = href;
                    return;
                }
                "alternate" => {
                    let kind = element.get_attribute("type").unwrap_or_default();
                    let feed = kind.contains("rss+xml") || kind.contains("atom+xml");
                    if feed {
                        self.feeds.extend(href);
                    } else if element.has_attribute("hreflang") {
                        self.link(href, &rel);
                    }
                    return;
                }
                _ => {}
            }
        }
    }

    fn meta(&mut self, element: &Element<'_, '_>) {
        let content = element.get_attribute("content").unwrap_or_default();
        let name = element.get_attribute("name").unwrap_or_default();
        if name.eq_ignore_ascii_case("robots") {
            self.directives(&content);
        }
        let equivalent = element.get_attribute("http-equiv").unwrap_or_default();
        if equivalent.eq_ignore_ascii_case("refresh") {
            let lower = content.to_ascii_lowercase();
            if let Some(at) = lower.find("url=") {
                let target = content[at + 4..].trim().trim_matches(['"', '\'']);
                self.link(Some(target.to_owned()), "");
            }
        }
    }

    fn directives(&mut self, content: &str) {
        let (noindex, nofollow) = directives(content);
        self.noindex |= noindex;
        self.nofollow |= nofollow;
    }

    /// Resolves what was found. The base counts for all links of a page, those before it too.
    fn finish(
        self,
        url: &Url,
        encoding: &'static Encoding,
        limits: OutlineLimits,
        bytes: u64,
    ) -> Outline {
        let base = self.base.as_deref().and_then(|base| url.join(&decode_attribute(base)).ok());
        let base = base.as_ref().unwrap_or(url);
        let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|text| encoding.encode(text).0;
        let resolve = |target: &str| {
            let target = decode_attribute(target);
            let target = target.trim_matches(|c: char| c.is_ascii_whitespace());
            if target.len() > limits.url_length {
                return None;
            }
            let options = Url::options().base_url(Some(base)).encoding_override(Some(encode));
            normalize(options.parse(target).ok()?)
                .filter(|url| url.as_str().len() <= limits.url_length)
        };
        let mut seen = HashSet::new();
        let mut links: Vec<FoundLink> = Vec::new();
        for raw in &self.links {
            let Some(url) = resolve(&raw.target) else { continue };
            if links.len() < limits.links && seen.insert(url.clone()) {
                links.push(FoundLink { url, nofollow: raw.nofollow });
            }
        }
        let structure = self.structure.finish();
        let content = structure.sketch().rotate_left(1) ^ self.sketch.exact();
        Outline {
            links,
            feeds: self.feeds.iter().take(8).filter_map(|feed| resolve(feed)).collect(),
            canonical: self.canonical.as_deref().and_then(resolve),
            noindex: self.noindex,
            nofollow: self.nofollow,
            shell: self.scripts && self.sketch.length() < SHELL_TEXT,
            fingerprint: Fingerprint { structure: structure.sketch(), text: self.sketch.finish() },
            digest: Digest { bytes, content },
            structure,
        }
    }
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

    fn of(body: &[u8], content_type: Option<&str>) -> Outline {
        let url = Url::parse("http://example.com/dir/page").unwrap();
        outline(body, content_type, &url, OutlineLimits { links: 3, url_length: 60 })
    }

    fn paths(outline: &Outline) -> Vec<&str> {
        outline.links.iter().map(|link| link.url.path()).collect()
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
        assert_eq!(outline.links[0].url.as_str(), "http://example.com/zw%C3%B6lf?q=%C3%A4");
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
        assert_eq!(page("tea", 3).structure.features(), page("wine", 30).structure.features());
        assert_eq!(page("tea 1", 3).fingerprint, page("tea 2", 3).fingerprint);
        assert_ne!(page("tea 1", 3).digest.content, page("tea 2", 3).digest.content);
    }
}
