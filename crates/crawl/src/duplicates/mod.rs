//! Pages that say the same under several URLs, and parameters that change nothing.
//!
//! A page is a duplicate if its bytes equal those of an earlier page, or its text that of an earlier page
//! with the same path, or with one that differs in case or a session only. A
//! parameter is without effect in a family of URLs once pages with several of its values were equal
//! to those without it or with another value, and none was different. Nothing is inferred from the
//! names of parameters.

mod url_equivalence;

use crate::frontier::{EntryId, Frontier};
use crate::page::digest::Digest;
use crate::page::words::{fold, hash};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use sitewrap_hash::spread;
use url::{Position, Url};
use url_equivalence::UrlEquivalence;

/// Equal answers, with more than one value of a parameter, that prove it to be without effect. One
/// value proves nothing: `page=1` is everywhere the page without it, `page=2` is not.
const PROOFS: u32 = 3;

/// Equal and different answers seen for a parameter.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    equal: u32,
    /// Hash of the value of the first equal answer, and whether there was another value.
    value: Option<u64>,
    several: bool,
    different: bool,
}

impl Evidence {
    fn proves(&self) -> bool {
        self.equal >= PROOFS && self.several && !self.different
    }
}

/// What is known of pages that say the same. What each page says is in the frontier.
#[derive(Debug, Default)]
pub(crate) struct Duplicates {
    /// The first page with each content.
    firsts: HashTable<EntryId>,
    /// Of pages with the content of an earlier one, the first with other bytes than that …
    by_bytes: FxHashMap<u64, EntryId>,
    /// … and with another path, by path and content.
    by_path: FxHashMap<u64, EntryId>,
    /// Content by URL without one parameter, where no page is known under that URL.
    contents: FxHashMap<u64, u64>,
    /// By family of URLs and name of the parameter.
    evidence: FxHashMap<(u64, u64), Evidence>,
    equivalence: UrlEquivalence,
}

impl Duplicates {
    /// Takes in a page, once in a run; gives the earlier page that says the same, if there is one.
    pub(crate) fn meet(
        &mut self,
        frontier: &mut Frontier,
        id: EntryId,
        url: &Url,
        digest: Digest,
    ) -> Option<EntryId> {
        frontier.set_digest(id, digest);
        self.compare(frontier, url, frontier.family(id), digest.content);
        let first = self.first(frontier, id, url, digest);
        let equivalent = self.equivalence.meet(frontier, id, url, digest.content);
        first.or(equivalent)
    }

    /// The first page with the bytes of another, or with its path and content. Both have the same
    /// content, so that only pages are kept for which that of another is known.
    fn first(
        &mut self,
        frontier: &Frontier,
        id: EntryId,
        url: &Url,
        digest: Digest,
    ) -> Option<EntryId> {
        let said = |id: &EntryId| frontier.digest(*id).unwrap_or_default();
        let key = |content| spread(content);
        let same = |known: &EntryId| said(known).content == digest.content;
        let Some(&first) = self.firsts.find(key(digest.content), same) else {
            let key_of = |known: &EntryId| key(said(known).content);
            self.firsts.insert_unique(key(digest.content), id, key_of);
            return None;
        };
        let same_bytes = match said(&first).bytes == digest.bytes {
            true => first,
            false => *self.by_bytes.entry(digest.bytes).or_insert(id),
        };
        let path = &url[..Position::AfterPath];
        let same_path = match frontier.url_text(first).split('?').next() == Some(path) {
            true => first,
            false => {
                let place = fold(hash(path.as_bytes()), digest.content);
                *self.by_path.entry(place).or_insert(id)
            }
        };
        [same_bytes, same_path].into_iter().find(|&first| first != id)
    }

    /// The URL without its parameters that are proved to be without effect; `None` if it has
    /// none of these.
    pub(crate) fn without_idle(&self, url: &Url, family: u64) -> Option<Url> {
        url.query()?;
        let mut shorter = url.clone();
        for name in names(url) {
            let known = self.evidence.get(&(family, hash(name.as_bytes())));
            if known.is_some_and(Evidence::proves) {
                shorter = without(&shorter, &name);
            }
        }
        (shorter != *url).then_some(shorter)
    }

    /// The page that a URL leads to as well, as is proved for URLs like these.
    pub(crate) fn equivalent(&self, frontier: &Frontier, url: &Url) -> Option<EntryId> {
        self.equivalence.find(frontier, url)
    }

    /// Compares a page with those whose URLs differ in one parameter only.
    fn compare(&mut self, frontier: &Frontier, url: &Url, family: u64, content: u64) {
        for name in names(url) {
            let shorter = without(url, &name);
            let value = value(url, &name);
            let (base, name) = (hash(shorter.as_str().as_bytes()), hash(name.as_bytes()));
            let known = frontier.find(&shorter).and_then(|known| frontier.digest(known));
            // Where the URL without the parameter is not known, its first value stands for it.
            let stand_in = base ^ mark(name);
            let known = known.map(|known| known.content);
            let Some(first) = known.or_else(|| self.contents.get(&stand_in).copied()) else {
                self.contents.insert(stand_in, content);
                continue;
            };
            let seen = self.evidence.entry((family, name)).or_default();
            if first == content {
                seen.equal += 1;
                seen.several |= *seen.value.get_or_insert(value) != value;
            } else {
                seen.different = true;
            }
        }
    }
}

/// Keeps URLs that lack different parameters apart.
fn mark(name: u64) -> u64 {
    name.rotate_left(17) | 1
}

/// The names of the parameters of a URL, each once.
fn names(url: &Url) -> Vec<String> {
    let mut names: Vec<String> = url.query_pairs().map(|(name, _)| name.into_owned()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A hash of the values of a parameter.
fn value(url: &Url, name: &str) -> u64 {
    let values = url.query_pairs().filter(|(known, _)| known == name);
    let values: Vec<String> = values.map(|(_, value)| value.into_owned()).collect();
    hash(values.join("&").as_bytes())
}

/// A URL without one parameter; the others stay as they are written.
fn without(url: &Url, name: &str) -> Url {
    let named = |pair: &&str| {
        url::form_urlencoded::parse(pair.as_bytes()).next().is_some_and(|(known, _)| known == name)
    };
    let query = url.query().unwrap_or_default();
    let rest: Vec<&str> = query.split('&').filter(|pair| !named(pair)).collect();
    let mut shorter = url.clone();
    shorter.set_query((!rest.is_empty()).then(|| rest.join("&")).as_deref());
    shorter
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::Source;
    use crate::options::Order;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn url(path: &str) -> Url {
        Url::parse("http://example.com").unwrap().join(path).unwrap()
    }

    /// What is known of a site, whose URLs are of one family.
    struct Site {
        frontier: Frontier,
        duplicates: Duplicates,
    }

    impl Site {
        fn new() -> Self {
            let frontier = Frontier::new(Order::BreadthFirst, usize::MAX);
            Self { frontier, duplicates: Duplicates::default() }
        }

        /// Meets a page; gives its id, and that of the page that it repeats.
        fn meet(&mut self, path: &str, digest: Digest) -> (EntryId, Option<EntryId>) {
            let url = url(path);
            let id = self.frontier.add(&url, Source::Seed, None).unwrap();
            (id, self.duplicates.meet(&mut self.frontier, id, &url, digest))
        }

        /// Meets pages whose bytes all differ; the text gives the content.
        fn meet_all(&mut self, pages: &[(&str, &str)]) -> Vec<bool> {
            let digest = |path: &str, text: &str| Digest {
                bytes: hash(path.as_bytes()),
                content: hash(text.as_bytes()),
            };
            let pages = pages.iter();
            pages.map(|(path, text)| self.meet(path, digest(path, text)).1.is_some()).collect()
        }

        fn without_idle(&self, path: &str) -> Option<Url> {
            self.duplicates.without_idle(&url(path), self.frontier.family(EntryId::at(0)))
        }
    }

    #[test]
    fn the_same_bytes_anywhere_and_the_same_content_at_one_path_are_duplicates() {
        let mut site = Site::new();
        let said = |bytes| Digest { bytes, content: 1 };
        let (first, none) = site.meet("/a", said(1));
        assert_eq!(none, None);
        assert_eq!(site.meet("/b", said(1)).1, Some(first));
        let (other, none) = site.meet("/c", said(2));
        assert_eq!(none, None);
        assert_eq!(site.meet("/a?x", said(3)).1, Some(first));
        assert_eq!(site.meet("/d", said(2)).1, Some(other));
        assert_eq!(site.meet("/c?x", said(4)).1, Some(other));
    }

    proptest! {
        #[test]
        fn the_first_that_says_the_same_is_found_as_in_a_map_of_all(
            pages in prop::collection::vec((0_u64..12, 0_usize..5), 0..60),
        ) {
            let mut site = Site::new();
            let (mut by_bytes, mut by_path) = (HashMap::new(), HashMap::new());
            for (place, (bytes, path)) in pages.into_iter().enumerate() {
                let digest = Digest { bytes, content: bytes % 4 };
                let (id, told) = site.meet(&format!("/{path}?{place}"), digest);
                let same_bytes = *by_bytes.entry(bytes).or_insert(id);
                let same_path = *by_path.entry((path, digest.content)).or_insert(id);
                prop_assert_eq!(told, [same_bytes, same_path].into_iter().find(|&known| known != id));
            }
        }
    }

    #[test]
    fn a_parameter_is_dropped_once_it_is_proved_idle() {
        let mut site = Site::new();
        let mut pages = vec![("/a", "A"), ("/a?utm=1", "A"), ("/b", "B"), ("/b?utm=2", "B")];
        assert_eq!(site.meet_all(&pages), [false, true, false, true]);
        assert_eq!(site.without_idle("/c?utm=3"), None, "two proofs are too few");
        pages = vec![("/c", "C"), ("/c?q=1&utm=3", "C1"), ("/c?q=1", "C1"), ("/c?utm=3", "C")];
        site.meet_all(&pages);
        assert_eq!(site.without_idle("/d?utm=9&q=%41"), Some(url("/d?q=%41")));
        assert_eq!(site.without_idle("/d?q=1"), None);
        let other_family = site.duplicates.without_idle(&url("/d?utm=9"), 1);
        assert_eq!(other_family, None, "other families are apart");
    }

    #[test]
    fn one_different_answer_keeps_a_parameter() {
        let mut site = Site::new();
        let pages = [
            ("/a", "A"),
            ("/a?p=1", "A"),
            ("/a?p=2", "more"),
            ("/b", "B"),
            ("/b?p=1", "B"),
            ("/c", "C"),
            ("/c?p=1", "C"),
        ];
        site.meet_all(&pages);
        assert_eq!(site.without_idle("/d?p=1"), None);
    }

    #[test]
    fn the_first_page_of_lists_does_not_stand_for_the_others() {
        let mut site = Site::new();
        for list in ["/a", "/b", "/c", "/d"] {
            site.meet_all(&[(list, list), (&format!("{list}?page=1"), list)]);
        }
        assert_eq!(site.without_idle("/e?page=2"), None);
    }

    #[test]
    fn a_session_that_is_new_on_each_page_is_seen_through() {
        let mut site = Site::new();
        let pages = [
            ("/a?sid=1", "A"),
            ("/a?sid=2", "A"),
            ("/b?sid=3", "B"),
            ("/b?sid=4", "B"),
            ("/b?sid=5", "B"),
        ];
        assert_eq!(site.meet_all(&pages), [false, true, false, true, true]);
        assert_eq!(site.without_idle("/c?sid=6"), Some(url("/c")));
    }
}
