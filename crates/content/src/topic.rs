//! How much does a block speak of what the page says it is about?
//!
//! A page names its subject in its title and describes it in its `meta` elements. Content speaks of
//! it, teasers of other pages do not, however much they look like content.

use crate::block::Blocks;
use crate::kind::Kinds;
use rustc_hash::{FxHashMap, FxHasher};
use sitewrap_tree::Document;
use std::hash::Hasher;
use std::ops::Range;

/// Letters of a word that count, so that most inflected forms of it are one term.
const STEM: usize = 6;

/// Letters of the shortest word that is a term.
const MIN_WORD: usize = 4;

/// Characters of a title or description that are read.
const MAX_CHARACTERS: usize = 2000;

/// Numbers of a block: the share of the title's terms and of the description's in it, and how dense
/// these are in it and in its two inner containers, compared with the page.
pub(crate) const TOPIC: usize = 2 + 2 * (1 + CONTAINERS);

/// Containers that are looked at.
const CONTAINERS: usize = 3;

/// Terms of a page's title and description in its blocks.
pub(crate) struct Topic {
    /// For each block, the distinct terms of title and description in it, as shares of all.
    shares: Vec<[f32; 2]>,
    /// Occurrences of terms of title and description before each block.
    hits: [Vec<u32>; 2],
    /// Columns before each block.
    columns: Vec<u64>,
}

/// Hands on the terms of a text: hashes of the beginnings of words, or of pairs of characters where
/// no spaces part words.
fn for_each_term(text: &str, mut hand_on: impl FnMut(u64)) {
    let mut hasher = FxHasher::default();
    let (mut letters, mut wide) = (0, None);
    let kinds = Kinds::known();
    for c in text.chars().chain(std::iter::once(' ')) {
        let kind = kinds.of(c);
        let is_letter = kind.is_letter();
        let is_wide = is_letter && kind.is_wide();
        if letters > 0 && (!is_letter || is_wide) {
            if letters >= MIN_WORD {
                hand_on(hasher.finish());
            }
            (letters, hasher) = (0, FxHasher::default());
        }
        if let Some(before) = wide.filter(|_| is_wide) {
            hand_on(u64::from(before) << 32 | u64::from(u32::from(c)));
        }
        wide = is_wide.then_some(u32::from(c));
        if is_letter && !is_wide {
            if letters < STEM {
                match kind.is_lowered() {
                    true => c.to_lowercase().for_each(|c| hasher.write_u32(u32::from(c))),
                    false => hasher.write_u32(u32::from(c)),
                }
            }
            letters += 1;
        }
    }
}

/// What a page says in title and in descriptions, numbered terms of each.
fn terms(document: &Document) -> [FxHashMap<u64, usize>; 2] {
    let metas = document.structured.meta.iter();
    let of = |is_named: &dyn Fn(&str) -> bool| {
        metas.clone().filter(|(name, _)| is_named(name)).map(|(_, value)| value.as_str()).collect()
    };
    let mut titles: Vec<&str> = of(&|name| name == "og:title");
    titles.extend(document.title.as_deref());
    let descriptions: Vec<&str> = of(&|name| {
        matches!(name, "description" | "og:description" | "twitter:description" | "Description")
    });
    [titles, descriptions].map(|texts| {
        let mut numbers = FxHashMap::default();
        for text in texts {
            let end = text.char_indices().nth(MAX_CHARACTERS).map_or(text.len(), |(at, _)| at);
            for_each_term(&text[..end], |term| {
                let next = numbers.len();
                numbers.entry(term).or_insert(next);
            });
        }
        numbers
    })
}

impl Topic {
    pub(crate) fn of(document: &Document, blocks: &Blocks) -> Self {
        let terms = terms(document);
        let mut topic = Self {
            shares: Vec::with_capacity(blocks.len()),
            hits: [vec![0], vec![0]],
            columns: vec![0],
        };
        // For each term, the last block that had it.
        let mut seen = terms.each_ref().map(|terms| vec![usize::MAX; terms.len()]);
        let (mut total, mut columns) = ([0_u32; 2], 0);
        let is_told = terms.iter().any(|terms| !terms.is_empty());
        for (at, block) in blocks.iter().enumerate() {
            let mut distinct = [0_usize; 2];
            let text = if is_told { blocks.text(block) } else { "" };
            for_each_term(text, |term| {
                for kind in 0..2 {
                    if let Some(&number) = terms[kind].get(&term) {
                        total[kind] += 1;
                        distinct[kind] += usize::from(seen[kind][number] != at);
                        seen[kind][number] = at;
                    }
                }
            });
            columns += u64::from(block.columns());
            topic.columns.push(columns);
            for (hits, total) in topic.hits.iter_mut().zip(total) {
                hits.push(total);
            }
            let share = |kind: usize| distinct[kind] as f32 / terms[kind].len().max(1) as f32;
            topic.shares.push([share(0), share(1)]);
        }
        topic
    }

    /// The numbers of a block with these containers.
    pub(crate) fn extend(&self, values: &mut Vec<f32>, at: usize, containers: &[Range<usize>]) {
        values.extend(self.shares[at]);
        for hits in &self.hits {
            let page = self.density(hits, &(0..self.shares.len()), 0.0);
            values.push(self.density(hits, &(at..at + 1), page));
            for range in &containers[..CONTAINERS] {
                values.push(self.density(hits, range, page));
            }
        }
    }

    /// Occurrences a thousand columns in a range of blocks, on a logarithmic scale, as the
    /// difference from `page`; a short range is taken to be like the page for a part.
    fn density(&self, hits: &[u32], range: &Range<usize>, page: f32) -> f32 {
        let found = (hits[range.end] - hits[range.start]) as f32;
        let columns = (self.columns[range.end] - self.columns[range.start]) as f32;
        let expected = (page.exp() - 1.0) * 0.1;
        (1000.0 * (found + expected) / (columns + 100.0) + 1.0).ln() - page
    }
}
