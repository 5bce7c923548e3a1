//! What a field says in the records of the pages.

use crate::parameters::Parameters;
use crate::redundant::restated::Texts;
use crate::redundant::session::Session;
use rustc_hash::FxHashMap;

/// A page by its number, and what in its links belongs to the visit.
#[derive(Clone, Copy)]
pub(super) struct Page<'c> {
    pub(super) number: usize,
    pub(super) session: &'c Session,
}

/// Signs around a value that are none of it.
pub(super) const STOPS: [char; 6] = ['.', ',', ':', ';', '(', ')'];

/// What a field says in one record.
#[derive(PartialEq)]
pub(super) enum Said {
    Text(Box<str>),
    /// The hash of all texts of a list or map; the texts themselves stand in the columns of the
    /// fields within.
    Nested(u64),
}

/// Column of one field: value by the record (page and place in lists) that holds it.
#[derive(Default)]
pub(super) struct Column {
    pub(super) values: FxHashMap<u64, Said>,
    /// Hash of all values on a page, in order, by page.
    pub(super) of_page: FxHashMap<usize, u64>,
    /// How often each value was said, by its hash.
    pub(super) said: FxHashMap<u64, Often>,
    /// Items of a list, by the record that holds it.
    pub(super) items: FxHashMap<u64, usize>,
}

/// How often a value was said.
#[derive(Clone, Copy, Default)]
pub(super) struct Often {
    times: usize,
    pages: usize,
    /// The last page, by its number from 1.
    last: usize,
}

impl Often {
    fn say(&mut self, page: usize) {
        self.times += 1;
        self.pages += usize::from(self.last != page + 1);
        self.last = page + 1;
    }
}

impl Column {
    pub(super) fn add(&mut self, page: Page<'_>, record: u64, value: &str) {
        self.say(page, value);
        // The stop of a sentence around a value makes no difference, nor does a genitive.
        let value = value.trim_matches(STOPS);
        let value = value.strip_suffix("'s").or(value.strip_suffix("’s")).unwrap_or(value);
        self.values.insert(record, Said::Text(value.to_lowercase().into_boxed_str()));
    }

    pub(super) fn add_nested(&mut self, record: u64, digest: &str) {
        self.values.insert(record, Said::Nested(hash_of(digest)));
    }

    /// Takes what a page says, without what belongs to the visit.
    pub(super) fn say(&mut self, page: Page<'_>, value: &str) {
        let hash = self.of_page.entry(page.number).or_default();
        let of_value = hash_of(&page.session.without(value));
        *hash = (hash.rotate_left(17) ^ of_value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.said.entry(of_value).or_default().say(page.number);
    }

    /// The texts among the values.
    pub(super) fn texts(&self) -> Texts<'_> {
        let texts = self.values.iter().filter_map(|(record, said)| match said {
            Said::Text(text) => Some((*record, &**text)),
            Said::Nested(_) => None,
        });
        texts.collect()
    }

    /// Whether (almost) all pages that have values have the same ones.
    pub(super) fn is_constant(&self, parameters: &Parameters) -> bool {
        let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
        for hash in self.of_page.values() {
            *counts.entry(*hash).or_default() += 1;
        }
        let most = counts.values().copied().max().unwrap_or(0);
        let pages = self.of_page.len();
        let is_one = || most as f64 >= parameters.same * pages as f64;
        pages >= parameters.many && (is_one() || self.is_menu(parameters))
    }

    /// Whether pages have many different values, (almost) all of them those of all others, each once: a menu
    /// in which the entry of the page itself is marked, or opened. What pages say several times (the teams of a
    /// league, in its matches of each month) are values.
    fn is_menu(&self, parameters: &Parameters) -> bool {
        let Parameters { nearly_all, many, .. } = *parameters;
        let pages = self.of_page.len() as f64;
        let all: usize = self.said.values().map(|often| often.times).sum();
        let is_usual = |often: &&Often| {
            often.pages as f64 >= nearly_all * pages
                && often.pages as f64 >= nearly_all * often.times as f64
        };
        let usual = self.said.values().filter(is_usual);
        let (entries, shared) =
            usual.fold((0, 0), |(entries, sum), often| (entries + 1, sum + often.times));
        entries >= many && shared as f64 >= nearly_all * all as f64
    }
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    std::hash::Hasher::write(&mut hasher, text.as_bytes());
    std::hash::Hasher::finish(&hasher)
}
