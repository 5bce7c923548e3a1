//! One visit to a URL: what was asked, what came back, and what it means for the crawl.

use crate::frontier::links::LinkBook;
use crate::options::{CrawlOptions, Limits, PageFilter};
use crate::page::findings::{Findings, ReadLimits, Reading, findings};
use crate::page::link_header::sent_links;
use crate::page::robots_tag::sent_directives;
use crate::rendering::PageRenderer;
use crate::{CrawlError, Journal};
use sitewrap_fetch::{
    AddressError, Answer, Body, FetchError, Fetched, Paces, PageFetcher, Request, Transport,
    Validators, now_ms,
};
use sitewrap_model::{Marks, Page, SkipReason};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{JoinError, spawn_blocking};
use url::Url;

/// What a visit came to.
#[derive(Debug)]
pub(crate) struct Visit {
    /// HTTP status, where one came.
    pub(crate) status: Option<u16>,
    /// Time to the answer's headers, and whether a public address gave it.
    pub(crate) latency: Option<(Duration, bool)>,
    pub(crate) outcome: Outcome,
    /// Whether the text is another than that of the stored page; `None` where none is stored, or none
    /// came.
    pub(crate) changed: Option<bool>,
}

impl Visit {
    /// A visit that ended abnormally.
    pub(crate) fn broken(error: &JoinError) -> Self {
        Self { status: None, latency: None, outcome: internal(error), changed: None }
    }
}

fn internal(error: &JoinError) -> Outcome {
    tracing::error!(%error, "a visit ended abnormally");
    Outcome::Fail(Cause::Said("internal fault".to_owned()))
}

/// Bytes of a body above which it is read on a thread of its own, for those that fetch must not
/// wait for it.
const LONG: usize = 256 << 10;

/// Style sheets taken from a page.
const SHEETS_OF_PAGE: usize = 32;

/// The header of answers by which a firewall of AWS stands in for the site.
const AWS_WALL: &str = "x-amzn-waf-action";

/// What an answer means for the crawl.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// A page. Depth and referrer are the frontier's to fill in.
    Page(Box<(Page, Findings)>),
    /// The stored page is still valid.
    Unchanged(Box<Findings>),
    /// The page is elsewhere.
    Redirect(Url),
    /// Not a page that is wanted, for the reason given.
    Skip(SkipReason),
    /// Failed for good.
    Fail(Cause),
    /// Failed in a way that may pass.
    Retry(Cause),
    /// The site asks for time; for how long, if it says so.
    BackOff(Cause, Option<Duration>),
}

/// Why no page came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Cause {
    /// No answer came.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// What the answer was.
    #[error("{0}")]
    Said(String),
}

/// Visits URLs for one crawl.
pub(crate) struct Visitor {
    fetcher: PageFetcher,
    transport: Arc<Transport>,
    journal: Arc<dyn Journal>,
    paces: Paces,
    limits: Limits,
    skip_noindex: bool,
    style_sheets: bool,
    filter: Option<Arc<dyn PageFilter>>,
    product_token: String,
    renderer: PageRenderer,
    links: LinkBook,
}

impl Visitor {
    pub(crate) async fn new(
        options: &CrawlOptions,
        journal: Arc<dyn Journal>,
    ) -> Result<Self, CrawlError> {
        let transport = Arc::new(Transport::new(&options.fetching())?);
        let paces = Paces::new(options.delay);
        Ok(Self {
            fetcher: PageFetcher::new(transport.clone()),
            transport: transport.clone(),
            journal,
            limits: options.limits.clone(),
            skip_noindex: options.skip_noindex,
            style_sheets: options.style_sheets,
            filter: options.filter.clone(),
            product_token: options.product_token().to_owned(),
            renderer: PageRenderer::start(options, transport, paces.clone()).await?,
            links: LinkBook::default(),
            paces,
        })
    }

    /// How fast hosts are asked.
    pub(crate) fn paces(&self) -> &Paces {
        &self.paces
    }

    /// The transport, for files that are no pages.
    pub(crate) fn transport(&self) -> &Arc<Transport> {
        &self.transport
    }

    /// What is known of links.
    pub(crate) fn links(&self) -> &LinkBook {
        &self.links
    }

    /// What renders pages.
    pub(crate) fn renderer(&self) -> &PageRenderer {
        &self.renderer
    }

    /// Visits a URL. With `stored` set, the journal may hold an earlier form of the page, which
    /// is then only fetched again if it has changed.
    pub(crate) async fn visit(self: &Arc<Self>, url: Url, reading: Reading, stored: bool) -> Visit {
        let known = if stored { self.stored(url.to_string()).await } else { None };
        let known = known.filter(|page| !self.is_to_render(page, &url));
        let validators = known.as_ref().map(validators_of).unwrap_or_default();
        let request = Request::page(url.clone(), self.limits.body, validators);
        match self.fetcher.fetch(request).await {
            Ok(fetched) => {
                let status = Some(fetched.answer.status);
                let latency = Some((fetched.answer.latency, !fetched.answer.private));
                let (outcome, changed) = match fetched.answer.body {
                    Body::Read(ref body) if body.len() > LONG => {
                        let (visitor, url) = (self.clone(), url.clone());
                        let judge = move || visitor.compare(&url, reading, fetched, known.as_ref());
                        let judged = spawn_blocking(judge).await;
                        judged.unwrap_or_else(|error| (internal(&error), None))
                    }
                    _ => self.compare(&url, reading, fetched, known.as_ref()),
                };
                let outcome = self.render(&url, outcome).await;
                Visit { status, latency, outcome, changed }
            }
            Err(error) => {
                let outcome = judge_error(error);
                Visit { status: None, latency: None, outcome, changed: None }
            }
        }
    }

    /// Whether a stored page is as fetched and should now be rendered, so that it is needed anew
    /// even if the server says that it has not changed.
    fn is_to_render(&self, page: &Page, url: &Url) -> bool {
        let is_shell = || self.findings(page, url, Reading::Brief).shell;
        page.rendered_by().is_none() && self.renderer.wants(url, is_shell)
    }

    /// The outcome with its page rendered, if it is one of those that are to be. A page that
    /// cannot be rendered is kept as fetched.
    async fn render(&self, url: &Url, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Page(fetched) if self.renderer.wants(url, || fetched.1.shell) => {
                match self.renderer.render(&fetched.0).await {
                    Some(page) => self.admit(page, url, Reading::Full),
                    None => Outcome::Page(fetched),
                }
            }
            outcome => outcome,
        }
    }

    /// What is found in a stored page; blocks.
    pub(crate) fn recall(&self, journal: &dyn Journal, url: &Url) -> Option<Findings> {
        let page = journal.page(url.as_str()).ok()??;
        Some(self.findings(&page, url, Reading::Full))
    }

    async fn stored(&self, url: String) -> Option<Page> {
        let journal = self.journal.clone();
        let read = spawn_blocking(move || journal.page(&url)).await;
        match read {
            Ok(Ok(page)) => page,
            // The page is then fetched as if it were new.
            Ok(Err(error)) => {
                tracing::warn!(%error, "stored page not read");
                None
            }
            Err(_) => None,
        }
    }

    /// What an answer means, and whether it says something else than the stored page.
    fn compare(
        &self,
        url: &Url,
        reading: Reading,
        fetched: Fetched,
        known: Option<&Page>,
    ) -> (Outcome, Option<bool>) {
        let outcome = self.judge(url, reading, fetched, known);
        let changed = known.and_then(|known| match &outcome {
            Outcome::Unchanged(_) => Some(false),
            Outcome::Page(page) => {
                let before = self.findings(known, url, reading).digest;
                Some(before.content != page.1.digest.content)
            }
            _ => None,
        });
        (outcome, changed)
    }

    fn judge(
        &self,
        url: &Url,
        reading: Reading,
        fetched: Fetched,
        known: Option<&Page>,
    ) -> Outcome {
        let answer = fetched.answer;
        let wall = fetched.bot_wall.map(|name| format!(" (bot wall: {name})")).unwrap_or_default();
        match answer.status {
            // With 202 or 405 comes a page that has the visitor prove to be a person.
            status if answer.has_header(AWS_WALL) => {
                Outcome::Fail(Cause::Said(format!("HTTP {status} (bot wall: AWS WAF)")))
            }
            204 | 205 => Outcome::Skip(SkipReason::NoContent),
            200..=299 => self.judge_body(url, reading, answer),
            304 => match known {
                Some(page) => {
                    let findings = self.findings(page, url, reading);
                    Outcome::Unchanged(Box::new(findings))
                }
                None => Outcome::Fail(Cause::Said("HTTP 304 unasked".to_owned())),
            },
            301 | 302 | 303 | 307 | 308 => match answer.location(url) {
                Some(target) => Outcome::Redirect(target),
                None => {
                    Outcome::Fail(Cause::Said(format!("HTTP {} without a target", answer.status)))
                }
            },
            429 | 503 => {
                let asked = answer.retry_after();
                Outcome::BackOff(Cause::Said(format!("HTTP {}{wall}", answer.status)), asked)
            }
            408 | 425 | 500..=599 => {
                Outcome::Retry(Cause::Said(format!("HTTP {}{wall}", answer.status)))
            }
            status => Outcome::Fail(Cause::Said(format!("HTTP {status}{wall}"))),
        }
    }

    fn judge_body(&self, url: &Url, reading: Reading, answer: Answer) -> Outcome {
        let (status, headers) = (answer.status, answer.stored_headers());
        let body = match answer.body {
            Body::Read(body) => body,
            Body::OtherType(name) => return Outcome::Skip(SkipReason::NotHtml(name)),
            Body::TooLarge => {
                let limit = self.limits.body;
                let size = match limit % (1 << 20) {
                    0 => format!("{} MB", limit >> 20),
                    _ => format!("{limit} bytes"),
                };
                return Outcome::Skip(SkipReason::TooLarge(size));
            }
            Body::Unwanted => return Outcome::Skip(SkipReason::NoContent),
        };
        let url_text = url.to_string();
        let page = Page {
            final_url: url_text.clone(),
            url: url_text,
            status,
            headers,
            body,
            fetched_at: now_ms(),
            depth: 0,
            referrer: None,
            marks: Marks::default(),
        };
        self.admit(page, url, reading)
    }

    /// A page that is at hand, unless its own directives or the filter keep it out.
    fn admit(&self, page: Page, url: &Url, reading: Reading) -> Outcome {
        let mut findings = self.findings(&page, url, reading);
        // A rendered page is as full as a browser makes it.
        findings.shell &= page.rendered_by().is_none();
        if self.skip_noindex && findings.noindex {
            return Outcome::Skip(SkipReason::NoIndex);
        }
        if let Some(reason) = self.filter.as_ref().and_then(|filter| filter.unwanted(&page)) {
            return Outcome::Skip(SkipReason::Other(reason));
        }
        Outcome::Page(Box::new((page, findings)))
    }

    fn findings(&self, page: &Page, url: &Url, reading: Reading) -> Findings {
        let links = page.headers.iter().filter(|header| header.name == "link");
        let sent = sent_links(links.map(|header| header.value.as_str()));
        let Limits { links_per_page, url_length, .. } = self.limits;
        let style_sheets = if self.style_sheets { SHEETS_OF_PAGE } else { 0 };
        let limits = ReadLimits { links: links_per_page, url_length, style_sheets, reading };
        let mut findings =
            findings(&page.body, page.content_type(), &sent, url, limits, &self.links);
        for value in page.headers.iter().filter(|header| header.name == "x-robots-tag") {
            let (noindex, nofollow) = sent_directives(&value.value, &self.product_token);
            findings.noindex |= noindex;
            findings.nofollow |= nofollow;
        }
        findings
    }
}

fn judge_error(error: FetchError) -> Outcome {
    match error {
        // Names that led somewhere are not found any more when the network is gone.
        FetchError::Address(AddressError::Unknown(_)) => Outcome::Retry(error.into()),
        _ if error.may_pass() => Outcome::Retry(error.into()),
        _ => Outcome::Fail(error.into()),
    }
}

fn validators_of(page: &Page) -> Validators {
    Validators {
        etag: page.header("etag").map(str::to_owned),
        last_modified: page.header("last-modified").map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_not_found_is_tried_again_and_a_private_one_is_not() {
        let judge = |error: AddressError| judge_error(FetchError::Address(error));
        assert!(matches!(judge(AddressError::Unknown("a.example".into())), Outcome::Retry(_)));
        assert!(matches!(judge(AddressError::Private("a.example".into())), Outcome::Fail(_)));
    }
}
