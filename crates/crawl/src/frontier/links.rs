//! Links: from what a page says to a URL of the frontier.
//!
//! Nearly all links of a page were met before: a site's pages share their menus, and its lists
//! overlap. So what a link resolves to is kept by its text and the part of the page's address
//! that it depends on, and only new ones are parsed.

use super::id::EntryId;
use crate::frontier::book::Book;
use crate::page::charset::Encodings;
use crate::page::words::{fold, hash};
use memchr::memchr;
use rustc_hash::FxHashSet;
use sitewrap_hash::spread;
use sitewrap_tree::normalize;
use sitewrap_tree::{decode_entities, resolve};
use std::sync::{PoisonError, RwLock};
use url::{Position, Url};

/// A link as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawLink<'a> {
    pub(crate) target: &'a [u8],
    /// Marked `rel=nofollow`.
    pub(crate) nofollow: bool,
}

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundLink {
    pub(crate) target: Target,
    /// Marked `rel=nofollow`.
    pub(crate) nofollow: bool,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// To a URL of the frontier.
    Known(EntryId),
    /// To this normalized URL; the book keeps it under the key.
    New(Key, Url),
}

/// A link's text, with what it is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(u64);

/// What is known of links that belong to the crawl.
#[derive(Debug, Default)]
pub(crate) struct LinkBook(RwLock<Book>);

impl LinkBook {
    /// Takes in where links lead.
    pub(crate) fn learn(&self, met: &[(Key, EntryId)]) {
        if met.is_empty() {
            return;
        }
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.learn(met.iter().map(|&(Key(key), to)| (key, to)));
    }
}

/// Resolves the links of one page.
pub(crate) struct Resolver<'a> {
    base: &'a Url,
    encodings: Encodings,
    /// Characters of a URL; longer ones have no place in the crawl.
    url_length: usize,
    /// What absolute links depend on, …
    origin: u64,
    /// … those relative to the directory, …
    directory: u64,
    /// … and those that keep the path.
    page: u64,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(base: &'a Url, encodings: Encodings, url_length: usize) -> Self {
        let coded = hash(encodings.page.name().as_bytes());
        let part = |text: &str| fold(coded, hash(text.as_bytes()));
        let path = &base[..Position::AfterPath];
        let directory = path.rfind('/').map_or(path, |slash| &path[..=slash]);
        Self {
            base,
            encodings,
            url_length,
            origin: part(&base[..Position::BeforePath]),
            directory: part(directory),
            page: part(&base[..Position::AfterQuery]),
        }
    }

    /// Resolves links in their order, each target once, at most `limit`.
    pub(crate) fn resolve_all(
        &self,
        links: &[RawLink<'_>],
        limit: usize,
        book: &LinkBook,
    ) -> Vec<FoundLink> {
        let mut found: Vec<FoundLink> = Vec::with_capacity(links.len().min(limit));
        let mut keys = FxHashSet::with_capacity_and_hasher(links.len(), Default::default());
        let mut urls = FxHashSet::default();
        let known = book.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut before: Option<RawLink<'_>> = None;
        for &link in links {
            if found.len() >= limit {
                break;
            }
            // The picture and the title of an item mostly lead to one place.
            if before.replace(link) == Some(link) {
                continue;
            }
            let RawLink { target, nofollow } = link;
            let target = without_fragment(target).trim_ascii();
            let Some(key) = self.key(target) else { continue };
            if !keys.insert((key, nofollow)) {
                continue;
            }
            let target = match known.get(key.0) {
                Some(id) => Target::Known(id),
                None => match self.resolve(target) {
                    Some(url) if urls.insert((url.clone(), nofollow)) => Target::New(key, url),
                    _ => continue,
                },
            };
            found.push(FoundLink { target, nofollow });
        }
        found
    }

    /// The normalized URL that a link leads to, as browsers resolve it; `None` if it is none of
    /// the web, or too long.
    pub(crate) fn resolve(&self, target: &[u8]) -> Option<Url> {
        if target.len() > self.url_length {
            return None;
        }
        let target = self.encodings.text.decode_without_bom_handling(target).0;
        let target = decode_entities(&target);
        let url = normalize(resolve(Some(self.base), self.encodings.page, &target)?)?;
        Some(url).filter(|url| url.as_str().len() <= self.url_length)
    }

    /// What a link depends on; `None` for links that lead to no page.
    fn key(&self, target: &[u8]) -> Option<Key> {
        let relative_to = match target.first() {
            None | Some(b'?' | b'#') => self.page,
            Some(b'/' | b'\\') => self.origin,
            Some(first) => match scheme_of(target) {
                Some(scheme) if is_other(scheme) => return None,
                Some(scheme) if target[scheme.len()..].starts_with(b"://") => self.origin,
                // `http:x` is relative to a page of the same scheme; white space or a reference
                // may hide what a link begins with.
                Some(_) => self.page,
                None if *first == b'&' || *first <= b' ' => self.page,
                None => self.directory,
            },
        };
        Some(Key(spread(fold(relative_to, hash(target)))))
    }
}

/// The scheme that a link begins with, if it has one.
fn scheme_of(target: &[u8]) -> Option<&[u8]> {
    let end = target.iter().position(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'))?;
    (target[end] == b':').then(|| &target[..end])
}

/// A link as far as it tells the page that it leads to: the links to the sections of a page are one.
/// What a `#` is part of a reference for, or what white space before it would be escaped, stays.
fn without_fragment(target: &[u8]) -> &[u8] {
    match memchr(b'#', target) {
        Some(at) if at == 0 || target[at - 1] > b' ' && target[at - 1] != b'&' => &target[..at],
        _ => target,
    }
}

/// Whether this is a scheme of addresses that are no pages.
fn is_other(scheme: &[u8]) -> bool {
    [&b"mailto"[..], b"javascript", b"tel", b"data", b"sms", b"whatsapp", b"blob"]
        .iter()
        .any(|other| scheme.eq_ignore_ascii_case(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::UTF_8;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sections_of_pages_are_no_pages_of_their_own(
            links in prop::collection::vec("(a|/b|\\?c|http:|&|&amp;|&#x41;|&#|#|#d| |){0,4}", 0..12),
        ) {
            let base = Url::parse("http://example.com/dir/page?q").unwrap();
            let encodings = Encodings { text: UTF_8, page: UTF_8 };
            let resolver = Resolver::new(&base, encodings, 100);
            let raw: Vec<_> = links
                .iter()
                .map(|link| RawLink { target: link.as_bytes(), nofollow: false })
                .collect();
            let found = resolver.resolve_all(&raw, 100, &LinkBook::default());
            let found: Vec<_> = found
                .into_iter()
                .map(|link| match link.target {
                    Target::New(_, url) => url,
                    Target::Known(_) => panic!("the book is empty"),
                })
                .collect();
            let mut each: Vec<Url> = Vec::new();
            for url in links.iter().filter_map(|link| resolver.resolve(link.as_bytes())) {
                if !each.contains(&url) {
                    each.push(url);
                }
            }
            prop_assert_eq!(found, each);
        }
    }
}
