//! Names of items in class words: `category-travel`, `tag-rust`, and two hundred more.
//!
//! Words with one head are a *family*. A large one names items, of which there will be others
//! tomorrow, and folds to `head-*`. Not so if the head is but the prefix that some software puts
//! before all its class words (`css-1x2y3z`, `site-header`): then the words are what tells the
//! parts of a template apart. What tells: parts of one template stand on the same pages, while each
//! item has pages of its own.

use super::Parameters;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_hash::spread;

/// A family that folds: tag above, tag, head.
pub(super) type Family = (u32, u32, u32);

/// The words of each head, while outlines are looked through.
#[derive(Default)]
pub(super) struct Families {
    members: FxHashMap<Family, FxHashSet<u32>>,
    /// For each word a hash of the pages that bear it, the same in whatever order they come.
    page_sets: FxHashMap<u32, u64>,
    /// The words that are no ids.
    classes: FxHashSet<u32>,
    /// Pairs of words with one head on one element, the lesser first: they come together because
    /// the item has two names.
    together: FxHashSet<(u32, u32)>,
}

impl Families {
    /// Notes the words on one element, below a tag, with the head of each that has one.
    pub(super) fn note(&mut self, above: u32, tag: u32, words: &[u32], heads: &[Option<u32>]) {
        for (i, (&word, head)) in words.iter().zip(heads).enumerate() {
            let Some(head) = *head else { continue };
            self.members.entry((above, tag, head)).or_default().insert(word);
            for (&other, of_other) in words[..i].iter().zip(heads) {
                if *of_other == Some(head) {
                    self.together.insert((word.min(other), word.max(other)));
                }
            }
        }
    }

    /// Notes that a page bears a word; once for each page and word.
    pub(super) fn note_page(&mut self, word: u32, page: usize, is_id: bool) {
        if !is_id {
            self.classes.insert(word);
        }
        let set = self.page_sets.entry(word).or_default();
        *set = set.wrapping_add(spread(page as u64 + 1));
    }

    /// The families that fold, given on how many of `pages` pages each word is and which heads are
    /// those of ids. Ids name items: that several methods stand in the same manuals makes them no
    /// parts of a template.
    pub(super) fn folding(
        &self,
        word_pages: &[u32],
        pages: usize,
        parameters: &Parameters,
        is_id: impl Fn(u32) -> bool,
    ) -> FxHashSet<Family> {
        let known = |word: &&u32| word_pages[**word as usize] >= parameters.word_pages;
        let reach = parameters.prefix_reach * self.classes.iter().filter(known).count() as f64;
        let prefixes = self.prefixes(word_pages, pages, reach, parameters);
        let folds = |head: u32| is_id(head) || !prefixes.contains(&head);
        let large = self.members.iter().filter(|(_, words)| words.len() > parameters.family);
        large.map(|(family, _)| *family).filter(|(.., head)| folds(*head)).collect()
    }

    /// The heads that are prefixes.
    fn prefixes(
        &self,
        word_pages: &[u32],
        pages: usize,
        reach: f64,
        parameters: &Parameters,
    ) -> FxHashSet<u32> {
        let most = parameters.nearly_all * pages as f64;
        let tells = |word: &u32| f64::from(word_pages[*word as usize]) < most;
        let mut words: FxHashMap<u32, FxHashSet<u32>> = FxHashMap::default();
        for ((.., head), members) in &self.members {
            words.entry(*head).or_default().extend(members.iter().filter(|word| tells(word)));
        }
        let is_prefix = |words: &FxHashSet<u32>| {
            let mut by_pages: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
            for &word in words {
                by_pages.entry(self.page_sets[&word]).or_default().push(word);
            }
            let beside = |word: u32, others: &[u32]| {
                others.iter().any(|&other| {
                    other != word && !self.together.contains(&(word.min(other), word.max(other)))
                })
            };
            // Items on one page only are many, parts of templates on one page only are none.
            let is_known = |word: u32| word_pages[word as usize] >= parameters.word_pages;
            let with_others = |words: &Vec<u32>| {
                words.iter().filter(|word| is_known(**word) && beside(**word, words)).count()
            };
            let count: usize = by_pages.values().map(with_others).sum();
            let count = count as f64;
            count > 0.0 && count >= reach && count >= parameters.prefix_share * words.len() as f64
        };
        words.into_iter().filter(|(_, words)| is_prefix(words)).map(|(head, _)| head).collect()
    }
}
