//! Kinds of pages, told apart while crawling by what the pages are made of.
//!
//! A coarse and cheap forerunner of the clustering proper: it only has to tell the crawl what it
//! has seen enough of. Each page goes to the first kind whose leader it is like, features that
//! all pages share counting little (weights 4p(1 − p), p the share of pages with the feature).

use crate::page::fingerprint::StructureSet;
use rustc_hash::FxHashMap;

/// A kind of page, by its place in the order of discovery.
pub(crate) type Kind = u16;

/// Pages that weights are learned from; later ones are only sorted into the kinds found.
const LEARNED_FROM: usize = 1024;

/// Weights are whole numbers, exact however many are added: the weight above, times the square of
/// the number of pages and this.
const UNIT: u64 = 20;

/// The kinds of pages seen so far.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    /// Features of the pages below, each with a number.
    numbers: FxHashMap<u64, u32>,
    /// In how many of the pages learned from each feature occurs, by its number.
    occurrences: Vec<u32>,
    /// Numbers of the features of the pages learned from, and of later leaders.
    pages: Vec<Box<[u32]>>,
    /// The first page of each kind.
    leaders: Vec<usize>,
    /// Number of pages at which all were last sorted anew.
    renewed_at: usize,
    /// Room for the weights of one page's features, by number; zero between uses.
    own: Vec<u64>,
}

impl Kinds {
    /// The kind of a page. Kinds are numbered anew from time to time, see [`Kinds::renewed`].
    pub(crate) fn classify(&mut self, page: &StructureSet) -> Kind {
        let features = page.features();
        let learning = self.pages.len() < LEARNED_FROM;
        let known: Box<[u32]> = match learning {
            true => self.numbered(features),
            false => features.iter().filter_map(|known| self.numbers.get(known).copied()).collect(),
        };
        if learning {
            known.iter().for_each(|&number| self.occurrences[number as usize] += 1);
        }
        let leader = self.leader_like(&known, features.len() - known.len());
        let kind = leader.unwrap_or(self.leaders.len());
        let leads = leader.is_none() && (learning || kind < usize::from(Kind::MAX));
        if leads {
            self.leaders.push(self.pages.len());
        }
        if learning {
            self.pages.push(known);
        } else if leads {
            let page = self.numbered(features);
            self.pages.push(page);
        }
        kind.min(usize::from(Kind::MAX)) as Kind
    }

    /// Sorts all pages anew when their number has doubled, since the weights of the first pages
    /// were guesses. Gives the kinds of all pages learned from, in their order.
    pub(crate) fn renewed(&mut self) -> Option<Vec<Kind>> {
        let count = self.pages.len();
        if count < 8 || count < 2 * self.renewed_at || self.are_settled() {
            return None;
        }
        self.renewed_at = count;
        self.leaders.clear();
        let mut kinds = Vec::with_capacity(count);
        for place in 0..count {
            let page = std::mem::take(&mut self.pages[place]);
            let leader = self.leader_like(&page, 0);
            self.pages[place] = page;
            kinds.push(leader.unwrap_or(self.leaders.len()) as Kind);
            if leader.is_none() {
                self.leaders.push(place);
            }
        }
        if self.are_settled() {
            self.forget_followers();
        }
        Some(kinds)
    }

    /// Whether pages are never sorted anew any more.
    pub(crate) fn are_settled(&self) -> bool {
        self.renewed_at >= LEARNED_FROM
    }

    /// Forgets what pages are made of that lead no kind, and are not sorted anew any more.
    fn forget_followers(&mut self) {
        let mut leaders = self.leaders.iter().copied().peekable();
        for (place, page) in self.pages.iter_mut().enumerate() {
            if leaders.next_if_eq(&place).is_none() {
                *page = Box::default();
            }
        }
    }

    /// Number of kinds seen.
    pub(crate) fn len(&self) -> usize {
        self.leaders.len()
    }

    /// The numbers of features, new ones numbered.
    fn numbered(&mut self, features: &[u64]) -> Box<[u32]> {
        let numbered = features.iter().map(|&feature| {
            let next = self.occurrences.len() as u32;
            let number = *self.numbers.entry(feature).or_insert(next);
            if number == next {
                self.occurrences.push(0);
                self.own.push(0);
            }
            number
        });
        numbered.collect()
    }

    /// The first kind to whose leader a page is alike: of the weight of the features that either
    /// has, both share at least half. The page has so many `strangers` besides, features without a
    /// number.
    fn leader_like(&mut self, page: &[u32], strangers: usize) -> Option<usize> {
        let mut all = self.weight_of(0) * strangers as u64;
        for &number in page {
            let weight = self.weight(number);
            self.own[number as usize] = weight;
            all += weight;
        }
        let known = self.leaders.iter().position(|&leader| {
            let (mut both, mut its) = (0, 0);
            for &number in &self.pages[leader] {
                both += self.own[number as usize];
                its += self.weight(number);
            }
            2 * both >= all + its - both
        });
        page.iter().for_each(|&number| self.own[number as usize] = 0);
        known
    }

    fn weight(&self, number: u32) -> u64 {
        self.weight_of(u64::from(self.occurrences[number as usize]))
    }

    /// The weight of a feature of so many pages. Every feature has a little, one unit, so that
    /// pages of a one-template site are alike.
    fn weight_of(&self, count: u64) -> u64 {
        let pages = self.pages.len().max(1) as u64;
        let count = count.min(pages);
        pages * pages + UNIT * 4 * count * (pages - count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::fingerprint::StructureReader;
    use crate::page::scan::Name;

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
    fn kinds_are_told_apart_in_spite_of_shared_boilerplate() {
        let mut kinds = Kinds::default();
        let mut labels = Vec::new();
        for n in 0..64 {
            let tags: &[&str] = match n % 3 {
                0 => &["article", "h1", "p", "time", "address"],
                1 => &["table", "thead", "tbody", "tr", "td"],
                _ => &["form", "input", "label", "select", "button"],
            };
            labels.push(kinds.classify(&page(tags, n % 9, n)));
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
            kinds.classify(&page(&["article", "h1", "p"], n + 2, n));
            kinds.renewed();
        }
        assert_eq!(kinds.len(), 1);
    }
}
