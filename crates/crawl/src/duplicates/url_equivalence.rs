//! Addresses that differ where it does not matter: a session in the path, upper and lower case, the
//! scheme.
//!
//! Such a difference is inferred from answers alone: once several pages said the same under
//! addresses that differ in one such way, and none said another thing, further addresses that
//! differ from those of known pages in this way only need not be fetched.

use crate::frontier::{EntryId, Frontier};
use crate::page::words::{fold, hash};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_hash::spread;
use std::borrow::Cow;
use std::iter;
use url::{Position, Url};

/// Pages found under several addresses that prove a difference to be without effect. The items of a
/// shop may all be sold out, and say the same: together they are one such page.
const PROOFS: u32 = 3;

/// Parts of the path that are looked at.
const PARTS: usize = 8;

/// Characters from which a part of the path may be a session.
const TOKEN: usize = 8;

/// In which way two addresses may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Way {
    Case,
    Scheme,
    /// Parameters in the path: `/a;jsessionid=12`.
    PathParameter,
    /// A part of the path that has letters and digits, from 0.
    Part(usize),
}

impl Way {
    fn number(self) -> u64 {
        match self {
            Self::Case => 1,
            Self::Scheme => 2,
            Self::PathParameter => 3,
            Self::Part(place) => 4 + place as u64,
        }
    }
}

/// A page that is the first for a way to read its address. There may be one for each page of a crawl,
/// or several, so that of the reading no more is kept than finds it; the address tells whether it is
/// the one.
#[derive(Clone, Copy, Debug)]
struct First {
    /// The upper half of the reading's hash.
    tag: u32,
    id: EntryId,
}

/// The three small things in which two addresses of one page may differ, in hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Forms {
    case: u8,
    scheme: u8,
    path_parameter: u8,
}

impl Forms {
    /// In which way two addresses differ; `None` if in none, or in several.
    fn way(self, other: Self) -> Option<Way> {
        let differing = [
            (self.case != other.case, Way::Case),
            (self.scheme != other.scheme, Way::Scheme),
            (self.path_parameter != other.path_parameter, Way::PathParameter),
        ];
        let mut ways = differing.into_iter().filter_map(|(differs, way)| differs.then_some(way));
        ways.next().filter(|_| ways.next().is_none())
    }
}

/// What is known of such addresses. What their pages say is in the frontier.
#[derive(Debug, Default)]
pub(crate) struct UrlEquivalence {
    /// The first page for each way to read an address without what may not matter; those that have
    /// nothing small only once there is another for the reading.
    firsts: HashTable<First>,
    /// Proofs for each way; `None` once there was a different one.
    proofs: FxHashMap<Way, Option<u32>>,
    /// Readings that were a proof, each with the way in which another address said the same. Those
    /// of one reading are one proof.
    proved: FxHashSet<(u64, Way)>,
}

impl UrlEquivalence {
    /// Takes in what a page says, which the frontier knows; gives an earlier page with such an
    /// address that says the same.
    pub(crate) fn meet(
        &mut self,
        frontier: &Frontier,
        id: EntryId,
        url: &Url,
        content: u64,
    ) -> Option<EntryId> {
        let (forms, readings) = readings(url);
        let mut same = None;
        for (part, reading) in readings {
            let kept = self.kept(frontier, reading);
            let plain = || part.is_none().then(|| plain(frontier, url)).flatten();
            let known = kept.or_else(plain);
            // That which is plain is kept once there is another, so that it stays the first one.
            if kept.is_none() && (known.is_some() || part.is_some() || !is_plain(url)) {
                self.keep(reading, known.map_or(id, |(known, _)| known));
            }
            let Some((known, known_forms)) = known else { continue };
            let way = part.or_else(|| known_forms.way(forms));
            let Some(way) = way.filter(|_| known != id) else { continue };
            let proofs = self.proofs.entry(way).or_insert(Some(0));
            if frontier.digest(known).is_some_and(|known| known.content == content) {
                if let Some(count) = proofs {
                    *count += u32::from(self.proved.insert((reading, way)));
                }
                same = same.or(Some(known));
            } else {
                *proofs = None;
            }
        }
        same
    }

    /// The page that an address leads to as well, if that is proved.
    pub(crate) fn find(&self, frontier: &Frontier, url: &Url) -> Option<EntryId> {
        if self.proofs.values().all(|proofs| proofs.is_none_or(|count| count < PROOFS)) {
            return None;
        }
        let (forms, mut readings) = readings(url);
        readings.find_map(|(part, reading)| {
            let plain = || part.is_none().then(|| plain(frontier, url)).flatten();
            let (known, known_forms) = self.kept(frontier, reading).or_else(plain)?;
            let proofs = self.proofs.get(&part.or_else(|| known_forms.way(forms))?)?;
            let proved = proofs.is_some_and(|count| count >= PROOFS);
            (proved && frontier.url_text(known) != url.as_str()).then_some(known)
        })
    }

    /// Keeps the first page for a reading.
    fn keep(&mut self, reading: u64, id: EntryId) {
        let first = First { tag: tag(reading), id };
        self.firsts.insert_unique(place(first.tag), first, |first| place(first.tag));
    }

    /// The first page for a reading, if it is kept.
    fn kept(&self, frontier: &Frontier, reading: u64) -> Option<(EntryId, Forms)> {
        let tag = tag(reading);
        let mut forms = None;
        let mut has_reading = |id: EntryId| {
            let url = frontier.url(id)?;
            let (own, mut all) = readings(&url);
            forms = all.any(|(_, other)| other == reading).then_some(own);
            forms
        };
        let is_first = |first: &First| first.tag == tag && has_reading(first.id).is_some();
        let first = self.firsts.find(place(tag), is_first)?;
        Some((first.id, forms?))
    }
}

/// What of a reading is kept.
fn tag(reading: u64) -> u32 {
    (reading >> 32) as u32
}

/// Where readings with a tag are found.
fn place(tag: u32) -> u64 {
    spread(u64::from(tag))
}

/// An address without what may not matter, in each way: a hash that no other way gives. The first
/// one is without all that is small, which is told beside it; the others without one part.
fn readings(url: &Url) -> (Forms, impl Iterator<Item = (Option<Way>, u64)>) {
    let path = url.path();
    let site = hash(url[Position::BeforeHost..Position::BeforePath].as_bytes());
    let query = hash(url[Position::AfterPath..].as_bytes());
    let bare = without_parameters(path);
    let small = bare.to_ascii_lowercase();
    let forms = Forms {
        case: hash(bare.as_bytes()) as u8,
        scheme: hash(url.scheme().as_bytes()) as u8,
        path_parameter: if bare.len() == path.len() { 0 } else { hash(path.as_bytes()) as u8 | 1 },
    };
    let least = fold(fold(site, query), hash(small.as_bytes()));
    let rest = fold(fold(hash(url.scheme().as_bytes()), site), query);
    let parts = path.split('/').enumerate().take(PARTS).filter(|(_, part)| is_token(part));
    let parts = parts.map(move |(place, part)| {
        let at = part.as_ptr() as usize - path.as_ptr() as usize;
        let around = [&path[..at], &path[at + part.len()..]].map(|text| hash(text.as_bytes()));
        let way = Way::Part(place);
        (Some(way), spread(fold(fold(fold(rest, around[0]), around[1]), way.number())))
    });
    (forms, iter::once((None, spread(least))).chain(parts))
}

/// Whether an address has nothing small in which others may differ, but the scheme.
fn is_plain(url: &Url) -> bool {
    let path = url.path();
    !path.bytes().any(|byte| byte.is_ascii_uppercase()) && without_parameters(path) == path
}

/// Another page at an address without what is small in this one. The frontier finds these by their
/// addresses, and they are most of the pages of a crawl: so they need not be kept.
fn plain(frontier: &Frontier, url: &Url) -> Option<(EntryId, Forms)> {
    let path = without_parameters(url.path()).to_ascii_lowercase();
    let site = &url[Position::BeforeHost..Position::BeforePath];
    let own = is_plain(url).then_some(url.scheme());
    ["http", "https"].into_iter().filter(|&scheme| Some(scheme) != own).find_map(|scheme| {
        let other = format!("{scheme}://{site}{path}{}", &url[Position::AfterPath..]);
        let id = frontier.find_text(&other)?;
        frontier.digest(id)?;
        let forms = readings(&frontier.url(id)?).0;
        Some((id, forms))
    })
}

/// A path without the parameters of its parts.
fn without_parameters(path: &str) -> Cow<'_, str> {
    if !path.contains(';') {
        return path.into();
    }
    let parts: Vec<&str> = path
        .split('/')
        .map(|part| {
            part.split_once(';').filter(|(_, rest)| rest.contains('=')).map_or(part, |cut| cut.0)
        })
        .collect();
    parts.join("/").into()
}

/// Whether a part of a path may be a session: one word of letters and digits.
fn is_token(part: &str) -> bool {
    part.len() >= TOKEN
        && part.bytes().any(|byte| byte.is_ascii_digit())
        && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"()_".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::Source;
    use crate::options::Order;
    use crate::page::digest::Digest;
    use proptest::prelude::*;

    fn url(text: &str) -> Url {
        Url::parse("http://example.com").unwrap().join(text).unwrap()
    }

    /// What is known of a site.
    struct Site {
        frontier: Frontier,
        equivalence: UrlEquivalence,
    }

    impl Site {
        fn new() -> Self {
            let frontier = Frontier::new(Order::BreadthFirst, usize::MAX);
            Self { frontier, equivalence: UrlEquivalence::default() }
        }

        /// Meets pages by address and content, those anew that are not known; tells which of them
        /// repeat which.
        fn meet(&mut self, pages: &[(&str, u64)]) -> Vec<Option<EntryId>> {
            let Self { frontier, equivalence } = self;
            let mut meet = |path: &str, content| {
                let url = url(path);
                let id = frontier.find(&url).or_else(|| frontier.add(&url, Source::Seed, None))?;
                frontier.set_digest(id, Digest { bytes: 0, content });
                equivalence.meet(frontier, id, &url, content)
            };
            pages.iter().map(|(path, content)| meet(path, *content)).collect()
        }

        fn find(&self, path: &str) -> Option<EntryId> {
            self.equivalence.find(&self.frontier, &url(path))
        }
    }

    #[test]
    fn a_session_in_the_path_is_seen_through_once_it_is_proved() {
        let sessions = ["/S0000001/", "/S0000002/"]
            .map(|session| ["a", "b", "c"].map(|page| format!("{session}{page}")));
        let pages: Vec<(&str, u64)> = sessions
            .iter()
            .flatten()
            .map(|path| (path.as_str(), u64::from(path.as_bytes()[10])))
            .collect();
        let mut site = Site::new();
        let told = site.meet(&pages[..5]);
        assert_eq!(told[3..], [Some(EntryId::at(0)), Some(EntryId::at(1))]);
        assert_eq!(site.find("/S0000009/a"), None, "two proofs are too few");
        site.meet(&pages);
        assert_eq!(site.find("/S0000009/b"), Some(EntryId::at(1)));
        assert_eq!(site.find("/S0000009/new"), None, "a page that is not known");
    }

    #[test]
    fn case_scheme_and_path_parameters_are_seen_through() {
        for forms in [
            ["/Shop/A", "/Shop/B", "/Shop/C", "/shop/a", "/SHOP/b", "/shop/C", "/shop/c"],
            ["/a", "/b", "/c", "/a;sid=1", "/b;sid=2", "/c;sid=3", "/a;sid=4"],
            [
                "/a",
                "/b",
                "/c",
                "https://example.com/a",
                "https://example.com/b",
                "https://example.com/c",
                "https://example.com/a",
            ],
        ] {
            let mut site = Site::new();
            let content = |form: &str| {
                let bare = without_parameters(url(form).path()).to_lowercase();
                hash(bare.as_bytes())
            };
            let pages: Vec<(&str, u64)> =
                forms[..6].iter().map(|form| (*form, content(form))).collect();
            site.meet(&pages);
            assert!(site.find(forms[6]).is_some(), "{forms:?}");
        }
    }

    #[test]
    fn one_different_answer_keeps_addresses_apart() {
        let mut site = Site::new();
        let pages = [
            ("/a", 1),
            ("/A", 1),
            ("/b", 2),
            ("/B", 2),
            ("/c", 3),
            ("/C", 3),
            ("/d", 4),
            ("/D", 5),
            ("/item0001/", 6),
            ("/item0002/", 7),
            ("/item0003/", 7),
            ("/item0004/", 7),
        ];
        site.meet(&pages);
        assert_eq!(site.find("/E"), None);
        assert_eq!(site.find("/A"), None);
        assert_eq!(site.find("/item0009/"), None);
    }

    proptest! {
        #[test]
        fn the_first_page_of_a_reading_is_found_as_by_looking_at_all(
            paths in prop::collection::vec(
                r"(https://example\.com)?/([aA]|token000[12])(;x=[12])?(/token000[12]/)?",
                0..40,
            ),
        ) {
            let mut site = Site::new();
            let mut known: Vec<Url> = Vec::new();
            for path in &paths {
                site.meet(&[(path, 1)]);
                if !known.contains(&url(path)) {
                    known.push(url(path));
                }
            }
            for (place, url) in known.iter().enumerate() {
                for (part, reading) in readings(url).1 {
                    let has = |url: &Url| readings(url).1.any(|(_, own)| own == reading);
                    let first = known.iter().position(has).map(EntryId::at);
                    let kept = site.equivalence.kept(&site.frontier, reading);
                    let plain = || part.is_none().then(|| plain(&site.frontier, url)).flatten();
                    let found = kept.or_else(plain).map_or(EntryId::at(place), |(known, _)| known);
                    prop_assert_eq!(Some(found), first, "{}", url);
                }
            }
        }
    }
}
