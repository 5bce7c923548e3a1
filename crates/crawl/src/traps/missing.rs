//! Soft 404s: pages that a site answers with status 200 for addresses that lead nowhere.
//!
//! Once a page of a host is there, the crawl asks the host for an address that nobody can have
//! made, and where the answer is a page, for a second one: what they have in common is how this
//! site says `not found`, how far they differ is how far such answers do. Where several pages of a
//! family say the same in spite of an honest host, a made-up neighbour of theirs is asked for.
//! Pages like these answers, and redirects to where made-up addresses lead, are no pages of the site.

use crate::CrawlError;
use crate::event::CrawlEvent;
use crate::fetch::transport::{Answer, Body, Request, Validators};
use crate::frontier::normalize::{normalize, origin_of};
use crate::frontier::{EntryId, Source};
use crate::page::likeness::Likeness;
use crate::page::words::hash;
use crate::run::Run;
use reqwest::header;
use serde::{Deserialize, Serialize};
use sitewrap_model::Page;
use std::collections::{HashMap, HashSet, VecDeque};
use url::{Position, Url};

/// Under which name such answers are counted.
const SOFT_404: &str = "soft 404";

/// Where the journal keeps what is known of an origin, which follows.
const STATE: &str = "missing:";

/// Hosts that are asked for made-up addresses.
const ORIGINS: usize = 16;

/// Families of URLs a made-up neighbour of which is asked for.
const FAMILIES: usize = 8;

/// Pages of a family that say the same as others before a neighbour is asked for.
const SUSPICIOUS: u32 = 2;

/// Redirects of a made-up address that are followed where they keep it.
const REDIRECTS: usize = 3;

/// The share of its words, one of so many, in which two answers for made-up addresses may differ;
/// beyond, there is no telling what else is such an answer.
const VARIATION: usize = 4;

/// How an origin answers for addresses that lead nowhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Sign {
    /// With pages like this one, in which so many words may differ.
    Page(Likeness, usize),
    /// With a redirect to this URL; parameters are left out.
    Redirect(String),
}

/// What is known of such answers.
#[derive(Debug, Default)]
pub(crate) struct Missing {
    /// By origin.
    signs: HashMap<String, Vec<Sign>>,
    /// URLs whose neighbours are to be asked for.
    suspects: VecDeque<Url>,
    /// Families one of which was a suspect.
    families: HashSet<u64>,
}

impl Missing {
    fn signs(&self, url: &Url) -> &[Sign] {
        // Nearly all hosts say honestly what they do not have.
        if self.signs.values().all(Vec::is_empty) {
            return &[];
        }
        self.signs.get(&origin_of(url)).map_or(&[], Vec::as_slice)
    }

    /// Whether a page is an answer for an address that leads nowhere.
    fn is_like(&self, url: &Url, page: &Page) -> bool {
        let mut signs = self.signs(url).iter().filter_map(|sign| match sign {
            Sign::Page(page, slack) => Some((page, *slack)),
            Sign::Redirect(_) => None,
        });
        let Some(first) = signs.next() else { return false };
        let own = Likeness::of(&page.body, page.content_type(), url);
        std::iter::once(first).chain(signs).any(|(sign, slack)| own.is_like(sign, slack))
    }

    /// Whether a redirect leads where those of made-up addresses lead.
    fn is_redirect(&self, url: &Url, target: &Url) -> bool {
        let bare = &target[..Position::AfterPath];
        let named = |sign: &Sign| matches!(sign, Sign::Redirect(to) if to == bare);
        &url[..Position::AfterPath] != bare && self.signs(url).iter().any(named)
    }
}

impl Run<'_> {
    /// Whether a page that has come is a soft 404. The start page and the user's own URLs are none.
    pub(crate) fn is_missing(&self, id: EntryId, url: &Url, page: &Page) -> bool {
        self.frontier.depth(id) > 0 && self.missing.is_like(url, page)
    }

    /// Passes over a URL that is answered as made-up ones are.
    pub(crate) fn miss(&mut self, id: EntryId) {
        self.streak.clear();
        self.pass_over(id, SOFT_404, "soft 404: says what made-up addresses are answered with");
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

    /// Takes note of a page that was stored, if it makes its family suspicious.
    pub(crate) fn suspect(&mut self, id: EntryId, url: &Url) {
        if !self.asks_for_missing()
            || self.missing.families.len() >= FAMILIES
            || self.frontier.repeats(id) < SUSPICIOUS
        {
            return;
        }
        if self.missing.families.insert(self.frontier.family(id)) {
            self.missing.suspects.push_back(url.clone());
        }
    }

    fn asks_for_missing(&self) -> bool {
        self.options.soft_404 && self.options.follow_links
    }

    /// Asks for made-up addresses where that is not done yet: on the host of a page that was
    /// settled, and beside suspicious ones.
    pub(crate) async fn ask_for_missing(&mut self, url: &Url) -> Result<(), CrawlError> {
        // A crawl that has all it wants has nothing to pass over.
        let done = self.ending.is_some() || self.pages >= self.options.max_pages;
        if !self.asks_for_missing() || done {
            return Ok(());
        }
        let origin = origin_of(url);
        if !self.missing.signs.contains_key(&origin) && self.missing.signs.len() < ORIGINS {
            let known = self.recall_signs(&origin).await?;
            let signs = match known {
                Some(signs) => signs,
                None => self.ask_host(url).await,
            };
            self.learn_signs(&origin, signs);
        }
        while let Some(suspect) = self.missing.suspects.pop_front() {
            let origin = origin_of(&suspect);
            let Some(mut signs) = self.missing.signs.get(&origin).cloned() else { continue };
            if let Some(sign) = self.ask_beside(&suspect).await {
                signs.push(sign);
                self.learn_signs(&origin, signs);
            }
        }
        Ok(())
    }

    async fn recall_signs(&self, origin: &str) -> Result<Option<Vec<Sign>>, CrawlError> {
        let (journal, key) = (self.journal.clone(), format!("{STATE}{origin}"));
        let read = tokio::task::spawn_blocking(move || journal.state(&key)).await;
        let known = read.map_err(|error| CrawlError::Internal(error.to_string()))??;
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
    async fn ask_host(&mut self, page: &Url) -> Vec<Sign> {
        let (first, second) = (made_up(page, "page"), made_up(page, "place"));
        let root = page.join(&format!("/{first}")).ok().filter(|url| self.scope.contains(url));
        let Some(url) = root.or_else(|| page.join(&first).ok()) else { return Vec::new() };
        let Some(answer) = self.ask_for_made_up(url.clone(), &first).await else {
            return Vec::new();
        };
        let sign = match answer {
            MadeUp::Redirect(target) => Sign::Redirect(target),
            MadeUp::Page(one) => {
                let again = url.join(&second).ok();
                let other = match again {
                    Some(again) => self.ask_for_made_up(again, &second).await,
                    None => None,
                };
                let Some(MadeUp::Page(other)) = other else { return Vec::new() };
                let variation = one.difference(&other);
                if variation * VARIATION > one.words() {
                    tracing::info!(%url, "made-up addresses are answered with a page, never the same");
                    return Vec::new();
                }
                Sign::Page(one, variation)
            }
        };
        let line = match &sign {
            Sign::Page(..) => format!(
                "{} answers made-up addresses with a page: pages like it are passed over (soft 404)",
                origin_of(page)
            ),
            Sign::Redirect(target) => format!(
                "{} redirects made-up addresses to {target}: so do soft 404s, which are passed over",
                origin_of(page)
            ),
        };
        self.observer.event(&CrawlEvent::Notice(&line));
        vec![sign]
    }

    /// Asks for an address beside that of a page, in the same form.
    async fn ask_beside(&mut self, page: &Url) -> Option<Sign> {
        let name = made_up(page, "page");
        let url = beside(page, &name)?;
        match self.ask_for_made_up(url, &name).await? {
            MadeUp::Page(answer) => Some(Sign::Page(answer, 0)),
            MadeUp::Redirect(target) => Some(Sign::Redirect(target)),
        }
    }

    /// Asks for an address with a name that is made up; `None` if the site says that there is none,
    /// or nothing can be said. A redirect that keeps the name is followed.
    async fn ask_for_made_up(&mut self, mut url: Url, name: &str) -> Option<MadeUp> {
        for _ in 0..=REDIRECTS {
            if !self.scope.on_site(&url) || !self.rules_allow(&url) {
                return None;
            }
            tracing::info!(%url, "asked for a made-up address, to know soft 404s");
            let request =
                Request::page(url.clone(), self.options.limits.body, Validators::default());
            let answer = self.fetch_aside(&request).await?.ok()?;
            if let 300..=399 = answer.status {
                let target = answer.header(header::LOCATION).and_then(|to| url.join(to).ok());
                let target = target.and_then(normalize)?;
                if !target.path().contains(name) {
                    return Some(MadeUp::Redirect(target[..Position::AfterPath].to_owned()));
                }
                url = target;
                continue;
            }
            return page_of(&answer, &url);
        }
        None
    }
}

/// What a made-up address is answered with, if not honestly.
enum MadeUp {
    Page(Likeness),
    Redirect(String),
}

fn page_of(answer: &Answer, url: &Url) -> Option<MadeUp> {
    match &answer.body {
        Body::Read(body) if (200..300).contains(&answer.status) => {
            let content_type = answer.header(header::CONTENT_TYPE);
            let page = Likeness::of(body, content_type, url);
            // A page that scripts fill says nothing of itself.
            (page.words() > 0).then_some(MadeUp::Page(page))
        }
        _ => None,
    }
}

/// A name that no page has: the same for each crawl of a host, and telling whoever reads its log.
fn made_up(page: &Url, word: &str) -> String {
    let number = hash(page[..Position::BeforePath].as_bytes()) as u32;
    format!("sitewrap-asks-for-no-such-{word}-{number:08x}")
}

/// The address of a neighbour: the last part of the path is another one, with the same extension.
fn beside(page: &Url, name: &str) -> Option<Url> {
    let path = page.path();
    let end = path.trim_end_matches('/').len();
    let start = path[..end].rfind('/')? + 1;
    let extension = path[start..end].rfind('.').map_or("", |dot| &path[start + dot..end]);
    let mut url = page.clone();
    url.set_query(None);
    url.set_path(&format!("{}{name}{extension}{}", &path[..start], &path[end..]));
    (start < end).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neighbour_has_the_form_of_the_page() {
        for (page, expected) in [
            ("/p/lamp-17", Some("/p/name")),
            ("/p/lamp/?x=1", Some("/p/name/")),
            ("/a/lamp.v2.html", Some("/a/name.html")),
            ("/lamp", Some("/name")),
            ("/", None),
        ] {
            let url = Url::parse("http://example.com").unwrap().join(page).unwrap();
            let found = beside(&url, "name").map(|url| url[Position::BeforePath..].to_owned());
            assert_eq!(found.as_deref(), expected, "{page}");
        }
    }
}
