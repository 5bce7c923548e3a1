//! Files beside the pages: fetched one at a time, with the manners of a crawl.

use super::Run;
use crate::event::{CrawlEvent, EndReason};
use sitewrap_fetch::{Answer, Body, FetchError, Permission, PoliteClient, Request};
use tokio::time::Instant;
use url::Url;

/// Redirects of a file that are followed.
const REDIRECTS: usize = 5;

/// Which hosts may be asked for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hosts {
    /// Those that the crawl may ask for pages.
    Any,
    /// Of those that are not the site's, only hosts on public addresses, whatever the crawl may contact:
    /// a page must not have its reader's own network asked.
    Public,
}

/// What came of a request for a file.
pub(super) enum FileAnswer {
    /// Its first bytes, as many as were asked for, and the type that it was sent with.
    File { body: Vec<u8>, content_type: Option<String> },
    /// There is none, or none that may be read.
    None,
    /// It could not be had; a later crawl may ask again.
    NotNow,
}

impl Run<'_> {
    /// Who asks a host.
    pub(super) fn client(&self, url: &Url, hosts: Hosts) -> &PoliteClient {
        match &self.strangers {
            Some(strangers) if hosts == Hosts::Public && !self.scope.on_site(url) => strangers,
            _ => &self.polite,
        }
    }

    /// Fetches a file as robots.txt permits, at the pace of its host, and no more than `cap` bytes of it.
    pub(super) async fn fetch_file(
        &mut self,
        mut url: Url,
        cap: usize,
        hosts: Hosts,
    ) -> FileAnswer {
        let (mut attempts, mut redirects) = (0, 0);
        loop {
            if !self.may_fetch(&url, hosts).await {
                tracing::info!(%url, "file not read: robots.txt");
                let is_told = self.robots.permission(&url) == Permission::Forbidden;
                return if is_told { FileAnswer::None } else { FileAnswer::NotNow };
            }
            let request = Request::file(url.clone(), cap);
            let answer = match self.ask(Some((&url, hosts)), &request).await {
                Some(Ok(answer)) => answer,
                Some(Err(error)) => {
                    tracing::info!(%url, %error, "file not read");
                    return if error.may_pass() { FileAnswer::NotNow } else { FileAnswer::None };
                }
                None => return FileAnswer::NotNow,
            };
            match answer.status {
                300..=399 => match answer.location(&url).filter(|_| redirects < REDIRECTS) {
                    Some(target) => (url, redirects) = (target, redirects + 1),
                    None => return FileAnswer::None,
                },
                429 | 503 => {
                    let asked = answer.retry_after();
                    attempts += 1;
                    let bearable = asked.is_none_or(|asked| asked <= self.options.limits.wait);
                    if !bearable || attempts >= self.options.limits.attempts {
                        tracing::info!(%url, status = answer.status, "file not read");
                        return FileAnswer::NotNow;
                    }
                    self.paces.of(&url, |pace| pace.back_off(Instant::now(), asked));
                }
                _ => {
                    let content_type = answer.header("content-type").map(str::to_owned);
                    return match answer.body {
                        Body::Read(body) => FileAnswer::File { body, content_type },
                        _ => FileAnswer::None,
                    };
                }
            }
        }
    }

    /// Fetches a file that is no page, at the pace of its host; `None` if the crawl is to stop.
    pub(super) async fn fetch_aside(
        &mut self,
        request: &Request,
    ) -> Option<Result<Answer, FetchError>> {
        self.ask(None, request).await
    }

    /// As [`Self::fetch_aside`], by the client for the host of a URL if one is given.
    async fn ask(
        &mut self,
        of: Option<(&Url, Hosts)>,
        request: &Request,
    ) -> Option<Result<Answer, FetchError>> {
        let observer = self.progress.observer();
        let on_wait = |time, reason| observer.event(&CrawlEvent::Waiting { time, reason });
        let client = of.map_or(&self.polite, |(url, hosts)| self.client(url, hosts));
        let answer = client.fetch(request, &on_wait).await;
        if answer.is_none() {
            self.ending.get_or_insert(EndReason::Stopped);
        }
        answer
    }
}
