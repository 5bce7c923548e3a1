//! Pages that say the same under several URLs, and parameters that change nothing.
//!
//! A page is a twin if its bytes equal those of an earlier page, or its text that of an earlier page
//! with the same path, or with one that differs in case or a session only. A
//! parameter is without effect in a family of URLs once pages with several of its values were equal
//! to those without it or with another value, and none was different. Nothing is inferred from the
//! names of parameters.

use crate::frontier::EntryId;
use crate::page::words::{fold, hash};
use crate::traps::aliases::Aliases;
use rustc_hash::FxHashMap;
use url::Url;

/// Equal answers, with more than one value of a parameter, that prove it to be without effect. One
/// value proves nothing: `page=1` is everywhere the page without it, `page=2` is not.
const PROOFS: u32 = 3;

/// What a page says, in two hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    /// Of the bytes.
    pub(crate) bytes: u64,
    /// Of the text.
    pub(crate) content: u64,
}

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

/// What is known of pages that say the same.
#[derive(Debug, Default)]
pub(crate) struct Twins {
    by_bytes: FxHashMap<u64, EntryId>,
    /// By path and content.
    by_path: FxHashMap<u64, EntryId>,
    /// Content of pages by URL, and by URL without one parameter.
    contents: FxHashMap<u64, u64>,
    /// By family of URLs and name of the parameter.
    evidence: FxHashMap<(u64, u64), Evidence>,
    aliases: Aliases,
}

impl Twins {
    /// Takes in a page; gives the earlier page that says the same, if there is one.
    pub(crate) fn meet(
        &mut self,
        id: EntryId,
        url: &Url,
        family: u64,
        digest: Digest,
    ) -> Option<EntryId> {
        self.compare(url, family, digest.content);
        let same_bytes = *self.by_bytes.entry(digest.bytes).or_insert(id);
        let place = fold(hash(url[..url::Position::AfterPath].as_bytes()), digest.content);
        let same_content = *self.by_path.entry(place).or_insert(id);
        let alias = self.aliases.meet(id, url, digest.content);
        let firsts = [Some(same_bytes), Some(same_content), alias];
        firsts.into_iter().flatten().find(|&first| first != id)
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
    pub(crate) fn alias(&self, url: &Url) -> Option<EntryId> {
        self.aliases.find(url)
    }

    /// Compares a page with those whose URLs differ in one parameter only.
    fn compare(&mut self, url: &Url, family: u64, content: u64) {
        self.contents.insert(hash(url.as_str().as_bytes()), content);
        for name in names(url) {
            let shorter = without(url, &name);
            let value = value(url, &name);
            let (base, name) = (hash(shorter.as_str().as_bytes()), hash(name.as_bytes()));
            // Where the URL without the parameter is not known, its first value stands for it.
            let place = if self.contents.contains_key(&base) { base } else { base ^ mark(name) };
            let Some(&first) = self.contents.get(&place) else {
                self.contents.insert(place, content);
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

    fn url(path: &str) -> Url {
        Url::parse("http://example.com").unwrap().join(path).unwrap()
    }

    /// Meets pages whose bytes all differ; the text gives the content.
    fn meet(twins: &mut Twins, pages: &[(&str, &str)]) -> Vec<bool> {
        let mut told = Vec::new();
        for (place, (path, text)) in pages.iter().enumerate() {
            let digest = Digest { bytes: hash(path.as_bytes()), content: hash(text.as_bytes()) };
            told.push(twins.meet(EntryId::at(place), &url(path), 0, digest).is_some());
        }
        told
    }

    #[test]
    fn the_same_bytes_anywhere_and_the_same_content_at_one_path_are_twins() {
        let mut twins = Twins::default();
        let same = Digest { bytes: 1, content: 1 };
        let other = |bytes| Digest { bytes, content: 1 };
        assert_eq!(twins.meet(EntryId::at(0), &url("/a"), 0, same), None);
        assert_eq!(twins.meet(EntryId::at(1), &url("/b"), 0, same), Some(EntryId::at(0)));
        assert_eq!(twins.meet(EntryId::at(2), &url("/c"), 0, other(2)), None);
        assert_eq!(twins.meet(EntryId::at(3), &url("/a?x"), 0, other(3)), Some(EntryId::at(0)));
    }

    #[test]
    fn a_parameter_is_dropped_once_it_is_proved_idle() {
        let mut twins = Twins::default();
        let mut pages = vec![("/a", "A"), ("/a?utm=1", "A"), ("/b", "B"), ("/b?utm=2", "B")];
        assert_eq!(meet(&mut twins, &pages), [false, true, false, true]);
        assert_eq!(twins.without_idle(&url("/c?utm=3"), 0), None, "two proofs are too few");
        pages = vec![("/c", "C"), ("/c?q=1&utm=3", "C1"), ("/c?q=1", "C1"), ("/c?utm=3", "C")];
        meet(&mut twins, &pages);
        assert_eq!(twins.without_idle(&url("/d?utm=9&q=%41"), 0), Some(url("/d?q=%41")));
        assert_eq!(twins.without_idle(&url("/d?q=1"), 0), None);
        assert_eq!(twins.without_idle(&url("/d?utm=9"), 1), None, "other families are apart");
    }

    #[test]
    fn one_different_answer_keeps_a_parameter() {
        let mut twins = Twins::default();
        let pages = [
            ("/a", "A"),
            ("/a?p=1", "A"),
            ("/a?p=2", "more"),
            ("/b", "B"),
            ("/b?p=1", "B"),
            ("/c", "C"),
            ("/c?p=1", "C"),
        ];
        meet(&mut twins, &pages);
        assert_eq!(twins.without_idle(&url("/d?p=1"), 0), None);
    }

    #[test]
    fn the_first_page_of_lists_does_not_stand_for_the_others() {
        let mut twins = Twins::default();
        for list in ["/a", "/b", "/c", "/d"] {
            meet(&mut twins, &[(list, list), (&format!("{list}?page=1"), list)]);
        }
        assert_eq!(twins.without_idle(&url("/e?page=2"), 0), None);
    }

    #[test]
    fn a_session_that_is_new_on_each_page_is_seen_through() {
        let mut twins = Twins::default();
        let pages = [
            ("/a?sid=1", "A"),
            ("/a?sid=2", "A"),
            ("/b?sid=3", "B"),
            ("/b?sid=4", "B"),
            ("/b?sid=5", "B"),
        ];
        assert_eq!(meet(&mut twins, &pages), [false, true, false, true, true]);
        assert_eq!(twins.without_idle(&url("/c?sid=6"), 0), Some(url("/c")));
    }
}
