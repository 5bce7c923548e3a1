//! One page in the browser, from its first byte to its document.

use super::error::RenderError;
use super::held::{Verdict, answer, judge, refusal};
use super::process::Browser;
use super::resource::{Json, Resource};
use super::resources::Resources;
use serde_json::{Value, json};
use sitewrap_model::Page;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use url::Url;

/// A page is done when its load event has come and for so long nothing was asked for or answered:
/// longer than the pauses of scripts that build a page piece by piece, short beside the fetches.
const QUIET: Duration = Duration::from_millis(500);
/// Requests of one page that are answered; those after them are refused.
const MAX_REQUESTS: usize = 200;
/// Requests of one page that are fetched at once.
const LANES: usize = 4;
/// Time that is left for reading the document when a page has used up its own.
const READ_TIME: Duration = Duration::from_secs(5);

/// Renders a page whose bytes are at hand; gives its document as HTML. A page that is not done at
/// the deadline is taken as it stands, if it has begun to show.
pub(crate) async fn render(
    browser: &mut Browser,
    page: &Page,
    resources: &Arc<Resources>,
    deadline: Instant,
) -> Result<String, RenderError> {
    let late = deadline + READ_TIME;
    let context = timeout_at(deadline, open_context(browser)).await.map_err(timed_out)??;
    let html = timeout_at(late, render_in(browser, &context, page, resources, deadline)).await;
    // Everything of the page goes with its context: cookies, storage, windows that it opened.
    let dispose = browser.pipe.ask(
        "Target.disposeBrowserContext",
        json!({"browserContextId": context}),
        None,
    );
    timeout_at(late + READ_TIME, dispose).await.map_err(timed_out)??;
    browser.pipe.forget();
    html.map_err(timed_out)?
}

fn timed_out(_: tokio::time::error::Elapsed) -> RenderError {
    RenderError::Timeout
}

async fn open_context(browser: &mut Browser) -> Result<Value, RenderError> {
    let made = browser.pipe.ask("Target.createBrowserContext", json!({}), None).await?;
    let context = made["browserContextId"].clone();
    let deny = json!({"behavior": "deny", "browserContextId": context});
    browser.pipe.ask("Browser.setDownloadBehavior", deny, None).await?;
    Ok(context)
}

async fn render_in(
    browser: &mut Browser,
    context: &Value,
    page: &Page,
    resources: &Arc<Resources>,
    deadline: Instant,
) -> Result<String, RenderError> {
    let pipe = &mut browser.pipe;
    let target = json!({"url": "about:blank", "browserContextId": context});
    let target = pipe.ask("Target.createTarget", target, None).await?;
    let attach = json!({"targetId": target["targetId"], "flatten": true});
    let attached = pipe.ask("Target.attachToTarget", attach, None).await?;
    let session = attached["sessionId"].as_str().ok_or(RenderError::Gone)?.to_owned();
    pipe.ask("Fetch.enable", json!({"patterns": [{"urlPattern": "*"}]}), Some(&session)).await?;
    pipe.ask("Page.enable", json!({}), Some(&session)).await?;
    pipe.order("Page.navigate", json!({"url": page.final_url}), Some(&session)).await?;
    let mut visit = Visit {
        browser,
        session: &session,
        page,
        resources,
        fetches: JoinSet::new(),
        waiting: Vec::new(),
        requests: 0,
        shown: false,
        loaded: false,
    };
    match timeout_at(deadline, visit.watch()).await {
        Ok(done) => done?,
        Err(_) if visit.shown => {}
        Err(_) => return Err(RenderError::Timeout),
    }
    document(browser, &session, &page.final_url).await
}

/// The document as it stands. A script may have led the browser to what is no page of the host, such as
/// the empty document that stands for a forbidden file.
async fn document(browser: &mut Browser, session: &str, url: &str) -> Result<String, RenderError> {
    let root = browser.pipe.ask("DOM.getDocument", json!({"depth": 0}), Some(session)).await?;
    let shown = root["root"]["documentURL"].as_str().unwrap_or_default();
    let origin = |url: &str| Some(Url::parse(url).ok()?.origin());
    if origin(shown) != origin(url) {
        return Err(RenderError::Left(shown.to_owned()));
    }
    let node = json!({"nodeId": root["root"]["nodeId"]});
    let html = browser.pipe.ask("DOM.getOuterHTML", node, Some(session)).await?;
    let html = html["outerHTML"].as_str().ok_or(RenderError::Gone)?;
    Ok(html.to_owned())
}

/// A page under way.
struct Visit<'a> {
    browser: &'a mut Browser,
    session: &'a str,
    page: &'a Page,
    resources: &'a Arc<Resources>,
    /// The id of each held request that is being fetched, with its answer.
    fetches: JoinSet<(Value, Option<Arc<Resource>>)>,
    /// Held requests that are to be fetched when a lane is free.
    waiting: Vec<(Value, Url, Option<Json>)>,
    requests: usize,
    /// Whether the page's own bytes were handed over.
    shown: bool,
    loaded: bool,
}

impl Visit<'_> {
    /// Answers the page's requests until it has come to rest.
    async fn watch(&mut self) -> Result<(), RenderError> {
        loop {
            let busy = !self.fetches.is_empty() || !self.loaded;
            tokio::select! {
                message = self.browser.pipe.next() => {
                    let mut message = message?;
                    if message["sessionId"] == self.session {
                        self.event(&message["method"].take(), &message["params"]).await?;
                    }
                }
                Some(done) = self.fetches.join_next() => {
                    let (id, resource) = done.map_err(|_| RenderError::Gone)?;
                    match resource {
                        Some(resource) => self.give(answer(&id, &resource)).await?,
                        None => self.give(refusal(&json!({"requestId": id}))).await?,
                    }
                }
                () = tokio::time::sleep(QUIET), if !busy => return Ok(()),
            }
            self.launch();
        }
    }

    async fn event(&mut self, method: &Value, params: &Value) -> Result<(), RenderError> {
        match method.as_str() {
            Some("Page.loadEventFired") => self.loaded = true,
            // A dialog holds up the scripts until somebody answers it.
            Some("Page.javascriptDialogOpening") => {
                self.give(("Page.handleJavaScriptDialog", json!({"accept": false}))).await?;
            }
            Some("Fetch.requestPaused") => self.held(params).await?,
            _ => {}
        }
        Ok(())
    }

    async fn held(&mut self, event: &Value) -> Result<(), RenderError> {
        self.requests += 1;
        let verdict = judge(event, &self.page.final_url, !self.shown);
        match verdict {
            Verdict::Page => {
                self.shown = true;
                let resource = Resource {
                    status: 200,
                    headers: self.page.headers.clone(),
                    body: self.page.body.clone(),
                };
                self.give(answer(&event["requestId"], &resource)).await
            }
            Verdict::Empty => {
                self.give(answer(&event["requestId"], &Resource::empty_style())).await
            }
            Verdict::Fetch(url, json) if self.requests <= MAX_REQUESTS => {
                self.waiting.push((event["requestId"].clone(), url, json));
                Ok(())
            }
            Verdict::Fetch(..) | Verdict::Refuse => self.give(refusal(event)).await,
        }
    }

    /// Begins with the requests that wait, as far as lanes are free.
    fn launch(&mut self) {
        while self.fetches.len() < LANES && !self.waiting.is_empty() {
            let (id, url, json) = self.waiting.remove(0);
            let resources = self.resources.clone();
            self.fetches.spawn(async move { (id, resources.get(&url, json).await) });
        }
    }

    async fn give(&mut self, (method, params): (&str, Value)) -> Result<(), RenderError> {
        self.browser.pipe.order(method, params, Some(self.session)).await.map(drop)
    }
}
