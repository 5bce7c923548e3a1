//! Soft 404s: pages that a site answers with status 200 for addresses that lead nowhere.
//!
//! Once a page of a host is there, the crawl asks the host for an address that nobody can have
//! made, and where the answer is a page, for a second one: what they have in common is how this
//! site says `not found`, how far they differ is how far such answers do. An honest host may have
//! a part that is not (a catalogue with a page for each number): so a made-up neighbour of the pages
//! of a family is asked for where these say the same again, or have become many. An answer of that
//! kind counts once several pages of the part are like it, and others are not.
//!
//! Pages like these answers, and redirects to where made-up addresses lead, are no pages of the site:
//! they are passed over, and those stored before that was known are marked.

use crate::CrawlError;
use crate::event::CrawlEvent;
use crate::frontier::{EntryId, Source};
use crate::journal::off_task;
use crate::page::likeness::{Likeness, Pattern};
use crate::run::Run;
use crate::traps::made_up::{MadeUp, Word};
use serde::{Deserialize, Serialize};
use sitewrap_model::{FrontierState, Page};
use sitewrap_tree::origin_of;
use std::collections::{HashMap, HashSet, VecDeque};
use url::{Position, Url};

/// Under which name such answers are counted.
const SOFT_404: &str = "soft 404";

/// Why a URL was skipped whose page says what made-up addresses are answered with: nothing is there.
pub const REASON: &str = "soft 404: says what made-up addresses are answered with";

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
    fn is_like(&self, page: &Likeness) -> bool {
        matches!(self, Self::Page(pattern) if pattern.fits(page))
    }

    /// Whether next to nothing of it changes from one answer to the next.
    fn is_steady(&self) -> bool {
        match self {
            Self::Page(pattern) => pattern.is_steady(),
            Self::Redirect(_) => true,
        }
    }
}

/// A sign that was found beside a page, and does not count yet.
#[derive(Debug)]
struct Suspicion {
    beside: EntryId,
    origin: String,
    sign: Sign,
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

/// What is known of such answers.
#[derive(Debug, Default)]
pub(crate) struct Missing {
    /// By origin.
    signs: HashMap<String, Vec<Sign>>,
    /// Pages whose neighbours are to be asked for.
    suspects: VecDeque<(EntryId, Url)>,
    /// Families one of which was a suspect.
    families: HashSet<u64>,
    /// Made-up addresses that were asked for.
    asked: HashSet<Url>,
    suspicions: Vec<Suspicion>,
}

impl Missing {
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

    /// Whether a redirect leads where those of made-up addresses lead.
    fn is_redirect(&self, url: &Url, target: &Url) -> bool {
        if self.signs.values().all(Vec::is_empty) {
            return false;
        }
        let bare = &target[..Position::AfterPath];
        let named = |sign: &Sign| matches!(sign, Sign::Redirect(to) if to == bare);
        &url[..Position::AfterPath] != bare && self.signs(&origin_of(url)).iter().any(named)
    }
}

impl Run<'_> {
    /// Whether a page that has come is a soft 404. The start page and the user's own URLs are none.
    pub(crate) fn is_missing(&mut self, id: EntryId, url: &Url, page: &Page) -> bool {
        if self.frontier.depth(id) == 0 {
            return false;
        }
        let Some((origin, own)) = self.missing.likeness(url, page) else { return false };
        if self.missing.signs(&origin).iter().any(|sign| sign.is_like(&own)) {
            return true;
        }
        for suspicion in self.missing.suspicions.iter_mut().filter(|it| it.origin == origin) {
            if suspicion.sign.is_like(&own) {
                suspicion.like.push(id);
            } else if self.frontier.family(suspicion.beside) == self.frontier.family(id) {
                suspicion.unlike += 1;
            }
        }
        false
    }

    /// Passes over a URL that is answered as made-up ones are.
    pub(crate) fn miss(&mut self, id: EntryId) {
        self.all_is_well();
        self.pass_over(id, SOFT_404, REASON);
    }

    /// Passes over a URL that redirects to where made-up ones lead; gives whether it does. The target
    /// may be a page of the site, but it is one only, whatever parameters tell it where it came from.
    pub(crate) fn misses(&mut self, id: EntryId, url: &Url, target: &Url) -> bool {
        if self.frontier.depth(id) == 0 || !self.missing.is_redirect(url, target) {
            return false;
        }
        let mut bare = target.clone();
        bare.set_query(None);
        let reason = format!("soft 404: made-up addresses redirect to {bare} too");
        self.pass_over(id, SOFT_404, &reason);
        if self.scope.contains(&bare) {
            self.discover(&bare, Source::Link, Some(id));
        }
        true
    }

    /// Takes note of a page that was stored, if it is time to ask for a neighbour.
    pub(crate) fn suspect(&mut self, id: EntryId, url: &Url) {
        let known = self.missing.families.len();
        if !self.asks_for_missing() || known >= FAMILIES {
            return;
        }
        let due = self.frontier.repeats(id) >= SUSPICIOUS
            || self.frontier.family_pages(id) >= MANY && self.pages > known * PAGES_PER_FAMILY;
        if due && self.missing.families.insert(self.frontier.family(id)) {
            self.missing.suspects.push_back((id, url.clone()));
        }
    }

    fn asks_for_missing(&self) -> bool {
        self.options.soft_404 && self.options.follow_links
    }

    /// Asks for made-up addresses where that is not done yet: on the host of a page that was
    /// settled, and beside others; marks stored pages for what came of it.
    pub(crate) async fn ask_for_missing(&mut self, url: &Url) -> Result<(), CrawlError> {
        self.mark_proved().await?;
        // A crawl that has all it wants has nothing to pass over.
        let done = self.ending.is_some() || self.pages >= self.options.max_pages;
        if !self.asks_for_missing() || done {
            return Ok(());
        }
        let origin = origin_of(url);
        if !self.missing.signs.contains_key(&origin) && self.missing.signs.len() < ORIGINS {
            let known = self.recall_signs(&origin).await?;
            let is_new = known.is_none();
            let signs = match known {
                Some(signs) => signs,
                None => self.ask_host(url).await.into_iter().collect(),
            };
            let sign = signs.first().filter(|_| is_new).cloned();
            self.learn_signs(&origin, signs);
            if let Some(sign) = sign {
                self.mark_like(&origin, sign).await?;
            }
        }
        while let Some((id, suspect)) = self.missing.suspects.pop_front() {
            self.ask_beside(id, &suspect).await?;
        }
        self.mark_proved().await
    }

    async fn recall_signs(&self, origin: &str) -> Result<Option<Vec<Sign>>, CrawlError> {
        let known = self.recall(format!("{STATE}{origin}")).await?;
        Ok(known.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    fn learn_signs(&mut self, origin: &str, signs: Vec<Sign>) {
        if let Ok(bytes) = serde_json::to_vec(&signs) {
            self.ledger.batch().state.push((format!("{STATE}{origin}"), bytes));
        }
        self.missing.signs.insert(origin.to_owned(), signs);
    }

    /// Asks the host of a page for addresses below its root, or below the page where the root is
    /// out of scope.
    async fn ask_host(&mut self, page: &Url) -> Option<Sign> {
        let root = page.join("/").ok()?;
        let in_root = MadeUp::in_place_of(&root, Word::First)?;
        let place = if self.scope.contains(&in_root.url) { &root } else { page };
        let first = MadeUp::in_place_of(place, Word::First)?;
        let second = MadeUp::in_place_of(place, Word::Second)?;
        self.missing.asked.insert(first.url.clone());
        // No page proves it yet.
        let sign = self.sign_of(&first, &second).await.filter(Sign::is_steady)?;
        let origin = origin_of(page);
        let line = match &sign {
            Sign::Page(..) => format!(
                "{origin} answers made-up addresses with a page: pages like it are passed over (soft \
                 404)"
            ),
            Sign::Redirect(target) => format!(
                "{origin} redirects made-up addresses to {target}: so do soft 404s, which are passed \
                 over"
            ),
        };
        self.observer.event(&CrawlEvent::Notice(&line));
        Some(sign)
    }

    /// Asks for addresses beside that of a page, in the same form. A page in answer is compared with
    /// those of the family that are stored.
    async fn ask_beside(&mut self, id: EntryId, page: &Url) -> Result<(), CrawlError> {
        let Some(first) = MadeUp::beside(page, Word::First) else { return Ok(()) };
        let Some(second) = MadeUp::beside(page, Word::Second) else { return Ok(()) };
        let origin = origin_of(page);
        let is_new = self.missing.asked.insert(first.url.clone());
        if !is_new || self.is_view(page) || !self.missing.signs.contains_key(&origin) {
            return Ok(());
        }
        match self.sign_of(&first, &second).await {
            None => {}
            Some(sign @ Sign::Redirect(_)) => {
                let mut signs = self.missing.signs(&origin).to_vec();
                signs.push(sign);
                self.learn_signs(&origin, signs);
            }
            Some(sign) => {
                let (family, mut pages) = (self.frontier.family(id), self.frontier.stored());
                pages.retain(|&id| self.frontier.family(id) == family);
                let step = pages.len().div_ceil(COMPARED).max(1);
                let pages: Vec<EntryId> = pages.into_iter().step_by(step).collect();
                let like = self.stored_like(&pages, &sign).await?;
                let unlike = pages.len() - like.len();
                let doubtful = first.counted || !sign.is_steady();
                let found = Suspicion { beside: id, origin, sign, doubtful, like, unlike };
                self.missing.suspicions.push(found);
            }
        }
        Ok(())
    }

    /// Whether the parameters of a URL choose from a page that is known without them: what they leave
    /// of it may be nothing, and is a page all the same.
    fn is_view(&self, url: &Url) -> bool {
        let mut whole = url.clone();
        whole.set_query(None);
        url.query().is_some() && self.frontier.find(&whole).is_some()
    }

    /// Lets signs count that are proved by now.
    async fn mark_proved(&mut self) -> Result<(), CrawlError> {
        while let Some(at) = self.missing.suspicions.iter().position(Suspicion::is_proved) {
            let Suspicion { beside, origin, sign, .. } = self.missing.suspicions.remove(at);
            let mut signs = self.missing.signs(&origin).to_vec();
            signs.push(sign.clone());
            self.learn_signs(&origin, signs);
            let marked = self.mark_like(&origin, sign).await?;
            let line = format!(
                "beside {} made-up addresses are answered with a page: {marked} stored pages like it \
                 are marked, others are passed over (soft 404)",
                self.frontier.url_text(beside)
            );
            self.observer.event(&CrawlEvent::Notice(&line));
        }
        Ok(())
    }

    /// Marks the stored pages of an origin that are like a sign; gives their number.
    async fn mark_like(&mut self, origin: &str, sign: Sign) -> Result<usize, CrawlError> {
        let Sign::Page(pattern) = &sign else { return Ok(0) };
        let mut pages = self.frontier.stored_alike(pattern.structure());
        pages.retain(|&id| self.frontier.depth(id) > 0 && self.is_of(id, origin));
        let like = self.stored_like(&pages, &sign).await?;
        for &id in &like {
            match self.frontier.is_twin(id) {
                true => self.twin_pages -= 1,
                false => self.pages -= 1,
            }
            self.frontier.disown(id);
            let url = self.frontier.url_text(id);
            self.observer.event(&CrawlEvent::Skipped { url: &url, reason: REASON });
            self.note(id, FrontierState::Skipped(REASON.to_owned()));
            self.ledger.batch().soft_404s.push(url);
        }
        if !like.is_empty() {
            *self.tally.skipped.entry(SOFT_404.to_owned()).or_default() += like.len() as u64;
            self.frontier.resurvey();
        }
        Ok(like.len())
    }

    fn is_of(&self, id: EntryId, origin: &str) -> bool {
        self.frontier.url(id).is_some_and(|url| origin_of(&url) == origin)
    }

    /// Those of some stored pages that are like a sign.
    async fn stored_like(
        &mut self,
        pages: &[EntryId],
        sign: &Sign,
    ) -> Result<Vec<EntryId>, CrawlError> {
        // What waits to be written cannot be read yet.
        let written = self.ledger.flush().await?;
        self.observer.event(&CrawlEvent::Committed { pages: written });
        let pages: Vec<(EntryId, Url)> =
            pages.iter().filter_map(|&id| Some((id, self.frontier.url(id)?))).collect();
        let (journal, sign) = (self.journal.clone(), sign.clone());
        let compare = move || {
            let mut like = Vec::new();
            for (id, url) in pages {
                if let Some(page) = journal.page(url.as_str())?
                    && sign.is_like(&Likeness::of(&page.body, page.content_type(), &url))
                {
                    like.push(id);
                }
            }
            Ok::<_, CrawlError>(like)
        };
        off_task(compare).await?
    }
}
