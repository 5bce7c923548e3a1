//! Addresses that differ where it does not matter: a session in the path, upper and lower case, the
//! scheme.
//!
//! Such a difference is inferred from answers alone: once several pages said the same under
//! addresses that differ in one such way, and none said another thing, further addresses that
//! differ from those of known pages in this way only need not be fetched.

use crate::frontier::EntryId;
use crate::page::words::{fold, hash, mix};
use rustc_hash::FxHashMap;
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

    /// The bit of [`Known::proved`] that stands for it.
    fn bit(self) -> u8 {
        match self {
            Self::Part(_) => 1,
            small => 1 << small.number(),
        }
    }
}

/// A page, as far as others may say the same. There is one for each page of a crawl, or several, so
/// that of hashes no more is kept than tells two pages apart.
#[derive(Clone, Copy, Debug)]
struct Known {
    id: EntryId,
    content: u32,
    /// Of the whole address.
    url: u32,
    /// What of the address may not matter.
    forms: Forms,
    /// A bit for each way in which another address was found to say the same ([`Way::bit`]).
    proved: u8,
}

const _: () = assert!(size_of::<(u64, Known)>() <= 24, "a crawl may know a million pages");

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

/// What is known of such addresses.
#[derive(Debug, Default)]
pub(crate) struct Aliases {
    /// The first page for each way to read an address without what may not matter.
    first: FxHashMap<u64, Known>,
    /// Proofs for each way; `None` once there was a different one.
    proofs: FxHashMap<Way, Option<u32>>,
}

impl Aliases {
    /// Takes in what a page says; gives an earlier page with such an address that says the same.
    pub(crate) fn meet(&mut self, id: EntryId, url: &Url, content: u64) -> Option<EntryId> {
        let (forms, readings) = readings(url);
        let url = hash(url.as_str().as_bytes()) as u32;
        let this = Known { id, content: content as u32, url, forms, proved: 0 };
        let mut same = None;
        for (part, key) in readings {
            let known = self.first.entry(key).or_insert(this);
            let way = part.or_else(|| known.forms.way(forms));
            let Some(way) = way.filter(|_| known.url != url) else { continue };
            let proofs = self.proofs.entry(way).or_insert(Some(0));
            if known.content == this.content {
                *proofs = proofs.map(|count| count + u32::from(known.proved & way.bit() == 0));
                known.proved |= way.bit();
                same = same.or(Some(known.id));
            } else {
                *proofs = None;
            }
        }
        same
    }

    /// The page that an address leads to as well, if that is proved.
    pub(crate) fn find(&self, url: &Url) -> Option<EntryId> {
        if self.proofs.values().all(|proofs| proofs.is_none_or(|count| count < PROOFS)) {
            return None;
        }
        let (forms, mut readings) = readings(url);
        let url = hash(url.as_str().as_bytes()) as u32;
        let known = readings.find_map(|(part, key)| {
            let known = self.first.get(&key).filter(|known| known.url != url)?;
            let proofs = self.proofs.get(&part.or_else(|| known.forms.way(forms))?)?;
            proofs.is_some_and(|count| count >= PROOFS).then_some(known)
        });
        known.map(|known| known.id)
    }
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
        (Some(way), mix(fold(fold(fold(rest, around[0]), around[1]), way.number())))
    });
    (forms, iter::once((None, mix(least))).chain(parts))
}

/// A path without the parameters of its parts.
fn without_parameters(path: &str) -> String {
    let parts: Vec<&str> = path
        .split('/')
        .map(|part| {
            part.split_once(';').filter(|(_, rest)| rest.contains('=')).map_or(part, |cut| cut.0)
        })
        .collect();
    parts.join("/")
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

    fn url(text: &str) -> Url {
        Url::parse("http://example.com").unwrap().join(text).unwrap()
    }

    /// Meets pages by address and content; tells which of them repeat which.
    fn meet(aliases: &mut Aliases, pages: &[(&str, u64)]) -> Vec<Option<EntryId>> {
        let mut place = 0;
        let mut next = || {
            place += 1;
            EntryId::at(place - 1)
        };
        pages.iter().map(|(path, content)| aliases.meet(next(), &url(path), *content)).collect()
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
        let mut aliases = Aliases::default();
        let told = meet(&mut aliases, &pages[..5]);
        assert_eq!(told[3..], [Some(EntryId::at(0)), Some(EntryId::at(1))]);
        assert_eq!(aliases.find(&url("/S0000009/a")), None, "two proofs are too few");
        meet(&mut aliases, &pages);
        assert_eq!(aliases.find(&url("/S0000009/b")), Some(EntryId::at(1)));
        assert_eq!(aliases.find(&url("/S0000009/new")), None, "a page that is not known");
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
            let mut aliases = Aliases::default();
            let content = |form: &str| {
                let bare = without_parameters(url(form).path()).to_lowercase();
                hash(bare.as_bytes())
            };
            let pages: Vec<(&str, u64)> =
                forms[..6].iter().map(|form| (*form, content(form))).collect();
            meet(&mut aliases, &pages);
            assert!(aliases.find(&url(forms[6])).is_some(), "{forms:?}");
        }
    }

    #[test]
    fn one_different_answer_keeps_addresses_apart() {
        let mut aliases = Aliases::default();
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
        meet(&mut aliases, &pages);
        assert_eq!(aliases.find(&url("/E")), None);
        assert_eq!(aliases.find(&url("/A")), None);
        assert_eq!(aliases.find(&url("/item0009/")), None);
    }
}
