//! Kinds of pages, told apart while crawling by what the pages are made of.
//!
//! A coarse and cheap forerunner of the clustering proper: it only has to tell the crawl what it
//! has seen enough of. Each page goes to the first kind whose leader it is like, features that
//! all pages share counting little (weights 4p(1 − p), p the share of pages with the feature).

use crate::fingerprint::StructureSet;
use rustc_hash::FxHashMap;

/// A kind of page, by its place in the order of discovery.
pub(crate) type Kind = u16;

/// Pages that weights are learned from; later ones are only sorted into the kinds found.
const LEARNED_FROM: usize = 1024;

/// Weighted Jaccard similarity from which a page is of its leader's kind.
const ALIKE: f64 = 0.5;

/// Weight that every feature has, so that pages of a one-template site are alike.
const FLOOR: f64 = 0.05;

/// The kinds of pages seen so far.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    /// Feature sets of the pages learned from, each sorted.
    pages: Vec<StructureSet>,
    /// In how many of them each feature occurs.
    occurrences: FxHashMap<u64, u32>,
    /// The first page of each kind.
    leaders: Vec<usize>,
    /// Number of pages at which all were last sorted anew.
    renewed_at: usize,
}

impl Kinds {
    /// The kind of a page. Kinds are numbered anew from time to time, see [`Kinds::renewed`].
    pub(crate) fn classify(&mut self, page: StructureSet) -> Kind {
        let learning = self.pages.len() < LEARNED_FROM;
        if learning {
            for &feature in page.features() {
                *self.occurrences.entry(feature).or_default() += 1;
            }
        }
        let known = self.leaders.iter().position(|&leader| self.alike(&self.pages[leader], &page));
        let kind = known.unwrap_or(self.leaders.len());
        if learning || known.is_none() && self.leaders.len() < usize::from(Kind::MAX) {
            if known.is_none() {
                self.leaders.push(self.pages.len());
            }
            self.pages.push(page);
        }
        kind.min(usize::from(Kind::MAX)) as Kind
    }

    /// Sorts all pages anew when their number has doubled, since the weights of the first pages
    /// were guesses. Gives the kinds of all pages learned from, in their order.
    pub(crate) fn renewed(&mut self) -> Option<Vec<Kind>> {
        let count = self.pages.len();
        if count < 8 || count < 2 * self.renewed_at || self.renewed_at >= LEARNED_FROM {
            return None;
        }
        self.renewed_at = count;
        self.leaders.clear();
        let mut kinds = Vec::with_capacity(count);
        for (place, page) in self.pages.iter().enumerate() {
            let known =
                self.leaders.iter().position(|&leader| self.alike(&self.pages[leader], page));
            kinds.push(known.unwrap_or(self.leaders.len()) as Kind);
            if known.is_none() {
                self.leaders.push(place);
            }
        }
        Some(kinds)
    }

    /// Number of kinds seen.
    pub(crate) fn len(&self) -> usize {
        self.leaders.len()
    }

    fn alike(&self, a: &StructureSet, b: &StructureSet) -> bool {
        let (mut both, mut either) = (0.0, 0.0);
        let (mut left, mut right) =
            (a.features().iter().peekable(), b.features().iter().peekable());
        loop {
            let (feature, shared) = match (left.peek(), right.peek()) {
                (Some(l), Some(r)) if l == r => {
                    right.next();
                    (left.next(), true)
                }
                (Some(l), Some(r)) if l < r => (left.next(), false),
                (Some(_), None) => (left.next(), false),
                (_, Some(_)) => (right.next(), false),
                (None, None) => break,
            };
            let weight = feature.map_or(0.0, |feature| self.weight(*feature));
            either += weight;
            both += if shared { weight } else { 0.0 };
        }
        either == 0.0 || both / either >= ALIKE
    }

    fn weight(&self, feature: u64) -> f64 {
        let count = self.occurrences.get(&feature).copied().unwrap_or_default();
        let share = f64::from(count) / self.pages.len().max(1) as f64;
        let share = share.min(1.0);
        FLOOR + 4.0 * share * (1.0 - share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::StructureReader;
    use crate::scan::Name;

    fn page(tags: &[&str], list: usize, own: usize) -> StructureSet {
        let mut set = StructureReader::default();
        for tag in ["html", "body", "nav", "ul", "li", "a", "footer"] {
            set.element(Name::of(tag.as_bytes()), None, None);
        }
        for _ in 0..list {
            set.element(Name::of(b"li"), None, Some(b"item"));
        }
        for tag in tags {
            let id = format!("part{own}");
            set.element(Name::of(tag.as_bytes()), Some(id.as_bytes()), Some(tag.as_bytes()));
        }
        set.finish()
    }

    #[test]
    fn kinds_are_told_apart_in_spite_of_shared_furniture() {
        let mut kinds = Kinds::default();
        let mut labels = Vec::new();
        for n in 0..64 {
            let tags: &[&str] = match n % 3 {
                0 => &["article", "h1", "p", "time", "address"],
                1 => &["table", "thead", "tbody", "tr", "td"],
                _ => &["form", "input", "label", "select", "button"],
            };
            labels.push(kinds.classify(page(tags, n % 9, n)));
            if let Some(renewed) = kinds.renewed() {
                labels = renewed;
            }
        }
        assert_eq!(kinds.len(), 3);
        assert!((0..64).all(|n| labels[n] == labels[n % 3]));
    }

    #[test]
    fn a_site_of_one_template_is_one_kind() {
        let mut kinds = Kinds::default();
        for n in 0..40 {
            kinds.classify(page(&["article", "h1", "p"], n + 2, n));
            kinds.renewed();
        }
        assert_eq!(kinds.len(), 1);
    }
}
