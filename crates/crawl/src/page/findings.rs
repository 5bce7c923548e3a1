//! What the crawler needs to know of a page: its links, and what it looks like in brief.
//!
//! One pass over the bytes that builds no tree, so its cost and memory are linear in the page
//! however it is nested.

use crate::frontier::links::{FoundLink, LinkBook, RawLink, Resolver};
use crate::lists::pager::{Pager, PagerReader};
use crate::page::bytes::trimmed;
use crate::page::charset::{Encodings, Readable, readable};
use crate::page::digest::Digest;
use crate::page::fingerprint::{Sketch, StructureReader, StructureSet, UndatedSketch};
use crate::page::link_header::SentLink;
use crate::page::scan::{Name, Sink, Tag, scan};
use crate::page::words::hash_long;
use crate::traps::calendars::Calendars;
use sitewrap_model::Fingerprint;
use sitewrap_tree::{base_of, decode_entities};
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
pub(crate) struct Findings {
    /// Links in page order, each target once.
    pub(crate) links: Vec<FoundLink>,
    /// Feeds that the page names.
    pub(crate) feeds: Vec<Url>,
    /// Style sheets that the page names, those for print left out.
    pub(crate) style_sheets: Vec<Url>,
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
pub(crate) struct ReadLimits {
    pub(crate) links: usize,
    pub(crate) url_length: usize,
    pub(crate) style_sheets: usize,
    pub(crate) reading: Reading,
}

/// Reads a page. `content_type` is the header's value, `sent` the links of its headers, `url` the
/// page's own address, `book` what is known of links.
pub(crate) fn findings(
    body: &[u8],
    content_type: Option<&str>,
    sent: &[SentLink<'_>],
    url: &Url,
    limits: ReadLimits,
    book: &LinkBook,
) -> Findings {
    let Readable { text, encodings } = readable(body, content_type);
    let mut reader = Reader {
        raw_limit: limits.links * 2,
        sheet_limit: limits.style_sheets,
        ..Reader::default()
    };
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
    Findings { calendar, ..reader.finish(url, encodings, limits, book, hash_long(body)) }
}

/// Gathers what the scanner comes by.
#[derive(Debug, Default)]
struct Reader<'a> {
    raw_limit: usize,
    base: Option<&'a [u8]>,
    links: Vec<RawLink<'a>>,
    feeds: Vec<&'a [u8]>,
    sheet_limit: usize,
    style_sheets: Vec<&'a [u8]>,
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

const HREF: Name = Name::of(b"href");
const REL: Name = Name::of(b"rel");
const LABEL: Name = Name::of(b"aria-label");
const TITLE: Name = Name::of(b"title");
const METHOD: Name = Name::of(b"data-method");
const TURBO_METHOD: Name = Name::of(b"data-turbo-method");

impl<'a> Sink<'a> for Reader<'a> {
    fn wants(&self, name: Name) -> bool {
        self.structure.is_some()
            || matches!(name, A | AREA | IFRAME | FRAME | LINK | BASE | META | SCRIPT)
    }

    fn tag(&mut self, tag: &Tag<'a, '_>) {
        if let Some(structure) = &mut self.structure {
            let class = tag.get("class");
            // An id counts only where there is no class.
            let bare = class.is_none_or(|class| class.trim_ascii_start().is_empty());
            let id = if bare { tag.get("id") } else { None };
            structure.element(tag.name, id, class);
        }
        match tag.name {
            A => self.anchor(tag),
            AREA => self.link(tag.get("href"), tag.get("rel")),
            IFRAME | FRAME => self.link(tag.get("src"), None),
            LINK => {
                let text = |name| tag.get(name).unwrap_or_default();
                if let Some(href) = tag.get("href") {
                    self.style_sheet(href, text("rel"), text("media"));
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
        // Most text between tags is white space.
        if let Some((start, end)) = trimmed(rest, length) {
            self.said(&rest[start..], end - start);
        }
    }
}

impl<'a> Reader<'a> {
    /// Takes in text without white space around it, as [`Sink::text`] has it.
    #[inline(never)]
    fn said(&mut self, rest: &'a [u8], length: usize) {
        self.sketch.text(rest, length);
        let text = &rest[..length];
        if let Some(undated) = &mut self.undated {
            undated.text(text);
        }
        self.pager.text(text);
    }

    fn anchor(&mut self, tag: &Tag<'a, '_>) {
        // As `tag.get` would find them, in one go: there are many links.
        let (mut href, mut rel, mut label, mut title) = (None, None, None, None);
        let (mut method, mut turbo) = (None, None);
        for &(name, value) in tag.attributes {
            let known = match name {
                HREF => &mut href,
                REL => &mut rel,
                LABEL => &mut label,
                TITLE => &mut title,
                METHOD => &mut method,
                TURBO_METHOD => &mut turbo,
                _ => continue,
            };
            known.get_or_insert(value);
        }
        // Scripts turn such links into a form, as frameworks mark those that change something.
        if method.or(turbo).is_some_and(|method| !method.eq_ignore_ascii_case(b"get")) {
            return;
        }
        self.link(href, rel);
        self.pager.link(href, label.or(title));
        if let (Some(href), Some(rel)) = (href, rel) {
            tokens(rel).for_each(|token| _ = self.related(token, href));
        }
    }

    fn link(&mut self, target: Option<&'a [u8]>, rel: Option<&[u8]>) {
        let Some(target) = target.filter(|_| self.links.len() < self.raw_limit) else { return };
        let nofollow =
            rel.is_some_and(|rel| tokens(rel).any(|token| token.eq_ignore_ascii_case(b"nofollow")));
        self.links.push(RawLink { target, nofollow });
    }

    /// Takes in a `link` element, or a link of a header.
    fn head_link(&mut self, href: &'a [u8], rel: &[u8], kind: &[u8], language: Option<&'a [u8]>) {
        for token in tokens(rel) {
            if self.related(token, href) {
                return self.link(Some(href), Some(rel));
            }
            if token.eq_ignore_ascii_case(b"canonical") && self.canonical.is_none() {
                self.canonical = Some(href);
                return;
            }
            if token.eq_ignore_ascii_case(b"alternate") {
                let kind = lower(kind);
                if kind.contains("rss+xml") || kind.contains("atom+xml") {
                    self.feeds.push(href);
                } else if let Some(language) = language {
                    self.languages.push((language, href));
                    self.link(Some(href), Some(rel));
                }
                return;
            }
        }
    }

    /// Takes in a `link` element if it names a style sheet that counts on screens.
    fn style_sheet(&mut self, href: &'a [u8], rel: &[u8], media: &[u8]) {
        let has = |word: &[u8]| tokens(rel).any(|token| token.eq_ignore_ascii_case(word));
        let media = lower(media);
        let is_print = media.contains("print") && !media.contains("screen");
        if self.style_sheets.len() < self.sheet_limit
            && has(b"stylesheet")
            && !has(b"alternate")
            && !is_print
        {
            self.style_sheets.push(href);
        }
    }

    /// Takes in a word of a link's `rel`; gives whether it tells a page before or after this one.
    fn related(&mut self, token: &[u8], href: &'a [u8]) -> bool {
        let is = |word: &[u8]| token.eq_ignore_ascii_case(word);
        let next = is(b"next");
        let tells = next || is(b"prev") || is(b"previous");
        if tells {
            self.pager.related(next, href);
        }
        tells
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
        encodings: Encodings,
        limits: ReadLimits,
        book: &LinkBook,
        bytes: u64,
    ) -> Findings {
        let base = self.base.and_then(|base| {
            let base = encodings.text.decode_without_bom_handling(base).0;
            base_of(Some(url), encodings.page, &decode_entities(&base))
        });
        let base = base.map_or(Cow::Borrowed(url), Cow::Owned);
        let resolver = Resolver::new(&base, encodings, limits.url_length);
        let structure = self.structure.map(StructureReader::finish);
        let (length, content) = (self.sketch.length(), self.sketch.exact());
        let fingerprint = Fingerprint {
            structure: structure.as_ref().map_or(0, StructureSet::sketch),
            text: self.sketch.finish(),
        };
        Findings {
            links: resolver.resolve_all(&self.links, limits.links, book),
            feeds: self
                .feeds
                .iter()
                .take(FEEDS)
                .filter_map(|feed| resolver.resolve(feed))
                .collect(),
            style_sheets: self
                .style_sheets
                .iter()
                .filter_map(|sheet| resolver.resolve(sheet))
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

/// A value in lower case, as far as it is ASCII.
fn lower(value: &[u8]) -> String {
    String::from_utf8_lossy(value).to_ascii_lowercase()
}

/// The words of a `rel`.
fn tokens(rel: &[u8]) -> impl Iterator<Item = &[u8]> {
    rel.split(u8::is_ascii_whitespace)
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
mod tests;
