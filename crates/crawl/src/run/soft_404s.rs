//! Probing the site for soft 404s, and marking what was stored before they were known.

use super::Run;
use crate::CrawlError;
use crate::event::CrawlEvent;
use crate::frontier::EntryId;
use crate::journal::off_task;
use crate::page::likeness::{Likeness, Pattern};
use crate::soft404::probe::Probe;
use crate::soft404::{Sign, Suspect};
use sitewrap_fetch::{Answer, Body, Permission, Request, Validators};
use sitewrap_tree::origin_of;
use url::{Position, Url};

/// Redirects of a probe that are followed where they keep its name.
const REDIRECTS: usize = 3;

/// What a probe is answered with, if not honestly.
enum Response {
    Page(Likeness),
    Redirect(String),
}

impl Run<'_> {
    /// Whether soft 404s are looked for.
    pub(super) fn probes_for_soft_404s(&self) -> bool {
        self.options.soft_404 && self.options.follow_links
    }

    /// Sends probes where that is not done yet: to the host of a page that was stored, and beside
    /// other pages; marks stored pages for what came of it.
    pub(super) async fn probe_soft_404s(&mut self, url: &Url) -> Result<(), CrawlError> {
        self.mark_proved().await?;
        // A crawl that has all it wants has nothing to pass over.
        let done = self.ending.is_some() || self.progress.tally.pages >= self.options.max_pages;
        if !self.probes_for_soft_404s() || done {
            return Ok(());
        }
        let origin = origin_of(url);
        if self.soft_404s.is_new(&origin) {
            let known = self.recall(Sign::key(&origin)).await?;
            let known = known.and_then(|bytes| Sign::read(&bytes));
            let is_new = known.is_none();
            let signs = match known {
                Some(signs) => signs,
                None => self.probe_host(url).await.into_iter().collect(),
            };
            let sign = signs.first().filter(|_| is_new).cloned();
            self.learn_signs(&origin, signs);
            if let Some(sign) = sign {
                self.mark_like(&origin, &sign).await?;
            }
        }
        while let Some(suspect) = self.soft_404s.next_suspect() {
            self.probe_beside(suspect).await?;
        }
        self.mark_proved().await
    }

    fn learn_signs(&mut self, origin: &str, signs: Vec<Sign>) {
        if let Some(bytes) = Sign::to_bytes(&signs) {
            self.progress.keep(Sign::key(origin), bytes);
        }
        self.soft_404s.learn(origin, signs);
    }

    /// Asks the host of a page for addresses below its root, or below the page where the root is
    /// out of scope.
    async fn probe_host(&mut self, page: &Url) -> Option<Sign> {
        let root = page.join("/").ok()?;
        let in_scope = self.scope.contains(&Probe::below(&root)?[0].url);
        let probes = Probe::below(if in_scope { &root } else { page })?;
        self.soft_404s.note_probe(&probes[0].url);
        // No page proves it yet.
        let sign = self.sign_of(&probes).await.filter(Sign::is_steady)?;
        self.progress.tell(&CrawlEvent::Notice(&sign.notice(&origin_of(page))));
        Some(sign)
    }

    /// Asks for addresses beside that of a page, in the same form. A page in answer is compared with
    /// those of the family that are stored.
    async fn probe_beside(&mut self, suspect: Suspect) -> Result<(), CrawlError> {
        let Some(probes) = Probe::beside(&suspect.url) else { return Ok(()) };
        let frontier = &self.progress.frontier;
        if !self.soft_404s.may_probe_beside(frontier, &suspect.url, &probes[0].url) {
            return Ok(());
        }
        match self.sign_of(&probes).await {
            None => {}
            Some(sign @ Sign::Redirect(_)) => {
                let origin = origin_of(&suspect.url);
                let signs = self.soft_404s.signs_with(&origin, sign);
                self.learn_signs(&origin, signs);
            }
            Some(sign) => {
                let pages = self.soft_404s.to_compare(&self.progress.frontier, &suspect);
                let like = self.stored_like(&pages, &sign).await?;
                let unlike = pages.len() - like.len();
                self.soft_404s.raise(&suspect, sign, probes[0].counted, like, unlike);
            }
        }
        Ok(())
    }

    /// Lets signs count that are proved by now.
    async fn mark_proved(&mut self) -> Result<(), CrawlError> {
        while let Some(proved) = self.soft_404s.take_proved() {
            let signs = self.soft_404s.signs_with(&proved.origin, proved.sign.clone());
            self.learn_signs(&proved.origin, signs);
            let marked = self.mark_like(&proved.origin, &proved.sign).await?;
            let line = format!(
                "beside {} made-up addresses are answered with a page: {marked} stored pages like it \
                 are marked, others are passed over (soft 404)",
                self.progress.frontier.url_text(proved.beside)
            );
            self.progress.tell(&CrawlEvent::Notice(&line));
        }
        Ok(())
    }

    /// Marks the stored pages of an origin that are like a sign; gives their number.
    async fn mark_like(&mut self, origin: &str, sign: &Sign) -> Result<usize, CrawlError> {
        let Sign::Page(pattern) = sign else { return Ok(0) };
        let frontier = &self.progress.frontier;
        let mut pages = frontier.stored_alike(pattern.structure());
        let is_of = |id| frontier.url(id).is_some_and(|url| origin_of(&url) == origin);
        pages.retain(|&id| frontier.depth(id) > 0 && is_of(id));
        let like = self.stored_like(&pages, sign).await?;
        for &id in &like {
            self.progress.disown(id);
        }
        if !like.is_empty() {
            self.progress.frontier.reschedule();
        }
        Ok(like.len())
    }

    /// Those of some stored pages that are like a sign.
    async fn stored_like(
        &mut self,
        pages: &[EntryId],
        sign: &Sign,
    ) -> Result<Vec<EntryId>, CrawlError> {
        // What waits to be written cannot be read yet.
        let written = self.progress.batcher.flush().await?;
        self.progress.tell(&CrawlEvent::Committed { pages: written });
        let frontier = &self.progress.frontier;
        let pages: Vec<(EntryId, Url)> =
            pages.iter().filter_map(|&id| Some((id, frontier.url(id)?))).collect();
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

    /// How the site answers probes: the first is sent, and where the answer is a page, the second.
    /// `None` if the site says honestly that there is nothing, or nothing can be said.
    async fn sign_of(&mut self, [first, second]: &[Probe; 2]) -> Option<Sign> {
        let one = match self.send(first).await? {
            Response::Redirect(target) => return Some(Sign::Redirect(target)),
            Response::Page(one) => one,
        };
        let Response::Page(other) = self.send(second).await? else { return None };
        let pattern = Pattern::of(&one, &other);
        if pattern.is_none() {
            let url = &first.url;
            tracing::info!(%url, "made-up addresses are answered with a page, never the same");
        }
        pattern.map(Sign::Page)
    }

    /// Sends a probe. A redirect that keeps its name is followed.
    async fn send(&mut self, probe: &Probe) -> Option<Response> {
        let mut url = probe.url.clone();
        for _ in 0..=REDIRECTS {
            let allowed = self.robots.permission(&url) == Permission::Allowed;
            if !self.scope.on_site(&url) || !allowed {
                return None;
            }
            tracing::info!(%url, "asked for a made-up address, to know soft 404s");
            let cap = self.options.limits.body;
            let request = Request::page(url.clone(), cap, Validators::default());
            let answer = self.fetch_aside(&request).await?.ok()?;
            if let 300..=399 = answer.status {
                let target = answer.location(&url)?;
                if !probe.is_kept_by(&url, &target) {
                    return Some(Response::Redirect(target[..Position::AfterPath].to_owned()));
                }
                url = target;
                continue;
            }
            return page_of(&answer, &url).map(Response::Page);
        }
        None
    }
}

fn page_of(answer: &Answer, url: &Url) -> Option<Likeness> {
    match &answer.body {
        Body::Read(body) if (200..300).contains(&answer.status) => {
            let page = Likeness::of(body, answer.header("content-type"), url);
            // A page that scripts fill says nothing of itself.
            (page.words() > 0).then_some(page)
        }
        _ => None,
    }
}
