//! What a page says and is made of, but for what it repeats of its address.
//!
//! A page for an address that leads nowhere mostly repeats it: `Nothing was found for blue lamp`.
//! Two such pages are alike once the words of their addresses are left out, and so are numbers,
//! which may be times and counts.

use crate::page::charset::{Readable, readable};
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

/// Words that do not change for one that may.
const STEADY: usize = 4;

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
        let Readable { text, .. } = readable(body, content_type);
        let mut reader = Reader::default();
        scan(&text, &mut reader);
        let address = words_of(&url[Position::BeforePath..]);
        let mut words: Vec<u64> = reader.words.into_iter().collect();
        words.retain(|word| !address.contains(word));
        words.sort_unstable();
        let features = reader.structure.finish().features().to_vec();
        Self { words, address, features }
    }

    /// Words of the page that another one has not, neither in its text nor in its address.
    fn beyond(&self, other: &Self) -> usize {
        let strange =
            |word: &&u64| other.words.binary_search(word).is_err() && !other.address.contains(word);
        self.words.iter().filter(strange).count()
    }

    /// What two pages that are made alike have in common.
    fn common(&self, other: &Self) -> Self {
        let mut common = self.clone();
        common.words.retain(|word| other.words.binary_search(word).is_ok());
        common.address.extend(&other.address);
        common
    }

    /// The structure in 64 bits, as fingerprints have it.
    pub(crate) fn structure(&self) -> u64 {
        StructureSet::sketch_of(&self.features)
    }

    /// Words of the page.
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    /// Whether two pages are made of the same.
    fn is_made_like(&self, other: &Self) -> bool {
        let shared =
            self.features.iter().filter(|one| other.features.binary_search(one).is_ok()).count();
        let all = self.features.len() + other.features.len() - shared;
        shared * 10 >= all * SAME_STRUCTURE
    }
}

/// Pages that are made alike and say the same but for their addresses, and for a part that changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Pattern {
    /// What does not change.
    core: Likeness,
    /// Words of it that a page may lack: two pages may have some in common by chance.
    lacking: usize,
    /// Words that a page may have beyond it.
    beyond: usize,
}

impl Pattern {
    /// The pattern of two pages; `None` unless they have twice as much in common as they differ in:
    /// else there is no telling what is like them.
    pub(crate) fn of(one: &Likeness, other: &Likeness) -> Option<Self> {
        let core = one.common(other);
        let (first, second) = (one.beyond(other), other.beyond(one));
        let beyond = first.max(second);
        (core.words.len() >= 2 * (first + second)).then_some(Self {
            core,
            lacking: (first + second) / 2,
            // Two pages are no more than a sample of how far they differ.
            beyond: beyond + beyond / 2,
        })
    }

    /// Whether a page is like those of the pattern.
    pub(crate) fn fits(&self, page: &Likeness) -> bool {
        let slips = self.core.words.len().min(page.words.len()) / WORDS_PER_SLIP;
        let lacking = self.core.beyond(page).saturating_sub(self.lacking);
        let beyond = page.beyond(&self.core).saturating_sub(self.beyond);
        self.core.is_made_like(page) && lacking + beyond <= slips
    }

    /// Whether what changes is little beside what does not.
    pub(crate) fn is_steady(&self) -> bool {
        self.beyond * STEADY <= self.core.words.len()
    }

    /// The structure of the pages, see [`Likeness::structure`].
    pub(crate) fn structure(&self) -> u64 {
        self.core.structure()
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

    fn fits(sign: &Likeness, page: &Likeness) -> bool {
        Pattern::of(sign, sign).is_some_and(|pattern| pattern.fits(page))
    }

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
        assert!(fits(&probe, &page("/old/blue-lamp", "blue lamp")));
        assert!(fits(&probe, &page("/s?q=caf%C3%A9+noir", "caf\u{e9} noir")));
        assert!(fits(&probe, &page("/nothing-found", "nothing found")));
        assert!(!fits(&probe, &page("/old/blue-lamp", "green lamp")));
    }

    #[test]
    fn other_words_and_other_structure_tell_pages_apart() {
        let missing = likeness("/x", "<h1>Oops</h1><p>Nothing found");
        let page = likeness("/lamp", "<h1>Lamp</h1><p>Add to cart");
        assert!(!fits(&missing, &page));
        let table = likeness("/y", "<table><tr><th>Oops</th><td>Nothing found</td></table>");
        assert!(!fits(&missing, &table));
    }

    #[test]
    fn a_part_that_changes_does_not_tell_pages_apart() {
        let page = |path: &str, said: &str, others: [&str; 3]| {
            let others: String = others.map(|other| format!("<li>{other}</li>")).concat();
            likeness(path, &format!("<h1>Oops</h1><p>{said}</p><ul>{others}</ul>"))
        };
        let sorry = "What was asked for is not on sale any more, or has never been";
        let one = page("/x", sorry, ["blue lamp", "oak chair", "tall mirror"]);
        let other = page("/y", sorry, ["blue lamp", "rug", "brass kettle"]);
        let pattern = Pattern::of(&one, &other).expect("they have much in common");
        assert!(!pattern.is_steady());
        assert!(pattern.fits(&page("/z", sorry, ["green vase", "iron bed", "rope"])));
        let good = "A lamp of brass and iron for walls and tables that gives warm light";
        assert!(!pattern.fits(&page("/z", good, ["blue lamp", "rug", "rope"])));
        assert!(Pattern::of(&one, &page("/z", good, ["green vase", "iron bed", "rope"])).is_none());
    }
}
