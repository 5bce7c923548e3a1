//! What a page says and is made of, but for what it repeats of its address.
//!
//! A page for an address that leads nowhere mostly repeats it: `Nothing was found for blue lamp`.
//! Two such pages are alike once the words of their addresses are left out, and so are numbers,
//! which may be times and counts.

use crate::page::charset::readable;
use crate::page::fingerprint::{StructureReader, StructureSet};
use crate::page::scan::{Name, Sink, Tag, scan};
use crate::page::words::plain_words;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use url::{Position, Url, form_urlencoded};

/// Distinct words that are kept of a page.
const WORDS: usize = 4096;

/// Share of structural features, in tenths, that pages alike have in common.
const SAME_STRUCTURE: usize = 9;

/// Words in which pages alike may differ: one for so many that they have.
const WORDS_PER_SLIP: usize = 50;

/// Words and structure of a page, without the words of its address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Likeness {
    /// Hashes of the words, rising.
    words: Vec<u64>,
    /// Hashes of the words of the address.
    address: BTreeSet<u64>,
    /// Structural features, rising.
    features: Vec<u64>,
}

impl Likeness {
    /// Reads a page; `content_type` is the header's value.
    pub(crate) fn of(body: &[u8], content_type: Option<&str>, url: &Url) -> Self {
        let (text, _) = readable(body, content_type);
        let mut reader = Reader::default();
        scan(&text, &mut reader);
        let address = words_of(&url[Position::BeforePath..]);
        let mut words: Vec<u64> = reader.words.into_iter().collect();
        words.retain(|word| !address.contains(word));
        words.sort_unstable();
        let features = reader.structure.finish().features().to_vec();
        Self { words, address, features }
    }

    /// Words that one page has and the other has not, those of their addresses left out.
    pub(crate) fn difference(&self, other: &Self) -> usize {
        let beyond = |one: &Self, other: &Self| {
            let strange = |word: &&u64| {
                other.words.binary_search(word).is_err() && !other.address.contains(word)
            };
            one.words.iter().filter(strange).count()
        };
        beyond(self, other) + beyond(other, self)
    }

    /// The structure in 64 bits, as fingerprints have it.
    pub(crate) fn structure(&self) -> u64 {
        StructureSet::sketch_of(&self.features)
    }

    /// Words of the page.
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    /// Whether two pages are made alike and say the same but for their addresses; `slack` more words
    /// may differ than between pages that are always the same.
    pub(crate) fn is_like(&self, other: &Self, slack: usize) -> bool {
        let slips = self.words.len().min(other.words.len()) / WORDS_PER_SLIP;
        let shared =
            self.features.iter().filter(|one| other.features.binary_search(one).is_ok()).count();
        let all = self.features.len() + other.features.len() - shared;
        shared * 10 >= all * SAME_STRUCTURE && self.difference(other) <= slips + slack
    }
}

/// Gathers words and structure.
#[derive(Default)]
struct Reader {
    words: FxHashSet<u64>,
    structure: StructureReader,
}

impl<'a> Sink<'a> for Reader {
    fn wants(&self, _: Name) -> bool {
        true
    }

    fn tag(&mut self, tag: &Tag<'a, '_>) {
        self.structure.element(tag.name, tag.get("id"), tag.get("class"));
    }

    fn text(&mut self, rest: &'a [u8], length: usize) {
        for word in plain_words(&rest[..length]) {
            if self.words.len() < WORDS {
                self.words.insert(word);
            }
        }
    }
}

/// The words of an address, its escapes undone.
fn words_of(address: &str) -> BTreeSet<u64> {
    let decoded = form_urlencoded::parse(address.as_bytes());
    let words = decoded.flat_map(|(name, value)| {
        [name, value].map(|part| plain_words(part.as_bytes()).collect::<Vec<_>>())
    });
    words.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(path: &str, body: &str) -> Likeness {
        let url = Url::parse("http://example.com").unwrap().join(path).unwrap();
        Likeness::of(body.as_bytes(), None, &url)
    }

    #[test]
    fn what_repeats_the_address_says_the_same() {
        let page = |path: &str, name: &str| {
            likeness(
                path,
                &format!("<h1>Oops</h1><p>Nothing found for {name}, in 0.{} s.", path.len()),
            )
        };
        let probe = page("/made-up-page", "Made up page");
        assert!(page("/old/blue-lamp", "blue lamp").is_like(&probe, 0));
        assert!(page("/s?q=caf%C3%A9+noir", "caf\u{e9} noir").is_like(&probe, 0));
        assert!(page("/nothing-found", "nothing found").is_like(&probe, 0));
        assert!(!page("/old/blue-lamp", "green lamp").is_like(&probe, 0));
    }

    #[test]
    fn other_words_and_other_structure_tell_pages_apart() {
        let missing = likeness("/x", "<h1>Oops</h1><p>Nothing found");
        let page = likeness("/lamp", "<h1>Lamp</h1><p>Add to cart");
        assert!(!page.is_like(&missing, 0));
        let table = likeness("/y", "<table><tr><th>Oops</th><td>Nothing found</td></table>");
        assert!(!table.is_like(&missing, 0));
    }
}
