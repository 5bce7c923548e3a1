//! Soft 404s: pages that a site answers with status 200 for addresses that lead nowhere.
//!
//! Once a page of a host is there, the crawl sends the host a probe: it asks for an address that nobody
//! can have made, and where the answer is a page, for a second one: what they have in common is how this
//! site says `not found`, how far they differ is how far such answers do. An honest host may have
//! a part that is not (a catalogue with a page for each number): so a made-up neighbour of the pages
//! of a family is asked for where these say the same again, or have become many. An answer of that
//! kind counts once several pages of the part are like it, and others are not.
//!
//! Pages like these answers, and redirects to where made-up addresses lead, are no pages of the site:
//! they are passed over, and those stored before that was known are marked.

pub(crate) mod probe;

use crate::frontier::{EntryId, Frontier};
use crate::page::likeness::{Likeness, Pattern};
use serde::{Deserialize, Serialize};
use sitewrap_model::Page;
use sitewrap_tree::origin_of;
use std::collections::{HashMap, HashSet, VecDeque};
use url::{Position, Url};

/// Where the journal keeps what is known of an origin, which follows.
const STATE: &str = "missing:";

/// Hosts that are asked for made-up addresses.
const ORIGINS: usize = 16;

/// Families of URLs a made-up neighbour of which is asked for, …
const FAMILIES: usize = 12;
/// … not more than one for so many pages, unless its pages say the same.
const PAGES_PER_FAMILY: usize = 30;

/// Pages of a family that say the same as others before a neighbour is asked for.
const SUSPICIOUS: u32 = 2;

/// Pages of a family before a neighbour is asked for in any case.
const MANY: u32 = 8;

/// Pages of a part of a site that are like an answer there before the answer counts, …
const PROOFS: usize = 2;
/// … and those of the same family that are not, where something may be computed for any number, or
/// much of an answer changes.
const OTHERS: usize = 2;

/// Stored pages that are compared with an answer before it counts.
const COMPARED: usize = 64;

/// How an origin answers for addresses that lead nowhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Sign {
    /// With pages like these.
    Page(Pattern),
    /// With a redirect to this URL; parameters are left out.
    Redirect(String),
}

impl Sign {
    /// The key under which the journal keeps the signs of an origin.
    pub(crate) fn key(origin: &str) -> String {
        format!("{STATE}{origin}")
    }

    /// Reads the signs that the journal keeps; `None` if they are none.
    pub(crate) fn read(bytes: &[u8]) -> Option<Vec<Self>> {
        serde_json::from_slice(bytes).ok()
    }

    /// The form in which the journal keeps signs.
    pub(crate) fn to_bytes(signs: &[Self]) -> Option<Vec<u8>> {
        serde_json::to_vec(signs).ok()
    }

    /// What the user should know of how an origin answers.
    pub(crate) fn notice(&self, origin: &str) -> String {
        match self {
            Self::Page(..) => format!(
                "{origin} answers made-up addresses with a page: pages like it are passed over (soft \
                 404)"
            ),
            Self::Redirect(target) => format!(
                "{origin} redirects made-up addresses to {target}: so do soft 404s, which are passed \
                 over"
            ),
        }
    }

    pub(crate) fn is_like(&self, page: &Likeness) -> bool {
        matches!(self, Self::Page(pattern) if pattern.fits(page))
    }

    /// Whether next to nothing of it changes from one answer to the next.
    pub(crate) fn is_steady(&self) -> bool {
        match self {
            Self::Page(pattern) => pattern.is_steady(),
            Self::Redirect(_) => true,
        }
    }
}

/// A sign that was found beside a page, and does not count yet.
#[derive(Debug)]
pub(crate) struct Suspicion {
    pub(crate) beside: EntryId,
    pub(crate) origin: String,
    pub(crate) sign: Sign,
    /// Pages of the family may be like it and yet be pages of the site.
    doubtful: bool,
    /// Stored pages like it.
    like: Vec<EntryId>,
    /// Pages of the family that are not.
    unlike: usize,
}

impl Suspicion {
    /// Whether the sign counts. Were all pages of the family like it, they would be a family of
    /// pages that differ in numbers, or in a part that changes, only.
    fn is_proved(&self) -> bool {
        self.like.len() >= PROOFS && (!self.doubtful || self.unlike >= OTHERS)
    }
}

/// A page beside which probes are to be sent.
#[derive(Debug)]
pub(crate) struct Suspect {
    id: EntryId,
    pub(crate) url: Url,
}

/// What is known of such answers.
#[derive(Debug, Default)]
pub(crate) struct Soft404Detector {
    /// By origin.
    signs: HashMap<String, Vec<Sign>>,
    suspects: VecDeque<Suspect>,
    /// Families one of which was a suspect.
    families: HashSet<u64>,
    /// Addresses of probes that were sent.
    probed: HashSet<Url>,
    suspicions: Vec<Suspicion>,
}

impl Soft404Detector {
    fn signs(&self, origin: &str) -> &[Sign] {
        self.signs.get(origin).map_or(&[], Vec::as_slice)
    }

    /// What a page says, where there is something to compare it with: nearly all hosts say honestly
    /// what they do not have.
    fn likeness(&self, url: &Url, page: &Page) -> Option<(String, Likeness)> {
        if self.suspicions.is_empty() && self.signs.values().all(Vec::is_empty) {
            return None;
        }
        let origin = origin_of(url);
        let is_page = |sign: &Sign| matches!(sign, Sign::Page(..));
        let known = self.signs(&origin).iter().any(is_page)
            || self.suspicions.iter().any(|suspicion| suspicion.origin == origin);
        known.then(|| (origin, Likeness::of(&page.body, page.content_type(), url)))
    }

    /// Whether a page that has come is a soft 404; what it tells of suspicions is taken in. The start
    /// page and the user's own URLs are none.
    pub(crate) fn recognizes(
        &mut self,
        frontier: &Frontier,
        id: EntryId,
        url: &Url,
        page: &Page,
    ) -> bool {
        if frontier.depth(id) == 0 {
            return false;
        }
        let Some((origin, own)) = self.likeness(url, page) else { return false };
        if self.signs(&origin).iter().any(|sign| sign.is_like(&own)) {
            return true;
        }
        for suspicion in self.suspicions.iter_mut().filter(|it| it.origin == origin) {
            if suspicion.sign.is_like(&own) {
                suspicion.like.push(id);
            } else if frontier.family(suspicion.beside) == frontier.family(id) {
                suspicion.unlike += 1;
            }
        }
        false
    }

    /// Where a redirect leads, without parameters, if those of probes lead there too.
    pub(crate) fn redirect_target(&self, url: &Url, target: &Url) -> Option<Url> {
        if self.signs.values().all(Vec::is_empty) {
            return None;
        }
        let bare = &target[..Position::AfterPath];
        let named = |sign: &Sign| matches!(sign, Sign::Redirect(to) if to == bare);
        let is_known =
            &url[..Position::AfterPath] != bare && self.signs(&origin_of(url)).iter().any(named);
        is_known.then(|| {
            let mut bare = target.clone();
            bare.set_query(None);
            bare
        })
    }

    /// Takes note of a page that was stored, the last one of so many, if it is time for probes beside
    /// it.
    pub(crate) fn suspect(&mut self, frontier: &Frontier, id: EntryId, url: &Url, pages: usize) {
        let known = self.families.len();
        if known >= FAMILIES {
            return;
        }
        let due = frontier.repeats(id) >= SUSPICIOUS
            || frontier.family_pages(id) >= MANY && pages > known * PAGES_PER_FAMILY;
        if due && self.families.insert(frontier.family(id)) {
            self.suspects.push_back(Suspect { id, url: url.clone() });
        }
    }

    /// Takes the next page beside which probes are to be sent.
    pub(crate) fn next_suspect(&mut self) -> Option<Suspect> {
        self.suspects.pop_front()
    }

    /// Whether an origin is to be sent probes first.
    pub(crate) fn is_new(&self, origin: &str) -> bool {
        !self.signs.contains_key(origin) && self.signs.len() < ORIGINS
    }

    /// Takes in how an origin answers probes.
    pub(crate) fn learn(&mut self, origin: &str, signs: Vec<Sign>) {
        self.signs.insert(origin.to_owned(), signs);
    }

    /// The signs of an origin with one more.
    pub(crate) fn signs_with(&self, origin: &str, sign: Sign) -> Vec<Sign> {
        [self.signs(origin), &[sign]].concat()
    }

    /// Notes that a probe is sent; gives whether it is the first time.
    pub(crate) fn note_probe(&mut self, probe: &Url) -> bool {
        self.probed.insert(probe.clone())
    }

    /// Whether a probe is to be sent beside a page; notes that it is.
    pub(crate) fn may_probe_beside(
        &mut self,
        frontier: &Frontier,
        page: &Url,
        probe: &Url,
    ) -> bool {
        let is_new = self.note_probe(probe);
        is_new && !is_view(frontier, page) && self.signs.contains_key(&origin_of(page))
    }

    /// The stored pages of a suspect's family that an answer is to be compared with.
    pub(crate) fn to_compare(&self, frontier: &Frontier, suspect: &Suspect) -> Vec<EntryId> {
        let (family, mut pages) = (frontier.family(suspect.id), frontier.stored());
        pages.retain(|&id| frontier.family(id) == family);
        let step = pages.len().div_ceil(COMPARED).max(1);
        pages.into_iter().step_by(step).collect()
    }

    /// Takes in what probes beside a page were answered with, and the stored pages that are like it.
    /// `counted` tells whether they differ from the page in a number.
    pub(crate) fn raise(
        &mut self,
        suspect: &Suspect,
        sign: Sign,
        counted: bool,
        like: Vec<EntryId>,
        unlike: usize,
    ) {
        let (beside, origin) = (suspect.id, origin_of(&suspect.url));
        let doubtful = counted || !sign.is_steady();
        self.suspicions.push(Suspicion { beside, origin, sign, doubtful, like, unlike });
    }

    /// Takes a suspicion that is proved by now.
    pub(crate) fn take_proved(&mut self) -> Option<Suspicion> {
        let at = self.suspicions.iter().position(Suspicion::is_proved)?;
        Some(self.suspicions.remove(at))
    }
}

/// Whether the parameters of a URL choose from a page that is known without them: what they leave
/// of it may be nothing, and is a page all the same.
fn is_view(frontier: &Frontier, url: &Url) -> bool {
    let mut whole = url.clone();
    whole.set_query(None);
    url.query().is_some() && frontier.find(&whole).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::Source;
    use crate::options::Order;

    const ORIGIN: &str = "http://example.com";

    fn url(path: &str) -> Url {
        Url::parse(ORIGIN).unwrap().join(path).unwrap()
    }

    fn frontier(pages: usize) -> (Frontier, Vec<EntryId>) {
        let mut frontier = Frontier::new(Order::BreadthFirst, 100);
        let start = frontier.add(&url("/"), Source::Seed, None);
        let add = |number| frontier.add(&url(&format!("/p/{number}")), Source::Link, start);
        let ids = (0..pages).map(add).collect::<Option<Vec<_>>>().unwrap();
        (frontier, ids)
    }

    fn likeness(path: &str, text: &str) -> Likeness {
        Likeness::of(format!("<h1>{text}</h1>").as_bytes(), None, &url(path))
    }

    fn not_found() -> Sign {
        let (one, other) = ("sorry we have nothing here", "sorry we have nothing here");
        let pattern = Pattern::of(&likeness("/x", one), &likeness("/y", other));
        Sign::Page(pattern.unwrap())
    }

    fn page(path: &str, text: &str) -> Page {
        Page::imported(url(path).to_string(), format!("<h1>{text}</h1>").into_bytes())
    }

    #[test]
    fn pages_like_a_sign_are_recognized_but_seeds_are_not() {
        let (frontier, ids) = frontier(1);
        let seed = frontier.find(&url("/")).unwrap();
        let mut detector = Soft404Detector::default();
        let said = page("/p/0", "sorry we have nothing here");
        assert!(!detector.recognizes(&frontier, ids[0], &url("/p/0"), &said));
        detector.learn(ORIGIN, vec![not_found()]);
        assert!(detector.recognizes(&frontier, ids[0], &url("/p/0"), &said));
        assert!(!detector.recognizes(&frontier, seed, &url("/"), &said));
        let other = page("/p/0", "a lamp of blue glass");
        assert!(!detector.recognizes(&frontier, ids[0], &url("/p/0"), &other));
    }

    #[test]
    fn a_suspicion_counts_once_pages_prove_it() {
        let (frontier, ids) = frontier(4);
        let mut detector = Soft404Detector::default();
        let suspect = Suspect { id: ids[0], url: url("/p/0") };
        detector.raise(&suspect, not_found(), false, vec![ids[0]], 0);
        assert!(detector.take_proved().is_none(), "one page proves nothing");
        let said = page("/p/1", "sorry we have nothing here");
        assert!(!detector.recognizes(&frontier, ids[1], &url("/p/1"), &said));
        assert_eq!(detector.take_proved().map(|proved| proved.beside), Some(ids[0]));
        assert!(detector.take_proved().is_none());
    }

    #[test]
    fn redirects_to_where_probes_lead_are_told_without_parameters() {
        let mut detector = Soft404Detector::default();
        detector.learn(ORIGIN, vec![Sign::Redirect(url("/home").to_string())]);
        let to = |from: &str, target: &str| detector.redirect_target(&url(from), &url(target));
        assert_eq!(to("/p/1", "/home?from=p"), Some(url("/home")));
        assert_eq!(to("/home?a", "/home"), None);
        assert_eq!(to("/p/1", "/other"), None);
    }
}
